//! Native methods for classes that are written in Python.
//!
//! `asyncio.Handle` and `asyncio.Transport` have slots of their own, so a class of Rust can not have them as a base beside
//! its own layout. Our classes are Python's, and their busy methods are put into them from here.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Puts a native method into a class.
pub(crate) fn add(
    class: &Bound<'_, PyType>,
    name: &'static CStr,
    method: ffi::PyMethodDefPointer,
    flags: i32,
) -> PyResult<()> {
    // The descriptor keeps a pointer to its definition: both live as long as the process, as the class does.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: method,
        ml_flags: flags,
        ml_doc: std::ptr::null(),
    }));
    let py = class.py();
    // SAFETY: the lock is held, the class is a type and the definition is never freed.
    let descriptor = unsafe {
        let descriptor = ffi::PyDescr_NewMethod(class.as_type_ptr(), definition);
        Bound::from_owned_ptr_or_err(py, descriptor)?
    };
    class.setattr(name.to_string_lossy().as_ref(), descriptor)
}

/// Where in its instances a class keeps one of its `__slots__`.
pub(crate) fn slot_offset(class: &Bound<'_, PyType>, name: &str) -> PyResult<usize> {
    let descriptor = class.getattr(name)?;
    if descriptor.get_type().name()? != "member_descriptor" {
        return Err(PyTypeError::new_err(format!("{name} is no slot of {class}")));
    }
    // SAFETY: an object of this type has this layout.
    let member = unsafe { (*descriptor.as_ptr().cast::<ffi::PyMemberDescrObject>()).d_member };
    // SAFETY: the descriptor points to the definition of its member, which lives as long as the class.
    usize::try_from(unsafe { (*member).offset })
        .map_err(|_| PyTypeError::new_err("a slot before the object"))
}

/// The body of a native method: an error becomes an exception, and so does a panic.
#[inline]
pub(crate) fn enter<'py>(
    body: impl FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls methods with its lock held.
    let py = unsafe { Python::assume_attached() };
    let outcome = catch_unwind(AssertUnwindSafe(|| body(py)));
    let error = match outcome {
        Ok(Ok(value)) => return value.into_ptr(),
        Ok(Err(error)) => error,
        Err(_) => PanicException::new_err("a native method panicked"),
    };
    error.restore(py);
    std::ptr::null_mut()
}
