//! How the engine packs a value into 64 bits, known here so that numbers, booleans, `undefined` and
//! `null` cross the boundary without a call.
//!
//! The C API takes its lock in every conversion (36 ns inside an entry, 113 ns in a callback);
//! testing the bits costs nothing. The layout is JavaScriptCore's on every 64-bit platform: a
//! double is its bits plus 2^49, an int32 has the top fifteen bits set, the four small constants
//! are below 16, anything without a number tag is a pointer to a heap cell. [`matches_engine`]
//! compares it with what the installed library makes, once per virtual machine; [`crate::Vm::new`]
//! refuses to go on when it differs.

use roundel_jsc_sys::{JSContextRef, JSValueMakeBoolean, JSValueMakeNull, JSValueMakeNumber};
use roundel_jsc_sys::{JSValueMakeUndefined, JSValueRef};

const NUMBER_TAG: u64 = 0xfffe_0000_0000_0000;
const DOUBLE_OFFSET: u64 = 1 << 49;
const NULL: u64 = 0x02;
const FALSE: u64 = 0x06;
const TRUE: u64 = 0x07;
const UNDEFINED: u64 = 0x0a;
const NOT_A_CELL: u64 = NUMBER_TAG | 0x02;

fn bits(value: JSValueRef) -> u64 {
    value.addr() as u64
}

/// The bits of a value, as a function of the engine's own kind returns them.
#[inline]
pub(crate) fn to_bits(value: JSValueRef) -> u64 {
    bits(value)
}

fn value(bits: u64) -> JSValueRef {
    std::ptr::without_provenance(bits as usize)
}

#[inline]
pub(crate) fn undefined() -> JSValueRef {
    value(UNDEFINED)
}

#[inline]
pub(crate) fn null() -> JSValueRef {
    value(NULL)
}

#[inline]
pub(crate) fn boolean(boolean: bool) -> JSValueRef {
    value(if boolean { TRUE } else { FALSE })
}

#[inline]
pub(crate) fn int32(number: i32) -> JSValueRef {
    value(NUMBER_TAG | u64::from(number as u32))
}

#[inline]
pub(crate) fn number(number: f64) -> JSValueRef {
    let integer = number as i32;
    if f64::from(integer).to_bits() == number.to_bits() {
        return int32(integer);
    }
    // Any NaN but the canonical one would be read back as a pointer.
    let number = if number.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { number };
    value(number.to_bits() + DOUBLE_OFFSET)
}

#[inline]
pub(crate) fn is_undefined(raw: JSValueRef) -> bool {
    bits(raw) == UNDEFINED
}

/// A null pointer also stands for `null` in this API.
#[inline]
pub(crate) fn is_null(raw: JSValueRef) -> bool {
    bits(raw) == NULL || raw.is_null()
}

#[inline]
pub(crate) fn as_bool(raw: JSValueRef) -> Option<bool> {
    match bits(raw) {
        TRUE => Some(true),
        FALSE => Some(false),
        _ => None,
    }
}

#[inline]
pub(crate) fn as_int32(raw: JSValueRef) -> Option<i32> {
    (bits(raw) & NUMBER_TAG == NUMBER_TAG).then_some(bits(raw) as u32 as i32)
}

#[inline]
pub(crate) fn as_number(raw: JSValueRef) -> Option<f64> {
    if let Some(integer) = as_int32(raw) {
        Some(f64::from(integer))
    } else if bits(raw) & NUMBER_TAG != 0 {
        Some(f64::from_bits(bits(raw) - DOUBLE_OFFSET))
    } else {
        None
    }
}

/// Whether the value is a heap cell: a string, a symbol, a bigint or an object.
#[inline]
pub(crate) fn is_cell(raw: JSValueRef) -> bool {
    !raw.is_null() && bits(raw) & NOT_A_CELL == 0
}

/// Whether the installed engine packs values the way this file does.
pub(crate) fn matches_engine(ctx: JSContextRef) -> bool {
    const NUMBERS: [f64; 10] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2_147_483_647.0,
        -2_147_483_648.0,
        2_147_483_648.0,
        0.5,
        f64::NAN,
        f64::NEG_INFINITY,
    ];
    // SAFETY: `ctx` is a live context of this thread, the only condition of these four functions.
    unsafe {
        JSValueMakeUndefined(ctx) == undefined()
            && JSValueMakeNull(ctx) == null()
            && JSValueMakeBoolean(ctx, true) == boolean(true)
            && JSValueMakeBoolean(ctx, false) == boolean(false)
            && NUMBERS.iter().all(|&sample| JSValueMakeNumber(ctx, sample) == number(sample))
    }
}
