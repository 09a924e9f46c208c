//! Where an async function waits, from the number that its engine knows the place by.
//!
//! JavaScriptCore numbers the points at which a function can be suspended in the order in which it compiles them, from 1.
//! That is the order of the text but for what it compiles twice (the condition of a loop at its head and at its end) or
//! elsewhere (all tests of a `switch` before its bodies, the steps of `for await` behind its body). A point stands where V8
//! says that the function waits.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::edit::utf16_len;
use crate::stack;

/// A point at which a function can be suspended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// Counted from 1, columns in UTF-16 code units.
    pub line: u32,
    pub column: u32,
    /// The function is an arrow function, which has no `this`.
    pub is_arrow: bool,
    /// The name that the function has from where it stands, if it has none of its own.
    pub name: Option<String>,
}

/// Point `number` of the async function of `code` whose body begins at a line and a column, both counted from 1. A place
/// that is in no async function stands for the top level, and so does the beginning: no function's body is there.
pub fn suspension(code: &str, line: u32, column: u32, number: u32) -> Option<Suspension> {
    let at = offset_of(code, line, column)?;
    stack::with_room(code, || {
        let allocator = Allocator::default();
        let program = parse(&allocator, code)?;
        let mut finder = Finder { at, code, hint: None, exact: None, around: None };
        if at != 0 {
            finder.visit_program(&program);
        }
        let found = finder.exact.or(finder.around).unwrap_or_else(|| {
            let mut points = Points::new(code, false);
            // Modules are compiled to functions that are suspended once before they begin.
            points.found.push(0);
            points.visit_statements(&program.body);
            Found { points: points.found, is_arrow: false, name: None }
        });
        let &offset = found.points.get((number as usize).checked_sub(1)?)?;
        Some(Suspension { name: found.name, ..place_of(code, offset, found.is_arrow) })
    })
}

/// The `await` that a function waits at, where the engine tells of the last thing it did before: the innermost one around
/// that place, or the next one.
pub fn wait_near(code: &str, line: u32, column: u32) -> Option<Suspension> {
    let at = offset_of(code, line, column)?;
    stack::with_room(code, || {
        let allocator = Allocator::default();
        let program = parse(&allocator, code)?;
        let mut waits = Waits { found: Vec::new(), is_arrow: false };
        waits.visit_program(&program);
        let around = |(span, _): &&(Span, bool)| span.start <= at && at < span.end;
        // An inner one comes after the one around it.
        let innermost = waits.found.iter().rev().find(around);
        let next =
            || waits.found.iter().filter(|(span, _)| span.start >= at).min_by_key(|it| it.0.start);
        let &(span, is_arrow) = innermost.or_else(next)?;
        Some(place_of(code, span.start, is_arrow))
    })
}

/// What runs is JavaScript whatever was written; at its top level it may wait, return, or both. As a script `await (x)`
/// would be a call.
fn parse<'a>(allocator: &'a Allocator, code: &'a str) -> Option<Program<'a>> {
    [SourceType::mjs(), SourceType::cjs()].into_iter().find_map(|kind| {
        let options =
            ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
        let parsed = Parser::new(allocator, code, kind).with_options(options).parse();
        (!parsed.panicked && parsed.diagnostics.is_empty()).then_some(parsed.program)
    })
}

fn place_of(code: &str, offset: u32, is_arrow: bool) -> Suspension {
    let before = &code[..offset as usize];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Suspension {
        line: before.matches('\n').count() as u32 + 1,
        column: utf16_len(&before[start..]) + 1,
        is_arrow,
        name: None,
    }
}

/// The name that the innermost function around a place has from where it stands, if it has none of its own.
pub fn function_name(code: &str, line: u32, column: u32) -> Option<String> {
    let at = offset_of(code, line, column)?;
    stack::with_room(code, || {
        let allocator = Allocator::default();
        let program = parse(&allocator, code)?;
        let mut finder = NameFinder { at, hint: None, code, found: None };
        finder.visit_program(&program);
        finder.found
    })
}

fn offset_of(code: &str, line: u32, column: u32) -> Option<u32> {
    let mut start = 0;
    for _ in 1..line {
        start += code[start..].find('\n')? + 1;
    }
    let mut left = column.checked_sub(1)?;
    for (offset, character) in code[start..].char_indices() {
        if left == 0 {
            return Some((start + offset) as u32);
        }
        left = left.saturating_sub(character.len_utf16() as u32);
    }
    (left == 0).then_some(code.len() as u32)
}

/// The visits that leave in `hint` what a function without a name is called by where it stands.
macro_rules! keep_hints {
    () => {
        fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
            self.hint = hint_of_variable(it);
            walk::walk_variable_declarator(self, it);
        }

        fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
            self.hint = hint_of_assignment(it, self.code);
            walk::walk_assignment_expression(self, it);
        }

        fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
            self.visit_property_key(&it.key);
            self.hint = name_of(&it.key).filter(|_| is_unnamed(&it.value));
            self.visit_expression(&it.value);
        }

        fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
            self.visit_property_key(&it.key);
            if let Some(value) = &it.value {
                self.hint = name_of(&it.key).filter(|_| is_unnamed(value));
                self.visit_expression(value);
            }
        }
    };
}

/// Finds the function.
struct Finder<'s> {
    at: u32,
    code: &'s str,
    /// What the next function is called if it has no name of its own.
    hint: Option<String>,
    /// The function whose body begins there.
    exact: Option<Found>,
    /// The innermost async function around.
    around: Option<Found>,
}

struct Found {
    points: Vec<u32>,
    is_arrow: bool,
    name: Option<String>,
}

impl Finder<'_> {
    fn meet(&mut self, span: Span, body: Span, is_arrow: bool, points: impl FnOnce() -> Vec<u32>) {
        let name = self.hint.take();
        if self.exact.is_some() || !(span.start..span.end).contains(&self.at) {
            return;
        }
        let found = Some(Found { points: points(), is_arrow, name });
        if body.start == self.at {
            self.exact = found;
        } else {
            self.around = found;
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = it.body.as_ref().filter(|_| it.r#async) {
            let code = self.code;
            self.meet(it.span, body.span, false, || {
                let mut points = Points::new(code, it.generator);
                points.visit_statements(&body.statements);
                points.found
            });
        }
        self.hint = None;
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if it.r#async {
            let code = self.code;
            self.meet(it.span, it.body.span(), true, || {
                let mut points = Points::new(code, false);
                match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => {
                        points.visit_statements(&body.statements);
                    }
                    body => points.visit_arrow_function_body(body),
                }
                points.found
            });
        }
        self.hint = None;
        walk::walk_arrow_function_expression(self, it);
    }

    keep_hints!();

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.visit_property_key(&it.key);
        self.hint = name_of(&it.key);
        self.visit_function(&it.value, ScopeFlags::Function);
    }
}

/// Finds the name of the innermost function around a place.
struct NameFinder<'s> {
    at: u32,
    code: &'s str,
    hint: Option<String>,
    found: Option<String>,
}

impl NameFinder<'_> {
    fn meet(&mut self, span: Span) {
        let name = self.hint.take();
        if (span.start..span.end).contains(&self.at) {
            self.found = name;
        }
    }
}

impl<'a> Visit<'a> for NameFinder<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.id.is_some() {
            self.hint = None;
        }
        self.meet(it.span);
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.meet(it.span);
        walk::walk_arrow_function_expression(self, it);
    }

    keep_hints!();
}

fn hint_of_variable(it: &VariableDeclarator) -> Option<String> {
    let is_unnamed = it.init.as_ref().is_some_and(is_unnamed);
    let name = it.id.get_identifier_name().filter(|_| is_unnamed)?;
    Some(name.to_string())
}

/// What V8 calls a function that is assigned to a property says which.
fn hint_of_assignment(it: &AssignmentExpression, code: &str) -> Option<String> {
    let span = it.left.span();
    let is_plain = matches!(
        it.left,
        AssignmentTarget::AssignmentTargetIdentifier(_)
            | AssignmentTarget::StaticMemberExpression(_)
    );
    let text = &code[span.start as usize..span.end as usize];
    let is_path = text.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_' || c == '$');
    (is_plain && is_path && is_unnamed(&it.right) && !text.starts_with("this."))
        .then(|| text.to_owned())
}

fn is_unnamed(value: &Expression) -> bool {
    match value.without_parentheses() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => function.id.is_none(),
        _ => false,
    }
}

fn name_of(key: &PropertyKey) -> Option<String> {
    match key {
        PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
        key => key.static_name().map(|name| name.into_owned()),
    }
}

/// Collects the points of one function, in the engine's order.
struct Points<'s> {
    code: &'s str,
    in_generator: bool,
    found: Vec<u32>,
}

impl<'s> Points<'s> {
    fn new(code: &'s str, in_generator: bool) -> Points<'s> {
        Points { code, in_generator, found: Vec::new() }
    }

    /// The last token of what `for await` assigns to.
    fn last_token(&self, span: Span) -> u32 {
        let text = &self.code[span.start as usize..span.end as usize];
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        match text.char_indices().rev().find(|&(_, c)| !is_word(c)) {
            Some((at, c)) if at + c.len_utf8() == text.len() => span.start + at as u32,
            Some((at, c)) => span.start + (at + c.len_utf8()) as u32,
            None => span.start,
        }
    }
}

impl<'a> Visit<'a> for Points<'_> {
    // Functions inside have points of their own.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_static_block(&mut self, _: &StaticBlock<'a>) {}

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        self.found.push(it.span.start);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        /// The step, and what `throw` and `return` do, each with a wait.
        const DELEGATING: usize = 5;
        walk::walk_yield_expression(self, it);
        let points = if it.delegate { DELEGATING } else { 1 };
        self.found.extend(std::iter::repeat_n(it.span.start, points));
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        walk::walk_return_statement(self, it);
        if let Some(argument) = it.argument.as_ref().filter(|_| self.in_generator) {
            self.found.push(argument.span().start);
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_expression(&it.right);
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
        if it.r#await {
            let step = self.last_token(it.left.span());
            // To close what an exception or a `return` leaves, then the step, then to close what a `break` leaves.
            self.found.extend([step, step]);
            let mut breaks = Breaks { first: None };
            breaks.visit_statement(&it.body);
            self.found.extend(breaks.first);
        }
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.visit_expression(&it.right);
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        self.visit_statement(&it.body);
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.visit_expression(&it.test);
        self.visit_statement(&it.body);
        self.visit_expression(&it.test);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.visit_expression(&it.discriminant);
        for case in &it.cases {
            if let Some(test) = &case.test {
                self.visit_expression(test);
            }
        }
        for case in &it.cases {
            self.visit_statements(&case.consequent);
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
        self.visit_binding_pattern(&it.id);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let is_pattern = matches!(
            it.left,
            AssignmentTarget::ArrayAssignmentTarget(_)
                | AssignmentTarget::ObjectAssignmentTarget(_)
        );
        if is_pattern {
            self.visit_expression(&it.right);
            self.visit_assignment_target(&it.left);
        } else {
            walk::walk_assignment_expression(self, it);
        }
    }
}

/// Collects every `await`, outer ones first, and whether it is in an arrow function.
struct Waits {
    found: Vec<(Span, bool)>,
    is_arrow: bool,
}

impl<'a> Visit<'a> for Waits {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let outer = std::mem::replace(&mut self.is_arrow, false);
        walk::walk_function(self, it, flags);
        self.is_arrow = outer;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let outer = std::mem::replace(&mut self.is_arrow, true);
        walk::walk_arrow_function_expression(self, it);
        self.is_arrow = outer;
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.found.push((it.span, self.is_arrow));
        walk::walk_await_expression(self, it);
    }
}

/// Finds the first `break` of a loop's body that leaves that loop.
struct Breaks {
    first: Option<u32>,
}

impl<'a> Visit<'a> for Breaks {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_static_block(&mut self, _: &StaticBlock<'a>) {}
    fn visit_for_statement(&mut self, _: &ForStatement<'a>) {}
    fn visit_for_in_statement(&mut self, _: &ForInStatement<'a>) {}
    fn visit_for_of_statement(&mut self, _: &ForOfStatement<'a>) {}
    fn visit_while_statement(&mut self, _: &WhileStatement<'a>) {}
    fn visit_do_while_statement(&mut self, _: &DoWhileStatement<'a>) {}
    fn visit_switch_statement(&mut self, _: &SwitchStatement<'a>) {}

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        if it.label.is_none() {
            self.first.get_or_insert(it.span.start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts at all points of the one async function, as the engine numbers them.
    fn points(code: &str) -> Vec<String> {
        let body = code.find('{').expect("a body");
        let word = |at: Suspension| {
            let text: String = code
                .lines()
                .nth(at.line as usize - 1)
                .expect("a line")
                .chars()
                .skip(at.column as usize - 1)
                .collect();
            let end = text.find([' ', ';', ')', ',']).filter(|&end| end > 0);
            let end =
                if text.starts_with("await ") { text.find([';', ')', ']', ',', '}']) } else { end };
            text[..end.unwrap_or(text.len())].trim().to_owned()
        };
        (1..).map_while(|number| suspension(code, 1, body as u32 + 1, number)).map(word).collect()
    }

    #[test]
    fn points_come_in_the_order_of_the_engine() {
        let check = |body: &str, expected: &[&str]| {
            assert_eq!(points(&format!("async function f() {{ {body} }}")), expected, "{body}");
        };
        check("await a; f(await b, await c);", &["await a", "await b", "await c"]);
        check(
            "while (await t) { await b; } await z;",
            &["await t", "await b", "await t", "await z"],
        );
        check(
            "for (let i = await i0; await t; await u) { await b; }",
            &["await i0", "await t", "await b", "await u", "await t"],
        );
        check("do { await b; } while (await t);", &["await b", "await t"]);
        check(
            "switch (await d) { case await c1: await b1; case await c2: await b2; }",
            &["await d", "await c1: await b1", "await c2: await b2", "await b1", "await b2"],
        );
        check(
            "try { await t; } catch { await c; } finally { await f; }",
            &["await t", "await c", "await f"],
        );
        check(
            "for await (const x of await r) { await b; } await z;",
            &["await r", "await b", "x", "x", "await z"],
        );
        check("for await (const x of r) { break; } await z;", &["x", "x", "break", "await z"]);
        check("for await (const x of r) { for (;;) break; } await z;", &["x", "x", "await z"]);
        check("const { a = await d } = await i;", &["await i", "await d"]);
        check("await a; async () => { await no; }; await b;", &["await a", "await b"]);
    }

    #[test]
    fn generators_have_points_where_they_yield() {
        let code = "async function* f() { await a; yield b; yield* c; return d; }";
        let found = points(code);
        assert_eq!(found[..2], ["await a", "yield"]);
        assert_eq!(found[2..7], ["yield*"; 5]);
        assert_eq!(found[7..], ["d"]);
    }

    #[test]
    fn the_function_is_the_one_that_begins_there() {
        let code = "async () => async () => await x;\nawait y;";
        let at =
            |column| suspension(code, 1, column, 1).map(|it| (it.line, it.column, it.is_arrow));
        assert_eq!(at(25), Some((1, 25, true)));
        assert_eq!(at(13), None);
        // In no function: the top level, whose first point is its beginning.
        assert_eq!(
            suspension("async () => {}\n  await y;", 1, 1, 2).map(|it| (it.line, it.column)),
            Some((2, 3))
        );
        assert_eq!(suspension("f(", 1, 1, 1), None);
    }

    #[test]
    fn functions_have_names_from_where_they_stand() {
        let name = |code: &str| {
            let at = code.rfind("{ await").or_else(|| code.rfind("await")).expect("a body");
            suspension(code, 1, at as u32 + 1, 1).and_then(|it| it.name)
        };
        assert_eq!(name("const f = async () => { await 1; };").as_deref(), Some("f"));
        assert_eq!(name("const f = async () => await 1;").as_deref(), Some("f"));
        assert_eq!(name("o = { f: async function () { await 1; } };").as_deref(), Some("f"));
        assert_eq!(name("exports.f = async () => { await 1; };").as_deref(), Some("exports.f"));
        assert_eq!(name("class A { #f = async () => { await 1; }; }").as_deref(), Some("#f"));
        assert_eq!(name("class A { async ['f']() { await 1; } }").as_deref(), Some("f"));
        assert_eq!(name("const f = g(async () => { await 1; });"), None);
        let code = "const f = () => { g(() => 1); h(); };";
        let at = |text: &str| function_name(code, 1, code.find(text).expect("there") as u32 + 1);
        assert_eq!(at("h()").as_deref(), Some("f"));
        assert_eq!(at("1);"), None);
    }

    #[test]
    fn the_wait_is_around_the_place_or_next() {
        let code = "async () => { const p = f(); await p; await g(await h()); };";
        let at = |text: &str| {
            let column = code.find(text).expect("in the code") as u32 + 1;
            wait_near(code, 1, column).map(|it| &code[it.column as usize - 1..])
        };
        assert_eq!(at("f()"), Some("await p; await g(await h()); };"));
        assert_eq!(at("g("), Some("await g(await h()); };"));
        assert_eq!(at("h()"), Some("await h()); };"));
        assert_eq!(wait_near("f()", 1, 2), None);
    }
}
