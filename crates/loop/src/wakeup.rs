//! Wakeups: call the loop's thread from any other.
//!
//! The handle stays on the loop's thread; what travels is its [`WakeupSender`]. Many sends before the callback
//! runs are one call. A sender puts its handle's id into the loop's mailbox once per call, so the loop's work is
//! proportional to the wakeups that are pending and not to those that exist.

use crate::EventLoop;
use crate::chooser::Point;
use crate::guide::Candidate;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::mailbox::Mailbox;
use crate::observer::Event;
use crate::pending::Deferred;
use crate::profile::Delivery;
use crate::slab::Id;
use crate::sync::atomic::{AtomicBool, Ordering, fence};
use std::io;
use std::sync::Arc;

pub(crate) type WakeupCallback = Box<dyn FnMut(&EventLoop, Wakeup)>;

pub(crate) struct WakeupData {
    shared: Option<Arc<Shared>>,
}

struct Shared {
    /// The id is in the mailbox, or the loop is between taking it out and calling back.
    pending: AtomicBool,
    id: Id,
    mailbox: Arc<Mailbox>,
}

impl Shared {
    /// The callback comes next, and sees what was done before every send that this ends.
    fn is_taken(&self) {
        self.pending.swap(false, Ordering::SeqCst);
        // The counterpart of the fence in `send`: a sender that found the flag up wrote nothing that the swap could read,
        // and without this the callback could run, to the memory model, ahead of the swap.
        fence(Ordering::SeqCst);
    }
}

/// A handle that other threads can have called. Active from birth until it is closed.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Wakeup};
/// let lp = EventLoop::new(Options::default())?;
/// let wakeup = Wakeup::new(&lp, |lp, wakeup| {
///     wakeup.close_quietly(lp);
/// });
/// let sender = wakeup.sender(&lp)?;
/// let thread = std::thread::spawn(move || sender.send());
/// assert!(!lp.run(RunMode::Default));
/// thread.join().unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wakeup(Id);

handle_methods!(Wakeup, "Wakeup::new(&lp, |_, _| {})");

impl Wakeup {
    /// A wakeup that calls `callback` on the loop's thread, in the poll phase.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Wakeup};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Wakeup::new(&lp, |_, _| {}).is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop, callback: impl FnMut(&EventLoop, Wakeup) + 'static) -> Wakeup {
        let callback: WakeupCallback = Box::new(callback);
        let mut row = Row::new(Some(callback), WakeupData { shared: None });
        row.update(&lp.active_count, |state| state.active = true);
        let wakeup = Wakeup(lp.wakeups.insert(row));
        lp.emit(|| Event::HandleOpened(wakeup.key()));
        wakeup
    }

    /// The half that other threads use. Fails if the handle is closed, or if the loop has to make its eventfd
    /// for it and cannot.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Wakeup};
    /// let lp = EventLoop::new(Options::default())?;
    /// let wakeup = Wakeup::new(&lp, |_, _| {});
    /// assert!(wakeup.sender(&lp).is_ok());
    /// wakeup.close_quietly(&lp);
    /// assert!(wakeup.sender(&lp).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sender(self, lp: &EventLoop) -> io::Result<WakeupSender> {
        lp.open_mailbox()?;
        let sender = lp.wakeups.with_open(self.0, |row| {
            let shared = row.data.shared.get_or_insert_with(|| {
                let mailbox = Arc::clone(&lp.mailbox);
                Arc::new(Shared { pending: AtomicBool::new(false), id: self.0, mailbox })
            });
            WakeupSender(Arc::clone(shared))
        });
        sender.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the wakeup is closed"))
    }
}

/// The half of a [`Wakeup`] that any thread can hold.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Wakeup};
/// let lp = EventLoop::new(Options::default())?;
/// let wakeup = Wakeup::new(&lp, |lp, wakeup| {
///     wakeup.close_quietly(lp);
/// });
/// let sender = wakeup.sender(&lp)?;
/// sender.clone().send();
/// sender.send();
/// lp.run(RunMode::Default);
/// sender.send(); // Nobody is there any more, and nothing happens.
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct WakeupSender(Arc<Shared>);

impl WakeupSender {
    /// Has the handle called once more, after everything that this thread did before. Never blocks for long,
    /// never fails; without effect once the handle is closed or its loop is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Wakeup};
    /// let lp = EventLoop::new(Options::default())?;
    /// let wakeup = Wakeup::new(&lp, |lp, _| lp.stop());
    /// wakeup.sender(&lp)?.send();
    /// assert!(lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn send(&self) {
        // The fence orders what the caller wrote before the look at the flag: if the flag is still up, the loop has
        // yet to take it down, and the callback after that will see those writes.
        fence(Ordering::SeqCst);
        if self.0.pending.load(Ordering::Relaxed) || self.0.pending.swap(true, Ordering::SeqCst) {
            return;
        }
        self.0.mailbox.post_wakeup(self.0.id);
    }
}

impl Handle for Wakeup {
    type Callback = WakeupCallback;
    type Data = WakeupData;

    fn kind(self) -> HandleKind {
        HandleKind::Wakeup
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<WakeupCallback, WakeupData> {
        &lp.wakeups
    }

    fn deactivate(self, lp: &EventLoop) {
        lp.wakeups.update(&lp.active_count, self.0, |state| state.active = false);
    }
}

impl EventLoop {
    /// Whether a wakeup keeps the loop alive that another thread could send. Nobody can send one whose sender was never
    /// asked for.
    pub(crate) fn awaits_wakeup(&self) -> bool {
        self.wakeups.any_counts_with(|data| data.shared.is_some())
    }

    /// In a child process: the mailbox that the senders know is the parent's.
    pub(crate) fn forget_senders(&self) {
        for id in self.wakeups.ids() {
            self.wakeups.with_mut(id, |row| row.data.shared = None);
        }
    }

    /// Calls the wakeups that were pending when it was called; later ones wait for the next poll.
    pub(crate) fn run_wakeups(&self) {
        let (waiting, pending) = {
            let mut batch = self.wakeup_batch.borrow_mut();
            let waiting = batch.len();
            self.mailbox.take_wakeups(&mut batch);
            let candidate = |id: &Id| Candidate::Wakeup(id.to_bits());
            let arrived = &mut batch.make_contiguous()[waiting..];
            self.backend.choose_order(Point::WAKEUP, arrived, candidate);
            (waiting, batch.len())
        };
        self.count_events(pending - waiting);
        if self.profile().delivery == Delivery::Queued {
            let mut queue = self.pending.borrow_mut();
            queue.extend((waiting..pending).map(|_| Deferred::Wakeup));
            return;
        }
        for _ in 0..pending {
            if self.is_breaking() {
                break;
            }
            self.run_next_wakeup();
        }
    }

    pub(crate) fn run_next_wakeup(&self) {
        let Some(id) = self.wakeup_batch.borrow_mut().pop_front() else { return };
        let callback = self.wakeups.with_mut(id, |row| {
            if let Some(shared) = &row.data.shared {
                shared.is_taken();
            }
            if row.state.active { row.callback.take() } else { None }
        });
        if let Some(mut callback) = callback.flatten() {
            let wakeup = Wakeup(id);
            self.call(wakeup.key(), |lp| callback(lp, wakeup));
            self.wakeups.restore_callback(id, callback);
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::sync::atomic::AtomicUsize;
    use crate::sync::thread;
    use std::collections::VecDeque;

    /// Two threads each write something and send. The loop goes on polling until its callback has seen both: if a send
    /// could be taken for part of a call that came too early to see its write, loom finds the loop asleep for ever.
    #[test]
    fn loom_the_callback_after_a_send_sees_what_was_written_before_it() {
        loom::model(|| {
            let mailbox = Arc::new(Mailbox::new());
            mailbox.open(|_| Ok(())).unwrap();
            let id = Id { index: 0, generation: 0 };
            let shared = Arc::new(Shared {
                pending: AtomicBool::new(false),
                id,
                mailbox: Arc::clone(&mailbox),
            });
            let written = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
            let threads = [0, 1].map(|place| {
                let (sender, written) = (WakeupSender(Arc::clone(&shared)), Arc::clone(&written));
                thread::spawn(move || {
                    written[place].store(1, Ordering::Relaxed);
                    sender.send();
                })
            });
            let mut batch = VecDeque::new();
            let mut seen = [0, 0];
            while seen != [1, 1] {
                if mailbox.fall_asleep() {
                    mailbox.fd().unwrap().wait().unwrap();
                }
                if mailbox.wake_up() {
                    mailbox.take_wakeups(&mut batch);
                    for _ in batch.drain(..) {
                        shared.is_taken();
                        seen = [0, 1].map(|place: usize| written[place].load(Ordering::Relaxed));
                    }
                }
            }
            for thread in threads {
                thread.join().unwrap();
            }
        });
    }
}
