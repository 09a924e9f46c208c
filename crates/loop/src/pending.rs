//! The pending queue: callbacks put off to the pending phase, where libuv puts those of operations that finished, or
//! failed, in the middle of a call.

use crate::EventLoop;
use crate::handle::{HandleKey, HandleKind};
use crate::slab::Id;

/// What waits for the pending phase.
pub(crate) enum Deferred {
    Callback(Box<dyn FnOnce(&EventLoop)>),
    /// A stream with something to call back.
    Stream(Id),
}

/// How many times in a row the queue is run after poll, if its callbacks keep filling it. libuv's number.
const ROUNDS_AFTER_POLL: usize = 8;

impl EventLoop {
    /// Calls `callback` in the next pending phase. The loop is alive until then, and poll does not block.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode};
    /// use std::{cell::Cell, rc::Rc};
    /// let lp = EventLoop::new(Options::default())?;
    /// let called = Rc::new(Cell::new(false));
    /// let flag = Rc::clone(&called);
    /// lp.defer(move |_| flag.set(true));
    /// assert!(!called.get());
    /// lp.run(RunMode::Default);
    /// assert!(called.get());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn defer(&self, callback: impl FnOnce(&EventLoop) + 'static) {
        self.pending.borrow_mut().push_back(Deferred::Callback(Box::new(callback)));
    }

    /// The pending phase: what was queued before it began.
    #[inline]
    pub(crate) fn run_pending(&self) {
        if !self.pending.borrow().is_empty() {
            self.run_pending_batch();
        }
    }

    #[inline]
    pub(crate) fn run_pending_after_poll(&self) {
        for _ in 0..ROUNDS_AFTER_POLL {
            if self.pending.borrow().is_empty() {
                break;
            }
            self.run_pending_batch();
        }
    }

    fn run_pending_batch(&self) {
        let key = HandleKey { kind: HandleKind::Deferred, number: 0 };
        let queued = self.pending.borrow().len();
        for _ in 0..queued {
            let Some(deferred) = self.pending.borrow_mut().pop_front() else { break };
            match deferred {
                Deferred::Callback(callback) => self.call(key, callback),
                Deferred::Stream(id) => self.stream_pending(id),
            }
        }
    }
}
