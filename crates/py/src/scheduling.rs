//! The four ways to schedule a callback, as the interpreter calls them.
//!
//! They are the busiest methods of all, so their arguments are taken from where the interpreter has them: the leading
//! ones, the callback's own, and `context` by its name.

use crate::event_loop::Loop;
use crate::handle::seconds;
use crate::methods;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

/// Gives the loop's class its scheduling methods. Called once, when the package is imported.
#[pyfunction]
pub(crate) fn setup_loop(class: &Bound<'_, PyType>) -> PyResult<()> {
    let flags = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    let fast = |method| ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method };
    methods::add(class, c"call_soon", fast(call_soon), flags)?;
    methods::add(class, c"call_soon_threadsafe", fast(call_soon_threadsafe), flags)?;
    methods::add(class, c"call_later", fast(call_later), flags)?;
    methods::add(class, c"call_at", fast(call_at), flags)
}

/// A call's arguments: `leading` ones, then the callback, its arguments and perhaps a context.
struct Arguments<'py, const LEADING: usize> {
    event_loop: Bound<'py, Loop>,
    leading: [Bound<'py, PyAny>; LEADING],
    callback: Bound<'py, PyAny>,
    args: Bound<'py, PyTuple>,
    context: Option<Bound<'py, PyAny>>,
}

impl<'py, const LEADING: usize> Arguments<'py, LEADING> {
    /// # Safety
    ///
    /// What the interpreter calls a method of the loop's class with.
    #[inline]
    unsafe fn new(
        py: Python<'py>,
        slf: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        count: ffi::Py_ssize_t,
        names: *mut ffi::PyObject,
    ) -> PyResult<Arguments<'py, LEADING>> {
        let count = count as usize;
        if count <= LEADING {
            return Err(PyTypeError::new_err("a callback to be called is missing"));
        }
        // SAFETY: there are `count` positional arguments at `args`, and `slf` is an instance of the class, which is what
        // `Loop` is; as the caller says.
        unsafe {
            let at = |place: usize| Bound::from_borrowed_ptr(py, *args.add(place));
            let rest = ffi::PyTuple_New((count - LEADING - 1) as ffi::Py_ssize_t);
            let rest = Bound::from_owned_ptr_or_err(py, rest)?;
            for place in LEADING + 1..count {
                let own = (place - LEADING - 1) as ffi::Py_ssize_t;
                ffi::PyTuple_SET_ITEM(rest.as_ptr(), own, ffi::Py_NewRef(*args.add(place)));
            }
            Ok(Arguments {
                event_loop: Bound::from_borrowed_ptr(py, slf).cast_into_unchecked(),
                leading: std::array::from_fn(at),
                callback: at(LEADING),
                args: rest.cast_into_unchecked(),
                context: named_context(py, args.add(count), names)?,
            })
        }
    }
}

/// The argument `context`, which is the only one that may be given by name.
///
/// # Safety
///
/// `names` is null or a tuple of names, the arguments of which are at `args`.
#[inline]
unsafe fn named_context<'py>(
    py: Python<'py>,
    args: *const *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if names.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    let names = unsafe { Bound::from_borrowed_ptr(py, names).cast_into_unchecked::<PyTuple>() };
    let mut context = None;
    for (place, name) in names.iter().enumerate() {
        let known = intern!(py, "context");
        if !name.is(known) && name.cast::<PyString>()? != "context" {
            let message = format!("an unexpected keyword argument {}", name.repr()?);
            return Err(PyTypeError::new_err(message));
        }
        // SAFETY: as the caller says.
        let value = unsafe { Bound::from_borrowed_ptr(py, *args.add(place)) };
        context = (!value.is_none()).then_some(value);
    }
    Ok(context)
}

unsafe extern "C" fn call_soon(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let call = unsafe { Arguments::<0>::new(py, slf, args, count, names)? };
        Loop::call_soon(&call.event_loop, &call.callback, &call.args, call.context.as_ref())
    })
}

unsafe extern "C" fn call_soon_threadsafe(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let call = unsafe { Arguments::<0>::new(py, slf, args, count, names)? };
        let context = call.context.as_ref();
        Loop::call_soon_threadsafe(&call.event_loop, &call.callback, &call.args, context)
    })
}

unsafe extern "C" fn call_later(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let call = unsafe { Arguments::<1>::new(py, slf, args, count, names)? };
        let [delay] = call.leading;
        if delay.is_none() {
            return Err(PyTypeError::new_err("delay must not be None"));
        }
        let event_loop = &call.event_loop;
        let when = event_loop.get().time() + delay.extract::<f64>()?;
        event_loop.get().check(event_loop, &call.callback, "call_later")?;
        let shown = seconds(py, when);
        let context = call.context.as_ref();
        Loop::schedule(event_loop, when, shown, &call.callback, &call.args, context)
    })
}

unsafe extern "C" fn call_at(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method.
        let call = unsafe { Arguments::<1>::new(py, slf, args, count, names)? };
        let [when] = call.leading;
        if when.is_none() {
            return Err(PyTypeError::new_err("when cannot be None"));
        }
        let event_loop = &call.event_loop;
        event_loop.get().check(event_loop, &call.callback, "call_at")?;
        let seconds = when.extract()?;
        let context = call.context.as_ref();
        Loop::schedule(event_loop, seconds, when, &call.callback, &call.args, context)
    })
}
