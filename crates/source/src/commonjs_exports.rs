//! Guesses the names a CommonJS module exports, without running it.
//!
//! An `import { a }` of a CommonJS module has to be linked before the module runs, so the names are read from the
//! text: the same assignments Node's lexer looks for, found on the syntax tree. `exports` and `module` are taken
//! by name, wherever they occur.

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BindingPattern, CallExpression, Expression,
    Function, ObjectExpression, ObjectPropertyKind, PropertyKey, PropertyKind, Statement,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use crate::parse::{self, Goal, Language};
use crate::scan::is_word_byte;
use crate::stack;

/// What a CommonJS module seems to export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonJsExports {
    /// Names, each once, in the order they were found.
    pub names: Vec<String>,
    /// Specifiers of modules whose exports are passed on.
    pub reexports: Vec<String>,
}

/// Reads the export names of a CommonJS source; a source that does not parse exports nothing.
///
/// ```
/// use roundel_source::{Language, commonjs_exports};
/// let found = commonjs_exports("exports.a = 1; module.exports.b = 2", Language::JavaScript);
/// assert_eq!(found.names, ["a", "b"]);
/// ```
pub fn commonjs_exports(source: &str, language: Language) -> CommonJsExports {
    stack::with_room(source, || read(source, language))
}

fn read(source: &str, language: Language) -> CommonJsExports {
    let allocator = Allocator::default();
    match parse::parse(&allocator, source, language, Goal::CommonJs) {
        Ok(program) => {
            let mut visitor = ExportVisitor {
                source,
                found: CommonJsExports::default(),
                requires: HashMap::new(),
            };
            visitor.visit_program(&program);
            visitor.found
        }
        Err(_) => CommonJsExports::default(),
    }
}

struct ExportVisitor<'s> {
    source: &'s str,
    found: CommonJsExports,
    /// Variables that hold the result of `require('…')`.
    requires: HashMap<String, String>,
}

impl ExportVisitor<'_> {
    fn add(&mut self, name: &str) {
        if !self.found.names.iter().any(|known| known == name) {
            self.found.names.push(name.to_owned());
        }
    }

    fn pass_on(&mut self, specifier: &str) {
        if !self.found.reexports.iter().any(|known| known == specifier) {
            self.found.reexports.push(specifier.to_owned());
        }
    }

    /// `module.exports = { a, b: c, ...require('d') }`, read until the first value that is not a plain name.
    fn literal(&mut self, object: &ObjectExpression) {
        for property in &object.properties {
            match property {
                ObjectPropertyKind::SpreadProperty(spread) => match &spread.argument {
                    Expression::Identifier(_) => {}
                    argument => match required(argument) {
                        Some(specifier) => self.pass_on(specifier),
                        None => return,
                    },
                },
                ObjectPropertyKind::ObjectProperty(property) => {
                    let name = match &property.key {
                        PropertyKey::StaticIdentifier(key) => key.name.as_str(),
                        PropertyKey::StringLiteral(key) if !property.computed => key.value.as_str(),
                        _ => return,
                    };
                    if property.kind != PropertyKind::Init {
                        return;
                    }
                    let value = property.value.span();
                    let first = self.source.as_bytes().get(value.start as usize);
                    let starts_as_name =
                        first.is_some_and(|&b| is_word_byte(b) && !b.is_ascii_digit());
                    if property.method || starts_as_name {
                        self.add(name);
                    }
                    if let Some(specifier) = required(&property.value) {
                        self.pass_on(specifier);
                    }
                    let text = &self.source[value.start as usize..value.end as usize];
                    let is_plain = starts_as_name && text.bytes().all(is_word_byte);
                    if property.method || !is_plain {
                        return;
                    }
                }
            }
        }
    }

    /// `Object.defineProperty(exports, 'a', …)` with a value or a plain getter.
    fn define_property(&mut self, call: &CallExpression) {
        let [target, Argument::StringLiteral(name), Argument::ObjectExpression(descriptor)] =
            &call.arguments[..]
        else {
            return;
        };
        if !target.as_expression().is_some_and(is_exports) {
            return;
        }
        for property in &descriptor.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return };
            let Some(key) = property.key.static_name() else { return };
            match (&*key, &property.value) {
                ("enumerable", Expression::BooleanLiteral(value)) if value.value => {}
                ("value", _) => return self.add(&name.value),
                ("get", Expression::FunctionExpression(getter)) => {
                    if returns_binding(getter) {
                        self.add(&name.value);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// `Object.keys(x).forEach(function (k) { if (k === 'default' …) …; exports[k] = x[k] })`.
    fn reexport_loop(&mut self, call: &CallExpression) {
        let Expression::StaticMemberExpression(callee) = &call.callee else { return };
        let ("forEach", Expression::CallExpression(keys)) =
            (callee.property.name.as_str(), &callee.object)
        else {
            return;
        };
        let is_keys = is_member(&keys.callee, "Object", "keys");
        let ([Argument::Identifier(source)], [Argument::FunctionExpression(function)]) =
            (&keys.arguments[..], &call.arguments[..])
        else {
            return;
        };
        let guarded = function.body.as_ref().is_some_and(|body| {
            matches!(body.statements.first(), Some(Statement::IfStatement(check)) if {
                let span = check.test.span();
                self.source[span.start as usize..span.end as usize].contains("default")
            })
        });
        if is_keys
            && guarded
            && let Some(specifier) = self.requires.get(source.name.as_str()).cloned()
        {
            self.pass_on(&specifier);
        }
    }
}

impl<'a> Visit<'a> for ExportVisitor<'_> {
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator == AssignmentOperator::Assign {
            match &it.left {
                AssignmentTarget::StaticMemberExpression(target) if is_exports(&target.object) => {
                    self.add(&target.property.name);
                }
                AssignmentTarget::StaticMemberExpression(target)
                    if is_name(&target.object, "module") && target.property.name == "exports" =>
                {
                    self.found.reexports.clear();
                    match &it.right {
                        Expression::ObjectExpression(object) => self.literal(object),
                        right => {
                            if let Some(specifier) = required(right) {
                                self.pass_on(specifier);
                            }
                        }
                    }
                }
                AssignmentTarget::ComputedMemberExpression(target)
                    if is_exports(&target.object) =>
                {
                    if let Expression::StringLiteral(key) = &target.expression {
                        self.add(&key.value);
                    }
                }
                _ => {}
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let callee = match &it.callee {
            Expression::Identifier(name) => name.name.as_str(),
            Expression::StaticMemberExpression(member) => member.property.name.as_str(),
            _ => "",
        };
        if let ("__exportStar" | "__export", Some(specifier)) =
            (callee, it.arguments.first().and_then(Argument::as_expression).and_then(required))
        {
            self.pass_on(specifier);
        }
        if is_member(&it.callee, "Object", "defineProperty") {
            self.define_property(it);
        }
        if callee == "forEach" {
            self.reexport_loop(it);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&it.id, &it.init) {
            let wrapped = match init {
                // Babel's `_interopRequireWildcard(require('x'))`.
                Expression::CallExpression(call) if required(init).is_none() => {
                    call.arguments.first().and_then(Argument::as_expression)
                }
                init => Some(init),
            };
            if let Some(specifier) = wrapped.and_then(required) {
                self.requires.insert(id.name.to_string(), specifier.to_owned());
            }
        }
        walk::walk_variable_declarator(self, it);
    }
}

/// The specifier of `require('…')`.
fn required<'e>(expression: &'e Expression) -> Option<&'e str> {
    match expression {
        Expression::CallExpression(call) if is_name(&call.callee, "require") => {
            match &call.arguments[..] {
                [Argument::StringLiteral(specifier)] => Some(specifier.value.as_str()),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_exports(expression: &Expression) -> bool {
    is_name(expression, "exports") || is_member(expression, "module", "exports")
}

fn is_name(expression: &Expression, name: &str) -> bool {
    matches!(expression, Expression::Identifier(id) if id.name == name)
}

fn is_member(expression: &Expression, object: &str, property: &str) -> bool {
    matches!(expression, Expression::StaticMemberExpression(member)
        if is_name(&member.object, object) && member.property.name == property)
}

/// Whether a getter only returns a variable or a member of one.
fn returns_binding(getter: &Function) -> bool {
    let Some(body) = &getter.body else { return false };
    match &body.statements[..] {
        [Statement::ReturnStatement(statement)] => match &statement.argument {
            Some(Expression::Identifier(_)) => true,
            Some(Expression::StaticMemberExpression(member)) => {
                matches!(member.object, Expression::Identifier(_))
            }
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let found = commonjs_exports(source, Language::JavaScript);
        let reexports = found.reexports.iter().map(|specifier| format!("<{specifier}>"));
        let all: Vec<String> = found.names.iter().cloned().chain(reexports).collect();
        assert_eq!(all.join(" "), expected, "{source}");
    }

    #[test]
    fn assignments() {
        check("exports.a = 1; exports['b'] = 2; module.exports.c = 3", "a b c");
        check("exports.a = exports.b = 0; exports.a = 1", "a b");
        check("function f() { exports.inner = 1 } if (0) exports.cond = 2", "inner cond");
        check("exports.x ??= 2; exports.y += 1; exports.z; exports.a.b = 1", "");
        check("foo.exports.d = 1; module['exports'].bar = 1", "");
        check("({ x: exports.a } = y); [exports.b] = z", "");
    }

    #[test]
    fn literals_end_at_the_first_value_that_is_not_a_name() {
        check("module.exports = { a, b: c, 'd': e, f }", "a b d f");
        check("module.exports = { a, b: 1, c }", "a");
        check("module.exports = { a: b.c, d }", "a");
        check("module.exports = { a: function () {}, d }", "a");
        check("module.exports = { a() {}, b }", "a");
        check("module.exports = { a, get b() {}, c }", "a");
        check("module.exports = { a, ...b, c, ...{}, d }", "a c");
        check("module.exports = { [a]: 1, b }", "");
        check("0 && (module.exports = { a, b }); module.exports = f()", "a b");
    }

    #[test]
    fn reexports() {
        check("module.exports = require('x')", "<x>");
        check("module.exports = { ...require('x'), q }", "q <x>");
        check("module.exports = require('x'); module.exports = { z }", "z");
        check("__exportStar(require('x'), exports); tslib.__exportStar(require('y'))", "<x> <y>");
        check(
            "var _x = require('x'); Object.keys(_x).forEach(function (k) {
                if (k === 'default' || k === '__esModule') return; exports[k] = _x[k] })",
            "<x>",
        );
        check("Object.keys(_x).forEach(function (k) { exports[k] = _x[k] })", "");
    }

    #[test]
    fn defined_properties() {
        check("Object.defineProperty(exports, 'a', { enumerable: true, value: 1 })", "a");
        check("Object.defineProperty(exports, 'a', { value: 1 })", "a");
        check(
            "Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q.p } })",
            "a",
        );
        check("Object.defineProperty(exports, 'a', { get() { return q } })", "a");
        check("Object.defineProperty(exports, 'a', { get: () => q })", "");
        check("Object.defineProperty(exports, 'a', { get() { return q() } })", "");
        check("Object.defineProperty(exports, 'a', d)", "");
        check("Object.defineProperty(exports, '__esModule', { value: true })", "__esModule");
    }
}
