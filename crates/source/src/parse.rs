//! The parser, set up for the kinds of source Node has.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;

use crate::stack;
use crate::syntax_error::SyntaxError;

/// The language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    TypeScript,
}

/// How a source is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The body of a CommonJS wrapper function.
    CommonJs,
    /// A script that runs in the global scope (`--eval`, `vm`).
    Script,
    /// An ES module.
    Module,
}

/// Parses `source`; the first complaint of the parser becomes the error.
pub(crate) fn parse<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
    goal: Goal,
) -> Result<Program<'a>, SyntaxError> {
    let parsed = Parser::new(allocator, source, source_type(language, goal))
        .with_options(ParseOptions {
            allow_return_outside_function: goal == Goal::CommonJs,
            ..ParseOptions::default()
        })
        .parse();
    let mut errors = parsed.diagnostics.errors().filter(|error| stops(error, language)).peekable();
    if parsed.panicked || errors.peek().is_some() {
        return Err(SyntaxError::from_diagnostics(source, errors));
    }
    Ok(parsed.program)
}

/// Parses a text of which nobody says what it is and reads the program; `None` if it is none.
pub(crate) fn read_unknown<R: Send>(
    source: &str,
    read: impl FnOnce(&Program<'_>) -> R + Send,
) -> Option<R> {
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let mut ways = [Language::JavaScript, Language::TypeScript]
            .into_iter()
            .flat_map(|language| [Goal::CommonJs, Goal::Module].map(|goal| (language, goal)));
        let parsed =
            ways.find_map(|(language, goal)| parse(&allocator, source, language, goal).ok());
        parsed.map(|program| read(&program))
    })
}

/// The line, from 1, of an offset in bytes.
pub(crate) fn line_at(source: &str, offset: u32) -> u32 {
    let before = source.get(..offset as usize).unwrap_or_default();
    before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1
}

/// Looks for the error of a source that the engine refused; `None` if there is nothing wrong with it in here.
pub fn diagnose(source: &str, language: Language, goal: Goal) -> Option<SyntaxError> {
    stack::with_room(source, || {
        let allocator = Allocator::default();
        match parse(&allocator, source, language, goal) {
            Ok(program) => scope(&program, EarlyErrors::Report).err(),
            Err(error) => Some(error),
        }
    })
}

/// Resolves the names of a program. Early errors that are not the parser's business are reported if asked for.
pub(crate) fn scope<'a>(
    program: &'a Program<'a>,
    checks: EarlyErrors,
) -> Result<Scoping, SyntaxError> {
    let result = SemanticBuilder::new()
        .with_check_syntax_error(checks == EarlyErrors::Report)
        .with_enum_eval(program.source_type.is_typescript())
        .build(program);
    let language = if program.source_type.is_typescript() {
        Language::TypeScript
    } else {
        Language::JavaScript
    };
    let mut errors = result.diagnostics.errors().filter(|error| stops(error, language)).peekable();
    if checks == EarlyErrors::Report && errors.peek().is_some() {
        return Err(SyntaxError::from_diagnostics(program.source_text, errors));
    }
    Ok(result.semantic.into_scoping())
}

/// Errors TypeScript numbers that are errors of JavaScript too: `return` outside a function, two `default`s.
const SHARED_CODES: &[&str] = &["1108", "18041", "1113", "2528"];

/// Whether a complaint keeps the program from running. Those of TypeScript's checker do not: types are not checked.
fn stops(error: &OxcDiagnostic, language: Language) -> bool {
    let is_type_check = error.code.scope.as_deref() == Some("TS")
        && !error.code.number.as_deref().is_some_and(|number| SHARED_CODES.contains(&number));
    language == Language::JavaScript || !is_type_check
}

/// Whether name resolution also looks for early errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EarlyErrors {
    Report,
    /// The engine will find them.
    Ignore,
}

fn source_type(language: Language, goal: Goal) -> SourceType {
    let base = match language {
        Language::JavaScript => SourceType::mjs(),
        Language::TypeScript => SourceType::ts(),
    };
    match goal {
        Goal::CommonJs => base.with_commonjs(true),
        Goal::Script => base.with_script(true),
        Goal::Module => base.with_module(true),
    }
}

#[cfg(test)]
mod tests {
    use super::read_unknown;

    #[test]
    fn what_a_text_is_is_found_out() {
        let statements = |text| read_unknown(text, |program| program.body.len());
        assert_eq!(statements("return 1; f()"), Some(2));
        assert_eq!(statements("import a from 'a'; await a"), Some(1 + 1));
        assert_eq!(statements("let a: number = 1"), Some(1));
        assert_eq!(statements("let let = ;"), None);
    }

    #[test]
    fn there_is_room_for_any_depth() {
        let text = format!("f({}1{})", "[".repeat(50_000), "]".repeat(50_000));
        assert_eq!(crate::forgotten_awaits(&text), []);
        assert_eq!(crate::sharing_functions(&text), []);
        assert!(crate::independent_awaits(&text).is_empty());
    }
}
