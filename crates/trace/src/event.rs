//! What a file tells, record by record.

use std::rc::Rc;

use roundel_loop::{Entry, HandleKey, Phase};

/// A text of the file. Most occur often.
pub type Text = Rc<str>;

/// An event and when it happened, in nanoseconds of the clock that the loop lives by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// From a point of the clock's own.
    pub at_ns: u64,
    pub event: Event,
}

/// Something that happened in one environment. Those without a comment are the loop's own, of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// What is known of the run as a whole: its program, its loop.
    Info(Text, Text),
    RunBegin,
    RunEnd,
    Iteration(u64),
    PhaseBegin(Phase),
    PhaseEnd(Phase),
    /// `None` waits for ever.
    PollEnter {
        timeout_ns: Option<u64>,
    },
    PollExit {
        ready: u64,
        waited_ns: u64,
    },
    CallbackBegin {
        key: HandleKey,
        resource: u64,
    },
    CallbackEnd {
        key: HandleKey,
    },
    Handle {
        change: HandleChange,
        key: HandleKey,
        resource: u64,
    },
    WorkQueued {
        key: HandleKey,
        resource: u64,
    },
    WorkFinished {
        key: HandleKey,
        started_ns: u64,
        finished_ns: u64,
    },
    WorkCancelled {
        key: HandleKey,
    },
    EntryBegin(Entry),
    EntryEnd(Entry),
    EntryDrains,
    JobsBegin,
    JobsEnd,
    /// Something that will call back was made.
    Made(Box<Made>),
    /// A callback of a resource begins. What nobody made has a kind.
    Begin {
        resource: u64,
        kind: Option<Text>,
        detail: Option<Text>,
    },
    /// It is over.
    End {
        resource: u64,
    },
    /// The resource will not call back any more.
    Gone {
        resource: u64,
    },
    /// A mark was put into the queue of promise jobs: what is queued from here on stands behind it.
    MarkQueued,
    /// The queue has come to the oldest mark.
    MarkRun,
    Printed {
        fd: u32,
        text: Text,
    },
    /// The loop has read its clock.
    LoopTime(u64),
    /// A question that the platform leaves open was answered.
    Choice {
        point: Text,
        of: u64,
        chosen: u64,
    },
    /// Something that only the runtime can see, for a lint: its name, where in the program, what.
    Note {
        lint: Text,
        place: Text,
        text: Text,
    },
    /// More is known of a resource: JSON.
    Detail {
        resource: u64,
        detail: Text,
    },
    /// Bytes were written to a connection, or read from it. Both ends have one name for what goes one way.
    Sent {
        resource: u64,
        flow: Text,
        bytes: u64,
    },
    Received {
        resource: u64,
        flow: Text,
        bytes: u64,
    },
    /// Somebody ended the run: a limit.
    Stopped(Text),
    /// The program has ended with this code.
    Ended(i64),
    /// Where the loop is, for a reader that does not have what came before.
    State {
        iteration: u64,
        phase: Phase,
    },
}

/// The identity of something that calls back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its number: twice the async id, or an odd number for what has none.
    pub resource: u64,
    /// What made it, in async ids.
    pub trigger: u64,
    /// Node's name for it.
    pub kind: Text,
    pub turn: TurnKind,
    /// The function it will call; empty if that is not known.
    pub function: Text,
    /// JSON, as the delay of a timer; empty if there is nothing to say.
    pub detail: Text,
    /// `function (file:line:column)` where it was made; empty if that is not known.
    pub place: Text,
    /// It was made before: this only says again what it is.
    pub again: bool,
}

/// How a callback of a resource stands to the turns of the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// It is a turn of its own, of this kind.
    Own(Text),
    /// It is what the loop called back for: the turn that the door has opened.
    Entry,
    /// It runs inside another.
    Inside,
}

impl TurnKind {
    /// What calls back once, soon.
    pub(crate) fn is_tick(&self) -> bool {
        matches!(self, TurnKind::Own(kind) if &**kind == "tick")
    }
}

/// What happened to a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleChange {
    Opened,
    Started,
    Stopped,
    Closing,
    Closed,
}
