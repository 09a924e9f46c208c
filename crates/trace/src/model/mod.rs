//! The model: every callback of a run with its cause.
//!
//! Built once from a [`Recording`]. A *callback* is a turn: what runs by itself between two decisions of the loop — the main
//! script, one timer, one immediate, one tick, one promise job, one task of a page. Turns nest only where the platform nests
//! them, as an event that a script dispatches. A *resource* is what calls back: it was made in a callback, at a place of the
//! program, and has any number of callbacks.
//!
//! Numbers of callbacks count from 1 over all environments, those of the main one first.

mod chain;
mod flows;
mod turns;
mod waits;

use roundel_loop::{HandleKind, Phase};
use serde_json::Value;

use crate::event::{Text, TurnKind};
use crate::read::Recording;

pub use chain::{Link, Step};
pub use waits::{Blame, Wait};

/// The number of a callback.
pub type CallbackId = u32;

/// Everything that is known of a run.
#[derive(Debug, Default)]
pub struct Model {
    pub info: Vec<(String, String)>,
    /// The main environment and its workers.
    pub environments: Vec<Environment>,
    /// In the order in which they began, environment by environment.
    pub callbacks: Vec<Callback>,
    pub resources: Vec<Resource>,
    pub prints: Vec<Print>,
    pub works: Vec<Work>,
    pub choices: Vec<Choice>,
    pub notes: Vec<Note>,
    /// The recording ends in the middle of a block: the program was killed.
    pub is_cut: bool,
    /// The beginning is missing: a ring has given it up.
    pub is_ring: bool,
}

/// One loop.
#[derive(Debug, Default)]
pub struct Environment {
    pub stream: u32,
    pub begin_ns: u64,
    pub end_ns: u64,
    pub iterations: Vec<Iteration>,
    pub phases: Vec<PhaseSpan>,
    pub polls: Vec<PollSpan>,
    /// The program's exit code, if it came to an end.
    pub exit_code: Option<i64>,
    /// What ended it from outside.
    pub stopped: Option<Text>,
}

/// An iteration of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    pub number: u64,
    pub begin_ns: u64,
}

/// A phase of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseSpan {
    pub phase: Phase,
    pub iteration: u64,
    pub begin_ns: u64,
    pub end_ns: u64,
}

/// The loop asks the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollSpan {
    pub begin_ns: u64,
    pub end_ns: u64,
    /// How much of it was waiting.
    pub waited_ns: u64,
    pub ready: u64,
    /// How long it might have waited; `None` is for ever.
    pub timeout_ns: Option<u64>,
}

/// A turn of the loop.
#[derive(Clone, Debug)]
pub struct Callback {
    pub id: CallbackId,
    pub stream: u32,
    /// `main`, `timer`, `immediate`, `tick`, `microtask`, `rejections`, `io`, `close`, `phase`, …
    pub kind: Text,
    /// `None` outside of the loop.
    pub phase: Option<Phase>,
    /// 0 is before the first.
    pub iteration: u64,
    /// The loop's clock, since the start.
    pub loop_ns: u64,
    pub begin_ns: u64,
    pub end_ns: u64,
    /// Without those inside it.
    pub self_ns: u64,
    /// The callback that it runs in.
    pub parent: Option<CallbackId>,
    /// What it is the callback of, by its place in [`Model::resources`].
    pub resource: Option<usize>,
    /// The callback in which that was made.
    pub cause: Option<CallbackId>,
    /// Of a promise job: the callback in which it was queued, because its promise was settled there.
    pub queued_in: Option<CallbackId>,
    /// Of a read: the callback that has written what was read, if that is of this process.
    pub sent_in: Option<CallbackId>,
    /// Of what is drained: the callbacks since the queues were last drained.
    pub after: Vec<CallbackId>,
    pub detail: Option<Text>,
    /// What the loop called back for.
    pub handle: Option<HandleKind>,
    /// When it could have run, as far as that is known.
    pub ready_ns: Option<u64>,
    /// It is only the place where others run: a phase, a drain in which nothing else was seen.
    pub is_hidden: bool,
}

/// What calls back.
#[derive(Clone, Debug)]
pub struct Resource {
    pub stream: u32,
    /// `None` for what has none: promises, what a page schedules.
    pub async_id: Option<u64>,
    pub trigger_async_id: u64,
    pub kind: Text,
    pub turn: TurnKind,
    pub function: Text,
    /// `function (file:line:column)` or `file:line:column`; empty if that is not known.
    pub place: Text,
    pub detail: Text,
    pub made_in: Option<CallbackId>,
    pub made_ns: u64,
    /// Made before the recording begins.
    pub is_older: bool,
    pub gone_ns: Option<u64>,
    pub callbacks: u32,
    pub first_callback_ns: Option<u64>,
}

/// Something was printed.
#[derive(Clone, Debug)]
pub struct Print {
    pub stream: u32,
    pub callback: Option<CallbackId>,
    pub at_ns: u64,
    pub fd: u32,
    pub text: Text,
}

/// A job of the pool.
#[derive(Clone, Debug)]
pub struct Work {
    pub stream: u32,
    /// By its place in [`Model::resources`].
    pub resource: Option<usize>,
    pub queued_in: Option<CallbackId>,
    pub queued_ns: u64,
    /// `None` if no thread took it up.
    pub ran: Option<(u64, u64)>,
}

/// The platform was free to decide.
#[derive(Clone, Debug)]
pub struct Choice {
    pub stream: u32,
    pub at_ns: u64,
    /// The callback that ran last.
    pub after: Option<CallbackId>,
    pub point: Text,
    pub of: u64,
    pub chosen: u64,
}

/// Something that only the runtime could see, for a lint.
#[derive(Clone, Debug)]
pub struct Note {
    pub stream: u32,
    pub at_ns: u64,
    /// The callback that it was seen in.
    pub callback: Option<CallbackId>,
    pub lint: Text,
    /// `function (file:line:column)` or `file:line:column`; empty if that is not known.
    pub place: Text,
    pub text: Text,
}

impl Model {
    /// Finds the callbacks of a recording and their causes.
    pub fn new(recording: &Recording) -> Model {
        let mut model = Model {
            info: recording.info.clone(),
            is_cut: recording.cut_at.is_some(),
            is_ring: recording.lost_blocks > 0,
            ..Model::default()
        };
        for stream in &recording.streams {
            turns::add(&mut model, stream);
        }
        waits::settle(&mut model);
        model
    }

    /// What the run is known by under a name.
    pub fn known(&self, name: &str) -> Option<&str> {
        self.info.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The callback of a number.
    pub fn callback(&self, id: CallbackId) -> Option<&Callback> {
        self.callbacks.get((id as usize).checked_sub(1)?)
    }

    /// What a callback is the callback of.
    pub fn resource(&self, callback: &Callback) -> Option<&Resource> {
        self.resources.get(callback.resource?)
    }

    /// Those that are more than the place where others run.
    pub fn shown(&self) -> impl Iterator<Item = &Callback> {
        self.callbacks.iter().filter(|callback| !callback.is_hidden)
    }
}

impl Callback {
    /// Ticks and microtasks: what runs between two callbacks.
    pub fn is_drained(&self) -> bool {
        matches!(&*self.kind, "tick" | "microtask" | "rejections")
    }

    /// The name of the phase; `none` outside of the loop.
    pub fn phase_name(&self) -> &'static str {
        self.phase.map_or("none", Phase::name)
    }

    pub fn run_ns(&self) -> u64 {
        self.end_ns.saturating_sub(self.begin_ns)
    }

    /// The detail, read.
    pub fn detail(&self) -> Value {
        self.detail.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}

impl Resource {
    /// `file:line:column` where it was made.
    pub fn position(&self) -> Option<&str> {
        let place = self.place.rsplit_once(" (").map_or(&*self.place, |(_, place)| place);
        let place = place.strip_suffix(')').unwrap_or(place);
        (!place.is_empty()).then_some(place)
    }

    /// It still waits for something.
    pub fn is_alive(&self) -> bool {
        self.gone_ns.is_none()
    }
}
