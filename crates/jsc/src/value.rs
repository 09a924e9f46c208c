//! A JavaScript value on the stack.
//!
//! The collector finds values by scanning the machine stack, which is why a `Value` is one machine
//! word, is `Copy`, and must stay on the stack: the lifetime keeps it inside its entry, and the one
//! rule that the compiler cannot check is not to put it into a heap structure (`Vec`, `Box`). Two
//! lints of the repository do: `cargo xtask tidy` for the types that are written down, `cargo xtask
//! values` for those that the compiler infers. What the rule protects is shown by
//! `what_only_the_heap_knows_is_collected` in `tests/suite/value_lists.rs`. What is to be kept is a
//! [`crate::Persistent`]; a list of values is a [`crate::ValueList`], a JavaScript array or a
//! fixed-size Rust array.

use std::marker::PhantomData;

use roundel_jsc_sys::*;

use crate::brand::Brand;
use crate::characters;
use crate::ctx::Ctx;
use crate::encoding;
use crate::exception::{JsResult, guarded};
use crate::function::Function;
use crate::object::Object;
use crate::string::JsString;

/// Any JavaScript value, alive as long as it is on the stack.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Value<'js> {
    raw: JSValueRef,
    brand: Brand<'js>,
}

/// The eight kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Object,
    Symbol,
    BigInt,
}

impl<'js> Value<'js> {
    /// # Safety
    /// `raw` must be a live value of the machine that `'js` is an entry of.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSValueRef) -> Value<'js> {
        Value { raw, brand: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(self) -> JSValueRef {
        self.raw
    }

    #[inline]
    pub fn undefined() -> Value<'js> {
        Value { raw: encoding::undefined(), brand: PhantomData }
    }

    #[inline]
    pub fn null() -> Value<'js> {
        Value { raw: encoding::null(), brand: PhantomData }
    }

    /// The kind, as `typeof` has it except that `null` is apart and functions are objects.
    #[allow(non_upper_case_globals)]
    pub fn kind(self, ctx: Ctx<'js>) -> Kind {
        // SAFETY: context and value are live.
        match unsafe { JSValueGetType(ctx.raw(), self.raw) } {
            kJSTypeNull => Kind::Null,
            kJSTypeBoolean => Kind::Boolean,
            kJSTypeNumber => Kind::Number,
            kJSTypeString => Kind::String,
            kJSTypeObject => Kind::Object,
            kJSTypeSymbol => Kind::Symbol,
            kJSTypeBigInt => Kind::BigInt,
            _ => Kind::Undefined,
        }
    }

    #[inline]
    pub fn is_undefined(self) -> bool {
        encoding::is_undefined(self.raw)
    }

    #[inline]
    pub fn is_null(self) -> bool {
        encoding::is_null(self.raw)
    }

    #[inline]
    pub fn is_nullish(self) -> bool {
        self.is_undefined() || self.is_null()
    }

    pub fn is_string(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and value are live.
        encoding::is_cell(self.raw) && unsafe { JSValueIsString(ctx.raw(), self.raw) }
    }

    pub fn is_object(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and value are live.
        encoding::is_cell(self.raw) && unsafe { JSValueIsObject(ctx.raw(), self.raw) }
    }

    pub fn is_function(self, ctx: Ctx<'js>) -> bool {
        self.as_function(ctx).is_some()
    }

    pub fn is_array(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and value are live.
        encoding::is_cell(self.raw) && unsafe { JSValueIsArray(ctx.raw(), self.raw) }
    }

    pub fn is_date(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and value are live.
        encoding::is_cell(self.raw) && unsafe { JSValueIsDate(ctx.raw(), self.raw) }
    }

    pub fn is_symbol(self, ctx: Ctx<'js>) -> bool {
        self.kind(ctx) == Kind::Symbol
    }

    pub fn is_bigint(self, ctx: Ctx<'js>) -> bool {
        self.kind(ctx) == Kind::BigInt
    }

    /// The boolean, if it is one. Nothing is converted.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        encoding::as_bool(self.raw)
    }

    /// The number, if it is one. Nothing is converted.
    #[inline]
    pub fn as_number(self) -> Option<f64> {
        encoding::as_number(self.raw)
    }

    /// The number, if it is one with an exact `i32` value.
    #[inline]
    pub fn as_int32(self) -> Option<i32> {
        match encoding::as_int32(self.raw) {
            Some(integer) => Some(integer),
            None => {
                let number = encoding::as_number(self.raw)?;
                let integer = number as i32;
                (f64::from(integer) == number).then_some(integer)
            }
        }
    }

    /// The object, if it is one. Nothing is converted.
    pub fn as_object(self, ctx: Ctx<'js>) -> Option<Object<'js>> {
        // SAFETY: the value is an object, checked here.
        self.is_object(ctx).then(|| unsafe { Object::from_raw(self.raw.cast_mut()) })
    }

    /// The function, if it is one.
    pub fn as_function(self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        self.as_object(ctx)?.as_function(ctx)
    }

    /// The string, if it is one. Nothing is converted, no characters are copied.
    pub fn as_string(self, ctx: Ctx<'js>) -> Option<JsString> {
        if self.is_string(ctx) { self.to_js_string(ctx).ok() } else { None }
    }

    /// JavaScript's truthiness.
    pub fn to_bool(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and value are live.
        self.as_bool().unwrap_or_else(|| unsafe { JSValueToBoolean(ctx.raw(), self.raw) })
    }

    /// `Number(value)`: may run script and throw, unless it already is a number.
    #[inline]
    pub fn to_number(self, ctx: Ctx<'js>) -> JsResult<'js, f64> {
        match self.as_number() {
            Some(number) => Ok(number),
            None => guarded(ctx, |exception| {
                // SAFETY: context and value are live; `exception` points to a local of `guarded`.
                unsafe { JSValueToNumber(ctx.raw(), self.raw, exception) }
            }),
        }
    }

    /// JavaScript's `value | 0`.
    pub fn to_int32(self, ctx: Ctx<'js>) -> JsResult<'js, i32> {
        match encoding::as_int32(self.raw) {
            Some(integer) => Ok(integer),
            None => guarded(ctx, |exception| {
                // SAFETY: as in `to_number`.
                unsafe { JSValueToInt32(ctx.raw(), self.raw, exception) }
            }),
        }
    }

    /// JavaScript's `value >>> 0`.
    pub fn to_uint32(self, ctx: Ctx<'js>) -> JsResult<'js, u32> {
        self.to_int32(ctx).map(|integer| integer as u32)
    }

    /// The low 64 bits of a bigint, or a number truncated; signed.
    pub fn to_i64(self, ctx: Ctx<'js>) -> JsResult<'js, i64> {
        // SAFETY: as in `to_number`.
        guarded(ctx, |exception| unsafe { JSValueToInt64(ctx.raw(), self.raw, exception) })
    }

    /// The low 64 bits of a bigint, or a number truncated; unsigned.
    pub fn to_u64(self, ctx: Ctx<'js>) -> JsResult<'js, u64> {
        // SAFETY: as in `to_number`.
        guarded(ctx, |exception| unsafe { JSValueToUInt64(ctx.raw(), self.raw, exception) })
    }

    /// `String(value)`, sharing the engine's characters. A symbol throws.
    pub fn to_js_string(self, ctx: Ctx<'js>) -> JsResult<'js, JsString> {
        // SAFETY: as in `to_number`; without an exception the string is not null and ours to
        // release.
        guarded(ctx, |exception| unsafe { JSValueToStringCopy(ctx.raw(), self.raw, exception) })
            // SAFETY: as above.
            .map(|raw| unsafe { JsString::from_raw(raw) })
    }

    /// `String(value)` as UTF-8; a lone surrogate becomes U+FFFD.
    pub fn to_rust_string(self, ctx: Ctx<'js>) -> JsResult<'js, String> {
        match characters::of_string(self) {
            // No JavaScript runs meanwhile, and `self` stays on the stack.
            Some(characters) => {
                let text = characters.to_rust_string();
                std::hint::black_box(self);
                Ok(text)
            }
            None => self.to_js_string(ctx).map(|string| string.to_string()),
        }
    }

    /// `Object(value)`; `undefined` and `null` throw.
    pub fn to_object(self, ctx: Ctx<'js>) -> JsResult<'js, Object<'js>> {
        // SAFETY: as in `to_number`; without an exception the object is not null.
        guarded(ctx, |exception| unsafe { JSValueToObject(ctx.raw(), self.raw, exception) })
            // SAFETY: as above.
            .map(|raw| unsafe { Object::from_raw(raw) })
    }

    /// `JSON.stringify(value, null, indent)`; `None` where that gives `undefined`.
    pub fn to_json(self, ctx: Ctx<'js>, indent: u32) -> JsResult<'js, Option<JsString>> {
        // SAFETY: as in `to_number`; the string, if any, is ours to release.
        guarded(ctx, |exception| unsafe {
            JSValueCreateJSONString(ctx.raw(), self.raw, indent, exception)
        })
        // SAFETY: as above.
        .map(|raw| unsafe { JsString::from_raw_opt(raw) })
    }

    /// `===`.
    pub fn strict_equals(self, ctx: Ctx<'js>, other: Value<'js>) -> bool {
        // SAFETY: context and values are live.
        unsafe { JSValueIsStrictEqual(ctx.raw(), self.raw, other.raw) }
    }

    /// `value instanceof constructor`.
    pub fn instance_of(
        self,
        ctx: Ctx<'js>,
        constructor: impl Into<Object<'js>>,
    ) -> JsResult<'js, bool> {
        let constructor = constructor.into();
        // SAFETY: as in `to_number`.
        guarded(ctx, |exception| unsafe {
            JSValueIsInstanceOfConstructor(ctx.raw(), self.raw, constructor.raw(), exception)
        })
    }
}
