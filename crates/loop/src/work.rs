//! Work: a job for a thread of the pool, and a callback in the poll phase when it is done.
//!
//! The job and its result travel; the callback stays here, in the loop's table of requests, until the result comes
//! back through the mailbox. A request that is not finished keeps the loop alive. Queued work can be cancelled, work
//! that a thread has taken up can not; either way the callback is called exactly once, unless the loop is dropped.

use crate::EventLoop;
use crate::handle::{HandleKey, HandleKind, Row, Table};
use crate::observer::Event;
use crate::origin::Origin;
use crate::pending::Deferred;
use crate::profile::Delivery;
use crate::slab::Id;
use std::any::Any;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Which threads of the pool may do a job.
///
/// ```
/// use roundel_loop::{EventLoop, Lane, Options, RunMode, work};
/// let lp = EventLoop::new(Options::default())?;
/// work(&lp, Lane::Slow, || "a name resolved", |_, result| assert!(result.is_ok()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Files, hashing, compression: all threads.
    Fast,
    /// What may hang for seconds, such as name resolution: at most (n + 1) / 2 of n threads, so that it
    /// can not starve the rest.
    Slow,
}

/// Why work came back without a result.
///
/// ```
/// use roundel_loop::{EventLoop, Lane, Options, RunMode, WorkError, work};
/// let lp = EventLoop::new(Options::default())?;
/// work(&lp, Lane::Fast, || -> u8 { std::panic::resume_unwind(Box::new("no")) }, |_, result| {
///     assert!(matches!(result, Err(WorkError::Panicked(message)) if message == "no"));
/// });
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum WorkError {
    /// It was cancelled before a thread took it up.
    Cancelled,
    /// The job panicked, with this message.
    Panicked(String),
    /// The pool has no thread and could not start one.
    NoThread(io::Error),
}

impl fmt::Display for WorkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkError::Cancelled => f.write_str("the work was cancelled"),
            WorkError::Panicked(message) => write!(f, "the job panicked: {message}"),
            WorkError::NoThread(error) => write!(f, "the pool could not start a thread: {error}"),
        }
    }
}

impl std::error::Error for WorkError {}

/// A piece of work that has been queued.
///
/// ```
/// use roundel_loop::{EventLoop, HandleKind, Lane, Options, work};
/// let lp = EventLoop::new(Options::default())?;
/// let id = work(&lp, Lane::Fast, || (), |_, _| {});
/// assert_eq!(id.key().kind, HandleKind::Work);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkId(Id);

pub(crate) type Payload = Box<dyn Any + Send>;
pub(crate) type DoneCallback = Box<dyn FnOnce(&EventLoop, Result<Payload, WorkError>)>;

pub(crate) struct WorkData {
    /// Where the job waits in the pool.
    ticket: Id,
}

/// A job on its way to a thread.
pub(crate) struct Job {
    pub(crate) request: Id,
    pub(crate) lane: Lane,
    pub(crate) timing: Timing,
    pub(crate) run: Box<dyn FnOnce() -> Payload + Send>,
}

/// Whether somebody will want to know when the job ran.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timing {
    Measured,
    Unmeasured,
}

/// A result on its way back.
pub(crate) struct Finished {
    pub(crate) request: Id,
    pub(crate) result: Result<Payload, WorkError>,
    pub(crate) started_ns: u64,
    pub(crate) finished_ns: u64,
}

impl Job {
    /// Runs the job on the calling thread. A panic becomes an error: the thread and the completion survive it.
    pub(crate) fn perform(self, now_ns: impl Fn() -> u64) -> Finished {
        let read = || if self.timing == Timing::Measured { now_ns() } else { 0 };
        let started_ns = read();
        let run = self.run;
        let result = catch_unwind(AssertUnwindSafe(run))
            .map_err(|payload| WorkError::Panicked(panic_message(payload)));
        Finished { request: self.request, result, started_ns, finished_ns: read() }
    }
}

fn panic_message(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => match payload.downcast::<&'static str>() {
            Ok(message) => (*message).to_owned(),
            Err(payload) => {
                // Dropping a payload may panic in its turn; the payload of that panic is then left alone.
                let dropped = catch_unwind(AssertUnwindSafe(|| drop(payload)));
                dropped.unwrap_or_else(std::mem::forget);
                "a value that is not text".to_owned()
            }
        },
    }
}

/// Has a thread of the pool call `job`, then calls `done` with its result in the poll phase.
///
/// ```
/// use roundel_loop::{EventLoop, Lane, Options, RunMode, work};
/// let lp = EventLoop::new(Options::default())?;
/// work(&lp, Lane::Fast, || (1..=10).sum::<u32>(), |_, result| assert_eq!(result.unwrap(), 55));
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn work<T: Send + 'static>(
    lp: &EventLoop,
    lane: Lane,
    job: impl FnOnce() -> T + Send + 'static,
    done: impl FnOnce(&EventLoop, Result<T, WorkError>) + 'static,
) -> WorkId {
    let done: DoneCallback = Box::new(move |lp, result| {
        let result = result.map(|payload| match payload.downcast::<T>() {
            Ok(value) => *value,
            Err(_) => unreachable!("a request's payload is what its own job returned"),
        });
        done(lp, result);
    });
    let nowhere = Id { index: u32::MAX, generation: u32::MAX };
    let mut row = Row::new(Some(done), WorkData { ticket: nowhere });
    row.update(&lp.active_count, |state| state.active = true);
    let request = lp.works.insert(row);
    let timing = if lp.observed.get() { Timing::Measured } else { Timing::Unmeasured };
    lp.emit(|| Event::WorkQueued(WorkId(request).key()));
    let run = Box::new(move || -> Payload { Box::new(job()) });
    let ticket = lp.submit(Job { request, lane, timing, run });
    lp.works.with_mut(request, |row| row.data.ticket = ticket.unwrap_or(nowhere));
    WorkId(request)
}

/// Takes back work that no thread has taken up. Its callback gets [`WorkError::Cancelled`], in the next poll phase.
/// False if it is too late.
///
/// ```
/// use roundel_loop::{EventLoop, Lane, Options, Pool, RunMode, WorkError, cancel, work};
/// use std::sync::mpsc;
/// let lp = EventLoop::new(Options { pool: Some(Pool::new(1)), ..Options::default() })?;
/// let (release, gate) = mpsc::channel::<()>();
/// work(&lp, Lane::Fast, move || gate.recv(), |_, _| {});
/// let id = work(&lp, Lane::Fast, || (), |_, result| {
///     assert!(matches!(result, Err(WorkError::Cancelled)));
/// });
/// assert!(cancel(&lp, id));
/// assert!(!cancel(&lp, id));
/// release.send(()).unwrap();
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn cancel(lp: &EventLoop, id: WorkId) -> bool {
    let Some(ticket) = lp.works.with(id.0, |row| row.data.ticket) else { return false };
    let Some(job) = lp.withdraw(ticket, id.0) else { return false };
    lp.emit(|| Event::WorkCancelled(id.key()));
    lp.mailbox.post_finished(Finished {
        request: id.0,
        result: Err(WorkError::Cancelled),
        started_ns: 0,
        finished_ns: 0,
    });
    drop(job);
    true
}

impl WorkId {
    /// The work as observers and [`EventLoop::walk`] name it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Lane, Options, work};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(work(&lp, Lane::Fast, || (), |_, _| {}).key().number, 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn key(self) -> HandleKey {
        HandleKey { kind: HandleKind::Work, number: self.0.to_bits() }
    }

    /// Whether the callback is still to come.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Lane, Options, RunMode, work};
    /// let lp = EventLoop::new(Options::default())?;
    /// let id = work(&lp, Lane::Fast, || (), |_, _| {});
    /// assert!(id.is_active(&lp));
    /// lp.run(RunMode::Default);
    /// assert!(!id.is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn is_active(self, lp: &EventLoop) -> bool {
        lp.works.with(self.0, |row| row.state.active).unwrap_or(false)
    }

    /// Says who queued the work. False if it is finished.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Lane, Options, Origin, work};
    /// let lp = EventLoop::new(Options::default())?;
    /// let id = work(&lp, Lane::Fast, || (), |_, _| {});
    /// assert!(id.set_origin(&lp, Origin::new("FSReqCallback")));
    /// lp.walk(|info| assert_eq!(info.origin.label, "FSReqCallback"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_origin(self, lp: &EventLoop, origin: Origin) -> bool {
        lp.works.set_origin(self.0, origin)
    }
}

pub(crate) type Works = Table<DoneCallback, WorkData>;

impl EventLoop {
    /// Calls back the work that had finished when it was called; the rest waits for the next poll.
    pub(crate) fn run_finished(&self) {
        let (waiting, arrived) = {
            let mut batch = self.finished_batch.borrow_mut();
            let waiting = batch.len();
            self.mailbox.take_finished(&mut batch);
            (waiting, batch.len())
        };
        self.count_events(arrived - waiting);
        if self.profile().delivery == Delivery::Queued {
            let mut pending = self.pending.borrow_mut();
            pending.extend((waiting..arrived).map(|_| Deferred::Finished));
            return;
        }
        for _ in 0..arrived {
            if self.is_breaking() {
                break;
            }
            self.run_next_finished();
        }
    }

    pub(crate) fn run_next_finished(&self) {
        let Some(finished) = self.finished_batch.borrow_mut().pop_front() else { return };
        let key = WorkId(finished.request).key();
        let origin = self.works.origin(finished.request);
        let done = self.works.remove(finished.request).and_then(|mut row| {
            row.update(&self.active_count, |state| state.active = false);
            row.callback.take()
        });
        let Some(done) = done else { return };
        self.emit(|| Event::WorkFinished {
            key,
            started_ns: finished.started_ns,
            finished_ns: finished.finished_ns,
        });
        self.call_for(key, || origin.resource, |lp| done(lp, finished.result));
    }
}
