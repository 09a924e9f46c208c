//! A global context: one global object, its builtins, and the door into them.
//!
//! [`Context::enter`] is the only way to a [`Ctx`]. It takes the engine's lock once for the whole
//! closure; when the outermost entry of the thread ends, the engine runs the microtasks. An entry
//! made inside a native callback is nested, so its end runs none.
//!
//! A native callback gets a raw context pointer from the engine. The thread-local table here leads
//! from it back to the Rust side; it is per thread because a machine never leaves its thread.

use std::any::{Any, TypeId};
use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};

use roundel_jsc_sys::private::{JSLock, JSUnlock};
use roundel_jsc_sys::*;

use crate::characters;
use crate::ctx::Ctx;
use crate::encoding;
use crate::error::Error;
use crate::intrinsics::Intrinsics;
use crate::live;
use crate::view_cell;
use crate::vm::{Vm, VmInner};

/// A global object and its realm, owned. Cheap to clone: clones are the same context.
#[derive(Clone)]
pub struct Context {
    inner: Rc<ContextInner>,
}

pub(crate) struct ContextInner {
    raw: JSGlobalContextRef,
    data: RefCell<Vec<(TypeId, Rc<dyn Any>)>>,
    pub(crate) intrinsics: OnceCell<Intrinsics>,
    pub(crate) vm: Rc<VmInner>,
}

thread_local! {
    static CONTEXTS: RefCell<Vec<Registered>> = const { RefCell::new(Vec::new()) };
}

/// A line of the table: a raw context, its Rust side, its machine.
struct Registered {
    raw: JSContextRef,
    context: Weak<ContextInner>,
    vm: *const VmInner,
}

impl Context {
    /// Makes a context with a fresh global object in `vm`.
    pub fn new(vm: &Vm) -> Result<Context, Error> {
        // SAFETY: the group is alive as long as `vm`; a null class asks for the default global
        // object.
        let raw = unsafe { JSGlobalContextCreateInGroup(vm.inner.group, std::ptr::null_mut()) };
        live::add(&live::CONTEXTS);
        let inner = Rc::new(ContextInner {
            raw,
            data: RefCell::default(),
            intrinsics: OnceCell::new(),
            vm: vm.inner.clone(),
        });
        if !encoding::matches_engine(raw) {
            return Err(Error::UnknownValueEncoding);
        }
        CONTEXTS.with_borrow_mut(|contexts| {
            contexts.push(Registered {
                raw,
                context: Rc::downgrade(&inner),
                vm: Rc::as_ptr(&vm.inner),
            })
        });
        let context = Context { inner };
        context.enter(|ctx| {
            characters::probe(ctx);
            view_cell::probe(ctx);
            // Captured before any script runs, so that no script can have replaced them.
            let _ = context.inner.intrinsics.set(Intrinsics::capture(ctx));
        });
        Ok(context)
    }

    /// Enters the context. Values made inside cannot leave; microtasks run when the outermost entry
    /// ends.
    ///
    /// ```
    /// # use roundel_jsc::{Context, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// let order = context.enter(|ctx| {
    ///     ctx.eval("order = ['start']; Promise.resolve().then(() => order.push('microtask'))").ok();
    ///     ctx.eval("order.push('end')").ok();
    ///     ctx.eval("order.length").ok().and_then(|length| length.as_number())
    /// });
    /// assert_eq!(order, Some(2.0));
    /// let order = context.enter(|ctx| ctx.eval("order.length").ok().and_then(|length| length.as_number()));
    /// assert_eq!(order, Some(3.0));
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    ///
    /// # Panics
    /// Inside the closure of [`crate::Bytes::with_bytes`] of the same machine: a script could take the
    /// memory away.
    pub fn enter<R>(&self, body: impl for<'js> FnOnce(Ctx<'js>) -> R) -> R {
        let entry = Entry::new(&self.inner);
        // SAFETY: the context lives as long as `self`, the lock is held by `entry`, and the
        // lifetime chosen by `body` cannot appear in `R`.
        let result = body(unsafe { Ctx::from_raw(self.inner.raw) });
        drop(entry);
        result
    }

    /// The context that is entered already: what a function of C's needs that a script called, or that was called from
    /// an entry, and that comes back to Rust without a [`Ctx`].
    ///
    /// # Safety
    /// For all of `'js` this thread must be inside an entry of this very context, or inside a function that a script of it
    /// called; and no memory of the machine may be borrowed ([`crate::Bytes::with_bytes`]).
    #[inline]
    pub unsafe fn reenter<'js>(&self) -> Ctx<'js> {
        debug_assert_eq!(self.inner.vm.borrows.get(), 0);
        // SAFETY: the caller's promise.
        unsafe { Ctx::from_raw(self.inner.raw) }
    }

    /// Runs the microtasks that are due. Does nothing inside an entry or a callback: there the
    /// outermost entry will run them.
    pub fn drain_microtasks(&self) {
        drop(Entry::new(&self.inner));
    }

    /// Keeps `data` with the context, one value per type; [`Ctx::data`] finds it again in a
    /// callback. Returns what was there before.
    pub fn set_data<T: 'static>(&self, data: Rc<T>) -> Option<Rc<T>> {
        let mut slots = self.inner.data.borrow_mut();
        let key = TypeId::of::<T>();
        let previous =
            slots.iter().position(|slot| slot.0 == key).map(|at| slots.swap_remove(at).1);
        slots.push((key, data));
        previous.and_then(|data| data.downcast().ok())
    }

    /// Takes back what [`Context::set_data`] gave: what holds its own context must be freed so.
    pub fn take_data<T: 'static>(&self) -> Option<Rc<T>> {
        let mut slots = self.inner.data.borrow_mut();
        let at = slots.iter().position(|slot| slot.0 == TypeId::of::<T>())?;
        slots.swap_remove(at).1.downcast().ok()
    }

    /// The machine this context is in.
    pub fn vm(&self) -> Vm {
        Vm { inner: self.inner.vm.clone() }
    }

    pub(crate) fn inner(&self) -> &ContextInner {
        &self.inner
    }
}

impl ContextInner {
    pub(crate) fn raw(&self) -> JSGlobalContextRef {
        self.raw
    }

    /// Asked for in most functions that scripts call: so what the key says of the type is not asked again.
    #[inline]
    pub(crate) fn data<T: 'static>(&self) -> Option<Rc<T>> {
        let key = TypeId::of::<T>();
        let slots = self.data.borrow();
        let slot = slots.iter().find(|slot| slot.0 == key)?;
        let data: *const T = Rc::as_ptr(&slot.1).cast();
        // SAFETY: `set_data` keeps a `T` under the key of `T`; the new handle has a count of its own.
        unsafe {
            Rc::increment_strong_count(data);
            Some(Rc::from_raw(data))
        }
    }
}

impl Drop for ContextInner {
    fn drop(&mut self) {
        let raw = self.raw;
        // A context kept in another thread-local may end after the table has.
        let _ = CONTEXTS.try_with(|contexts| {
            contexts.borrow_mut().retain(|entry| entry.raw != raw.cast_const());
        });
        // What the context kept may have protected values, and those are lifted here.
        drop(self.data.take());
        drop(self.intrinsics.take());
        self.vm.flush_released(raw);
        // SAFETY: the reference taken in `Context::new`; nothing of this crate uses `raw` after
        // this.
        unsafe { JSGlobalContextRelease(raw) };
        self.vm.payloads.drop_finalised();
        live::remove(&live::CONTEXTS);
    }
}

/// The lock, held. Dropping it lets the engine run microtasks if this was the outermost level.
struct Entry<'a> {
    context: &'a ContextInner,
}

impl<'a> Entry<'a> {
    #[inline]
    fn new(context: &'a ContextInner) -> Entry<'a> {
        assert!(
            context.vm.borrows.get() == 0,
            "JavaScript is entered while its memory is borrowed"
        );
        // SAFETY: the context is alive and of this thread.
        unsafe { JSLock(context.raw) };
        Entry { context }
    }
}

impl Drop for Entry<'_> {
    #[inline]
    fn drop(&mut self) {
        self.context.vm.flush_released(self.context.raw);
        // SAFETY: pairs with the lock in `new`, on the same thread, as `Entry` is not `Send`.
        unsafe { JSUnlock(self.context.raw) };
    }
}

/// The Rust side of a raw context, if it has one on this thread.
#[inline]
pub(crate) fn of(raw: JSContextRef) -> Option<Context> {
    CONTEXTS.with_borrow(|contexts| {
        let entry = contexts.iter().find(|entry| entry.raw == raw)?;
        entry.context.upgrade().map(|inner| Context { inner })
    })
}

/// What [`Context::set_data`] keeps of this type with a raw context.
#[inline]
pub(crate) fn data_of<T: 'static>(raw: JSContextRef) -> Option<Rc<T>> {
    CONTEXTS.with_borrow(|contexts| {
        let entry = contexts.iter().find(|entry| entry.raw == raw)?;
        // SAFETY: the first that a context does when it is dropped is to leave the table; what stands there is whole.
        unsafe { (*entry.context.as_ptr()).data() }
    })
}

/// Every context of this thread.
pub(crate) fn all() -> Vec<Context> {
    CONTEXTS.with_borrow(|contexts| {
        let handles = contexts.iter().filter_map(|entry| entry.context.upgrade());
        handles.map(|inner| Context { inner }).collect()
    })
}

/// The machine of a raw context. A realm whose handle is gone is found through a sibling of its
/// group.
pub(crate) fn vm_of(raw: JSContextRef) -> Option<Rc<VmInner>> {
    if let Some(context) = of(raw) {
        return Some(context.inner.vm.clone());
    }
    // SAFETY: `raw` comes from a live `Ctx`.
    let group = unsafe { JSContextGetGroup(raw) };
    CONTEXTS.with_borrow(|contexts| {
        let mut vms = contexts.iter().filter_map(|entry| Some(entry.context.upgrade()?.vm.clone()));
        vms.find(|vm| vm.group == group)
    })
}

/// What [`Context::set_data`] keeps of this type with any context of the machine.
pub(crate) fn data_of_machine<T: 'static>(raw: JSContextRef) -> Option<Rc<T>> {
    let vm = vm_of(raw)?;
    CONTEXTS.with_borrow(|contexts| {
        let mut siblings = contexts.iter().filter(|entry| std::ptr::eq(entry.vm, Rc::as_ptr(&vm)));
        siblings.find_map(|entry| entry.context.upgrade()?.data())
    })
}

/// Whether a raw context belongs to the machine at that address.
#[inline]
pub(crate) fn vm_is(raw: JSContextRef, vm: *const VmInner) -> bool {
    CONTEXTS
        .with_borrow(|contexts| {
            contexts.iter().find(|entry| entry.raw == raw).map(|entry| std::ptr::eq(entry.vm, vm))
        })
        .unwrap_or_else(|| vm_of(raw).is_some_and(|found| std::ptr::eq(Rc::as_ptr(&found), vm)))
}
