//! Timers: call back once the loop's time has reached a deadline, and again after each repeat.
//!
//! Deadlines are whole milliseconds of loop time, as Node compares them. The timers pass runs every timer whose
//! deadline has come, by (deadline, start order). A timer that is started during the pass never fires in it:
//! its start order is higher than all from before and its deadline is not before the pass's time, so it sorts
//! behind every timer that is still due, and the pass ends when it meets one.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::heap::{Heap, LAST_DEADLINE_MS};
use crate::observer::Event;
use crate::profile::TimersPass;
use crate::slab::Id;
use std::cell::RefCell;

pub(crate) type TimerCallback = Box<dyn FnMut(&EventLoop, Timer)>;

#[derive(Default)]
pub(crate) struct Timers {
    pub(crate) table: Table<TimerCallback, TimerData>,
    heap: RefCell<Heap>,
}

pub(crate) struct TimerData {
    repeat_ms: u64,
    /// It has been given a callback, which may be out of its row because it is running.
    has_callback: bool,
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
        let data = TimerData { repeat_ms: 0, has_callback: false };
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
            row.data = TimerData { repeat_ms, has_callback: true };
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
        lp.timers.heap.borrow_mut().remove(self.0.index);
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
        let deadline_ms = lp.timers.heap.borrow().deadline_ms(self.0.index)?;
        Some(deadline_ms.saturating_sub(lp.now()))
    }

    #[inline]
    fn schedule(self, lp: &EventLoop, timeout_ms: u64) {
        let deadline_ms = lp.now().saturating_add(timeout_ms);
        lp.timers.heap.borrow_mut().set(self.0.index, deadline_ms);
        lp.emit(|| Event::HandleStarted(self.key()));
    }
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
        if self.next_deadline_ms().is_some_and(|deadline_ms| deadline_ms <= self.now()) {
            self.run_due_timers();
        }
    }

    fn run_due_timers(&self) {
        let started_ms = self.now();
        let first_new = self.timers.heap.borrow().next_order();
        loop {
            let Some(due) = self.timers.heap.borrow().first() else { break };
            let runs = match self.profile().timers_pass {
                TimersPass::DueAtStart => due.deadline_ms <= started_ms && due.order < first_new,
                TimersPass::WhileDue => due.deadline_ms <= self.now(),
            };
            if !runs {
                break;
            }
            let Some(id) = self.timers.table.id_at(due.slot) else {
                unreachable!("a timer leaves the heap before its row is freed")
            };
            let callback = self.timers.table.with_mut(id, |row| {
                match row.data.repeat_ms {
                    0 => {
                        row.update(&self.active_count, |state| state.active = false);
                        self.timers.heap.borrow_mut().remove(due.slot);
                    }
                    // From the loop's time, not from the deadline: a late repeat does not catch up.
                    repeat_ms => {
                        let next_ms = self.now().saturating_add(repeat_ms);
                        self.timers.heap.borrow_mut().set(due.slot, next_ms);
                    }
                }
                row.callback.take()
            });
            if let Some(mut callback) = callback.flatten() {
                let timer = Timer(id);
                self.call(timer.key(), |lp| callback(lp, timer));
                self.timers.table.restore_callback(id, callback);
            }
        }
    }

    /// The deadline of the first timer, in loop milliseconds.
    #[inline]
    pub(crate) fn next_deadline_ms(&self) -> Option<u64> {
        self.timers.heap.borrow().first().map(|entry| entry.deadline_ms)
    }

    /// The same in nanoseconds; `None` also if it is so far that no clock reaches it.
    #[inline]
    pub(crate) fn next_deadline_ns(&self) -> Option<u64> {
        match self.next_deadline_ms() {
            None | Some(LAST_DEADLINE_MS) => None,
            Some(deadline_ms) => deadline_ms.checked_mul(1_000_000),
        }
    }
}
