//! The walk over a TypeScript program: blanks what is type, hands what is not to its compiler.
//!
//! Taking text away must not make two statements one. Where a line could be read as the continuation of the line
//! before, a semicolon takes the place of the first character that goes.

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, Class, ClassElement, Decorator,
    ExportDefaultDeclarationKind, FormalParameter, Function, ImportOrExportKind, MethodDefinition,
    Program, PropertyDefinition, Statement, TSAsExpression, TSEnumDeclaration, TSExportAssignment,
    TSImportEqualsDeclaration, TSModuleReference, TSNamespaceDeclaration, TSNonNullExpression,
    TSSatisfiesExpression, TSTypeAnnotation, TSTypeAssertion, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{enums, is_erased_statement, namespaces, parameter_properties};
use crate::bindings::Bindings;
use crate::edit::Edits;
use crate::names::Names;
use crate::parse::Goal;
use crate::scan::is_word_byte;
use crate::syntax_error::SyntaxError;

pub(super) fn record(
    program: &Program,
    scoping: &Scoping,
    goal: Goal,
    names: &Names,
    bindings: &mut Bindings,
    edits: &mut Edits,
) -> Result<bool, SyntaxError> {
    let source = edits.source();
    let mut visitor = TypeVisitor {
        source,
        scoping,
        goal,
        names,
        bindings,
        edits,
        namespaces: Vec::new(),
        uses_require: false,
        refused: None,
    };
    visitor.visit_program(program);
    match visitor.refused {
        Some((span, message)) => Err(SyntaxError::at(source, span.start, span.end, message)),
        None => Ok(visitor.uses_require),
    }
}

pub(super) struct TypeVisitor<'v, 's> {
    pub(super) source: &'s str,
    pub(super) scoping: &'v Scoping,
    goal: Goal,
    names: &'v Names,
    pub(super) bindings: &'v mut Bindings,
    pub(super) edits: &'v mut Edits<'s>,
    /// The names of the namespaces around the current statement, outermost first.
    pub(super) namespaces: Vec<String>,
    uses_require: bool,
    refused: Option<(Span, &'static str)>,
}

impl TypeVisitor<'_, '_> {
    fn blank(&mut self, span: Span) {
        self.edits.blank(span.start, span.end);
    }

    /// The first visible byte at or after an offset, comments passed over.
    pub(super) fn next_visible(&self, from: u32) -> Option<(u32, u8)> {
        let bytes = self.source.as_bytes();
        let mut at = from as usize;
        loop {
            match &bytes[at.min(bytes.len())..] {
                [] => return None,
                [b'/', b'/', ..] => {
                    at += memchr::memchr2(b'\n', b'\r', &bytes[at..]).unwrap_or(bytes.len() - at);
                }
                [b'/', b'*', rest @ ..] => {
                    at += memchr::memmem::find(rest, b"*/").map_or(rest.len() + 2, |end| end + 4);
                }
                [byte, ..] if byte.is_ascii_whitespace() => at += 1,
                [byte, ..] => return Some((at as u32, *byte)),
            }
        }
    }

    /// Blanks a `?` or `!` that follows a name.
    fn blank_mark(&mut self, after: u32) {
        if let Some((at, b'?' | b'!')) = self.next_visible(after) {
            self.edits.blank(at, at + 1);
        }
    }

    /// Blanks the words of `from..to` that only TypeScript knows.
    fn blank_modifiers(&mut self, from: u32, to: u32, guard: Guard) {
        let bytes = self.source.as_bytes();
        let mut at = from;
        let mut first = true;
        while let Some((start, byte)) = self.next_visible(at) {
            if start >= to {
                return;
            }
            if !is_word_byte(byte) {
                at = start + 1;
                first = false;
                continue;
            }
            let mut end = start;
            while (end as usize) < bytes.len() && is_word_byte(bytes[end as usize]) {
                end += 1;
            }
            let word = &self.source[start as usize..end as usize];
            if TYPE_MODIFIERS.contains(&word) {
                match guard {
                    Guard::Semicolon if first => self.edits.erase_statement(start, end),
                    _ => self.edits.blank(start, end),
                }
            }
            first = false;
            at = end;
        }
    }

    /// After a type that ended a statement, the next line must not continue the expression.
    fn end_expression(&mut self, expression_end: u32, type_end: u32) {
        self.edits.blank(expression_end, type_end);
        if let Some((at, b'(' | b'[' | b'`')) = self.next_visible(type_end)
            && self.source[type_end as usize..at as usize].contains(['\n', '\r'])
        {
            self.edits.insert(type_end, ";");
        }
    }

    fn refuse(&mut self, span: Span, message: &'static str) {
        self.refused.get_or_insert((span, message));
    }
}

/// Whether a semicolon stands in for a removed first word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Semicolon,
    None,
}

const TYPE_MODIFIERS: &[&str] =
    &["public", "private", "protected", "readonly", "override", "abstract", "declare"];

impl<'a> Visit<'a> for TypeVisitor<'_, '_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        if is_erased_statement(it, self.scoping) {
            let span = it.span();
            self.edits.erase_statement(span.start, span.end);
            return;
        }
        match it {
            Statement::ImportDeclaration(import) => {
                if import.import_kind == ImportOrExportKind::Type {
                    self.edits.erase_statement(import.span.start, import.span.end);
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                if export.export_kind == ImportOrExportKind::Type {
                    self.edits.erase_statement(export.span.start, export.span.end);
                }
            }
            Statement::ExportFromDeclaration(export) => {
                if export.export_kind == ImportOrExportKind::Type {
                    self.edits.erase_statement(export.span.start, export.span.end);
                }
            }
            Statement::ExportDeclaration(export) if !self.namespaces.is_empty() => {
                namespaces::export(self, export);
            }
            Statement::TSNamespaceExportDeclaration(export) => {
                self.edits.erase_statement(export.span.start, export.span.end);
            }
            _ => walk::walk_statement(self, it),
        }
    }

    fn visit_export_default_declaration_kind(&mut self, it: &ExportDefaultDeclarationKind<'a>) {
        // A bodiless or interface default is erased together with its `export default`.
        match it {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {}
            ExportDefaultDeclarationKind::FunctionDeclaration(f) if f.body.is_none() => {}
            _ => walk::walk_export_default_declaration_kind(self, it),
        }
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.end_expression(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.end_expression(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.edits.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.edits.blank(it.span.start, it.expression.span().start);
        self.visit_expression(&it.expression);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_mark(it.id.span().end);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        let pattern = it.pattern.span();
        let first = it.decorators.last().map_or(it.span.start, |d| d.span.end);
        self.blank_modifiers(first, pattern.start, Guard::None);
        if it.optional {
            let name_end = match &it.pattern {
                BindingPattern::AssignmentPattern(p) => p.left.span().end,
                _ => pattern.end,
            };
            self.blank_mark(name_end);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(this_param) = &it.this_param {
            let rest = it
                .params
                .items
                .first()
                .map(|p| p.span.start)
                .or_else(|| it.params.rest.as_ref().map(|rest| rest.span.start));
            let end = rest.unwrap_or(it.params.span.end - 1);
            self.edits.blank(this_param.span.start, end);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let Some(types) = &it.return_type {
            let between = &self.source[it.params.span.end as usize..it.body.span().start as usize];
            if between.contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
                // No line may end between the parameters and the arrow, so the parenthesis closes late.
                self.edits.blank(it.params.span.end - 1, it.params.span.end);
                self.edits.insert(types.span.end, ")");
            }
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.r#abstract {
            let start = it.decorators.last().map_or(it.span.start, |d| d.span.end);
            let end = it.id.as_ref().map_or(it.body.span.start, |id| id.span.start);
            self.blank_modifiers(start, end, Guard::None);
        }
        if let (Some(first), Some(last)) = (it.implements.first(), it.implements.last()) {
            let from = it.heritage.as_ref().map_or_else(
                || {
                    let id = it.id.as_ref().map_or(it.span.start, |id| id.span.end);
                    it.type_parameters.as_ref().map_or(id, |types| types.span.end)
                },
                |heritage| {
                    heritage
                        .type_arguments
                        .as_ref()
                        .map_or(heritage.expression.span().end, |types| types.span.end)
                },
            );
            let gap = &self.source[from as usize..first.span.start as usize];
            let keyword = gap.rfind("implements").map_or(0, |at| at as u32);
            self.edits.blank(from + keyword, last.span.end);
        }
        walk::walk_class(self, it);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        let erased = match it {
            ClassElement::MethodDefinition(method) => method.value.body.is_none(),
            ClassElement::PropertyDefinition(property) => {
                property.declare || property.r#type.is_abstract()
            }
            ClassElement::AccessorProperty(property) => property.r#type.is_abstract(),
            ClassElement::TSIndexSignature(_) => true,
            ClassElement::StaticBlock(_) => false,
        };
        if erased {
            let span = it.span();
            self.edits.erase_statement(span.start, span.end);
        } else {
            walk::walk_class_element(self, it);
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        let start = it.decorators.last().map_or(it.span.start, |d| d.span.end);
        self.blank_modifiers(start, it.key.span().start, Guard::Semicolon);
        if it.optional {
            let key_end = it.key.span().end + u32::from(it.computed);
            self.blank_mark(key_end);
        }
        parameter_properties::record(self.source, it, self.edits);
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        let start = it.decorators.last().map_or(it.span.start, |d| d.span.end);
        self.blank_modifiers(start, it.key.span().start, Guard::Semicolon);
        if it.optional || it.definite {
            let key_end = it.key.span().end + u32::from(it.computed);
            self.blank_mark(key_end);
        }
        // Without its type, a field called `get` or `static` would become part of the next member.
        if it.value.is_none() && !self.source[..it.span.end as usize].ends_with(';') {
            self.edits.insert(it.span.end, ";");
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span, "Decorators are not supported");
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        enums::record(self, it, None);
        walk::walk_ts_enum_declaration(self, it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        namespaces::record(self, it, None);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        // `import` and `const ` are equally wide.
        self.edits.replace(it.span.start, it.span.start + 6, "const ");
        if let (Goal::Module, TSModuleReference::ExternalModuleReference(reference)) =
            (self.goal, &it.module_reference)
        {
            self.uses_require = true;
            let start = reference.span.start;
            self.edits.replace(start, start + 7, self.names.require());
        }
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        if self.goal == Goal::Module {
            self.refuse(it.span, "An export assignment cannot be used in an ES module");
            return;
        }
        let start = it.expression.span().start;
        self.edits.replace(it.span.start, start, "module.exports = ");
        self.visit_expression(&it.expression);
    }
}
