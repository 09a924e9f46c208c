//! Lines that a person types: `await` at the top of a script, and what to write instead of an import declaration.
//!
//! A script can not await, so one that does becomes the body of an async function. Its variables must outlive it: they are
//! declared before the function, and the declarations in it become assignments. The value of the last statement is what
//! the function gives.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, Expression, ForStatement, ForStatementInit,
    ForStatementLeft, Function, ImportDeclaration, ImportDeclarationSpecifier, Program, Statement,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use crate::edit::Edits;
use crate::module::top_level_await;
use crate::parse::{self, Goal, Language};
use crate::stack;

/// The script for a text that awaits outside of its functions; `None` for one that does not, or that is wrong.
pub fn awaiting_script(source: &str) -> Option<String> {
    if !source.contains("await") {
        return None;
    }
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let program = parse::parse(&allocator, source, Language::JavaScript, Goal::Module).ok()?;
        top_level_await::find(&program)?;
        wrap(source, &program)
    })
}

fn wrap(source: &str, program: &Program) -> Option<String> {
    let mut hoisting =
        Hoisting { edits: Edits::new(source), lexical: Vec::new(), vars: Vec::new() };
    // Directives would be lost, and imports have no place in a function.
    for statement in &program.body {
        if statement.is_module_declaration() {
            return None;
        }
        hoisting.top_level(statement);
    }
    if let Some(Statement::ExpressionStatement(last)) = program.body.last() {
        let span = last.expression.span();
        hoisting.edits.insert(span.start, "return { value: (");
        hoisting.edits.insert(span.end, ") }");
    }
    let Hoisting { edits, lexical, vars } = hoisting;
    let declared = |keyword: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { format!("{keyword} {}; ", names.join(", ")) }
    };
    let (body, _) = edits.apply();
    let head = format!("{}{}", declared("let", &lexical), declared("var", &vars));
    // A comment may end the text.
    Some(format!("{head}(async () => {{ {body}\n}})()"))
}

/// Collects what is declared, and turns the declarations into assignments.
struct Hoisting<'s> {
    edits: Edits<'s>,
    lexical: Vec<String>,
    vars: Vec<String>,
}

impl Hoisting<'_> {
    fn top_level<'a>(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::VariableDeclaration(declaration)
                if matches!(
                    declaration.kind,
                    VariableDeclarationKind::Let | VariableDeclarationKind::Const
                ) =>
            {
                let names = names_of(declaration);
                self.lexical.extend(names);
                self.assign(declaration);
            }
            Statement::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    self.vars.push(id.name.to_string());
                    self.edits.insert(function.span.start, format!("this.{0} = {0}; ", id.name));
                }
            }
            Statement::ClassDeclaration(class) => {
                if let Some(id) = &class.id {
                    self.lexical.push(id.name.to_string());
                    self.edits.insert(class.span.start, format!("{} = ", id.name));
                    self.edits.insert(class.span.end, ";");
                }
            }
            other => self.visit_statement(other),
        }
    }

    /// `const {a} = b, c` becomes `void ({a} = b, c = undefined);`.
    fn assign(&mut self, declaration: &VariableDeclaration) {
        let (Some(first), Some(last)) =
            (declaration.declarations.first(), declaration.declarations.last())
        else {
            return;
        };
        self.edits.replace(declaration.span.start, first.span.start, "void (");
        for declarator in &declaration.declarations {
            if declarator.init.is_none() {
                self.edits.insert(declarator.span.end, " = undefined");
            }
        }
        self.edits.insert(last.span.end, ");");
    }

    fn forget_keyword(&mut self, declaration: &VariableDeclaration) {
        self.vars.extend(names_of(declaration));
        if let Some(first) = declaration.declarations.first() {
            self.edits.blank(declaration.span.start, first.span.start);
        }
    }
}

// `var` in blocks and loops; what functions declare is their own.
impl<'a> Visit<'a> for Hoisting<'_> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            self.vars.extend(names_of(it));
            self.assign(it);
        }
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        match &it.init {
            Some(ForStatementInit::VariableDeclaration(declaration))
                if declaration.kind == VariableDeclarationKind::Var =>
            {
                self.forget_keyword(declaration);
            }
            _ => {}
        }
        self.visit_statement(&it.body);
    }

    fn visit_for_statement_left(&mut self, it: &ForStatementLeft<'a>) {
        if let ForStatementLeft::VariableDeclaration(declaration) = it
            && declaration.kind == VariableDeclarationKind::Var
        {
            self.forget_keyword(declaration);
        }
    }
}

fn names_of(declaration: &VariableDeclaration) -> Vec<String> {
    let mut names = BoundNames(Vec::new());
    for declarator in &declaration.declarations {
        names.visit_binding_pattern(&declarator.id);
    }
    names.0
}

struct BoundNames(Vec<String>);

impl<'a> Visit<'a> for BoundNames {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.0.push(it.name.to_string());
    }

    // Default values declare nothing.
    fn visit_expression(&mut self, _: &Expression<'a>) {}
}

/// How the import declarations of a text are written with `import()`; `None` if it has none.
pub fn dynamic_imports(source: &str) -> Option<String> {
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let program = parse::parse(&allocator, source, Language::JavaScript, Goal::Module).ok()?;
        let imports: Vec<String> = program
            .body
            .iter()
            .filter_map(|statement| match statement {
                Statement::ImportDeclaration(import) => Some(dynamic_import(import)),
                _ => None,
            })
            .collect();
        (!imports.is_empty()).then(|| imports.join(" "))
    })
}

fn dynamic_import(import: &ImportDeclaration) -> String {
    let from = format!("await import({});", quoted_text(&import.source.value));
    let Some(specifiers) = import.specifiers.as_ref().filter(|list| !list.is_empty()) else {
        return from;
    };
    let mut named = Vec::new();
    for specifier in specifiers {
        match specifier {
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => {
                return format!("const {} = {from}", all.local.name);
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                named.push(format!("default: {}", default.local.name));
            }
            ImportDeclarationSpecifier::ImportSpecifier(one) => {
                let imported = one.imported.name();
                named.push(if imported == one.local.name {
                    imported.to_string()
                } else {
                    format!("{imported}: {}", one.local.name)
                });
            }
        }
    }
    format!("const {{ {} }} = {from}", named.join(", "))
}

/// As JSON writes a string.
fn quoted_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: Option<&str>) {
        assert_eq!(awaiting_script(source).as_deref(), expected, "{source}");
    }

    #[test]
    fn only_what_awaits_is_wrapped() {
        check("1 + 1", None);
        check("async () => await 1", None);
        check("await", None);
        check("(await 1", None);
    }

    #[test]
    fn the_last_value_is_given() {
        check("await 1", Some("(async () => { return { value: (await 1) }\n})()"));
        check("await 1; if (x) {}", Some("(async () => { await 1; if (x) {}\n})()"));
    }

    #[test]
    fn variables_outlive_the_function() {
        check(
            "const {a, b: [c]} = await x, d = 1; let e",
            Some(
                "let a, c, d, e; (async () => { void ({a, b: [c]} = await x, d = 1);; \
                 void (e = undefined);\n})()",
            ),
        );
        check(
            "for (var i of await x) { var j = i }",
            Some("var i, j; (async () => { for (    i of await x) { void (j = i); }\n})()"),
        );
        check(
            "await 1; function f() {} class A {}",
            Some(
                "let A; var f; (async () => { await 1; this.f = f; function f() {} A = class A {};\n})()",
            ),
        );
    }

    #[test]
    fn imports_are_written_as_calls() {
        let imports = |source| dynamic_imports(source).unwrap_or_default();
        assert_eq!(imports("import fs from 'fs'"), "const { default: fs } = await import(\"fs\");");
        assert_eq!(imports("import * as p from 'path'"), "const p = await import(\"path\");");
        assert_eq!(
            imports("import a, { b, c as d } from 'x'"),
            "const { default: a, b, c: d } = await import(\"x\");"
        );
        assert_eq!(imports("import 'x'"), "await import(\"x\");");
        assert_eq!(dynamic_imports("import('x')"), None);
    }
}
