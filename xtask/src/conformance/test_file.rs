//! One of Node's test files: which flags it asks for, whether it can be run at all, and what
//! running it says.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::suite::Suite;
use crate::child::{self, Ending, Finished};
use crate::error::{Context, Result};

const REASON_LIMIT: usize = 140;

pub(super) const DOES_NOT_END: &str = "does not end";

/// What a reason begins with when the runtime itself broke.
pub(super) const CRASHES: &str = "crashes";

/// What running a file said, or what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Pass,
    Fail(String),
    Skip(String),
}

/// Flags that open the inside of Node or of V8: a file that asks for one tests that inside.
const INSIDE_FLAGS: [(&str, &str); 13] = [
    ("--expose-internals", "needs Node's internals"),
    ("--expose_internals", "needs Node's internals"),
    ("--expose-externalize-string", "needs a V8 flag"),
    ("--allow-natives-syntax", "needs V8's natives syntax"),
    ("--allow_natives_syntax", "needs V8's natives syntax"),
    ("--harmony", "needs a V8 flag"),
    ("--js-", "needs a V8 flag"),
    ("--jitless", "needs a V8 flag"),
    ("--stack-size", "needs a V8 flag"),
    ("--max-old-space", "needs a V8 flag"),
    ("--expose-gc", "needs V8's gc"),
    ("--expose_gc", "needs V8's gc"),
    ("--inspect", "needs V8's inspector"),
];

pub(super) struct TestFile<'a> {
    suite: &'a Suite,
    name: &'a str,
    flags: Vec<String>,
    source: String,
}

impl<'a> TestFile<'a> {
    pub(super) fn load(suite: &'a Suite, name: &'a str) -> Result<TestFile<'a>> {
        let path = suite.path(name);
        let source = fs::read(&path).context(|| format!("reading {}", path.display()))?;
        let source = String::from_utf8_lossy(&source).into_owned();
        let flags = flags_of(&source);
        Ok(TestFile { suite, name, flags, source })
    }

    /// Why it is not run, if it is not.
    pub(super) fn skip_reason(&self) -> Option<String> {
        let inside = self.flags.iter().find_map(|flag| {
            INSIDE_FLAGS.iter().find(|(start, _)| flag.starts_with(start)).map(|(_, why)| *why)
        });
        let reason = inside.or_else(|| {
            (self.source.contains("internal/test/binding")
                || self.source.contains("require('internal/"))
            .then_some("needs Node's internals")
        });
        reason.map(str::to_owned)
    }

    pub(super) fn run(
        &self,
        binary: &Path,
        worker: usize,
        temporary: &Path,
        limit: Duration,
    ) -> Result<Answer> {
        let mut command = Command::new(binary);
        child::clean_environment(&mut command);
        if self.source.contains("skipIfDumbTerminal") {
            command.env("TERM", "xterm");
        }
        command
            .env("NODE_TEST_DIR", temporary)
            .env("TEST_THREAD_ID", worker.to_string())
            // The list of globals in these tests is that of Node 18.
            .env("NODE_TEST_KNOWN_GLOBALS", "0")
            .args(&self.flags)
            .arg(self.suite.path(self.name))
            .current_dir(&self.suite.root);
        let mut finished = child::run(&mut command, b"", limit)?;
        // A reason that names this machine's folders would be another one elsewhere.
        let places = [(binary, "<binary>"), (temporary, "<tmp>"), (&self.suite.root, "<suite>")];
        for (place, name) in places {
            finished.stderr = finished.stderr.replace(&*place.to_string_lossy(), name);
        }
        Ok(answer(&finished))
    }
}

/// The flags of a `// Flags:` line.
fn flags_of(source: &str) -> Vec<String> {
    source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("// Flags:"))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

fn answer(finished: &Finished) -> Answer {
    let skipped = finished
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("1..0 # Skipped: "))
        .map(str::to_owned);
    match (finished.ending, skipped) {
        (Ending::Code(0), Some(reason)) => Answer::Skip(reason),
        (Ending::Code(0), None) => Answer::Pass,
        (Ending::TimedOut, _) => Answer::Fail(DOES_NOT_END.to_owned()),
        (ending, _) if ending.is_crash() => {
            Answer::Fail(format!("{CRASHES}: {}", reason(finished, ending)))
        }
        (ending, _) => Answer::Fail(reason(finished, ending)),
    }
}

/// One line that says what went wrong: the error's, or the last one.
fn reason(finished: &Finished, ending: Ending) -> String {
    let lines = || finished.stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error = |line: &&str| {
        let head = line.split([':', ' ']).next().unwrap_or_default();
        head.ends_with("Error") || line.starts_with("Mismatched")
    };
    let line = lines()
        .find(is_error)
        .or_else(|| finished.stdout.lines().map(str::trim).find(is_error))
        .or_else(|| lines().next_back())
        .unwrap_or_default();
    let text: String = format!("{ending}: {line}").chars().take(REASON_LIMIT).collect();
    text.trim().trim_end_matches(':').to_owned()
}

/// What a reason begins with when Node 26 fails as well.
pub(super) const NODE_FAILS_TOO: &str = "Node 26 fails it too";

/// Whether a reason was made here, so that a new one may take its place, or by a person.
pub(super) fn is_made(reason: &str) -> bool {
    ["exit code ", "signal ", CRASHES, DOES_NOT_END, NODE_FAILS_TOO]
        .iter()
        .any(|start| reason.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(ending: Ending, stdout: &str, stderr: &str) -> Finished {
        Finished { ending, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
    }

    #[test]
    fn flags_come_from_the_comment() {
        let source = "'use strict';\n// Flags: --expose-internals --no-warnings\nlet x;\n";
        assert_eq!(flags_of(source), ["--expose-internals", "--no-warnings"]);
    }

    #[test]
    fn a_skip_is_not_a_pass() {
        let skipped = finished(Ending::Code(0), "1..0 # Skipped: no IPv6\n", "");
        assert_eq!(answer(&skipped), Answer::Skip("no IPv6".to_owned()));
        assert_eq!(answer(&finished(Ending::Code(0), "ok\n", "")), Answer::Pass);
    }

    #[test]
    fn a_failure_names_its_error() {
        let text = "/a/b.js:3\n  throw x;\n  ^\n\nTypeError: x is odd\n    at f (b.js)\n";
        assert_eq!(
            answer(&finished(Ending::Code(1), "", text)),
            Answer::Fail("exit code 1: TypeError: x is odd".to_owned())
        );
        assert!(is_made("exit code 1: TypeError: x is odd"));
        assert!(!is_made("V8-specific: promise hooks"));
        assert_eq!(
            answer(&finished(Ending::TimedOut, "", "")),
            Answer::Fail("does not end".to_owned())
        );
        let crashed = answer(&finished(Ending::Signal(11), "", ""));
        assert_eq!(crashed, Answer::Fail(format!("{CRASHES}: signal 11")));
    }
}
