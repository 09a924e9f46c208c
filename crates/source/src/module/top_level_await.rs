//! Finds out whether a module awaits outside of its functions.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, Program,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

/// The first top-level `await`.
pub(crate) fn find(program: &Program) -> Option<Span> {
    let mut visitor = AwaitVisitor { found: None };
    visitor.visit_program(program);
    visitor.found
}

struct AwaitVisitor {
    found: Option<Span>,
}

impl AwaitVisitor {
    fn note(&mut self, span: Span) {
        if self.found.is_none_or(|known| span.start < known.start) {
            self.found = Some(span);
        }
    }
}

impl<'a> Visit<'a> for AwaitVisitor {
    // What a function awaits is its own affair.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.note(it.span);
        walk::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.note(it.span);
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::AwaitUsing {
            self.note(it.span);
        }
        walk::walk_variable_declaration(self, it);
    }
}
