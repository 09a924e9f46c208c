//! The execution time limit of a machine.

use std::cell::Cell;

#[derive(Default)]
pub(crate) struct Watchdog {
    terminating: Cell<bool>,
}

impl Watchdog {
    pub(crate) fn is_terminating(&self) -> bool {
        self.terminating.get()
    }
}
