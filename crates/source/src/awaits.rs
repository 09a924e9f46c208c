//! Edits that make `await` take as many turns of the microtask queue as it took before 2019.
//!
//! Then every `await` made a promise of its own and resolved it with what is awaited; today's takes a promise as it is.
//! So the old one is today's with a promise put around: `await x` becomes `await C.enclosed(x)`, where `C` is the host's
//! object with the current context. The same holds for what async generators wait for in other words: `yield`, and
//! `return`, which waited even where it returns nothing. The steps of `for await` and `yield*` are the host's anyway.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, Function, Program, ReturnStatement, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::edit::Edits;
use crate::names::Names;

/// How many turns of the microtask queue an `await` of a promise takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awaits {
    #[default]
    OneTurn,
    ThreeTurns,
}

/// Records the edits around everything that `program` waits for and tells whether there is anything.
pub(crate) fn record(program: &Program, names: &Names, edits: &mut Edits) -> bool {
    let mut visitor =
        AwaitVisitor { context: names.context(), edits, in_generator: false, found: false };
    visitor.visit_program(program);
    visitor.found
}

struct AwaitVisitor<'v, 's> {
    context: String,
    edits: &'v mut Edits<'s>,
    /// The function at hand is an async generator.
    in_generator: bool,
    found: bool,
}

impl AwaitVisitor<'_, '_> {
    fn inside_function(&mut self, in_generator: bool, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_generator, in_generator);
        visit(self);
        self.in_generator = outer;
    }

    /// Puts the call around an expression. The inner parentheses hold commas together.
    fn enclose(&mut self, span: Span) {
        self.found = true;
        self.edits.insert(span.start, format!("{}.enclosed((", self.context));
        self.edits.insert(span.end, "))");
    }
}

impl<'a> Visit<'a> for AwaitVisitor<'_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let in_generator = it.r#async && it.generator;
        if let Some(body) = it.body.as_ref().filter(|_| in_generator) {
            self.edits.insert(body.span.end - 1, ";return void 0;");
        }
        self.inside_function(in_generator, |visitor| walk::walk_function(visitor, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.inside_function(false, |visitor| {
            walk::walk_arrow_function_expression(visitor, it);
        });
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.enclose(it.argument.span());
        walk::walk_await_expression(self, it);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        let enclosing = self.in_generator && !it.delegate;
        if let Some(argument) = it.argument.as_ref().filter(|_| enclosing) {
            self.enclose(argument.span());
        }
        walk::walk_yield_expression(self, it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        match &it.argument {
            Some(argument) if self.in_generator => self.enclose(argument.span()),
            None if self.in_generator => {
                self.edits.insert(it.span.start + "return".len() as u32, " void 0")
            }
            _ => {}
        }
        walk::walk_return_statement(self, it);
    }
}
