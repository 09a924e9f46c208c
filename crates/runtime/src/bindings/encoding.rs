//! The native half of `TextEncoder` and `TextDecoder`: whole conversions without a state, and decoders of the encodings
//! that are older than Unicode, by the crate `encoding_rs`.

use std::cell::RefCell;

use encoding_rs::{Decoder, DecoderResult, Encoding};
use roundel_jsc::{Bytes, Class, Ctx, Exception, JsResult, JsString, Object, TypedArray, Value};

use super::buffer::{MAX_STRING_LENGTH, too_long};
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let encode = ctx.function("encodeUtf8", |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        Ok(TypedArray::from_vec(ctx, text.into_bytes())?.into())
    });
    binding.set(ctx, "encodeUtf8", encode)?;
    let encode_into = ctx.function("encodeInto", |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        let (read, written) =
            view_of(ctx, args.at(1))?.with_bytes_mut(ctx, |target| fit(&text, target))?;
        let progress = view_of(ctx, args.at(2))?.as_object();
        progress.set_index(ctx, 0, ctx.number(read as f64))?;
        progress.set_index(ctx, 1, ctx.number(written as f64))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "encodeInto", encode_into)?;
    let decode = ctx.function("decodeUtf8", |ctx, args| {
        let view = view_of(ctx, args.at(0))?;
        let start = args.at(1).to_number(ctx)? as usize;
        let end = args.at(2).to_number(ctx)? as usize;
        let fatal = args.at(3).to_bool(ctx);
        let text = view.with_bytes(ctx, |bytes| {
            let end = end.min(bytes.len());
            let bytes = &bytes[start.min(end)..end];
            match std::str::from_utf8(bytes) {
                Ok(text) => Some(JsString::new(text)),
                Err(_) if fatal => None,
                Err(_) => Some(JsString::new(&String::from_utf8_lossy(bytes))),
            }
        })?;
        if text.as_ref().is_some_and(|text| text.len() > MAX_STRING_LENGTH) {
            return Err(too_long(ctx));
        }
        Ok(text.map_or(ctx.undefined(), |text| text.to_value(ctx)))
    });
    binding.set(ctx, "decodeUtf8", decode)?;
    add_older(ctx, binding)?;
    Ok(binding)
}

fn add_older<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let name_of = ctx.function("nameOf", |ctx, args| {
        let label = args.at(0).to_rust_string(ctx)?;
        let encoding = Encoding::for_label(label.as_bytes());
        Ok(encoding.map_or(ctx.undefined(), |known| ctx.string(&known.name().to_ascii_lowercase())))
    });
    binding.set(ctx, "nameOf", name_of)?;
    let class: Class<RefCell<Decoder>> = Class::new("Decoder");
    let create = ctx.function("createDecoder", move |ctx, args| {
        let label = args.at(0).to_rust_string(ctx)?;
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            return Ok(ctx.undefined());
        };
        let decoder = encoding.new_decoder_without_bom_handling();
        Ok(class.instantiate(ctx, RefCell::new(decoder)).into())
    });
    binding.set(ctx, "createDecoder", create)?;
    let decode = ctx.function("decode", |ctx, args| {
        let object = args.at(0).as_object(ctx);
        let Some(decoder) = object.and_then(|object| object.private::<RefCell<Decoder>>()) else {
            return Err(Exception::type_error(ctx, "argument must be a decoder"));
        };
        let is_last = args.at(2).to_bool(ctx);
        let errors = if args.at(3).to_bool(ctx) { Errors::Fatal } else { Errors::Replaced };
        let view = view_of(ctx, args.at(1))?;
        let decoder: &mut Decoder = &mut decoder.borrow_mut();
        let text = view.with_bytes(ctx, |bytes| decode_older(decoder, bytes, is_last, errors))?;
        match text {
            Some(units) if units.len() > MAX_STRING_LENGTH => Err(too_long(ctx)),
            Some(units) => Ok(ctx.string_from_utf16(&units)),
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "decode", decode)
}

/// What becomes of bytes that are wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Fatal,
    Replaced,
}

/// None if errors are fatal and there is one.
fn decode_older(
    decoder: &mut Decoder,
    bytes: &[u8],
    is_last: bool,
    errors: Errors,
) -> Option<Vec<u16>> {
    let mut units = vec![0; decoder.max_utf16_buffer_length(bytes.len())?];
    let written = match errors {
        Errors::Replaced => decoder.decode_to_utf16(bytes, &mut units, is_last).2,
        Errors::Fatal => {
            let (result, _, written) =
                decoder.decode_to_utf16_without_replacement(bytes, &mut units, is_last);
            if result != DecoderResult::InputEmpty {
                return None;
            }
            written
        }
    };
    units.truncate(written);
    Some(units)
}

/// Copies as many whole characters as there is room for: UTF-16 units read, bytes written.
fn fit(text: &str, target: &mut [u8]) -> (usize, usize) {
    let mut end = text.len().min(target.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    target[..end].copy_from_slice(&text.as_bytes()[..end]);
    (text[..end].encode_utf16().count(), end)
}

fn view_of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, TypedArray<'js>> {
    value
        .as_typed_array(ctx)
        .ok_or_else(|| Exception::type_error(ctx, "argument must be a typed array"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_may_be_cut_in_two() {
        let mut decoder = encoding_rs::SHIFT_JIS.new_decoder_without_bom_handling();
        let first = decode_older(&mut decoder, &[0x41, 0x82], false, Errors::Fatal);
        assert_eq!(first, Some(vec![0x41]));
        let second = decode_older(&mut decoder, &[0xa0], true, Errors::Fatal);
        assert_eq!(second, Some(vec![0x3042]));
    }

    #[test]
    fn errors_are_fatal_or_replaced() {
        let decode = |errors| {
            let mut decoder = encoding_rs::EUC_KR.new_decoder_without_bom_handling();
            decode_older(&mut decoder, &[0xb0, 0xa1, 0xb0], true, errors)
        };
        assert_eq!(decode(Errors::Fatal), None);
        assert_eq!(decode(Errors::Replaced), Some(vec![0xac00, 0xfffd]));
    }

    #[test]
    fn only_whole_characters_are_written() {
        let mut target = [0; 4];
        assert_eq!(fit("h\u{e9}\u{e9}", &mut target), (2, 3));
        assert_eq!(fit("\u{1f600}", &mut target), (2, 4));
        assert_eq!(fit("a\u{1f600}", &mut target), (1, 1));
        assert_eq!(fit("", &mut target), (0, 0));
    }
}
