//! The busy methods of `roundel.transports.SocketTransport`, which find the transport's stream in a slot.

use crate::methods;
use crate::reader;
use crate::stream::Stream;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyType};

/// Where transports keep their stream.
static STREAM_SLOT: PyOnceLock<usize> = PyOnceLock::new();

/// Gives the transports' class its native methods. Called once, when the package is imported.
#[pyfunction]
pub(crate) fn setup_transports(py: Python<'_>, class: &Bound<'_, PyType>) -> PyResult<()> {
    if STREAM_SLOT.set(py, methods::slot_offset(class, "_stream")?).is_err() {
        return Ok(());
    }
    reader::remember(py)?;
    let one = |method| ffi::PyMethodDefPointer { PyCFunction: method };
    let named = |method| ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method };
    let with_names = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    methods::add(class, c"write", named(write), with_names)?;
    methods::add(class, c"writelines", named(writelines), with_names)?;
    methods::add(class, c"is_closing", one(is_closing), ffi::METH_NOARGS)?;
    methods::add(class, c"get_write_buffer_size", one(buffer_size), ffi::METH_NOARGS)?;
    methods::add(class, c"pause_reading", one(pause_reading), ffi::METH_NOARGS)?;
    methods::add(class, c"resume_reading", one(resume_reading), ffi::METH_NOARGS)?;
    methods::add(class, c"close", one(close), ffi::METH_NOARGS)?;
    methods::add(class, c"get_protocol", one(get_protocol), ffi::METH_NOARGS)
}

/// The stream of the transport that a native method was called on.
fn stream_of<'py>(py: Python<'py>, transport: *mut ffi::PyObject) -> PyResult<Bound<'py, Stream>> {
    let offset = STREAM_SLOT.get(py).copied().unwrap_or_default();
    // SAFETY: the interpreter calls the method with an instance of the class that has the slot, which holds null or an
    // object.
    let stream = unsafe {
        let slot = transport.cast::<u8>().add(offset).cast::<*mut ffi::PyObject>();
        Bound::from_borrowed_ptr_or_opt(py, *slot)
    };
    match stream {
        Some(stream) => Ok(stream.cast_into::<Stream>()?),
        None => Err(PyRuntimeError::new_err("the transport was not initialized")),
    }
}

unsafe extern "C" fn write(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let data = unsafe { only_argument(py, "write", "data", args, count, names)? };
        Stream::write(&stream_of(py, slf)?, &data)?;
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn writelines(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let list = unsafe { only_argument(py, "writelines", "list_of_data", args, count, names)? };
        Stream::writelines(&stream_of(py, slf)?, &list)?;
        Ok(py.None().into_bound(py))
    })
}

/// The argument of a method that has one, which may be given by its name.
///
/// # Safety
///
/// What the interpreter calls a method with: `count` arguments are at `args`, and after them those that `names` has.
#[inline]
unsafe fn only_argument<'py>(
    py: Python<'py>,
    method: &str,
    known: &str,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as the caller says.
    unsafe {
        if count != 1 || !names.is_null() {
            let names = Bound::from_borrowed_ptr_or_opt(py, names);
            let name = names.and_then(|names| names.get_item(0).ok());
            let is_named = name.as_ref().is_some_and(|name| name.eq(known).unwrap_or(false));
            if count != 0 || !is_named {
                let message = format!("SocketTransport.{method}() takes one argument: {known}");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(Bound::from_borrowed_ptr(py, *args))
    }
}

unsafe extern "C" fn is_closing(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        let closing = stream_of(py, slf)?.get().closing();
        Ok(PyBool::new(py, closing).to_owned().into_any())
    })
}

unsafe extern "C" fn buffer_size(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        let size = stream_of(py, slf)?.get().output_size();
        Ok(size.into_pyobject(py)?.into_any())
    })
}

unsafe extern "C" fn pause_reading(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        stream_of(py, slf)?.get().pause_reading(py);
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn resume_reading(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        Stream::resume_reading(&stream_of(py, slf)?)?;
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn close(slf: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    methods::enter(|py| {
        Stream::close(&stream_of(py, slf)?)?;
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn get_protocol(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        let protocol = stream_of(py, slf)?.get().protocol(py);
        Ok(protocol.unwrap_or_else(|| py.None().into_bound(py)))
    })
}
