//! A gate before the jumps of virtual time, for loops on several threads that have one time.
//!
//! Each loop has a clock of its own and would jump to its next deadline when it has nothing else to do, past what another is about
//! to send it. Whoever runs them knows which of them is the next.

use crate::event_loop::EventLoop;

/// What [`EventLoop::set_time_gate`] takes.
pub type TimeGate = Box<dyn Fn(u64) -> bool>;

impl EventLoop {
    /// Has `gate` asked before virtual time jumps to a deadline, given in nanoseconds of the loop's clock. If it says no, the
    /// loop waits for a wakeup or a descriptor instead, and asks again. It stays for the life of the loop; a second one is
    /// ignored. On the real platform nothing jumps.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, RunMode, Timer};
    /// use std::{cell::Cell, rc::Rc};
    /// let lp = EventLoop::new(Options { backend: BackendKind::VirtualTime, ..Options::default() })?;
    /// let asked = Rc::new(Cell::new(0));
    /// let count = Rc::clone(&asked);
    /// lp.set_time_gate(Box::new(move |_| count.replace(count.get() + 1) >= 0));
    /// Timer::new(&lp).start(&lp, 1000, 0, |_, _| {});
    /// lp.run(RunMode::Default);
    /// assert_eq!(asked.get(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_time_gate(&self, gate: TimeGate) {
        let _ = self.time_gate.set(gate);
    }

    /// Whether this loop's time is that of others, too. What they take of real time is then nobody's.
    pub(crate) fn shares_time(&self) -> bool {
        self.time_gate.get().is_some()
    }

    pub(crate) fn may_pass(&self, deadline_ns: u64) -> bool {
        self.time_gate.get().is_none_or(|gate| gate(deadline_ns))
    }
}
