//! Signal handles: call back when the process gets a signal.
//!
//! Any number of handles, in any number of loops, can watch the same signal; each is called once per delivery, in the
//! order in which they were started. The first to start changes what the process does on the signal, the last to stop
//! brings back what it did before. The callbacks are the last of the poll phase.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::mailbox::Mailbox;
use crate::observer::Event;
use crate::pending::Deferred;
use crate::profile::Delivery;
use crate::slab::Id;
use crate::sys::SignalRegistration;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;

pub(crate) type SignalCallback = Box<dyn FnMut(&EventLoop, Signal)>;

pub(crate) struct SignalData {
    signal_number: i32,
    repeat: Repeat,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    EveryTime,
    Once,
}

#[derive(Default)]
pub(crate) struct Signals {
    pub(crate) table: Table<SignalCallback, SignalData>,
    watched: RefCell<BTreeMap<i32, Watched>>,
    /// The calls to come for signals that were caught.
    batch: RefCell<VecDeque<(Signal, i32)>>,
}

/// A signal that the loop has handles for.
struct Watched {
    handles: Vec<Id>,
    /// Kept for its drop.
    registration: SignalRegistration,
}

/// A handle that is called when the process gets a signal.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Signal};
/// let lp = EventLoop::new(Options::default())?;
/// let signal = Signal::new(&lp);
/// signal.start(&lp, 10, |lp, signal| { // SIGUSR1
///     signal.close_quietly(lp);
/// })?;
/// std::process::Command::new("sh").args(["-c", "kill -USR1 $PPID"]).spawn()?.wait()?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signal(Id);

handle_methods!(Signal, "Signal::new(&lp)");

impl Signal {
    /// A handle that has not been started.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Signal};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Signal::new(&lp).is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> Signal {
        let data = SignalData { signal_number: 0, repeat: Repeat::EveryTime };
        let signal = Signal(lp.signals.table.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(signal.key()));
        signal
    }

    /// Calls `callback` for every delivery of the signal. A handle that is active is stopped first. Fails for numbers
    /// that are no signals, and for those that can not be caught.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Signal};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Signal::new(&lp).start(&lp, 9, |_, _| {}).is_err()); // SIGKILL
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start(
        self,
        lp: &EventLoop,
        signal_number: i32,
        callback: impl FnMut(&EventLoop, Signal) + 'static,
    ) -> io::Result<()> {
        self.begin(lp, signal_number, Repeat::EveryTime, Box::new(callback))
    }

    /// As [`start`](Signal::start), but the handle stops itself when it is called.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Signal};
    /// let lp = EventLoop::new(Options::default())?;
    /// let signal = Signal::new(&lp);
    /// signal.start_oneshot(&lp, 12, |_, _| {})?; // SIGUSR2
    /// assert!(signal.is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start_oneshot(
        self,
        lp: &EventLoop,
        signal_number: i32,
        callback: impl FnMut(&EventLoop, Signal) + 'static,
    ) -> io::Result<()> {
        self.begin(lp, signal_number, Repeat::Once, Box::new(callback))
    }

    /// Stops the handle. False if it was not active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Signal};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Signal::new(&lp).stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn stop(self, lp: &EventLoop) -> bool {
        let number = lp.signals.table.with_mut(self.0, |row| {
            let was_active = row.state.active;
            row.update(&lp.active_count, |state| state.active = false);
            was_active.then_some(row.data.signal_number)
        });
        let Some(Some(number)) = number else { return false };
        lp.signals.forget(number, self.0);
        lp.emit(|| Event::HandleStopped(self.key()));
        true
    }

    /// The signal that an active handle watches.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Signal};
    /// let lp = EventLoop::new(Options::default())?;
    /// let signal = Signal::new(&lp);
    /// assert_eq!(signal.number(&lp), None);
    /// signal.start(&lp, 12, |_, _| {})?;
    /// assert_eq!(signal.number(&lp), Some(12));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn number(self, lp: &EventLoop) -> Option<i32> {
        let number = |row: &Row<SignalCallback, SignalData>| {
            row.state.active.then_some(row.data.signal_number)
        };
        lp.signals.table.with(self.0, number)?
    }

    fn begin(
        self,
        lp: &EventLoop,
        signal_number: i32,
        repeat: Repeat,
        callback: SignalCallback,
    ) -> io::Result<()> {
        if self.is_closing(lp) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the signal handle is closed"));
        }
        lp.open_mailbox()?;
        self.stop(lp);
        lp.signals.remember(lp, signal_number, self.0)?;
        let replaced = lp.signals.table.with_mut(self.0, |row| {
            row.data = SignalData { signal_number, repeat };
            row.update(&lp.active_count, |state| state.active = true);
            row.callback.replace(callback)
        });
        drop(replaced);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }
}

impl Signals {
    fn remember(&self, lp: &EventLoop, signal_number: i32, id: Id) -> io::Result<()> {
        let mut watched = self.watched.borrow_mut();
        if let Some(watched) = watched.get_mut(&signal_number) {
            watched.handles.push(id);
            return Ok(());
        }
        let registration = SignalRegistration::new(signal_number, &lp.mailbox)?;
        watched.insert(signal_number, Watched { handles: vec![id], registration });
        Ok(())
    }

    fn forget(&self, signal_number: i32, id: Id) {
        let mut watched = self.watched.borrow_mut();
        let Some(entry) = watched.get_mut(&signal_number) else { return };
        entry.handles.retain(|other| *other != id);
        if entry.handles.is_empty() {
            watched.remove(&signal_number);
        }
    }

    /// In a child process: the handlers are in place, and tell the parent's mailbox.
    pub(crate) fn after_fork(&self, mailbox: &Arc<Mailbox>) -> io::Result<()> {
        let mut outcome = Ok(());
        for (signal_number, watched) in &mut *self.watched.borrow_mut() {
            match SignalRegistration::new(*signal_number, mailbox) {
                Ok(registration) => watched.registration = registration,
                Err(error) => outcome = outcome.and(Err(error)),
            }
        }
        outcome
    }

    fn handles(&self, signal_number: i32) -> Vec<Id> {
        self.watched.borrow().get(&signal_number).map_or_else(Vec::new, |w| w.handles.clone())
    }
}

impl Handle for Signal {
    type Callback = SignalCallback;
    type Data = SignalData;

    fn kind(self) -> HandleKind {
        HandleKind::Signal
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<SignalCallback, SignalData> {
        &lp.signals.table
    }

    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
    }
}

impl EventLoop {
    /// Calls the handles of the signals that were caught since the last time.
    pub(crate) fn run_signals(&self) {
        let mut called = {
            let mut batch = self.signals.batch.borrow_mut();
            let waiting = batch.len();
            for (number, count) in self.mailbox.take_signals() {
                let number = number as i32;
                self.count_events(count as usize);
                for _ in 0..count {
                    let handles = self.signals.handles(number);
                    batch.extend(handles.into_iter().map(|id| (Signal(id), number)));
                }
            }
            waiting..batch.len()
        };
        if self.profile().delivery == Delivery::Queued {
            self.pending.borrow_mut().extend(called.map(|_| Deferred::Signal));
            return;
        }
        called.start = 0;
        for _ in called {
            if self.is_breaking() {
                break;
            }
            self.run_next_signal();
        }
    }

    pub(crate) fn run_next_signal(&self) {
        let Some((signal, number)) = self.signals.batch.borrow_mut().pop_front() else { return };
        self.run_signal(signal, number);
    }

    fn run_signal(&self, signal: Signal, number: i32) {
        // An earlier callback may have stopped it or set it to another signal.
        if signal.number(self) != Some(number) {
            return;
        }
        let once = self.signals.table.with(signal.0, |row| row.data.repeat == Repeat::Once);
        if once == Some(true) {
            signal.stop(self);
        }
        if let Some(mut callback) = self.signals.table.take_callback(signal.0) {
            self.call(signal.key(), |lp| callback(lp, signal));
            self.signals.table.restore_callback(signal.0, callback);
        }
    }
}
