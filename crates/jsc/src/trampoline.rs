//! Every `extern "C"` entry from the engine into Rust. Each one catches a panic, which must not
//! unwind through the engine's frames: where the engine takes exceptions the panic becomes one,
//! elsewhere the callback gives its neutral answer.

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::Arc;

use roundel_jsc_sys::cxx::HostFunction;
use roundel_jsc_sys::*;

use crate::call_sites::CallSite;
use crate::closure::Closure;
use crate::ctx::Ctx;
use crate::exception::{Exception, JsResult};
use crate::function::{Arguments, Passed, This};
use crate::object::Object;
use crate::payload::{self, Carrier};
use crate::value::Value;
use crate::watchdog::{Verdict, Watchdog};
use crate::{encoding, engine, error_hooks, frame, promise_hooks};

/// A Rust function without state: its type is all there is to know.
pub(crate) unsafe extern "C" fn call_stateless<F>(
    ctx: JSContextRef,
    callee: JSObjectRef,
    this: JSObjectRef,
    count: usize,
    values: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef
where
    F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>> + 'static,
{
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe {
        let passed = Passed::from_raw(callee, This::Object(this), count, values);
        let args = Arguments::new(&passed);
        answer_c(Ctx::from_raw(ctx), args, exception, run_stateless::<F>)
    }
}

/// The same, as a function of the engine's own kind: called with the lock held, thrown through the
/// machine.
pub(crate) unsafe extern "C" fn call_host_stateless<F>(
    global: *mut c_void,
    frame: *mut c_void,
) -> u64
where
    F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>> + 'static,
{
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe { answer_host(global, frame, run_stateless::<F>) }
}

/// A Rust function without state that is told where it was called.
pub(crate) unsafe extern "C" fn call_host_sited<F>(global: *mut c_void, frame: *mut c_void) -> u64
where
    F: for<'a> Fn(Ctx<'a>, Arguments<'a>, CallSite<'a>) -> JsResult<'a, Value<'a>> + 'static,
{
    // SAFETY: the engine's arguments for a call that lasts as long as this function. Of the body, as in `run_stateless`.
    unsafe {
        let (body, site) = (NonNull::<F>::dangling().as_ref(), CallSite::from_raw(frame));
        let ctx = Ctx::from_raw(global.cast_const().cast());
        let passed = frame::arguments(ctx, frame);
        let args = Arguments::new(&passed);
        give_host(ctx, caught(ctx, || body(ctx, args, site)))
    }
}

/// The same for an engine whose frames are not known.
pub(crate) unsafe extern "C" fn call_sited<F>(
    ctx: JSContextRef,
    callee: JSObjectRef,
    this: JSObjectRef,
    count: usize,
    values: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef
where
    F: for<'a> Fn(Ctx<'a>, Arguments<'a>, CallSite<'a>) -> JsResult<'a, Value<'a>> + 'static,
{
    // SAFETY: as in `call_stateless` and `run_stateless`.
    unsafe {
        let passed = Passed::from_raw(callee, This::Object(this), count, values);
        let args = Arguments::new(&passed);
        answer_c(Ctx::from_raw(ctx), args, exception, |ctx, args| {
            let site = CallSite::from_raw(std::ptr::null_mut());
            NonNull::<F>::dangling().as_ref()(ctx, args, site)
        })
    }
}

/// What a function does, as a value: the same few instructions of glue serve all functions, where a copy around each body
/// would be most of what they weigh.
type Body = for<'a> fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>>;

fn run_stateless<'js, F>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>>
where
    F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>> + 'static,
{
    debug_assert_eq!(size_of::<F>(), 0);
    // SAFETY: a reference to a zero-sized type may be made from a dangling pointer; a value of it was forgotten in
    // `Ctx::function`.
    let body = unsafe { NonNull::<F>::dangling().as_ref() };
    body(ctx, args)
}

fn run_bound<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    // SAFETY: only of functions that closures bind, see `call_host_closure`.
    let (state, passed) = unsafe { args.take_state(ctx) };
    // SAFETY: it stays here for the time of the call.
    run_closure(ctx, state, unsafe { Arguments::new(&passed) })
}

fn run_callee<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    run_closure(ctx, args.callee(), args)
}

/// A Rust function with state, as a function of the engine's own kind: bound to the object that
/// carries the state.
pub(crate) unsafe extern "C" fn call_host_closure(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe { answer_host(global, frame, run_bound) }
}

/// A Rust function with state, which is the callee's private data. As everywhere, it does not see
/// its `this`.
pub(crate) unsafe extern "C" fn call_closure(
    ctx: JSContextRef,
    callee: JSObjectRef,
    _this: JSObjectRef,
    count: usize,
    values: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: as in `call_stateless`; the callee is of a function class.
    unsafe {
        let none = This::Raw(ctx, encoding::undefined());
        let passed = Passed::from_raw(callee, none, count, values);
        let args = Arguments::new(&passed);
        answer_c(Ctx::from_raw(ctx), args, exception, run_callee)
    }
}

/// `new` of a constructor, whose body is its private data.
pub(crate) unsafe extern "C" fn construct(
    ctx: JSContextRef,
    constructor: JSObjectRef,
    count: usize,
    values: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSObjectRef {
    // SAFETY: as in `call_closure`. The body returns an object, as `Ctx::constructor` demands;
    // `undefined`, in the case of an exception, is not looked at.
    unsafe {
        let passed = Passed::from_raw(constructor, This::Object(constructor), count, values);
        let args = Arguments::new(&passed);
        answer_c(Ctx::from_raw(ctx), args, exception, run_callee).cast_mut()
    }
}

/// A constructor called without `new`.
pub(crate) unsafe extern "C" fn refuse_call(
    ctx: JSContextRef,
    callee: JSObjectRef,
    this: JSObjectRef,
    count: usize,
    values: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: as in `call_closure`.
    unsafe {
        let passed = Passed::from_raw(callee, This::Object(this), count, values);
        let args = Arguments::new(&passed);
        answer_c(Ctx::from_raw(ctx), args, exception, |ctx, args| {
            let name = args.callee().get(ctx, "name")?.to_rust_string(ctx)?;
            let message = format!("Class constructor {name} cannot be invoked without 'new'");
            Err(Exception::type_error(ctx, &message))
        })
    }
}

/// `instance instanceof constructor`. The engine asks, as for an object of a class of ours it has
/// no answer of its own.
pub(crate) unsafe extern "C" fn has_instance(
    ctx: JSContextRef,
    constructor: JSObjectRef,
    instance: JSValueRef,
    exception: *mut JSValueRef,
) -> bool {
    // SAFETY: as in `call_closure`; the value is live.
    unsafe {
        let passed = Passed::from_raw(constructor, This::Object(constructor), 1, &instance);
        let args = Arguments::new(&passed);
        let found = answer_c(Ctx::from_raw(ctx), args, exception, |ctx, args| {
            let prototype = args.callee().get(ctx, "prototype")?.as_object(ctx);
            let mut link = args.at(0).as_object(ctx);
            while let Some(object) = link {
                link = object.prototype(ctx).as_object(ctx);
                if link.is_some() && link == prototype {
                    return Ok(ctx.boolean(true));
                }
            }
            Ok(ctx.boolean(false))
        });
        encoding::as_bool(found).unwrap_or(false)
    }
}

fn run_closure<'js>(
    ctx: Ctx<'js>,
    state: Object<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    // The clone keeps the state alive even if the function is collected while it runs.
    let payload = payload::of(state);
    match payload.as_deref().and_then(|payload| payload.downcast_ref::<Closure>()) {
        Some(body) => body(ctx, args),
        None => Err(Exception::type_error(ctx, "the function's state is gone")),
    }
}

/// The collector took an object of one of our classes.
pub(crate) unsafe extern "C" fn finalize(object: JSObjectRef) {
    // SAFETY: private data is null or a `Box<Carrier>` that nothing else takes back.
    let carrier = unsafe {
        let carrier = JSObjectGetPrivate(object).cast::<Carrier>();
        (!carrier.is_null()).then(|| Box::from_raw(carrier))
    };
    if let Some(carrier) = carrier {
        let _ = catch_unwind(AssertUnwindSafe(|| carrier.finalize()));
    }
}

/// The engine is done with memory that an owner on the Rust side provided.
pub(crate) unsafe extern "C" fn release_bytes<O: Send>(_bytes: *mut c_void, owner: *mut c_void) {
    // SAFETY: `owner` is the `Box<O>` given to the engine with this very function, called once.
    let owner = unsafe { Box::from_raw(owner.cast::<O>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(owner)));
}

/// The engine is done with memory that it shared with Rust.
pub(crate) unsafe extern "C" fn release_shared<T>(_bytes: *mut c_void, owner: *mut c_void) {
    // SAFETY: `owner` is the box made in `SharedArray::to_object`, given back once.
    drop(unsafe { Box::from_raw(owner.cast::<Arc<[Cell<T>]>>()) });
}

/// A constructor of errors, in the engine's place: what it makes is told of.
pub(crate) unsafe extern "C" fn make_error<const SLOT: usize>(
    global: *mut c_void,
    frame: *mut c_void,
) -> u64 {
    // SAFETY: the engine's arguments, for the function that they were meant for. What it answers is on the stack, where
    // the collector sees it, until this function has answered too.
    unsafe {
        let made = error_hooks::original(SLOT)(global, frame);
        let error: JSValueRef = std::ptr::with_exposed_provenance(made as usize);
        if encoding::is_cell(error) {
            let ctx = Ctx::from_raw(global.cast_const().cast());
            let _ = catch_unwind(AssertUnwindSafe(|| {
                error_hooks::made(ctx, frame, Value::from_raw(error));
            }));
        }
        std::hint::black_box(made)
    }
}

/// The functions above by constructor, for a call and for `new`.
pub(crate) const MAKE_ERROR: [[HostFunction; 2]; 8] = [
    [make_error::<0>, make_error::<1>],
    [make_error::<2>, make_error::<3>],
    [make_error::<4>, make_error::<5>],
    [make_error::<6>, make_error::<7>],
    [make_error::<8>, make_error::<9>],
    [make_error::<10>, make_error::<11>],
    [make_error::<12>, make_error::<13>],
    [make_error::<14>, make_error::<15>],
];

/// An async function threw, in the engine's place: an error that was not told of yet is, and then the promise is rejected.
pub(crate) unsafe extern "C" fn reject_promise(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe {
        let ctx = Ctx::from_raw(global.cast_const().cast());
        let _ = catch_unwind(AssertUnwindSafe(|| error_hooks::rejecting(ctx, frame)));
        answer_host(global, frame, error_hooks::reject)
    }
}

/// See [`crate::waiters::note_sample`].
pub(crate) unsafe extern "C" fn note_sample(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    let _ = catch_unwind(|| unsafe {
        crate::waiters::note_sample(Ctx::from_raw(global.cast_const().cast()), frame);
    });
    encoding::to_bits(encoding::undefined())
}

/// Who awaited a promise that was rejected goes on.
pub(crate) unsafe extern "C" fn deliver_rejection<const WHICH: usize>(
    global: *mut c_void,
    frame: *mut c_void,
) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe { answer_host(global, frame, |ctx, args| error_hooks::delivered(ctx, WHICH, args)) }
}

/// A host function that answers who waits for the job it is called in.
pub(crate) unsafe extern "C" fn waiters_now(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    let list = catch_unwind(|| unsafe {
        let ctx = Ctx::from_raw(global.cast_const().cast());
        let list = error_hooks::waiters_now(ctx, frame);
        list.map(|list| encoding::to_bits(list.raw().cast_const()))
    });
    list.ok().flatten().unwrap_or(encoding::to_bits(encoding::undefined()))
}

/// `new Promise`, in the engine's place.
pub(crate) unsafe extern "C" fn construct_promise(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe { answer_host(global, frame, promise_hooks::construct) }
}

/// `Promise()` without `new`, in the engine's place.
pub(crate) unsafe extern "C" fn call_promise(global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    unsafe { answer_host(global, frame, promise_hooks::call) }
}

/// Answers for the async function that runs: its body, or its promise. See [`crate::waiters::running_body`].
pub(crate) unsafe extern "C" fn running_body<const WHICH: usize>(
    global: *mut c_void,
    frame: *mut c_void,
) -> u64 {
    // SAFETY: the engine's arguments for a call that lasts as long as this function.
    let found = catch_unwind(|| unsafe {
        let ctx = Ctx::from_raw(global.cast_const().cast());
        let (body, promise) = crate::waiters::running_body(ctx, frame)?;
        let found = if WHICH == 0 { Some(body) } else { promise };
        found.map(|value| encoding::to_bits(value.raw()))
    });
    found.ok().flatten().unwrap_or(encoding::to_bits(encoding::undefined()))
}

/// Asks whether host calls work as expected; see [`frame::layout_is_known`].
pub(crate) unsafe extern "C" fn probe_frame(_global: *mut c_void, frame: *mut c_void) -> u64 {
    // SAFETY: the engine's frame for this call.
    let found = unsafe { frame::holds_probe_arguments(frame) };
    encoding::to_bits(encoding::boolean(found))
}

/// A script used up its time. `true` ends it.
pub(crate) unsafe extern "C" fn time_limit_reached(
    ctx: JSContextRef,
    watchdog: *mut c_void,
) -> bool {
    // SAFETY: the watchdog is inside the `VmInner` of the running machine; see `Watchdog::arm`.
    let watchdog = unsafe { &*watchdog.cast::<Watchdog>() };
    // SAFETY: the context is live during the callback.
    let group = unsafe { JSContextGetGroup(ctx) };
    // A callback that panics has no answer; ending the script is the one that cannot hang.
    let verdict = catch_unwind(AssertUnwindSafe(|| watchdog.overrun(ctx, group)));
    verdict.unwrap_or(Verdict::Terminate) == Verdict::Terminate
}

/// Runs `body` for a callback of the C API, which the engine calls without its lock: whoever has a `Ctx` holds it.
fn answer_c<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    exception: *mut JSValueRef,
    body: Body,
) -> JSValueRef {
    ctx.hold_lock(|| match outcome(ctx, args, body) {
        Ok(value) => value.raw(),
        Err(thrown) => {
            if thrown.is_termination(ctx) {
                insist(ctx);
            }
            // SAFETY: the engine passes a pointer to a place for the exception.
            unsafe { *exception = thrown.value().raw() };
            encoding::undefined()
        }
    })
}

/// The same for a function of the engine's own kind: called with the lock held, throwing through
/// the machine.
///
/// # Safety
/// `global` and `frame` must be what the engine passed to a host function, for the time of its
/// call.
unsafe fn answer_host(global: *mut c_void, frame: *mut c_void, body: Body) -> u64 {
    // SAFETY: the caller's promise; such functions are made only when the frame's layout is known.
    unsafe {
        let ctx = Ctx::from_raw(global.cast_const().cast());
        let passed = frame::arguments(ctx, frame);
        let args = Arguments::new(&passed);
        give_host(ctx, outcome(ctx, args, body))
    }
}

/// Gives the engine what a function of its own kind answers.
///
/// # Safety
/// Only in a host function.
#[inline]
unsafe fn give_host<'js>(ctx: Ctx<'js>, outcome: JsResult<'js, Value<'js>>) -> u64 {
    match outcome {
        Ok(value) => encoding::to_bits(value.raw()),
        Err(thrown) => {
            // SAFETY: the caller's promise.
            unsafe { throw(ctx, thrown.value().raw()) };
            encoding::to_bits(encoding::undefined())
        }
    }
}

/// What `body` gives; a panic is an error of JavaScript's.
#[inline]
fn outcome<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    body: Body,
) -> Result<Value<'js>, Exception<'js>> {
    caught(ctx, || body(ctx, args))
}

#[inline]
fn caught<'js>(
    ctx: Ctx<'js>,
    body: impl FnOnce() -> JsResult<'js, Value<'js>>,
) -> JsResult<'js, Value<'js>> {
    let outcome = catch_unwind(AssertUnwindSafe(body));
    payload::after_call(ctx);
    outcome.unwrap_or_else(|panic| Err(Exception::error(ctx, &panic_message(&*panic))))
}

/// Throws from a host function. What ends a script for good does not become an ordinary exception on
/// its way through Rust.
///
/// # Safety
/// As for [`engine::throw`].
#[cold]
unsafe fn throw(ctx: Ctx<'_>, thrown: JSValueRef) {
    // SAFETY: the caller's promise.
    unsafe {
        let is_termination = Exception::new(Value::from_raw(thrown)).is_termination(ctx);
        if is_termination && engine::throw_termination(ctx) {
            return;
        }
        if is_termination {
            insist(ctx);
        }
        engine::throw(ctx, thrown);
    }
}

/// Has the watchdog end the script as soon as it can.
#[cold]
fn insist(ctx: Ctx<'_>) {
    let vm = ctx.vm_inner();
    vm.watchdog.insist(vm.group);
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("native code panicked: {}", text.unwrap_or("no message"))
}
