//! A value that is read where nothing may be locked, in a signal handler, and replaced elsewhere.
//!
//! The value is replaced, never changed. Rules:
//!
//! - A reader counts itself in `Readers` before it loads the value and out after its last use of it.
//! - Between the two steps each side has a fence, so that one of them sees the other: the reader the new value, or who
//!   replaces it the reader.
//! - Who replaces a value waits, after the swap, until the count is 0 once, and only then frees the old one. A reader that
//!   begins later sees the new value. Readers do not block, so the wait is short, and a handler that interrupts the
//!   waiting thread itself ends before that thread goes on.
//!
//! `models` at the end has loom go through the orders of it.

use crate::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};
use crate::sync::spin_loop;
use std::ptr;

/// How many readers there are, of any number of values.
pub(super) struct Readers(AtomicUsize);

pub(super) struct Published<T>(AtomicPtr<T>);

macro_rules! constructors {
    ($($const:tt)?) => {
        impl Readers {
            pub(super) $($const)? fn new() -> Readers {
                Readers(AtomicUsize::new(0))
            }
        }

        impl<T> Published<T> {
            pub(super) $($const)? fn nothing() -> Published<T> {
                Published(AtomicPtr::new(ptr::null_mut()))
            }
        }
    };
}
#[cfg(not(loom))]
constructors!(const);
#[cfg(loom)]
constructors!();

impl Readers {
    /// In a child process, whose only thread is none.
    pub(super) fn forget(&self) {
        self.0.store(0, Ordering::SeqCst);
    }
}

impl<T: Send + Sync> Published<T> {
    /// Calls `read` with the value. Async-signal-safe if `read` is; it must not replace anything.
    pub(super) fn read<R>(&self, readers: &Readers, read: impl FnOnce(Option<&T>) -> R) -> R {
        readers.0.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        let value = self.0.load(Ordering::Acquire);
        // SAFETY: null, or from `Box::into_raw` in `replace`, which frees it no sooner than this reader is counted out.
        let result = read(unsafe { value.as_ref() });
        readers.0.fetch_sub(1, Ordering::Release);
        result
    }

    /// Puts another value in place and frees the one that was there.
    pub(super) fn replace(&self, readers: &Readers, value: Option<T>) {
        let new = value.map_or(ptr::null_mut(), |value| Box::into_raw(Box::new(value)));
        let old = self.0.swap(new, Ordering::AcqRel);
        if old.is_null() {
            return;
        }
        fence(Ordering::SeqCst);
        while readers.0.load(Ordering::Acquire) != 0 {
            spin_loop();
        }
        // SAFETY: `old` came from `Box::into_raw` above and nobody can load it any more. Readers that have loaded it have
        // ended, as the rules at the top of the file argue.
        drop(unsafe { Box::from_raw(old) });
    }
}

#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::sync::thread;
    use loom::cell::UnsafeCell;
    use std::sync::Arc;

    /// Loom reports a read beside the write, which is the drop.
    struct Tracked(UnsafeCell<u32>);

    // SAFETY: loom checks every access.
    unsafe impl Sync for Tracked {}

    impl Drop for Tracked {
        fn drop(&mut self) {
            self.0.with_mut(|_| ());
        }
    }

    #[test]
    fn loom_what_is_read_is_not_freed() {
        loom::model(|| {
            let shared = Arc::new((Readers::new(), Published::nothing()));
            shared.1.replace(&shared.0, Some(Tracked(UnsafeCell::new(0))));
            let handlers = [(); 2].map(|()| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    shared.1.read(&shared.0, |value| {
                        if let Some(value) = value {
                            value.0.with(|_| ());
                        }
                    });
                })
            });
            shared.1.replace(&shared.0, Some(Tracked(UnsafeCell::new(1))));
            for handler in handlers {
                handler.join().unwrap();
            }
            shared.1.replace(&shared.0, None);
        });
    }
}
