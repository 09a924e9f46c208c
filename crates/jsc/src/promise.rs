//! Promises: made and settled from Rust, and looked into.
//!
//! Nothing that the engine exports in every release tells what has become of a promise. Its cell
//! does: behind the header and the word for properties stand a word with flags and a word that is
//! the result once there is one. Which bits of their word the flags are has changed between
//! releases, so [`Layout::find`] makes promises whose states it knows, and takes the reading that is
//! right about all of them. An engine that keeps its promises in another way is one that does not
//! tell: the answers are `None` then, and nothing else depends on them.

use std::cell::OnceCell;

use roundel_jsc_sys::{JSObjectMakeDeferredPromise, JSObjectRef, JSValueRef};

use crate::ctx::Ctx;
use crate::exception::{Exception, JsResult, guarded};
use crate::function::Function;
use crate::object::{Attributes, Object};
use crate::value::Value;

/// A promise with the two functions that settle it.
#[derive(Clone, Copy)]
pub struct Deferred<'js> {
    pub promise: Object<'js>,
    pub resolve: Function<'js>,
    pub reject: Function<'js>,
}

impl<'js> Ctx<'js> {
    /// A pending promise. Whatever a script did to `Promise` does not matter.
    pub fn deferred(self) -> JsResult<'js, Deferred<'js>> {
        let mut resolve: JSObjectRef = std::ptr::null_mut();
        let mut reject: JSObjectRef = std::ptr::null_mut();
        // SAFETY: the context is live; the engine writes two functions into the locals.
        let promise = guarded(self, |exception| unsafe {
            JSObjectMakeDeferredPromise(self.raw(), &mut resolve, &mut reject, exception)
        })?;
        // SAFETY: without an exception all three are live.
        unsafe {
            Ok(Deferred {
                promise: Object::from_raw(promise),
                resolve: Function::from_raw(resolve),
                reject: Function::from_raw(reject),
            })
        }
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

/// What has become of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

impl<'js> Value<'js> {
    /// State and result if the value is a promise and the engine tells.
    pub fn promise_state(self, ctx: Ctx<'js>) -> Option<(PromiseState, Value<'js>)> {
        let (layout, promise) = self.as_promise(ctx)?;
        // SAFETY: a live promise, and the layout is that of this engine.
        let words = unsafe { Words::read(promise) };
        match layout.flags(words) & STATE {
            FULFILLED => Some((PromiseState::Fulfilled, words.result(ctx))),
            REJECTED => Some((PromiseState::Rejected, words.result(ctx))),
            _ => Some((PromiseState::Pending, Value::undefined())),
        }
    }

    /// Whether the value is a rejected promise that has a handler; `None` if it is no promise or
    /// the engine does not tell. Of a promise that is not rejected the engine may say either.
    pub fn is_handled_promise(self, ctx: Ctx<'js>) -> Option<bool> {
        let (layout, promise) = self.as_promise(ctx)?;
        // SAFETY: as in `promise_state`.
        Some(layout.flags(unsafe { Words::read(promise) }) & HANDLED != 0)
    }

    fn as_promise(self, ctx: Ctx<'js>) -> Option<(Layout, Object<'js>)> {
        let object = self.as_object(ctx)?;
        let known = KNOWN.with(|known| known.get().copied());
        let known = match known {
            Some(known) => known,
            // An answer that could not be found now, for want of stack perhaps, may be found later.
            None => {
                let found = Known::find(ctx).ok()?;
                KNOWN.with(|known| *known.get_or_init(|| found))
            }
        };
        (object.cell_type() == known.cell_type).then_some((known.layout?, object))
    }
}

thread_local! {
    static KNOWN: OnceCell<Known> = const { OnceCell::new() };
}

/// What there is to know about the engine's promises, found out when it is first asked for.
#[derive(Clone, Copy)]
struct Known {
    cell_type: u8,
    layout: Option<Layout>,
}

/// The words of a promise's cell that hold its state.
#[derive(Clone, Copy, Debug)]
struct Words {
    flags: u64,
    result: u64,
}

const FLAGS_WORD: usize = 2;
const RESULT_WORD: usize = 3;

/// The flags, wherever they are.
const STATE: u64 = 0b011;
const FULFILLED: u64 = 1;
const REJECTED: u64 = 2;
const HANDLED: u64 = 0b100;

/// Where the flags are in their word, counted from its lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    shift: u32,
}

/// A number in place of an object, so that no script can be asked for its `then`.
const SAMPLE_RESULT: f64 = 1234.5;

impl Words {
    /// # Safety
    /// A live promise.
    unsafe fn read(promise: Object<'_>) -> Words {
        let words = promise.raw().cast_const().cast::<u64>();
        // SAFETY: no layout of header, properties, state and result takes less than four words, and
        // cells are aligned to two.
        unsafe { Words { flags: *words.add(FLAGS_WORD), result: *words.add(RESULT_WORD) } }
    }

    fn result<'js>(self, _: Ctx<'js>) -> Value<'js> {
        let raw: JSValueRef = std::ptr::with_exposed_provenance(self.result as usize);
        // SAFETY: the result word of a settled promise is a value that the promise keeps alive.
        unsafe { Value::from_raw(raw) }
    }
}

/// Promises whose states are known, in the order of [`Layout::explaining`]'s questions.
struct Samples {
    pending: Words,
    pending_handled: Words,
    rejected_handled: Words,
    fulfilled: Words,
}

impl Layout {
    /// Up to release 2.52 the flags are a number among values; from 2.54 on the upper bits of a
    /// pointer.
    const ALL: [Layout; 2] = [Layout { shift: 0 }, Layout { shift: 48 }];

    fn flags(self, words: Words) -> u64 {
        words.flags >> self.shift & (STATE | HANDLED)
    }

    /// The layout under which all samples are what they are known to be; `result` is that of the
    /// settled ones.
    fn explaining(samples: &Samples, result: u64) -> Option<Layout> {
        Layout::ALL.into_iter().find(|layout| {
            layout.flags(samples.pending) == 0
                && layout.flags(samples.pending_handled) == HANDLED
                && layout.flags(samples.rejected_handled) == REJECTED | HANDLED
                && layout.flags(samples.fulfilled) & STATE == FULFILLED
                && samples.rejected_handled.result == result
                && samples.fulfilled.result == result
        })
    }
}

impl Known {
    /// Makes the samples. The rejected one has a handler by then, so nobody hears of it.
    fn find<'js>(ctx: Ctx<'js>) -> JsResult<'js, Known> {
        let settled = ctx.number(SAMPLE_RESULT);
        let failing = ctx.deferred()?;
        let cell_type = failing.promise.cell_type();
        // SAFETY: a live promise.
        let read = |deferred: Deferred<'js>| unsafe { Words::read(deferred.promise) };
        let pending = read(failing);
        let then = ctx.context().and_then(|context| {
            context.inner().intrinsics.get().and_then(|known| known.promise_then(ctx))
        });
        // A realm without its handle cannot make the samples; another one may.
        let then = then.ok_or_else(|| Exception::error(ctx, "no intrinsics"))?;
        // `then` asks for the constructor, which a script may have replaced.
        failing.promise.define(ctx, "constructor", ctx.undefined(), Attributes::HIDDEN)?;
        let ignore = ctx.function("", |ctx, _| Ok(ctx.undefined()));
        then.call(ctx, failing.promise, &[ctx.undefined(), ignore.into()])?;
        let pending_handled = read(failing);
        failing.reject.call(ctx, None, &[settled])?;
        let rejected_handled = read(failing);
        let succeeding = ctx.deferred()?;
        succeeding.resolve.call(ctx, None, &[settled])?;
        let fulfilled = read(succeeding);
        let samples = Samples { pending, pending_handled, rejected_handled, fulfilled };
        let layout = Layout::explaining(&samples, settled.raw().addr() as u64);
        Ok(Known { cell_type, layout })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(flags: [u64; 4], result: u64) -> Samples {
        let [pending, pending_handled, rejected_handled, fulfilled] =
            flags.map(|flags| Words { flags, result });
        Samples { pending, pending_handled, rejected_handled, fulfilled }
    }

    /// As found in memory, release by release.
    const UP_TO_2_52: [u64; 4] = [
        0xfffe_0000_0000_0000,
        0xfffe_0000_0000_0004,
        0xfffe_0000_0000_000e,
        0xfffe_0000_0000_0009,
    ];
    const FROM_2_54: [u64; 4] =
        [0, 0x0004_7ff3_2705_e228, 0x000e_0000_0000_0000, 0x0009_0000_0000_0000];

    #[test]
    fn each_release_has_one_reading() {
        let read = |flags| Layout::explaining(&samples(flags, 7), 7);
        assert_eq!(read(UP_TO_2_52), Some(Layout { shift: 0 }));
        assert_eq!(read(FROM_2_54), Some(Layout { shift: 48 }));
    }

    #[test]
    fn what_is_not_understood_is_not_read() {
        let unknown = FROM_2_54.map(|flags| flags.rotate_left(8));
        assert_eq!(Layout::explaining(&samples(unknown, 7), 7), None);
        // The flags alone are not enough: the result must be where it is looked for.
        assert_eq!(Layout::explaining(&samples(FROM_2_54, 7), 8), None);
    }
}
