//! Wakeups: call the loop's thread from any other.
//!
//! The handle stays on the loop's thread; what travels is its [`WakeupSender`]. Many sends before the callback
//! runs are one call. A sender puts its handle's id into the loop's mailbox once per call, so the loop's work is
//! proportional to the wakeups that are pending and not to those that exist.

use crate::EventLoop;
use crate::chooser::Point;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::mailbox::Mailbox;
use crate::observer::Event;
use crate::slab::Id;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

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

    /// Calls the wakeups that were pending when it was called; later ones wait for the next poll.
    pub(crate) fn run_wakeups(&self) {
        let pending = {
            let mut batch = self.wakeup_batch.borrow_mut();
            self.mailbox.take_wakeups(&mut batch);
            self.backend.choose_order(Point::WAKEUP, batch.make_contiguous());
            batch.len()
        };
        self.count_events(pending);
        for _ in 0..pending {
            let Some(id) = self.wakeup_batch.borrow_mut().pop_front() else { break };
            let callback = self.wakeups.with_mut(id, |row| {
                if let Some(shared) = &row.data.shared {
                    shared.pending.swap(false, Ordering::SeqCst);
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
}
