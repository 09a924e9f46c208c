//! What is alive on this thread: the counts by which a test sees that a run has given everything back.
//!
//! Handles never change threads, so each thread counts its own; a thread that has dropped its machines is at zero.

use std::cell::Cell;
use std::thread::LocalKey;

thread_local! {
    pub(crate) static MACHINES: Cell<usize> = const { Cell::new(0) };
    pub(crate) static CONTEXTS: Cell<usize> = const { Cell::new(0) };
    pub(crate) static PERSISTENTS: Cell<usize> = const { Cell::new(0) };
    pub(crate) static WEAKS: Cell<usize> = const { Cell::new(0) };
    pub(crate) static PAYLOADS: Cell<usize> = const { Cell::new(0) };
}

/// How many of each are alive on a thread.
///
/// ```
/// use roundel_jsc::{Context, Live, Vm};
///
/// let context = Context::new(&Vm::new()?)?;
/// assert_eq!(Live::here().contexts, 1);
/// drop(context);
/// assert_eq!(Live::here(), Live::default());
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Machines with a [`crate::Vm`] or a [`crate::Context`].
    pub machines: usize,
    /// Realms with a [`crate::Context`].
    pub contexts: usize,
    /// [`crate::Persistent`] handles of values on the collector's heap, some of them the contexts' own.
    pub persistents: usize,
    /// [`crate::Weak`] handles.
    pub weaks: usize,
    /// Rust values inside objects: of classes, and the state of functions.
    pub payloads: usize,
}

impl Live {
    /// The counts of the calling thread.
    pub fn here() -> Live {
        Live {
            machines: MACHINES.get(),
            contexts: CONTEXTS.get(),
            persistents: PERSISTENTS.get(),
            weaks: WEAKS.get(),
            payloads: PAYLOADS.get(),
        }
    }
}

pub(crate) fn add(count: &'static LocalKey<Cell<usize>>) {
    count.set(count.get() + 1);
}

pub(crate) fn remove(count: &'static LocalKey<Cell<usize>>) {
    count.set(count.get() - 1);
}
