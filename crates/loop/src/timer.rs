//! Timers: call back once the loop's time has reached a deadline, and again after each repeat.
//!
//! Deadlines are nanoseconds of loop time, in steps of the profile's granularity: whole milliseconds, as Node compares
//! them. The timers pass runs every timer whose deadline has come, by (deadline, start order). A timer that is started
//! during the pass never fires in it: its start order is higher than all from before and its deadline is not before the
//! pass's time, so it sorts behind every timer that is still due, and the pass ends when it meets one.
//!
//! The heap also holds the one-shot calls of call_at.rs: even slots are timers, odd ones are calls.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::heap::{Entry, Heap};
use crate::observer::Event;
use crate::pending::Deferred;
use crate::profile::{Delivery, TimersPass};
use crate::slab::Id;
use std::cell::RefCell;

pub(crate) type TimerCallback = Box<dyn FnMut(&EventLoop, Timer)>;

#[derive(Default)]
pub(crate) struct Timers {
    pub(crate) table: Table<TimerCallback, TimerData>,
    pub(crate) heap: RefCell<Heap>,
}

const MILLISECOND_NS: u64 = 1_000_000;

pub(crate) struct TimerData {
    repeat_ms: u64,
    /// It has been given a callback, which may be out of its row because it is running.
    has_callback: bool,
    /// It was due and is in the pending queue.
    is_queued: bool,
}

/// A handle that calls back at a point in loop time.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// let timer = Timer::new(&lp);
/// timer.start(&lp, 2, 1, |lp, timer| {
///     timer.stop(lp);
/// });
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timer(Id);

handle_methods!(Timer, "Timer::new(&lp)");

impl Timer {
    /// A timer that has not been started.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Timer::new(&lp).is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> Timer {
        let data = TimerData { repeat_ms: 0, has_callback: false, is_queued: false };
        let timer = Timer(lp.timers.table.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(timer.key()));
        timer
    }

    /// Calls `callback` when `timeout_ms` have passed since the loop's time, then every `repeat_ms` if that is
    /// not zero. A timer that is active is started anew. False if the timer is closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let start_ms = lp.now();
    /// Timer::new(&lp).start(&lp, 3, 0, move |lp, _| assert!(lp.now() >= start_ms + 3));
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start(
        self,
        lp: &EventLoop,
        timeout_ms: u64,
        repeat_ms: u64,
        callback: impl FnMut(&EventLoop, Timer) + 'static,
    ) -> bool {
        let callback: TimerCallback = Box::new(callback);
        let replaced = lp.timers.table.with_open(self.0, |row| {
            row.data = TimerData { repeat_ms, has_callback: true, is_queued: false };
            row.update(&lp.active_count, |state| state.active = true);
            row.callback.replace(callback)
        });
        let opened = replaced.is_some();
        drop(replaced);
        if opened {
            self.schedule(lp, timeout_ms);
        }
        opened
    }

    /// Starts the timer with the callback that it had: [`start`](Timer::start) without its allocation.
    /// False if the timer never had a callback or is closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// assert!(!timer.reset(&lp, 5, 0));
    /// timer.start(&lp, 1, 0, |_, _| {});
    /// assert!(timer.reset(&lp, 5, 0));
    /// assert_eq!(timer.due_in(&lp), Some(5));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn reset(self, lp: &EventLoop, timeout_ms: u64, repeat_ms: u64) -> bool {
        let started = lp.timers.table.with_open(self.0, |row| {
            if !row.data.has_callback {
                return false;
            }
            row.data.repeat_ms = repeat_ms;
            row.data.is_queued = false;
            row.update(&lp.active_count, |state| state.active = true);
            true
        });
        let started = started == Some(true);
        if started {
            self.schedule(lp, timeout_ms);
        }
        started
    }

    /// Stops the timer. False if it was not active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// timer.start(&lp, 1, 0, |_, _| unreachable!());
    /// assert!(timer.stop(&lp));
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn stop(self, lp: &EventLoop) -> bool {
        if !lp.timers.table.with_mut(self.0, |row| row.state.active).unwrap_or(false) {
            return false;
        }
        lp.timers.heap.borrow_mut().remove(self.slot());
        lp.timers.table.update(&lp.active_count, self.0, |state| state.active = false);
        lp.emit(|| Event::HandleStopped(self.key()));
        true
    }

    /// If the timer repeats, starts it anew with its repeat as timeout; else leaves it as it is.
    /// False if the timer was never started or is closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// timer.start(&lp, 1000, 10, |_, _| {});
    /// assert!(timer.again(&lp));
    /// assert_eq!(timer.due_in(&lp), Some(10));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn again(self, lp: &EventLoop) -> bool {
        match lp.timers.table.with_open(self.0, |row| (row.data.has_callback, row.data.repeat_ms)) {
            Some((true, 0)) => true,
            Some((true, repeat_ms)) => self.reset(lp, repeat_ms, repeat_ms),
            _ => false,
        }
    }

    /// Sets the repeat, which counts from the next time the timer fires or is started
    /// [`again`](Timer::again). False if the timer is closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// timer.set_repeat(&lp, 25);
    /// assert_eq!(timer.repeat_ms(&lp), 25);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_repeat(self, lp: &EventLoop, repeat_ms: u64) -> bool {
        lp.timers.table.with_open(self.0, |row| row.data.repeat_ms = repeat_ms).is_some()
    }

    /// The repeat in milliseconds; 0 if the timer fires once.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Timer::new(&lp).repeat_ms(&lp), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn repeat_ms(self, lp: &EventLoop) -> u64 {
        lp.timers.table.with(self.0, |row| row.data.repeat_ms).unwrap_or(0)
    }

    /// Milliseconds of loop time until the timer is due: 0 if it is overdue, `None` if it is not active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// assert_eq!(timer.due_in(&lp), None);
    /// timer.start(&lp, 50, 0, |_, _| {});
    /// assert_eq!(timer.due_in(&lp), Some(50));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn due_in(self, lp: &EventLoop) -> Option<u64> {
        if !self.is_active(lp) {
            return None;
        }
        // One that waits in the pending queue has left the heap.
        let deadline_ns = lp.timers.heap.borrow().deadline_ns(self.slot()).unwrap_or(0);
        Some(deadline_ns.saturating_sub(lp.timer_now_ns()).div_ceil(MILLISECOND_NS))
    }

    #[inline]
    fn schedule(self, lp: &EventLoop, timeout_ms: u64) {
        let deadline_ns = deadline_ns(lp, timeout_ms);
        lp.timers.heap.borrow_mut().set(self.slot(), deadline_ns);
        lp.emit(|| Event::HandleStarted(self.key()));
    }

    fn slot(self) -> u32 {
        self.0.index << 1
    }
}

/// So many milliseconds from the loop's time. The last deadline, after 584 years, is never over.
#[inline]
fn deadline_ns(lp: &EventLoop, timeout_ms: u64) -> u64 {
    lp.timer_now_ns().saturating_add(timeout_ms.saturating_mul(MILLISECOND_NS))
}

impl Handle for Timer {
    type Callback = TimerCallback;
    type Data = TimerData;

    fn kind(self) -> HandleKind {
        HandleKind::Timer
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<TimerCallback, TimerData> {
        &lp.timers.table
    }

    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
    }
}

impl EventLoop {
    /// The timers pass: all that are due at the loop's time as it is when the pass begins.
    #[inline]
    pub(crate) fn run_timers(&self) {
        if self.next_deadline().is_some_and(|deadline_ns| deadline_ns <= self.timer_now_ns()) {
            self.run_due_timers();
        }
    }

    fn run_due_timers(&self) {
        let started_ns = self.timer_now_ns();
        self.timers.heap.borrow_mut().begin_pass();
        while !self.is_breaking()
            && let Some(due) = self.next_due(started_ns)
        {
            if due.slot & 1 == 1 {
                self.call_is_due(due.slot);
            } else {
                self.timer_is_due(due);
            }
        }
    }

    fn next_due(&self, started_ns: u64) -> Option<Entry> {
        let heap = self.timers.heap.borrow();
        let due = heap.first()?;
        let runs = match self.profile().timers_pass {
            TimersPass::DueAtStart => due.deadline_ns <= started_ns && heap.was_there(due),
            TimersPass::WhileDue => due.deadline_ns <= self.timer_now_ns(),
        };
        runs.then_some(due)
    }

    fn timer_is_due(&self, due: Entry) {
        let Some(id) = self.timers.table.id_at(due.slot >> 1) else {
            unreachable!("a timer leaves the heap before its row is freed")
        };
        if self.profile().delivery == Delivery::Queued {
            self.timers.heap.borrow_mut().remove(due.slot);
            self.timers.table.with_mut(id, |row| row.data.is_queued = true);
            self.pending.borrow_mut().push_back(Deferred::Timer(id));
        } else {
            self.fire_timer(id);
        }
    }

    /// Fires a timer that was queued, unless it has been stopped or started anew since.
    pub(crate) fn fire_queued_timer(&self, id: Id) {
        let is_due = |row: &mut Row<TimerCallback, TimerData>| {
            std::mem::take(&mut row.data.is_queued) && row.state.active
        };
        if self.timers.table.with_mut(id, is_due) == Some(true) {
            self.fire_timer(id);
        }
    }

    fn fire_timer(&self, id: Id) {
        let timer = Timer(id);
        let callback = self.timers.table.with_mut(id, |row| {
            match row.data.repeat_ms {
                0 => {
                    row.update(&self.active_count, |state| state.active = false);
                    self.timers.heap.borrow_mut().remove(timer.slot());
                }
                // From the loop's time, not from the deadline: a late repeat does not catch up.
                repeat_ms => {
                    self.timers.heap.borrow_mut().set(timer.slot(), deadline_ns(self, repeat_ms));
                }
            }
            row.callback.take()
        });
        if let Some(mut callback) = callback.flatten() {
            self.call(timer.key(), |lp| callback(lp, timer));
            self.timers.table.restore_callback(id, callback);
        }
    }

    /// The deadline of the first timer, in nanoseconds of loop time.
    #[inline]
    fn next_deadline(&self) -> Option<u64> {
        self.timers.heap.borrow().first().map(|entry| entry.deadline_ns)
    }

    /// The same; `None` also if it is so far that no clock reaches it.
    #[inline]
    pub(crate) fn next_deadline_ns(&self) -> Option<u64> {
        self.next_deadline().filter(|deadline_ns| *deadline_ns != u64::MAX)
    }
}
