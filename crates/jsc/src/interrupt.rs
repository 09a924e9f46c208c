//! Ending a script from another thread.
//!
//! A machine belongs to its thread, and all that another thread may do to it is to leave a word. The machine looks for it
//! on the watchdog's time: after a script has been busy for the latency that was asked for, and then again and again.
//! Each look makes the engine drop the optimised code of the loop it interrupts, which can halve the speed of a script
//! that does nothing but count; a short latency is for scripts that are expected to be ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::vm::Vm;

/// Ends the scripts of a machine. For any thread, also after the machine is gone.
#[derive(Clone, Debug)]
pub struct InterruptHandle {
    requested: Arc<AtomicBool>,
}

impl InterruptHandle {
    pub(crate) fn new() -> InterruptHandle {
        InterruptHandle { requested: Arc::new(AtomicBool::new(false)) }
    }

    /// Ends the running script, and each later one that is busy for longer than the latency, until
    /// [`InterruptHandle::clear`].
    pub fn interrupt(&self) {
        self.requested.store(true, Ordering::Release);
    }

    /// Lets scripts run again.
    pub fn clear(&self) {
        self.requested.store(false, Ordering::Release);
    }

    pub fn is_interrupted(&self) -> bool {
        self.requested.load(Ordering::Acquire)
    }
}

impl Vm {
    /// A handle that other threads can end scripts with. A script that is ended throws what
    /// [`crate::Exception::is_termination`] tells, and cannot catch it. Takes effect with the next script that is started
    /// from outside; every call gives a handle of the same word, and the latency of the last one holds. While there is a
    /// time limit its period is the latency.
    ///
    /// ```
    /// # use roundel_jsc::{Context, Vm};
    /// # use std::time::Duration;
    /// let vm = Vm::new()?;
    /// let context = Context::new(&vm)?;
    /// let handle = vm.interrupt_handle(Duration::from_millis(10));
    /// let other_thread = std::thread::spawn(move || handle.interrupt());
    /// let ended = context.enter(|ctx| {
    ///     ctx.eval("for (;;);").err().is_some_and(|exception| exception.is_termination(ctx))
    /// });
    /// assert!(ended);
    /// # other_thread.join().ok();
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn interrupt_handle(&self, latency: Duration) -> InterruptHandle {
        self.inner.watchdog.listen(self.inner.group, latency)
    }
}
