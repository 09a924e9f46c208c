//! Tells ES modules from CommonJS where neither the extension nor a package says which it is.
//!
//! Node runs such a file as CommonJS and takes it for a module when CommonJS cannot be the reason for the failure:
//! an `import` or `export` declaration, `import.meta`, a top-level `await`, or a lexical declaration of one of the
//! names the CommonJS wrapper binds.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingPattern, Declaration, ImportOrExportKind, Program, Statement, VariableDeclarationKind,
};

use crate::parse::{self, Goal, Language};
use crate::stack;

/// The kind of a source, read from its syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    CommonJs,
    Module,
}

/// The names a CommonJS wrapper binds.
const WRAPPER_NAMES: &[&str] = &["exports", "require", "module", "__filename", "__dirname"];

/// The kind of `source`. One that is broken either way is told by the declarations in front of its error.
///
/// ```
/// use roundel_source::{Language, Syntax, detect};
/// assert_eq!(detect("export {}", Language::JavaScript), Syntax::Module);
/// assert_eq!(detect("await null", Language::JavaScript), Syntax::Module);
/// assert_eq!(detect("exports.a = 1", Language::JavaScript), Syntax::CommonJs);
/// ```
pub fn detect(source: &str, language: Language) -> Syntax {
    stack::with_room(source, || tell(source, language))
}

fn tell(source: &str, language: Language) -> Syntax {
    let allocator = Allocator::default();
    match parse::parse(&allocator, source, language, Goal::CommonJs) {
        Ok(program) if declares_module(&program) || rebinds_wrapper(&program) => Syntax::Module,
        Ok(_) => Syntax::CommonJs,
        Err(_) => match parse::parse(&allocator, source, language, Goal::Module) {
            Ok(_) => Syntax::Module,
            Err(error) if begins_as_module(source, error.line) => Syntax::Module,
            Err(_) => Syntax::CommonJs,
        },
    }
}

fn declares_module(program: &Program) -> bool {
    program.body.iter().any(|statement| match statement {
        Statement::ImportDeclaration(it) => it.import_kind == ImportOrExportKind::Value,
        Statement::ExportNamedDeclaration(it) => it.export_kind == ImportOrExportKind::Value,
        Statement::ExportFromDeclaration(it) => it.export_kind == ImportOrExportKind::Value,
        Statement::ExportAllDeclaration(it) => it.export_kind == ImportOrExportKind::Value,
        Statement::ExportDeclaration(it) => !matches!(
            it.declaration,
            Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_)
        ),
        Statement::ExportDefaultDeclaration(_) => true,
        _ => false,
    })
}

fn rebinds_wrapper(program: &Program) -> bool {
    let is_wrapper_name = |name: &str| WRAPPER_NAMES.contains(&name);
    program.body.iter().any(|statement| match statement {
        Statement::VariableDeclaration(it) if it.kind != VariableDeclarationKind::Var => {
            it.declarations.iter().any(|declarator| match &declarator.id {
                BindingPattern::BindingIdentifier(id) => is_wrapper_name(&id.name),
                pattern => {
                    pattern.get_binding_identifiers().iter().any(|id| is_wrapper_name(&id.name))
                }
            })
        }
        Statement::ClassDeclaration(it) => {
            it.id.as_ref().is_some_and(|id| is_wrapper_name(&id.name))
        }
        _ => false,
    })
}

fn begins_as_module(source: &str, error_line: u32) -> bool {
    source.lines().take(error_line as usize).any(|line| {
        ["import", "export"].iter().any(|keyword| {
            line.strip_prefix(keyword).is_some_and(|rest| {
                rest.starts_with([' ', '{', '*', '\'', '"', '\t'])
                    && !rest.trim_start().starts_with('(')
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: Syntax) {
        assert_eq!(detect(source, Language::JavaScript), expected, "{source}");
    }

    #[test]
    fn module_syntax() {
        check("import 'x'", Syntax::Module);
        check("export * from 'x'", Syntax::Module);
        check("console.log(import.meta.url)", Syntax::Module);
        check("await foo()", Syntax::Module);
        check("for await (const x of y) {}", Syntax::Module);
        check("const require = 1", Syntax::Module);
        check("import x from 'y'; let z = ;", Syntax::Module);
    }

    #[test]
    fn commonjs_syntax() {
        check("const x = require('x')", Syntax::CommonJs);
        check("import('x')", Syntax::CommonJs);
        check("return 1", Syntax::CommonJs);
        check("var module = 1", Syntax::CommonJs);
        check("async () => { await 1 }", Syntax::CommonJs);
        check("let x = ;", Syntax::CommonJs);
        check("await(1)", Syntax::CommonJs);
    }

    #[test]
    fn types_do_not_make_a_module() {
        assert_eq!(detect("import type { A } from 'a'", Language::TypeScript), Syntax::CommonJs);
        assert_eq!(detect("import { type A } from 'a'", Language::TypeScript), Syntax::Module);
        assert_eq!(detect("import a = require('a')", Language::TypeScript), Syntax::CommonJs);
    }
}
