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

/// What the locks guard is whole after every step, so a panic elsewhere does not spoil it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
