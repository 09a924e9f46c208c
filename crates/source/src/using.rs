//! `using` declarations, which the engine does not know.

use oxc_ast::ast::{Program, VariableDeclaration, VariableDeclarationKind};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;

use crate::edit::Edits;
use crate::names::Names;
use crate::syntax_error::SyntaxError;

/// Records the edits of `using` declarations and tells whether there are any.
pub(crate) fn record(
    program: &Program,
    _names: &Names,
    edits: &mut Edits,
) -> Result<bool, SyntaxError> {
    let mut visitor = UsingVisitor { found: None };
    visitor.visit_program(program);
    match visitor.found {
        Some(span) => Err(SyntaxError::at(
            edits.source(),
            span.start,
            span.start + 5,
            "using declarations are not supported",
        )),
        None => Ok(false),
    }
}

struct UsingVisitor {
    found: Option<Span>,
}

impl<'a> Visit<'a> for UsingVisitor {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.found.get_or_insert(it.span);
        }
        walk::walk_variable_declaration(self, it);
    }
}
