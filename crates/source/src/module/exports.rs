//! Export declarations: getters for what is local, records for what is passed on.

use oxc_ast::ast::{
    BindingPattern, Declaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportSpecifier, Expression, ImportOrExportKind, Statement,
};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use super::imports::export_name;
use super::{IndirectExport, Record};
use crate::edit::Edits;
use crate::names;
use crate::typescript::is_erased_declaration;

pub(super) fn record(
    statement: &Statement,
    scoping: &Scoping,
    record: &mut Record,
    edits: &mut Edits,
) {
    match statement {
        Statement::ExportAllDeclaration(it) => {
            edits.erase_statement(it.span.start, it.span.end);
            if it.export_kind == ImportOrExportKind::Type {
                return;
            }
            let specifier = names::text(&it.source);
            let request = record.request(&specifier, it.with_clause.as_deref(), it.source.span);
            match &it.exported {
                None => record.star_exports.push(request),
                Some(exported) => {
                    let place = record.place(exported.span());
                    let exported = export_name(exported);
                    record.indirect_exports.push(IndirectExport {
                        exported,
                        request,
                        imported: None,
                        place,
                    });
                }
            }
        }
        Statement::ExportFromDeclaration(it) => {
            edits.erase_statement(it.span.start, it.span.end);
            if it.export_kind == ImportOrExportKind::Type {
                return;
            }
            let specifier = names::text(&it.source);
            let request = record.request(&specifier, it.with_clause.as_deref(), it.source.span);
            for specifier in values(&it.specifiers) {
                let place = record.place(specifier.local.span());
                record.indirect_exports.push(IndirectExport {
                    exported: export_name(&specifier.exported),
                    request,
                    imported: Some(export_name(&specifier.local)),
                    place,
                });
            }
        }
        Statement::ExportNamedDeclaration(it) => {
            edits.erase_statement(it.span.start, it.span.end);
            if it.export_kind == ImportOrExportKind::Value {
                for specifier in values(&it.specifiers) {
                    local(specifier, record);
                }
            }
        }
        Statement::ExportDeclaration(it) => {
            if is_erased_declaration(&it.declaration, scoping) {
                edits.erase_statement(it.span.start, it.span.end);
                return;
            }
            edits.blank(it.span.start, it.declaration.span().start);
            for name in declared_names(&it.declaration) {
                record.export(name.clone(), name);
            }
        }
        Statement::ExportDefaultDeclaration(it) => default(it, record, edits),
        _ => {}
    }
}

/// The specifiers that are not only types.
fn values<'a, 'b>(
    specifiers: &'b [ExportSpecifier<'a>],
) -> impl Iterator<Item = &'b ExportSpecifier<'a>> {
    specifiers.iter().filter(|s| s.export_kind == ImportOrExportKind::Value)
}

fn local(specifier: &ExportSpecifier, record: &mut Record) {
    let local = export_name(&specifier.local);
    let exported = export_name(&specifier.exported);
    match record.imported.get(&local).cloned() {
        Some((request, Some(name))) => {
            let place = record.place(specifier.local.span());
            record.indirect_exports.push(IndirectExport {
                exported,
                request,
                imported: Some(name),
                place,
            });
        }
        Some((request, None)) => {
            let namespace = record.names.namespace(request);
            record.export(exported, namespace);
        }
        None => record.export(exported, local),
    }
}

fn declared_names(declaration: &Declaration) -> Vec<String> {
    match declaration {
        Declaration::VariableDeclaration(it) => {
            it.declarations.iter().flat_map(|d| bound_names(&d.id)).collect()
        }
        Declaration::FunctionDeclaration(it) => {
            it.id.iter().map(|id| id.name.to_string()).collect()
        }
        Declaration::ClassDeclaration(it) => it.id.iter().map(|id| id.name.to_string()).collect(),
        Declaration::TSEnumDeclaration(it) => vec![it.id.name.to_string()],
        Declaration::TSNamespaceDeclaration(it) => vec![it.id.name.to_string()],
        Declaration::TSImportEqualsDeclaration(it) => vec![it.id.name.to_string()],
        _ => Vec::new(),
    }
}

/// The names a pattern binds, in order.
pub(crate) fn bound_names(pattern: &BindingPattern) -> Vec<String> {
    pattern.get_binding_identifiers().iter().map(|id| id.name.to_string()).collect()
}

fn default(it: &ExportDefaultDeclaration, record: &mut Record, edits: &mut Edits) {
    let binding = record.names.default_export();
    let inner = it.declaration.span();
    match &it.declaration {
        ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {
            edits.erase_statement(it.span.start, it.span.end);
        }
        ExportDefaultDeclarationKind::FunctionDeclaration(function) if function.body.is_none() => {
            edits.erase_statement(it.span.start, it.span.end);
        }
        ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
            edits.blank(it.span.start, inner.start);
            match &function.id {
                Some(id) => record.export("default", id.name.as_str()),
                None => {
                    let head_end = function
                        .type_parameters
                        .as_ref()
                        .map_or(function.params.span.start, |types| types.span.start);
                    edits.insert(head_end, format!(" {binding}"));
                    record.names_default_function = true;
                    record.export("default", binding);
                }
            }
        }
        ExportDefaultDeclarationKind::ClassDeclaration(class) if class.id.is_some() => {
            edits.blank(it.span.start, inner.start);
            let name = class.id.as_ref().map(|id| id.name.to_string());
            record.export("default", name.unwrap_or_default());
        }
        declaration => {
            let takes_name = match declaration.as_expression() {
                Some(expression) => is_anonymous_function(expression),
                None => true,
            };
            if takes_name {
                // An object literal gives the function its name, which is "default".
                let head = format!("const {binding}={{{}:", names::literal_key("default"));
                edits.replace(it.span.start, inner.start, head);
                edits.insert(inner.end, "}.default;");
            } else {
                edits.replace(it.span.start, inner.start, format!("const {binding}="));
            }
            record.export("default", binding);
        }
    }
}

fn is_anonymous_function(expression: &Expression) -> bool {
    match expression.without_parentheses() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        _ => false,
    }
}
