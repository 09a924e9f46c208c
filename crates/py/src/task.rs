//! `create_task`, as the interpreter calls it.
//!
//! Most tasks are asyncio's own, with a name, a context and an eager start at most: they are made from here. Everything else, which
//! is a task factory or other arguments, is the method of `asyncio.BaseEventLoop`. In debug mode that takes its own frame out of where
//! a task was made; here there is none to take out.

use crate::calls;
use crate::event_loop::Loop;
use crate::methods;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{Borrowed, ffi, intern};

pub(crate) unsafe extern "C" fn create_task(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls a method of the loop's class, with so many arguments before those with names, if any.
        unsafe {
            let names = Bound::from_borrowed_ptr_or_opt(py, names);
            let names = names.as_ref().map(|names| names.cast_unchecked::<PyTuple>());
            let named = names.map_or(0, |names| names.len());
            let args = std::slice::from_raw_parts(args, count as usize + named);
            let event_loop = Borrowed::from_ptr(py, slf);
            let event_loop = event_loop.cast_unchecked::<Loop>();
            if count == 1 && event_loop.get().makes_plain_tasks() && are_plain(py, names) {
                make(&event_loop, args, names)
            } else {
                make_asyncios_way(&event_loop, args, named, names)
            }
        }
    })
}

fn are_plain(py: Python<'_>, names: Option<&Bound<'_, PyTuple>>) -> bool {
    names.is_none_or(|names| {
        let plain = [intern!(py, "name"), intern!(py, "context"), intern!(py, "eager_start")];
        names.iter_borrowed().all(|name| plain.iter().any(|plain| name.is(*plain)))
    })
}

/// As `Task(coro, loop=loop)` with what else was given.
///
/// # Safety
///
/// The pointers must be those of objects, and the last ones are those that have names.
unsafe fn make<'py>(
    event_loop: &Bound<'py, Loop>,
    args: &[*mut ffi::PyObject],
    names: Option<&Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyAny>> {
    static LOOP: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
    let py = event_loop.py();
    let class = class(py)?;
    if names.is_none() && is_native(&class)? {
        // SAFETY: as the caller says.
        let coroutine = PyTuple::new(py, [unsafe { Borrowed::from_ptr(py, args[0]) }])?;
        // A task without a loop is one of the running loop, and has no names to look for among its arguments.
        let with_loop = match is_current(event_loop)? {
            true => None,
            false => Some(event_loop.get().as_argument(event_loop)?),
        };
        return calls::call(&class, &coroutine, with_loop.as_ref());
    }
    let with_loop = LOOP
        .get_or_try_init(py, || PyTuple::new(py, [intern!(py, "loop")]).map(Bound::unbind))?
        .bind(py);
    let mut values = [std::ptr::null_mut(); 5];
    values[..args.len()].copy_from_slice(args);
    values[args.len()] = event_loop.as_ptr();
    let names = match names {
        None => with_loop.clone(),
        Some(names) => {
            names.as_sequence().concat(with_loop.as_sequence())?.cast_into::<PyTuple>()?
        }
    };
    // SAFETY: there is one argument, and after it as many as there are names.
    unsafe { calls::call_with(&class, values.as_ptr(), 1, names.as_ptr()) }
}

/// `asyncio.tasks.Task`. Looked up each time, as asyncio does: some replace it.
fn class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static NAMES: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let names = NAMES
        .get_or_try_init(py, || py.import("asyncio.tasks").map(|module| module.dict().unbind()))?;
    match names.bind(py).get_item(intern!(py, "Task"))? {
        Some(class) => Ok(class),
        None => Err(PyAttributeError::new_err("module 'asyncio.tasks' has no attribute 'Task'")),
    }
}

/// Whether asyncio takes a loop for the one that runs in this thread, if that is cheap to know: before 3.12 the answer takes a
/// system call.
fn is_current(event_loop: &Bound<'_, Loop>) -> PyResult<bool> {
    static RUNNING: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let py = event_loop.py();
    let running = RUNNING.get_or_try_init(py, || match py.import("_asyncio") {
        Ok(module) if py.version_info() >= (3, 12) => {
            module.getattr("_get_running_loop").map(|function| Some(function.unbind()))
        }
        _ => Ok(None),
    })?;
    match running {
        Some(running) => running.bind(py).call0().map(|running| running.is(event_loop)),
        None => Ok(false),
    }
}

/// Whether a class is the one that asyncio has in C.
fn is_native(class: &Bound<'_, PyAny>) -> PyResult<bool> {
    static CLASS: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let py = class.py();
    let native = CLASS.get_or_try_init(py, || match py.import("_asyncio") {
        Ok(module) => module.getattr("Task").map(|class| Some(class.unbind())),
        // An interpreter that was built without it.
        Err(_) => Ok(None),
    })?;
    Ok(native.as_ref().is_some_and(|native| native.is(class)))
}

/// # Safety
///
/// As for [`make`].
#[cold]
unsafe fn make_asyncios_way<'py>(
    event_loop: &Bound<'py, Loop>,
    args: &[*mut ffi::PyObject],
    named: usize,
    names: Option<&Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyAny>> {
    static METHOD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = event_loop.py();
    let method = METHOD.get_or_try_init(py, || {
        let base = py.import("asyncio")?.getattr("BaseEventLoop")?;
        base.getattr("create_task").map(Bound::unbind)
    })?;
    let values: Vec<*mut ffi::PyObject> =
        std::iter::once(event_loop.as_ptr()).chain(args.iter().copied()).collect();
    let names = names.map_or(std::ptr::null_mut(), Bound::as_ptr);
    // SAFETY: there are as many arguments as there are values, and the last ones have the names.
    unsafe { calls::call_with(method.bind(py), values.as_ptr(), values.len() - named, names) }
}
