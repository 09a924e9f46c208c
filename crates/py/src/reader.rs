//! Feeding the readers of asyncio's own streams.
//!
//! What `asyncio.StreamReaderProtocol` does with data is known: it goes to the end of its reader's buffer, and who waits for it
//! is woken. From here that takes no frame of Python and no object for the data. And no code of the program runs meanwhile, so
//! that the loop need not ask the platform again before it goes on (`Loop::pass`).
//!
//! Whatever is unusual is left to the protocol's own method: a reader of another class, one that has ended, and one that is about
//! to have more than it wants, which pauses the transport.

use crate::event_loop::Loop;
use crate::input::Expected;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyModule, PyWeakrefMethods, PyWeakrefReference};
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::os::fd::BorrowedFd;

/// asyncio's classes, and the methods of theirs that are not called for what is fed from here.
static KNOWN: PyOnceLock<Known> = PyOnceLock::new();

struct Known {
    protocol: Method,
    reader: Method,
}

struct Method {
    class: Py<PyAny>,
    name: &'static str,
    function: Py<PyAny>,
}

impl Method {
    fn of(module: &Bound<'_, PyModule>, class: &str, name: &'static str) -> PyResult<Method> {
        let class = module.getattr(class)?;
        let function = class.getattr(name)?.unbind();
        Ok(Method { class: class.unbind(), name, function })
    }

    /// Whether an object is an instance of the class itself, which nobody has given another method.
    fn is_of(&self, object: &Bound<'_, PyAny>) -> bool {
        let class = self.class.bind(object.py());
        object.get_type().is(class)
            && class.getattr(self.name).is_ok_and(|function| function.is(&self.function))
    }
}

/// Remembers what asyncio's methods are. Called when the package is imported.
pub(crate) fn remember(py: Python<'_>) -> PyResult<()> {
    KNOWN.get_or_try_init(py, || {
        let asyncio = py.import("asyncio")?;
        PyResult::Ok(Known {
            protocol: Method::of(&asyncio, "StreamReaderProtocol", "data_received")?,
            reader: Method::of(&asyncio, "StreamReader", "feed_data")?,
        })
    })?;
    Ok(())
}

/// Whether it is known what a protocol does with data.
pub(crate) fn is_known(protocol: &Bound<'_, PyAny>) -> bool {
    KNOWN.get(protocol.py()).is_some_and(|known| known.protocol.is_of(protocol))
}

pub(crate) struct Reader<'py> {
    object: Bound<'py, PyAny>,
    buffer: Bound<'py, PyByteArray>,
    /// How much it takes before it pauses the transport.
    room: usize,
}

/// What became of what was received.
pub(crate) enum Received<'py> {
    /// The reader has it, and is to be told.
    Fed,
    /// It is for the protocol's own method.
    Left(Bound<'py, PyBytes>),
}

impl<'py> Reader<'py> {
    /// The reader of a protocol that is known, if it can be fed from here.
    pub(crate) fn of(protocol: &Bound<'py, PyAny>, expected: &Expected) -> Option<Reader<'py>> {
        let py = protocol.py();
        let reference = protocol.getattr(intern!(py, "_stream_reader_wr")).ok()?;
        let object = reference.cast_exact::<PyWeakrefReference>().ok()?.upgrade()?;
        if !KNOWN.get(py)?.reader.is_of(&object) {
            return None;
        }
        let has_ended = object.getattr(intern!(py, "_eof")).ok()?;
        let limit = object.getattr(intern!(py, "_limit")).ok()?.extract::<usize>().ok()?;
        let buffer = object.getattr(intern!(py, "_buffer")).ok()?;
        let buffer = buffer.cast_into_exact::<PyByteArray>().ok()?;
        let room = limit.saturating_mul(2).saturating_sub(buffer.len());
        let can_be_fed = expected.length() <= room && !has_ended.is_truthy().ok()?;
        can_be_fed.then_some(Reader { object, buffer, room })
    }

    /// Receives what there is.
    pub(crate) fn receive(
        &self,
        event_loop: &Bound<'py, Loop>,
        fd: BorrowedFd<'_>,
        expected: &Expected,
    ) -> Result<Received<'py>, Errno> {
        let py = event_loop.py();
        event_loop.get().with_read_buffer(|space| {
            let (length, _) = recv(fd, &mut *space, RecvFlags::empty())?;
            expected.set(length);
            if (1..=self.room).contains(&length) && self.append(&space[..length]) {
                Ok(Received::Fed)
            } else {
                Ok(Received::Left(PyBytes::new(py, &space[..length])))
            }
        })
    }

    /// Whether the buffer could take it: while somebody looks at its memory, it can not grow.
    fn append(&self, data: &[u8]) -> bool {
        let length = self.buffer.len();
        if self.buffer.resize(length + data.len()).is_err() {
            return false;
        }
        // SAFETY: the lock is held and nothing else runs until the bytes are written; the buffer has as many after its first ones.
        unsafe {
            let start = ffi::PyByteArray_AsString(self.buffer.as_ptr()).cast::<u8>();
            start.add(length).copy_from_nonoverlapping(data.as_ptr(), data.len());
        }
        true
    }

    /// Wakes who waits for data.
    pub(crate) fn tell(&self) -> PyResult<()> {
        let py = self.object.py();
        let waiter = self.object.getattr(intern!(py, "_waiter"))?;
        if waiter.is_none() {
            return Ok(());
        }
        self.object.setattr(intern!(py, "_waiter"), py.None())?;
        if !waiter.call_method0(intern!(py, "cancelled"))?.is_truthy()? {
            waiter.call_method1(intern!(py, "set_result"), (py.None(),))?;
        }
        Ok(())
    }
}
