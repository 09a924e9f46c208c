//! The pending queue: callbacks put off to the pending phase, where libuv puts those of operations that finished, or
//! failed, in the middle of a call. Where the profile says so, everything that becomes due comes here first.

use crate::EventLoop;
use crate::call_at::CallId;
use crate::handle::{HandleKey, HandleKind};
use crate::slab::Id;
use crate::sys::Ready;

/// What is in the queue. Finished work and wakeups are in batches of their own, in the same order.
pub(crate) enum Deferred {
    Callback(Box<dyn FnOnce(&EventLoop)>),
    Timer(Id),
    Call(CallId),
    /// A descriptor, and in which round of polling it was ready.
    Ready(Ready, u64),
    Finished,
    Wakeup,
    Signal,
    /// A stream with something to call back.
    Stream(Id),
    /// A datagram socket with something to call back.
    Udp(Id),
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
            if self.pending.borrow().is_empty() || self.is_breaking() {
                break;
            }
            self.run_pending_batch();
        }
    }

    fn run_pending_batch(&self) {
        let key = HandleKey { kind: HandleKind::Deferred, number: 0 };
        let queued = self.pending.borrow().len();
        for _ in 0..queued {
            if self.is_breaking() {
                break;
            }
            let Some(deferred) = self.pending.borrow_mut().pop_front() else { break };
            match deferred {
                Deferred::Callback(callback) => self.call(key, callback),
                Deferred::Timer(id) => self.fire_queued_timer(id),
                Deferred::Call(id) => self.run_call(id),
                Deferred::Ready(ready, round) => self.serve(ready, round),
                Deferred::Finished => self.run_next_finished(),
                Deferred::Wakeup => self.run_next_wakeup(),
                Deferred::Signal => self.run_next_signal(),
                Deferred::Stream(id) => self.stream_pending(id),
                Deferred::Udp(id) => self.udp_pending(id),
            }
        }
    }
}
