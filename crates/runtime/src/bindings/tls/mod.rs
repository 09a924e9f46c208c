//! The native half of `tls`: contexts and sessions of OpenSSL, by object.
//!
//! A session over a stream of the loop takes its bytes in where they are read (`streams::Layer`) and sends its own
//! through `flush`: records do not come to JavaScript, which only asks for what happened. A session over a stream of
//! JavaScript is fed by it. `context.rs` has contexts, `session.rs` sessions, `peer.rs` what is known of the other side.

mod context;
mod peer;
mod session;

use roundel_jsc::{Bytes, Ctx, Exception, JsResult, Object, TypedArray, Value};
use roundel_openssl::tls::{self, Failure};

use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    context::add(ctx, binding)?;
    session::add(ctx, binding)?;
    peer::add(ctx, binding)?;
    let ciphers = ctx.function("cipherNames", |ctx, _| {
        let names = tls::cipher_names().map_err(|failure| exception(ctx, &failure))?;
        texts(ctx, &names)
    });
    binding.set(ctx, "cipherNames", ciphers)?;
    Ok(binding)
}

/// An error with Node's properties.
fn exception<'js>(ctx: Ctx<'js>, failure: &Failure) -> Exception<'js> {
    match error_object(ctx, failure) {
        Ok(error) => Exception::new(error),
        Err(exception) => exception,
    }
}

fn error_object<'js>(ctx: Ctx<'js>, failure: &Failure) -> JsResult<'js, Object<'js>> {
    let error = Exception::error(ctx, &failure.message).value().to_object(ctx)?;
    let parts =
        [("library", &failure.library), ("reason", &failure.reason), ("code", &failure.code)];
    for (name, value) in parts {
        if let Some(value) = value {
            error.set(ctx, name, ctx.string(value))?;
        }
    }
    if !failure.stack.is_empty() {
        error.set(ctx, "opensslErrorStack", texts(ctx, &failure.stack)?)?;
    }
    Ok(error)
}

fn optional_text<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<String>> {
    if value.is_nullish() { Ok(None) } else { value.to_rust_string(ctx).map(Some) }
}

fn optional_bytes<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<Vec<u8>>> {
    value.as_typed_array(ctx).map(|view| view.to_vec(ctx)).transpose()
}

fn bytes<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<u8>> {
    Ok(optional_bytes(ctx, value)?.unwrap_or_default())
}

/// A list of buffers.
fn optional_list<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<Vec<Vec<u8>>>> {
    let Some(list) = value.as_object(ctx) else { return Ok(None) };
    let mut found = Vec::new();
    for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? {
        found.push(bytes(ctx, list.get_index(ctx, index)?)?);
    }
    Ok(Some(found))
}

fn array<'js>(ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, Value<'js>> {
    Ok(TypedArray::from_vec(ctx, bytes)?.into())
}

fn optional_array<'js>(ctx: Ctx<'js>, bytes: Option<Vec<u8>>) -> JsResult<'js, Value<'js>> {
    bytes.map_or(Ok(ctx.undefined()), |bytes| array(ctx, bytes))
}

fn texts<'js>(ctx: Ctx<'js>, texts: &[String]) -> JsResult<'js, Value<'js>> {
    let list = ctx.array(&[])?;
    for (index, text) in texts.iter().enumerate() {
        list.set_index(ctx, index as u32, ctx.string(text))?;
    }
    Ok(list.into())
}
