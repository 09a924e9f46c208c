//! Atomics, locks and threads, as the parts use them that several threads share.
//!
//! They are the standard library's. Under `--cfg loom` they are those of loom, which runs a test through every order that
//! the threads and the memory model allow: `cargo xtask loom`. Code that is modelled takes them from here and not from
//! the standard library.

#[cfg(loom)]
pub(crate) use loom::{
    hint::spin_loop,
    sync::{Condvar, Mutex, MutexGuard, atomic},
    thread,
};
use std::sync::PoisonError;
#[cfg(not(loom))]
pub(crate) use std::{
    hint::spin_loop,
    sync::{Condvar, Mutex, MutexGuard, atomic},
    thread,
};

/// Looks whether `seen` says so until it does, for so long at most. A thread that would go to sleep and be woken a few
/// microseconds later saves both itself and who wakes it the way through the kernel.
#[cfg(not(loom))]
pub(crate) fn look_out(longest_ns: u64, mut seen: impl FnMut() -> bool) -> bool {
    let began_ns = crate::sys::monotonic_ns();
    loop {
        for _ in 0..LOOKS_PER_CLOCK_READ {
            if seen() {
                return true;
            }
            spin_loop();
        }
        if crate::sys::monotonic_ns() - began_ns >= longest_ns {
            return false;
        }
    }
}

/// In a model one look stands for all of them: what is seen later is seen by who goes to sleep.
#[cfg(loom)]
pub(crate) fn look_out(_: u64, mut seen: impl FnMut() -> bool) -> bool {
    seen()
}

#[cfg(not(loom))]
const LOOKS_PER_CLOCK_READ: usize = 4;

/// Whether it pays to look out before going to sleep: only if sleep has lately been short, several times on end, and not
/// after having looked out for nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortSleeps(u8);

impl Default for ShortSleeps {
    /// In a model looking out is tried first, for threads to be caught at it.
    fn default() -> ShortSleeps {
        ShortSleeps(if cfg!(loom) { ShortSleeps::ENOUGH } else { 0 })
    }
}

impl ShortSleeps {
    const ENOUGH: u8 = 4;

    pub(crate) fn pays(self) -> bool {
        self.0 >= ShortSleeps::ENOUGH
    }

    pub(crate) fn slept(&mut self, was_short: bool) {
        self.0 = if was_short { (self.0 + 1).min(ShortSleeps::ENOUGH) } else { 0 };
    }

    pub(crate) fn looked_out(&mut self, saw: bool) {
        if !saw {
            self.0 = 0;
        }
    }
}

/// What the locks guard is whole after every step, so a panic elsewhere does not spoil it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
