//! Edits that carry the async context (what `AsyncLocalStorage` reads) across `await`, and tell hooks of promises.
//!
//! The engine does not tell when an async function goes on, so its text does: `await x` becomes
//! `C.resume(C.current, await C.awaiting(x))`, where `C` is the host's object with the current context. The arguments
//! are evaluated in order, so the context is read before the wait and set after it, in the same microtask. `awaiting`
//! gives back what it is given, unless somebody hooks promises; for those an async function says when it begins
//! (`C.hooked&&C.begin()`), because its promise is there before anything of it runs.
//!
//! A rejected `await` goes on in a `catch` or `finally` block instead. The context of the last wait inside a `try`
//! block is kept in a variable, from which those blocks take it. `for await` waits at its head: its body, and what
//! follows the loop, begin by setting the context that the loop began with. What it goes over, and what `yield*` of an
//! async generator does, is handed to the host's `C.iterated`, which takes the place of the engine's own way to iterate
//! over what is not asynchronous.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AwaitExpression, BlockStatement, ForOfStatement,
    Function, FunctionBody, Program, Statement, TryStatement, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use crate::edit::Edits;
use crate::names::Names;

const AWAIT: &str = "await";
const ARROW: &str = "=>";

/// Records the edits around every wait of `program` and tells whether there are any.
pub(crate) fn record(program: &Program, names: &Names, edits: &mut Edits) -> bool {
    let mut visitor =
        ContextVisitor { names, edits, kept: Vec::new(), in_generator: false, found: false };
    visitor.visit_program(program);
    visitor.found
}

struct ContextVisitor<'v, 's> {
    names: &'v Names,
    edits: &'v mut Edits<'s>,
    /// The variables of the `try` blocks around, innermost last, in the function at hand.
    kept: Vec<String>,
    /// The function at hand is an async generator.
    in_generator: bool,
    found: bool,
}

impl ContextVisitor<'_, '_> {
    fn inside_function(&mut self, in_generator: bool, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.kept);
        let outer_in_generator = std::mem::replace(&mut self.in_generator, in_generator);
        visit(self);
        self.kept = outer;
        self.in_generator = outer_in_generator;
    }

    /// A statement that sets the context to what `variable` holds.
    fn restoring(&self, variable: &str) -> String {
        format!("{}.resume({variable});", self.names.context())
    }

    /// An expression that tells that an async function begins.
    fn beginning(&self) -> String {
        format!("{0}.hooked&&{0}.begin()", self.names.context())
    }

    fn begin_in(&mut self, body: &FunctionBody) {
        self.found = true;
        let directives = body.directives.last().map(|it| it.span.end);
        let text = match directives {
            // A directive may be without its semicolon.
            Some(_) => format!(";{};", self.beginning()),
            None => format!("{};", self.beginning()),
        };
        self.edits.insert(directives.unwrap_or(body.span.start + 1), text);
    }

    fn restore_in(&mut self, block: &BlockStatement, variable: &str) {
        let text = self.restoring(variable);
        self.edits.insert(block.span.start + 1, text);
    }

    fn restore_after_loop(&mut self, statement: &Statement) {
        let mut at = statement;
        while let Statement::LabeledStatement(labeled) = at {
            at = &labeled.body;
        }
        if let Statement::ForOfStatement(it) = at
            && it.r#await
        {
            let text = format!(";{}", self.restoring(&self.names.kept_context(it.span.start)));
            self.edits.insert(it.span.end, text);
        }
    }
}

impl<'a> Visit<'a> for ContextVisitor<'_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let in_generator = it.r#async && it.generator;
        if let Some(body) = it.body.as_ref().filter(|_| it.r#async) {
            self.begin_in(body);
        }
        self.inside_function(in_generator, |visitor| walk::walk_function(visitor, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let value = it.body.span();
        let is_value = !matches!(it.body, ArrowFunctionBody::FunctionBody(_));
        match &it.body {
            _ if !it.r#async => {}
            ArrowFunctionBody::FunctionBody(body) => self.begin_in(body),
            _ => {
                self.found = true;
                let text = format!("({},", self.beginning());
                self.edits.insert(behind_arrow(self.edits.source(), it, value.start), text);
            }
        }
        self.inside_function(false, |visitor| {
            walk::walk_arrow_function_expression(visitor, it);
        });
        if it.r#async && is_value {
            self.edits.insert(value.end, ")");
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.found = true;
        let context = self.names.context();
        let keep = self.kept.last().map(|name| format!("{name}=")).unwrap_or_default();
        self.edits.insert(it.span.start, format!("{context}.resume({keep}{context}.current,"));
        // Behind the keyword and not before the argument, where other edits may begin.
        self.edits.insert(it.span.start + AWAIT.len() as u32, format!(" {context}.awaiting("));
        walk::walk_await_expression(self, it);
        self.edits.insert(it.span.end, "))");
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        let delegating = self.in_generator && it.delegate;
        match it.argument.as_ref().filter(|_| delegating) {
            Some(argument) => {
                self.found = true;
                let span = argument.span();
                self.edits.insert(span.start, format!("{}.iterated(", self.names.context()));
                walk::walk_yield_expression(self, it);
                self.edits.insert(span.end, ")");
            }
            None => walk::walk_yield_expression(self, it),
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        if !waits(|finder| finder.visit_block_statement(&it.block)) {
            walk::walk_try_statement(self, it);
            return;
        }
        let variable = self.names.kept_context(it.span.start);
        // Not `current`: reading that is what an `await` does, and whoever looks counts them.
        let text = format!("var {variable}={}.getFrame();", self.names.context());
        self.edits.insert(it.block.span.start + 1, text);
        self.kept.push(variable.clone());
        self.visit_block_statement(&it.block);
        self.kept.pop();
        if let Some(handler) = &it.handler {
            self.restore_in(&handler.body, &variable);
            self.visit_catch_clause(handler);
        }
        if let Some(finalizer) = &it.finalizer {
            let handled = it.handler.as_ref();
            if handled.is_none_or(|it| waits(|finder| finder.visit_catch_clause(it))) {
                self.restore_in(finalizer, &variable);
            }
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_statements(&mut self, it: &oxc_allocator::Vec<'a, Statement<'a>>) {
        for statement in it {
            self.visit_statement(statement);
            self.restore_after_loop(statement);
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if !it.r#await {
            walk::walk_for_of_statement(self, it);
            return;
        }
        self.found = true;
        let variable = self.names.kept_context(it.span.start);
        let right = it.right.span();
        let context = self.names.context();
        self.edits
            .insert(right.start, format!("({variable}={context}.current,{context}.iterated("));
        let entering = format!("var {variable};{}", self.restoring(&variable));
        if let Statement::BlockStatement(body) = &it.body {
            self.edits.insert(body.span.start + 1, entering);
            walk::walk_for_of_statement(self, it);
            self.edits.insert(right.end, "))");
        } else {
            let body = it.body.span();
            self.edits.insert(body.start, format!("{{{entering}"));
            walk::walk_for_of_statement(self, it);
            self.edits.insert(right.end, "))");
            self.edits.insert(body.end, "}");
        }
    }
}

/// Where the value of an arrow function begins, before other edits that may begin there.
fn behind_arrow(source: &str, it: &ArrowFunctionExpression, value: u32) -> u32 {
    let from = it.return_type.as_ref().map_or(it.params.span.end, |it| it.span.end);
    let between = source.get(from as usize..value as usize).unwrap_or_default();
    between.find(ARROW).map_or(value, |at| from + (at + ARROW.len()) as u32)
}

/// Whether what `visit` walks waits in the function it belongs to.
fn waits(visit: impl FnOnce(&mut WaitFinder)) -> bool {
    let mut finder = WaitFinder { found: false };
    visit(&mut finder);
    finder.found
}

struct WaitFinder {
    found: bool,
}

impl<'a> Visit<'a> for WaitFinder {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.found = true;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.found |= it.r#await;
        walk::walk_for_of_statement(self, it);
    }
}
