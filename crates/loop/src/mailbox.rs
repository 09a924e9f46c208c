//! The mailbox: all that other threads and signal handlers may touch of a loop.
//!
//! Wakeups, finished work and caught signals are put here, and then the loop is notified. The protocol is one
//! atomic with three states:
//!
//! ```text
//!   AWAKE ──(notify)──► NOTIFIED          the loop will look before it sleeps: no syscall
//!   AWAKE ──(loop: fall_asleep)──► ASLEEP
//!   ASLEEP ──(notify)──► NOTIFIED         and the notifier, only the first, writes to the eventfd
//!   any ──(loop: wake_up)──► AWAKE        says whether it was NOTIFIED; the loop then empties the boxes
//! ```
//!
//! Rules: a notifier fills its box first and notifies second; the loop takes the state first and empties the boxes
//! second. Both use sequentially consistent operations on `state`, so one of the two always sees the other.
//! Everything a signal handler uses is atomic: it never takes a lock.

use crate::slab::Id;
use crate::sys::WakeFd;
use crate::work::Finished;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

const AWAKE: u8 = 0;
const ASLEEP: u8 = 1;
const NOTIFIED: u8 = 2;

/// Signal numbers are 1 to 64 on Linux.
pub(crate) const SIGNAL_COUNT: usize = 65;

pub(crate) struct Mailbox {
    state: AtomicU8,
    /// Made when there is somebody who could notify; before that nobody can.
    fd: OnceLock<WakeFd>,
    wakeups: Mutex<VecDeque<Id>>,
    finished: Mutex<VecDeque<Finished>>,
    signal_mask: AtomicU64,
    signal_counts: [AtomicU32; SIGNAL_COUNT],
}

impl Mailbox {
    pub(crate) fn new() -> Mailbox {
        Mailbox {
            state: AtomicU8::new(AWAKE),
            fd: OnceLock::new(),
            wakeups: Mutex::default(),
            finished: Mutex::default(),
            signal_mask: AtomicU64::new(0),
            signal_counts: [const { AtomicU32::new(0) }; SIGNAL_COUNT],
        }
    }

    /// The eventfd, made on the first call. `register` puts it where the back-end waits.
    pub(crate) fn open(&self, register: impl FnOnce(&WakeFd) -> io::Result<()>) -> io::Result<()> {
        if self.fd.get().is_some() {
            return Ok(());
        }
        let fd = WakeFd::new()?;
        register(&fd)?;
        // Only the loop's own thread opens the mailbox, so nobody has been faster.
        let _ = self.fd.set(fd);
        Ok(())
    }

    pub(crate) fn fd(&self) -> Option<&WakeFd> {
        self.fd.get()
    }

    /// Tells the loop to look into the boxes. Async-signal-safe.
    #[inline]
    pub(crate) fn notify(&self) {
        if self.state.swap(NOTIFIED, Ordering::SeqCst) == ASLEEP
            && let Some(fd) = self.fd.get()
        {
            fd.signal();
        }
    }

    /// Looks so many times whether somebody notifies the loop.
    pub(crate) fn look_out(&self, looks: usize) {
        for _ in 0..looks {
            if self.state.load(Ordering::Relaxed) == NOTIFIED {
                break;
            }
            std::hint::spin_loop();
        }
    }

    /// The loop is about to block. False if it must not, because somebody has notified it.
    #[inline]
    pub(crate) fn fall_asleep(&self) -> bool {
        self.state.compare_exchange(AWAKE, ASLEEP, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// The loop is awake again. True if it was notified and the boxes need emptying.
    #[inline]
    pub(crate) fn wake_up(&self) -> bool {
        // Nobody but this thread leaves NOTIFIED or ASLEEP for AWAKE, so the cheap read is enough when awake.
        self.state.load(Ordering::Relaxed) != AWAKE
            && self.state.swap(AWAKE, Ordering::SeqCst) == NOTIFIED
    }

    #[inline]
    pub(crate) fn is_notified(&self) -> bool {
        self.state.load(Ordering::SeqCst) == NOTIFIED
    }

    pub(crate) fn post_wakeup(&self, id: Id) {
        lock(&self.wakeups).push_back(id);
        self.notify();
    }

    pub(crate) fn post_finished(&self, finished: Finished) {
        lock(&self.finished).push_back(finished);
        self.notify();
    }

    /// Counts one delivery of a signal. Async-signal-safe.
    pub(crate) fn post_signal(&self, signal_number: usize) {
        let Some(count) = self.signal_counts.get(signal_number) else { return };
        // Counted before it is announced: who sees the bit sees the count.
        count.fetch_add(1, Ordering::SeqCst);
        self.signal_mask.fetch_or(1 << (signal_number - 1), Ordering::SeqCst);
        self.notify();
    }

    /// Moves the box of wakeups to the end of `batch`.
    pub(crate) fn take_wakeups(&self, batch: &mut VecDeque<Id>) {
        move_all(&mut lock(&self.wakeups), batch);
    }

    /// Moves the box of finished work to the end of `batch`.
    pub(crate) fn take_finished(&self, batch: &mut VecDeque<Finished>) {
        move_all(&mut lock(&self.finished), batch);
    }

    /// The signals that have been caught, lowest first, and how often each.
    pub(crate) fn take_signals(&self) -> Vec<(usize, u32)> {
        let mut mask = self.signal_mask.swap(0, Ordering::SeqCst);
        let mut caught = Vec::new();
        while mask != 0 {
            let number = mask.trailing_zeros() as usize + 1;
            mask &= mask - 1;
            caught.push((number, self.signal_counts[number].swap(0, Ordering::SeqCst)));
        }
        caught
    }
}

/// The batch is empty unless a panic cut the last one short, and then a swap is all it takes.
fn move_all<T>(from: &mut VecDeque<T>, to: &mut VecDeque<T>) {
    if to.is_empty() {
        std::mem::swap(from, to);
    } else {
        to.append(from);
    }
}

/// Boxes hold plain data that is whole after every step, so a panic elsewhere does not spoil them.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notified_loop_does_not_fall_asleep() {
        let mailbox = Mailbox::new();
        mailbox.notify();
        assert!(!mailbox.fall_asleep());
        assert!(mailbox.wake_up());
        assert!(mailbox.fall_asleep());
        assert!(!mailbox.wake_up());
    }

    #[test]
    fn signals_come_lowest_first_with_their_count() {
        let mailbox = Mailbox::new();
        for number in [12, 10, 12] {
            mailbox.post_signal(number);
        }
        assert_eq!(mailbox.take_signals(), [(10, 1), (12, 2)]);
        assert_eq!(mailbox.take_signals(), []);
        mailbox.post_signal(64);
        mailbox.post_signal(65);
        assert_eq!(mailbox.take_signals(), [(64, 1)]);
    }
}
