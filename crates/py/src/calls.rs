//! Calls that may run Python code.
//!
//! When the interpreter ends, a thread that is still at work ends where it next wants the lock, which is in the middle of whatever
//! it runs. Before 3.14 it unwinds its stack from there (pthread_exit(3)), and that must not go through frames of Rust: the process
//! would be aborted. A daemon thread that runs a loop is such a thread. The first frame of Rust that is reached is the one
//! that has called, so each call from here has a guard, in which the thread stays until the process is gone. From 3.14 on the
//! interpreter has it stay by itself.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::hint::black_box;

// As in `ffi`, but for what may unwind from them. There the same functions are declared as ones from which nothing does, and a
// compiler that sees both believes that: they are called by pointers of which it knows nothing ([`black_box`]).
unsafe extern "C-unwind" {
    fn PyObject_Call(
        callable: *mut ffi::PyObject,
        args: *mut ffi::PyObject,
        named: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject;
    fn PyObject_Vectorcall(
        callable: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        count: usize,
        names: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject;
    fn PyObject_VectorcallMethod(
        name: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        count: usize,
        names: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject;
}

type Call = unsafe extern "C-unwind" fn(
    *mut ffi::PyObject,
    *mut ffi::PyObject,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

type Vectorcall = unsafe extern "C-unwind" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    usize,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// Never let go of by a thread that unwinds.
struct Stay;

impl Drop for Stay {
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}

/// Calls an object with what is in a tuple, and in a dictionary by name.
#[inline]
pub(crate) fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let named = named.map_or(std::ptr::null_mut(), Bound::as_ptr);
    // SAFETY: the lock is held and all objects are alive.
    unsafe {
        let stay = Stay;
        let result = black_box::<Call>(PyObject_Call)(callable.as_ptr(), args.as_ptr(), named);
        std::mem::forget(stay);
        Bound::from_owned_ptr_or_err(callable.py(), result)
    }
}

/// Calls a method.
#[inline]
pub(crate) fn call_method<'py, const COUNT: usize>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    args: [&Bound<'py, PyAny>; COUNT],
) -> PyResult<Bound<'py, PyAny>> {
    const { assert!(COUNT <= MOST) };
    // The place before the arguments may be written to (`PY_VECTORCALL_ARGUMENTS_OFFSET`).
    let mut values = [std::ptr::null_mut(); 2 + MOST];
    values[1] = object.as_ptr();
    for (value, arg) in values[2..].iter_mut().zip(args) {
        *value = arg.as_ptr();
    }
    let count = (1 + COUNT) | ffi::PY_VECTORCALL_ARGUMENTS_OFFSET;
    // SAFETY: the lock is held, all objects are alive, and the array has as many of them.
    unsafe {
        let stay = Stay;
        let values = values.as_mut_ptr().add(1);
        let call = black_box::<Vectorcall>(PyObject_VectorcallMethod);
        let result = call(name.as_ptr(), values, count, std::ptr::null_mut());
        std::mem::forget(stay);
        Bound::from_owned_ptr_or_err(object.py(), result)
    }
}

/// As many arguments as a method is called with at most.
const MOST: usize = 2;

/// Calls an object as the interpreter calls a native method.
///
/// # Safety
///
/// `count` arguments are at `args`, and after them those that `names` has, which is null or a tuple of names.
#[inline]
pub(crate) unsafe fn call_with<'py>(
    callable: &Bound<'py, PyAny>,
    args: *const *mut ffi::PyObject,
    count: usize,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the lock is held; as the caller says.
    unsafe {
        let stay = Stay;
        let result =
            black_box::<Vectorcall>(PyObject_Vectorcall)(callable.as_ptr(), args, count, names);
        std::mem::forget(stay);
        Bound::from_owned_ptr_or_err(callable.py(), result)
    }
}
