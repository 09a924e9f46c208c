//! Receiving into a new bytes object.
//!
//! Little is received into the loop's buffer and copied. Much, which is expected if there was much the last time, goes straight
//! into an object that is then cut to size.
//!
//! glibc has large objects mapped by the kernel, each anew, until a larger one has been given back; then they come from the heap,
//! whose pages are there (mallopt(3), `M_MMAP_THRESHOLD`). Who receives much for the first time gives back a larger one.

use crate::event_loop::{Loop, READ_SIZE};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::cell::Cell;
use std::os::fd::BorrowedFd;
use std::sync::Once;

/// From here on copying costs more than an object that is too large at first.
const MUCH: usize = 16 * 1024;

/// More than what is received at once.
const LARGER: usize = 4 * READ_SIZE;

/// What is expected of a connection.
#[derive(Default)]
pub(crate) struct Expected(Cell<u32>);

impl Expected {
    pub(crate) fn length(&self) -> usize {
        self.0.get() as usize
    }

    pub(crate) fn set(&self, length: usize) {
        self.0.set(u32::try_from(length).unwrap_or(u32::MAX));
    }
}

unsafe extern "C" {
    fn _PyBytes_Resize(bytes: *mut *mut ffi::PyObject, length: ffi::Py_ssize_t) -> i32;
}

/// Receives at most `size` bytes.
#[inline]
pub(crate) fn receive<'py>(
    event_loop: &Bound<'py, Loop>,
    fd: BorrowedFd<'_>,
    size: usize,
    flags: RecvFlags,
    expected: &Expected,
) -> Result<Bound<'py, PyBytes>, Errno> {
    let py = event_loop.py();
    let data = if expected.length() < MUCH && size <= READ_SIZE {
        event_loop.get().with_read_buffer(|buffer| {
            let (length, _) = recv(fd, &mut buffer[..size], flags)?;
            Ok(PyBytes::new(py, &buffer[..length]))
        })?
    } else {
        receive_much(py, fd, size, flags)?
    };
    expected.set(data.as_bytes().len());
    Ok(data)
}

fn receive_much<'py>(
    py: Python<'py>,
    fd: BorrowedFd<'_>,
    size: usize,
    flags: RecvFlags,
) -> Result<Bound<'py, PyBytes>, Errno> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGER))));
    let length = ffi::Py_ssize_t::try_from(size).map_err(|_| Errno::INVAL)?;
    // SAFETY: the new object is nobody else's until it is returned: its bytes may be written, and it may be cut. It has
    // `size` bytes, of which the first ones that the call filled are kept. What fails leaves a null pointer.
    unsafe {
        let mut object = ffi::PyBytes_FromStringAndSize(std::ptr::null(), length);
        if object.is_null() {
            ffi::PyErr_Clear();
            return Err(Errno::NOMEM);
        }
        let start = ffi::PyBytes_AsString(object).cast::<std::mem::MaybeUninit<u8>>();
        let space = std::slice::from_raw_parts_mut(start, size);
        match recv(fd, space, flags) {
            Ok(((filled, _), _)) => {
                let filled = filled.len() as ffi::Py_ssize_t;
                if filled != length && _PyBytes_Resize(&raw mut object, filled) < 0 {
                    ffi::PyErr_Clear();
                    return Err(Errno::NOMEM);
                }
                Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
            }
            Err(errno) => {
                ffi::Py_DECREF(object);
                Err(errno)
            }
        }
    }
}
