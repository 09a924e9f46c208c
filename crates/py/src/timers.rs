//! Timers: handles by `(when, insertion)`.
//!
//! Most programs use the same few delays again and again, so most timers are set for later than all before them. Those
//! are a queue, at whose ends they come and go at no cost; a heap has the others.
//!
//! A handle that is cancelled stays where it is until its time has come, or until more than half of many are cancelled:
//! cancelling costs a flag and a count.

use pyo3::prelude::*;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// Fewer cancelled handles are not worth a look.
const MIN_CANCELLED: usize = 100;

#[derive(Default)]
pub(crate) struct Timers {
    /// In order: each is due no earlier than the one before it, and was inserted later.
    queue: VecDeque<Timer>,
    heap: BinaryHeap<Timer>,
    inserted: u64,
    cancelled: usize,
}

struct Timer {
    when: f64,
    place: u64,
    handle: Py<PyAny>,
}

/// Where the first of all timers is.
enum Place {
    Queue,
    Heap,
}

impl Timers {
    #[inline]
    pub(crate) fn insert(&mut self, when: f64, handle: Py<PyAny>) {
        self.inserted += 1;
        let timer = Timer { when, place: self.inserted, handle };
        match self.queue.back() {
            Some(last) if last.when.total_cmp(&when).is_gt() => self.heap.push(timer),
            _ => self.queue.push_back(timer),
        }
    }

    #[inline]
    fn first(&self) -> Option<(&Timer, Place)> {
        match (self.queue.front(), self.heap.peek()) {
            // The greater one in the order of the heap is the one that is due first.
            (Some(queued), Some(other)) if queued < other => Some((other, Place::Heap)),
            (Some(queued), _) => Some((queued, Place::Queue)),
            (None, other) => other.map(|other| (other, Place::Heap)),
        }
    }

    /// When the first of them is due.
    #[inline]
    pub(crate) fn next_when(&self) -> Option<f64> {
        self.first().map(|(timer, _)| timer.when)
    }

    pub(crate) fn next_handle(&self) -> Option<&Py<PyAny>> {
        self.first().map(|(timer, _)| &timer.handle)
    }

    pub(crate) fn pop(&mut self) -> Option<Py<PyAny>> {
        self.pop_due(f64::INFINITY)
    }

    /// The next handle that is due at `now`.
    #[inline]
    pub(crate) fn pop_due(&mut self, now: f64) -> Option<Py<PyAny>> {
        let timer = match self.first()? {
            (timer, _) if timer.when > now => None,
            (_, Place::Queue) => self.queue.pop_front(),
            (_, Place::Heap) => self.heap.pop(),
        };
        timer.map(|timer| timer.handle)
    }

    /// One handle has been cancelled. True if it is time to [drop](Timers::split_off_cancelled) them.
    pub(crate) fn note_cancelled(&mut self) -> bool {
        self.cancelled += 1;
        self.cancelled > MIN_CANCELLED && self.cancelled * 2 > self.len()
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
        for timer in std::mem::take(&mut self.queue) {
            if is_cancelled(&timer.handle) {
                gone.push(timer.handle);
            } else {
                self.queue.push_back(timer);
            }
        }
        let (cancelled, others): (Vec<Timer>, Vec<Timer>) = std::mem::take(&mut self.heap)
            .into_iter()
            .partition(|timer| is_cancelled(&timer.handle));
        gone.extend(cancelled.into_iter().map(|timer| timer.handle));
        self.heap = others.into();
        gone
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.queue.len() + self.heap.len()
    }

    pub(crate) fn handles(&self) -> impl Iterator<Item = &Py<PyAny>> {
        self.queue.iter().chain(&self.heap).map(|timer| &timer.handle)
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
