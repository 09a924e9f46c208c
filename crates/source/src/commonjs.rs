//! CommonJS and script sources: unchanged, unless something in them needs the host.

use oxc_allocator::Allocator;

use crate::awaits::{self, Awaits};
use crate::edit::Edits;
use crate::names::{Names, Uses};
use crate::parse::{self, EarlyErrors, Goal, Language};
use crate::position::Positions;
use crate::scan::Scan;
use crate::stack;
use crate::syntax_error::SyntaxError;
use crate::{async_context, host, time_checks, typescript, using};

/// A source ready for the body of a function or for the global scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The text to run; `None` when the source can run as it is.
    pub code: Option<String>,
    pub positions: Positions,
    pub names: Names,
    pub uses: Uses,
}

/// Prepares a CommonJS module or a script.
pub fn script(
    source: &str,
    language: Language,
    goal: Goal,
    awaits: Awaits,
) -> Result<Script, SyntaxError> {
    stack::with_room(source, || prepare(source, language, goal, awaits, TimeLimit::None))
}

/// Prepares a script that looks at the time while it runs. One that can not be parsed is refused: nothing would end it.
pub fn limited_script(
    source: &str,
    language: Language,
    goal: Goal,
    awaits: Awaits,
) -> Result<Script, SyntaxError> {
    stack::with_room(source, || prepare(source, language, goal, awaits, TimeLimit::Checked))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TimeLimit {
    None,
    Checked,
}

fn prepare(
    source: &str,
    language: Language,
    goal: Goal,
    awaits: Awaits,
    limit: TimeLimit,
) -> Result<Script, SyntaxError> {
    let names = Names::for_source(source);
    let scan = Scan::of(source);
    let limited = limit == TimeLimit::Checked;
    if language == Language::JavaScript && !limited && !scan.needs_parsing() {
        return Ok(unparsed(source, names));
    }
    let allocator = Allocator::default();
    let program = match parse::parse(&allocator, source, language, goal) {
        Ok(program) => program,
        // The engine decides what is an error in JavaScript; it may know syntax the parser does not.
        Err(_) if language == Language::JavaScript && !limited => {
            return Ok(unparsed(source, names));
        }
        Err(error) => return Err(error),
    };
    let mut edits = Edits::new(source);
    let checks = limited.then(|| time_checks::record(&program, &names, &mut edits));
    let time_check = !edits.is_empty();
    if let Some(hashbang) = &program.hashbang {
        edits.replace(hashbang.span.start, hashbang.span.start + 2, "//");
    }
    let mut uses = host::record(&program, &names, &mut edits);
    uses.time_check = time_check;
    if language == Language::TypeScript {
        let scoping = parse::scope(&program, EarlyErrors::Ignore)?;
        uses.require |= typescript::record(&program, &scoping, goal, &names, &mut edits)?;
    }
    if awaits == Awaits::ThreeTurns {
        uses.context |= awaits::record(&program, &names, &mut edits);
    }
    if scan.waits {
        uses.context |= async_context::record(&program, &names, &mut edits);
    }
    if scan.using {
        uses.using |= using::record(&program, &names, &mut edits)?;
    }
    if let Some(ends) = checks {
        ends.record(&mut edits);
    }
    if edits.is_empty() {
        return Ok(Script { code: None, positions: Positions::identity(), names, uses });
    }
    let (code, positions) = edits.apply();
    Ok(Script { code: Some(code), positions, names, uses })
}

fn unparsed(source: &str, names: Names) -> Script {
    // A hashbang is a comment only at the very start of a text, which the wrapper takes.
    let code = source.strip_prefix("#!").map(|rest| format!("//{rest}"));
    Script { code, positions: Positions::identity(), names, uses: Uses::default() }
}
