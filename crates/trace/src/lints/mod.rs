//! Lints: what a run shows to be wrong, or about to be.
//!
//! Each lint is a function over the model and names one kind of mistake; docs/lints.md has a section for each, with a
//! program that shows it and one that does not. A lint is about what has happened in this run, never about what might: it
//! gives a place of the program, or it is silent. What only the runtime can see (a listener that comes too late, a promise
//! that nobody handles) is in the recording as a note.

mod blocked;
mod files;
mod forgotten;
mod intervals;
mod lost;
mod noted;
mod pool;
mod queues;
mod sequential;

use std::fmt::Write;

use crate::model::{CallbackId, Model};
use crate::words::short_place;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    BlockedLoop,
    Starvation,
    SlowInterval,
    FloatingPromise,
    SequentialAwaits,
    UnsettledAwait,
    LateListener,
    LostWork,
    OverlappingWrites,
    UnorderedRead,
    GrowingQueue,
    TimerOverflow,
    StarvedPool,
}

/// Every lint, in the order of the manual.
pub const LINTS: [Lint; 13] = [
    Lint::BlockedLoop,
    Lint::Starvation,
    Lint::SlowInterval,
    Lint::FloatingPromise,
    Lint::SequentialAwaits,
    Lint::UnsettledAwait,
    Lint::LateListener,
    Lint::LostWork,
    Lint::OverlappingWrites,
    Lint::UnorderedRead,
    Lint::GrowingQueue,
    Lint::TimerOverflow,
    Lint::StarvedPool,
];

impl Lint {
    /// What it is called, also in docs/lints.md.
    pub fn name(self) -> &'static str {
        match self {
            Lint::BlockedLoop => "blocked-loop",
            Lint::Starvation => "starvation",
            Lint::SlowInterval => "slow-interval",
            Lint::FloatingPromise => "floating-promise",
            Lint::SequentialAwaits => "sequential-awaits",
            Lint::UnsettledAwait => "unsettled-await",
            Lint::LateListener => "late-listener",
            Lint::LostWork => "lost-work",
            Lint::OverlappingWrites => "overlapping-writes",
            Lint::UnorderedRead => "unordered-read",
            Lint::GrowingQueue => "growing-queue",
            Lint::TimerOverflow => "timer-overflow",
            Lint::StarvedPool => "starved-pool",
        }
    }
}

/// Something that a lint has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub lint: Lint,
    /// Where in the program, as short as it can be told.
    pub place: String,
    pub text: String,
    /// The callback to look at.
    pub callback: Option<CallbackId>,
    /// How often it was found there.
    pub count: u32,
}

/// What lints know beside the model.
pub struct Known<'a> {
    /// What holds the loop for at least so long is told.
    pub blocked_ns: u64,
    /// The lines of a file of the program whose `await`, in a loop, waits for what needs nothing of the turns before.
    pub independent_awaits: &'a dyn Fn(&str) -> Vec<u32>,
    /// The async functions of a file of the program that are called in async functions and never awaited.
    pub forgotten_awaits: &'a dyn Fn(&str) -> Vec<Forgotten>,
}

/// An async function whose calls are never awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    pub function: String,
    /// The line of its first call.
    pub line: u32,
    /// The lines on which it awaits something itself.
    pub awaits: Vec<u32>,
}

/// The limit of `blocked-loop` where nobody has set one.
pub const BLOCKED_NS: u64 = 100_000_000;

impl Default for Known<'_> {
    fn default() -> Self {
        Known {
            blocked_ns: BLOCKED_NS,
            independent_awaits: &|_| Vec::new(),
            forgotten_awaits: &|_| Vec::new(),
        }
    }
}

/// What all lints find in a run, those of one kind and place as one.
pub fn find(model: &Model, known: &Known<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    blocked::find(model, known.blocked_ns, &mut found);
    intervals::find(model, &mut found);
    noted::find(model, &mut found);
    forgotten::find(model, known, &mut found);
    sequential::find(model, known, &mut found);
    lost::find(model, &mut found);
    files::find(model, &mut found);
    queues::find(model, &mut found);
    pool::find(model, &mut found);
    merged(found)
}

fn merged(found: Vec<Finding>) -> Vec<Finding> {
    let mut merged: Vec<Finding> = Vec::new();
    for finding in found {
        let same = merged
            .iter_mut()
            .find(|other| (other.lint, &other.place) == (finding.lint, &finding.place));
        match same {
            Some(other) => other.count += finding.count,
            None => merged.push(finding),
        }
    }
    merged.sort_by_key(|finding| finding.lint);
    merged
}

impl Finding {
    fn new(lint: Lint, place: String, text: String, callback: Option<CallbackId>) -> Finding {
        Finding { lint, place, text, callback, count: 1 }
    }

    /// One line: the lint, the place, what is wrong.
    pub fn line(&self) -> String {
        let mut line = self.lint.name().to_owned();
        if !self.place.is_empty() {
            let _ = write!(line, " at {}", self.place);
        }
        let _ = write!(line, ": {}", self.text);
        if self.count > 1 {
            let _ = write!(line, " ({} times)", self.count);
        }
        line
    }
}

impl Model {
    /// A place of the program, short.
    fn short(&self, place: &str) -> String {
        short_place(place, self.known("cwd").unwrap_or_default())
    }
}
