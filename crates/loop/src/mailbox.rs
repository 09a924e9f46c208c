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
//!
//! In a child process the parent's mailbox is abandoned: a thread that is not there any more may have held one of its locks,
//! so nobody takes them again, and what is posted goes nowhere.

use crate::slab::Id;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use crate::sync::{Mutex, lock, look_out};
use crate::sys::WakeFd;
use crate::work::Finished;
use std::collections::VecDeque;
use std::io;
use std::sync::OnceLock;
use std::thread::{ThreadId, current};

const AWAKE: u8 = 0;
const ASLEEP: u8 = 1;
const NOTIFIED: u8 = 2;

/// Signal numbers are 1 to 64 on Linux.
pub(crate) const SIGNAL_COUNT: usize = 65;

pub(crate) struct Mailbox {
    state: AtomicU8,
    /// The loop's own thread, and whether another has sent a wakeup since that was last asked.
    owner: ThreadId,
    is_called: AtomicBool,
    is_abandoned: AtomicBool,
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
            owner: current().id(),
            is_called: AtomicBool::new(false),
            is_abandoned: AtomicBool::new(false),
            fd: OnceLock::new(),
            wakeups: Mutex::default(),
            finished: Mutex::default(),
            signal_mask: AtomicU64::new(0),
            signal_counts: std::array::from_fn(|_| AtomicU32::new(0)),
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

    /// Looks for so long whether somebody notifies the loop.
    pub(crate) fn look_out(&self, longest_ns: u64) -> bool {
        look_out(longest_ns, || self.state.load(Ordering::Relaxed) == NOTIFIED)
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

    /// Gives the mailbox up in a child process, and what could be saved of the work that it knew to be finished.
    pub(crate) fn abandon(&self) -> VecDeque<Finished> {
        self.is_abandoned.store(true, Ordering::SeqCst);
        self.finished
            .try_lock()
            .map(|mut finished| std::mem::take(&mut *finished))
            .unwrap_or_default()
    }

    pub(crate) fn post_wakeup(&self, id: Id) {
        if self.is_abandoned.load(Ordering::Relaxed) {
            return;
        }
        lock(&self.wakeups).push_back(id);
        if current().id() != self.owner {
            self.is_called.store(true, Ordering::Relaxed);
        }
        self.notify();
    }

    /// Whether another thread has sent a wakeup since the last time.
    pub(crate) fn take_call(&self) -> bool {
        self.is_called.load(Ordering::Relaxed) && self.is_called.swap(false, Ordering::Relaxed)
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

#[cfg(all(test, not(loom)))]
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

/// Every order of a loop that falls asleep and threads that have something for it. A lost notification is a loop that
/// sleeps for ever, which loom reports.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::sync::thread;
    use std::sync::Arc;

    fn id(index: u32) -> Id {
        Id { index, generation: 0 }
    }

    fn opened() -> Arc<Mailbox> {
        let mailbox = Mailbox::new();
        mailbox.open(|_| Ok(())).unwrap();
        Arc::new(mailbox)
    }

    /// What the poll phase does: sleep unless there is mail, then empty the boxes, until `enough`.
    fn poll_until(mailbox: &Mailbox, mut enough: impl FnMut(&Mailbox) -> bool) {
        loop {
            if mailbox.fall_asleep() {
                mailbox.fd().unwrap().wait().unwrap();
            }
            if mailbox.wake_up() && enough(mailbox) {
                return;
            }
        }
    }

    #[test]
    fn loom_a_sleeping_loop_gets_what_two_threads_post() {
        loom::model(|| {
            let mailbox = opened();
            let threads = [1, 2].map(|index| {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || mailbox.post_wakeup(id(index)))
            });
            let mut got = VecDeque::new();
            poll_until(&mailbox, |mailbox| {
                mailbox.take_wakeups(&mut got);
                got.len() == 2
            });
            for thread in threads {
                thread.join().unwrap();
            }
        });
    }

    /// A handler interrupts anywhere; as a thread of its own it does.
    #[test]
    fn loom_a_signal_that_is_announced_is_counted() {
        loom::model(|| {
            let mailbox = opened();
            let theirs = Arc::clone(&mailbox);
            let handler = thread::spawn(move || {
                theirs.post_signal(10);
                theirs.post_signal(10);
            });
            let mut count = 0;
            poll_until(&mailbox, |mailbox| {
                count += mailbox.take_signals().iter().map(|(_, times)| times).sum::<u32>();
                count == 2
            });
            handler.join().unwrap();
        });
    }
}
