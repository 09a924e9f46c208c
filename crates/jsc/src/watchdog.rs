//! The execution time limit of a machine.
//!
//! The engine counts the CPU time of one outermost call into JavaScript, on a thread of its own,
//! and interrupts the script at the next safe point. The callback decides: end the script, or let
//! it go on for another period. An ended script cannot catch what ends it, and its `finally` blocks
//! do not run.
//!
//! States: off; armed; the callback runs (its closure is taken out of its cell meanwhile, so that
//! it may set or clear the limit itself); terminated, until the limit is set or cleared again. When
//! what ends a script passes through a Rust function the engine has forgotten that it was special,
//! and an outer script could catch it: then the watchdog insists, and ends that one too at its next
//! safe point.

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;
use std::time::Duration;

use roundel_jsc_sys::private::*;
use roundel_jsc_sys::{JSContextGroupRef, JSContextRef};

use crate::ctx::Ctx;
use crate::interrupt::InterruptHandle;
use crate::trampoline;
use crate::vm::Vm;

/// What is to happen with a script that used up its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// End it: the call into JavaScript returns an exception for which
    /// [`crate::Exception::is_termination`] is true.
    Terminate,
    /// Let it run on; the callback comes again after another period.
    Continue,
}

/// The interrupted script, as far as it may be looked at: no JavaScript may run now.
pub struct Overrun<'a> {
    ctx: JSContextRef,
    script: PhantomData<&'a ()>,
}

impl Overrun<'_> {
    /// The script's frames, innermost first; see [`Ctx::backtrace`].
    pub fn backtrace(&self, max_frames: u32) -> String {
        // SAFETY: the context is live during the callback.
        unsafe { Ctx::from_raw(self.ctx) }.backtrace(max_frames)
    }
}

type Callback = Box<dyn FnMut(&Overrun<'_>) -> Verdict>;

#[derive(Default)]
pub(crate) struct Watchdog {
    callback: RefCell<Option<Callback>>,
    limit_seconds: Cell<f64>,
    /// Counts settings, so that a callback knows whether it was replaced while it ran.
    generation: Cell<u64>,
    terminated: Cell<bool>,
    insists: Cell<bool>,
    /// The word of other threads, and how often it is looked for; see `interrupt.rs`.
    interrupt: OnceCell<InterruptHandle>,
    latency_seconds: Cell<f64>,
}

impl Vm {
    /// Interrupts any script that runs longer than `limit` and asks `on_overrun` what to do.
    ///
    /// ```
    /// # use roundel_jsc::{Context, Verdict, Vm};
    /// # use std::time::Duration;
    /// let vm = Vm::new()?;
    /// let context = Context::new(&vm)?;
    /// vm.set_time_limit(Duration::from_millis(20), |_| Verdict::Terminate);
    /// let terminated = context.enter(|ctx| match ctx.eval("for (;;);") {
    ///     Ok(_) => false,
    ///     Err(exception) => exception.is_termination(ctx),
    /// });
    /// vm.clear_time_limit();
    /// assert!(terminated);
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn set_time_limit(
        &self,
        limit: Duration,
        on_overrun: impl FnMut(&Overrun<'_>) -> Verdict + 'static,
    ) {
        let watchdog = &self.inner.watchdog;
        watchdog.replace(Some(Box::new(on_overrun)));
        watchdog.limit_seconds.set(limit.as_secs_f64());
        watchdog.arm(self.inner.group, limit.as_secs_f64());
    }

    /// Removes the limit.
    pub fn clear_time_limit(&self) {
        let watchdog = &self.inner.watchdog;
        watchdog.replace(None);
        if watchdog.interrupt.get().is_some() {
            watchdog.arm(self.inner.group, watchdog.latency_seconds.get());
            return;
        }
        // SAFETY: the group is alive.
        unsafe { JSContextGroupClearExecutionTimeLimit(self.inner.group) };
    }
}

impl Watchdog {
    /// Whether a script was ended since the limit was last set or cleared.
    pub(crate) fn is_terminated(&self) -> bool {
        self.terminated.get()
    }

    fn replace(&self, callback: Option<Callback>) {
        self.generation.set(self.generation.get() + 1);
        self.terminated.set(false);
        self.insists.set(false);
        // Dropped only after the cell is free again, as a destructor may come back here.
        let previous = self.callback.replace(callback);
        drop(previous);
    }

    /// Looks for the word of other threads, from the next outermost script on.
    pub(crate) fn listen(&self, group: JSContextGroupRef, latency: Duration) -> InterruptHandle {
        self.latency_seconds.set(latency.as_secs_f64());
        if self.callback.borrow().is_none() {
            self.arm(group, latency.as_secs_f64());
        }
        self.interrupt.get_or_init(InterruptHandle::new).clone()
    }

    pub(crate) fn terminate(&self) {
        self.terminated.set(true);
    }

    /// A Rust function lets the end of a script pass on to the script that called it.
    #[cold]
    pub(crate) fn insist(&self, group: JSContextGroupRef) {
        const AT_ONCE_SECONDS: f64 = 1e-6;
        self.insists.set(true);
        self.arm(group, AT_ONCE_SECONDS);
    }

    fn arm(&self, group: JSContextGroupRef, limit_seconds: f64) {
        let context = std::ptr::from_ref(self).cast_mut().cast();
        // SAFETY: the group is alive; `self` is inside its `VmInner`, which outlives every script
        // of the group.
        unsafe {
            JSContextGroupSetExecutionTimeLimit(
                group,
                limit_seconds,
                Some(trampoline::time_limit_reached),
                context,
            );
        }
    }

    /// The engine's question, through the trampoline.
    pub(crate) fn overrun(&self, ctx: JSContextRef, group: JSContextGroupRef) -> Verdict {
        if self.insists.get() {
            return Verdict::Terminate;
        }
        let interrupt = self.interrupt.get();
        if interrupt.is_some_and(InterruptHandle::is_interrupted) {
            self.terminated.set(true);
            return Verdict::Terminate;
        }
        let Some(mut callback) = self.callback.take() else {
            if interrupt.is_some() {
                self.arm(group, self.latency_seconds.get());
            }
            return Verdict::Continue;
        };
        let generation = self.generation.get();
        let verdict = callback(&Overrun { ctx, script: PhantomData });
        if self.generation.get() == generation {
            self.callback.replace(Some(callback));
            if verdict == Verdict::Continue {
                // The engine does not start its timer again by itself.
                self.arm(group, self.limit_seconds.get());
            }
        }
        if verdict == Verdict::Terminate {
            self.terminated.set(true);
        }
        verdict
    }
}
