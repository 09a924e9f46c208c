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

/// Whether it pays to look out before going to sleep: only if sleep has lately been short, several times on end. Who has
/// looked out for nothing waits for twice as many short sleeps before the next time, so that whoever is paced a little
/// slower than a look-out lasts does not look out in vain again and again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortSleeps {
    on_end: u8,
    enough: u8,
}

impl Default for ShortSleeps {
    /// In a model looking out is tried first, for threads to be caught at it.
    fn default() -> ShortSleeps {
        let on_end = if cfg!(loom) { ShortSleeps::FEWEST } else { 0 };
        ShortSleeps { on_end, enough: ShortSleeps::FEWEST }
    }
}

impl ShortSleeps {
    const FEWEST: u8 = 4;
    const MOST: u8 = 128;

    pub(crate) fn pays(self) -> bool {
        self.on_end >= self.enough
    }

    pub(crate) fn slept(&mut self, was_short: bool) {
        self.on_end = if was_short { self.on_end.saturating_add(1) } else { 0 };
    }

    pub(crate) fn looked_out(&mut self, saw: bool) {
        if saw {
            self.enough = ShortSleeps::FEWEST;
        } else {
            self.enough = self.enough.saturating_mul(2).min(ShortSleeps::MOST);
            self.on_end = 0;
        }
    }
}

/// What the locks guard is whole after every step, so a panic elsewhere does not spoil it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn looking_out_in_vain_gets_rarer() {
        let mut sleeps = ShortSleeps::default();
        let mut needed = Vec::new();
        for _ in 0..8 {
            let mut count = 0;
            while !sleeps.pays() {
                sleeps.slept(true);
                count += 1;
            }
            needed.push(count);
            sleeps.looked_out(false);
        }
        assert_eq!(needed, [4, 8, 16, 32, 64, 128, 128, 128]);
        while !sleeps.pays() {
            sleeps.slept(true);
        }
        sleeps.looked_out(true);
        assert!(sleeps.pays(), "what was seen is a reason to go on");
        sleeps.slept(false);
        assert!(!sleeps.pays());
        for _ in 0..4 {
            sleeps.slept(true);
        }
        assert!(sleeps.pays(), "and a reason to begin soon again");
    }
}
