//! The token that proves JavaScript may be touched: lock held, context alive, right thread.

use std::marker::PhantomData;
use std::rc::Rc;

use roundel_jsc_sys::private::*;
use roundel_jsc_sys::*;

use crate::brand::Brand;
use crate::context::{self, Context};
use crate::encoding;
use crate::exception::{Exception, JsResult, guarded};
use crate::fresh_string::FreshString;
use crate::object::Object;
use crate::string::JsString;
use crate::value::Value;
use crate::vm::{self, Vm, VmInner};

/// An entered context. Copied freely, passed first to everything that works on values.
#[derive(Clone, Copy)]
pub struct Ctx<'js> {
    raw: JSContextRef,
    brand: Brand<'js>,
}

impl<'js> Ctx<'js> {
    /// # Safety
    /// `raw` must be a live context of this thread for all of `'js`.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSContextRef) -> Ctx<'js> {
        Ctx { raw, brand: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(self) -> JSContextRef {
        self.raw
    }

    /// The global object.
    pub fn global(self) -> Object<'js> {
        // SAFETY: the context is live; it always has a global object.
        unsafe { Object::from_raw(JSContextGetGlobalObject(self.raw)) }
    }

    #[inline]
    pub fn undefined(self) -> Value<'js> {
        Value::undefined()
    }

    #[inline]
    pub fn null(self) -> Value<'js> {
        Value::null()
    }

    #[inline]
    pub fn boolean(self, boolean: bool) -> Value<'js> {
        // SAFETY: an immediate value, valid everywhere.
        unsafe { Value::from_raw(encoding::boolean(boolean)) }
    }

    #[inline]
    pub fn number(self, number: f64) -> Value<'js> {
        // SAFETY: an immediate value, valid everywhere.
        unsafe { Value::from_raw(encoding::number(number)) }
    }

    #[inline]
    pub fn int32(self, number: i32) -> Value<'js> {
        // SAFETY: an immediate value, valid everywhere.
        unsafe { Value::from_raw(encoding::int32(number)) }
    }

    /// A string value from UTF-8. Text that fits into Latin-1 has one byte per character in the engine.
    pub fn string(self, text: &str) -> Value<'js> {
        FreshString::new(text).into_value(self)
    }

    /// A string value from UTF-16 code units, lone surrogates included.
    pub fn string_from_utf16(self, units: &[u16]) -> Value<'js> {
        FreshString::from_utf16(units).into_value(self)
    }

    /// A string value from Latin-1 bytes, each one a character.
    pub fn string_from_latin1(self, bytes: &[u8]) -> Value<'js> {
        FreshString::from_latin1(bytes).into_value(self)
    }

    /// A fresh symbol.
    pub fn symbol(self, description: &str) -> Value<'js> {
        let description = JsString::new(description);
        // SAFETY: context and string are live.
        unsafe { Value::from_raw(JSValueMakeSymbol(self.raw, description.raw())) }
    }

    /// A bigint from a signed 64-bit integer.
    pub fn bigint_i64(self, integer: i64) -> JsResult<'js, Value<'js>> {
        // SAFETY: the context is live; `exception` points to a local of `guarded`.
        guarded(self, |exception| unsafe {
            Value::from_raw(JSBigIntCreateWithInt64(self.raw, integer, exception))
        })
    }

    /// A bigint from an unsigned 64-bit integer.
    pub fn bigint_u64(self, integer: u64) -> JsResult<'js, Value<'js>> {
        // SAFETY: as in `bigint_i64`.
        guarded(self, |exception| unsafe {
            Value::from_raw(JSBigIntCreateWithUInt64(self.raw, integer, exception))
        })
    }

    /// A bigint from decimal or `0x` digits of any length.
    pub fn bigint_parse(self, digits: &str) -> JsResult<'js, Value<'js>> {
        let digits = JsString::new(digits);
        // SAFETY: as in `bigint_i64`; the string is live.
        guarded(self, |exception| unsafe {
            Value::from_raw(JSBigIntCreateWithString(self.raw, digits.raw(), exception))
        })
    }

    /// A plain object.
    pub fn object(self) -> Object<'js> {
        // SAFETY: the context is live; no class and no data make a plain object.
        unsafe {
            Object::from_raw(JSObjectMake(self.raw, std::ptr::null_mut(), std::ptr::null_mut()))
        }
    }

    /// An array of the values.
    pub fn array(self, values: &[Value<'js>]) -> JsResult<'js, Object<'js>> {
        // SAFETY: `Value` is a transparent wrapper of the pointers the engine reads here.
        guarded(self, |exception| unsafe {
            Object::from_raw(JSObjectMakeArray(
                self.raw,
                values.len(),
                values.as_ptr().cast(),
                exception,
            ))
        })
    }

    /// A `Date` at `milliseconds` since the epoch.
    pub fn date(self, milliseconds: f64) -> JsResult<'js, Object<'js>> {
        let argument = self.number(milliseconds);
        // SAFETY: as in `array`, with one argument.
        guarded(self, |exception| unsafe {
            Object::from_raw(JSObjectMakeDate(self.raw, 1, (&raw const argument).cast(), exception))
        })
    }

    /// Parses JSON; `None` when it is not JSON.
    pub fn parse_json(self, json: &JsString) -> Option<Value<'js>> {
        // SAFETY: context and string are live; null stands for a syntax error.
        let raw = unsafe { JSValueMakeFromJSONString(self.raw, json.raw()) };
        // SAFETY: a value just made by the engine.
        (!raw.is_null()).then(|| unsafe { Value::from_raw(raw) })
    }

    /// Takes the engine's lock once more while `body` runs. Whoever has a `Ctx` holds it already, except
    /// at the very beginning of a C API callback.
    pub(crate) fn hold_lock<R>(self, body: impl FnOnce() -> R) -> R {
        struct Unlock(JSContextRef);
        impl Drop for Unlock {
            fn drop(&mut self) {
                // SAFETY: pairs with the lock below.
                unsafe { JSUnlock(self.0) };
            }
        }
        // SAFETY: the context is live and of this thread; the lock is recursive.
        unsafe { JSLock(self.raw) };
        let unlock = Unlock(self.raw);
        let result = body();
        drop(unlock);
        result
    }

    /// The value kept under its type by [`Context::set_data`], if this realm still has its
    /// [`Context`].
    #[inline]
    pub fn data<T: 'static>(self) -> Option<Rc<T>> {
        context::data_of(self.raw)
    }

    /// The owned handle of this context; `None` for a realm whose handle is gone.
    pub fn context(self) -> Option<Context> {
        context::of(self.raw)
    }

    /// The machine; `None` only for a realm all of whose siblings lost their handles.
    pub fn vm(self) -> Option<Vm> {
        vm::of_context(self.raw).map(|inner| Vm { inner })
    }

    /// The machine, in the one place where a missing one is a mistake: there is no `Ctx` without an
    /// entry, and an entry borrows a context handle of its machine.
    pub(crate) fn vm_inner(self) -> Rc<VmInner> {
        vm::of_context(self.raw).expect("an entered machine has a live context")
    }

    /// A full collection, finished when this returns.
    pub fn collect_garbage(self) {
        // SAFETY: the context is live.
        unsafe { JSSynchronousGarbageCollectForDebugging(self.raw) };
    }

    /// A collection of the young generation, finished when this returns.
    pub fn collect_young_garbage(self) {
        // SAFETY: the context is live.
        unsafe { JSSynchronousEdenCollectForDebugging(self.raw) };
    }

    /// Tells the collector about memory outside its heap that goes away with an object.
    pub fn report_extra_memory(self, size_bytes: usize) {
        // SAFETY: the context is live.
        unsafe { JSReportExtraMemoryCost(self.raw, size_bytes) };
    }

    /// The engine's own numbers: `heapSize`, `heapCapacity`, `extraMemorySize`, `objectCount`, …
    pub fn memory_statistics(self) -> Object<'js> {
        // SAFETY: the context is live; the function always makes an object.
        unsafe { Object::from_raw(JSGetMemoryUsageStatistics(self.raw)) }
    }

    /// The JavaScript frames on the stack, innermost first, one per line in the engine's form.
    /// Works in a watchdog callback, where no script may run.
    pub fn backtrace(self, max_frames: u32) -> String {
        // SAFETY: the context is live; the string returned is ours.
        unsafe { JsString::from_raw_opt(JSContextCreateBacktrace(self.raw, max_frames)) }
            .map(|frames| frames.to_string())
            .unwrap_or_default()
    }

    /// An `Error` with the message, thrown: `return ctx.throw("…")`.
    pub fn throw<T>(self, message: &str) -> JsResult<'js, T> {
        Err(Exception::error(self, message))
    }
}
