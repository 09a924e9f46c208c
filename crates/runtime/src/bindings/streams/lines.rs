//! Streams of lines: channels whose messages are lines of JSON.
//!
//! What is read from such a stream comes to JavaScript as text, whole lines only, and what it writes is text too: a message
//! costs no buffer on its way out or in. The bytes of a line that has begun wait here.

use std::cell::RefCell;

use roundel_jsc::{Arguments, Characters, Ctx, FreshString, JsResult, Object, Value};

use super::super::buffer::{MAX_STRING_LENGTH, too_long};
use super::{Streams, write_gathered};

/// By the number of a stream: what has come of its next line.
#[derive(Default)]
pub(super) struct Lines(RefCell<Vec<Option<Vec<u8>>>>);

impl Lines {
    fn begin(&self, number: u32) {
        let mut begun = self.0.borrow_mut();
        let index = number as usize;
        if begun.len() <= index {
            begun.resize(index + 1, None);
        }
        begun[index].get_or_insert_default();
    }

    /// The stream is closed.
    pub(super) fn end(&self, number: u32) {
        if let Some(begun) = self.0.borrow_mut().get_mut(number as usize) {
            *begun = None;
        }
    }

    fn is_within(&self, number: u32) -> bool {
        let begun = self.0.borrow();
        matches!(begun.get(number as usize), Some(Some(begun)) if !begun.is_empty())
    }

    /// The lines that these bytes complete, without the last line end; `false` if they complete none. None if the stream
    /// is not one of lines.
    pub(super) fn feed<'js>(
        &self,
        ctx: Ctx<'js>,
        number: u32,
        bytes: &[u8],
    ) -> Option<JsResult<'js, Value<'js>>> {
        let mut lines = self.0.borrow_mut();
        let begun = lines.get_mut(number as usize)?.as_mut()?;
        let Some(end) = memchr::memrchr(b'\n', bytes) else {
            begun.extend_from_slice(bytes);
            return Some(Ok(ctx.boolean(false)));
        };
        let (whole, rest) = (&bytes[..end], &bytes[end + 1..]);
        let text = if begun.is_empty() {
            text_of(whole)
        } else {
            begun.extend_from_slice(whole);
            text_of(&std::mem::take(begun))
        };
        begun.extend_from_slice(rest);
        drop(lines);
        Some(text.map(|text| text.into_value(ctx)).ok_or_else(|| too_long(ctx)))
    }
}

fn text_of(bytes: &[u8]) -> Option<FreshString> {
    // A character has three bytes at most, or is two that have four.
    if bytes.len() / 3 > MAX_STRING_LENGTH {
        return None;
    }
    let text = FreshString::from_utf8_lossy(bytes);
    (text.len() <= MAX_STRING_LENGTH).then_some(text)
}

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let read = ctx.function("readLines", |ctx, args| {
        Streams::of(ctx).lines.begin(args.at(0).to_uint32(ctx)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "readLines", read)?;
    let within = ctx.function("isWithinLine", |ctx, args| {
        Ok(ctx.boolean(Streams::of(ctx).lines.is_within(args.at(0).to_uint32(ctx)?)))
    });
    binding.set(ctx, "isWithinLine", within)?;
    binding.set(ctx, "writeLine", ctx.function("writeLine", write_line))
}

/// `writeLine(number, text)`: writes text as UTF-8, and a line end; the status is that of `write`.
fn write_line<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let mut bytes = Streams::of(ctx).scratch.take();
    bytes.clear();
    args.at(1).with_characters(ctx, |characters| {
        match characters {
            Characters::Latin1(part) if part.is_ascii() => bytes.extend_from_slice(part),
            other => bytes.extend_from_slice(other.to_rust_string().as_bytes()),
        }
        bytes.push(b'\n');
    })?;
    write_gathered(ctx, args.at(0).to_uint32(ctx)?, bytes)
}
