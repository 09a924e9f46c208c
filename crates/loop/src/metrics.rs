//! Metrics: what a loop has done so far, counted without syscalls of their own.
//!
//! Idle time is the difference of the two clock reads around a poll that may block; both are needed anyway, one to
//! know how long to wait and one to know the time afterwards. Time per phase needs clock reads that nothing else
//! needs, so it is measured only when asked for.

use crate::EventLoop;
use crate::profile::Phase;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A poll that took no longer than this did not wait: what it returned had been there already. A thread that
/// sleeps and is woken needs several times as long on any machine.
const NO_WAIT_NS: u64 = 3_000;

/// A snapshot of the counters.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// Timer::new(&lp).start(&lp, 2, 0, |_, _| {});
/// lp.run(RunMode::Default);
/// let metrics = lp.metrics();
/// assert_eq!(metrics.iterations, 1);
/// assert!(metrics.idle_ns > 1_000_000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Iterations begun.
    pub iterations: u64,
    /// How often poll asked the platform: less often than there are iterations, because a poll that may not wait and
    /// has no descriptors to ask for does not.
    pub polls: u64,
    /// What poll brought: ready descriptors, wakeups, finished work, signals.
    pub events: u64,
    /// Those of them that were there before poll was entered, because the loop was busy when they came.
    pub events_waiting: u64,
    /// How often the platform was told that the loop wants to know something else of a descriptor. Changes that cancel out
    /// before poll are not.
    pub interest_changes: u64,
    /// Time spent waiting in poll.
    pub idle_ns: u64,
    /// Time per phase, indexed by `Phase as usize`; all zero unless
    /// [`EventLoop::set_phase_timing`] is on. Poll's part includes waiting.
    pub phase_ns: [u64; Phase::COUNT],
}

/// Whether time per phase is measured.
///
/// ```
/// use roundel_loop::{EventLoop, Options, PhaseTiming};
/// let lp = EventLoop::new(Options::default())?;
/// lp.set_phase_timing(PhaseTiming::On);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhaseTiming {
    /// Two clock reads per phase.
    On,
    /// None.
    Off,
}

/// The time that a loop has waited, as it goes on; see [`EventLoop::idle_time`].
#[derive(Clone, Debug)]
pub struct IdleTime(Arc<Idle>);

#[derive(Debug, Default)]
struct Idle {
    /// What has been waited.
    ns: AtomicU64,
    /// When the wait in progress began, on the clock of the system.
    since_ns: AtomicU64,
}

const NOT_WAITING: u64 = 0;

impl IdleTime {
    /// What [`Metrics::idle_ns`] is in the loop's own thread, with the wait in progress.
    pub fn ns(&self) -> u64 {
        let before_ns = self.0.ns.load(Ordering::Relaxed);
        match self.0.since_ns.load(Ordering::Relaxed) {
            NOT_WAITING => before_ns,
            since_ns => before_ns + monotonic_ns().saturating_sub(since_ns),
        }
    }
}

/// Not the loop's clock, which may be a simulated one that stands still for other threads.
fn monotonic_ns() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) iterations: Cell<u64>,
    pub(crate) polls: Cell<u64>,
    events: Cell<u64>,
    events_waiting: Cell<u64>,
    pub(crate) interest_changes: Cell<u64>,
    /// Written by the loop's thread alone, and read by any.
    idle: Arc<Idle>,
    phase_ns: [Cell<u64>; Phase::COUNT],
    /// When the poll in progress began to wait, and whether what it brings was waiting for it.
    wait_began_ns: Cell<Option<u64>>,
    poll_waited: Cell<bool>,
    phase_began_ns: Cell<Option<u64>>,
}

impl Counters {
    #[inline]
    pub(crate) fn wait_begins(&self, now_ns: u64) {
        self.wait_began_ns.set(Some(now_ns));
        self.idle.since_ns.store(monotonic_ns(), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn wait_ends(&self, now_ns: u64) -> u64 {
        let waited_ns = match self.wait_began_ns.take() {
            Some(began_ns) => now_ns.saturating_sub(began_ns),
            None => 0,
        };
        self.poll_waited.set(waited_ns > NO_WAIT_NS);
        let idle_ns = self.idle.ns.load(Ordering::Relaxed) + waited_ns;
        self.idle.since_ns.store(NOT_WAITING, Ordering::Relaxed);
        self.idle.ns.store(idle_ns, Ordering::Relaxed);
        waited_ns
    }

    #[inline]
    pub(crate) fn poll_begins(&self) {
        self.poll_waited.set(false);
    }

    pub(crate) fn phase_begins(&self, now_ns: Option<u64>) {
        self.phase_began_ns.set(now_ns);
    }

    pub(crate) fn phase_ends(&self, phase: Phase, now_ns: Option<u64>) {
        if let (Some(began_ns), Some(now_ns)) = (self.phase_began_ns.take(), now_ns) {
            let spent = &self.phase_ns[phase as usize];
            spent.set(spent.get() + now_ns.saturating_sub(began_ns));
        }
    }
}

impl EventLoop {
    /// The counters as they are.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert_eq!(EventLoop::new(Options::default())?.metrics().iterations, 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn metrics(&self) -> Metrics {
        Metrics {
            iterations: self.counters.iterations.get(),
            polls: self.counters.polls.get(),
            events: self.counters.events.get(),
            events_waiting: self.counters.events_waiting.get(),
            interest_changes: self.counters.interest_changes.get(),
            idle_ns: self.counters.idle.ns.load(Ordering::Relaxed),
            phase_ns: std::array::from_fn(|phase| self.counters.phase_ns[phase].get()),
        }
    }

    /// How long the loop has waited, for other threads to look at.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let idle = EventLoop::new(Options::default())?.idle_time();
    /// assert_eq!(std::thread::spawn(move || idle.ns()).join().unwrap(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn idle_time(&self) -> IdleTime {
        IdleTime(Arc::clone(&self.counters.idle))
    }

    /// Turns the measuring of time per phase on or off.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Idle, Options, Phase, PhaseTiming, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.set_phase_timing(PhaseTiming::On);
    /// Idle::new(&lp).start(&lp, |_, _| std::thread::sleep(std::time::Duration::from_millis(1)));
    /// lp.run(RunMode::NoWait);
    /// assert!(lp.metrics().phase_ns[Phase::Idle as usize] >= 1_000_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_phase_timing(&self, timing: PhaseTiming) {
        self.phase_timing.set(timing == PhaseTiming::On);
        self.refresh_instrumented();
    }

    #[inline]
    pub(crate) fn count_events(&self, count: usize) {
        let counters = &self.counters;
        counters.events.set(counters.events.get() + count as u64);
        if !counters.poll_waited.get() {
            counters.events_waiting.set(counters.events_waiting.get() + count as u64);
        }
    }
}
