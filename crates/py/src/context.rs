//! Contexts of `contextvars`: each callback runs in one.

use pyo3::ffi;
use pyo3::prelude::*;

/// A copy of the current context.
#[inline]
pub(crate) fn copy_current(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    // SAFETY: the lock is held; the function gives a new reference, or null with an exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyContext_CopyCurrent()) }
}

/// Calls `call` in `context`, which must not have been entered already.
#[inline]
pub(crate) fn run_in<R>(
    context: &Bound<'_, PyAny>,
    call: impl FnOnce() -> PyResult<R>,
) -> PyResult<R> {
    // SAFETY: the lock is held; what is no context is refused with an exception.
    if unsafe { ffi::PyContext_Enter(context.as_ptr()) } < 0 {
        return Err(PyErr::fetch(context.py()));
    }
    let result = call();
    // SAFETY: it was entered above. `result` holds the exception, if there is one: none is set meanwhile.
    if unsafe { ffi::PyContext_Exit(context.as_ptr()) } < 0 {
        return Err(PyErr::fetch(context.py()));
    }
    result
}
