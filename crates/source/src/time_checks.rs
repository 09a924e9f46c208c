//! Edits that let a script be ended from inside: a call at the beginning of every function, of every turn of a loop, and
//! of every `catch` and `finally` block.
//!
//! The engine can end a running script only together with everything that called it. So a script with a time limit looks
//! at the time by itself: the function that is called here throws when the limit is over, and goes on throwing, so that no
//! `catch` or `finally` of the script gets to keep it running. What is given to a direct `eval` is prepared in the same way
//! by the host: `eval(x)` becomes `eval(T.code(x))`, which is as direct as it was.

use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, BlockStatement, CallExpression,
    CatchClause, DoWhileStatement, Expression, ForInStatement, ForOfStatement, ForStatement,
    Function, FunctionBody, Program, Statement, TryStatement, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use crate::edit::Edits;
use crate::names::Names;

/// What has to stand behind everything that others put at the same place.
pub(crate) struct Ends(Vec<(u32, &'static str)>);

impl Ends {
    pub(crate) fn record(self, edits: &mut Edits) {
        for (at, text) in self.0 {
            edits.insert(at, text);
        }
    }
}

/// Records the calls, before any other edit; the ends are for after all others. Empty ends do not mean that there are no
/// calls: ask whether there are edits.
pub(crate) fn record(program: &Program, names: &Names, edits: &mut Edits) -> Ends {
    let mut visitor = CheckVisitor { check: names.time_check(), edits, ends: Vec::new() };
    visitor.visit_program(program);
    Ends(visitor.ends)
}

struct CheckVisitor<'v, 's> {
    check: String,
    edits: &'v mut Edits<'s>,
    ends: Vec<(u32, &'static str)>,
}

impl CheckVisitor<'_, '_> {
    fn check_block(&mut self, block: &BlockStatement) {
        self.edits.insert(block.span.start + 1, format!("{}();", self.check));
    }

    fn check_function(&mut self, body: &FunctionBody) {
        // Directives come first, and the last may have no semicolon.
        match body.directives.last() {
            Some(directive) => self.edits.insert(directive.span.end, format!(";{}();", self.check)),
            None => self.edits.insert(body.span.start + 1, format!("{}();", self.check)),
        }
    }

    fn check_turn(&mut self, body: &Statement) {
        if let Statement::BlockStatement(block) = body {
            self.check_block(block);
        } else {
            let span = body.span();
            self.edits.insert(span.start, format!("{{{}();", self.check));
            self.ends.push((span.end, "}"));
        }
    }
}

impl<'a> Visit<'a> for CheckVisitor<'_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &it.body {
            self.check_function(body);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.check_function(body);
        } else {
            let span = it.body.span();
            self.edits.insert(span.start, format!("({}(),", self.check));
            self.ends.push((span.end, ")"));
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.check_turn(&it.body);
        walk::walk_while_statement(self, it);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.check_turn(&it.body);
        walk::walk_do_while_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.check_turn(&it.body);
        walk::walk_for_statement(self, it);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.check_turn(&it.body);
        walk::walk_for_in_statement(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.check_turn(&it.body);
        walk::walk_for_of_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let is_eval = matches!(&it.callee, Expression::Identifier(name) if name.name == "eval");
        if is_eval
            && !it.optional
            && let Some(code) = it.arguments.first().and_then(Argument::as_expression)
        {
            let span = code.span();
            self.edits.insert(span.start, format!("{}.code(", self.check));
            self.ends.push((span.end, ")"));
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        self.check_block(&it.body);
        walk::walk_catch_clause(self, it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        if let Some(finalizer) = &it.finalizer {
            self.check_block(finalizer);
        }
        walk::walk_try_statement(self, it);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Awaits, Goal, Language, limited_script};

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let script = limited_script(source, Language::JavaScript, Goal::Script, Awaits::OneTurn)
            .expect("a script");
        assert_eq!(script.code.as_deref().unwrap_or(source), expected);
        assert_eq!(script.uses.time_check, source != expected);
    }

    #[test]
    fn turns_of_loops() {
        check("while (true) {}", "while (true) {$$rt();}");
        check("while (true);", "while (true){$$rt();;}");
        check("do x(); while (y)", "do {$$rt();x();} while (y)");
        check("for (;;) a()\nb()", "for (;;) {$$rt();a()}\nb()");
        check("l: for (const k in o) continue l;", "l: for (const k in o) {$$rt();continue l;}");
        check("for (const v of w) { f(v) }", "for (const v of w) {$$rt(); f(v) }");
        check("for (;;) for (;;) a()", "for (;;) {$$rt();for (;;) {$$rt();a()}}");
    }

    #[test]
    fn functions() {
        check("function f() { return 1 }", "function f() {$$rt(); return 1 }");
        check("f = function () { 'use strict' }", "f = function () { 'use strict';$$rt(); }");
        check("f = (a) => a", "f = (a) => ($$rt(),a)");
        check("f = () => ({})", "f = () => ($$rt(),({}))");
        check("f = () => { g() }", "f = () => {$$rt(); g() }");
        check(
            "class A { m() {} get x() { return 1 } }",
            "class A { m() {$$rt();} get x() {$$rt(); return 1 } }",
        );
    }

    #[test]
    fn what_would_keep_an_error() {
        check(
            "try { a() } catch { b() } finally { c() }",
            "try { a() } catch {$$rt(); b() } finally {$$rt(); c() }",
        );
        check(
            "try { a() } catch ({ message }) { b() }",
            "try { a() } catch ({ message }) {$$rt(); b() }",
        );
    }

    #[test]
    fn a_direct_eval() {
        check("eval(a, b)", "eval($$rt.code(a), b)");
        check("eval('1' + e.stack)", "eval($$rt.code('1' + $$rs(e).stack))");
        check(
            "eval(...a); eval?.(a); (0, eval)(a); o.eval(a); eval()",
            "eval(...a); eval?.(a); (0, eval)(a); o.eval(a); eval()",
        );
    }

    #[test]
    fn what_can_not_go_on_for_ever_stays_as_it_is() {
        check("a + 1; if (b) { c() }", "a + 1; if (b) { c() }");
    }

    #[test]
    fn beside_the_other_edits() {
        check(
            "f = async () => await g()",
            "f = async () =>($$rc.hooked&&$$rc.begin(), ($$rt(),$$rc.resume($$rc.current,await $$rc.awaiting( g()))))",
        );
        check("while (e) p = e.stack", "while (e) {$$rt();p = $$rs(e).stack}");
    }

    #[test]
    fn a_source_that_is_not_understood_has_no_limit() {
        let script = limited_script("while (", Language::JavaScript, Goal::Script, Awaits::OneTurn);
        assert!(script.is_err());
    }
}
