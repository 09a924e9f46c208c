//! The hook between callbacks, and what else goes around a callback.
//!
//! Every callback of a handle or a request goes through [`EventLoop::call`].

use crate::EventLoop;
use crate::handle::HandleKey;
use crate::observer::Event;
use crate::origin::ResourceId;
use crate::profile::{Drain, Phase};
use std::cell::Cell;

/// What [`EventLoop::set_after_callback`] takes.
pub type AfterCallback = Box<dyn FnMut(&EventLoop)>;

#[derive(Default)]
pub(crate) struct Hook {
    callback: Cell<Option<AfterCallback>>,
    is_set: Cell<bool>,
    /// A callback of the batch in progress has run.
    is_due: Cell<bool>,
}

impl EventLoop {
    /// Sets or removes the hook between callbacks: where Node runs its ticks and microtasks. The profile says whether
    /// it comes after every callback or after every batch.
    ///
    /// ```
    /// use roundel_loop::{Check, EventLoop, Options, RunMode};
    /// use std::{cell::Cell, rc::Rc};
    /// let lp = EventLoop::new(Options::default())?;
    /// let drained = Rc::new(Cell::new(0));
    /// let count = Rc::clone(&drained);
    /// lp.set_after_callback(Some(Box::new(move |_| count.set(count.get() + 1))));
    /// Check::new(&lp).start(&lp, |_, _| {});
    /// Check::new(&lp).start(&lp, |_, _| {});
    /// lp.run(RunMode::NoWait);
    /// assert_eq!(drained.get(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_after_callback(&self, hook: Option<AfterCallback>) {
        self.hook.is_set.set(hook.is_some());
        let previous = self.hook.callback.replace(hook);
        drop(previous);
    }

    /// Calls back, with everything that goes around a callback.
    #[inline]
    pub(crate) fn call(&self, key: HandleKey, callback: impl FnOnce(&EventLoop)) {
        self.call_for(key, || self.origin_of(key).resource, callback);
    }

    /// The same for what is no longer in its table; `resource` is asked if there is an observer.
    #[inline]
    pub(crate) fn call_for(
        &self,
        key: HandleKey,
        resource: impl FnOnce() -> ResourceId,
        callback: impl FnOnce(&EventLoop),
    ) {
        let resource = self.begin_callback(key, resource);
        callback(self);
        self.end_callback(key, resource);
    }

    /// What goes before a callback; the resource is for [`end_callback`](EventLoop::end_callback).
    #[inline]
    pub(crate) fn begin_callback(
        &self,
        key: HandleKey,
        resource: impl FnOnce() -> ResourceId,
    ) -> ResourceId {
        self.ran_callback.set(true);
        let resource = if self.observed.get() { resource() } else { ResourceId::NONE };
        self.emit(|| Event::CallbackBegin { key, resource });
        resource
    }

    /// What goes after a callback.
    #[inline]
    pub(crate) fn end_callback(&self, key: HandleKey, resource: ResourceId) {
        self.emit(|| Event::CallbackEnd { key, resource });
        if self.hook.is_set.get() {
            self.after_callback();
        }
    }

    fn after_callback(&self) {
        let in_batch = self.profile().drain == Drain::PerBatch
            && matches!(self.current_phase(), Phase::Timers | Phase::Check);
        if in_batch {
            self.hook.is_due.set(true);
        } else {
            self.run_hook();
        }
    }

    /// At the end of a phase: calls the hook if it was put off until then.
    #[inline]
    pub(crate) fn run_hook_if_due(&self) {
        if self.hook.is_due.get() {
            self.hook.is_due.set(false);
            self.run_hook();
        }
    }

    fn run_hook(&self) {
        let Some(mut hook) = self.hook.callback.take() else { return };
        hook(self);
        // It may have removed or replaced itself.
        if self.hook.is_set.get() {
            let installed = self.hook.callback.take();
            self.hook.callback.set(Some(installed.unwrap_or(hook)));
        }
    }
}
