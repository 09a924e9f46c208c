//! A value that the interpreter's lock guards.

use std::ops::Deref;

/// Makes a value that belongs to one thread at a time one that the holder of the interpreter's lock may use.
pub(crate) struct Guarded<T>(T);

// SAFETY: values in here are reached through Python objects alone, so with the interpreter's lock held; the module says that
// it needs it (`gil_used` in lib.rs), so that free-threaded interpreters take it too.
unsafe impl<T> Send for Guarded<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    pub(crate) const fn new(value: T) -> Guarded<T> {
        Guarded(value)
    }
}

impl<T> Deref for Guarded<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
