//! A virtual machine: one heap, one lock, the contexts that share them.
//!
//! A `Vm` belongs to the thread that made it. Several may live in one process, each on its thread
//! or several on one; their values never mix.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use roundel_jsc_sys::private::{JSWeakRef, JSWeakRelease};
use roundel_jsc_sys::*;

use crate::closure::FunctionClasses;
use crate::error::Error;
use crate::heap_count::HeapCount;
use crate::moved_bytes::Lent;
use crate::payload::Queue;
use crate::watchdog::Watchdog;
use crate::{context, engine, live, main_context, options};

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
    pub(crate) payloads: Arc<Queue>,
    /// How many looks at memory of this machine are going on: see `bytes.rs`.
    pub(crate) borrows: Cell<u32>,
    pub(crate) heap_count: Cell<HeapCount>,
    pub(crate) lent: Lent,
    pub(crate) function_classes: FunctionClasses,
    pub(crate) watchdog: Watchdog,
}

impl Vm {
    /// Starts a machine. The first one in a process fixes the engine's [`options`].
    pub fn new() -> Result<Vm, Error> {
        if !engine::can_drain() {
            return Err(Error::NoMicrotaskControl);
        }
        let group = options::with_engine_started(|| {
            main_context::name_main_thread();
            // SAFETY: takes nothing; returns a group with one reference, released in `VmInner::drop`.
            unsafe { JSContextGroupCreate() }
        });
        live::add(&live::MACHINES);
        let inner = VmInner {
            group,
            released: RefCell::default(),
            released_weaks: RefCell::default(),
            persistents: Cell::new(0),
            payloads: Arc::new(Queue::new()),
            borrows: Cell::new(0),
            heap_count: Cell::default(),
            lent: Lent::default(),
            function_classes: FunctionClasses::default(),
            watchdog: Watchdog::default(),
        };
        Ok(Vm { inner: Rc::new(inner) })
    }

    /// How many [`crate::Persistent`] handles of this machine are alive.
    pub fn persistent_count(&self) -> usize {
        self.inner.persistents.get()
    }

    /// How many Rust values inside objects of this machine have not been dropped: those of
    /// [`crate::Class`], and the state of functions.
    pub fn payload_count(&self) -> usize {
        self.inner.payloads.alive()
    }
}

impl VmInner {
    pub(crate) fn persistent_created(&self) {
        self.persistents.set(self.persistents.get() + 1);
    }

    pub(crate) fn persistent_dropped(&self, value: JSValueRef) {
        self.persistents.set(self.persistents.get() - 1);
        self.protection_due(value);
    }

    /// A value's protection is to be lifted when the entry ends.
    pub(crate) fn protection_due(&self, value: JSValueRef) {
        self.released.borrow_mut().push(value);
    }

    pub(crate) fn weak_dropped(&self, weak: JSWeakRef) {
        self.released_weaks.borrow_mut().push(weak);
    }

    /// Gives back what is due: protections of values, weak references, payloads. Called outside any finaliser, with a live context of
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
        // Last, as a destructor may do anything.
        self.payloads.drop_finalised();
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
        self.payloads.close();
        live::remove(&live::MACHINES);
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
