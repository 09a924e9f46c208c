//! Builtins do not iterate arrays with what a program can replace: `Array.prototype[Symbol.iterator]` and the `next` of
//! its iterators.
//!
//! `for…of`, array patterns, spread elements and `yield*` ask for both, and so does the default constructor that
//! JavaScriptCore gives a subclass. Where the iterable is the program's own, the line says so: `// iterable: …`.
//! Not judged: `for await` and what is inside of async generators, which are about streams.

use oxc_allocator::{Allocator, Vec as ArenaVec};
use oxc_ast::ast::{
    Argument, ArrayAssignmentTarget, ArrayExpressionElement, ArrayPattern, Class, ClassElement,
    ForOfStatement, Function, MethodDefinitionKind, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{Finding, Source};

const MARKER: &str = "// iterable: ";

pub(super) fn check(source: &Source) -> Vec<Finding> {
    if !source.has_extension(&["js"]) || !source.path.starts_with("crates/runtime/js") {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &source.text, SourceType::script())
        .with_options(ParseOptions { allow_return_outside_function: true, ..Default::default() })
        .parse();
    if parsed.panicked {
        return vec![Finding::new(&source.path, 0, "a builtin that can not be parsed")];
    }
    let mut visitor = IterationVisitor { source, in_async_generator: false, findings: Vec::new() };
    visitor.visit_program(&parsed.program);
    visitor.findings
}

struct IterationVisitor<'s> {
    source: &'s Source,
    in_async_generator: bool,
    findings: Vec<Finding>,
}

impl IterationVisitor<'_> {
    fn find(&mut self, span: Span, what: &str) {
        let before = &self.source.text[..span.start as usize];
        let index = before.matches('\n').count();
        if self.source.text.lines().nth(index).is_some_and(|line| line.contains(MARKER)) {
            return;
        }
        let message = format!("{what} asks the program's array iterator");
        self.findings.push(Finding::new(&self.source.path, index + 1, message));
    }
}

impl<'a> Visit<'a> for IterationVisitor<'_> {
    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if !it.r#await {
            self.find(it.span, "`for…of`");
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_array_pattern(&mut self, it: &ArrayPattern<'a>) {
        self.find(it.span, "an array pattern");
        walk::walk_array_pattern(self, it);
    }

    fn visit_array_assignment_target(&mut self, it: &ArrayAssignmentTarget<'a>) {
        self.find(it.span, "an array pattern");
        walk::walk_array_assignment_target(self, it);
    }

    fn visit_arguments(&mut self, it: &ArenaVec<'a, Argument<'a>>) {
        for argument in it.iter().filter(|argument| argument.is_spread()) {
            self.find(argument.span(), "a spread argument");
        }
        walk::walk_arguments(self, it);
    }

    fn visit_array_expression_element(&mut self, it: &ArrayExpressionElement<'a>) {
        if it.is_spread() {
            self.find(it.span(), "a spread element");
        }
        walk::walk_array_expression_element(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let outer = std::mem::replace(&mut self.in_async_generator, it.r#async && it.generator);
        walk::walk_function(self, it, flags);
        self.in_async_generator = outer;
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        if it.delegate && !self.in_async_generator {
            self.find(it.span, "`yield*`");
        }
        walk::walk_yield_expression(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let is_constructor = |element: &ClassElement<'a>| matches!(element, ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor);
        if it.heritage.is_some() && !it.body.body.iter().any(is_constructor) {
            self.find(it.span, "the default constructor of a subclass");
        }
        walk::walk_class(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::check;

    fn lines(text: &str) -> Vec<usize> {
        let found = check(&sample("crates/runtime/js/internal/x.js", text));
        messages(&found).iter().map(|(line, _)| *line).collect()
    }

    #[test]
    fn what_asks_the_iterator_is_found() {
        let broken = "for (const a of list) f(a);\nconst [b] = list;\n[c] = list;\nf(...list);\nnew F(1, ...list);\n\
            const d = [1, ...list];\nfunction* g() { yield* list; }\nclass A extends B {}\n";
        assert_eq!(lines(broken), [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn what_does_not_is_left_alone() {
        let fine = "const f = (...rest) => rest[0];\nconst { 0: a, ...b } = list;\nconst c = { ...b };\n\
            class A extends B { constructor() { super(); } }\nclass C {}\n\
            async function* g() { for await (const a of stream) yield* a; }\nreturn;\n";
        assert!(lines(fine).is_empty());
        assert!(check(&sample("tests/errors/x.js", "f(...list);\n")).is_empty());
    }

    #[test]
    fn a_line_may_say_whose_iterable_it_is() {
        assert!(lines("for (const a of given) f(a); // iterable: the program's\n").is_empty());
    }

    #[test]
    fn the_message_names_the_form() {
        let found = check(&sample("crates/runtime/js/internal/x.js", "f(...list);\n"));
        assert_eq!(messages(&found), [(1, "a spread argument asks the program's array iterator")]);
    }
}
