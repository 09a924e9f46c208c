//! Which functions of a file use which of its variables that some function changes: what two callbacks may race for.
//!
//! For a search that tries promising schedules first, so it is read from the text alone, by names: variables of the top
//! level that are assigned to, or whose methods or properties change them, inside of a function.

use std::collections::BTreeSet;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, CallExpression, Expression,
    Function, IdentifierReference, Program, SimpleAssignmentTarget, Statement, UpdateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use crate::parse::{line_at, read_unknown};

/// Methods that change what they belong to.
const CHANGING: [&str; 9] =
    ["add", "clear", "delete", "pop", "push", "set", "shift", "splice", "unshift"];

/// A function of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharingFunction {
    /// Its lines, from 1.
    pub first_line: u32,
    pub last_line: u32,
    /// The shared variables that it uses.
    pub names: BTreeSet<String>,
}

/// The functions of a text that use shared variables. One that cannot be parsed has none.
pub fn sharing_functions(text: &str) -> Vec<SharingFunction> {
    let found = read_unknown(text, |program| {
        let mut finder = Finder { top: top_level(program), ..Finder::default() };
        finder.visit_program(program);
        finder.found(text)
    });
    found.unwrap_or_default()
}

/// The shared variables that a callback may use which was scheduled on a line: those of the function around it, which may
/// go on there, and of the functions that begin there.
pub fn shared_at(functions: &[SharingFunction], line: u32) -> BTreeSet<&str> {
    let around = functions
        .iter()
        .filter(|one| one.first_line <= line && line <= one.last_line)
        .min_by_key(|one| one.last_line - one.first_line);
    let begin = functions.iter().filter(|one| one.first_line == line);
    begin.chain(around).flat_map(|one| &one.names).map(String::as_str).collect()
}

fn top_level(program: &Program<'_>) -> BTreeSet<String> {
    let declarations = program.body.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(declaration) => Some(declaration),
        _ => None,
    });
    declarations
        .flat_map(|declaration| &declaration.declarations)
        .flat_map(|declarator| declarator.id.get_binding_identifiers())
        .map(|name| name.name.to_string())
        .collect()
}

#[derive(Default)]
struct Finder {
    top: BTreeSet<String>,
    /// Of the top level, changed inside of a function.
    changed: BTreeSet<String>,
    /// Functions with the names that they use; those that are open are in `open`.
    functions: Vec<(Span, BTreeSet<String>)>,
    open: Vec<usize>,
}

impl Finder {
    fn found(self, text: &str) -> Vec<SharingFunction> {
        let line = |at: u32| line_at(text, at);
        let sharing = self.functions.into_iter().map(|(span, used)| SharingFunction {
            first_line: line(span.start),
            last_line: line(span.end),
            names: used.intersection(&self.changed).cloned().collect(),
        });
        sharing.filter(|one| !one.names.is_empty()).collect()
    }

    fn inside(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        self.functions.push((span, BTreeSet::new()));
        self.open.push(self.functions.len() - 1);
        visit(self);
        self.open.pop();
    }

    fn changes(&mut self, object: &Expression<'_>) {
        match object {
            Expression::Identifier(name) => self.changes_name(&name.name),
            Expression::StaticMemberExpression(member) => self.changes(&member.object),
            Expression::ComputedMemberExpression(member) => self.changes(&member.object),
            _ => {}
        }
    }

    fn changes_name(&mut self, name: &str) {
        if !self.open.is_empty() && self.top.contains(name) {
            self.changed.insert(name.to_owned());
        }
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.inside(it.span, |finder| walk::walk_function(finder, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.inside(it.span, |finder| walk::walk_arrow_function_expression(finder, it));
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        for &place in &self.open {
            self.functions[place].1.insert(it.name.to_string());
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => self.changes_name(&name.name),
            AssignmentTarget::StaticMemberExpression(member) => self.changes(&member.object),
            AssignmentTarget::ComputedMemberExpression(member) => self.changes(&member.object),
            _ => {}
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        match &it.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.changes_name(&name.name);
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => self.changes(&member.object),
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                self.changes(&member.object);
            }
            _ => {}
        }
        walk::walk_update_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(member) = &it.callee
            && CHANGING.contains(&member.property.name.as_str())
        {
            self.changes(&member.object);
        }
        walk::walk_call_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "const fs = require('fs');
let count = 0;
const known = new Map();
const fixed = 1;
fs.stat('a', () => { count++; });
fs.stat('b', () => {
  known.set('b', fixed);
});
fs.stat('c', () => console.log(count));
fs.stat('d', () => console.log(fixed));
async function load() {
  await fs.promises.stat('e');
  return known.get('e');
}
";

    #[test]
    fn what_callbacks_share_is_known_by_their_lines() {
        let functions = sharing_functions(TEXT);
        let at = |line| shared_at(&functions, line).into_iter().collect::<Vec<_>>();
        assert_eq!(at(5), ["count"]);
        assert_eq!(at(6), ["known"]);
        assert_eq!(at(9), ["count"]);
        assert_eq!(at(10), [""; 0]);
        assert_eq!(at(12), ["known"]);
        assert!(sharing_functions("}{").is_empty());
    }
}
