//! The native half of `buffer`: text to bytes and back, comparison, search.
//!
//! The JavaScript half clamps every range before it calls; what is out of range all the same is clamped again, so
//! that nothing here can panic.

pub(super) mod base64;
pub(super) mod hex;
mod utf8;

use std::borrow::Cow;

use memchr::memmem;
use roundel_jsc::{Arguments, Bytes, Characters, Ctx, Exception, FreshString, JsResult, Object, TypedArray, Value};

use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let length = ctx.function("byteLengthUtf8", |ctx, args| {
        Ok(ctx.number(args.at(0).with_characters(ctx, utf8::length)? as f64))
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
type Decode = (fn(&[u8]) -> FreshString, fn(usize) -> usize);

fn slices<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let decoders: [(&str, Decode); 7] = [
        ("asciiSlice", (ascii_text, |size| size)),
        ("base64Slice", (|bytes| base64::text(bytes, base64::Alphabet::Standard), |size| size.div_ceil(3) * 4)),
        ("base64urlSlice", (|bytes| base64::text(bytes, base64::Alphabet::Url), |size| (size * 4).div_ceil(3))),
        ("hexSlice", (hex::text, |size| size * 2)),
        ("latin1Slice", (FreshString::from_latin1, |size| size)),
        ("ucs2Slice", (utf16_text, |size| size / 2)),
        // No character of UTF-16 takes more than three bytes of UTF-8.
        ("utf8Slice", (FreshString::from_utf8_lossy, |size| size / 3)),
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
            text.map(|text| text.into_value(ctx)).ok_or_else(|| too_long(ctx))
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

fn ascii_text(bytes: &[u8]) -> FreshString {
    FreshString::fill_latin1(bytes.len(), |text| {
        for (character, byte) in text.iter_mut().zip(bytes) {
            *character = byte & 0x7f;
        }
    })
}

fn utf16_text(bytes: &[u8]) -> FreshString {
    let (pairs, _) = bytes.as_chunks::<2>();
    FreshString::fill_utf16(pairs.len(), |units| {
        for (unit, pair) in units.iter_mut().zip(pairs) {
            *unit = u16::from_le_bytes(*pair);
        }
    })
}

/// One way to write text as bytes: how many were written.
type Encode = fn(Characters<'_>, &mut [u8]) -> usize;

fn writes<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let encoders: [(&str, Encode); 5] = [
        ("base64Write", |text, target| base64::decode(&narrow(text), target)),
        ("hexWrite", |text, target| hex::decode(&narrow(text), target)),
        ("latin1Write", write_latin1),
        ("ucs2Write", write_utf16),
        ("utf8Write", utf8::write),
    ];
    for (name, encode) in encoders {
        // The arguments are (view, text, offset, length).
        let write = ctx.function(name, move |ctx, args| {
            let view = view_of(ctx, args.at(0))?;
            let (offset, length) = (index(ctx, args.at(2))?, index(ctx, args.at(3))?);
            let written = args.at(1).write_characters(ctx, view, |text, bytes| {
                let start = offset.min(bytes.len());
                let end = start.saturating_add(length).min(bytes.len());
                encode(text, &mut bytes[start..end])
            })?;
            Ok(ctx.number(written as f64))
        });
        binding.set(ctx, name, write)?;
    }
    Ok(())
}

/// One byte a character; 0 for those that need more.
fn narrow(text: Characters<'_>) -> Cow<'_, [u8]> {
    match text {
        Characters::Latin1(bytes) => Cow::Borrowed(bytes),
        Characters::Utf16(units) => {
            units.iter().map(|&unit| u8::try_from(unit).unwrap_or(0)).collect()
        }
    }
}

fn write_latin1(text: Characters<'_>, target: &mut [u8]) -> usize {
    let count = text.len().min(target.len());
    let target = &mut target[..count];
    match text {
        Characters::Latin1(bytes) => target.copy_from_slice(&bytes[..count]),
        Characters::Utf16(units) => {
            for (byte, unit) in target.iter_mut().zip(units) {
                *byte = *unit as u8;
            }
        }
    }
    count
}

fn write_utf16(text: Characters<'_>, target: &mut [u8]) -> usize {
    let (pairs, _) = target.as_chunks_mut::<2>();
    let count = text.len().min(pairs.len());
    match text {
        Characters::Latin1(bytes) => {
            for (pair, byte) in pairs.iter_mut().zip(bytes) {
                *pair = [*byte, 0];
            }
        }
        Characters::Utf16(units) => {
            for (pair, unit) in pairs.iter_mut().zip(units) {
                *pair = unit.to_le_bytes();
            }
        }
    }
    count * 2
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
