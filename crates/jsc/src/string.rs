//! The engine's strings: reference-counted, immutable, not tied to a machine.
//!
//! Inside the engine a string is Latin-1 (one byte per character) or UTF-16. The C API creates the
//! narrow form only from ASCII; asking for UTF-16 makes the engine keep a second, wide copy. So
//! conversions here try the narrow way first: ASCII goes in and out by one copy each.
//!
//! What only passes through has a shorter way: into JavaScript as a [`crate::FreshString`], out of it by
//! [`Value::to_rust_string`] and [`Value::with_characters`].

use std::ffi::{CStr, c_char};
use std::fmt;

use roundel_jsc_sys::*;

use crate::ctx::Ctx;
use crate::engine;
use crate::fresh_string::Owned;
use crate::value::Value;

/// A string held outside the collector's heap. Also serves as a prepared property name.
pub struct JsString {
    raw: JSStringRef,
}

impl JsString {
    /// From UTF-8.
    pub fn new(text: &str) -> JsString {
        if text.is_ascii()
            && let Some(string) = Owned::from_latin1(text.as_bytes()).and_then(JsString::adopt)
        {
            return string;
        }
        if text.is_ascii() && !text.as_bytes().contains(&0) {
            return JsString::from_ascii(text.as_bytes());
        }
        // A C string cannot hold U+0000, and beyond ASCII the engine would decode to UTF-16 anyway.
        let units: Vec<u16> = text.encode_utf16().collect();
        JsString::from_utf16(&units)
    }

    /// From UTF-16 code units, lone surrogates included.
    pub fn from_utf16(units: &[u16]) -> JsString {
        if let Some(string) = Owned::from_utf16(units).and_then(JsString::adopt) {
            return string;
        }
        // SAFETY: the engine copies `len` units from the pointer.
        unsafe { JsString::from_raw(JSStringCreateWithCharacters(units.as_ptr(), units.len())) }
    }

    /// From Latin-1 bytes, each one a character.
    pub fn from_latin1(bytes: &[u8]) -> JsString {
        if let Some(string) = Owned::from_latin1(bytes).and_then(JsString::adopt) {
            return string;
        }
        if bytes.is_ascii() && !bytes.contains(&0) {
            return JsString::from_ascii(bytes);
        }
        let units: Vec<u16> = bytes.iter().map(|&byte| u16::from(byte)).collect();
        JsString::from_utf16(&units)
    }

    /// A string of the engine as one of the C API.
    fn adopt(string: Owned) -> Option<JsString> {
        let adopt = engine::functions().try_create_string?;
        let mut word = string.into_raw().cast_const().cast();
        // SAFETY: the one reference of a live string; the engine takes it and leaves null in its place.
        let raw = unsafe { adopt(&raw mut word).word.assume_init() };
        debug_assert!(word.is_null());
        // SAFETY: a string of the C API with one reference, or null.
        unsafe { JsString::from_raw_opt(raw.cast_mut().cast()) }
    }

    /// `bytes` are ASCII without NUL.
    fn from_ascii(bytes: &[u8]) -> JsString {
        const ON_STACK: usize = 256;
        if bytes.len() < ON_STACK {
            let mut buffer = [0_u8; ON_STACK];
            buffer[..bytes.len()].copy_from_slice(bytes);
            // SAFETY: the buffer ends in a zero byte; the engine copies from it.
            return unsafe {
                JsString::from_raw(JSStringCreateWithUTF8CString(buffer.as_ptr().cast()))
            };
        }
        let mut buffer = Vec::with_capacity(bytes.len() + 1);
        buffer.extend_from_slice(bytes);
        buffer.push(0);
        // SAFETY: as above.
        unsafe { JsString::from_raw(JSStringCreateWithUTF8CString(buffer.as_ptr().cast())) }
    }

    /// From a C string in UTF-8, without a copy on the Rust side.
    pub fn from_c_str(text: &CStr) -> JsString {
        if text.to_str().is_err() {
            return JsString::new(&text.to_string_lossy());
        }
        // SAFETY: a valid, terminated string; the engine copies from it.
        unsafe { JsString::from_raw(JSStringCreateWithUTF8CString(text.as_ptr())) }
    }

    /// # Safety
    /// `raw` must be a string with a reference that passes to the result.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSStringRef) -> JsString {
        debug_assert!(!raw.is_null());
        JsString { raw }
    }

    /// # Safety
    /// As `from_raw`, or null.
    pub(crate) unsafe fn from_raw_opt(raw: JSStringRef) -> Option<JsString> {
        (!raw.is_null()).then(|| JsString { raw })
    }

    #[inline]
    pub(crate) fn raw(&self) -> JSStringRef {
        self.raw
    }

    /// Length in UTF-16 code units, as `length` has it.
    pub fn len(&self) -> usize {
        // SAFETY: the string is live.
        unsafe { JSStringGetLength(self.raw) }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// As a JavaScript value. The engine copies the characters; [`crate::FreshString`] goes without.
    pub fn to_value<'js>(&self, ctx: Ctx<'js>) -> Value<'js> {
        // SAFETY: context and string are live.
        unsafe { Value::from_raw(JSValueMakeString(ctx.raw(), self.raw)) }
    }

    /// The UTF-16 code units. For a narrow string the engine makes and keeps a wide copy.
    pub fn as_utf16(&self) -> &[u16] {
        // SAFETY: the pointer holds `len` units and is valid as long as the string, which `self`
        // keeps.
        unsafe {
            let units = JSStringGetCharactersPtr(self.raw);
            if units.is_null() { &[] } else { std::slice::from_raw_parts(units, self.len()) }
        }
    }

    /// As UTF-8, if it has no lone surrogate.
    pub fn to_utf8(&self) -> Option<String> {
        let length = self.len();
        // ASCII needs exactly `length` bytes and the terminator; anything else comes back cut short
        // or with a byte that is not ASCII.
        let bytes = self.copy_utf8(length + 1);
        if bytes.len() == length && bytes.is_ascii() {
            return String::from_utf8(bytes).ok();
        }
        // SAFETY: the string is live.
        let size_bytes = unsafe { JSStringGetMaximumUTF8CStringSize(self.raw) };
        let text = String::from_utf8(self.copy_utf8(size_bytes)).ok()?;
        // The engine stops at a lone surrogate without saying so.
        (text.encode_utf16().count() == length).then_some(text)
    }

    /// At most `size_bytes - 1` bytes of UTF-8; the engine writes the terminator into the last one.
    fn copy_utf8(&self, size_bytes: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::with_capacity(size_bytes);
        // SAFETY: the engine writes at most `size_bytes` bytes into the reserved space and returns
        // how many, the terminator included.
        unsafe {
            let buffer = bytes.as_mut_ptr().cast::<c_char>();
            let written = JSStringGetUTF8CString(self.raw, buffer, size_bytes);
            bytes.set_len(written.saturating_sub(1));
        }
        bytes
    }
}

impl fmt::Display for JsString {
    /// A lone surrogate is shown as U+FFFD.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_utf8() {
            Some(text) => formatter.write_str(&text),
            None => formatter.write_str(&String::from_utf16_lossy(self.as_utf16())),
        }
    }
}

impl fmt::Debug for JsString {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.to_string())
    }
}

impl PartialEq for JsString {
    fn eq(&self, other: &JsString) -> bool {
        // SAFETY: both strings are live.
        unsafe { JSStringIsEqual(self.raw, other.raw) }
    }
}

impl Eq for JsString {}

impl From<&str> for JsString {
    fn from(text: &str) -> JsString {
        JsString::new(text)
    }
}

impl Clone for JsString {
    fn clone(&self) -> JsString {
        // SAFETY: the string is live; the new reference passes to the result.
        unsafe { JsString::from_raw(JSStringRetain(self.raw)) }
    }
}

impl Drop for JsString {
    fn drop(&mut self) {
        // SAFETY: the one reference this handle holds.
        unsafe { JSStringRelease(self.raw) };
    }
}
