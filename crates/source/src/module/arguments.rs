//! The name `arguments` outside of functions.
//!
//! A module has none, but the function it becomes has. A reference at the top level is given a name nobody
//! declares: `typeof` says so, and reading it throws.

use oxc_ast::ast::{Function, IdentifierReference, Program};
use oxc_ast_visit::Visit;
use oxc_syntax::scope::ScopeFlags;

use crate::edit::Edits;
use crate::names::Names;

pub(super) fn record(program: &Program, names: &Names, edits: &mut Edits) {
    if memchr::memmem::find(edits.source().as_bytes(), b"arguments").is_some() {
        ArgumentsVisitor { names, edits }.visit_program(program);
    }
}

struct ArgumentsVisitor<'v, 's> {
    names: &'v Names,
    edits: &'v mut Edits<'s>,
}

impl<'a> Visit<'a> for ArgumentsVisitor<'_, '_> {
    // Functions have their own, arrow functions have not.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if it.name == "arguments" {
            self.edits.replace(it.span.start, it.span.end, self.names.no_arguments());
        }
    }
}
