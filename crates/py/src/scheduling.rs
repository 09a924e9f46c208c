//! The four ways to schedule a callback, as the interpreter calls them.
//!
//! They are the busiest methods of all, so their arguments are taken from where the interpreter has them: the leading
//! ones, the callback's own, and `context` by its name. Who gives others by their names, or too few, calls a method of
//! Python's (`python/roundel/scheduling.py`), which puts them in order or says what is wrong.

use crate::calls;
use crate::event_loop::Loop;
use crate::handle::Call;
use crate::methods;
use crate::operation;
use crate::task;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyString, PyTuple, PyType};
use pyo3::{Borrowed, ffi, intern};

/// Gives the loop's class its scheduling methods. Called once, when the package is imported.
#[pyfunction]
pub(crate) fn setup_loop(class: &Bound<'_, PyType>) -> PyResult<()> {
    let flags = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    let fast = |method| ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method };
    methods::add(class, c"call_soon", fast(call_soon), flags)?;
    methods::add(class, c"call_soon_threadsafe", fast(call_soon_threadsafe), flags)?;
    methods::add(class, c"call_later", fast(call_later), flags)?;
    methods::add(class, c"call_at", fast(call_at), flags)?;
    methods::add(class, c"create_task", fast(task::create_task), flags)?;
    let get_debug = ffi::PyMethodDefPointer { PyCFunction: get_debug };
    methods::add(class, c"get_debug", get_debug, ffi::METH_NOARGS)?;
    operation::setup(class.py());
    Ok(())
}

/// A call's arguments: perhaps a time, then the callback, its arguments and perhaps a context.
struct Arguments<'a, 'py, const LEADING: usize> {
    event_loop: &'a Bound<'py, Loop>,
    /// What came before the callback.
    leading: [Borrowed<'a, 'py, PyAny>; LEADING],
    call: Call<'py>,
}

/// The body of a method of which `LEADING` arguments come before the callback.
///
/// # Safety
///
/// What the interpreter calls a method of the loop's class with.
#[inline]
unsafe fn enter<const LEADING: usize>(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
    by_name: &'static str,
    body: impl for<'py> FnOnce(Python<'py>, Arguments<'_, 'py, LEADING>) -> PyResult<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        let count = count as usize;
        // SAFETY: `names` is null or a tuple of names.
        if count <= LEADING || !unsafe { names_context_alone(py, names) } {
            // SAFETY: these are the arguments that the interpreter has given, and `slf` is alive.
            return unsafe {
                let method = Borrowed::from_ptr(py, slf).getattr(by_name)?;
                calls::call_with(&method, args, count, names)
            };
        }
        // SAFETY: there are `count` positional arguments at `args`, after them those with names, and `slf` is an instance of the
        // class, which is what `Loop` is; as the caller says.
        unsafe {
            let event_loop = Borrowed::from_ptr(py, slf);
            let rest = std::slice::from_raw_parts(args.add(LEADING + 1), count - LEADING - 1);
            let call = Call {
                callback: Bound::from_borrowed_ptr(py, *args.add(LEADING)),
                args: tuple_of(py, rest)?,
                context: named_context(py, args.add(count), names),
            };
            let leading = std::array::from_fn(|place| Borrowed::from_ptr(py, *args.add(place)));
            let event_loop = event_loop.cast_unchecked::<Loop>();
            body(py, Arguments { event_loop: &event_loop, leading, call })
        }
    })
}

/// # Safety
///
/// The pointers must be those of objects.
#[inline]
unsafe fn tuple_of<'py>(
    py: Python<'py>,
    items: &[*mut ffi::PyObject],
) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: a new tuple has as many empty places; as the caller says.
    unsafe {
        let tuple = ffi::PyTuple_New(items.len() as ffi::Py_ssize_t);
        let tuple = Bound::from_owned_ptr_or_err(py, tuple)?;
        for (place, item) in items.iter().enumerate() {
            let place = place as ffi::Py_ssize_t;
            ffi::PyTuple_SET_ITEM(tuple.as_ptr(), place, ffi::Py_NewRef(*item));
        }
        Ok(tuple.cast_into_unchecked())
    }
}

/// Whether no argument is given by name but `context`.
///
/// # Safety
///
/// `names` is null or a tuple of names.
#[inline]
unsafe fn names_context_alone(py: Python<'_>, names: *mut ffi::PyObject) -> bool {
    if names.is_null() {
        return true;
    }
    // SAFETY: as the caller says.
    let names = unsafe { Borrowed::from_ptr(py, names).cast_unchecked::<PyTuple>() };
    OF_TASKS.get(py).is_some_and(|known| names.is(known)) || is_context(py, names)
}

/// The names that asyncio's own tasks give: it is the same object each time, and most callbacks are theirs.
static OF_TASKS: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();

fn is_context(py: Python<'_>, names: Borrowed<'_, '_, PyTuple>) -> bool {
    let Ok(name) = names.get_borrowed_item(0) else { return false };
    if names.len() != 1 {
        return false;
    }
    if name.is(intern!(py, "context")) {
        return true;
    }
    let is_context = name.eq(intern!(py, "context")).unwrap_or(false);
    // What the compiler makes of a program is interned, and theirs is not.
    if is_context && name.is_exact_instance_of::<PyString>() {
        let _ = OF_TASKS.set(py, names.to_owned().unbind());
    }
    is_context
}

/// The argument `context`, which is the only one that is given by name, if any is.
///
/// # Safety
///
/// `names` is null or a tuple of one name, the argument of which is at `args`.
#[inline]
unsafe fn named_context<'py>(
    py: Python<'py>,
    args: *const *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> Option<Bound<'py, PyAny>> {
    if names.is_null() {
        return None;
    }
    // SAFETY: as the caller says.
    let context = unsafe { Bound::from_borrowed_ptr(py, *args) };
    (!context.is_none()).then_some(context)
}

/// A method as the interpreter calls it, of which so many arguments come before the callback.
macro_rules! method {
    ($name:ident, $leading:literal, $body:expr) => {
        unsafe extern "C" fn $name(
            slf: *mut ffi::PyObject,
            args: *const *mut ffi::PyObject,
            count: ffi::Py_ssize_t,
            names: *mut ffi::PyObject,
        ) -> *mut ffi::PyObject {
            let by_name = concat!("_", stringify!($name), "_by_name");
            // SAFETY: the interpreter calls the method.
            unsafe { enter::<$leading>(slf, args, count, names, by_name, $body) }
        }
    };
}

method!(call_soon, 0, |_, Arguments { event_loop, call, .. }| Loop::call_soon(event_loop, call));

method!(call_soon_threadsafe, 0, |_, Arguments { event_loop, call, .. }| {
    Loop::call_soon_threadsafe(event_loop, call)
});

method!(call_later, 1, |py, Arguments { event_loop, leading, call }| {
    let [delay] = leading;
    if delay.is_none() {
        return Err(PyTypeError::new_err("delay must not be None"));
    }
    let now = event_loop.get().time();
    let (when, shown) = match delay.extract::<f64>() {
        Ok(delay) => (now + delay, PyFloat::new(py, now + delay).into_any()),
        Err(_) => {
            // What is no number may still be added to one, or else Python says so.
            let shown = PyFloat::new(py, now).add(delay)?;
            (seconds(&shown)?, shown)
        }
    };
    // As asyncio, whose `call_later` calls the other method.
    Loop::schedule(event_loop, "call_at", when, shown, call)
});

method!(call_at, 1, |_, Arguments { event_loop, leading, call }| {
    let shown = leading[0].to_owned();
    if shown.is_none() {
        return Err(PyTypeError::new_err("when cannot be None"));
    }
    Loop::schedule(event_loop, "call_at", seconds(&shown)?, shown, call)
});

/// Every new future and task asks.
unsafe extern "C" fn get_debug(
    slf: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls a method of the loop's class.
        let event_loop = unsafe { Borrowed::from_ptr(py, slf).cast_unchecked::<Loop>() };
        Ok(PyBool::new(py, event_loop.get().is_debug()).to_owned().into_any())
    })
}

/// A time. An integer that is too large for a float is later, or earlier, than all of those.
fn seconds(when: &Bound<'_, PyAny>) -> PyResult<f64> {
    match when.extract::<f64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(when.py()) => {
            Ok(if when.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY })
        }
        seconds => seconds,
    }
}
