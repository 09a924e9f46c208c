//! TypeScript to JavaScript in place: types become spaces, the few things with a meaning at run time are compiled.
//!
//! Imports follow `verbatimModuleSyntax`: what is not marked `type` stays. Nothing is checked; a program with
//! type errors runs. Decorators are refused, since the engine has none.

mod blank;
mod enums;
mod namespaces;
mod parameter_properties;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Declaration, Program, Statement, TSModuleReference, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody,
};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use crate::bindings::Bindings;
use crate::edit::Edits;
use crate::names::Names;
use crate::parse::{self, EarlyErrors, Goal, Language};
use crate::stack;
use crate::syntax_error::SyntaxError;

/// TypeScript without its types: a module or a script, imports and exports of values left as they are.
pub fn strip_types(source: &str) -> Result<String, SyntaxError> {
    stack::with_room(source, || strip(source))
}

fn strip(source: &str) -> Result<String, SyntaxError> {
    let allocator = Allocator::default();
    let program = parse::parse(&allocator, source, Language::TypeScript, Goal::Module)?;
    let scoping = parse::scope(&program, EarlyErrors::Ignore)?;
    let names = Names::for_source(source);
    let mut edits = Edits::new(source);
    // As CommonJS, so that nothing of the host is called for.
    record(&program, &scoping, Goal::CommonJs, &names, &mut edits)?;
    Ok(edits.apply().0)
}

/// Records the edits of a TypeScript program. Tells whether they use the host's `require`.
pub(crate) fn record(
    program: &Program,
    scoping: &Scoping,
    goal: Goal,
    names: &Names,
    edits: &mut Edits,
) -> Result<bool, SyntaxError> {
    let mut bindings = Bindings::default();
    let uses_require = blank::record(program, scoping, goal, names, &mut bindings, edits)?;
    bindings.record(program, scoping, edits);
    Ok(uses_require)
}

/// Whether a declaration is about types only and leaves nothing at run time.
pub(crate) fn is_erased_declaration(declaration: &Declaration, scoping: &Scoping) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::VariableDeclaration(it) => it.declare,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::ClassDeclaration(it) => it.declare,
        Declaration::TSEnumDeclaration(it) => it.declare,
        Declaration::TSNamespaceDeclaration(it) => it.declare || !has_values(it, scoping),
        Declaration::TSImportEqualsDeclaration(it) => {
            it.import_kind == oxc_ast::ast::ImportOrExportKind::Type
        }
    }
}

/// The same for a statement.
fn is_erased_statement(statement: &Statement, scoping: &Scoping) -> bool {
    match statement {
        Statement::ExportDeclaration(it) => is_erased_declaration(&it.declaration, scoping),
        Statement::TSImportEqualsDeclaration(it)
            if !matches!(it.module_reference, TSModuleReference::ExternalModuleReference(_)) =>
        {
            it.import_kind == oxc_ast::ast::ImportOrExportKind::Type
                || it.id.symbol_id.get().is_some_and(|id| !is_read_as_value(id, scoping))
        }
        _ => statement.as_declaration().is_some_and(|it| is_erased_declaration(it, scoping)),
    }
}

fn has_values(namespace: &TSNamespaceDeclaration, scoping: &Scoping) -> bool {
    match &namespace.body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => has_values(inner, scoping),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
            block.body.iter().any(|statement| !is_erased_statement(statement, scoping))
        }
    }
}

fn is_read_as_value(symbol: SymbolId, scoping: &Scoping) -> bool {
    scoping.get_resolved_references(symbol).any(|reference| reference.is_value())
}
