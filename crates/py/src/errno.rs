//! System errors as Python has them: an `OSError` of the subclass that its number asks for.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rustix::io::Errno;
use std::io;

pub(crate) fn os_error(py: Python<'_>, errno: Errno) -> PyErr {
    let number = errno.raw_os_error();
    match py.import("os").and_then(|os| os.call_method1("strerror", (number,))) {
        Ok(message) => PyOSError::new_err((number, message.unbind())),
        Err(error) => error,
    }
}

pub(crate) fn io_error(py: Python<'_>, error: &io::Error) -> PyErr {
    match Errno::from_io_error(error) {
        Some(errno) => os_error(py, errno),
        None => PyOSError::new_err(error.to_string()),
    }
}
