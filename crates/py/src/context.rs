//! Contexts of `contextvars`: each callback runs in one.
//!
//! Who schedules a callback has the current context copied for it. Of two copies with nothing changed in between, one is enough
//! until the callbacks run: a [`Snapshot`], which is a copy that nobody enters. And of the callbacks that share one, the next
//! may run in the copy of the last, if that has changed nothing and nobody else has it: [`Spare`].

use crate::guarded::Guarded;
use crate::slot::Slot;
use pyo3::ffi;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::cell::Cell;
use std::ffi::{c_int, c_void};

/// A context as it was, for several callbacks to have their copies of.
#[pyclass(frozen, module = "roundel._roundel")]
pub(crate) struct Snapshot {
    context: Guarded<Slot<PyAny>>,
    variables: Guarded<*mut ffi::PyObject>,
}

#[pymethods]
impl Snapshot {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.context.traverse(&visit)
    }

    fn __clear__(&self) {
        let context = self.context.take();
        drop(context);
    }
}

/// The snapshot that was made last.
#[derive(Default)]
pub(crate) struct LastSnapshot(Slot<Snapshot>);

impl LastSnapshot {
    /// A snapshot of the current context: the last one, if nothing has changed.
    pub(crate) fn current<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let context = copy_current(py)?;
        let variables = variables_of(&context);
        if let Some(last) = self.0.get(py)
            && !variables.is_null()
            && *last.get().variables == variables
        {
            return Ok(last.into_any());
        }
        let context = Guarded::new(Slot::new(Some(context.unbind())));
        let new = Bound::new(py, Snapshot { context, variables: Guarded::new(variables) })?;
        let before = self.0.replace(Some(new.clone().unbind()));
        drop(before);
        Ok(new.into_any())
    }

    /// What is in the variables is not to be kept alive.
    #[inline]
    pub(crate) fn forget(&self) {
        let snapshot = self.0.take();
        drop(snapshot);
    }

    /// What the collector is to see.
    pub(crate) fn for_each(&self, mut f: impl FnMut(&Py<PyAny>)) {
        self.0.with(|snapshot| {
            if let Some(snapshot) = snapshot {
                f(snapshot.as_any());
            }
        });
    }
}

/// A copy of a snapshot. None if it is none, but a context.
#[inline]
pub(crate) fn copy_of_snapshot<'py>(
    context: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(snapshot) = context.cast_exact::<Snapshot>() else { return Ok(None) };
    let py = context.py();
    let Some(context) = snapshot.get().context.get(py) else { return copy_current(py).map(Some) };
    // SAFETY: the lock is held and the context is one; the function gives a new reference, or null with an exception set.
    let copy = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyContext_Copy(context.as_ptr()))? };
    Ok(Some(copy))
}

/// The copy of a snapshot that the last callback ran in, as it was before.
#[derive(Default)]
pub(crate) struct Spare {
    context: Slot<PyAny>,
    variables: Cell<*mut ffi::PyObject>,
    /// The variables of the snapshot that a copy was last taken of, which its user may give back; null otherwise.
    lent: Cell<*mut ffi::PyObject>,
}

impl Spare {
    /// As [`copy_of_snapshot`].
    #[inline]
    pub(crate) fn copy_of_snapshot<'py>(
        &self,
        context: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Ok(snapshot) = context.cast_exact::<Snapshot>() else { return Ok(None) };
        let variables = *snapshot.get().variables;
        self.lent.set(variables);
        if !variables.is_null()
            && self.variables.get() == variables
            && let Some(spare) = self.context.take()
        {
            self.variables.set(std::ptr::null_mut());
            return Ok(Some(spare.into_bound(context.py())));
        }
        copy_of_snapshot(context)
    }

    /// Whether somebody has a copy to give back.
    #[inline]
    pub(crate) fn is_lent(&self) -> bool {
        !self.lent.get().is_null()
    }

    /// Takes a context back, if it is nobody else's and is what the snapshot was.
    #[inline]
    pub(crate) fn give_back(&self, context: Bound<'_, PyAny>) {
        let variables = self.lent.replace(std::ptr::null_mut());
        // SAFETY: the caller gives a reference, and has the lock.
        let is_sole = unsafe { ffi::Py_REFCNT(context.as_ptr()) } == 1;
        if is_sole && variables_of(&context) == variables {
            self.variables.set(variables);
            let before = self.context.replace(Some(context.unbind()));
            drop(before);
        }
    }

    /// What is in the variables is not to be kept alive.
    #[inline]
    pub(crate) fn forget(&self) {
        self.variables.set(std::ptr::null_mut());
        self.lent.set(std::ptr::null_mut());
        let context = self.context.take();
        drop(context);
    }
}

/// The table in which a context that nobody has entered has its variables, or null. A table never changes: what sets a variable
/// gives the context another one. A context tells the collector of its table, and of nothing else.
fn variables_of(context: &Bound<'_, PyAny>) -> *mut ffi::PyObject {
    unsafe extern "C" fn visit(object: *mut ffi::PyObject, found: *mut c_void) -> c_int {
        // SAFETY: the argument is the one given below.
        let found = unsafe { &mut *found.cast::<Found>() };
        found.count += 1;
        found.last = object;
        0
    }
    struct Found {
        count: usize,
        last: *mut ffi::PyObject,
    }
    let mut found = Found { count: 0, last: std::ptr::null_mut() };
    // SAFETY: the context is alive, and its class is, which has this entry if the collector knows its instances.
    unsafe {
        if let Some(traverse) = (*ffi::Py_TYPE(context.as_ptr())).tp_traverse {
            traverse(context.as_ptr(), visit, (&raw mut found).cast());
        }
    }
    if found.count == 1 { found.last } else { std::ptr::null_mut() }
}

/// A copy of the current context.
#[inline]
pub(crate) fn copy_current(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    // SAFETY: the lock is held; the function gives a new reference, or null with an exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyContext_CopyCurrent()) }
}

/// Calls `call` in `context`, which must not have been entered already.
#[inline]
pub(crate) fn run_in<R>(
    context: &Bound<'_, PyAny>,
    call: impl FnOnce() -> PyResult<R>,
) -> PyResult<R> {
    // SAFETY: the lock is held; what is no context is refused with an exception.
    if unsafe { ffi::PyContext_Enter(context.as_ptr()) } < 0 {
        return Err(PyErr::fetch(context.py()));
    }
    let result = call();
    // SAFETY: it was entered above. `result` holds the exception, if there is one: none is set meanwhile.
    if unsafe { ffi::PyContext_Exit(context.as_ptr()) } < 0 {
        return Err(PyErr::fetch(context.py()));
    }
    result
}
