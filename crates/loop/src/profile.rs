//! The profile: in which order the phases of one iteration run.
//!
//! A profile is data. [`EventLoop::run`](crate::EventLoop::run) walks the table; there is no second loop for
//! another era. What a profile does not hold is anything that a script sees: which globals exist, how many
//! queues a runtime keeps.

/// One step of an iteration.
///
/// ```
/// use roundel_loop::{Phase, Profile};
/// assert_eq!(Profile::NODE.phases.last(), Some(&Phase::Timers));
/// assert_eq!(Phase::Check.name(), "check");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Read the clock, so that the next phases see a fresh time.
    UpdateTime,
    /// Timers that are due.
    Timers,
    /// Deferred callbacks, those queued before the phase began.
    Pending,
    /// Idle handles.
    Idle,
    /// Prepare handles.
    Prepare,
    /// Wait for the world: readiness, finished work, wakeups, signals.
    Poll,
    /// Deferred callbacks that poll brought, up to eight rounds of them.
    PendingAfterPoll,
    /// Check handles.
    Check,
    /// Close callbacks.
    Closing,
}

impl Phase {
    /// How many phases there are.
    pub const COUNT: usize = 9;

    /// The phase's name, as traces print it.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Phase::PendingAfterPoll.name(), "pending after poll");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Phase::UpdateTime => "update time",
            Phase::Timers => "timers",
            Phase::Pending => "pending",
            Phase::Idle => "idle",
            Phase::Prepare => "prepare",
            Phase::Poll => "poll",
            Phase::PendingAfterPoll => "pending after poll",
            Phase::Check => "check",
            Phase::Closing => "closing",
        }
    }
}

/// Which timers a timers phase runs.
///
/// ```
/// use roundel_loop::{Profile, TimersPass};
/// assert_eq!(Profile::NODE.timers_pass, TimersPass::DueAtStart);
/// assert_eq!(Profile::NODE11.timers_pass, TimersPass::WhileDue);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimersPass {
    /// Those that were due when it began: libuv since 1.45.
    DueAtStart,
    /// As long as one is due, also those that were started meanwhile, by a time that callbacks may bring up to date:
    /// libuv before. A timer of 0 ms that starts itself again never lets it end.
    WhileDue,
}

/// When the callbacks of timers, descriptors, work, wakeups and signals run.
///
/// ```
/// use roundel_loop::{Delivery, Profile};
/// assert_eq!(Profile::ASYNCIO.delivery, Delivery::Queued);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delivery {
    /// In the phase that finds them.
    AtOnce,
    /// They go to the end of the pending queue, behind what was [deferred](crate::EventLoop::defer) before, and run in
    /// the pending phase: exactly what is in the queue when it begins, in order.
    Queued,
}

/// The table that a loop runs by.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Profile};
/// let lp = EventLoop::new(Options { profile: Profile::NODE11, ..Options::default() })?;
/// assert_eq!(lp.profile().name, "node11");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What the profile is called on the command line.
    pub name: &'static str,
    /// The phases of one iteration, in order.
    pub phases: &'static [Phase],
    /// Run one timers pass before the first iteration of a `RunMode::Default` run.
    pub timers_before_loop: bool,
    /// Run one more timers pass at the end of a `RunMode::Once` run, so that it makes progress if it
    /// waited for a timer. Not needed by tables that end with the timers.
    pub timers_after_once: bool,
    /// Which timers a timers phase runs.
    pub timers_pass: TimersPass,
    /// When callbacks run that the loop finds to be due.
    pub delivery: Delivery,
    /// The step of the time that deadlines are compared with: both are whole multiples of it. Not 0.
    pub granularity_ns: u64,
}

const MILLISECOND_NS: u64 = 1_000_000;

impl Profile {
    /// Node 20 and later: timers at the end of the iteration.
    pub const NODE: Profile = Profile {
        name: "node",
        phases: &[
            Phase::Pending,
            Phase::Idle,
            Phase::Prepare,
            Phase::Poll,
            Phase::PendingAfterPoll,
            Phase::Check,
            Phase::Closing,
            Phase::UpdateTime,
            Phase::Timers,
        ],
        timers_before_loop: true,
        timers_after_once: false,
        timers_pass: TimersPass::DueAtStart,
        delivery: Delivery::AtOnce,
        granularity_ns: MILLISECOND_NS,
    };

    /// Node 11 to 19: timers at the start of the iteration.
    pub const NODE11: Profile = Profile {
        name: "node11",
        phases: &[
            Phase::UpdateTime,
            Phase::Timers,
            Phase::Pending,
            Phase::Idle,
            Phase::Prepare,
            Phase::Poll,
            Phase::Check,
            Phase::Closing,
        ],
        timers_before_loop: false,
        timers_after_once: true,
        timers_pass: TimersPass::WhileDue,
        delivery: Delivery::AtOnce,
        granularity_ns: MILLISECOND_NS,
    };

    /// Node 10 and earlier: as [`NODE11`](Profile::NODE11). That queues were drained once per batch is not the loop's affair.
    pub const NODE10: Profile = Profile { name: "node10", ..Profile::NODE11 };

    /// A page in Chromium, in the phases of [`NODE11`](Profile::NODE11): timers that are due become tasks, poll brings the
    /// tasks of I/O, and the check phase runs one task of whichever queue is served first.
    pub const CHROME: Profile =
        Profile { name: "chrome", timers_pass: TimersPass::DueAtStart, ..Profile::NODE11 };

    /// A page in Firefox: the same phases; what differs lies in the queues, which are not the loop's.
    pub const FIREFOX: Profile = Profile { name: "firefox", ..Profile::CHROME };

    /// asyncio: poll waits unless something is ready; then descriptors that are ready and deadlines that are over join
    /// the queue, and exactly what is in it then runs. Deadlines are nanoseconds.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Profile, RunMode};
    /// use std::{cell::RefCell, ops::ControlFlow, rc::Rc};
    /// let lp = EventLoop::new(Options { profile: Profile::ASYNCIO, ..Options::default() })?;
    /// let order = Rc::new(RefCell::new(Vec::new()));
    /// let log = |name| {
    ///     let order = Rc::clone(&order);
    ///     move |_: &EventLoop| order.borrow_mut().push(name)
    /// };
    /// let overdue = log("overdue");
    /// lp.call_at(0, move |lp| ControlFlow::Continue(overdue(lp)));
    /// let (first, later) = (log("first"), log("later"));
    /// lp.defer(move |lp| {
    ///     first(lp);
    ///     lp.defer(later); // Behind what is there: it runs in the next iteration.
    /// });
    /// lp.run(RunMode::Once);
    /// assert_eq!(*order.borrow(), ["first", "overdue"]);
    /// lp.run(RunMode::Default);
    /// assert_eq!(*order.borrow(), ["first", "overdue", "later"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const ASYNCIO: Profile = Profile {
        name: "asyncio",
        phases: &[Phase::Poll, Phase::Timers, Phase::Pending, Phase::Closing],
        timers_before_loop: false,
        timers_after_once: false,
        timers_pass: TimersPass::DueAtStart,
        delivery: Delivery::Queued,
        granularity_ns: 1,
    };
}
