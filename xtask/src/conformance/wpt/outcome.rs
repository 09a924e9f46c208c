//! What a test page said: how many of its subtests passed, and why the others did not.

use serde_json::Value;

use crate::child::{Ending, Finished};

const REASON_LIMIT: usize = 160;

/// Passed of all, and the first thing that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) passed: usize,
    pub(super) total: usize,
    pub(super) reason: Option<String>,
}

impl Outcome {
    /// Reads the lines of the report. A page that never came to its end has one more subtest than
    /// it told, and that one failed.
    pub(super) fn of(finished: &Finished) -> Outcome {
        let mut outcome = Outcome { passed: 0, total: 0, reason: None };
        let mut ended = false;
        for line in finished.stdout.lines() {
            if let Some(subtest) = line.strip_prefix("#subtest ") {
                outcome.add_subtest(subtest);
            } else if let Some(harness) = line.strip_prefix("#harness ") {
                ended = true;
                outcome.add_harness(harness);
            }
        }
        if !ended {
            outcome.total += 1;
            outcome.explain(|| match finished.ending {
                Ending::Code(0) => "the harness did not finish".to_owned(),
                ending => format!("{ending}: {}", first_line(&finished.stderr)),
            });
        }
        outcome
    }

    fn add_subtest(&mut self, text: &str) {
        self.total += 1;
        let fields: Value = serde_json::from_str(text).unwrap_or_default();
        if fields[0] == 0 {
            self.passed += 1;
            return;
        }
        self.explain(|| {
            let name = fields[1].as_str().unwrap_or("?");
            let how = match fields[0].as_u64() {
                Some(2) => "timed out",
                Some(3) => "did not run",
                _ => fields[2].as_str().unwrap_or("failed"),
            };
            format!("{name}: {how}")
        });
    }

    fn add_harness(&mut self, text: &str) {
        let fields: Value = serde_json::from_str(text).unwrap_or_default();
        if fields[0] != 0 {
            self.total += 1;
            self.explain(|| match fields[0].as_u64() {
                Some(2) => "the harness timed out".to_owned(),
                _ => format!("harness: {}", fields[1].as_str().unwrap_or("failed")),
            });
        }
    }

    fn explain(&mut self, why: impl FnOnce() -> String) {
        if self.reason.is_none() {
            let one_line: String = why().split_whitespace().collect::<Vec<_>>().join(" ");
            self.reason = Some(one_line.chars().take(REASON_LIMIT).collect());
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.passed == self.total
    }
}

fn first_line(text: &str) -> &str {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains("Error")).or_else(|| lines().next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(stdout: &str) -> Outcome {
        let (stdout, stderr) = (stdout.to_owned(), "x.js:1\nTypeError: no\n".to_owned());
        Outcome::of(&Finished { ending: Ending::Code(1), stdout, stderr })
    }

    #[test]
    fn subtests_are_counted() {
        let found = outcome(
            "noise\n#subtest [0,\"a\",null]\n#subtest [1,\"b\",\"expected 1\\ngot 2\"]\n\
             #subtest [3,\"c\",null]\n#harness [0,null]\n",
        );
        assert_eq!((found.passed, found.total), (1, 3));
        assert_eq!(found.reason.as_deref(), Some("b: expected 1 got 2"));
    }

    #[test]
    fn a_page_without_an_end_is_not_complete() {
        let found = outcome("#subtest [0,\"a\",null]\n");
        assert!(!found.is_complete());
        assert_eq!(found.reason.as_deref(), Some("exit code 1: TypeError: no"));
        let timed_out = outcome("#subtest [0,\"a\",null]\n#harness [2,null]\n");
        assert_eq!((timed_out.passed, timed_out.total), (1, 2));
    }
}
