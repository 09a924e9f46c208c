//! The blocking wait: other threads have the interpreter's lock while the loop's thread sleeps.

use crate::ready::Queue;
use pyo3::ffi;
use pyo3::prelude::*;
use roundel_loop::{WaitEdge, WakeupSender};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The blocking wait, during which other threads have the interpreter's lock.
pub(crate) struct Sleep {
    asleep: Cell<bool>,
    thread: Cell<*mut ffi::PyThreadState>,
    /// What a signal handler raised.
    failure: Cell<Option<PyErr>>,
    /// None once the loop is closed.
    waker: RefCell<Option<WakeupSender>>,
    ready: Rc<Queue>,
}

impl Sleep {
    pub(crate) fn new(waker: WakeupSender, ready: Rc<Queue>) -> Sleep {
        Sleep {
            asleep: Cell::new(false),
            thread: Cell::new(std::ptr::null_mut()),
            failure: Cell::new(None),
            waker: RefCell::new(Some(waker)),
            ready,
        }
    }

    /// Wakes the loop if it sleeps, once for each sleep. To be called with the interpreter's lock, as everything.
    #[inline]
    pub(crate) fn wake_sleeper(&self) {
        if self.asleep.replace(false) {
            self.wake();
        }
    }

    /// What a signal handler raised during the wait.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        self.failure.take()
    }

    /// Another way to wake the loop, or none: it is closed.
    pub(crate) fn set_waker(&self, waker: Option<WakeupSender>) {
        self.asleep.set(false);
        let before = self.waker.replace(waker);
        drop(before);
    }

    pub(crate) fn turn(&self, edge: WaitEdge) {
        match edge {
            WaitEdge::Begin => {
                self.asleep.set(true);
                // SAFETY: the thread that runs the loop holds the lock, and takes it back in `End`.
                self.thread.set(unsafe { ffi::PyEval_SaveThread() });
            }
            WaitEdge::End => {
                // SAFETY: this is the thread that gave it up in `Begin`.
                unsafe { ffi::PyEval_RestoreThread(self.thread.get()) };
                self.asleep.set(false);
                self.run_signal_handlers();
                // The wait goes on after a signal, unless there is something to do.
                if !self.ready.is_empty() {
                    self.wake();
                }
            }
        }
    }

    fn run_signal_handlers(&self) {
        // SAFETY: the lock is held.
        let py = unsafe { Python::assume_attached() };
        if let Err(error) = py.check_signals() {
            self.failure.set(Some(error));
            self.wake();
        }
    }

    fn wake(&self) {
        if let Some(waker) = &*self.waker.borrow() {
            waker.send();
        }
    }
}
