//! Operations on sockets that Python owns: the busy half of `sock_recv`, `sock_recv_into` and `sock_sendall`.
//!
//! Each is tried at once. If it would block, a future is the answer, and the operation is tried again whenever the socket
//! is ready, until it is through or the future is cancelled. Meanwhile the socket is held open: if its owner closes it, it is
//! closed when the operation is over, so that its number is nobody else's while it is watched.

use crate::errno::os_error;
use crate::event_loop::{Loop, READ_SIZE};
use crate::guarded::Guarded;
use crate::output::{Piece, send_slice};
use crate::watches::{Side, Watcher};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::cell::{Cell, RefCell};
use std::os::fd::{BorrowedFd, RawFd};

#[pyclass(frozen, module = "roundel._roundel")]
pub(crate) struct Operation(Guarded<State>);

struct State {
    event_loop: RefCell<Option<Py<Loop>>>,
    future: RefCell<Option<Py<PyAny>>>,
    /// The socket, while it is held open.
    sock: RefCell<Option<Py<PyAny>>>,
    fd: RawFd,
    task: Task,
}

/// What is to be done.
pub(crate) enum Task {
    Receive(usize),
    ReceiveInto(PyBuffer<u8>),
    Send { piece: Piece, sent: Cell<usize> },
}

#[pymethods]
impl Operation {
    /// The future is done. If it was cancelled, nobody waits for the socket any more.
    fn __call__(slf: &Bound<'_, Self>, _future: &Bound<'_, PyAny>) -> PyResult<()> {
        Operation::unwatch(slf);
        slf.get().let_go(slf.py())?;
        slf.get().__clear__();
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(event_loop) = self.0.event_loop.try_borrow() {
            visit.call(&*event_loop)?;
        }
        for cell in [&self.0.future, &self.0.sock] {
            if let Ok(object) = cell.try_borrow() {
                visit.call(&*object)?;
            }
        }
        Ok(())
    }

    fn __clear__(&self) {
        drop((self.0.event_loop.take(), self.0.future.take(), self.0.sock.take()));
    }
}

impl Operation {
    /// Does the task: the answer is its result, or a future if it would block.
    pub(crate) fn begin<'py>(
        event_loop: &Bound<'py, Loop>,
        sock: &Bound<'py, PyAny>,
        task: Task,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = event_loop.py();
        let fd = sock.call_method0(intern!(py, "fileno"))?.extract()?;
        match task.attempt(event_loop, fd) {
            Ok(result) => return Ok(result),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(errno) => return Err(os_error(py, errno)),
        }
        event_loop.call_method1(intern!(py, "_ensure_fd_no_transport"), (fd,))?;
        let future = event_loop.call_method0(intern!(py, "create_future"))?;
        let side = task.side();
        let state = State {
            event_loop: RefCell::new(Some(event_loop.clone().unbind())),
            future: RefCell::new(Some(future.clone().unbind())),
            sock: RefCell::new(None),
            fd,
            task,
        };
        let operation = Bound::new(py, Operation(Guarded::new(state)))?;
        let watcher = Watcher::Operation(operation.clone().unbind());
        let before = event_loop.get().watch(py, fd, side, watcher)?;
        if let Some(Watcher::Handle(before)) = before {
            before.call_method0(py, intern!(py, "cancel"))?;
        }
        operation.get().hold(sock)?;
        future.call_method1(intern!(py, "add_done_callback"), (operation,))?;
        Ok(future)
    }

    /// Holds a socket open, as the files that are made of it do.
    fn hold(&self, sock: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = intern!(sock.py(), "_io_refs");
        sock.setattr(name, sock.getattr(name)?.extract::<i64>()? + 1)?;
        let before = self.0.sock.replace(Some(sock.clone().unbind()));
        drop(before);
        Ok(())
    }

    /// Lets go of the socket, which is closed if its owner wanted that.
    pub(crate) fn let_go(&self, py: Python<'_>) -> PyResult<()> {
        let sock = self.0.sock.take();
        if let Some(sock) = sock {
            sock.call_method0(py, intern!(py, "_decref_socketios"))?;
        }
        Ok(())
    }

    /// The socket is ready.
    pub(crate) fn ready(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, state) = (slf.py(), &slf.get().0);
        let event_loop = state.event_loop.borrow().as_ref().map(|lp| lp.bind(py).clone());
        let future = state.future.borrow().as_ref().map(|future| future.bind(py).clone());
        let (Some(event_loop), Some(future)) = (event_loop, future) else { return Ok(()) };
        if future.call_method0(intern!(py, "done"))?.is_truthy()? {
            return Ok(());
        }
        match state.task.attempt(&event_loop, state.fd) {
            Ok(result) => {
                Operation::unwatch(slf);
                future.call_method1(intern!(py, "set_result"), (result,))?;
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(errno) => {
                Operation::unwatch(slf);
                let error = os_error(py, errno).into_value(py);
                future.call_method1(intern!(py, "set_exception"), (error,))?;
            }
        }
        Ok(())
    }

    fn unwatch(slf: &Bound<'_, Self>) {
        let state = &slf.get().0;
        let event_loop = state.event_loop.borrow().as_ref().map(|lp| lp.bind(slf.py()).clone());
        if let Some(event_loop) = event_loop {
            let watcher = event_loop.get().unwatch_own(state.fd, state.task.side(), slf.as_any());
            drop(watcher);
        }
    }
}

impl Task {
    /// Receiving into what a caller gave.
    pub(crate) fn receive_into(buffer: &Bound<'_, PyAny>) -> PyResult<Task> {
        let buffer = PyBuffer::<u8>::get(buffer)?;
        if buffer.readonly() || !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err("Object is not writable."));
        }
        Ok(Task::ReceiveInto(buffer))
    }

    fn side(&self) -> Side {
        match self {
            Task::Receive(_) | Task::ReceiveInto(_) => Side::Read,
            Task::Send { .. } => Side::Write,
        }
    }

    fn attempt<'py>(
        &self,
        event_loop: &Bound<'py, Loop>,
        fd: RawFd,
    ) -> Result<Bound<'py, PyAny>, Errno> {
        let py = event_loop.py();
        if fd < 0 {
            return Err(Errno::BADF);
        }
        // SAFETY: the number is not -1, is handed to one system call and not kept; if it names nothing the call says so.
        let fd = unsafe { BorrowedFd::borrow_raw(fd) };
        match self {
            Task::Receive(size) if *size <= READ_SIZE => {
                event_loop.get().with_read_buffer(|buffer| {
                    let (length, _) = recv(fd, &mut buffer[..*size], RecvFlags::DONTWAIT)?;
                    Ok(PyBytes::new(py, &buffer[..length]).into_any())
                })
            }
            Task::Receive(size) => {
                let mut buffer = vec![0; *size];
                let (length, _) = recv(fd, &mut buffer[..], RecvFlags::DONTWAIT)?;
                Ok(PyBytes::new(py, &buffer[..length]).into_any())
            }
            Task::ReceiveInto(buffer) => {
                // SAFETY: the view is writable, contiguous and of this length for as long as it is held, and nothing
                // else runs during the call.
                let space = unsafe {
                    std::slice::from_raw_parts_mut(
                        buffer.buf_ptr().cast::<u8>(),
                        buffer.len_bytes(),
                    )
                };
                let (length, _) = recv(fd, space, RecvFlags::DONTWAIT)?;
                match length.into_pyobject(py) {
                    Ok(number) => Ok(number.into_any()),
                    Err(never) => match never {},
                }
            }
            Task::Send { piece, sent } => {
                let bytes = piece.as_slice(py);
                while sent.get() < bytes.len() {
                    sent.set(sent.get() + send_slice(fd, &bytes[sent.get()..])?);
                }
                Ok(py.None().into_bound(py))
            }
        }
    }
}
