//! Looking at the characters of a string where they are.
//!
//! A string of JavaScript is a cell that points to a `WTF::StringImpl`, or a rope that has not been put together; the C
//! API puts it together when it copies. The slice is valid while the cell lives and no JavaScript runs, because a string
//! that becomes a unique name may change the memory it points to; so a look is scoped as one at bytes is (`bytes.rs`).

use std::sync::OnceLock;

use roundel_jsc_sys::JSValueRef;
use roundel_jsc_sys::wtf_string::{IS_8_BIT, JSStringCell, StringImpl};

use crate::bytes::{Borrow, Bytes};
use crate::ctx::Ctx;
use crate::encoding;
use crate::engine;
use crate::exception::JsResult;
use crate::frame;
use crate::fresh_string::{self, Owned};
use crate::string::JsString;
use crate::value::Value;

/// The characters of a string, in the form the engine keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters<'a> {
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

impl Characters<'_> {
    /// Length in UTF-16 code units, as `length` has it.
    pub fn len(self) -> usize {
        match self {
            Characters::Latin1(bytes) => bytes.len(),
            Characters::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// As UTF-8; a lone surrogate becomes U+FFFD.
    pub fn to_rust_string(self) -> String {
        match self {
            Characters::Latin1(bytes) => match str::from_utf8(bytes) {
                Ok(text) if bytes.is_ascii() => text.to_owned(),
                _ => bytes.iter().map(|&byte| char::from(byte)).collect(),
            },
            Characters::Utf16(units) => String::from_utf16_lossy(units),
        }
    }
}

impl<'js> Value<'js> {
    /// Looks at the characters of `String(value)`. A symbol throws.
    ///
    /// ```
    /// # use roundel_jsc::{Characters, Context, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// context.enter(|ctx| {
    ///     let length = ctx.string("abc").with_characters(ctx, |characters| match characters {
    ///         Characters::Latin1(bytes) => bytes.len(),
    ///         Characters::Utf16(units) => units.len() * 2,
    ///     });
    ///     assert_eq!(length.ok(), Some(3));
    /// });
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn with_characters<R>(
        self,
        ctx: Ctx<'js>,
        read: impl FnOnce(Characters<'_>) -> R + Send,
    ) -> JsResult<'js, R> {
        let whole = match self.put_together(ctx)? {
            Whole::InPlace(string) => string,
            Whole::Copy(string) => return Ok(string.with_characters(read)),
        };
        let _borrow = Borrow::new(ctx);
        // SAFETY: a string of a live cell, which is used again below; no JavaScript runs while the slice exists.
        let result = read(unsafe { characters(whole) });
        std::hint::black_box(self);
        Ok(result)
    }

    /// Looks at the characters of `String(value)` and at bytes to write them to at once.
    ///
    /// ```
    /// # use roundel_jsc::{Bytes, Characters, Context, TypedArray, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// let bytes = context.enter(|ctx| {
    ///     let target = TypedArray::from_vec(ctx, vec![0; 3]).ok()?;
    ///     let write = |characters: Characters<'_>, bytes: &mut [u8]| match characters {
    ///         Characters::Latin1(text) => bytes.copy_from_slice(text),
    ///         Characters::Utf16(_) => {}
    ///     };
    ///     ctx.string("abc").write_characters(ctx, target, write).ok()?;
    ///     target.to_vec(ctx).ok()
    /// });
    /// assert_eq!(bytes.as_deref(), Some(&b"abc"[..]));
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn write_characters<R>(
        self,
        ctx: Ctx<'js>,
        target: impl Bytes<'js>,
        write: impl FnOnce(Characters<'_>, &mut [u8]) -> R + Send,
    ) -> JsResult<'js, R> {
        let string = match self.put_together(ctx)? {
            Whole::InPlace(string) => Borrowed(string),
            Whole::Copy(string) => {
                let string = FreshCharacters::of(&string);
                return target.with_bytes_mut(ctx, |bytes| write(string.look(), bytes));
            }
        };
        // SAFETY: as in `with_characters`; finding the bytes runs no script, and a string's memory is no buffer's.
        let result = target.with_bytes_mut(ctx, |bytes| write(unsafe { string.look() }, bytes));
        std::hint::black_box(self);
        result
    }

    /// The string that the value is or becomes.
    fn put_together(self, ctx: Ctx<'js>) -> JsResult<'js, Whole> {
        if let Some(string) = resolved(self.raw()).or_else(|| resolve(ctx, self.raw())) {
            return Ok(Whole::InPlace(string));
        }
        let copy = self.to_js_string(ctx)?;
        // Copying puts a rope together.
        Ok(resolved(self.raw()).map_or(Whole::Copy(copy), Whole::InPlace))
    }
}

enum Whole {
    /// In the value's own cell.
    InPlace(*const StringImpl),
    Copy(JsString),
}

/// A string whose cell is on the stack of whoever made this.
struct Borrowed(*const StringImpl);

// SAFETY: it is looked at on the thread that made it: `with_bytes_mut` calls its closure there.
unsafe impl Send for Borrowed {}
// SAFETY: as above.
unsafe impl Sync for Borrowed {}

impl Borrowed {
    /// # Safety
    /// As [`characters`].
    unsafe fn look(&self) -> Characters<'_> {
        // SAFETY: the caller's.
        unsafe { characters(self.0) }
    }
}

/// A copy of a string's characters.
enum FreshCharacters {
    Ascii(String),
    Utf16(Vec<u16>),
}

impl FreshCharacters {
    fn of(string: &JsString) -> FreshCharacters {
        match string.to_utf8() {
            Some(text) if text.is_ascii() => FreshCharacters::Ascii(text),
            _ => FreshCharacters::Utf16(string.as_utf16().to_vec()),
        }
    }

    fn look(&self) -> Characters<'_> {
        match self {
            FreshCharacters::Ascii(text) => Characters::Latin1(text.as_bytes()),
            FreshCharacters::Utf16(units) => Characters::Utf16(units),
        }
    }
}

/// The characters of a value that is a string and has been put together. They are the value's: no JavaScript may run
/// while they are looked at, and the value must stay on the stack.
#[inline]
pub(crate) fn of_string<'js>(value: Value<'js>) -> Option<Characters<'js>> {
    // SAFETY: a string of a live cell; what else is needed is the caller's affair, which is this crate.
    resolved(value.raw()).map(|string| unsafe { characters(string) })
}

/// The type byte of string cells; `None` if cells are not as they are declared.
static STRING_TYPE: OnceLock<Option<u8>> = OnceLock::new();

/// Finds out how strings lie in the engine's heap. To be called before any script runs, and needed once a process.
pub(crate) fn probe(ctx: Ctx<'_>) {
    STRING_TYPE.get_or_init(|| string_type(ctx));
}

fn string_type(ctx: Ctx<'_>) -> Option<u8> {
    fresh_string::functions()?;
    let sample = Owned::from_latin1(b"a string as a sample of cells")?;
    let address = sample.raw();
    let cell = sample.into_value(ctx);
    // SAFETY: a value of the engine that is a heap cell has two words.
    let (fiber, kind) = unsafe {
        ((*cell.raw().cast::<JSStringCell>()).fiber, frame::cell_type(cell.raw().cast()))
    };
    // A rope must be told from a string by its lowest bit: here is one.
    let string = ctx.global().get(ctx, "String").ok()?.as_function(ctx)?;
    let object = string.construct(ctx, &[cell]).ok()?;
    let rope = object.call_method(ctx, "concat", &[cell]).ok()?;
    // SAFETY: as above; the type is checked before the word is looked at.
    let is_told = encoding::is_cell(rope.raw())
        && unsafe {
            frame::cell_type(rope.raw().cast()) == kind
                && !is_whole((*rope.raw().cast::<JSStringCell>()).fiber)
        };
    (std::ptr::eq(fiber, address) && is_whole(fiber) && is_told).then_some(kind)
}

fn is_whole(fiber: *const StringImpl) -> bool {
    !fiber.is_null() && fiber.is_aligned()
}

/// The string behind a value that is one and has been put together.
#[inline]
fn resolved(raw: JSValueRef) -> Option<*const StringImpl> {
    let string_type = (*STRING_TYPE.get()?)?;
    if !encoding::is_cell(raw) {
        return None;
    }
    // SAFETY: a live heap cell; one of the string type has the two words declared, as `probe` found.
    unsafe {
        if frame::cell_type(raw.cast()) != string_type {
            return None;
        }
        let fiber = (*raw.cast::<JSStringCell>()).fiber;
        is_whole(fiber).then_some(fiber)
    }
}

/// Puts a rope together, which takes a quarter of what a copy by the C API takes; `None` for what is none, or without memory.
fn resolve(ctx: Ctx<'_>, raw: JSValueRef) -> Option<*const StringImpl> {
    let string_type = (*STRING_TYPE.get()?)?;
    let resolve = engine::functions().resolve_rope?;
    // SAFETY: a live heap cell; a string that is not whole is a rope, as `probe` found. Without a global object nothing is
    // thrown.
    let is_rope = encoding::is_cell(raw) && unsafe { frame::cell_type(raw.cast()) } == string_type;
    if is_rope {
        // SAFETY: as above.
        ctx.hold_lock(|| unsafe { resolve(raw, std::ptr::null()) });
    }
    resolved(raw)
}

/// # Safety
/// The string must be live, and stay so for `'a`.
pub(crate) unsafe fn characters<'a>(string: *const StringImpl) -> Characters<'a> {
    // SAFETY: the layout is what `fresh_string.rs` found; a string has as many characters as it says.
    unsafe {
        let (start, length) = ((*string).characters, (*string).length as usize);
        if length == 0 {
            return Characters::Latin1(&[]);
        }
        if (*string).hash_and_flags & IS_8_BIT != 0 {
            Characters::Latin1(std::slice::from_raw_parts(start.cast(), length))
        } else {
            Characters::Utf16(std::slice::from_raw_parts(start.cast(), length))
        }
    }
}

impl JsString {
    /// Looks at the characters.
    pub fn with_characters<R>(&self, read: impl FnOnce(Characters<'_>) -> R) -> R {
        match self.to_utf8() {
            Some(text) if text.is_ascii() => read(Characters::Latin1(text.as_bytes())),
            _ => read(Characters::Utf16(self.as_utf16())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Vm};

    #[test]
    fn ropes_are_read_as_their_text() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            let sources = [
                ("'part ' + Math.min(1, 2) + ' and more of it'", "part 1 and more of it"),
                ("('a'.repeat(40) + Math.min(1, 2)).slice(30)", "aaaaaaaaaa1"),
                ("'\u{e4}\u{20ac} ' + Math.min(1, 2) + '\u{1f600}'", "\u{e4}\u{20ac} 1\u{1f600}"),
                ("'one' + 'two'", "onetwo"),
                ("''", ""),
                ("123.5", "123.5"),
            ];
            for (source, expected) in sources {
                let value = ctx.eval(source).ok().expect("a value");
                for _ in 0..2 {
                    let read = value.with_characters(ctx, |text| text.to_rust_string()).ok();
                    assert_eq!(read.as_deref(), Some(expected), "{source}");
                }
            }
            let whole = ctx.eval("let part = 'x'.repeat(100); part + Math.min(1, 2)").ok();
            let whole = whole.expect("a value");
            assert!(
                engine::functions().resolve_rope.is_none() || resolve(ctx, whole.raw()).is_some()
            );
            assert!(resolve(ctx, ctx.object().as_value().raw()).is_none());
        });
    }
}
