//! Awaits in a loop that could all be under way at once, because no turn needs anything of those before.
//!
//! For a lint, so only where it can be proved: the loop awaits one call, of a function of `fs/promises` or `dns/promises`
//! that only reads; what it is called with is made of the loop's own variable and of what the loop does not change; and
//! nothing else in the body has an effect but to collect what was read.

use std::collections::HashSet;

use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AwaitExpression,
    BindingPattern, CallExpression, Expression, ForOfStatement, ForStatement, Function,
    IdentifierReference, ImportDeclarationSpecifier, NewExpression, Program,
    SimpleAssignmentTarget, Statement, TaggedTemplateExpression, UpdateExpression,
    VariableDeclarator, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use crate::parse::{line_at, read_unknown};

/// Functions that only read.
const READING: [&str; 12] = [
    "access",
    "lookup",
    "lstat",
    "readFile",
    "readdir",
    "readlink",
    "realpath",
    "resolve",
    "resolve4",
    "resolve6",
    "resolveMx",
    "stat",
];

/// Methods that collect what was read, or only look at it.
const COLLECTING: [&str; 14] = [
    "add",
    "at",
    "concat",
    "includes",
    "isDirectory",
    "isFile",
    "join",
    "push",
    "set",
    "slice",
    "split",
    "toString",
    "trim",
    "resolve",
];

/// The lines, from 1, of such awaits. A text that cannot be parsed has none.
pub fn independent_awaits(text: &str) -> Vec<u32> {
    let line = |at: u32| line_at(text, at);
    let found = read_unknown(text, |program| {
        let mut finder = Finder { readers: Readers::of(program), found: Vec::new() };
        finder.visit_program(program);
        finder.found.iter().map(|span| line(span.start)).collect()
    });
    found.unwrap_or_default()
}

/// The names under which a file has functions that read.
#[derive(Default)]
struct Readers {
    /// Whole modules: `fs` of `const fs = require('fs/promises')`.
    modules: HashSet<String>,
    /// Modules that have them under `promises`.
    parents: HashSet<String>,
    /// Single functions.
    functions: HashSet<String>,
}

impl Readers {
    fn of(program: &Program<'_>) -> Readers {
        let mut readers = Readers::default();
        for statement in &program.body {
            match statement {
                Statement::VariableDeclaration(declaration) => {
                    for declarator in &declaration.declarations {
                        readers.take(declarator);
                    }
                }
                Statement::ImportDeclaration(import) => {
                    let source = import.source.value.as_str();
                    for specifier in import.specifiers.iter().flatten() {
                        readers.import(source, specifier);
                    }
                }
                _ => {}
            }
        }
        readers
    }

    fn import(&mut self, source: &str, specifier: &ImportDeclarationSpecifier<'_>) {
        let local = specifier.local().name.to_string();
        let names = if let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier {
            let name = one.imported.name();
            if is_promises(source) {
                READING.contains(&name.as_str()).then_some(&mut self.functions)
            } else {
                (is_parent(source) && name == "promises").then_some(&mut self.modules)
            }
        } else if is_promises(source) {
            Some(&mut self.modules)
        } else {
            is_parent(source).then_some(&mut self.parents)
        };
        if let Some(names) = names {
            names.insert(local);
        }
    }

    fn take(&mut self, declarator: &VariableDeclarator<'_>) {
        let Some(init) = &declarator.init else { return };
        let (source, has_promises) = match init {
            Expression::StaticMemberExpression(member) if member.property.name == "promises" => {
                (required(&member.object), true)
            }
            init => (required(init), false),
        };
        let Some(source) = source else { return };
        let is_module = is_promises(source) || has_promises && is_parent(source);
        match &declarator.id {
            BindingPattern::BindingIdentifier(name) if is_module => {
                self.modules.insert(name.name.to_string());
            }
            BindingPattern::BindingIdentifier(name) if is_parent(source) => {
                self.parents.insert(name.name.to_string());
            }
            BindingPattern::ObjectPattern(pattern) => {
                for property in &pattern.properties {
                    let BindingPattern::BindingIdentifier(local) = &property.value else {
                        continue;
                    };
                    let Some(key) = property.key.static_name() else { continue };
                    if is_module && READING.contains(&&*key) {
                        self.functions.insert(local.name.to_string());
                    } else if is_parent(source) && key == "promises" {
                        self.modules.insert(local.name.to_string());
                    }
                }
            }
            _ => {}
        }
    }

    /// The call is one of a function that only reads.
    fn reads(&self, call: &CallExpression<'_>) -> bool {
        match &call.callee {
            Expression::Identifier(name) => self.functions.contains(name.name.as_str()),
            Expression::StaticMemberExpression(member) => {
                READING.contains(&member.property.name.as_str()) && self.is_module(&member.object)
            }
            _ => false,
        }
    }

    fn is_module(&self, object: &Expression<'_>) -> bool {
        match object {
            Expression::Identifier(name) => self.modules.contains(name.name.as_str()),
            Expression::StaticMemberExpression(member) => {
                let Expression::Identifier(name) = &member.object else { return false };
                member.property.name == "promises" && self.parents.contains(name.name.as_str())
            }
            _ => false,
        }
    }
}

fn is_promises(source: &str) -> bool {
    matches!(source.trim_start_matches("node:"), "fs/promises" | "dns/promises")
}

fn is_parent(source: &str) -> bool {
    matches!(source.trim_start_matches("node:"), "fs" | "dns")
}

fn required<'a>(expression: &'a Expression<'_>) -> Option<&'a str> {
    let Expression::CallExpression(call) = expression else { return None };
    let Expression::Identifier(callee) = &call.callee else { return None };
    match call.arguments.first()? {
        Argument::StringLiteral(source) if callee.name == "require" => Some(source.value.as_str()),
        _ => None,
    }
}

struct Finder {
    readers: Readers,
    found: Vec<Span>,
}

impl Finder {
    fn look<'a>(&mut self, body: &Statement<'a>, around: &[&Expression<'a>]) {
        let mut seen = Body::new(&self.readers);
        seen.visit_statement(body);
        let [(span, arguments)] = &seen.awaits[..] else { return };
        let mut gone_over = Names::default();
        for expression in around {
            gone_over.visit_expression(expression);
        }
        let is_independent = !seen.has_effect
            && seen.changed.is_disjoint(arguments)
            && seen.collectors.is_disjoint(&gone_over.0)
            && seen.changed.is_disjoint(&gone_over.0);
        if is_independent {
            self.found.push(*span);
        }
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if !it.r#await {
            self.look(&it.body, &[&it.right]);
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        let around: Vec<&Expression<'a>> = it.test.iter().collect();
        self.look(&it.body, &around);
        walk::walk_for_statement(self, it);
    }
}

/// The names that an expression uses.
#[derive(Default)]
struct Names(HashSet<String>);

impl<'a> Visit<'a> for Names {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.0.insert(it.name.to_string());
    }
}

/// What the body of a loop does.
struct Body<'r> {
    readers: &'r Readers,
    /// Where, and the names that what is awaited is called with.
    awaits: Vec<(Span, HashSet<String>)>,
    /// Variables that are assigned to, or that hold what was read.
    changed: HashSet<String>,
    /// Variables whose methods collect.
    collectors: HashSet<String>,
    /// There is something that another turn may depend on.
    has_effect: bool,
}

impl<'r> Body<'r> {
    fn new(readers: &'r Readers) -> Body<'r> {
        Body {
            readers,
            awaits: Vec::new(),
            changed: HashSet::new(),
            collectors: HashSet::new(),
            has_effect: false,
        }
    }
}

impl<'a> Visit<'a> for Body<'_> {
    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        let call = match &it.argument {
            Expression::CallExpression(call) if self.readers.reads(call) => call,
            _ => {
                self.has_effect = true;
                return;
            }
        };
        let mut names = Names::default();
        for argument in &call.arguments {
            names.visit_argument(argument);
            self.visit_argument(argument);
        }
        self.awaits.push((it.span, names.0));
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let before = self.awaits.len();
        walk::walk_variable_declarator(self, it);
        if self.awaits.len() > before {
            for name in it.id.get_binding_identifiers() {
                self.changed.insert(name.name.to_string());
            }
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.changed.insert(name.name.to_string());
            }
            AssignmentTarget::ComputedMemberExpression(member) => self.collect(&member.object),
            AssignmentTarget::StaticMemberExpression(member) => self.collect(&member.object),
            _ => self.has_effect = true,
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        match &it.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.changed.insert(name.name.to_string());
            }
            _ => self.has_effect = true,
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::StaticMemberExpression(member)
                if COLLECTING.contains(&member.property.name.as_str()) =>
            {
                self.collect(&member.object);
            }
            _ => self.has_effect = true,
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {
        self.has_effect = true;
    }

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {
        self.has_effect = true;
    }

    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.has_effect = true;
    }

    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.has_effect = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.has_effect = true;
    }

    /// A turn that may be the last makes all that follow depend on it.
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::BreakStatement(_)
            | Statement::ReturnStatement(_)
            | Statement::ThrowStatement(_)
            | Statement::TryStatement(_)
            | Statement::ForStatement(_)
            | Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::WhileStatement(_)
            | Statement::DoWhileStatement(_) => self.has_effect = true,
            it => walk::walk_statement(self, it),
        }
    }
}

impl Body<'_> {
    /// A method of `object` is called, or a property of it set.
    fn collect(&mut self, object: &Expression<'_>) {
        match object {
            Expression::Identifier(name) => {
                self.collectors.insert(name.name.to_string());
            }
            Expression::StaticMemberExpression(member) => self.collect(&member.object),
            // What was read, or a literal: nobody else has it.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "const fs = require('node:fs/promises');\n\
                        const { readFile } = fs; const path = require('path');\n";

    fn lines(body: &str) -> Vec<u32> {
        independent_awaits(&format!("{HEAD}async function f(names, out) {{\n{body}\n}}"))
    }

    #[test]
    fn what_only_collects_is_independent() {
        assert_eq!(lines("for (const name of names) out.push(await fs.readFile(name));"), [4]);
        assert_eq!(
            lines("for (const name of names) {\nout.push((await fs.stat(name)).size);\n}"),
            [5]
        );
        assert_eq!(
            lines("for (let i = 0; i < names.length; i++) out[i] = await fs.stat(names[i]);"),
            [4]
        );
        let summed = "let all = 0;\nfor (const n of names) {\nconst s = await fs.stat(path.join('a', n));\nall += s.size;\n}";
        assert_eq!(lines(summed), [6]);
    }

    #[test]
    fn what_may_depend_is_not_told() {
        for body in [
            "let next = names[0];\nfor (const _ of names) next = await fs.readFile(next);",
            "for (const name of names) names.push(await fs.readFile(name));",
            "for (const name of names) use(await fs.readFile(name));",
            "for (const name of names) { if ((await fs.stat(name)).size) break; }",
            "for (const name of names) { try { out.push(await fs.stat(name)); } catch {} }",
            "for (const name of names) await fs.writeFile(name, '');",
            "for (const name of names) await sleep(name);",
            "for (const name of names) out.push(await other.readFile(name));",
            "for (const name of names) { const a = await fs.readFile(name); out.push(await fs.readFile(a)); }",
            "for await (const name of names) out.push(await fs.readFile(name));",
        ] {
            assert_eq!(lines(body), [0; 0], "{body}");
        }
    }

    #[test]
    fn imports_are_known_too() {
        let text = "import { readFile as read } from 'fs/promises';\nconst all = [];\n\
                    for (const n of process.argv) all.push(await read(n));";
        assert_eq!(independent_awaits(text), [3]);
        assert_eq!(independent_awaits("}{"), [0; 0]);
    }
}
