//! A random program as a tree. The generator grows it, `javascript` writes it down, the minimiser
//! prunes it. Every node has a number that its log lines carry, so pruning renames nothing.
//!
//! What keeps a program's order independent of the clock:
//! - A *stage* starts when nothing of the one before is left (in `beforeExit`), so stages that
//!   use different clocks cannot meet.
//! - In a stage of mode [`Mode::Due`] every timer is already due when the function that starts it
//!   goes on: starting it and waiting for it busily is one helper.
//! - In a stage of mode [`Mode::Spread`] timers are due at moments far from each other.
//! - A file is read only while nothing else is going on: a read is a way to launch a stage.

/// How the main file is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    CommonJs,
    EsModule,
}

impl Entry {
    pub(super) fn extension(self) -> &'static str {
        match self {
            Entry::CommonJs => "cjs",
            Entry::EsModule => "mjs",
        }
    }
}

/// Which sources of later work a stage uses besides ticks and microtasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Queues,
    Immediates,
    Due,
    Spread,
}

/// From where a stage is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Launcher {
    Direct,
    Tick,
    Microtask,
    Promise,
    Immediate,
    Timeout,
    ReadFile,
    ReadFilePromise,
    Stat,
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) entry: Entry,
    pub(super) on_uncaught: Option<Listener>,
    pub(super) on_rejection: bool,
    pub(super) exit_code: Option<u8>,
    pub(super) stages: Vec<Stage>,
}

/// What the listener of `uncaughtException` does besides logging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listener {
    Logs,
    /// It queues a tick and a promise job: they are left behind with those of the callback that threw.
    Queues,
}

#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) launcher: Launcher,
    pub(super) body: Body,
}

pub(super) type Body = Vec<Node>;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: usize,
    pub(super) kind: Kind,
    /// The functions of this node; each logs the node's number first.
    pub(super) bodies: Vec<Body>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Log,
    Tick,
    Microtask,
    Immediate,
    /// Cancelled at that time.
    CancelledImmediate(When),
    /// The first of two immediates cancels the second.
    ImmediateCancelsNext,
    /// Timers of these durations, started together, all due at once.
    DueTimeouts(Vec<u32>),
    /// A repeating timer, always due, that ends after so many times.
    DueInterval {
        times: u32,
    },
    CancelledTimeout(When),
    /// A timer that nothing waits for.
    UnrefTimeout,
    /// Timers of one duration, started together.
    SpreadTimeouts {
        ms: u32,
    },
    SpreadInterval {
        ms: u32,
        times: u32,
    },
    /// A promise and what is chained on it; one body for each link.
    Chain {
        source: Source,
        links: Vec<Link>,
    },
    Combine {
        how: Combinator,
        sources: Vec<Source>,
    },
    /// An async function that awaits these in turn; one body after each.
    AsyncFunction {
        awaits: Vec<Source>,
        fails: bool,
        caught: bool,
    },
    /// An async generator of these values and the loop over it.
    AsyncGenerator {
        yields: Vec<Source>,
        stop: Stop,
    },
    ForAwait {
        sources: Vec<Source>,
    },
    /// An emitter with one listener for each body.
    Emitter {
        once: bool,
        twice: bool,
    },
    /// `events.once` on an event that is emitted at that time.
    OnceEmitted(When),
    /// A rejection that is handled too late.
    LateCatch(When),
    /// `await` at the top of an ES module.
    TopLevelAwait(Source),
    Throw,
    /// The event `error` without a listener.
    EmitError,
    SetExitCode(u8),
    Exit(u8),
}

/// When something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    AtOnce,
    Tick,
    Microtask,
    Immediate,
}

/// Something to await: how it comes about and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Plain,
    Resolved,
    Rejected,
    /// Resolved with another promise.
    Nested,
    Thenable,
    ThenableLater(When),
    Later(When),
    RejectedLater(When),
    AsyncFunction,
    FailingAsyncFunction,
    ImmediatePromise,
    DueTimeoutPromise,
}

impl Source {
    pub(super) fn rejects(self) -> bool {
        matches!(self, Source::Rejected | Source::RejectedLater(_) | Source::FailingAsyncFunction)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) kind: LinkKind,
    pub(super) outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    Then,
    Catch,
    Finally,
    Both,
}

/// What a handler gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Nothing,
    Value,
    Throws,
    Promise(Source),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combinator {
    All,
    Race,
    AllSettled,
    Any,
}

/// How the loop over an async generator ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    AtTheEnd,
    Break,
    Throw,
}

impl Program {
    /// Whether its order rests on timers that are due at different moments.
    pub(super) fn waits(&self) -> bool {
        fn waits(body: &Body) -> bool {
            body.iter().any(|node| {
                matches!(node.kind, Kind::SpreadTimeouts { .. } | Kind::SpreadInterval { .. })
                    || node.bodies.iter().any(waits)
            })
        }
        self.stages.iter().any(|stage| waits(&stage.body))
    }

    /// How many nodes it has, however deep.
    pub(super) fn node_count(&self) -> usize {
        fn count(body: &Body) -> usize {
            body.iter().map(|node| 1 + node.bodies.iter().map(count).sum::<usize>()).sum()
        }
        self.stages.iter().map(|stage| count(&stage.body)).sum()
    }
}
