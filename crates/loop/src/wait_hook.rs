//! The hook around the blocking wait: for a host that must let go of something while the loop's thread sleeps, such as an
//! interpreter's lock.
//!
//! It is called only if the thread may really block: with a hook and much going on, the platform is first asked what is ready
//! without waiting.

use crate::EventLoop;
use crate::sys::Host;
use std::cell::Cell;

/// Which side of the wait the hook is on.
///
/// ```
/// assert_ne!(roundel_loop::WaitEdge::Begin, roundel_loop::WaitEdge::End);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitEdge {
    /// The thread is about to block. Nothing of the loop runs until [`End`](WaitEdge::End).
    Begin,
    /// It does no longer.
    End,
}

/// What [`EventLoop::set_wait_hook`] takes.
pub type WaitHook = Box<dyn FnMut(WaitEdge)>;

#[derive(Default)]
pub(crate) struct WaitHooks {
    hook: Cell<Option<WaitHook>>,
    is_set: Cell<bool>,
}

impl EventLoop {
    /// Sets or removes the hook that is called before the thread blocks in poll and after it has. It must not panic.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer, WaitEdge};
    /// use std::sync::{Arc, Mutex};
    /// let lp = EventLoop::new(Options::default())?;
    /// let interpreter = Arc::new(Mutex::new(()));
    /// let free = Arc::clone(&interpreter);
    /// // A real host gives its lock back at `Begin` and takes it at `End`.
    /// lp.set_wait_hook(Some(Box::new(move |edge| match edge {
    ///     WaitEdge::Begin => drop(free.lock().unwrap()),
    ///     WaitEdge::End => drop(free.lock().unwrap()),
    /// })));
    /// Timer::new(&lp).start(&lp, 1, 0, |_, _| {});
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_wait_hook(&self, hook: Option<WaitHook>) {
        self.wait_hooks.is_set.set(hook.is_some());
        let previous = self.wait_hooks.hook.replace(hook);
        drop(previous);
    }

    fn tell_wait(&self, edge: WaitEdge) {
        if let Some(mut hook) = self.wait_hooks.hook.take() {
            hook(edge);
            self.wait_hooks.hook.set(Some(hook));
        }
    }
}

impl Host for EventLoop {
    fn awaits_outside(&self) -> bool {
        EventLoop::awaits_outside(self)
    }

    fn shares_time(&self) -> bool {
        EventLoop::shares_time(self)
    }

    fn may_pass(&self, deadline_ns: u64) -> bool {
        EventLoop::may_pass(self, deadline_ns)
    }

    fn has_wait_hook(&self) -> bool {
        self.wait_hooks.is_set.get()
    }

    fn while_blocked<R>(&self, wait: impl FnOnce() -> R) -> R {
        if !self.has_wait_hook() {
            return wait();
        }
        self.tell_wait(WaitEdge::Begin);
        let result = wait();
        self.tell_wait(WaitEdge::End);
        result
    }
}
