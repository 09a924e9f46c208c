//! The native half of `TextEncoder` and `TextDecoder`: whole conversions, no state.

use roundel_jsc::{Bytes, Ctx, Exception, JsResult, JsString, Object, TypedArray, Value};

use super::buffer::{MAX_STRING_LENGTH, too_long};
use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
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
    Ok(binding)
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
    use super::fit;

    #[test]
    fn only_whole_characters_are_written() {
        let mut target = [0; 4];
        assert_eq!(fit("h\u{e9}\u{e9}", &mut target), (2, 3));
        assert_eq!(fit("\u{1f600}", &mut target), (2, 4));
        assert_eq!(fit("a\u{1f600}", &mut target), (1, 1));
        assert_eq!(fit("", &mut target), (0, 0));
    }
}
