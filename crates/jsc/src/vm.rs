//! A virtual machine: one heap, one lock, the contexts that share them.
//!
//! A `Vm` belongs to the thread that made it. Several may live in one process, each on its thread
//! or several on one; their values never mix.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use roundel_jsc_sys::private::{JSWeakRef, JSWeakRelease};
use roundel_jsc_sys::*;

use crate::closure::FunctionClasses;
use crate::error::Error;
use crate::watchdog::Watchdog;
use crate::{context, engine, options};

/// A JavaScript heap with its compiled code. Cheap to clone: clones are the same machine.
///
/// ```
/// let vm = roundel_jsc::Vm::new()?;
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
#[derive(Clone)]
pub struct Vm {
    pub(crate) inner: Rc<VmInner>,
}

pub(crate) struct VmInner {
    pub(crate) group: JSContextGroupRef,
    /// Values whose `Persistent` is gone and whose protection is still to be lifted. The drop of a
    /// `Persistent` may come from a finaliser, where the engine allows no calls, so it only writes
    /// here.
    released: RefCell<Vec<JSValueRef>>,
    released_weaks: RefCell<Vec<JSWeakRef>>,
    persistents: Cell<usize>,
    pub(crate) function_classes: FunctionClasses,
    pub(crate) watchdog: Watchdog,
}

impl Vm {
    /// Starts a machine. The first one in a process fixes the engine's [`options`].
    pub fn new() -> Result<Vm, Error> {
        options::engine_starts();
        if !engine::can_drain() {
            return Err(Error::NoMicrotaskControl);
        }
        // SAFETY: takes nothing; returns a group with one reference, released in `VmInner::drop`.
        let group = unsafe { JSContextGroupCreate() };
        let inner = VmInner {
            group,
            released: RefCell::default(),
            released_weaks: RefCell::default(),
            persistents: Cell::new(0),
            function_classes: FunctionClasses::default(),
            watchdog: Watchdog::default(),
        };
        Ok(Vm { inner: Rc::new(inner) })
    }

    /// How many [`crate::Persistent`] handles of this machine are alive.
    pub fn persistent_count(&self) -> usize {
        self.inner.persistents.get()
    }
}

impl VmInner {
    pub(crate) fn persistent_created(&self) {
        self.persistents.set(self.persistents.get() + 1);
    }

    pub(crate) fn persistent_dropped(&self, value: JSValueRef) {
        self.persistents.set(self.persistents.get() - 1);
        self.released.borrow_mut().push(value);
    }

    pub(crate) fn weak_dropped(&self, weak: JSWeakRef) {
        self.released_weaks.borrow_mut().push(weak);
    }

    /// Lifts the protections that are due. Called outside any finaliser, with a live context of
    /// this machine.
    #[inline]
    pub(crate) fn flush_released(&self, context: JSContextRef) {
        if !self.released.borrow().is_empty() {
            // Unprotecting runs no JavaScript and no finaliser, so the list cannot be touched
            // meanwhile.
            for value in self.released.borrow_mut().drain(..) {
                // SAFETY: `context` is live and of this machine; each value was protected once for
                // the `Persistent` that put it here.
                unsafe { JSValueUnprotect(context, value) };
            }
        }
        if !self.released_weaks.borrow().is_empty() {
            self.flush_weaks();
        }
    }

    fn flush_weaks(&self) {
        for weak in self.released_weaks.borrow_mut().drain(..) {
            // SAFETY: the group is alive; the one reference of the `Weak` that put it here.
            unsafe { JSWeakRelease(self.group, weak) };
        }
    }
}

impl Drop for VmInner {
    fn drop(&mut self) {
        self.flush_weaks();
        // SAFETY: the reference of `Vm::new`. Contexts hold an `Rc` to this, so none is left; the
        // engine now runs every remaining finaliser.
        unsafe { JSContextGroupRelease(self.group) };
    }
}

/// The machine a raw context belongs to, if it is one of ours on this thread.
pub(crate) fn of_context(ctx: JSContextRef) -> Option<Rc<VmInner>> {
    context::vm_of(ctx)
}

/// Stops a handle of one machine from being used in another, which would corrupt both heaps.
#[inline]
pub(crate) fn assert_same(ctx: JSContextRef, vm: &WeakVm) {
    assert!(context::vm_is(ctx, vm.as_ptr()), "a handle was used with another virtual machine");
}

pub(crate) type WeakVm = Weak<VmInner>;
