//! Namespaces, compiled in place to functions that fill an object.
//!
//! An exported variable lives on the object only, so that every read and write of it is seen by all; exported
//! functions and classes are put there after their declaration.

use oxc_ast::ast::{
    BindingPattern, Declaration, ExportDeclaration, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, VariableDeclaration,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::blank::TypeVisitor;
use super::enums;
use crate::bindings::Substitute;
use crate::module::bound_names;
use crate::names::member;

/// Records the edits of one namespace; `holder` is the namespace that exports it.
pub(super) fn record(visitor: &mut TypeVisitor, it: &TSNamespaceDeclaration, holder: Option<&str>) {
    let name = it.id.name.as_str();
    let declare = enums::declaration(visitor, it.id.symbol_id.get(), name);
    let head = format!("{declare}(function({name}){{");
    visitor.namespaces.push(name.to_owned());
    match &it.body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
            visitor.edits.replace(it.span.start, inner.span.start, head);
            record(visitor, inner, Some(name));
            visitor.edits.insert(it.span.end, format!("}}{}", enums::closing(name, holder)));
        }
        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
            visitor.edits.replace(it.span.start, block.span.start + 1, head);
            visitor.visit_statements(&block.body);
            visitor.edits.insert(it.span.end, enums::closing(name, holder));
        }
    }
    visitor.namespaces.pop();
}

/// Records the edits of an exported declaration inside a namespace.
pub(super) fn export<'a>(visitor: &mut TypeVisitor, it: &ExportDeclaration<'a>) {
    let Some(holder) = visitor.namespaces.last().cloned() else { return };
    let start = it.declaration.span().start;
    match &it.declaration {
        Declaration::VariableDeclaration(variables) => {
            if variables.declarations.iter().all(|d| is_identifier(&d.id)) {
                let first = variables.declarations.first().map_or(start, |d| d.span.start);
                visitor.edits.blank(it.span.start, first);
                hold_variables(visitor, variables, &holder);
            } else {
                visitor.edits.blank(it.span.start, start);
                let names = variables.declarations.iter().flat_map(|d| bound_names(&d.id));
                let copies: String =
                    names.map(|name| format!("{}={name};", member(&holder, &name))).collect();
                visitor.edits.insert(it.span.end, format!(";{copies}"));
            }
            walk::walk_variable_declaration(visitor, variables);
        }
        Declaration::FunctionDeclaration(function) => {
            visitor.edits.blank(it.span.start, start);
            copy_after(visitor, it, function.id.as_ref().map(|id| id.name.as_str()), &holder);
            visitor.visit_declaration(&it.declaration);
        }
        Declaration::ClassDeclaration(class) => {
            visitor.edits.blank(it.span.start, start);
            copy_after(visitor, it, class.id.as_ref().map(|id| id.name.as_str()), &holder);
            visitor.visit_declaration(&it.declaration);
        }
        Declaration::TSEnumDeclaration(inner) => {
            visitor.edits.blank(it.span.start, start);
            enums::record(visitor, inner, Some(&holder));
            walk::walk_ts_enum_declaration(visitor, inner);
        }
        Declaration::TSNamespaceDeclaration(inner) => {
            visitor.edits.blank(it.span.start, start);
            record(visitor, inner, Some(&holder));
        }
        Declaration::TSImportEqualsDeclaration(import) => {
            visitor.edits.blank(it.span.start, start);
            visitor.visit_declaration(&it.declaration);
            copy_after(visitor, it, Some(import.id.name.as_str()), &holder);
        }
        _ => visitor.visit_declaration(&it.declaration),
    }
}

fn is_identifier(pattern: &BindingPattern) -> bool {
    matches!(pattern, BindingPattern::BindingIdentifier(_))
}

fn hold_variables(visitor: &mut TypeVisitor, it: &VariableDeclaration, holder: &str) {
    for declarator in &it.declarations {
        if let BindingPattern::BindingIdentifier(id) = &declarator.id {
            let place = member(holder, &id.name);
            visitor.edits.replace(id.span.start, id.span.end, place.clone());
            if let Some(symbol) = id.symbol_id.get() {
                visitor.bindings.set(symbol, Substitute::Member(place));
            }
        }
    }
}

fn copy_after(visitor: &mut TypeVisitor, it: &ExportDeclaration, name: Option<&str>, holder: &str) {
    if let Some(name) = name {
        visitor.edits.insert(it.span.end, format!(";{}={name};", member(holder, name)));
    }
}
