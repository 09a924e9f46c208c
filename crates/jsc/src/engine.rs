//! The engine beyond its C API: draining microtasks on demand, looking into promises, the class of
//! a cell.
//!
//! What is used here is looked up at run time ([`roundel_jsc_sys::cxx`]), once per thread. Only the
//! drain is indispensable; [`crate::Vm::new`] refuses an engine without it. The rest answers `None`
//! where it is missing.

use std::cell::OnceCell;

use roundel_jsc_sys::cxx::{self, Cxx};
use roundel_jsc_sys::private::{JSLock, JSUnlock};
use roundel_jsc_sys::{JSContextGetGroup, JSObjectRef, JSValueRef};

use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::frame;
use crate::function::Function;
use crate::object::Object;
use crate::options;
use crate::value::Value;

/// What has become of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

thread_local! {
    static CXX: Cxx = cxx::load();
    static HAS_HOST_CALLS: OnceCell<bool> = const { OnceCell::new() };
    static PROMISE_TYPE: OnceCell<u8> = const { OnceCell::new() };
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

    /// Has `callback(promise, reason)` called when the microtasks have run out, once for each
    /// promise that was rejected and has no handler then. A handler added before that point
    /// prevents the call; of one added later the engine does not tell.
    pub fn set_unhandled_rejection_callback(self, callback: Function<'js>) -> JsResult<'js, ()> {
        // SAFETY: context and function are live; the context keeps the function.
        guarded(self, |exception| unsafe {
            roundel_jsc_sys::private::JSGlobalContextSetUnhandledRejectionCallback(
                self.raw().cast_mut(),
                callback.as_object().raw(),
                exception,
            );
        })
    }
}

impl<'js> Value<'js> {
    /// State and result if the value is a promise and the engine tells.
    pub fn promise_state(self, ctx: Ctx<'js>) -> Option<(PromiseState, Value<'js>)> {
        let promise = self.as_promise(ctx)?;
        let functions = functions();
        let (status, result) = (functions.promise_status?, functions.promise_result?);
        // SAFETY: the cell is a promise of this machine; the lock is held around both calls.
        let (status, result) = unsafe {
            JSLock(ctx.raw());
            let vm = JSContextGetGroup(ctx.raw());
            let answer = (status(promise, vm), result(promise, vm));
            JSUnlock(ctx.raw());
            answer
        };
        let state = match status {
            1 => PromiseState::Fulfilled,
            2 => PromiseState::Rejected,
            _ => return Some((PromiseState::Pending, Value::undefined())),
        };
        // SAFETY: the result of a settled promise is a live value.
        Some((state, unsafe { Value::from_raw(result) }))
    }

    /// Whether the value is a promise that has a handler.
    pub fn is_handled_promise(self, ctx: Ctx<'js>) -> bool {
        let Some(promise) = self.as_promise(ctx) else { return false };
        let Some(is_handled) = functions().promise_is_handled else { return false };
        // SAFETY: as in `promise_state`.
        unsafe {
            JSLock(ctx.raw());
            let handled = is_handled(promise, JSContextGetGroup(ctx.raw()));
            JSUnlock(ctx.raw());
            handled
        }
    }

    fn as_promise(self, ctx: Ctx<'js>) -> Option<JSObjectRef> {
        let object = self.as_object(ctx)?;
        let promise_type = PROMISE_TYPE.with(|known| match known.get() {
            Some(known) => Some(*known),
            None => {
                let sample = ctx.deferred().ok()?.promise;
                Some(*known.get_or_init(|| sample.cell_type()))
            }
        })?;
        (object.cell_type() == promise_type).then(|| object.raw())
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
}
