//! Instances of our classes of handles: making and freeing them.
//!
//! The classes are Python's, and Python's way to make and free an instance asks for everything that a class can have. These
//! have slots and nothing else, and one comes and goes with every callback: what one leaves behind is the memory of the next, and
//! what almost every instance has in a slot stays there. Instances of subclasses are Python's own affair, and only end here.
//!
//! The collector need not look at what cannot be garbage. An instance is made unseen; who gives it into other hands shows it.
//! For the same reason making one does not count as an allocation that brings the next collection nearer, as Python's way would:
//! a thousand callbacks in flight are no reason to look for garbage. The memory is Python's own, with what stands before an
//! object that the collector knows (`sys.getsizeof` tells how much) all zero, which means: not seen, no weak references.
//! The objects of free-threaded interpreters are laid out otherwise, and made and freed in Python's way.

use crate::guarded::Guarded;
use crate::methods;
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};

/// As many pieces of memory are kept at most, less than 2 MB of them: a program that once had as many callbacks in flight will
/// have them again.
const MAX_KEPT: usize = 16 * 1024;

/// So many instances may end inside each other.
const MAX_DEPTH: usize = 50;

/// A class of which every instance is a few slots.
pub(crate) struct Instances {
    class: Py<PyType>,
    slots: Vec<usize>,
    /// The slots that have the same in almost every instance, and what that is. Memory that is kept has it.
    usual: Vec<(usize, Py<PyAny>)>,
    layout: Option<Layout>,
    kept: Guarded<RefCell<Vec<*mut ffi::PyObject>>>,
}

/// How many bytes an instance has, and how many stand before it.
#[derive(Clone, Copy)]
struct Layout {
    size: usize,
    before: usize,
}

impl Instances {
    /// For a class, all slots of which are named. What is in one of `usual` is so from the beginning.
    pub(crate) fn new(
        class: &Bound<'_, PyType>,
        slots: &[&str],
        usual: &[(&str, Py<PyAny>)],
    ) -> PyResult<Instances> {
        let py = class.py();
        let slots = slots.iter().map(|name| methods::slot_offset(class, name));
        let usual = usual.iter().map(|(name, value)| {
            methods::slot_offset(class, name).map(|offset| (offset, value.clone_ref(py)))
        });
        Ok(Instances {
            class: class.clone().unbind(),
            slots: slots.collect::<PyResult<Vec<usize>>>()?,
            usual: usual.collect::<PyResult<Vec<_>>>()?,
            layout: Layout::of(class)?,
            kept: Guarded::new(RefCell::default()),
        })
    }

    pub(crate) fn class<'py>(&self, py: Python<'py>) -> &Bound<'py, PyType> {
        self.class.bind(py)
    }

    /// From here on `dealloc`, which calls [`free`](Instances::free), ends the instances of the class, and `traverse`, which
    /// calls [`visit`](Instances::visit), tells the collector what is in them.
    pub(crate) fn take_over(&self, dealloc: ffi::destructor, traverse: ffi::traverseproc) {
        // SAFETY: the class is alive, and this is set before it has instances.
        unsafe {
            let class = self.class.as_ptr().cast::<ffi::PyTypeObject>();
            (*class).tp_dealloc = Some(dealloc);
            (*class).tp_traverse = Some(traverse);
        }
    }

    /// An instance that the collector does not see; `fill` puts something into every slot of it that has nothing yet.
    #[inline]
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&Bound<'py, PyAny>),
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = self.class.as_ptr().cast::<ffi::PyTypeObject>();
        let kept = self.kept.borrow_mut().pop();
        let memory = match (kept, self.layout) {
            (Some(memory), _) => memory,
            (None, Some(layout)) => self.furnish(layout.allocate()?),
            (None, None) => return self.make_pythons_way(py, fill),
        };
        // SAFETY: the memory is that of an instance of this class, whose slots are null or have the usual, and untracked.
        let instance = unsafe { Bound::from_owned_ptr(py, ffi::PyObject_Init(memory, class)) };
        fill(&instance);
        Ok(instance)
    }

    /// Puts the usual into the slots of an instance, all of which are null.
    fn furnish(&self, instance: *mut ffi::PyObject) -> *mut ffi::PyObject {
        for (offset, value) in &self.usual {
            // SAFETY: the offset is that of a slot of the class.
            unsafe { *at(instance, *offset as isize) = ffi::Py_NewRef(value.as_ptr()) };
        }
        instance
    }

    fn make_pythons_way<'py>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&Bound<'py, PyAny>),
    ) -> PyResult<Bound<'py, PyAny>> {
        let instance = allocate_pythons_way(self.class.bind(py))?;
        // SAFETY: it is a whole instance, which is nobody else's.
        unsafe { ffi::PyObject_GC_UnTrack(instance.as_ptr().cast()) };
        self.furnish(instance.as_ptr());
        fill(&instance);
        Ok(instance)
    }

    /// Whether an object is an instance of the class itself.
    #[inline]
    pub(crate) fn has(&self, object: *mut ffi::PyObject) -> bool {
        // SAFETY: the caller has the object, and so the lock.
        unsafe { ffi::Py_TYPE(object) == self.class.as_ptr().cast() }
    }

    /// Calls `f` with what is in the slots of an instance.
    pub(crate) fn for_each_slot(&self, instance: &Py<PyAny>, f: &mut dyn FnMut(&Py<PyAny>)) {
        for offset in self.all_slots() {
            let slot = at(instance.as_ptr(), offset as isize);
            // SAFETY: the slot holds null or an owned reference, which is what `Option<Py<PyAny>>` is.
            if let Some(value) = unsafe { &*slot.cast::<Option<Py<PyAny>>>() } {
                f(value);
            }
        }
    }

    fn all_slots(&self) -> impl Iterator<Item = usize> {
        self.slots.iter().copied().chain(self.usual.iter().map(|(offset, _)| *offset))
    }

    /// Tells the collector what is in an instance of the class or of a subclass.
    ///
    /// # Safety
    ///
    /// What the interpreter calls `tp_traverse` with.
    pub(crate) unsafe fn visit(
        &self,
        object: *mut ffi::PyObject,
        visit: ffi::visitproc,
        argument: *mut c_void,
    ) -> c_int {
        // SAFETY: the object is an instance, whose slots hold null or a reference, and it refers to its class.
        unsafe {
            for offset in self.all_slots() {
                let value = *at(object, offset as isize);
                if !value.is_null() {
                    let answer = visit(value, argument);
                    if answer != 0 {
                        return answer;
                    }
                }
            }
            visit(ffi::Py_TYPE(object).cast(), argument)
        }
    }

    /// Keeps the memory of an instance that is over for another one, with the usual in it. Whether it does.
    ///
    /// # Safety
    ///
    /// The memory must be that of an instance of the class itself, and nobody's any more; its other slots are null.
    #[inline]
    unsafe fn keep(&self, object: *mut ffi::PyObject) -> bool {
        for (offset, value) in &self.usual {
            let slot = at(object, *offset as isize);
            // SAFETY: the slot holds null or an owned reference.
            unsafe {
                if *slot != value.as_ptr() {
                    let before = std::mem::replace(&mut *slot, ffi::Py_NewRef(value.as_ptr()));
                    ffi::Py_XDECREF(before);
                }
            }
        }
        let mut kept = self.kept.borrow_mut();
        let has_room = kept.len() < MAX_KEPT;
        if has_room {
            kept.push(object);
        }
        has_room
    }

    /// Ends an instance of the class or of a subclass.
    ///
    /// # Safety
    ///
    /// What the interpreter calls `tp_dealloc` with.
    pub(crate) unsafe fn free(&self, object: *mut ffi::PyObject) {
        // SAFETY: the object is an instance whose last reference is gone, so nobody else reaches it; its class is alive until the
        // reference that it holds is given up below. Each slot holds null or an owned reference.
        unsafe {
            let class = ffi::Py_TYPE(object);
            if (*class).tp_finalize.is_some() && ffi::PyObject_CallFinalizerFromDealloc(object) < 0
            {
                return;
            }
            ffi::PyObject_GC_UnTrack(object.cast());
            let weak = (*class).tp_weaklistoffset;
            if weak != 0 && !(*at(object, weak)).is_null() {
                ffi::PyObject_ClearWeakRefs(object);
            }
            for offset in &self.slots {
                clear(object, *offset);
            }
            let is_own = class == self.class.as_ptr().cast();
            let layout = self.layout.filter(|_| is_own);
            if layout.is_none() || !self.keep(object) {
                self.usual.iter().for_each(|(offset, _)| clear(object, *offset));
                match (layout, (*class).tp_free) {
                    (Some(layout), _) => layout.free(object),
                    (None, Some(free)) => free(object.cast()),
                    (None, None) => {}
                }
            }
            ffi::Py_DECREF(class.cast());
        }
    }
}

/// Instances that end while others do: what is in a handle may be another one's last reference, and so on. Those far inside end
/// when the outermost has, so that a long chain takes no deep stack.
#[derive(Default)]
pub(crate) struct Ends {
    depth: Cell<usize>,
    left: RefCell<Vec<(*mut ffi::PyObject, &'static Instances)>>,
}

impl Ends {
    /// Ends an instance of one of the classes, or of a subclass.
    ///
    /// # Safety
    ///
    /// What the interpreter calls `tp_dealloc` with.
    #[inline]
    pub(crate) unsafe fn end(&self, object: *mut ffi::PyObject, instances: &'static Instances) {
        if self.depth.get() >= MAX_DEPTH && instances.has(object) {
            // SAFETY: nobody has it any more, and the collector is not to find it meanwhile.
            unsafe { ffi::PyObject_GC_UnTrack(object.cast()) };
            self.left.borrow_mut().push((object, instances));
            return;
        }
        self.depth.set(self.depth.get() + 1);
        // SAFETY: as the caller says.
        unsafe { instances.free(object) };
        self.depth.set(self.depth.get() - 1);
        // Python code may have run, also in other threads, so this is the last one that ends now, and not always the first.
        if self.depth.get() == 0 && !self.left.borrow().is_empty() {
            self.end_rest();
        }
    }

    #[cold]
    fn end_rest(&self) {
        self.depth.set(1);
        loop {
            let Some((object, instances)) = self.left.borrow_mut().pop() else { break };
            // SAFETY: it was left by `end`, and has been nobody's since.
            unsafe { instances.free(object) };
        }
        self.depth.set(self.depth.get() - 1);
    }
}

impl Layout {
    /// None for an interpreter whose objects are laid out otherwise.
    fn of(class: &Bound<'_, PyType>) -> PyResult<Option<Layout>> {
        let sys = class.py().import("sys")?;
        if sys.getattr("abiflags")?.extract::<String>()?.contains('t') {
            return Ok(None);
        }
        let size = class.getattr("__basicsize__")?.extract::<usize>()?;
        let instance = allocate_pythons_way(class)?;
        let whole = sys.call_method1("getsizeof", (instance,))?.extract::<usize>()?;
        Ok(Some(Layout { size, before: whole - size }))
    }

    /// Memory for an instance, all of it zero.
    #[inline]
    fn allocate(self) -> PyResult<*mut ffi::PyObject> {
        let whole = self.before + self.size;
        // SAFETY: the lock is held; as many bytes are written as there are.
        unsafe {
            let start = ffi::PyObject_Malloc(whole).cast::<u8>();
            if start.is_null() {
                return Err(PyMemoryError::new_err(()));
            }
            start.write_bytes(0, whole);
            Ok(start.add(self.before).cast())
        }
    }

    /// Gives back the memory of an instance that is over.
    ///
    /// # Safety
    ///
    /// The memory must be that of an instance of the class itself, and nobody's any more.
    #[inline]
    unsafe fn free(self, object: *mut ffi::PyObject) {
        // SAFETY: as the caller says; the memory begins where its allocator has it begin.
        unsafe { ffi::PyObject_Free(object.cast::<u8>().sub(self.before).cast()) };
    }
}

/// An instance with nothing in its slots.
fn allocate_pythons_way<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the class is alive; all slots of what is made are null.
    unsafe {
        let instance = ffi::PyType_GenericAlloc(class.as_type_ptr(), 0);
        Bound::from_owned_ptr_or_err(class.py(), instance)
    }
}

/// From here on the collector sees an instance.
#[inline]
pub(crate) fn show(instance: *mut ffi::PyObject) {
    // SAFETY: it is a whole instance of a class whose instances the collector knows, and the lock is held.
    unsafe {
        if ffi::PyObject_GC_IsTracked(instance) == 0 {
            ffi::PyObject_GC_Track(instance.cast());
        }
    }
}

/// Gives up what is in a slot.
///
/// # Safety
///
/// The offset must be that of a slot of the object, which holds null or an owned reference.
#[inline]
unsafe fn clear(object: *mut ffi::PyObject, offset: usize) {
    // SAFETY: as the caller says.
    unsafe {
        let value = std::mem::replace(&mut *at(object, offset as isize), std::ptr::null_mut());
        ffi::Py_XDECREF(value);
    }
}

#[inline]
fn at(object: *mut ffi::PyObject, offset: isize) -> *mut *mut ffi::PyObject {
    object.cast::<u8>().wrapping_offset(offset).cast()
}
