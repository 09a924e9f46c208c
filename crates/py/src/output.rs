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

/// Most streams have nothing to send at most times, and then it is one word.
#[derive(Default)]
pub(crate) struct Output(Option<Box<Pieces>>);

#[derive(Default)]
struct Pieces {
    pieces: VecDeque<Piece>,
    /// How much of the first piece has been sent.
    sent: usize,
    size: usize,
}

/// What a caller gives to be sent.
pub(crate) enum Data {
    Bytes(Py<PyBytes>),
    /// A view of something that may change when others run.
    View(PyBuffer<u8>),
    Copy(Vec<u8>),
}

impl Data {
    /// The error for what is no data is asyncio's.
    #[inline]
    pub(crate) fn new(data: &Bound<'_, PyAny>) -> PyResult<Data> {
        if let Ok(bytes) = data.cast_exact::<PyBytes>() {
            return Ok(Data::Bytes(bytes.clone().unbind()));
        }
        Data::of_other(data)
    }

    fn of_other(data: &Bound<'_, PyAny>) -> PyResult<Data> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Data::Bytes(bytes.clone().unbind()));
        }
        if !data.is_instance_of::<PyByteArray>() && !data.is_instance_of::<PyMemoryView>() {
            let name = data.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "data argument must be a bytes-like object, not {}",
                name.repr()?
            )));
        }
        match PyBuffer::<u8>::get(data) {
            Ok(view) if view.is_c_contiguous() => Ok(Data::View(view)),
            // A view of something else than bytes, or of some of them.
            _ => Ok(Data::Copy(data.call_method0("tobytes")?.extract()?)),
        }
    }

    /// The bytes, as long as nothing else runs.
    #[inline]
    pub(crate) fn as_slice<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        match self {
            Data::Bytes(bytes) => bytes.as_bytes(py),
            Data::Copy(bytes) => bytes,
            // SAFETY: the view is contiguous, and of this length for as long as it is held; who holds the interpreter's lock
            // and calls nobody sees it unchanged.
            Data::View(view) => unsafe {
                match view.len_bytes() {
                    0 => &[],
                    length => std::slice::from_raw_parts(view.buf_ptr().cast::<u8>(), length),
                }
            },
        }
    }

    /// What is kept of it, of which the first `sent` bytes are gone, and how many of them are still there.
    fn keep(self, py: Python<'_>, sent: usize) -> (Piece, usize) {
        match self {
            Data::Bytes(bytes) => (Piece::Bytes(bytes), sent),
            Data::Copy(bytes) => (Piece::Copy(bytes), sent),
            Data::View(_) => (Piece::Copy(self.as_slice(py)[sent..].to_vec()), 0),
        }
    }
}

pub(crate) enum Piece {
    Bytes(Py<PyBytes>),
    Copy(Vec<u8>),
}

impl Piece {
    #[inline]
    fn as_slice<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        match self {
            Piece::Bytes(bytes) => bytes.as_bytes(py),
            Piece::Copy(bytes) => bytes,
        }
    }
}

impl Output {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn size(&self) -> usize {
        self.0.as_ref().map_or(0, |pieces| pieces.size)
    }

    /// Adds data of which the first `sent` bytes are gone already; those can be more than 0 for the first piece only.
    pub(crate) fn push(&mut self, py: Python<'_>, data: Data, sent: usize) {
        let (piece, sent) = data.keep(py, sent);
        let length = piece.as_slice(py).len() - sent;
        if length > 0 {
            self.0.get_or_insert_default().push(piece, sent, length);
        }
    }

    /// Sends as much as the socket takes in one call. The pieces that are through are for the caller to drop.
    pub(crate) fn send(&mut self, py: Python<'_>, fd: BorrowedFd<'_>) -> Result<Vec<Piece>, Errno> {
        let Some(pieces) = &mut self.0 else { return Ok(Vec::new()) };
        let through = pieces.send(py, fd)?;
        if pieces.size == 0 {
            self.0 = None;
        }
        Ok(through)
    }
}

impl Pieces {
    fn push(&mut self, piece: Piece, sent: usize, length: usize) {
        if self.pieces.is_empty() {
            self.sent = sent;
        }
        self.size += length;
        self.pieces.push_back(piece);
    }

    fn send(&mut self, py: Python<'_>, fd: BorrowedFd<'_>) -> Result<Vec<Piece>, Errno> {
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
