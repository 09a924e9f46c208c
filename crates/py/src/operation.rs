//! Operations on sockets that Python owns: `sock_recv`, `sock_recv_into` and `sock_sendall`.
//!
//! Each is a coroutine. It is tried when somebody awaits it; if it would block, it waits for a future, and is tried again
//! whenever the socket is ready, until it is through or cancelled. Meanwhile the socket is held open: if its owner closes it,
//! it is closed when the operation is over, so that its number is nobody else's while it is watched.

use crate::errno::os_error;
use crate::event_loop::Loop;
use crate::guarded::Guarded;
use crate::input;
use crate::output::{Data, send_slice};
use crate::watches::{Side, Watcher};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyRuntimeError, PyStopIteration, PyTypeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use pyo3::{ffi, intern};
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::cell::{Cell, RefCell};
use std::os::fd::{BorrowedFd, RawFd};

#[pyclass(frozen, module = "roundel._roundel")]
pub(crate) struct Operation(Guarded<State>);

struct State {
    stage: Cell<Stage>,
    event_loop: RefCell<Option<Py<Loop>>>,
    sock: RefCell<Option<Py<PyAny>>>,
    task: RefCell<Option<Task>>,
    /// What somebody waits for, and the way in which Python waits for it.
    future: RefCell<Option<(Py<PyAny>, Py<PyAny>)>>,
    fd: Cell<RawFd>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begins,
    /// The descriptor is watched and the socket held open.
    Waits,
    /// The result is in the future.
    HasResult,
    Over,
}

/// What is to be done.
pub(crate) enum Task {
    Receive(usize),
    ReceiveInto(PyBuffer<u8>),
    Send { data: Data, sent: usize },
}

/// What awaiting has come to.
enum Step<'py> {
    Yields(Bound<'py, PyAny>),
    Returns(Bound<'py, PyAny>),
}

#[pymethods]
impl Operation {
    fn __await__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Operation::send(slf, &slf.py().None().into_bound(slf.py()))
    }

    fn send<'py>(slf: &Bound<'py, Self>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match Operation::step(slf, value)? {
            Step::Yields(future) => Ok(future),
            Step::Returns(result) => Err(PyStopIteration::new_err((result.unbind(),))),
        }
    }

    /// Nothing here handles an exception: it ends the operation.
    #[pyo3(signature = (kind, value = None, traceback = None))]
    fn throw<'py>(
        slf: &Bound<'py, Self>,
        kind: &Bound<'py, PyAny>,
        value: Option<&Bound<'py, PyAny>>,
        traceback: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let exception = match (kind.cast::<PyType>(), value) {
            (Ok(class), Some(value)) if value.is_instance(class)? => value.clone(),
            (Ok(class), Some(value)) => class.call1((value,))?,
            (Ok(class), None) => class.call0()?,
            (Err(_), _) => kind.clone(),
        };
        if let Some(traceback) = traceback {
            exception.setattr(intern!(slf.py(), "__traceback__"), traceback)?;
        }
        Operation::close(slf)?;
        Err(PyErr::from_value(exception))
    }

    fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        let outcome = slf.get().stop_waiting(slf.as_any());
        slf.get().0.stage.set(Stage::Over);
        slf.get().__clear__();
        outcome
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(event_loop) = self.0.event_loop.try_borrow() {
            visit.call(&*event_loop)?;
        }
        if let Ok(sock) = self.0.sock.try_borrow() {
            visit.call(&*sock)?;
        }
        if let Ok(future) = self.0.future.try_borrow()
            && let Some((future, waiting)) = &*future
        {
            visit.call(future)?;
            visit.call(waiting)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let places = (self.0.event_loop.take(), self.0.sock.take());
        drop((places, self.0.future.take(), self.0.task.take()));
    }
}

impl Operation {
    pub(crate) fn start<'py>(
        event_loop: &Bound<'py, Loop>,
        sock: &Bound<'py, PyAny>,
        task: Task,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operation = Operation(Guarded::new(State {
            stage: Cell::new(Stage::Begins),
            event_loop: RefCell::new(Some(event_loop.clone().unbind())),
            sock: RefCell::new(Some(sock.clone().unbind())),
            task: RefCell::new(Some(task)),
            future: RefCell::new(None),
            fd: Cell::new(-1),
        }));
        Ok(Bound::new(event_loop.py(), operation)?.into_any())
    }

    fn step<'py>(slf: &Bound<'py, Self>, value: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let this = slf.get();
        if this.0.stage.get() == Stage::Over {
            return Err(PyRuntimeError::new_err("cannot reuse already awaited coroutine"));
        }
        let outcome = match this.0.stage.get() {
            Stage::Begins if !value.is_none() => {
                let message = "can't send non-None value to a just-started coroutine";
                return Err(PyTypeError::new_err(message));
            }
            Stage::Begins => Operation::begin(slf),
            _ => this.go_on(value),
        };
        match outcome {
            Ok(Step::Yields(future)) => Ok(Step::Yields(future)),
            ended => {
                Operation::close(slf)?;
                ended
            }
        }
    }

    /// Tries for the first time. If that would block, somebody is to be told.
    fn begin<'py>(slf: &Bound<'py, Self>) -> PyResult<Step<'py>> {
        let (py, state) = (slf.py(), &slf.get().0);
        let (event_loop, sock) = slf.get().places(py)?;
        let fd = sock.call_method0(intern!(py, "fileno"))?.extract()?;
        state.fd.set(fd);
        match slf.get().attempt(&event_loop) {
            Ok(result) => return Ok(Step::Returns(result)),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(errno) => return Err(os_error(py, errno)),
        }
        let future = event_loop.call_method0(intern!(py, "create_future"))?;
        let watcher = Watcher::Operation(slf.clone().unbind());
        event_loop.get().watch_operation(&event_loop, fd, slf.get().side(), &sock, watcher)?;
        state.stage.set(Stage::Waits);
        hold(&sock)?;
        // SAFETY: the lock is held; a future can be awaited, and what can not says so.
        let waiting = unsafe {
            let waiting =
                ffi::PyObject_CallMethodNoArgs(future.as_ptr(), intern!(py, "__await__").as_ptr());
            Bound::from_owned_ptr_or_err(py, waiting)?
        };
        let before = state.future.replace(Some((future.unbind(), waiting.unbind())));
        drop(before);
        slf.get().go_on(&py.None().into_bound(py))
    }

    /// Asks the future, which says that it waits, or its result.
    fn go_on<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let py = value.py();
        let waiting = self.0.future.borrow().as_ref().map(|(_, it)| it.bind(py).clone());
        let Some(waiting) = waiting else {
            return Err(PyRuntimeError::new_err("the operation is over"));
        };
        let mut answer = std::ptr::null_mut();
        // SAFETY: the lock is held and both objects are alive; unless there is an error, the answer is a new reference.
        unsafe {
            match ffi::PyIter_Send(waiting.as_ptr(), value.as_ptr(), &raw mut answer) {
                ffi::PySendResult::PYGEN_NEXT => {
                    Ok(Step::Yields(Bound::from_owned_ptr(py, answer)))
                }
                ffi::PySendResult::PYGEN_RETURN => {
                    Ok(Step::Returns(Bound::from_owned_ptr(py, answer)))
                }
                ffi::PySendResult::PYGEN_ERROR => Err(PyErr::fetch(py)),
            }
        }
    }

    /// The socket is ready.
    pub(crate) fn ready(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        if this.0.stage.get() != Stage::Waits {
            return Ok(());
        }
        let (event_loop, _) = this.places(py)?;
        let future = this.0.future.borrow().as_ref().map(|(it, _)| it.bind(py).clone());
        let Some(future) = future else { return Ok(()) };
        if future.call_method0(intern!(py, "done"))?.is_truthy()? {
            // Cancelled, which its owner hears next: what has come in is somebody else's.
            return Ok(());
        }
        let outcome = this.attempt(&event_loop);
        if matches!(outcome, Err(Errno::AGAIN | Errno::INTR)) {
            return Ok(());
        }
        this.stop_waiting(slf.as_any())?;
        this.0.stage.set(Stage::HasResult);
        match outcome {
            Ok(result) => future.call_method1(intern!(py, "set_result"), (result,))?,
            Err(errno) => {
                let error = os_error(py, errno).into_value(py);
                future.call_method1(intern!(py, "set_exception"), (error,))?
            }
        };
        Ok(())
    }

    /// Nobody is to be told of the socket any more. It is closed if its owner wanted that.
    pub(crate) fn stop_waiting(&self, slf: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.0.stage.get() != Stage::Waits {
            return Ok(());
        }
        self.0.stage.set(Stage::HasResult);
        let (event_loop, sock) = self.places(slf.py())?;
        event_loop.get().unwatch_operation(self.0.fd.get(), self.side(), &sock, slf);
        let_go(&sock)
    }

    fn places<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, Loop>, Bound<'py, PyAny>)> {
        match (&*self.0.event_loop.borrow(), &*self.0.sock.borrow()) {
            (Some(event_loop), Some(sock)) => {
                Ok((event_loop.bind(py).clone(), sock.bind(py).clone()))
            }
            _ => Err(PyRuntimeError::new_err("the operation is over")),
        }
    }

    fn side(&self) -> Side {
        match &*self.0.task.borrow() {
            Some(Task::Send { .. }) => Side::Write,
            _ => Side::Read,
        }
    }

    fn attempt<'py>(&self, event_loop: &Bound<'py, Loop>) -> Result<Bound<'py, PyAny>, Errno> {
        match &mut *self.0.task.borrow_mut() {
            Some(task) => task.attempt(event_loop, self.0.fd.get()),
            None => Err(Errno::BADF),
        }
    }
}

/// Gives the class the entry that `await` takes.
pub(crate) fn setup(py: Python<'_>) {
    let class = py.get_type::<Operation>().as_type_ptr();
    // SAFETY: the class is alive and has a table of these methods, because it has `__await__`.
    unsafe {
        if let Some(methods) = (*class).tp_as_async.as_mut() {
            methods.am_send = Some(am_send);
        }
    }
}

unsafe extern "C" fn am_send(
    slf: *mut ffi::PyObject,
    value: *mut ffi::PyObject,
    answer: *mut *mut ffi::PyObject,
) -> ffi::PySendResult {
    let mut result = ffi::PySendResult::PYGEN_ERROR;
    let object = crate::methods::enter(|py| {
        // SAFETY: the interpreter calls this with an instance of the class and an object.
        let (slf, value) = unsafe {
            let slf = Bound::from_borrowed_ptr(py, slf).cast_into_unchecked::<Operation>();
            (slf, Bound::from_borrowed_ptr(py, value))
        };
        Ok(match Operation::step(&slf, &value)? {
            Step::Yields(future) => {
                result = ffi::PySendResult::PYGEN_NEXT;
                future
            }
            Step::Returns(value) => {
                result = ffi::PySendResult::PYGEN_RETURN;
                value
            }
        })
    });
    // SAFETY: the interpreter gives a place for the answer.
    unsafe { *answer = object };
    result
}

/// A future of a loop.
pub(crate) fn new_future<'py>(event_loop: &Bound<'py, Loop>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static NAMES: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
    let py = event_loop.py();
    let class = CLASS.import(py, "asyncio", "Future")?;
    let names =
        NAMES.get_or_try_init(py, || PyTuple::new(py, [intern!(py, "loop")]).map(Bound::unbind))?;
    let arguments = [event_loop.as_ptr()];
    // SAFETY: the lock is held; there is one argument, and it has a name.
    unsafe {
        let future =
            ffi::PyObject_Vectorcall(class.as_ptr(), arguments.as_ptr(), 0, names.as_ptr());
        Bound::from_owned_ptr_or_err(py, future)
    }
}

/// Holds a socket open, as the files that are made of it do.
fn hold(sock: &Bound<'_, PyAny>) -> PyResult<()> {
    let name = intern!(sock.py(), "_io_refs");
    sock.setattr(name, sock.getattr(name)?.extract::<i64>()? + 1)
}

/// Lets go of a socket, which is closed if its owner wanted that.
fn let_go(sock: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = sock.py();
    let name = intern!(py, "_io_refs");
    let holders = sock.getattr(name)?.extract::<i64>()?;
    if holders > 0 && !sock.getattr(intern!(py, "_closed"))?.is_truthy()? {
        return sock.setattr(name, holders - 1);
    }
    sock.call_method0(intern!(py, "_decref_socketios"))?;
    Ok(())
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

    fn attempt<'py>(
        &mut self,
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
            Task::Receive(size) => {
                let expected = event_loop.get().expected();
                input::receive(event_loop, fd, *size, RecvFlags::DONTWAIT, expected)
                    .map(Bound::into_any)
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
            Task::Send { data, sent } => {
                let bytes = data.as_slice(py);
                while *sent < bytes.len() {
                    *sent += send_slice(fd, &bytes[*sent..])?;
                }
                Ok(py.None().into_bound(py))
            }
        }
    }
}
