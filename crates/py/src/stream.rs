//! Streams: the busy half of a socket's transport.
//!
//! `roundel.transports.SocketTransport` is the transport that protocols see; it keeps a stream in a slot, and its busy
//! methods are here. What happens when something went wrong, and at the end, is Python.
//!
//! States: open; `closing`, when nothing is read any more and what was written still goes out; `lost`, when nothing goes
//! out either and the protocol's `connection_lost` is on its way or over.

use crate::calls;
use crate::context::{copy_of_snapshot, run_in};
use crate::errno::os_error;
use crate::event_loop::{Loop, READ_SIZE};
use crate::guarded::Guarded;
use crate::handle::{Call, ends_program};
use crate::input::{self, Expected};
use crate::output::{Data, Output, send_slice, send_slices};
use crate::reader::{self, Reader, Received};
use crate::slot::Slot;
use crate::watches::{Side, Watcher};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use rustix::io::Errno;
use rustix::net::{RecvFlags, Shutdown, recv, shutdown};
use std::cell::{Cell, RefCell};
use std::io::IoSlice;
use std::os::fd::{BorrowedFd, RawFd};

/// After so many writes to a lost connection there is a warning.
const WRITES_BEFORE_WARNING: u32 = 5;

#[pyclass(frozen, module = "roundel._roundel")]
pub(crate) struct Stream(Guarded<State>);

struct State {
    fd: RawFd,
    /// The object that the loop knows as the user of the descriptor, which is this one, or null.
    entered: Cell<*mut ffi::PyObject>,
    event_loop: Slot<Loop>,
    transport: Slot<PyAny>,
    /// What the protocol's callbacks run in: the context that the transport was made in. Until the first of them it is a
    /// snapshot, which the connections of one pass share.
    context: Slot<PyAny>,
    in_context: Cell<bool>,
    protocol: Slot<PyAny>,
    /// The protocol gives the buffers.
    buffered: Cell<bool>,
    /// The protocol is that of asyncio's own streams.
    feeds_reader: Cell<bool>,
    output: RefCell<Output>,
    limits: Cell<Option<Box<Limits>>>,
    /// The protocol has been asked to pause.
    protocol_paused: Cell<bool>,
    reading: Cell<bool>,
    expected: Expected,
    /// A read that gets less than it could has got all that there was, unless there is `more`.
    takes_all: Cell<bool>,
    /// The end, an error or something urgent may come after what is read: the kernel gives these by themselves.
    more: Cell<bool>,
    paused: Cell<bool>,
    closing: Cell<bool>,
    /// No more writes: the other side is told when all is out.
    eof: Cell<bool>,
    lost: Cell<u32>,
    /// A future that is told when the output is empty. While there is one, nothing is written.
    drained: Slot<PyAny>,
}

/// How much may wait to be sent: with more than `high` the protocol is asked to pause, and with no more than `low` to go on.
#[derive(Clone, Copy)]
struct Limits {
    low: usize,
    high: usize,
}

/// Those of almost every stream, which need no place in it.
const USUAL_LIMITS: Limits = Limits { low: 16 * 1024, high: 64 * 1024 };

impl State {
    fn limits(&self) -> Limits {
        let limits = self.limits.take();
        let found = limits.as_deref().copied().unwrap_or(USUAL_LIMITS);
        self.limits.set(limits);
        found
    }
}

#[pymethods]
impl Stream {
    #[new]
    fn new(
        py: Python<'_>,
        event_loop: Py<Loop>,
        transport: Py<PyAny>,
        fd: RawFd,
    ) -> PyResult<Stream> {
        let context = event_loop.get().snapshot(py)?;
        Ok(Stream(Guarded::new(State {
            fd,
            entered: Cell::new(std::ptr::null_mut()),
            event_loop: Slot::new(Some(event_loop)),
            transport: Slot::new(Some(transport)),
            context: Slot::new(Some(context.unbind())),
            in_context: Cell::new(false),
            protocol: Slot::new(None),
            buffered: Cell::new(false),
            feeds_reader: Cell::new(false),
            output: RefCell::default(),
            limits: Cell::new(None),
            protocol_paused: Cell::new(false),
            reading: Cell::new(false),
            expected: Expected::default(),
            takes_all: Cell::new(false),
            more: Cell::new(false),
            paused: Cell::new(false),
            closing: Cell::new(false),
            eof: Cell::new(false),
            lost: Cell::new(0),
            drained: Slot::new(None),
        })))
    }

    /// From here on nobody else may watch the descriptor.
    fn enter(slf: &Bound<'_, Self>) {
        let state = &slf.get().0;
        if let Some(event_loop) = slf.get().event_loop(slf.py()) {
            event_loop.get().streams().enter(state.fd, slf);
            state.entered.set(slf.as_ptr());
        }
    }

    /// Others may.
    fn leave(&self) {
        let entered = self.0.entered.replace(std::ptr::null_mut());
        self.0.event_loop.with(|event_loop| match event_loop {
            Some(event_loop) if !entered.is_null() => {
                event_loop.get().streams().leave(self.0.fd, entered);
            }
            _ => {}
        });
    }

    /// The socket is one of TCP. Of others, which may carry descriptors, a read can end between two messages.
    fn set_tcp(&self) {
        self.0.takes_all.set(true);
    }

    fn set_protocol(&self, protocol: Bound<'_, PyAny>, buffered: bool) {
        self.0.buffered.set(buffered);
        self.0.feeds_reader.set(reader::is_known(&protocol));
        let before = self.0.protocol.replace(Some(protocol.unbind()));
        drop(before);
    }

    #[getter]
    pub(crate) fn protocol<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.protocol.get(py)
    }

    #[getter]
    pub(crate) fn closing(&self) -> bool {
        self.0.closing.get()
    }

    /// The number of the descriptor.
    #[getter]
    fn number(&self) -> RawFd {
        self.0.fd
    }

    #[getter]
    fn lost(&self) -> u32 {
        self.0.lost.get()
    }

    #[getter]
    fn eof(&self) -> bool {
        self.0.eof.get()
    }

    #[getter]
    fn protocol_paused(&self) -> bool {
        self.0.protocol_paused.get()
    }

    #[getter]
    fn limits(&self) -> (usize, usize) {
        let Limits { low, high } = self.0.limits();
        (low, high)
    }

    fn set_limits(slf: &Bound<'_, Self>, low: usize, high: usize) -> PyResult<()> {
        slf.get().0.limits.set(Some(Box::new(Limits { low, high })));
        Stream::maybe_pause_protocol(slf)
    }

    #[setter]
    fn set_drained(&self, future: Option<Py<PyAny>>) {
        let before = self.0.drained.replace(future);
        drop(before);
    }

    #[getter]
    fn drained<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.drained.get(py)
    }

    #[getter]
    pub(crate) fn output_size(&self) -> usize {
        self.0.output.borrow().size()
    }

    #[getter]
    fn is_reading(&self) -> bool {
        !self.0.closing.get() && !self.0.paused.get()
    }

    /// Reading begins: the connection has been made.
    fn start(slf: &Bound<'_, Self>) -> PyResult<()> {
        if slf.get().is_reading() { Stream::begin_reading(slf) } else { Ok(()) }
    }

    /// The other side has ended and the protocol keeps the connection.
    fn stop_reading(&self, py: Python<'_>) {
        self.end_reading(py);
    }

    fn write_eof(&self, py: Python<'_>) -> PyResult<()> {
        if self.0.closing.get() || self.0.eof.replace(true) {
            return Ok(());
        }
        if self.0.output.borrow().is_empty() { self.shut_down(py) } else { Ok(()) }
    }

    /// The end without sending the rest. `connection_lost` comes with `error`.
    fn force_close(slf: &Bound<'_, Self>, error: Bound<'_, PyAny>) -> PyResult<()> {
        let (py, state) = (slf.py(), &slf.get().0);
        if state.lost.get() > 0 {
            return Ok(());
        }
        slf.get().drop_output(py);
        state.closing.set(true);
        slf.get().end_reading(py);
        Stream::lose(slf, error)
    }

    /// Lets go of everything: the transport is over.
    fn release(&self, py: Python<'_>) {
        self.end_reading(py);
        self.drop_output(py);
        self.__clear__();
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.event_loop.traverse(&visit)?;
        for slot in [&self.0.transport, &self.0.context, &self.0.protocol, &self.0.drained] {
            slot.traverse(&visit)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        self.leave();
        let event_loop = self.0.event_loop.take();
        let callers = (self.0.transport.take(), self.0.context.take());
        let called = (self.0.protocol.take(), self.0.drained.take());
        drop((event_loop, callers, called));
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Stream {
    /// The transport, or `None` when it is over.
    pub(crate) fn transport<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.transport.get(py).unwrap_or_else(|| py.None().into_bound(py))
    }

    /// Runs a step in the stream's context, in which all calls of the protocol are made.
    pub(crate) fn in_context(
        slf: &Bound<'_, Self>,
        step: impl FnOnce(&Bound<'_, Self>) -> PyResult<()>,
    ) -> PyResult<()> {
        let state = &slf.get().0;
        if state.in_context.replace(true) {
            // A callback of the protocol writes: it can not be entered twice.
            return step(slf);
        }
        let context = slf.get().own_context(slf.py());
        let Ok(Some(context)) = context else {
            state.in_context.set(false);
            return context.map(drop);
        };
        let outcome = run_in(&context, || step(slf));
        state.in_context.set(false);
        outcome
    }

    /// The context of this stream and no other, or `None` when it is over.
    #[inline]
    fn own_context<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(context) = self.0.context.get(py) else { return Ok(None) };
        let Some(copy) = copy_of_snapshot(&context)? else { return Ok(Some(context)) };
        let before = self.0.context.replace(Some(copy.clone().unbind()));
        drop(before);
        Ok(Some(copy))
    }

    /// Whether it is enough to tell the stream of changes.
    pub(crate) fn takes_all(&self) -> bool {
        self.0.takes_all.get()
    }

    /// What is read next may not be all that there is, however little it is.
    pub(crate) fn note_more(&self) {
        self.0.more.set(true);
    }

    /// The socket can be read.
    pub(crate) fn read_ready(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        if this.0.lost.get() > 0 || !this.0.reading.get() {
            return Ok(());
        }
        let (Some(event_loop), Some(protocol)) = (this.event_loop(py), this.protocol(py)) else {
            return Ok(());
        };
        if this.0.buffered.get() {
            event_loop.get().note_program();
            return Stream::read_into_protocol(slf, &event_loop, &protocol);
        }
        let expected = &this.0.expected;
        let reader = this.0.feeds_reader.get().then(|| Reader::of(&protocol, expected)).flatten();
        let received = match &reader {
            Some(reader) => reader.receive(&event_loop, this.fd(), expected),
            None => input::receive(&event_loop, this.fd(), READ_SIZE, RecvFlags::empty(), expected)
                .map(Received::Left),
        };
        if received.is_ok() && (expected.length() == READ_SIZE || this.0.more.get()) {
            event_loop.get().tell_of_rest(this.0.fd);
        }
        let data = match received {
            Ok(Received::Left(data)) => data,
            Ok(Received::Fed) => return this.tell_reader(py, reader),
            Err(Errno::AGAIN) => return Ok(()),
            Err(Errno::INTR) => {
                event_loop.get().tell_of_rest(this.0.fd);
                return Ok(());
            }
            Err(errno) => {
                event_loop.get().note_program();
                let error = os_error(py, errno);
                return this.fatal(py, error, "Fatal read error on socket transport");
            }
        };
        event_loop.get().note_program();
        if data.as_bytes().is_empty() {
            return this.end_of_input(py, &protocol);
        }
        match calls::call_method(&protocol, intern!(py, "data_received"), [&data]) {
            Ok(_) => Ok(()),
            Err(error) => {
                this.fatal(py, error, "Fatal error: protocol.data_received() call failed.")
            }
        }
    }

    /// A reader has been fed. No code of the program is called for that.
    fn tell_reader(&self, py: Python<'_>, reader: Option<Reader<'_>>) -> PyResult<()> {
        match reader.map_or(Ok(()), |reader| reader.tell()) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.0.event_loop.with(|event_loop| {
                    event_loop.inspect(|event_loop| event_loop.get().note_program());
                });
                self.fatal(py, error, "Fatal error: protocol.data_received() call failed.")
            }
        }
    }

    fn read_into_protocol(
        slf: &Bound<'_, Self>,
        event_loop: &Bound<'_, Loop>,
        protocol: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let provided = match provided_buffer(protocol) {
            Ok(provided) => provided,
            Err(error) => {
                return this.fatal(py, error, "Fatal error: protocol.get_buffer() call failed.");
            }
        };
        let buffer = match writable(&provided) {
            Ok(buffer) => buffer,
            Err(error) => return this.fatal(py, error, "Fatal read error on socket transport"),
        };
        // SAFETY: the view is writable, contiguous and of this length, and stays so until it is released below; nothing
        // else runs meanwhile.
        let space = unsafe {
            std::slice::from_raw_parts_mut(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes())
        };
        let received = receive(this.fd(), space);
        let leaves_none = match received {
            Ok(length) => length < space.len() && !this.0.more.get(),
            Err(errno) => errno == Errno::AGAIN,
        };
        if !leaves_none {
            event_loop.get().tell_of_rest(this.0.fd);
        }
        drop(buffer);
        match received {
            Ok(0) => this.end_of_input(py, protocol),
            Ok(length) => {
                let length = length.into_pyobject(py)?;
                match calls::call_method(protocol, intern!(py, "buffer_updated"), [&length]) {
                    Ok(_) => Ok(()),
                    Err(error) => {
                        this.fatal(py, error, "Fatal error: protocol.buffer_updated() call failed.")
                    }
                }
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(errno) => {
                let error = os_error(py, errno);
                this.fatal(py, error, "Fatal read error on socket transport")
            }
        }
    }

    /// The socket can be written.
    pub(crate) fn write_ready(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        if this.0.lost.get() > 0 || this.0.output.borrow().is_empty() {
            return Ok(());
        }
        let sent = this.0.output.borrow_mut().send(py, this.fd());
        match sent {
            Ok(through) => drop(through),
            Err(Errno::AGAIN | Errno::INTR) => return Ok(()),
            Err(errno) => {
                this.drop_output(py);
                let error = os_error(py, errno);
                if let Some(future) = this.drained(py) {
                    let error = error.clone_ref(py).into_value(py);
                    future.call_method1("set_exception", (error,))?;
                }
                return this.fatal(py, error, "Fatal write error on socket transport");
            }
        }
        // It may write.
        Stream::maybe_resume_protocol(slf)?;
        if !this.0.output.borrow().is_empty() {
            return Ok(());
        }
        this.stop_writing(py);
        if let Some(future) = this.drained(py) {
            future.call_method1("set_result", (py.None(),))?;
        }
        if this.0.closing.get() {
            Stream::lose(slf, py.None().into_bound(py))
        } else if this.0.eof.get() {
            this.shut_down(py)
        } else {
            Ok(())
        }
    }

    pub(crate) fn write(slf: &Bound<'_, Self>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let data = Data::new(data)?;
        this.check_writable()?;
        let bytes = data.as_slice(py);
        if bytes.is_empty() {
            return Ok(());
        }
        if this.0.lost.get() > 0 {
            return this.note_write_after_loss(py);
        }
        let mut sent = 0;
        if this.0.output.borrow().is_empty() {
            match send_slice(this.fd(), bytes) {
                Ok(length) if length == bytes.len() => return Ok(()),
                Ok(length) => sent = length,
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(errno) => return this.write_failed(py, errno),
            }
            Stream::start_writing(slf)?;
        }
        this.0.output.borrow_mut().push(py, data, sent);
        Stream::maybe_pause_protocol(slf)
    }

    pub(crate) fn writelines(slf: &Bound<'_, Self>, list: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let pieces =
            list.try_iter()?.map(|data| Data::new(&data?)).collect::<PyResult<Vec<Data>>>()?;
        this.check_writable()?;
        if pieces.iter().all(|piece| piece.as_slice(py).is_empty()) {
            return Ok(());
        }
        if this.0.lost.get() > 0 {
            return this.note_write_after_loss(py);
        }
        let mut sent = 0;
        if this.0.output.borrow().is_empty() {
            let slices: Vec<IoSlice<'_>> =
                pieces.iter().take(64).map(|piece| IoSlice::new(piece.as_slice(py))).collect();
            match send_slices(this.fd(), &slices) {
                Ok(length) => sent = length,
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(errno) => return this.write_failed(py, errno),
            }
        }
        let mut rest = pieces.into_iter().peekable();
        while let Some(piece) = rest.peek() {
            let length = piece.as_slice(py).len();
            if length > sent {
                break;
            }
            sent -= length;
            rest.next();
        }
        if rest.peek().is_none() {
            return Ok(());
        }
        if this.0.output.borrow().is_empty() {
            Stream::start_writing(slf)?;
        }
        for piece in rest {
            this.0.output.borrow_mut().push(py, piece, std::mem::take(&mut sent));
        }
        Stream::maybe_pause_protocol(slf)
    }

    pub(crate) fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        if this.0.closing.replace(true) {
            return Ok(());
        }
        this.end_reading(py);
        if this.0.output.borrow().is_empty() {
            Stream::lose(slf, py.None().into_bound(py))?;
        }
        Ok(())
    }

    pub(crate) fn pause_reading(&self, py: Python<'_>) {
        if self.is_reading() {
            self.0.paused.set(true);
            self.end_reading(py);
        }
    }

    pub(crate) fn resume_reading(slf: &Bound<'_, Self>) -> PyResult<()> {
        let state = &slf.get().0;
        if !state.closing.get() && state.paused.replace(false) {
            Stream::begin_reading(slf)?;
        }
        Ok(())
    }

    fn check_writable(&self) -> PyResult<()> {
        if self.0.eof.get() {
            return Err(PyRuntimeError::new_err("Cannot call write() after write_eof()"));
        }
        if self.0.drained.is_some() {
            return Err(PyRuntimeError::new_err("unable to write; sendfile is in progress"));
        }
        Ok(())
    }

    #[cold]
    fn note_write_after_loss(&self, py: Python<'_>) -> PyResult<()> {
        let writes = self.0.lost.get();
        self.0.lost.set(writes.saturating_add(1));
        if writes >= WRITES_BEFORE_WARNING {
            let logger = py.import("asyncio.log")?.getattr("logger")?;
            logger.call_method1("warning", ("socket.send() raised exception.",))?;
        }
        Ok(())
    }

    #[cold]
    fn write_failed(&self, py: Python<'_>, errno: Errno) -> PyResult<()> {
        self.fatal(py, os_error(py, errno), "Fatal write error on socket transport")
    }

    /// Ends the connection by an error, unless that ends the program.
    #[cold]
    fn fatal(&self, py: Python<'_>, error: PyErr, message: &str) -> PyResult<()> {
        if ends_program(py, &error) {
            return Err(error);
        }
        let error = error.into_value(py).into_bound(py).into_any();
        let message = PyString::new(py, message);
        let name = intern!(py, "_fatal_error");
        calls::call_method(&self.transport(py), name, [&error, &message])?;
        Ok(())
    }

    fn end_of_input(&self, py: Python<'_>, protocol: &Bound<'_, PyAny>) -> PyResult<()> {
        let keeps_open = calls::call_method(protocol, intern!(py, "eof_received"), [])
            .and_then(|answer| answer.is_truthy());
        match keeps_open {
            // The reader goes: it would be ready for ever.
            Ok(true) => self.end_reading(py),
            Ok(false) => {
                calls::call_method(&self.transport(py), intern!(py, "close"), [])?;
            }
            Err(error) => {
                let message = "Fatal error: protocol.eof_received() call failed.";
                return self.fatal(py, error, message);
            }
        }
        Ok(())
    }

    fn maybe_pause_protocol(slf: &Bound<'_, Self>) -> PyResult<()> {
        let state = &slf.get().0;
        if state.output.borrow().size() <= state.limits().high
            || state.protocol_paused.replace(true)
        {
            return Ok(());
        }
        Stream::in_context(slf, |slf| slf.get().tell_protocol(slf.py(), "pause_writing"))
    }

    fn maybe_resume_protocol(slf: &Bound<'_, Self>) -> PyResult<()> {
        let state = &slf.get().0;
        if !state.protocol_paused.get() || state.output.borrow().size() > state.limits().low {
            return Ok(());
        }
        state.protocol_paused.set(false);
        Stream::in_context(slf, |slf| slf.get().tell_protocol(slf.py(), "resume_writing"))
    }

    fn tell_protocol(&self, py: Python<'_>, method: &str) -> PyResult<()> {
        let Some(protocol) = self.protocol(py) else { return Ok(()) };
        let method = PyString::intern(py, method);
        match calls::call_method(&protocol, &method, []) {
            Ok(_) => Ok(()),
            Err(error) if ends_program(py, &error) => Err(error),
            Err(error) => {
                let error = error.into_value(py).into_bound(py).into_any();
                let name = intern!(py, "_protocol_failed");
                calls::call_method(&self.transport(py), name, [&error, &method])?;
                Ok(())
            }
        }
    }

    /// Nothing is left to do for the connection: its protocol is told in the next pass.
    fn lose(slf: &Bound<'_, Self>, error: Bound<'_, PyAny>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        this.0.lost.set(this.0.lost.get() + 1);
        let Some(event_loop) = this.event_loop(py) else { return Ok(()) };
        let callback = this.transport(py).getattr(intern!(py, "_call_connection_lost"))?;
        let args = PyTuple::new(py, [error])?;
        let context = this.own_context(py)?;
        Loop::call_soon(&event_loop, Call { callback, args, context })?;
        Ok(())
    }

    fn shut_down(&self, py: Python<'_>) -> PyResult<()> {
        shutdown(self.fd(), Shutdown::Write).map_err(|errno| os_error(py, errno))
    }

    fn begin_reading(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let Some(event_loop) = this.event_loop(py) else { return Ok(()) };
        if this.0.reading.replace(true) {
            return Ok(());
        }
        let watcher = Watcher::Stream(slf.clone().unbind());
        let before = event_loop.get().watch(py, this.0.fd, Side::Read, watcher)?;
        drop(before);
        Ok(())
    }

    fn end_reading(&self, py: Python<'_>) {
        if self.0.reading.replace(false)
            && let Some(event_loop) = self.event_loop(py)
        {
            let watcher = event_loop.get().unwatch(self.0.fd, Side::Read);
            drop(watcher);
        }
    }

    fn start_writing(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let Some(event_loop) = this.event_loop(py) else { return Ok(()) };
        let watcher = Watcher::Stream(slf.clone().unbind());
        let before = event_loop.get().watch(py, this.0.fd, Side::Write, watcher)?;
        drop(before);
        Ok(())
    }

    fn stop_writing(&self, py: Python<'_>) {
        if let Some(event_loop) = self.event_loop(py) {
            let watcher = event_loop.get().unwatch(self.0.fd, Side::Write);
            drop(watcher);
        }
    }

    fn drop_output(&self, py: Python<'_>) {
        if !self.0.output.borrow().is_empty() {
            let output = self.0.output.take();
            drop(output);
            self.stop_writing(py);
        }
    }

    fn event_loop<'py>(&self, py: Python<'py>) -> Option<Bound<'py, Loop>> {
        self.0.event_loop.get(py)
    }

    fn fd(&self) -> BorrowedFd<'_> {
        // SAFETY: the transport keeps its socket open until the stream is lost, after which nothing asks for the number;
        // a socket that its user closes too early is an error of the system call.
        unsafe { BorrowedFd::borrow_raw(self.0.fd) }
    }
}

fn receive(fd: BorrowedFd<'_>, buffer: &mut [u8]) -> Result<usize, Errno> {
    recv(fd, buffer, RecvFlags::empty()).map(|(length, _)| length)
}

/// The buffer that a protocol wants to have filled.
fn provided_buffer<'py>(protocol: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = protocol.py();
    let buffer = calls::call_method(protocol, intern!(py, "get_buffer"), [&PyInt::new(py, -1)])?;
    if buffer.len()? == 0 {
        return Err(PyRuntimeError::new_err("get_buffer() returned an empty buffer"));
    }
    Ok(buffer)
}

/// A buffer's memory, if it can be filled. The error is the one that receiving into it gives in Python.
fn writable(buffer: &Bound<'_, PyAny>) -> PyResult<PyUntypedBuffer> {
    match PyUntypedBuffer::get(buffer) {
        Ok(memory) if !memory.readonly() && memory.is_c_contiguous() => Ok(memory),
        _ => Err(PyTypeError::new_err(format!(
            "recv_into() argument 1 must be read-write bytes-like object, not {}",
            buffer.get_type().name()?
        ))),
    }
}
