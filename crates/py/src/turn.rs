//! Whose turn it is among the handles that any thread may cancel.
//!
//! asyncio gives each of them a lock, which is held while its callback runs. Here the interpreter's lock orders everything; only
//! who wants to cancel a handle whose callback runs has to wait, for an event of its own.

use crate::slot::Slot;
use pyo3::intern;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};

#[derive(Default)]
pub(crate) struct Turn {
    handle: Slot<PyAny>,
    is_awaited: Cell<bool>,
    events: RefCell<Vec<Py<PyAny>>>,
}

impl Turn {
    #[inline]
    pub(crate) fn begin(&self, handle: &Bound<'_, PyAny>) {
        let before = self.handle.replace(Some(handle.clone().unbind()));
        drop(before.map(|before| before.into_bound(handle.py())));
    }

    /// The callback is over, and those who waited for it are told.
    #[inline]
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        let handle = self.handle.take();
        drop(handle.map(|handle| handle.into_bound(py)));
        if self.is_awaited.get() { self.tell(py) } else { Ok(()) }
    }

    /// Whether it is a handle's turn. If it is, its end sets the event.
    pub(crate) fn is_of(&self, handle: &Bound<'_, PyAny>, event: Option<Py<PyAny>>) -> bool {
        let is_of = self.handle.with(|it| it.is_some_and(|it| it.is(handle)));
        if let Some(event) = event
            && is_of
        {
            self.events.borrow_mut().push(event);
            self.is_awaited.set(true);
        }
        is_of
    }

    #[cold]
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        self.is_awaited.set(false);
        for event in self.events.take() {
            event.call_method0(py, intern!(py, "set"))?;
        }
        Ok(())
    }
}
