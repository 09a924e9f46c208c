//! The loop itself: what it is made of, and `run`.
//!
//! All methods take `&self`. State is in cells, each borrowed for a few instructions and never while a callback runs,
//! so a callback may do anything to the loop but run it again. Time is read once per iteration, and once more when poll
//! has waited or a callback has run before it.

use crate::call_at::Calls;
use crate::chooser::{Chooser, Choosing};
use crate::closing::Closing;
use crate::fs_event::FsEvents;
use crate::handle::{HandleKind, Table};
use crate::interest::Token;
use crate::mailbox::Mailbox;
use crate::metrics::Counters;
use crate::observer::{Event, Observer};
use crate::options::{BackendKind, Options, RunMode};
use crate::pending::Deferred;
use crate::poll::{PollCallback, PollData};
use crate::pool::Pool;
use crate::process::Processes;
use crate::profile::{Phase, Profile};
use crate::signal::Signals;
use crate::slab::Id;
use crate::stream::{Batch, Output, Streams};
use crate::sync::ShortSleeps;
use crate::sys::{Backend, Ready, Simulation, Spare, Wait};
use crate::time_gate::TimeGate;
use crate::timer::Timers;
use crate::udp::Udps;
use crate::wait_hook::WaitHooks;
use crate::wakeup::{WakeupCallback, WakeupData};
use crate::watcher::Watchers;
use crate::work::{Finished, Job, Works};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::os::fd::BorrowedFd;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// An event loop.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// let timer = Timer::new(&lp);
/// timer.start(&lp, 1, 0, |lp, timer| {
///     timer.close(lp, |_| println!("closed"));
/// });
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct EventLoop {
    profile: Profile,
    pub(crate) backend: Backend,
    chooser: Rc<Chooser>,
    pub(crate) mailbox: Arc<Mailbox>,
    now_ms: Cell<u64>,
    now_ns: Cell<u64>,
    /// The same, rounded down to the profile's granularity.
    timer_now_ns: Cell<u64>,
    running: Cell<bool>,
    stopping: Cell<bool>,
    /// A callback has ended the run.
    breaking: Cell<bool>,
    /// The phase, by its place in the table, that the end of the run cut short.
    cut_short: Cell<Option<usize>>,
    /// Somebody has asked for the descriptor.
    pub(crate) embedded: Cell<bool>,
    failure: Cell<Option<io::Error>>,
    /// A callback has run since the clock was read.
    pub(crate) ran_callback: Cell<bool>,

    /// Handles that are active and referenced, and unfinished work.
    pub(crate) active_count: Cell<usize>,
    pub(crate) timers: Timers,
    pub(crate) calls: Calls,
    pub(crate) idles: Watchers,
    pub(crate) prepares: Watchers,
    pub(crate) checks: Watchers,
    pub(crate) wakeups: Table<WakeupCallback, WakeupData>,
    pub(crate) polls: Table<PollCallback, PollData>,
    pub(crate) signals: Signals,
    pub(crate) streams: Streams,
    pub(crate) processes: Processes,
    pub(crate) fs_events: FsEvents,
    pub(crate) udps: Udps,
    pub(crate) works: Works,
    pub(crate) pending: RefCell<VecDeque<Deferred>>,
    pub(crate) closing: RefCell<Vec<Closing>>,

    /// What the phase in progress works through. Here and not on the stack: a panic in a callback loses nothing.
    pub(crate) closing_batch: RefCell<Vec<Closing>>,
    pub(crate) wakeup_batch: RefCell<VecDeque<Id>>,
    pub(crate) finished_batch: RefCell<VecDeque<Finished>>,
    pub(crate) ready_batch: RefCell<Vec<Ready>>,
    pub(crate) ready_next: Cell<usize>,
    pub(crate) poll_rounds: Cell<u64>,
    pub(crate) batch: Batch,
    /// Whose interest has changed since the platform was told.
    pub(crate) changes: RefCell<Vec<Token>>,
    /// What streams read into; away while a read is being called back.
    pub(crate) read_buffer: Cell<Vec<u8>>,
    /// For the next stream that writes.
    pub(crate) idle_output: Cell<Option<Box<Output>>>,
    /// A descriptor in reserve, once a stream listens.
    pub(crate) spare: Cell<Option<Spare>>,
    /// The mailbox was found notified and has not been emptied since.
    pub(crate) has_mail: Cell<bool>,
    /// Finished work and wakeups are being called back.
    pub(crate) delivers_mail: Cell<bool>,
    /// How the last polls that waited for mail ended.
    pub(crate) short_waits: Cell<ShortSleeps>,

    current_phase: Cell<Phase>,
    pub(crate) wait_hooks: WaitHooks,
    pub(crate) time_gate: OnceCell<TimeGate>,
    pub(crate) counters: Counters,
    pub(crate) observer: Cell<Option<Observer>>,
    pub(crate) observed: Cell<bool>,
    pub(crate) phase_timing: Cell<bool>,
    pub(crate) instrumented: Cell<bool>,

    /// Callbacks are not `Send`, so neither is the loop.
    _not_send: PhantomData<*const ()>,
}

impl EventLoop {
    /// A loop with nothing in it. Fails if the platform gives it no epoll descriptor.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert!(!EventLoop::new(Options::default())?.alive());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(options: Options) -> io::Result<EventLoop> {
        let pool = match (options.pool, options.pool_threads) {
            (Some(pool), _) => pool,
            (None, Some(threads)) => Pool::new(threads),
            (None, None) => Pool::from_env(),
        };
        let choosing = match (options.backend, options.choosing) {
            (BackendKind::Simulated { seed }, Choosing::Plain) => Choosing::Seeded(seed),
            (_, choosing) => choosing,
        };
        let chooser = Rc::new(Chooser::new(choosing));
        let backend = match options.backend {
            BackendKind::System => Backend::epoll(pool)?,
            BackendKind::Simulated { .. } => Backend::simulated(&chooser, &pool),
            BackendKind::VirtualTime => Backend::virtual_time(&chooser, &pool)?,
        };
        let lp = EventLoop {
            profile: options.profile,
            backend,
            chooser,
            mailbox: Arc::new(Mailbox::new()),
            now_ms: Cell::new(0),
            now_ns: Cell::new(0),
            timer_now_ns: Cell::new(0),
            running: Cell::new(false),
            stopping: Cell::new(false),
            breaking: Cell::new(false),
            cut_short: Cell::new(None),
            embedded: Cell::new(false),
            failure: Cell::new(None),
            ran_callback: Cell::new(true),
            active_count: Cell::new(0),
            timers: Timers::default(),
            calls: Calls::default(),
            idles: Watchers::default(),
            prepares: Watchers::default(),
            checks: Watchers::default(),
            wakeups: Table::default(),
            polls: Table::default(),
            signals: Signals::default(),
            streams: Streams::default(),
            processes: Processes::default(),
            fs_events: FsEvents::default(),
            udps: Udps::default(),
            works: Works::default(),
            pending: RefCell::default(),
            closing: RefCell::default(),
            closing_batch: RefCell::default(),
            ready_batch: RefCell::default(),
            ready_next: Cell::new(0),
            batch: Batch::default(),
            changes: RefCell::default(),
            read_buffer: Cell::default(),
            idle_output: Cell::new(None),
            spare: Cell::new(None),
            wakeup_batch: RefCell::default(),
            finished_batch: RefCell::default(),
            poll_rounds: Cell::new(0),
            has_mail: Cell::new(false),
            delivers_mail: Cell::new(false),
            short_waits: Cell::default(),
            current_phase: Cell::new(Phase::UpdateTime),
            wait_hooks: WaitHooks::default(),
            time_gate: OnceCell::new(),
            counters: Counters::default(),
            observer: Cell::new(None),
            observed: Cell::new(false),
            phase_timing: Cell::new(false),
            instrumented: Cell::new(false),
            _not_send: PhantomData,
        };
        // Nothing to choose yet: whoever writes the choices down is not listening before the loop exists.
        lp.set_time(lp.backend.now_ns());
        Ok(lp)
    }

    /// Runs the loop. True if it is still alive when it returns.
    ///
    /// A loop that returned because it was stopped goes on where it was when it is run again. Running a loop from one
    /// of its own callbacks is a mistake.
    ///
    /// # Panics
    ///
    /// If it is called from one of the loop's own callbacks. A panic in a callback passes through.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// timer.start(&lp, 1, 1, |lp, _| lp.stop());
    /// assert!(lp.run(RunMode::Default));
    /// timer.stop(&lp);
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn run(&self, mode: RunMode) -> bool {
        let _running = Running::begin(self);
        let profile = self.profile;
        let mut alive = self.alive();
        let mut cut_short = self.cut_short.take();
        let begins_with_timers = mode == RunMode::Default && profile.timers_before_loop;
        if !alive {
            self.update_time();
        } else if begins_with_timers && cut_short.is_none() && !self.ends() {
            self.extra_timers_pass();
        }
        while alive && !self.ends() {
            self.begin_iteration(cut_short);
            let quiet = self.pending.borrow().is_empty() && !self.idles.any_active();
            let may_wait = mode == RunMode::Default || (mode == RunMode::Once && quiet);
            let may_wait = may_wait && cut_short.is_none();
            for (place, &phase) in profile.phases.iter().enumerate().skip(cut_short.unwrap_or(0)) {
                self.begin_phase(phase);
                match phase {
                    Phase::UpdateTime => self.update_time(),
                    Phase::Timers => self.run_timers(),
                    Phase::Pending => self.run_pending(),
                    Phase::Idle => self.idles.run(self, HandleKind::Idle),
                    Phase::Prepare => self.prepares.run(self, HandleKind::Prepare),
                    Phase::Poll => self.poll(if may_wait { self.wait_limit() } else { Wait::No }),
                    Phase::PendingAfterPoll => self.run_pending_after_poll(),
                    Phase::Check => self.checks.run(self, HandleKind::Check),
                    Phase::Closing => self.run_closing(),
                }
                self.end_phase(phase);
                if self.is_breaking() {
                    self.cut_short.set(Some(place));
                    self.stopping.set(false);
                    return self.alive();
                }
            }
            cut_short = None;
            if mode == RunMode::Once && profile.timers_after_once {
                self.extra_timers_pass();
            }
            alive = self.alive();
            if mode != RunMode::Default {
                break;
            }
        }
        self.stopping.set(false);
        alive
    }

    /// As [`run`](EventLoop::run), and says whether a callback ended the run at once: `Break`, or `Continue` with whether
    /// the loop is still alive.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode};
    /// use std::ops::ControlFlow;
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.call_at(0, |_| ControlFlow::Break(()));
    /// lp.call_at(0, |_| ControlFlow::Continue(()));
    /// assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Break(()));
    /// // The second call was not lost.
    /// assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Continue(false));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_run(&self, mode: RunMode) -> ControlFlow<(), bool> {
        let alive = self.run(mode);
        if self.is_breaking() { ControlFlow::Break(()) } else { ControlFlow::Continue(alive) }
    }

    /// Makes [`run`](EventLoop::run) return as soon as the callback in progress has, as an exception would that goes
    /// through it. Everything else that was ready stays so; when the loop is run again it goes on in the same phase.
    ///
    /// ```
    /// use roundel_loop::{Check, EventLoop, Options, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// Check::new(&lp).start(&lp, |_, _| println!("second"));
    /// Check::new(&lp).start(&lp, |lp, _| lp.break_run()); // The last started is called first.
    /// assert!(lp.run(RunMode::NoWait));
    /// lp.run(RunMode::NoWait); // Prints, and ends the iteration.
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn break_run(&self) {
        self.breaking.set(true);
    }

    #[inline]
    pub(crate) fn is_breaking(&self) -> bool {
        self.breaking.get()
    }

    #[inline]
    fn ends(&self) -> bool {
        self.stopping.get() || self.breaking.get()
    }

    /// Makes [`run`](EventLoop::run) return at the end of the iteration in progress, or the next run return at once.
    /// Poll does not block any more.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Idle, Options, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// Idle::new(&lp).start(&lp, |lp, _| lp.stop());
    /// assert!(lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn stop(&self) {
        self.stopping.set(true);
    }

    /// Whether anything keeps the loop going: active referenced handles, unfinished work, deferred callbacks, handles
    /// being closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.defer(|_| {});
    /// assert!(lp.alive());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn alive(&self) -> bool {
        self.active_count.get() > 0
            || !self.pending.borrow().is_empty()
            || !self.closing.borrow().is_empty()
    }

    /// The loop's time in whole milliseconds, from a point of its own, as it was when it was last read.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(lp.now(), lp.now_ns() / 1_000_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn now(&self) -> u64 {
        self.now_ms.get()
    }

    /// The same in nanoseconds.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(lp.now_ns() <= lp.hrtime());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn now_ns(&self) -> u64 {
        self.now_ns.get()
    }

    /// Reads the clock and sets the loop's time by it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let before_ns = lp.now_ns();
    /// lp.update_time();
    /// assert!(lp.now_ns() > before_ns);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn update_time(&self) {
        self.set_time(self.backend.loop_time_ns(|| self.next_deadline_ns().is_some()));
    }

    #[inline]
    fn set_time(&self, now_ns: u64) {
        let now_ms = now_ns / 1_000_000;
        self.now_ns.set(now_ns);
        self.now_ms.set(now_ms);
        self.timer_now_ns.set(match self.profile.granularity_ns {
            1 => now_ns,
            1_000_000 => now_ms * 1_000_000,
            step_ns => now_ns - now_ns % step_ns,
        });
    }

    /// The loop's time as deadlines are compared with it.
    #[inline]
    pub(crate) fn timer_now_ns(&self) -> u64 {
        self.timer_now_ns.get()
    }

    /// The clock behind the loop's time, read on the spot, in nanoseconds. It never goes back.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(lp.hrtime() <= lp.hrtime());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn hrtime(&self) -> u64 {
        self.backend.now_ns()
    }

    /// Has virtual time come at least as far as that of another loop, whose clock shows `now_ns`: what that one has sent
    /// arrives no earlier than it was sent. On the real platform all loops have one clock, and nothing happens.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options};
    /// let backend = BackendKind::VirtualTime;
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// let later_ns = lp.hrtime() + 5_000_000_000;
    /// lp.catch_up(later_ns);
    /// assert!(lp.hrtime() > later_ns);
    /// lp.catch_up(0);
    /// assert!(lp.hrtime() > later_ns);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn catch_up(&self, now_ns: u64) {
        self.backend.catch_up(now_ns);
    }

    /// The time of day, in nanoseconds since 1970.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(lp.wall_clock_ns() > 1_600_000_000_000_000_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn wall_clock_ns(&self) -> u64 {
        self.backend.wall_ns()
    }

    /// Fills `bytes` with random ones, fit for keys on the real platform, and by the seed on the simulated.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let mut key = [0; 32];
    /// lp.fill_random(&mut key)?;
    /// assert_ne!(key, [0; 32]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fill_random(&self, bytes: &mut [u8]) -> io::Result<()> {
        self.backend.fill_random(bytes)
    }

    /// How long poll would wait by the loop's time: `None` is for ever.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(lp.backend_timeout(), Some(std::time::Duration::ZERO));
    /// Timer::new(&lp).start(&lp, 100, 0, |_, _| {});
    /// assert!(lp.backend_timeout() > Some(std::time::Duration::from_millis(98)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn backend_timeout(&self) -> Option<Duration> {
        match self.wait_limit() {
            Wait::No => Some(Duration::ZERO),
            Wait::Forever => None,
            Wait::UntilNs(deadline_ns) => {
                Some(Duration::from_nanos(deadline_ns.saturating_sub(self.now_ns())))
            }
        }
    }

    /// A descriptor that becomes readable when there is something for the loop to do, other than timers: for a loop
    /// inside another one, which waits for it, for [`backend_timeout`](EventLoop::backend_timeout) at most, and then
    /// calls `run(RunMode::NoWait)`. `None` on the simulated platform.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert!(EventLoop::new(Options::default())?.fd().is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.embedded.set(true);
        if !self.running.get() {
            self.leave_for_embedder();
        }
        self.backend.fd()
    }

    /// The table that the loop runs by.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Profile};
    /// assert_eq!(EventLoop::new(Options::default())?.profile(), Profile::NODE);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The phase in progress, or the last one.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Idle, Options, Phase, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// Idle::new(&lp).start(&lp, |lp, _| assert_eq!(lp.current_phase(), Phase::Idle));
    /// lp.run(RunMode::NoWait);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn current_phase(&self) -> Phase {
        self.current_phase.get()
    }

    /// Whether the callback in progress is that of finished work or of a wakeup. Both come in one pass of the poll phase,
    /// after the descriptors that are ready.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Wakeup};
    /// let lp = EventLoop::new(Options::default())?;
    /// let wakeup = Wakeup::new(&lp, |lp, _| {
    ///     assert!(lp.delivers_mail());
    ///     lp.stop();
    /// });
    /// wakeup.sender(&lp)?.send();
    /// lp.run(RunMode::Default);
    /// assert!(!lp.delivers_mail());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn delivers_mail(&self) -> bool {
        self.delivers_mail.get()
    }

    /// The strings of the simulated platform; `None` on the real one.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert!(EventLoop::new(Options::default())?.simulation().is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn simulation(&self) -> Option<Simulation<'_>> {
        self.backend.simulation()
    }

    /// Who decides what the platform leaves open. The simulated ones ask it, and so may everything that is built on the
    /// loop; the real one decides by itself.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, Point};
    /// let backend = BackendKind::Simulated { seed: 4 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// assert!(lp.chooser().choose(Point::READY, 3) < 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn chooser(&self) -> &Chooser {
        &self.chooser
    }

    /// Why the last run ended although nobody stopped it: the platform refused to wait. The simulated one does when the
    /// loop is alive and nothing can ever happen, and when the [`Chooser`] has lost its record; the real one only if the
    /// loop's descriptor was closed under it.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Interest, Options, Poll, RunMode};
    /// let backend = BackendKind::Simulated { seed: 0 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// Poll::simulated(&lp, 3).start(&lp, Interest::READABLE, |_, _, _| {})?;
    /// assert!(lp.run(RunMode::Default));
    /// assert_eq!(lp.take_failure().unwrap().kind(), std::io::ErrorKind::Deadlock);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_failure(&self) -> Option<io::Error> {
        self.failure.take()
    }

    /// A timers pass outside the table of phases.
    fn extra_timers_pass(&self) {
        self.begin_phase(Phase::Timers);
        self.update_time();
        self.run_timers();
        self.end_phase(Phase::Timers);
    }

    /// An iteration that was cut short is the same one when it goes on.
    fn begin_iteration(&self, cut_short: Option<usize>) {
        self.hold_to_record();
        if cut_short.is_some() {
            return;
        }
        let iteration = self.counters.iterations.get() + 1;
        self.counters.iterations.set(iteration);
        self.emit(|| Event::IterationBegin(iteration));
    }

    #[inline]
    fn begin_phase(&self, phase: Phase) {
        self.current_phase.set(phase);
        if self.instrumented.get() {
            self.emit(|| Event::PhaseBegin(phase));
            self.counters.phase_begins(self.phase_timing.get().then(|| self.backend.now_ns()));
        }
    }

    #[inline]
    fn end_phase(&self, phase: Phase) {
        if self.instrumented.get() {
            self.counters.phase_ends(phase, self.phase_timing.get().then(|| self.backend.now_ns()));
            self.emit(|| Event::PhaseEnd(phase));
        }
    }

    /// How long poll may wait.
    #[inline]
    fn wait_limit(&self) -> Wait {
        let may_block = !self.stopping.get()
            && self.active_count.get() > 0
            && !self.idles.any_active()
            && self.pending.borrow().is_empty()
            && self.closing.borrow().is_empty();
        match (may_block, self.next_deadline_ns()) {
            (false, _) => Wait::No,
            (true, Some(deadline_ns)) => Wait::UntilNs(deadline_ns),
            (true, None) => Wait::Forever,
        }
    }

    /// Whether anything but time and jobs keeps the loop alive.
    pub(crate) fn awaits_outside(&self) -> bool {
        self.polls.any_counts()
            || self.streams.any_counts_with(|data| data.is_outside())
            || self.udps.any_counts_with(|data| data.is_outside())
            || self.awaits_wakeup()
            || self.signals.table.any_counts()
            || self.processes.table.any_counts()
            || self.fs_events.table.any_counts()
    }

    /// A run that is not the recorded one any more has no meaning.
    #[inline]
    pub(crate) fn hold_to_record(&self) {
        if let Some(mismatch) = self.chooser.mismatch() {
            self.poll_failed(io::Error::other(mismatch));
        }
    }

    pub(crate) fn poll_failed(&self, error: io::Error) {
        self.failure.set(Some(error));
        self.break_run();
    }

    /// Makes it possible for other threads to wake the loop.
    pub(crate) fn open_mailbox(&self) -> io::Result<()> {
        self.mailbox.open(|fd| self.backend.attach_wake_fd(fd))
    }

    pub(crate) fn submit(&self, job: Job) -> Option<Id> {
        if self.open_mailbox().is_err() {
            // There is no descriptor left by which a thread could tell that it is done. The job is done here: what it
            // asks for may need none, and if it does, it fails with the error that this is.
            self.mailbox.post_finished(job.perform(|| self.backend.now_ns()));
            return None;
        }
        self.backend.submit(job, &self.mailbox)
    }

    pub(crate) fn withdraw(&self, ticket: Id, request: Id) -> Option<Job> {
        self.backend.withdraw(ticket, request, &self.mailbox)
    }

    /// Leaves the mailbox as if asleep, so that a notification makes the descriptor readable.
    fn leave_for_embedder(&self) {
        self.settle_changes();
        if !self.mailbox.fall_asleep()
            && let Some(fd) = self.mailbox.fd()
        {
            fd.signal();
        }
    }
}

impl Drop for EventLoop {
    fn drop(&mut self) {
        self.backend.abandon_jobs(&self.mailbox);
    }
}

/// A run in progress. Ending it also puts in order what a panic in a callback has left half done.
struct Running<'a>(&'a EventLoop);

impl<'a> Running<'a> {
    fn begin(lp: &'a EventLoop) -> Running<'a> {
        assert!(!lp.running.get(), "a loop can not be run from one of its own callbacks");
        lp.running.set(true);
        lp.breaking.set(false);
        lp.emit(|| Event::RunBegin);
        Running(lp)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let lp = self.0;
        lp.running.set(false);
        if std::thread::panicking() {
            lp.idles.recover();
            lp.prepares.recover();
            lp.checks.recover();
            lp.recover_batch();
            lp.has_mail.set(true);
        }
        if std::thread::panicking() || lp.is_breaking() {
            lp.delivers_mail.set(false);
            lp.recover_closing();
        }
        if lp.embedded.get() {
            lp.leave_for_embedder();
        }
        // The observer is foreign code, and a second panic would end the process.
        if !std::thread::panicking() {
            lp.emit(|| Event::RunEnd);
        }
    }
}
