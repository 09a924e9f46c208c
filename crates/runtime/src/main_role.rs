//! What a process has once: its working directory, its file mode mask, its signals, standard input, its title.
//!
//! One environment owns them, the main one. The others are what Node calls workers: they read, and are refused where they
//! would write.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The ownership, until it is dropped.
pub(crate) struct MainRole(());

impl MainRole {
    /// `None` if somebody has it.
    pub(crate) fn take() -> Option<MainRole> {
        let is_free = !IS_TAKEN.swap(true, Ordering::SeqCst);
        is_free.then_some(MainRole(()))
    }
}

impl Drop for MainRole {
    fn drop(&mut self) {
        IS_TAKEN.store(false, Ordering::SeqCst);
    }
}
