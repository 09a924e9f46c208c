//! Process handles: call back when a child has ended.
//!
//! A handle holds a [`Child`] and waits for its descriptor. It is active from the beginning until it has called back.
//! The callback is among the last of the poll phase, after all descriptors, finished work and signals: what the child
//! wrote before it ended has been read by then, as far as one iteration reads. (libuv, too, serves the signal that
//! tells of children after all descriptors.)
//!
//! A handle that is closed lets its child run; nobody waits for it any more.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::interest::{Interest, Owner, Token};
use crate::observer::Event;
use crate::slab::Id;
use crate::spawn::{Child, SpawnOptions};
use std::cell::RefCell;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::ExitStatus;

pub(crate) type ProcessCallback = Box<dyn FnOnce(&EventLoop, Process, io::Result<ExitStatus>)>;

#[derive(Default)]
pub(crate) struct Processes {
    pub(crate) table: Table<ProcessCallback, Child>,
    /// Found ended, and not yet called back.
    ended: RefCell<Vec<Id>>,
}

/// A handle that is called when a child has ended.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Process, RunMode, SpawnOptions};
/// let lp = EventLoop::new(Options::default())?;
/// let child = SpawnOptions::new("sh", ["sh", "-c", "exit 3"]).spawn()?;
/// Process::watch(&lp, child, |lp, process, status| {
///     assert_eq!(status.unwrap().code(), Some(3));
///     process.close_quietly(lp);
/// })?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process(Id);

handle_methods!(
    Process,
    "Process::spawn(&lp, &roundel_loop::SpawnOptions::new(\"true\", [\"true\"]), |_, _, _| {})?"
);

impl Process {
    /// Starts a program and calls `callback` when it has ended.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Process, SpawnOptions};
    /// let lp = EventLoop::new(Options::default())?;
    /// let options = SpawnOptions::new("no such program", ["x"]);
    /// assert!(Process::spawn(&lp, &options, |_, _, _| unreachable!()).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn spawn(
        lp: &EventLoop,
        options: &SpawnOptions<'_>,
        callback: impl FnOnce(&EventLoop, Process, io::Result<ExitStatus>) + 'static,
    ) -> io::Result<Process> {
        if !lp.backend.has_children() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Process::watch(lp, options.spawn()?, callback)
    }

    /// Calls `callback` when a child has ended, with how it did; with `ECHILD` if somebody else has waited for it. On
    /// the simulated platform there are no children, except in virtual time.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, Process, SpawnOptions};
    /// let backend = BackendKind::Simulated { seed: 1 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// let child = SpawnOptions::new("true", ["true"]).spawn()?;
    /// let error = Process::watch(&lp, child, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn watch(
        lp: &EventLoop,
        child: Child,
        callback: impl FnOnce(&EventLoop, Process, io::Result<ExitStatus>) + 'static,
    ) -> io::Result<Process> {
        if !lp.backend.has_children() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let fd = child.as_fd().as_raw_fd();
        let id = lp.processes.table.insert(Row::new(Some(Box::new(callback)), child));
        let process = Process(id);
        if let Err(error) = lp.backend.register(fd, token(id), Interest::READABLE) {
            drop(lp.processes.table.remove(id));
            return Err(error);
        }
        lp.processes.table.update(&lp.active_count, id, |state| state.active = true);
        lp.emit(|| Event::HandleOpened(process.key()));
        lp.emit(|| Event::HandleStarted(process.key()));
        Ok(process)
    }

    /// The child's number; `None` once the handle is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Process, SpawnOptions};
    /// let lp = EventLoop::new(Options::default())?;
    /// let process = Process::spawn(&lp, &SpawnOptions::new("true", ["true"]), |_, _, _| {})?;
    /// assert!(process.pid(&lp) > Some(1));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn pid(self, lp: &EventLoop) -> Option<i32> {
        lp.processes.table.with(self.0, |row| row.data.pid())
    }

    /// Our end of the pipe to the child's descriptor `number`, the first time.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Process, RunMode, SpawnOptions, Stdio};
    /// let lp = EventLoop::new(Options::default())?;
    /// let options = SpawnOptions { stdio: vec![Stdio::Pipe], ..SpawnOptions::new("cat", ["cat"]) };
    /// let process = Process::spawn(&lp, &options, |_, _, status| assert!(status.unwrap().success()))?;
    /// drop(process.take_pipe(&lp, 0).unwrap()); // the end of its input
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_pipe(self, lp: &EventLoop, number: usize) -> Option<OwnedFd> {
        lp.processes.table.with_mut(self.0, |row| row.data.take_pipe(number))?
    }

    /// Sends a signal to the child. `ESRCH` if it has ended and that has been told.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Process, RunMode, SpawnOptions};
    /// use std::os::unix::process::ExitStatusExt;
    /// let lp = EventLoop::new(Options::default())?;
    /// let process = Process::spawn(&lp, &SpawnOptions::new("cat", ["cat"]), |_, _, _| {})?;
    /// process.kill(&lp, 15)?;
    /// lp.run(RunMode::Default);
    /// assert!(process.kill(&lp, 15).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn kill(self, lp: &EventLoop, signal_number: i32) -> io::Result<()> {
        let gone = || Err(rustix::io::Errno::SRCH.into());
        lp.processes.table.with(self.0, |row| row.data.kill(signal_number)).unwrap_or_else(gone)
    }

    /// False if it was not active.
    fn stop(self, lp: &EventLoop) -> bool {
        let was_active = lp.processes.table.with_mut(self.0, |row| {
            let was_active = row.state.active;
            if was_active {
                lp.backend.deregister(row.data.as_fd().as_raw_fd(), token(self.0));
                row.update(&lp.active_count, |state| state.active = false);
            }
            was_active
        });
        if was_active == Some(true) {
            lp.emit(|| Event::HandleStopped(self.key()));
        }
        was_active == Some(true)
    }
}

fn token(id: Id) -> u64 {
    Token::new(Owner::Process, id).to_bits()
}

impl Handle for Process {
    type Callback = ProcessCallback;
    type Data = Child;

    fn kind(self) -> HandleKind {
        HandleKind::Process
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<ProcessCallback, Child> {
        &lp.processes.table
    }

    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
    }
}

impl EventLoop {
    /// Keeps a child for the end of the poll phase.
    pub(crate) fn note_ended(&self, id: Id) {
        self.processes.ended.borrow_mut().push(id);
    }

    /// In a child process: the children are the parent's.
    pub(crate) fn forget_processes(&self) {
        for id in self.processes.table.ids() {
            Process(id).stop(self);
        }
    }

    /// Calls the handles of children that were found ended.
    #[inline]
    pub(crate) fn run_ended(&self) {
        if !self.processes.ended.borrow().is_empty() {
            self.run_ended_list();
        }
    }

    fn run_ended_list(&self) {
        let mut ended = self.processes.ended.take();
        for id in ended.drain(..) {
            if self.is_breaking() {
                break;
            }
            let process = Process(id);
            let status = self.processes.table.with_open(id, |row| row.data.try_wait().transpose());
            let Some(Some(status)) = status else { continue };
            // An earlier callback may have closed it.
            if process.stop(self)
                && let Some(callback) = self.processes.table.take_callback(id)
            {
                self.call(process.key(), |lp| callback(lp, process, status));
            }
        }
        // A panic in a callback, or one that ends the run, loses the rest, which the platform tells again.
        self.processes.ended.replace(ended);
    }
}
