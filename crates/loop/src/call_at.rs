//! Calls at a moment: one callback, once, with nothing to close.
//!
//! The cheap sister of a timer, for embedders that keep their own handles: it is gone when it was called or cancelled,
//! without a closing phase. Calls and timers share one heap, so that equal deadlines come in the order in which they were
//! asked for, whichever they are.

use crate::EventLoop;
use crate::handle::{HandleInfo, HandleKey, HandleKind};
use crate::observer::Event;
use crate::origin::Origin;
use crate::pending::Deferred;
use crate::profile::Delivery;
use crate::slab::{Id, Slab};
use std::cell::RefCell;
use std::ops::ControlFlow;

type Call = Box<dyn FnOnce(&EventLoop) -> ControlFlow<()>>;

#[derive(Default)]
pub(crate) struct Calls(RefCell<Slab<Call>>);

/// A call that was asked for with [`EventLoop::call_at`].
///
/// ```
/// use roundel_loop::{EventLoop, HandleKind, Options};
/// let lp = EventLoop::new(Options::default())?;
/// let id = lp.call_at(0, |_| std::ops::ControlFlow::Continue(()));
/// assert_eq!(id.key().kind, HandleKind::Call);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(Id);

impl CallId {
    /// The call as observers and [`EventLoop::walk`] name it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let id = lp.call_at(0, |_| std::ops::ControlFlow::Continue(()));
    /// lp.walk(|info| assert_eq!(info.key, id.key()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn key(self) -> HandleKey {
        HandleKey { kind: HandleKind::Call, number: self.0.to_bits() }
    }

    fn slot(self) -> u32 {
        self.0.index << 1 | 1
    }
}

impl EventLoop {
    /// Calls `callback` in the first timers phase at which the loop's time, as [`now_ns`](EventLoop::now_ns) tells it, has
    /// reached `at_ns`, rounded up to the profile's granularity. The loop is alive until then. A callback that returns
    /// [`ControlFlow::Break`] ends the run at once, as [`break_run`](EventLoop::break_run) does.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Profile, RunMode};
    /// use std::ops::ControlFlow;
    /// let lp = EventLoop::new(Options { profile: Profile::ASYNCIO, ..Options::default() })?;
    /// let at_ns = lp.now_ns() + 300_000; // 0.3 ms
    /// lp.call_at(at_ns, move |lp| {
    ///     assert!(lp.now_ns() >= at_ns);
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn call_at(
        &self,
        at_ns: u64,
        callback: impl FnOnce(&EventLoop) -> ControlFlow<()> + 'static,
    ) -> CallId {
        let call = CallId(self.calls.0.borrow_mut().insert(Box::new(callback)));
        let deadline_ns = match self.profile().granularity_ns {
            1 => at_ns,
            step_ns => at_ns.checked_next_multiple_of(step_ns).unwrap_or(u64::MAX),
        };
        self.timers.heap.borrow_mut().set(call.slot(), deadline_ns);
        self.active_count.set(self.active_count.get() + 1);
        self.emit(|| Event::HandleStarted(call.key()));
        call
    }

    /// Takes a call back. False if it was called or cancelled before.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let id = lp.call_at(lp.now_ns() + 1_000, |_| unreachable!());
    /// assert!(lp.cancel_call(id));
    /// assert!(!lp.cancel_call(id));
    /// assert!(!lp.alive());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn cancel_call(&self, id: CallId) -> bool {
        let Some(callback) = self.take_call(id) else { return false };
        // Not in the heap if it was due and is in the pending queue, which then finds nothing.
        self.timers.heap.borrow_mut().remove(id.slot());
        self.emit(|| Event::HandleStopped(id.key()));
        drop(callback);
        true
    }

    pub(crate) fn call_is_due(&self, slot: u32) {
        self.timers.heap.borrow_mut().remove(slot);
        let Some(id) = self.calls.0.borrow().id_at(slot >> 1) else {
            unreachable!("a call leaves the heap before its place is freed")
        };
        if self.profile().delivery == Delivery::Queued {
            self.pending.borrow_mut().push_back(Deferred::Call(CallId(id)));
        } else {
            self.run_call(CallId(id));
        }
    }

    /// Calls, unless it was cancelled in the queue.
    pub(crate) fn run_call(&self, id: CallId) {
        let Some(callback) = self.take_call(id) else { return };
        self.call(id.key(), |lp| {
            if callback(lp).is_break() {
                lp.break_run();
            }
        });
    }

    fn take_call(&self, id: CallId) -> Option<Call> {
        let callback = self.calls.0.borrow_mut().remove(id.0)?;
        self.active_count.set(self.active_count.get() - 1);
        Some(callback)
    }
}

impl Calls {
    pub(crate) fn describe(&self, out: &mut Vec<HandleInfo>) {
        out.extend(self.0.borrow().iter().map(|(id, _)| HandleInfo {
            key: CallId(id).key(),
            active: true,
            referenced: true,
            closing: false,
            origin: Origin::default(),
        }));
    }
}
