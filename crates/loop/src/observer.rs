//! The observer: one hook that is told all that the loop does, as a closed set of events.
//!
//! Unset, it costs one predictable branch at each place that would tell it something. The loop does not read the
//! clock for it: an observer that wants times asks the loop. Nothing here records, formats or stores.
//!
//! An embedder has callbacks that the loop cannot see: the timers it keeps in lists of its own, its promises. It puts
//! them into the same stream with [`EventLoop::tell`], so that whoever looks has one record of what ran and why.

use crate::EventLoop;
use crate::handle::HandleKey;
use crate::origin::ResourceId;
use crate::profile::Phase;
use std::time::Duration;

/// Something that happened in a loop.
///
/// ```
/// use roundel_loop::{Event, EventLoop, Idle, Options, RunMode};
/// use std::{cell::RefCell, rc::Rc};
/// let lp = EventLoop::new(Options::default())?;
/// let seen = Rc::new(RefCell::new(Vec::new()));
/// let log = Rc::clone(&seen);
/// lp.set_observer(Some(Box::new(move |_, event| log.borrow_mut().push(*event))));
/// let idle = Idle::new(&lp);
/// idle.start(&lp, |_, _| {});
/// lp.run(RunMode::NoWait);
/// let resource = idle.origin(&lp).resource;
/// assert!(seen.borrow().contains(&Event::CallbackBegin { key: idle.key(), resource }));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// `run` was called.
    RunBegin,
    /// `run` is about to return.
    RunEnd,
    /// An iteration begins; they are numbered from 1 over the life of the loop.
    IterationBegin(u64),
    /// A phase begins.
    PhaseBegin(Phase),
    /// A phase has ended.
    PhaseEnd(Phase),
    /// Poll asks the platform, and waits at most this long; `None` is for ever.
    PollEnter(Option<Duration>),
    /// The platform answered.
    PollExit {
        /// How many descriptors were ready.
        ready: usize,
        /// How long the loop was idle.
        waited_ns: u64,
    },
    /// A callback is about to run.
    CallbackBegin {
        /// Whose callback.
        key: HandleKey,
        /// The resource of its origin.
        resource: ResourceId,
    },
    /// It has returned.
    CallbackEnd {
        /// Whose callback.
        key: HandleKey,
        /// The resource of its origin.
        resource: ResourceId,
    },
    /// A handle was made.
    HandleOpened(HandleKey),
    /// A handle was started, or started anew.
    HandleStarted(HandleKey),
    /// A handle was stopped. A timer that fires and does not repeat is not told apart.
    HandleStopped(HandleKey),
    /// A handle was closed.
    HandleClosing(HandleKey),
    /// A closed handle was freed; its close callback comes next.
    HandleClosed(HandleKey),
    /// Work was given to the pool.
    WorkQueued(HandleKey),
    /// Work has come back from the pool; its callback comes next.
    WorkFinished {
        /// Which work.
        key: HandleKey,
        /// When a thread took it up; 0 if none did or if nobody was observing when it was queued.
        started_ns: u64,
        /// When that thread had done it.
        finished_ns: u64,
    },
    /// Work was cancelled before a thread took it up.
    WorkCancelled(HandleKey),
    /// The embedder enters its program.
    EntryBegin(Entry),
    /// It has come back.
    EntryEnd(Entry),
    /// The embedder made something that will call back.
    ResourceMade(ResourceId),
    /// A callback of a resource begins, inside an entry.
    ResourceBegin(ResourceId),
    /// It has returned, or was given up because of an exception.
    ResourceEnd(ResourceId),
    /// The resource will not call back any more.
    ResourceGone(ResourceId),
    /// The callback of an entry has returned, and what it left to be done comes next.
    EntryDrains,
    /// The embedder begins to empty a queue of jobs that it does not tell one by one: promise jobs.
    JobsBegin,
    /// The queue is empty.
    JobsEnd,
}

/// What an embedder enters its program for.
///
/// ```
/// use roundel_loop::{Entry, Event, EventLoop, Options};
/// let lp = EventLoop::new(Options::default())?;
/// lp.set_observer(Some(Box::new(|_, event| assert_eq!(*event, Event::EntryBegin(Entry::Main)))));
/// lp.tell(Event::EntryBegin(Entry::Main));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// To run its main script.
    Main,
    /// To call it back, from a callback of the loop.
    Callback,
    /// To ask whether it wants to go on: nothing is alive.
    BeforeExit,
    /// To say that it is over.
    Exit,
}

/// What [`EventLoop::set_observer`] takes.
pub type Observer = Box<dyn FnMut(&EventLoop, &Event)>;

impl EventLoop {
    /// Sets or removes the observer. It may ask the loop anything and change anything; what it causes while it is
    /// running is not told to it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.set_observer(Some(Box::new(|lp, event| println!("{} {event:?}", lp.hrtime()))));
    /// lp.run(RunMode::Default);
    /// lp.set_observer(None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_observer(&self, observer: Option<Observer>) {
        self.observed.set(observer.is_some());
        let previous = self.observer.replace(observer);
        drop(previous);
        self.refresh_instrumented();
    }

    /// Whether there is an observer.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert!(!EventLoop::new(Options::default())?.is_observed());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn is_observed(&self) -> bool {
        self.observed.get()
    }

    /// Tells the observer, if there is one, of something that the embedder does.
    ///
    /// ```
    /// use roundel_loop::{Event, EventLoop, Options, ResourceId};
    /// use std::{cell::Cell, rc::Rc};
    /// let lp = EventLoop::new(Options::default())?;
    /// let last = Rc::new(Cell::new(None));
    /// let seen = Rc::clone(&last);
    /// lp.set_observer(Some(Box::new(move |_, event| seen.set(Some(*event)))));
    /// lp.tell(Event::ResourceMade(ResourceId(1)));
    /// assert_eq!(last.get(), Some(Event::ResourceMade(ResourceId(1))));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn tell(&self, event: Event) {
        self.emit(|| event);
    }

    /// Tells the observer, if there is one.
    #[inline]
    pub(crate) fn emit(&self, event: impl FnOnce() -> Event) {
        if self.observed.get() {
            self.tell_observer(event());
        }
    }

    #[cold]
    fn tell_observer(&self, event: Event) {
        let Some(mut observer) = self.observer.take() else { return };
        observer(self, &event);
        // It may have removed or replaced itself.
        if self.observed.get() {
            let installed = self.observer.take();
            self.observer.set(Some(installed.unwrap_or(observer)));
        }
    }

    pub(crate) fn refresh_instrumented(&self) {
        self.instrumented.set(self.observed.get() || self.phase_timing.get());
    }
}
