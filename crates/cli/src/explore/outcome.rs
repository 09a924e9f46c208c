//! How one run ended, and whether that is a failure.

use std::hash::{DefaultHasher, Hash, Hasher};

/// What a run did that somebody outside can see.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    pub(super) end: End,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Exit(i32),
    Signal(i32),
    /// It was ended, because it would not have ended by itself.
    Hang(Limit),
    /// More output than a run may have.
    TooMuchOutput,
}

/// What showed that a run does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Limit {
    VirtualTime,
    RealTime,
    /// It waits, and nothing can happen any more.
    NothingLeft,
}

/// Why a run counts as failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    Ended(End),
    /// With `--same-output`: it printed something else.
    OtherOutput,
}

impl Outcome {
    /// Whether it failed, held against the ordinary run if output counts.
    pub(super) fn failure(&self, ordinary: Option<&Outcome>) -> Option<Failure> {
        match self.end {
            End::Exit(0) => {
                let differs = |ordinary: &Outcome| {
                    (&ordinary.stdout, &ordinary.stderr) != (&self.stdout, &self.stderr)
                };
                ordinary.is_some_and(differs).then_some(Failure::OtherOutput)
            }
            end => Some(Failure::Ended(end)),
        }
    }

    /// The line that says what went wrong: the error's, if one was printed.
    pub(super) fn headline(&self) -> Option<&str> {
        let is_error = |line: &&str| {
            let name = line.split([':', ' ']).next().unwrap_or_default();
            name.ends_with("Error") || name.ends_with("Exception")
        };
        let lines = || self.stderr.lines().map(str::trim).filter(|line| !line.is_empty());
        lines().find(is_error).or_else(|| lines().next())
    }

    /// One number for all that can be seen.
    pub(super) fn digest(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish() as u32
    }
}

impl Failure {
    pub(super) fn told(&self) -> String {
        match self {
            Failure::Ended(End::Exit(code)) => format!("exit code {code}"),
            Failure::Ended(End::Signal(signal)) => format!("ended by signal {signal}"),
            Failure::Ended(End::Hang(limit)) => format!("it does not end: {}", limit.told()),
            Failure::Ended(End::TooMuchOutput) => "it prints without end".to_owned(),
            Failure::OtherOutput => "its output differs".to_owned(),
        }
    }
}

impl Limit {
    fn told(self) -> &'static str {
        match self {
            Limit::VirtualTime => "its time on the virtual clock is up (--max-time)",
            Limit::RealTime => "its time on the real clock is up (--max-real-time)",
            Limit::NothingLeft => "it waits, and nothing is left to happen",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_counts_only_if_it_is_asked_for() {
        let run =
            |end, stdout: &str| Outcome { end, stdout: stdout.to_owned(), stderr: String::new() };
        let (a, b) = (run(End::Exit(0), "a"), run(End::Exit(0), "b"));
        assert_eq!(b.failure(None), None);
        assert_eq!(b.failure(Some(&a)), Some(Failure::OtherOutput));
        let hang = End::Hang(Limit::RealTime);
        assert_eq!(run(hang, "a").failure(Some(&a)), Some(Failure::Ended(hang)));
        assert_ne!(a.digest(), b.digest());
    }
}
