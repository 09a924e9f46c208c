//! Being told of errors while it can still be said who waits for what made them.
//!
//! The engine takes an error's stack when it makes the error, and the stack of a promise job ends with the job. Who waits
//! for the job is to be read from the heap ([`crate::waiters`]), but only until the job is over. So there are two moments:
//!
//! - A constructor of errors is called. Its cell has the addresses of the two functions behind a call and `new`; they are
//!   replaced by ours, which call them.
//! - An error that the engine itself threw leaves an async function: the function of the engine that rejects the promise is
//!   given the code of ours, and a twin keeps its own. The same is done to the functions that go on with who awaited, for
//!   what a handler of a promise threw.
//!
//! Both are changes of cells, checked before they are made, and cost nothing where no error is.

use std::ffi::c_void;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use roundel_jsc_sys::JSValueProtect;
use roundel_jsc_sys::cxx::HostFunction;

use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::function::{Arguments, Function, make_host_function};
use crate::object::Object;
use crate::persistent::Persistent;
use crate::trampoline;
use crate::value::Value;
use crate::waiters::{self, Combinator, Waiter, WaiterSamples};
use crate::{encoding, frame};

/// The constructors that can be hooked, by name.
pub const HOOKED_CONSTRUCTORS: [&str; CONSTRUCTORS] = [
    "Error",
    "TypeError",
    "RangeError",
    "SyntaxError",
    "ReferenceError",
    "EvalError",
    "URIError",
    "AggregateError",
];

const CONSTRUCTORS: usize = 8;

/// What the engine's constructors call, in pairs of call and `new`. Addresses of the library's code, which every machine
/// of the process shares: whoever stores one stores the same.
static ORIGINALS: [AtomicUsize; 2 * CONSTRUCTORS] = [const { AtomicUsize::new(0) }; 16];

/// Nobody reads so long a stack.
const MOST_WAITERS: usize = 64;
const MOST_FRAMES: usize = 256;

struct Hooks {
    told: Persistent,
    error_kind: u8,
    /// The twins that go on with an async function and an async generator.
    continuations: [Option<Persistent>; 2],
    /// The twin that rejects a promise.
    rejecting: Option<Persistent>,
}

impl<'js> Ctx<'js> {
    /// Calls `told(error, waiters, isDelivered)` for every error that is made in a promise job somebody waits for, and
    /// for every error that such a wait ends with. `waiters` is a flat list: of a function its body, its `this` and the
    /// number of its point of suspension; of a combinator its name, `null` and the index.
    ///
    /// `false` if this engine offers no way. `find_waiters` must have been asked first, with the same samples.
    pub fn hook_errors(
        self,
        constructors: &[Value<'js>; CONSTRUCTORS],
        samples: &WaiterSamples<'js>,
        told: Function<'js>,
    ) -> bool {
        let (Some(context), Some(first)) = (self.context(), constructors[0].as_object(self)) else {
            return false;
        };
        let all_fit = constructors.iter().zip(HOOKED_CONSTRUCTORS).all(|(&constructor, name)| {
            constructor.as_object(self).is_some_and(|it| is_constructor(self, it, name))
        });
        let Ok(sample) = first
            .as_function(self)
            .map_or(Err(()), |error| error.construct(self, &[]).map_err(drop))
        else {
            return false;
        };
        if !all_fit {
            return false;
        }
        for (index, constructor) in constructors.iter().enumerate() {
            // SAFETY: a constructor of errors, as was checked; the engine reads the two words in every call.
            unsafe { replace_functions(constructor.raw().cast_mut().cast(), index) };
        }
        // SAFETY: the samples that a layout was found with.
        let handlers = unsafe { waiters::rejection_handlers(self, samples) };
        let ours: [HostFunction; 2] =
            [trampoline::deliver_rejection::<0>, trampoline::deliver_rejection::<1>];
        let [first, second] = handlers;
        let continuations = [
            first.and_then(|handler| exchange(self, handler, ours[0])),
            second.and_then(|handler| exchange(self, handler, ours[1])),
        ];
        // SAFETY: as above.
        let rejecting = unsafe { waiters::rejecting_function(self, samples) }
            .and_then(|function| exchange(self, function, trampoline::reject_promise));
        context.set_data(Rc::new(Hooks {
            rejecting,
            told: Persistent::new(self, told),
            error_kind: sample.cell_type(),
            continuations,
        }));
        true
    }
}

/// Whether an object is laid out as the engine's constructor of this name: behind the header and the properties two
/// functions, the name, the realm.
fn is_constructor(ctx: Ctx<'_>, object: Object<'_>, name: &str) -> bool {
    let words = object.raw().cast_const().cast::<usize>();
    // SAFETY: a function of the engine's own kind has at least six words.
    unsafe {
        let is_code = |word: usize| word != 0 && word >> 47 == 0;
        let original_name = std::ptr::with_exposed_provenance(*words.add(4));
        is_code(*words.add(2))
            && is_code(*words.add(3))
            && *words.add(5) == ctx.raw().addr()
            && encoding::is_cell(original_name)
            && Value::from_raw(original_name)
                .as_string(ctx)
                .is_some_and(|found| found.to_string() == name)
    }
}

/// # Safety
/// `words` must be those of a constructor of errors.
unsafe fn replace_functions(words: *mut usize, index: usize) {
    for (at, ours) in trampoline::MAKE_ERROR[index].into_iter().enumerate() {
        // SAFETY: the caller's promise.
        let word = unsafe { words.add(2 + at) };
        let ours = ours as *const () as usize;
        // SAFETY: as above.
        unsafe {
            if *word != ours {
                ORIGINALS[2 * index + at].store(*word, Ordering::Relaxed);
                *word = ours;
            }
        }
    }
}

/// What a constructor called before it was hooked.
///
/// # Safety
/// Only from the function that took its place.
pub(crate) unsafe fn original(slot: usize) -> HostFunction {
    // SAFETY: the address of a function of this type, stored before ours was put in its place.
    unsafe { std::mem::transmute::<usize, HostFunction>(ORIGINALS[slot].load(Ordering::Relaxed)) }
}

/// Gives a function of the engine the code of `ours`, and its own code to a new function.
fn exchange<'js>(ctx: Ctx<'js>, function: Function<'js>, ours: HostFunction) -> Option<Persistent> {
    let donor = make_host_function(ctx, "", ours)?;
    exchange_with(ctx, function, donor).map(|twin| Persistent::new(ctx, twin))
}

/// The same with the code of `donor`, which is given up for it. The answer is the new function.
pub(crate) fn exchange_with<'js>(
    ctx: Ctx<'js>,
    function: Function<'js>,
    donor: Function<'js>,
) -> Option<Function<'js>> {
    const SCOPE: usize = 2;
    const EXECUTABLE: usize = 3;
    let twin = make_host_function(ctx, "", trampoline::probe_frame)?;
    let words = |function: Function<'js>| function.as_object().raw().cast::<usize>();
    // SAFETY: all three are functions of one class, with a scope and an executable. The executables are protected for the
    // life of the machine, so that no barrier has to tell the collector of the exchange.
    unsafe {
        let (of_function, of_donor, of_twin) = (words(function), words(donor), words(twin));
        let executables = [waiters::executable_address(function)?, *of_donor.add(EXECUTABLE)];
        if executables.iter().any(|word| word & 7 != 0) {
            return None;
        }
        for executable in executables {
            JSValueProtect(ctx.raw(), std::ptr::with_exposed_provenance(executable));
        }
        *of_twin.add(SCOPE) = *of_function.add(SCOPE);
        *of_twin.add(EXECUTABLE) = executables[0];
        *of_function.add(EXECUTABLE) = executables[1];
    }
    Some(twin)
}

/// An error was made by the host function of `frame`.
///
/// # Safety
/// `frame` must be what the engine passed to the host function that runs.
pub(crate) unsafe fn made<'js>(ctx: Ctx<'js>, frame: *mut c_void, error: Value<'js>) {
    let Some(hooks) = ctx.data::<Hooks>() else { return };
    // SAFETY: the caller's promise.
    let chain = unsafe { waiters::of_running_job(ctx, frame, MOST_FRAMES) };
    if let Some(chain) = chain {
        tell(ctx, &hooks, error, chain, false);
    }
}

/// An async function threw, and its promise is about to be rejected: `(promise, reason)`.
///
/// # Safety
/// As for `made`.
pub(crate) unsafe fn rejecting<'js>(ctx: Ctx<'js>, frame: *mut c_void) {
    let Some(hooks) = ctx.data::<Hooks>() else { return };
    // SAFETY: the caller's promise; a cell has a kind.
    unsafe {
        let passed = frame::arguments(ctx, frame);
        let reason = Arguments::new(&passed).at(1);
        let is_error = encoding::is_cell(reason.raw())
            && frame::cell_type(reason.raw().cast()) == hooks.error_kind;
        if is_error {
            made(ctx, frame, reason);
        }
    }
}

/// Goes on with what the engine's own function does.
pub(crate) fn reject<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(hooks) = ctx.data::<Hooks>() else { return Ok(ctx.undefined()) };
    let twin = hooks.rejecting.as_ref().and_then(|twin| twin.get(ctx).as_function(ctx));
    match twin {
        Some(twin) => twin.call(ctx, None, &[args.at(0), args.at(1)]),
        None => Ok(ctx.undefined()),
    }
}

/// Who waits for the job that the host function of `frame` is called in.
///
/// # Safety
/// As for `made`.
pub(crate) unsafe fn waiters_now<'js>(ctx: Ctx<'js>, frame: *mut c_void) -> Option<Object<'js>> {
    // SAFETY: the caller's promise.
    let chain = unsafe { waiters::of_running_job(ctx, frame, MOST_FRAMES)? };
    describe(ctx, chain).ok().flatten()
}

impl<'js> Ctx<'js> {
    /// Who waits for a promise, in the form of [`Ctx::hook_errors`]; `None` if nobody does or that is not to be read.
    pub fn waiters_of(self, promise: Value<'js>) -> JsResult<'js, Option<Object<'js>>> {
        match waiters::of_promise(self, promise) {
            Some(chain) => describe(self, chain),
            None => Ok(None),
        }
    }
}

/// An async function is about to go on with a rejection: arguments of the engine's function.
pub(crate) fn delivered<'js>(
    ctx: Ctx<'js>,
    which: usize,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let Some(hooks) = ctx.data::<Hooks>() else { return Ok(ctx.undefined()) };
    let (reason, generator) = (args.at(0), args.at(1));
    if encoding::is_cell(reason.raw())
        // SAFETY: a live cell.
        && unsafe { frame::cell_type(reason.raw().cast()) } == hooks.error_kind
    {
        // SAFETY: a live value.
        let chain = unsafe { waiters::from_generator(ctx, generator) };
        if let Some(chain) = chain {
            tell(ctx, &hooks, reason, chain, true);
        }
    }
    let continuation = hooks.continuations[which].as_ref().map(|twin| twin.get(ctx));
    match continuation.and_then(|twin| twin.as_function(ctx)) {
        Some(twin) => twin.call(ctx, None, &[reason, generator]),
        None => Ok(ctx.undefined()),
    }
}

/// What goes wrong meanwhile, for want of stack perhaps, is not the program's.
fn tell<'js>(
    ctx: Ctx<'js>,
    hooks: &Hooks,
    error: Value<'js>,
    chain: impl Iterator<Item = Waiter<'js>>,
    is_delivered: bool,
) {
    let told = hooks.told.get(ctx).as_function(ctx);
    // Of an error that was made while nobody waited that is worth knowing: it may be delivered to somebody later.
    let list = describe(ctx, chain).and_then(|list| match list {
        None if !is_delivered => ctx.array(&[]).map(Some),
        list => Ok(list),
    });
    if let (Some(told), Ok(Some(list))) = (told, list) {
        let _ = told.call(ctx, None, &[error, list.into(), ctx.boolean(is_delivered)]);
    }
}

/// The list that `hook_errors` speaks of; `None` if nobody waits.
fn describe<'js>(
    ctx: Ctx<'js>,
    chain: impl Iterator<Item = Waiter<'js>>,
) -> JsResult<'js, Option<Object<'js>>> {
    let mut list: Option<Object<'js>> = None;
    let mut length = 0;
    for waiter in chain.take(MOST_WAITERS) {
        let list = match list {
            Some(list) => list,
            None => *list.insert(ctx.array(&[])?),
        };
        let parts = match waiter {
            Waiter::Function { body, this, suspension } => {
                [body.into(), this, ctx.number(suspension.into())]
            }
            Waiter::Combinator { kind, index } => {
                let name = match kind {
                    Combinator::All => "all",
                    Combinator::AllSettled => "allSettled",
                    Combinator::Any => "any",
                };
                [ctx.string(name), ctx.null(), ctx.number(index.into())]
            }
        };
        for part in parts {
            list.set_index(ctx, length, part)?;
            length += 1;
        }
    }
    Ok(list)
}
