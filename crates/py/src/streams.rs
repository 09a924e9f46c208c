//! The streams of a loop, by the number of their descriptor: what a transport uses nobody else may watch.
//!
//! A place does not keep its stream alive. A stream leaves it when it lets go of its loop, at the latest when it is dropped.

use crate::stream::Stream;
use pyo3::ffi;
use pyo3::prelude::*;
use rustix::io::fcntl_getfd;
use std::cell::RefCell;
use std::os::fd::{BorrowedFd, RawFd};
use std::ptr::null_mut;

#[derive(Default)]
pub(crate) struct Streams(RefCell<Vec<*mut ffi::PyObject>>);

impl Streams {
    /// Takes a place, which may still be that of a stream whose descriptor was closed.
    pub(crate) fn enter(&self, fd: RawFd, stream: &Bound<'_, Stream>) {
        let Ok(place) = usize::try_from(fd) else { return };
        let mut places = self.0.borrow_mut();
        if places.len() <= place {
            // SAFETY: the number is handed to one system call and is not -1.
            if fcntl_getfd(unsafe { BorrowedFd::borrow_raw(fd) }).is_err() {
                // Any number may be said to be that of a socket. One that is open is no larger than there may be of them; another
                // one nobody can watch.
                return;
            }
            places.resize(place + 1, null_mut());
        }
        places[place] = stream.as_ptr();
    }

    /// Leaves a place, if nobody else has taken it.
    pub(crate) fn leave(&self, fd: RawFd, stream: *mut ffi::PyObject) {
        let Ok(place) = usize::try_from(fd) else { return };
        match self.0.borrow_mut().get_mut(place) {
            Some(taken) if *taken == stream => *taken = null_mut(),
            _ => {}
        }
    }

    pub(crate) fn at<'py>(&self, py: Python<'py>, fd: RawFd) -> Option<Bound<'py, Stream>> {
        let place = usize::try_from(fd).ok()?;
        let stream = self.0.borrow().get(place).copied().unwrap_or(null_mut());
        // SAFETY: what is in a place is a stream that is alive: it leaves before it ends.
        let stream = unsafe { Bound::from_borrowed_ptr_or_opt(py, stream) };
        // SAFETY: streams alone take places.
        stream.map(|stream| unsafe { stream.cast_into_unchecked() })
    }
}
