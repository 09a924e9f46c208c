//! What a stream could not send yet.
//!
//! Bytes are kept as they are; anything else that can be written may change under its owner's hands and is copied.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, send, sendmsg};
use std::collections::VecDeque;
use std::io::IoSlice;
use std::os::fd::BorrowedFd;

/// How many pieces go into one system call.
const MAX_SLICES: usize = 64;

#[derive(Default)]
pub(crate) struct Output {
    pieces: VecDeque<Piece>,
    /// How much of the first piece has been sent.
    sent: usize,
    size: usize,
}

pub(crate) enum Piece {
    Bytes(Py<PyBytes>),
    Copy(Vec<u8>),
}

impl Piece {
    /// What a caller of `write` gave, or the error that asyncio has for it.
    #[inline]
    pub(crate) fn new(data: &Bound<'_, PyAny>) -> PyResult<Piece> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Piece::Bytes(bytes.clone().unbind()));
        }
        if !data.is_instance_of::<PyByteArray>() && !data.is_instance_of::<PyMemoryView>() {
            let name = data.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "data argument must be a bytes-like object, not {}",
                name.repr()?
            )));
        }
        copy_of(data).map(Piece::Copy)
    }

    #[inline]
    pub(crate) fn as_slice<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        match self {
            Piece::Bytes(bytes) => bytes.as_bytes(py),
            Piece::Copy(bytes) => bytes,
        }
    }
}

impl Output {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.size == 0
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Adds a piece of which the first `sent` bytes are gone already; those can be more than 0 for the first piece only.
    pub(crate) fn push(&mut self, py: Python<'_>, piece: Piece, sent: usize) {
        let length = piece.as_slice(py).len() - sent;
        if length == 0 {
            return;
        }
        if self.pieces.is_empty() {
            self.sent = sent;
        }
        self.size += length;
        self.pieces.push_back(piece);
    }

    /// Sends as much as the socket takes in one call. The pieces that are through are for the caller to drop.
    pub(crate) fn send(&mut self, py: Python<'_>, fd: BorrowedFd<'_>) -> Result<Vec<Piece>, Errno> {
        let mut slices = Vec::with_capacity(self.pieces.len().min(MAX_SLICES));
        for (place, piece) in self.pieces.iter().take(MAX_SLICES).enumerate() {
            let from = if place == 0 { self.sent } else { 0 };
            slices.push(IoSlice::new(&piece.as_slice(py)[from..]));
        }
        let sent = send_slices(fd, &slices)?;
        Ok(self.advance(py, sent))
    }

    fn advance(&mut self, py: Python<'_>, sent: usize) -> Vec<Piece> {
        self.size -= sent;
        let mut left = sent + self.sent;
        let mut through = Vec::new();
        while let Some(first) = self.pieces.front() {
            let length = first.as_slice(py).len();
            if left < length {
                break;
            }
            left -= length;
            through.extend(self.pieces.pop_front());
        }
        self.sent = left;
        through
    }
}

/// Sends one slice without waiting.
#[inline]
pub(crate) fn send_slice(fd: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
    send(fd, bytes, SendFlags::NOSIGNAL)
}

pub(crate) fn send_slices(fd: BorrowedFd<'_>, slices: &[IoSlice<'_>]) -> Result<usize, Errno> {
    match slices {
        [one] => send_slice(fd, one),
        many => sendmsg(fd, many, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL),
    }
}

fn copy_of(data: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(array) = data.cast::<PyByteArray>() {
        return Ok(array.to_vec());
    }
    match PyBuffer::<u8>::get(data) {
        Ok(buffer) => buffer.to_vec(data.py()),
        // A view of something else than bytes.
        Err(_) => data.call_method0("tobytes")?.extract(),
    }
}
