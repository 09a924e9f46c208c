//! Timers: handles by `(when, insertion)`.
//!
//! A handle that is cancelled stays where it is until its time has come, or until more than half of many are cancelled:
//! cancelling costs a flag and a count.

use pyo3::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Fewer cancelled handles are not worth a look.
const MIN_CANCELLED: usize = 100;

#[derive(Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Timer>,
    inserted: u64,
    cancelled: usize,
}

struct Timer {
    when: f64,
    place: u64,
    handle: Py<PyAny>,
}

impl Timers {
    pub(crate) fn insert(&mut self, when: f64, handle: Py<PyAny>) {
        self.inserted += 1;
        self.heap.push(Timer { when, place: self.inserted, handle });
    }

    /// When the first of them is due.
    pub(crate) fn next_when(&self) -> Option<f64> {
        self.heap.peek().map(|timer| timer.when)
    }

    pub(crate) fn next_handle(&self) -> Option<&Py<PyAny>> {
        self.heap.peek().map(|timer| &timer.handle)
    }

    pub(crate) fn pop(&mut self) -> Option<Py<PyAny>> {
        self.heap.pop().map(|timer| timer.handle)
    }

    /// The next handle that is due at `now`.
    pub(crate) fn pop_due(&mut self, now: f64) -> Option<Py<PyAny>> {
        if self.heap.peek()?.when > now { None } else { self.pop() }
    }

    /// One handle has been cancelled. True if it is time to [drop](Timers::split_off_cancelled) them.
    pub(crate) fn note_cancelled(&mut self) -> bool {
        self.cancelled += 1;
        self.cancelled > MIN_CANCELLED && self.cancelled * 2 > self.heap.len()
    }

    pub(crate) fn note_cancelled_gone(&mut self) {
        self.cancelled = self.cancelled.saturating_sub(1);
    }

    /// Takes out the cancelled handles, for the caller to drop when nothing is borrowed.
    pub(crate) fn split_off_cancelled(
        &mut self,
        is_cancelled: impl Fn(&Py<PyAny>) -> bool,
    ) -> Vec<Py<PyAny>> {
        let mut gone = Vec::with_capacity(self.cancelled);
        self.cancelled = 0;
        let mut timers = std::mem::take(&mut self.heap).into_vec();
        let mut place = 0;
        while place < timers.len() {
            if is_cancelled(&timers[place].handle) {
                gone.push(timers.swap_remove(place).handle);
            } else {
                place += 1;
            }
        }
        self.heap = timers.into();
        gone
    }

    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }

    pub(crate) fn handles(&self) -> impl Iterator<Item = &Py<PyAny>> {
        self.heap.iter().map(|timer| &timer.handle)
    }
}

impl Ord for Timer {
    /// The heap gives the greatest first: that is the one that is due first, and of equals the one that came first.
    fn cmp(&self, other: &Timer) -> Ordering {
        other.when.total_cmp(&self.when).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Timer {
    fn partial_cmp(&self, other: &Timer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Timer {
    fn eq(&self, other: &Timer) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Timer {}
