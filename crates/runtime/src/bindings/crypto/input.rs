//! What JavaScript gives: bytes of a view or a buffer where they are, or of a string as UTF-8.

use roundel_jsc::{Bytes, Characters, Ctx, Exception, JsResult, Value};
use roundel_openssl::Secret;

/// Calls `read` with the bytes of a string, a typed array or an array buffer.
pub(super) fn with_bytes<'js, R>(
    ctx: Ctx<'js>,
    value: Value<'js>,
    read: impl FnOnce(&[u8]) -> R + Send,
) -> JsResult<'js, R> {
    if let Some(view) = value.as_typed_array(ctx) {
        return view.with_bytes(ctx, read);
    }
    if let Some(buffer) = value.as_array_buffer(ctx) {
        return buffer.with_bytes(ctx, read);
    }
    if !value.is_string(ctx) {
        return Err(Exception::type_error(ctx, "argument must be a buffer or a string"));
    }
    value.with_characters(ctx, |characters| match characters {
        Characters::Latin1(bytes) if bytes.is_ascii() => read(bytes),
        other => read(other.to_rust_string().as_bytes()),
    })
}

/// A copy of the bytes, for another thread or for longer than the call.
pub(super) fn bytes<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Secret> {
    with_bytes(ctx, value, |bytes| Secret::new(bytes.to_vec()))
}

/// The same, of something that may be undefined or null.
pub(super) fn optional_bytes<'js>(
    ctx: Ctx<'js>,
    value: Value<'js>,
) -> JsResult<'js, Option<Secret>> {
    if value.is_nullish() { Ok(None) } else { bytes(ctx, value).map(Some) }
}

/// A number, if there is one.
pub(super) fn optional_number<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<f64>> {
    if value.is_nullish() { Ok(None) } else { value.to_number(ctx).map(Some) }
}
