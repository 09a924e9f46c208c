//! The native half of `buffer`: text to bytes and back, comparison, search.
//!
//! The JavaScript half clamps every range before it calls; what is out of range all the same is clamped again, so
//! that nothing here can panic.

pub(super) mod base64;
pub(super) mod hex;

use std::borrow::Cow;

use memchr::memmem;
use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, JsString, Object, TypedArray, Value};

use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let length = ctx.function("byteLengthUtf8", |ctx, args| {
        let text = args.at(0).to_js_string(ctx)?;
        Ok(ctx.number(utf8_bytes(&text).len() as f64))
    });
    binding.set(ctx, "byteLengthUtf8", length)?;
    slices(ctx, binding)?;
    writes(ctx, binding)?;
    let compare = ctx.function("compare", |ctx, args| {
        let (a, b) = (view_of(ctx, args.at(0))?, view_of(ctx, args.at(1))?);
        // One view at a time: both may lie in the same buffer.
        let b = b.to_vec(ctx)?;
        let order = a.with_bytes(ctx, |a| a.cmp(b.as_slice()))?;
        Ok(ctx.int32(order as i32))
    });
    binding.set(ctx, "compare", compare)?;
    binding.set(ctx, "indexOf", ctx.function("indexOf", index_of))?;
    questions(ctx, binding)?;
    Ok(binding)
}

/// The longest string there is in Node. The engine has longer ones, but programs are told this length and count on it.
pub(super) const MAX_STRING_LENGTH: usize = 0x1fff_ffe8;

/// One way to read bytes as text, and how long the text of so many bytes is at least.
type Decode = (fn(&[u8]) -> JsString, fn(usize) -> usize);

fn slices<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let decoders: [(&str, Decode); 7] = [
        ("asciiSlice", (|bytes| JsString::from_latin1(&bytes.iter().map(|byte| byte & 0x7f).collect::<Vec<_>>()), |size| size)),
        (
            "base64Slice",
            (|bytes| JsString::from_latin1(&base64::encode(bytes, base64::Alphabet::Standard)), |size| size.div_ceil(3) * 4),
        ),
        (
            "base64urlSlice",
            (|bytes| JsString::from_latin1(&base64::encode(bytes, base64::Alphabet::Url)), |size| (size * 4).div_ceil(3)),
        ),
        ("hexSlice", (|bytes| JsString::from_latin1(&hex::encode(bytes)), |size| size * 2)),
        ("latin1Slice", (JsString::from_latin1, |size| size)),
        ("ucs2Slice", (|bytes| JsString::from_utf16(&utf16_units(bytes)), |size| size / 2)),
        // No character of UTF-16 takes more than three bytes of UTF-8.
        ("utf8Slice", (utf8_text, |size| size / 3)),
    ];
    for (name, (decode, least)) in decoders {
        let slice = ctx.function(name, move |ctx, args| {
            let view = view_of(ctx, args.at(0))?;
            let (start, end) = (index(ctx, args.at(1))?, index(ctx, args.at(2))?);
            let text = view.with_bytes(ctx, |bytes| {
                let end = end.min(bytes.len());
                let bytes = &bytes[start.min(end)..end];
                let text = (least(bytes.len()) <= MAX_STRING_LENGTH).then(|| decode(bytes));
                text.filter(|text| text.len() <= MAX_STRING_LENGTH)
            })?;
            text.map(|text| text.to_value(ctx)).ok_or_else(|| too_long(ctx))
        });
        binding.set(ctx, name, slice)?;
    }
    Ok(())
}

/// The error of a string that Node could not hold.
pub(super) fn too_long(ctx: Ctx<'_>) -> Exception<'_> {
    let message =
        format!("Cannot create a string longer than {MAX_STRING_LENGTH:#x} characters");
    let exception = Exception::error(ctx, &message);
    let code = ctx.string("ERR_STRING_TOO_LONG");
    match exception.value().as_object(ctx).map(|error| error.set(ctx, "code", code)) {
        Some(Err(failure)) => failure,
        _ => exception,
    }
}

fn utf8_text(bytes: &[u8]) -> JsString {
    if bytes.is_ascii() {
        return JsString::from_latin1(bytes);
    }
    JsString::new(&String::from_utf8_lossy(bytes))
}

fn utf16_units(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// The characters of a string where no engine is needed to read them.
enum Characters<'a> {
    Ascii(Vec<u8>),
    Wide(&'a [u16]),
}

impl<'a> Characters<'a> {
    fn of(text: &'a JsString) -> Characters<'a> {
        // Asking for UTF-16 makes the engine keep a second copy of a narrow string.
        match text.to_utf8() {
            Some(utf8) if utf8.is_ascii() => Characters::Ascii(utf8.into_bytes()),
            _ => Characters::Wide(text.as_utf16()),
        }
    }

    /// One byte a character; 0 for those that need more.
    fn narrow(&self) -> Cow<'_, [u8]> {
        match self {
            Characters::Ascii(bytes) => Cow::Borrowed(bytes),
            Characters::Wide(units) => {
                units.iter().map(|&unit| u8::try_from(unit).unwrap_or(0)).collect()
            }
        }
    }

    fn units(&self) -> impl Iterator<Item = u16> {
        let (narrow, wide): (&[u8], &[u16]) = match self {
            Characters::Ascii(bytes) => (bytes, &[]),
            Characters::Wide(units) => (&[], units),
        };
        narrow.iter().map(|&byte| u16::from(byte)).chain(wide.iter().copied())
    }
}

/// One way to write text as bytes: how many were written.
type Encode = fn(&Characters<'_>, &mut [u8]) -> usize;

fn writes<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let encoders: [(&str, Encode); 4] = [
        ("base64Write", |text, target| base64::decode(&text.narrow(), target)),
        ("hexWrite", |text, target| hex::decode(&text.narrow(), target)),
        ("latin1Write", |text, target| {
            if let Characters::Ascii(bytes) = text {
                let count = bytes.len().min(target.len());
                target[..count].copy_from_slice(&bytes[..count]);
                return count;
            }
            let pairs = target.iter_mut().zip(text.units());
            pairs.map(|(byte, unit)| *byte = unit as u8).count()
        }),
        ("ucs2Write", |text, target| {
            let pairs = target.chunks_exact_mut(2).zip(text.units());
            2 * pairs.map(|(pair, unit)| pair.copy_from_slice(&unit.to_le_bytes())).count()
        }),
    ];
    for (name, encode) in encoders {
        let write = ctx.function(name, move |ctx, args| {
            let text = args.at(1).to_js_string(ctx)?;
            let characters = Characters::of(&text);
            write_into(ctx, args, |target| encode(&characters, target))
        });
        binding.set(ctx, name, write)?;
    }
    let write_utf8 = ctx.function("utf8Write", |ctx, args| {
        let text = args.at(1).to_js_string(ctx)?;
        let bytes = utf8_bytes(&text);
        write_into(ctx, args, |target| {
            let mut count = bytes.len().min(target.len());
            // Whole characters only: back to where one begins.
            while count < bytes.len() && count > 0 && bytes[count] & 0xc0 == 0x80 {
                count -= 1;
            }
            target[..count].copy_from_slice(&bytes[..count]);
            count
        })
    });
    binding.set(ctx, "utf8Write", write_utf8)
}

/// Calls `write` with the bytes that the arguments `(view, text, offset, length)` mean.
fn write_into<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    write: impl FnOnce(&mut [u8]) -> usize + Send,
) -> JsResult<'js, Value<'js>> {
    let view = view_of(ctx, args.at(0))?;
    let (offset, length) = (index(ctx, args.at(2))?, index(ctx, args.at(3))?);
    let written = view.with_bytes_mut(ctx, |bytes| {
        let start = offset.min(bytes.len());
        let end = start.saturating_add(length).min(bytes.len());
        write(&mut bytes[start..end])
    })?;
    Ok(ctx.number(written as f64))
}

/// As UTF-8; a lone surrogate becomes U+FFFD.
fn utf8_bytes(text: &JsString) -> Vec<u8> {
    let text = text.to_utf8().unwrap_or_else(|| String::from_utf16_lossy(text.as_utf16()));
    text.into_bytes()
}

/// `indexOf(haystack, needle, from, backward, unit)`.
fn index_of<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (haystack, needle) = (view_of(ctx, args.at(0))?, view_of(ctx, args.at(1))?.to_vec(ctx)?);
    let from = index(ctx, args.at(2))?;
    let backward = args.at(3).to_bool(ctx);
    let step = index(ctx, args.at(4))?.max(1);
    let found = haystack.with_bytes(ctx, |bytes| {
        if backward { find_last(bytes, &needle, from, step) } else { find_first(bytes, &needle, from, step) }
    })?;
    Ok(ctx.number(found.map_or(-1.0, |index| index as f64)))
}

fn find_first(bytes: &[u8], needle: &[u8], from: usize, step: usize) -> Option<usize> {
    let mut start = from;
    loop {
        let found = start + memmem::find(bytes.get(start..)?, needle)?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        start = found + 1;
    }
}

fn find_last(bytes: &[u8], needle: &[u8], from: usize, step: usize) -> Option<usize> {
    let mut end = from.saturating_add(needle.len()).min(bytes.len());
    loop {
        let found = memmem::rfind(&bytes[..end], needle)?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        end = (found + needle.len()).checked_sub(1)?;
    }
}

fn questions<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    type Question = fn(&[u8]) -> bool;
    let questions: [(&str, Question); 2] = [
        ("isAscii", <[u8]>::is_ascii),
        ("isUtf8", |bytes| std::str::from_utf8(bytes).is_ok()),
    ];
    for (name, question) in questions {
        let ask = ctx.function(name, move |ctx, args| {
            let answer = match args.at(0).as_array_buffer(ctx) {
                Some(buffer) => buffer.with_bytes(ctx, question)?,
                None => view_of(ctx, args.at(0))?.with_bytes(ctx, question)?,
            };
            Ok(ctx.boolean(answer))
        });
        binding.set(ctx, name, ask)?;
    }
    Ok(())
}

fn view_of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, TypedArray<'js>> {
    value
        .as_typed_array(ctx)
        .ok_or_else(|| Exception::type_error(ctx, "argument must be a buffer"))
}

/// A position or a length; what is not one is 0.
fn index<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, usize> {
    // The cast takes NaN and what is negative to 0 and what is too large to the maximum.
    Ok(value.to_number(ctx)? as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_both_ways_on_whole_units() {
        assert_eq!(find_first(b"abcabc", b"c", 3, 1), Some(5));
        assert_eq!(find_first(b"abcabc", b"c", 6, 1), None);
        assert_eq!(find_last(b"abcabc", b"abc", 2, 1), Some(0));
        assert_eq!(find_last(b"abcabc", b"abc", 3, 1), Some(3));
        // In UTF-16 a match may not begin inside a unit.
        assert_eq!(find_first(&[0, 1, 0, 2, 1, 0], &[1, 0], 0, 2), Some(4));
        assert_eq!(find_last(&[1, 0, 1, 0, 1], &[0, 1], 5, 2), None);
    }
}
