//! Room to parse in.
//!
//! The parser and the visitors go down one call for each level of nesting, so that a text of nothing but brackets could
//! exhaust the stack and end the process. Such texts are rare and never sensible: most sources are handled where they
//! are, those that could nest deeply on a thread of their own whose stack has room for the worst of their length.
//! The engine then says what it thinks of the nesting.

use std::sync::Mutex;
use std::thread;

/// Up to this depth the stack of any thread has room enough.
const SHALLOW: usize = 1000;

/// Texts shorter than this nest deeply only by brackets and operators, of which a look can count.
const SHORT_BYTES: usize = 16 * 1024;

/// More than a level of nesting takes, in builds without optimisation too; each level is at least one byte of text.
const STACK_PER_BYTE: usize = 8 * 1024;
const LEAST_STACK_BYTES: usize = 64 * 1024 * 1024;
/// Address space, not memory: only what is used is ever backed.
const MOST_STACK_BYTES: usize = 8 * 1024 * 1024 * 1024;

/// Runs `work`, which parses `source`, with enough stack for it.
pub(crate) fn with_room<R: Send>(source: &str, work: impl FnOnce() -> R + Send) -> R {
    if !may_nest_deeply(source) {
        return work();
    }
    // In a place of its own, because a thread that cannot be started does not give its closure back.
    let work = Mutex::new(Some(work));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    let wanted = source.len().saturating_mul(STACK_PER_BYTE);
    let mut stack_bytes = wanted.clamp(LEAST_STACK_BYTES, MOST_STACK_BYTES);
    while stack_bytes >= LEAST_STACK_BYTES {
        let done = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(stack_bytes);
            let started = thread.spawn_scoped(scope, || take().map(|work| work()));
            started.ok().map(|thread| thread.join())
        });
        match done {
            Some(Ok(Some(result))) => return result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            // No address space for so much: try with less.
            Some(Ok(None)) | None => stack_bytes /= 2,
        }
    }
    // The work is taken only by a thread that then ends the loop above.
    take().expect("the work is still here")()
}

fn may_nest_deeply(source: &str) -> bool {
    if source.len() <= SHALLOW {
        return false;
    }
    if source.len() > SHORT_BYTES {
        return true;
    }
    let (mut depth, mut deepest, mut operators) = (0_usize, 0, 0);
    for byte in source.bytes() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b'!' | b'~' | b'-' | b'+' | b'?' | b'=' | b'*' => operators += 1,
            _ => {}
        }
    }
    deepest > SHALLOW || operators > SHALLOW
}

#[cfg(test)]
mod tests {
    use super::{may_nest_deeply, with_room};
    use crate::{
        Awaits, Goal, Language, commonjs_exports, detect, diagnose, module, script, strip_types,
    };

    #[test]
    fn ordinary_text_stays_where_it_is() {
        assert!(!may_nest_deeply("let a = (1 + 2) * [3].length;"));
        assert!(!may_nest_deeply(&"f(a, { b: [c] });\n".repeat(500)));
        assert!(may_nest_deeply(&"(".repeat(2000)));
        assert!(may_nest_deeply(&"!".repeat(2000)));
    }

    #[test]
    fn a_panic_passes_through() {
        let deep = "(".repeat(2000);
        let result = std::panic::catch_unwind(|| with_room(&deep, || panic!("on purpose")));
        assert!(result.is_err());
    }

    /// None of these may end the process; what they answer is the engine's business.
    #[test]
    fn nesting_does_not_exhaust_the_stack() {
        let depth = 10_000;
        let sources = [
            format!("{}1{}", "(".repeat(depth), ")".repeat(depth)),
            format!("{}{}", "[".repeat(depth), "]".repeat(depth)),
            format!("{}{}", "{".repeat(depth), "}".repeat(depth)),
            format!("{}1", "!".repeat(depth)),
            format!("{}1", "a => ".repeat(depth)),
            format!("{}1", "a ? b : ".repeat(depth)),
            format!("{};", "if (a) ; else ".repeat(depth)),
            format!("x = {}1", "new ".repeat(depth)),
            format!("x{}", "['stack']".repeat(depth)),
            format!("import('x'){}", ".then(() => 1)".repeat(depth)),
        ];
        for source in &sources {
            for language in [Language::JavaScript, Language::TypeScript] {
                let _ = script(source, language, Goal::CommonJs, Awaits::OneTurn);
                let _ = module(source, language, Awaits::OneTurn);
                let _ = detect(source, language);
                let _ = commonjs_exports(source, language);
                let _ = diagnose(source, language, Goal::Module);
            }
            let _ = strip_types(source);
        }
    }
}
