//! The engine beyond its C API: draining microtasks on demand, the class of a cell.
//!
//! What is used here is looked up at run time ([`roundel_jsc_sys::cxx`]), once per thread. Only the
//! drain is indispensable; [`crate::Vm::new`] refuses an engine without it. The rest answers `None`
//! where it is missing.

use std::cell::OnceCell;

use roundel_jsc_sys::cxx::{self, Cxx};
use roundel_jsc_sys::private::{JSLock, JSUnlock};
use roundel_jsc_sys::{JSContextGetGroup, JSValueRef};

use crate::ctx::Ctx;
use crate::frame;
use crate::function::Function;
use crate::object::Object;
use crate::options;

thread_local! {
    static CXX: Cxx = cxx::load();
    static HAS_HOST_CALLS: OnceCell<bool> = const { OnceCell::new() };
}

/// Whether this engine can be told to run its microtasks.
pub(crate) fn can_drain() -> bool {
    CXX.with(|cxx| cxx.drain_microtasks.is_some())
}

pub(crate) fn functions() -> Cxx {
    CXX.with(|cxx| *cxx)
}

/// Whether functions of the engine's own kind can be made and get their arguments the way [`frame`]
/// expects. Found out once per thread, by the first context.
pub(crate) fn has_host_calls(ctx: Ctx<'_>) -> bool {
    HAS_HOST_CALLS.with(|known| {
        *known.get_or_init(|| {
            options::has_host_calls()
                && functions().throw_exception.is_some()
                && frame::layout_is_known(ctx)
        })
    })
}

/// Leaves an exception for the engine to find when the host function that calls this returns.
///
/// # Safety
/// Only in a host function, with a live value of its machine.
#[cold]
pub(crate) unsafe fn throw(ctx: Ctx<'_>, value: JSValueRef) {
    if let Some(throw) = functions().throw_exception {
        // SAFETY: the caller is a host function, which runs under the lock.
        unsafe { throw(JSContextGetGroup(ctx.raw()), ctx.raw(), value) };
    }
}

/// Ends the script that called a host function: nothing of it catches this. False if the engine does
/// not export what it takes.
///
/// # Safety
/// Only in a host function.
#[cold]
pub(crate) unsafe fn throw_termination(ctx: Ctx<'_>) -> bool {
    let functions = functions();
    let (Some(make), Some(throw)) = (functions.termination_exception, functions.throw_cell) else {
        return false;
    };
    // SAFETY: the caller is a host function, which runs under the lock.
    unsafe {
        let vm = JSContextGetGroup(ctx.raw());
        throw(vm, ctx.raw(), make(vm));
    }
    true
}

impl<'js> Ctx<'js> {
    /// Runs microtasks until there are none, also inside an entry or a callback. Costs about 25 ns
    /// when there are none.
    #[inline]
    pub fn run_microtasks(self) {
        if let Some(drain) = functions().drain_microtasks {
            // SAFETY: the lock makes the calling thread the engine's; the group is the machine of a
            // live context.
            unsafe {
                JSLock(self.raw());
                drain(JSContextGetGroup(self.raw()));
                JSUnlock(self.raw());
            }
        }
    }

    /// Runs microtasks where the lock is known to be held: in a host function, or under
    /// [`crate::Context::enter`].
    ///
    /// # Safety
    /// The calling thread holds the API lock of this machine.
    #[inline]
    pub(crate) unsafe fn run_microtasks_locked(self) {
        if let Some(drain) = functions().drain_microtasks {
            // SAFETY: the caller holds the lock.
            unsafe { drain(JSContextGetGroup(self.raw())) };
        }
    }

    /// [`Ctx::run_microtasks`] as a function.
    pub fn microtask_runner(self) -> Function<'js> {
        if !has_host_calls(self) {
            return self.host_function("runMicrotasks", |ctx| ctx.run_microtasks());
        }
        self.host_function("runMicrotasks", |ctx| {
            // SAFETY: where there are host calls this is one, and it runs under the lock.
            unsafe { ctx.run_microtasks_locked() }
        })
    }
}

impl Object<'_> {
    /// A number that objects of one builtin class share and objects of different classes do not:
    /// the type byte of the engine's cell header. Which number means what is the engine's affair;
    /// compare with a sample.
    pub fn cell_type(self) -> u8 {
        // SAFETY: an object is a live heap cell.
        unsafe { frame::cell_type(self.raw().cast_const().cast()) }
    }

    /// A number that two live objects share only if they have the same named properties, prototype
    /// and kind of elements: the structure id of the engine's cell header. Compare with a sample
    /// that is kept alive; a dead object's number may be given to another structure.
    pub fn structure_id(self) -> u32 {
        // SAFETY: an object is a live heap cell.
        unsafe { frame::structure_id(self.raw().cast_const().cast()) }
    }

    /// How the engine keeps the object's elements, those of its properties that have an index for a name; 0 if it has never
    /// had any and is no array.
    pub fn elements_kind(self) -> u8 {
        // SAFETY: an object is a live heap cell.
        unsafe { frame::elements_kind(self.raw().cast_const().cast()) }
    }
}
