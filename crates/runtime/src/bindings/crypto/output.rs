//! What JavaScript gets: bytes, or text of them.

use roundel_jsc::{Ctx, JsResult, TypedArray, Value};
use roundel_openssl::Secret;

use crate::bindings::buffer::{base64, hex};

/// How bytes are to be given, as the numbers of the contract.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Bytes,
    Hex,
    Base64,
    Base64Url,
    Latin1,
}

impl Form {
    pub(super) fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Form> {
        Ok(match value.to_int32(ctx)? {
            1 => Form::Hex,
            2 => Form::Base64,
            3 => Form::Base64Url,
            4 => Form::Latin1,
            _ => Form::Bytes,
        })
    }

    pub(super) fn value<'js>(self, ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, Value<'js>> {
        Ok(match self {
            Form::Bytes => TypedArray::from_vec(ctx, bytes)?.into(),
            Form::Hex => hex::text(&bytes).into_value(ctx),
            Form::Base64 => base64::text(&bytes, base64::Alphabet::Standard).into_value(ctx),
            Form::Base64Url => base64::text(&bytes, base64::Alphabet::Url).into_value(ctx),
            Form::Latin1 => ctx.string_from_latin1(&bytes),
        })
    }
}

pub(super) fn bytes<'js>(ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, Value<'js>> {
    Ok(TypedArray::from_vec(ctx, bytes)?.into())
}

/// Bytes that belong to the program once it has asked for them.
pub(super) fn secret(ctx: Ctx<'_>, secret: Secret) -> JsResult<'_, Value<'_>> {
    bytes(ctx, secret.into_vec())
}
