//! The native half of `buffer`: text to bytes and back, comparison, search.
//!
//! The JavaScript half clamps every range before it calls; what is out of range all the same is clamped again, so
//! that nothing here can panic.

pub(super) mod base64;
pub(super) mod hex;
mod utf8;

use std::borrow::Cow;

use memchr::memmem;
use roundel_jsc::{
    Arguments, Bytes, Characters, Ctx, Exception, FreshString, JsResult, Object, TypedArray, Value,
};

use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
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
    binding.set(ctx, "copy", ctx.function("copy", copy))?;
    binding.set(ctx, "indexOf", ctx.function("indexOf", index_of))?;
    binding.set(ctx, "indexOfText", ctx.function("indexOfText", index_of_text))?;
    questions(ctx, binding)?;
    Ok(binding)
}

/// The longest string there is in Node. The engine has longer ones, but programs are told this length and count on it.
pub(super) const MAX_STRING_LENGTH: usize = 0x1fff_ffe8;

fn slices<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    use base64::Alphabet::{Standard, Url};
    // A function each, which is cheaper to call than one with something to remember.
    let ascii = ctx.function("asciiSlice", |ctx, args| slice(ctx, args, |size| size, ascii_text));
    binding.set(ctx, "asciiSlice", ascii)?;
    let base64 = ctx.function("base64Slice", |ctx, args| {
        slice(ctx, args, |size| size.div_ceil(3) * 4, |bytes| base64::text(bytes, Standard))
    });
    binding.set(ctx, "base64Slice", base64)?;
    let base64url = ctx.function("base64urlSlice", |ctx, args| {
        slice(ctx, args, |size| (size * 4).div_ceil(3), |bytes| base64::text(bytes, Url))
    });
    binding.set(ctx, "base64urlSlice", base64url)?;
    let hex = ctx.function("hexSlice", |ctx, args| slice(ctx, args, |size| size * 2, hex::text));
    binding.set(ctx, "hexSlice", hex)?;
    let latin1 = ctx.function("latin1Slice", |ctx, args| {
        slice(ctx, args, |size| size, FreshString::from_latin1)
    });
    binding.set(ctx, "latin1Slice", latin1)?;
    let utf16 =
        ctx.function("ucs2Slice", |ctx, args| slice(ctx, args, |size| size / 2, utf16_text));
    binding.set(ctx, "ucs2Slice", utf16)?;
    // No character of UTF-16 takes more than three bytes of UTF-8.
    let utf8 = ctx.function("utf8Slice", |ctx, args| {
        slice(ctx, args, |size| size / 3, FreshString::from_utf8_lossy)
    });
    binding.set(ctx, "utf8Slice", utf8)
}

/// `slice(view, start, end)` by one way to read bytes as text, up to the end of the view without one. `least` says how long the text of so many bytes is at least.
fn slice<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    least: impl Fn(usize) -> usize + Send + Sync,
    decode: impl Fn(&[u8]) -> FreshString + Send + Sync,
) -> JsResult<'js, Value<'js>> {
    // Node counts elements where it is not told where to end, which are bytes in this class alone.
    let view = match args.at(2).is_undefined() {
        true => args.at(0).as_uint8_array(ctx),
        false => args.at(0).as_typed_array(ctx),
    };
    let Some(view) = view else { return Ok(ctx.undefined()) };
    let (start, end) = (index(ctx, args.at(1))?, end_index(ctx, args.at(2))?);
    let text = view.with_bytes(ctx, |bytes| {
        let end = end.min(bytes.len());
        let bytes = &bytes[start.min(end)..end];
        let text = (least(bytes.len()) <= MAX_STRING_LENGTH).then(|| decode(bytes));
        text.filter(|text| text.len() <= MAX_STRING_LENGTH)
    })?;
    text.map(|text| text.into_value(ctx)).ok_or_else(|| too_long(ctx))
}

/// The error of a string that Node could not hold.
pub(super) fn too_long(ctx: Ctx<'_>) -> Exception<'_> {
    let message = format!("Cannot create a string longer than {MAX_STRING_LENGTH:#x} characters");
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

fn writes<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let base64 = ctx.function("base64Write", |ctx, args| {
        write(ctx, args, |text, target| base64::decode(&narrow(text), target))
    });
    binding.set(ctx, "base64Write", base64)?;
    let hex = ctx.function("hexWrite", |ctx, args| {
        write(ctx, args, |text, target| hex::decode(&narrow(text), target))
    });
    binding.set(ctx, "hexWrite", hex)?;
    let latin1 = ctx.function("latin1Write", |ctx, args| write(ctx, args, write_latin1));
    binding.set(ctx, "latin1Write", latin1)?;
    let utf16 = ctx.function("ucs2Write", |ctx, args| write(ctx, args, write_utf16));
    binding.set(ctx, "ucs2Write", utf16)?;
    let utf8 = ctx.function("utf8Write", |ctx, args| write(ctx, args, utf8::write));
    binding.set(ctx, "utf8Write", utf8)
}

/// `write(view, text, offset, length)` by one way to write text as bytes, which says how many were written.
fn write<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    encode: impl Fn(Characters<'_>, &mut [u8]) -> usize + Send + Sync,
) -> JsResult<'js, Value<'js>> {
    let view = view_of(ctx, args.at(0))?;
    let (offset, length) = (index(ctx, args.at(2))?, index(ctx, args.at(3))?);
    let written = args.at(1).write_characters(ctx, view, |text, bytes| {
        let start = offset.min(bytes.len());
        let end = start.saturating_add(length).min(bytes.len());
        encode(text, &mut bytes[start..end])
    })?;
    Ok(ctx.number(written as f64))
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

/// `copy(target, position, source, start, end)`.
fn copy<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (Some(target), Some(source)) =
        (args.at(0).as_uint8_array(ctx), args.at(2).as_uint8_array(ctx))
    else {
        return Ok(ctx.undefined());
    };
    let position = index(ctx, args.at(1))?;
    let (start, end) = (index(ctx, args.at(3))?, end_index(ctx, args.at(4))?);
    Ok(ctx.number(source.copy_to(ctx, start..end, target, position)? as f64))
}

/// `indexOf(haystack, needle, from, backward, unit)`.
fn index_of<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (haystack, needle) = (view_of(ctx, args.at(0))?, view_of(ctx, args.at(1))?.to_vec(ctx)?);
    let from = index(ctx, args.at(2))?;
    let backward = args.at(3).to_bool(ctx);
    let step = index(ctx, args.at(4))?.max(1);
    let found = haystack.with_bytes(ctx, |bytes| {
        if backward {
            find_last(bytes, &needle, from, step)
        } else {
            find_first(bytes, &needle, from, step)
        }
    })?;
    Ok(ctx.number(found.map_or(-1.0, |index| index as f64)))
}

/// `indexOfText(haystack, text, from, backward)`: what `js/internal/buffer/search.js` does for bytes, with a text as UTF-8.
fn index_of_text<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(haystack) = args.at(0).as_typed_array(ctx) else { return Ok(ctx.undefined()) };
    let from = args.at(2).to_number(ctx)?;
    let backward = args.at(3).to_bool(ctx);
    // Nothing is written: it is the way to see both at once.
    let found = args.at(1).write_characters(ctx, haystack, |text, bytes| match text {
        Characters::Latin1(needle) if needle.is_ascii() => find_from(bytes, needle, from, backward),
        _ => {
            let mut needle = vec![0; utf8::length(text)];
            utf8::write(text, &mut needle);
            find_from(bytes, &needle, from, backward)
        }
    })?;
    Ok(ctx.number(found.map_or(-1.0, |index| index as f64)))
}

/// A position that is negative counts from the end, and one that is no number is where a search begins; one that is outside is moved to the end it is nearer to, if there is
/// anything to be found from there on.
fn find_from(bytes: &[u8], needle: &[u8], from: f64, backward: bool) -> Option<usize> {
    let length = bytes.len();
    let from = match from.trunc() {
        from if from.is_nan() => f64::from(backward) * length as f64,
        from if from < 0.0 => from + length as f64,
        from => from,
    };
    if needle.is_empty() {
        return Some((from.max(0.0) as usize).min(length));
    }
    if backward {
        let last = length.checked_sub(needle.len()).filter(|_| from >= 0.0)?;
        return find_last(bytes, needle, (from as usize).min(last), 1);
    }
    find_first(bytes, needle, from as usize, 1)
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
    let questions: [(&str, Question); 2] =
        [("isAscii", <[u8]>::is_ascii), ("isUtf8", |bytes| std::str::from_utf8(bytes).is_ok())];
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
    value.as_typed_array(ctx).ok_or_else(|| Exception::type_error(ctx, "argument must be a buffer"))
}

/// A position or a length; what is not one is 0.
fn index<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, usize> {
    // The engine would be asked what number this is.
    if value.is_undefined() {
        return Ok(0);
    }
    // The cast takes NaN and what is negative to 0 and what is too large to the maximum.
    Ok(value.to_number(ctx)? as usize)
}

/// Where something ends; without a number it is the end of all there is.
fn end_index<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, usize> {
    if value.is_undefined() { Ok(usize::MAX) } else { index(ctx, value) }
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

    #[test]
    fn positions_are_clamped() {
        let find = |from, backward| find_from(b"abcabc", b"abc", from, backward);
        assert_eq!(
            [find(0.0, false), find(1.0, false), find(4.0, false)],
            [Some(0), Some(3), None]
        );
        assert_eq!(
            [find(-3.0, false), find(-99.0, false), find(99.0, false)],
            [Some(3), Some(0), None]
        );
        assert_eq!(
            [find(99.0, true), find(2.0, true), find(-4.0, true)],
            [Some(3), Some(0), Some(0)]
        );
        assert_eq!([find(-99.0, true), find_from(b"ab", b"abc", 0.0, true)], [None, None]);
        let empty = |from, backward| find_from(b"ab", b"", from, backward);
        assert_eq!(
            [empty(0.0, false), empty(9.0, false), empty(-1.0, true)],
            [Some(0), Some(2), Some(1)]
        );
        assert_eq!([empty(-9.0, true), empty(9.0, true)], [Some(0), Some(2)]);
        assert_eq!([find(f64::NAN, false), find(f64::NAN, true)], [Some(0), Some(3)]);
        assert_eq!(
            [find(-3.5, false), find(-2.5, false), find(3.5, false)],
            [Some(3), None, Some(3)]
        );
    }
}
