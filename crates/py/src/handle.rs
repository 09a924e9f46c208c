//! Handles: `asyncio.Handle` and `asyncio.TimerHandle`, made and run from here.
//!
//! `roundel.Handle` and `roundel.TimerHandle` are subclasses that are written in Python and add no state: everything is
//! in the slots that asyncio's classes have, where asyncio's own methods find it. Native are making one, running one,
//! `cancel`, and the end (`instances.rs`).
//!
//! Most handles of `call_soon` are in the queue of their loop and nowhere else, and there is one for every callback: the collector
//! would spend more time on them than the loop. They are unseen until they leave the queue and somebody else has them still
//! ([`leave_queue`]). Meanwhile the loop shows what is in them as its own ([`Classes::for_each_in`]).
//!
//! Since 3.14 asyncio has a third class, for `call_soon_threadsafe`: a thread that cancels such a handle, or asks whether it is
//! cancelled, waits until its callback is over if that runs. asyncio's has a lock each; here the loop knows which one runs.
//!
//! In a long queue handles do not have copies of the context each, but share a snapshot (`context.rs`). A handle gets its own
//! when it runs, or when somebody looks: `_context` of our class is a property.

use crate::calls;
use crate::context::{Spare, copy_current, run_in};
use crate::event_loop::Loop;
use crate::guarded::Guarded;
use crate::instances::{self, Ends, Instances};
use crate::methods;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PySystemExit, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::ffi::{c_int, c_void};

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

const HANDLE_SLOTS: [&str; 4] = ["_callback", "_args", "_loop", "_context"];
const TIMER_HANDLE_SLOTS: [&str; 2] = ["_scheduled", "_when"];

/// Our classes, and where asyncio keeps what in their instances.
pub(crate) struct Classes {
    handle: Instances,
    timer_handle: Instances,
    threadsafe_handle: Option<Instances>,
    callback: usize,
    args: usize,
    cancelled: usize,
    event_loop: usize,
    repr: usize,
    context: usize,
    scheduled: usize,
    when: usize,
    /// The context that handles with a shared snapshot run in, one after another.
    spare: Guarded<Spare>,
    ends: Guarded<Ends>,
}

/// Who schedules a callback.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The thread of the loop.
    Own,
    /// Perhaps another one.
    Any,
}

/// Gives the classes their native methods. Called once, when the package is imported.
#[pyfunction]
pub(crate) fn setup_handles(
    py: Python<'_>,
    handle: &Bound<'_, PyType>,
    timer_handle: &Bound<'_, PyType>,
    threadsafe_handle: Option<&Bound<'_, PyType>>,
) -> PyResult<()> {
    let none = || py.None();
    let usual = [
        ("_cancelled", false.into_pyobject(py)?.to_owned().into_any().unbind()),
        ("_source_traceback", none()),
        ("_repr", none()),
        ("_lock", none()),
    ];
    let of_all = &usual[..3];
    let threadsafe = threadsafe_handle.map(|class| Instances::new(class, &HANDLE_SLOTS, &usual));
    let timer_slots = [&HANDLE_SLOTS[..], &TIMER_HANDLE_SLOTS[..]].concat();
    let new = Classes {
        handle: Instances::new(handle, &HANDLE_SLOTS, of_all)?,
        timer_handle: Instances::new(timer_handle, &timer_slots, of_all)?,
        threadsafe_handle: threadsafe.transpose()?,
        callback: methods::slot_offset(handle, "_callback")?,
        args: methods::slot_offset(handle, "_args")?,
        cancelled: methods::slot_offset(handle, "_cancelled")?,
        event_loop: methods::slot_offset(handle, "_loop")?,
        repr: methods::slot_offset(handle, "_repr")?,
        context: methods::slot_offset(handle, "_context")?,
        scheduled: methods::slot_offset(timer_handle, "_scheduled")?,
        when: methods::slot_offset(timer_handle, "_when")?,
        spare: Guarded::new(Spare::default()),
        ends: Guarded::new(Ends::default()),
    };
    if CLASSES.set(py, new).is_ok() {
        let no_args = ffi::METH_NOARGS;
        methods::add(handle, c"cancel", ffi::PyMethodDefPointer { PyCFunction: cancel }, no_args)?;
        let timer_cancel = ffi::PyMethodDefPointer { PyCFunction: cancel_timer };
        methods::add(timer_handle, c"cancel", timer_cancel, no_args)?;
        let property = py.import("builtins")?.getattr("property")?;
        let (read, write) =
            (wrap_pyfunction!(handle_context, py)?, wrap_pyfunction!(set_handle_context, py)?);
        let property = property.call1((read, write))?;
        handle.setattr("_context", &property)?;
        timer_handle.setattr("_context", &property)?;
        if let Some(class) = threadsafe_handle {
            class.setattr("_context", &property)?;
        }
        classes(py)?.handle.take_over(dealloc_handle, traverse_handle);
        classes(py)?.timer_handle.take_over(dealloc_timer_handle, traverse_timer_handle);
        if let Some(threadsafe) = &classes(py)?.threadsafe_handle {
            threadsafe.take_over(dealloc_threadsafe_handle, traverse_threadsafe_handle);
        }
    }
    Ok(())
}

#[pyfunction]
fn handle_context<'py>(handle: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let classes = classes(handle.py())?;
    classes.check(handle)?;
    classes.own_context(handle)
}

#[pyfunction]
fn set_handle_context(handle: &Bound<'_, PyAny>, context: Bound<'_, PyAny>) -> PyResult<()> {
    let classes = classes(handle.py())?;
    classes.check(handle)?;
    // SAFETY: the offset is that of a slot of the class.
    unsafe { put(handle, classes.context, context.into_ptr()) };
    Ok(())
}

/// What a handle is to call.
pub(crate) struct Call<'py> {
    pub(crate) callback: Bound<'py, PyAny>,
    pub(crate) args: Bound<'py, PyTuple>,
    /// In which context; without one, in a copy of the current one.
    pub(crate) context: Option<Bound<'py, PyAny>>,
}

#[inline]
pub(crate) fn classes(py: Python<'_>) -> PyResult<&'static Classes> {
    CLASSES.get(py).ok_or_else(|| PyRuntimeError::new_err("import roundel, not its native half"))
}

impl Classes {
    /// The methods of a property are called by anybody with anything.
    fn check(&self, handle: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = handle.py();
        if handle.is_instance(self.handle.class(py))?
            || handle.is_instance(self.timer_handle.class(py))?
            || handle.is_instance(self.threadsafe_instances().class(py))?
        {
            return Ok(());
        }
        Err(PyTypeError::new_err("a handle was expected"))
    }

    /// Of the class for any thread, or if there is none of the one for all.
    fn threadsafe_instances(&self) -> &Instances {
        self.threadsafe_handle.as_ref().unwrap_or(&self.handle)
    }

    /// A handle.
    pub(crate) fn new_handle<'py>(
        &self,
        event_loop: &Bound<'py, Loop>,
        call: Call<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Call { callback, args, context } = call;
        let handle = self.new_unseen_handle(event_loop, Caller::Own, callback, args, context)?;
        instances::show(handle.as_ptr());
        Ok(handle)
    }

    /// A handle for the queue. What it is to call comes in registers. In debug mode asyncio's own constructor makes it, which notes where it was made.
    #[inline]
    pub(crate) fn new_unseen_handle<'py>(
        &self,
        event_loop: &Bound<'py, Loop>,
        caller: Caller,
        callback: Bound<'py, PyAny>,
        args: Bound<'py, PyTuple>,
        context: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = event_loop.py();
        let threadsafe = self.threadsafe_handle.as_ref().filter(|_| caller == Caller::Any);
        let instances = threadsafe.unwrap_or(&self.handle);
        if event_loop.get().is_debug() {
            let class = instances.class(py);
            let handle = class.call1((callback, args, event_loop, context))?;
            let place = handle.getattr(intern!(py, "_source_traceback"))?;
            if threadsafe.is_some() && place.is_truthy()? {
                // The constructor, which calls that of its base.
                place.call_method0("pop")?;
            }
            return Ok(handle);
        }
        let context = context.map_or_else(|| copy_current(py), Ok)?;
        instances.make(py, |handle| self.fill(handle, event_loop, callback, args, context))
    }

    /// A timer's handle, which is scheduled.
    #[inline]
    pub(crate) fn new_timer_handle<'py>(
        &self,
        event_loop: &Bound<'py, Loop>,
        when: Bound<'py, PyAny>,
        callback: Bound<'py, PyAny>,
        args: Bound<'py, PyTuple>,
        context: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = event_loop.py();
        if event_loop.get().is_debug() {
            let class = self.timer_handle.class(py);
            let handle = class.call1((when, callback, args, event_loop, context))?;
            self.set_scheduled(&handle, true);
            return Ok(handle);
        }
        let context = context.map_or_else(|| copy_current(py), Ok)?;
        let handle = self.timer_handle.make(py, |handle| {
            self.fill(handle, event_loop, callback, args, context);
            // SAFETY: the offsets are those of slots of this class.
            unsafe {
                fill(handle, self.when, when.into_ptr());
                fill(handle, self.scheduled, ffi::Py_NewRef(ffi::Py_True()));
            }
        })?;
        // Whoever sets a timer keeps its handle.
        instances::show(handle.as_ptr());
        Ok(handle)
    }

    /// What the collector is to see in the place of a handle in the queue: the handle, or what is in it.
    pub(crate) fn for_each_in(&self, handle: &Py<PyAny>, f: &mut dyn FnMut(&Py<PyAny>)) {
        // SAFETY: handles are objects that the collector knows, and the lock is held.
        let (seen, owners) = unsafe {
            (ffi::PyObject_GC_IsTracked(handle.as_ptr()) != 0, ffi::Py_REFCNT(handle.as_ptr()))
        };
        if seen {
            f(handle);
        } else if owners == 1 {
            match &self.threadsafe_handle {
                Some(it) if it.has(handle.as_ptr()) => it.for_each_slot(handle, f),
                _ => self.handle.for_each_slot(handle, f),
            }
        }
        // Somebody else has it too, who may be reachable when the loop is not.
    }

    #[inline]
    fn fill<'py>(
        &self,
        handle: &Bound<'py, PyAny>,
        event_loop: &Bound<'py, Loop>,
        callback: Bound<'py, PyAny>,
        args: Bound<'py, PyTuple>,
        context: Bound<'py, PyAny>,
    ) {
        // SAFETY: the class is a subclass of asyncio.Handle without state of its own: all offsets are of slots of that
        // class.
        unsafe {
            fill(handle, self.context, context.into_ptr());
            fill(handle, self.callback, callback.into_ptr());
            fill(handle, self.args, args.into_ptr());
            fill(handle, self.event_loop, event_loop.clone().into_ptr());
        }
    }

    /// Runs the callback of a handle in its context, unless it was cancelled. What it raises goes to the loop's exception
    /// handler; only what ends programs comes back.
    #[inline]
    pub(crate) fn run(
        &self,
        event_loop: &Bound<'_, Loop>,
        handle: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match &self.threadsafe_handle {
            Some(it) if it.has(handle.as_ptr()) => {
                let turn = event_loop.get().turn_of_handles();
                turn.begin(handle);
                let outcome = self.run_now(event_loop, handle);
                turn.end(handle.py())?;
                outcome
            }
            _ => self.run_now(event_loop, handle),
        }
    }

    #[inline]
    fn run_now(&self, event_loop: &Bound<'_, Loop>, handle: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.is_cancelled(handle) {
            return Ok(());
        }
        let (Some(callback), Some(args), Some(context)) =
            (get(handle, self.callback), get(handle, self.args), self.own_context(handle)?)
        else {
            return Ok(());
        };
        let outcome = run_in(&context, || match args.cast::<PyTuple>() {
            Ok(args) => calls::call(&callback, args, None),
            // Somebody has put something else there.
            Err(_) => {
                let args = args.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                calls::call(&callback, &PyTuple::new(handle.py(), args)?, None)
            }
        });
        match outcome {
            Ok(_) => Ok(()),
            Err(error) => report(event_loop, handle, error),
        }
    }

    /// The context of a handle; if that was a snapshot which it shares, a copy from here on.
    #[inline]
    fn own_context<'py>(&self, handle: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(context) = get(handle, self.context) else { return Ok(None) };
        let Some(copy) = self.spare.copy_of_snapshot(&context)? else { return Ok(Some(context)) };
        // SAFETY: the offset is that of a slot of the class.
        unsafe { put(handle, self.context, copy.clone().into_ptr()) };
        Ok(Some(copy))
    }

    /// A handle has run, and is no longer in the queue: if somebody else has it, the collector must know; if not, the next
    /// one may have its context.
    #[inline]
    pub(crate) fn leave_queue(&self, handle: &Bound<'_, PyAny>) {
        leave_queue(handle.as_ptr());
        // SAFETY: the lock is held. The slot holds null or an owned reference, which nobody but the owner of the handle reaches.
        unsafe {
            if self.spare.is_lent() && ffi::Py_REFCNT(handle.as_ptr()) == 1 {
                let context =
                    std::mem::replace(&mut *slot(handle, self.context), std::ptr::null_mut());
                if let Some(context) = Bound::from_owned_ptr_or_opt(handle.py(), context) {
                    self.spare.give_back(context);
                }
            }
        }
    }

    /// The queue has been worked off.
    #[inline]
    pub(crate) fn forget_context(&self) {
        self.spare.forget();
    }

    #[inline]
    pub(crate) fn is_cancelled(&self, handle: &Bound<'_, PyAny>) -> bool {
        // SAFETY: the offset is that of a slot of the class; what is there is null or an object.
        unsafe { *slot(handle, self.cancelled) == ffi::Py_True() }
    }

    pub(crate) fn set_scheduled(&self, handle: &Bound<'_, PyAny>, scheduled: bool) {
        // SAFETY: the offset is that of a slot of the class of timers' handles, whose instances alone come here.
        unsafe {
            let value = if scheduled { ffi::Py_True() } else { ffi::Py_False() };
            put(handle, self.scheduled, ffi::Py_NewRef(value));
        }
    }

    fn is_scheduled(&self, handle: &Bound<'_, PyAny>) -> bool {
        // SAFETY: as in `set_scheduled`.
        unsafe { *slot(handle, self.scheduled) == ffi::Py_True() }
    }

    /// Cancels a handle: it lets go of its callback and arguments.
    fn cancel(&self, handle: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = handle.py();
        if self.is_cancelled(handle) {
            return Ok(());
        }
        let event_loop = get(handle, self.event_loop);
        let is_debug = event_loop
            .as_ref()
            .and_then(|event_loop| event_loop.cast::<Loop>().ok())
            .is_some_and(|event_loop| event_loop.get().is_debug());
        // SAFETY: the offsets are those of slots of the class.
        unsafe {
            put(handle, self.cancelled, ffi::Py_NewRef(ffi::Py_True()));
            if is_debug {
                // While the callback is still there to be shown.
                put(handle, self.repr, handle.repr()?.into_ptr());
            }
            put(handle, self.callback, py.None().into_ptr());
            put(handle, self.args, py.None().into_ptr());
        }
        Ok(())
    }
}

/// A handle is no longer in the queue, or may be forgotten in it: if somebody else has it, the collector must know.
#[inline]
pub(crate) fn leave_queue(handle: *mut ffi::PyObject) {
    // SAFETY: the caller has a reference, and the lock.
    if unsafe { ffi::Py_REFCNT(handle) } > 1 {
        instances::show(handle);
    }
}

/// Handles an exception that a callback of the loop has raised.
#[cold]
pub(crate) fn report(
    event_loop: &Bound<'_, Loop>,
    handle: &Bound<'_, PyAny>,
    error: PyErr,
) -> PyResult<()> {
    let py = event_loop.py();
    if ends_program(py, &error) {
        return Err(error);
    }
    let name = intern!(py, "_callback_failed");
    let error = error.into_value(py).into_bound(py).into_any();
    calls::call_method(event_loop, name, [handle, &error])?;
    Ok(())
}

/// `SystemExit` and `KeyboardInterrupt` go through everything.
pub(crate) fn ends_program(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py) || error.is_instance_of::<PySystemExit>(py)
}

unsafe extern "C" fn cancel(
    handle: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method with an instance of the class.
        let handle = unsafe { Bound::from_borrowed_ptr(py, handle) };
        classes(py)?.cancel(&handle)?;
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn cancel_timer(
    handle: *mut ffi::PyObject,
    _: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    methods::enter(|py| {
        // SAFETY: the interpreter calls the method with an instance of the class.
        let handle = unsafe { Bound::from_borrowed_ptr(py, handle) };
        let classes = classes(py)?;
        let counts = !classes.is_cancelled(&handle) && classes.is_scheduled(&handle);
        classes.cancel(&handle)?;
        if counts
            && let Some(event_loop) = get(&handle, classes.event_loop)
            && let Ok(event_loop) = event_loop.cast::<Loop>()
        {
            event_loop.get().timer_cancelled(py, classes);
        }
        Ok(py.None().into_bound(py))
    })
}

unsafe extern "C" fn dealloc_handle(object: *mut ffi::PyObject) {
    dealloc(object, |classes| &classes.handle);
}

unsafe extern "C" fn dealloc_timer_handle(object: *mut ffi::PyObject) {
    dealloc(object, |classes| &classes.timer_handle);
}

unsafe extern "C" fn dealloc_threadsafe_handle(object: *mut ffi::PyObject) {
    dealloc(object, Classes::threadsafe_instances);
}

unsafe extern "C" fn traverse_threadsafe_handle(
    object: *mut ffi::PyObject,
    visit: ffi::visitproc,
    argument: *mut c_void,
) -> c_int {
    traverse(object, visit, argument, Classes::threadsafe_instances)
}

unsafe extern "C" fn traverse_handle(
    object: *mut ffi::PyObject,
    visit: ffi::visitproc,
    argument: *mut c_void,
) -> c_int {
    traverse(object, visit, argument, |classes| &classes.handle)
}

unsafe extern "C" fn traverse_timer_handle(
    object: *mut ffi::PyObject,
    visit: ffi::visitproc,
    argument: *mut c_void,
) -> c_int {
    traverse(object, visit, argument, |classes| &classes.timer_handle)
}

#[inline]
fn traverse(
    object: *mut ffi::PyObject,
    visit: ffi::visitproc,
    argument: *mut c_void,
    instances: fn(&Classes) -> &Instances,
) -> c_int {
    // SAFETY: the collector holds the lock, and nothing here makes or drops objects.
    let py = unsafe { Python::assume_attached() };
    match CLASSES.get(py) {
        // SAFETY: the interpreter has called this as `tp_traverse`.
        Some(classes) => unsafe { instances(classes).visit(object, visit, argument) },
        None => 0,
    }
}

#[inline]
fn dealloc(object: *mut ffi::PyObject, instances: fn(&Classes) -> &Instances) {
    // SAFETY: objects end with the lock held.
    let py = unsafe { Python::assume_attached() };
    if let Some(classes) = CLASSES.get(py) {
        // SAFETY: the interpreter has called this as `tp_dealloc`.
        unsafe { classes.ends.end(object, instances(classes)) };
    }
}

#[inline]
fn slot(object: &Bound<'_, PyAny>, offset: usize) -> *mut *mut ffi::PyObject {
    object.as_ptr().cast::<u8>().wrapping_add(offset).cast()
}

/// What is in a slot.
#[inline]
fn get<'py>(object: &Bound<'py, PyAny>, offset: usize) -> Option<Bound<'py, PyAny>> {
    // SAFETY: offsets are those of slots of the object's class, which hold null or an object.
    unsafe { Bound::from_borrowed_ptr_or_opt(object.py(), *slot(object, offset)) }
}

/// Puts an owned reference into a slot that has none.
///
/// # Safety
///
/// The offset must be that of a slot of the object's class.
#[inline]
unsafe fn fill(object: &Bound<'_, PyAny>, offset: usize, value: *mut ffi::PyObject) {
    // SAFETY: as the caller says.
    unsafe { *slot(object, offset) = value };
}

/// Puts an owned reference into a slot. What was there may run Python code when it goes.
///
/// # Safety
///
/// As for [`fill`].
unsafe fn put(object: &Bound<'_, PyAny>, offset: usize, value: *mut ffi::PyObject) {
    // SAFETY: as the caller says; the slot owned what it held.
    unsafe {
        let before = std::mem::replace(&mut *slot(object, offset), value);
        ffi::Py_XDECREF(before);
    }
}
