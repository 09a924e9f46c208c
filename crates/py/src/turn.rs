//! Whose turn it is among the handles that any thread may cancel.
//!
//! asyncio gives each of them a lock, which is held while its callback runs. Here the interpreter's lock orders everything; only
//! who wants to cancel a handle whose callback runs has to wait, for an event of its own.

use pyo3::prelude::*;
use pyo3::{ffi, intern};
use std::cell::{Cell, RefCell};

pub(crate) struct Turn {
    /// The one whose callback runs, to be compared and nothing else: who runs it has it. Null without one.
    handle: Cell<*mut ffi::PyObject>,
    is_awaited: Cell<bool>,
    events: RefCell<Vec<Py<PyAny>>>,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn {
            handle: Cell::new(std::ptr::null_mut()),
            is_awaited: Cell::default(),
            events: RefCell::default(),
        }
    }
}

impl Turn {
    #[inline]
    pub(crate) fn begin(&self, handle: &Bound<'_, PyAny>) {
        self.handle.set(handle.as_ptr());
    }

    /// The callback is over, and those who waited for it are told.
    #[inline]
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.handle.set(std::ptr::null_mut());
        if self.is_awaited.get() { self.tell(py) } else { Ok(()) }
    }

    /// Whether it is a handle's turn. If it is, its end sets the event.
    pub(crate) fn is_of(&self, handle: &Bound<'_, PyAny>, event: Option<Py<PyAny>>) -> bool {
        let is_of = self.handle.get() == handle.as_ptr();
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
