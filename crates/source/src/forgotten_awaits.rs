//! Calls of async functions whose promise nobody takes: a forgotten `await`.
//!
//! For a lint, so only where it can be proved: the call is a statement of its own in an async function, where it could
//! have been awaited; what it calls is an async function of the same file, and no other name of the file is the same;
//! and the function is used in no other way, so that whatever it is seen to await belongs to such a call. `void f()`
//! says that it is meant.

use std::collections::HashMap;

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, BindingIdentifier, BindingPattern, Expression,
    ExpressionStatement, ForOfStatement, Function, IdentifierReference, VariableDeclaration,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

use crate::parse::{line_at, read_unknown};

/// A function whose calls are never awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenAwait {
    pub function: String,
    /// The line of its first call, from 1.
    pub line: u32,
    /// The lines on which the function itself awaits something.
    pub awaits: Vec<u32>,
}

/// Those of a text. One that cannot be parsed has none.
pub fn forgotten_awaits(text: &str) -> Vec<ForgottenAwait> {
    let found = read_unknown(text, |program| {
        let mut finder = Finder::default();
        finder.visit_program(program);
        finder.found(text)
    });
    found.unwrap_or_default()
}

#[derive(Default)]
struct Finder {
    /// The functions around what is visited, innermost last: the name of an async one that has one, and whether it is async.
    around: Vec<(Option<String>, bool)>,
    /// The name that the function to be visited next is given by where it stands.
    given: Option<String>,
    /// What is declared is a constant.
    is_constant: bool,
    /// Async functions with the offsets of their awaits.
    functions: HashMap<String, Vec<u32>>,
    /// Calls that are statements in async functions, in order.
    calls: Vec<(String, u32)>,
    declared: HashMap<String, usize>,
    used: HashMap<String, usize>,
}

impl Finder {
    fn found(self, text: &str) -> Vec<ForgottenAwait> {
        let line = |at: u32| line_at(text, at);
        let mut found: Vec<ForgottenAwait> = Vec::new();
        for (name, at) in &self.calls {
            let Some(awaits) = self.functions.get(name) else { continue };
            let calls = self.calls.iter().filter(|(other, _)| other == name).count();
            let is_known = self.declared.get(name) == Some(&1)
                && self.used.get(name) == Some(&calls)
                && !awaits.is_empty()
                && found.iter().all(|known| known.function != *name);
            if is_known {
                let awaits = awaits.iter().map(|at| line(*at)).collect();
                found.push(ForgottenAwait { function: name.clone(), line: line(*at), awaits });
            }
        }
        found
    }

    fn inside(&mut self, name: Option<String>, is_async: bool, visit: impl FnOnce(&mut Self)) {
        let name = name.filter(|_| is_async);
        if let Some(name) = &name {
            self.functions.entry(name.clone()).or_default();
        }
        self.around.push((name, is_async));
        visit(self);
        self.around.pop();
    }

    fn awaits(&mut self, at: u32) {
        if let Some((Some(name), _)) = self.around.last()
            && let Some(awaits) = self.functions.get_mut(name)
        {
            awaits.push(at);
        }
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let given = self.given.take();
        let own = it.id.as_ref().map(|id| id.name.to_string());
        // The name of a function expression is known inside of it only.
        let name = if it.is_declaration() { own } else { given };
        // What a generator waits for depends on who asks it.
        self.inside(name.filter(|_| !it.generator), it.r#async, |finder| {
            walk::walk_function(finder, it, flags);
        });
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let given = self.given.take();
        self.inside(given, it.r#async, |finder| {
            walk::walk_arrow_function_expression(finder, it);
        });
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let outer = std::mem::replace(&mut self.is_constant, it.kind.is_const());
        walk::walk_variable_declaration(self, it);
        self.is_constant = outer;
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        let Some(init) = &it.init else { return };
        let is_function = matches!(
            init,
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
        );
        self.given = match &it.id {
            BindingPattern::BindingIdentifier(name) if is_function && self.is_constant => {
                Some(name.name.to_string())
            }
            _ => None,
        };
        self.visit_expression(init);
        self.given = None;
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Expression::CallExpression(call) = &it.expression
            && let Expression::Identifier(callee) = &call.callee
            && self.around.last().is_some_and(|(_, is_async)| *is_async)
        {
            self.calls.push((callee.name.to_string(), it.span.start));
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits(it.span.start);
        walk::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.awaits(it.span.start);
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.declared.entry(it.name.to_string()).or_default() += 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        *self.used.entry(it.name.to_string()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, u32, Vec<u32>)> {
        let found = forgotten_awaits(text);
        found.into_iter().map(|one| (one.function, one.line, one.awaits)).collect()
    }

    #[test]
    fn a_call_that_nobody_awaits_is_found() {
        let text =
            "async function save() {\nawait 1;\n}\nasync function main() {\nsave();\n}\nmain();";
        assert_eq!(found(text), [("save".to_owned(), 5, vec![2])]);
        let text = "const save = async () => {\nfor await (const a of b) a;\n};\n(async () => {\nsave();\n})()";
        assert_eq!(found(text), [("save".to_owned(), 5, vec![2])]);
        let module = "export {};\nasync function save() { await 1; }\nconst main = async () => { save(); };\nawait main();";
        assert_eq!(found(module), [("save".to_owned(), 3, vec![2])]);
    }

    #[test]
    fn what_may_be_meant_is_not_told() {
        for text in [
            // There is nothing that could await it.
            "async function save() { await 1; }\nsave();",
            "async function save() { await 1; }\nfunction main() { save(); }",
            "async function save() { await 1; }\nasync () => [1].forEach(() => { save(); });",
            "async function save() { await 1; }\nasync () => { void save(); };",
            "async function save() { await 1; }\nasync () => { save().catch(stop); };",
            "async function save() { await 1; }\nasync () => { await save(); };",
            "async function save() { await 1; }\nasync () => { const saved = save(); await saved; };",
            // It is used in another way as well, or may be another function.
            "async function save() { await 1; }\nasync () => { save(); await save(); };",
            "async function save() { await 1; }\nasync (save) => { save(); };",
            "let save = async () => { await 1; };\nasync () => { save(); };",
            // It is over when it returns.
            "async function save() { }\nasync () => { save(); };",
            "function save() { }\nasync () => { save(); };",
            "}{",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
