//! Digests and codes of messages: step by step, and at once.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Value};
use roundel_openssl::{Digest, DigestAlgorithm, Hmac, digest_names};

use super::failure::{During, Failure, Kind, Thrown};
use super::output::Form;
use super::state::State;
use super::{Native, input, job, names, output};

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("createHash", create_hash),
    ("hashKind", hash_kind),
    ("hashSize", hash_size),
    ("startHash", start_hash),
    ("copyHash", copy_hash),
    ("updateHash", update_hash),
    ("digestHash", digest_hash),
    ("hash", hash),
    ("digestJob", digest_job),
    ("createHmac", create_hmac),
    ("updateHmac", update_hmac),
    ("digestHmac", digest_hmac),
    ("hmacJob", hmac_job),
    ("digestSize", digest_size),
    ("getHashes", |ctx, _| names(ctx, &digest_names())),
];

/// `createHash(name)`: undefined if there is no such digest.
fn create_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let state = State::of(ctx);
    let name = args.at(0).to_rust_string(ctx)?;
    let Ok(algorithm) = state.digest(&name) else { return Ok(ctx.undefined()) };
    let digest = Digest::new(&algorithm).during("Digest method not supported").thrown(ctx)?;
    Ok(state.hash.instantiate(ctx, RefCell::new(digest)).into())
}

/// `hashKind(name)`: a number that stands for the digest from then on, undefined if there is no such digest.
fn hash_kind<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let state = State::of(ctx);
    let name = args.at(0).to_rust_string(ctx)?;
    let Ok(algorithm) = state.digest(&name) else { return Ok(ctx.undefined()) };
    // Whether one can be made is found out here.
    Digest::new(&algorithm).during("Digest method not supported").thrown(ctx)?;
    Ok(ctx.number(state.number_digest(algorithm) as f64))
}

/// `hashSize(kind)`: the length of the digest, or -1 if it is free.
fn hash_size<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let algorithm = numbered(ctx, args.at(0))?;
    Ok(ctx.number(if algorithm.is_xof() { -1.0 } else { algorithm.size() as f64 }))
}

/// `startHash(kind, data, spare)`: a digest that has taken `data` already, which may be undefined; in the place of one that is
/// done, if there is one.
fn start_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let algorithm = numbered(ctx, args.at(0))?;
    let mut digest = Digest::new(&algorithm).during("Digest method not supported").thrown(ctx)?;
    if !args.at(1).is_undefined() {
        let done = input::with_bytes(ctx, args.at(1), |data| digest.update(data))?;
        done.during("Digest update failed").thrown(ctx)?;
    }
    if args.at(2).is_undefined() {
        return Ok(State::of(ctx).hash.instantiate(ctx, RefCell::new(digest)).into());
    }
    of::<Digest>(ctx, args.at(2))?.replace(digest);
    Ok(args.at(2))
}

fn numbered<'js>(ctx: Ctx<'js>, kind: Value<'js>) -> JsResult<'js, Arc<DigestAlgorithm>> {
    let found = State::of(ctx).numbered_digest(kind.to_uint32(ctx)? as usize);
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

fn copy_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let digest = of::<Digest>(ctx, args.at(0))?;
    let copy = digest.borrow().duplicate().during("Digest copy error").thrown(ctx)?;
    Ok(State::of(ctx).hash.instantiate(ctx, RefCell::new(copy)).into())
}

fn update_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let digest = of::<Digest>(ctx, args.at(0))?;
    let mut digest = digest.borrow_mut();
    let digest = &mut *digest;
    let done = input::with_bytes(ctx, args.at(1), |data| digest.update(data))?;
    Ok(ctx.boolean(done.is_ok()))
}

/// `digestHash(hash, form, length)`.
fn digest_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let digest = of::<Digest>(ctx, args.at(0))?;
    let form = Form::of(ctx, args.at(1))?;
    let length = input::optional_number(ctx, args.at(2))?;
    let mut digest = digest.borrow_mut();
    let length = length.map_or(digest.size(), |length| length as usize);
    let bytes = digest.finish(length).during("Digest failed").thrown(ctx)?;
    form.value(ctx, bytes)
}

/// `hash(name, data, form, length)`: undefined if there is no such digest, null if it can not have the length.
fn hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let Ok(algorithm) = State::of(ctx).digest(&name) else { return Ok(ctx.undefined()) };
    let form = Form::of(ctx, args.at(2))?;
    let length = input::optional_number(ctx, args.at(3))?.map(|length| length as usize);
    if length.is_some_and(|length| length != algorithm.size()) && !algorithm.is_xof() {
        return Ok(ctx.null());
    }
    let bytes = input::with_bytes(ctx, args.at(1), |data| algorithm.digest(data, length))?;
    form.value(ctx, bytes.during("Digest failed").thrown(ctx)?)
}

/// `digestJob(name, data, length, callback)`.
fn digest_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let algorithm =
        State::of(ctx).digest(&name).during("Digest method not supported").thrown(ctx)?;
    let data = input::bytes(ctx, args.at(1))?;
    let length = input::optional_number(ctx, args.at(2))?.map(|length| length as usize);
    let job = move || algorithm.digest(&data, length).during("Digest failed");
    job::run(ctx, args.at(3), "HASHREQUEST", job, output::bytes)
}

/// `createHmac(name, key)`.
fn create_hmac<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let state = State::of(ctx);
    let name = args.at(0).to_rust_string(ctx)?;
    let Ok(algorithm) = state.digest(&name) else {
        return Err(invalid_digest(&name).exception(ctx));
    };
    let hmac = input::with_bytes(ctx, args.at(1), |key| Hmac::new(&algorithm, key))?;
    let hmac = hmac.during("Invalid key").thrown(ctx)?;
    Ok(state.hmac.instantiate(ctx, RefCell::new(hmac)).into())
}

fn update_hmac<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let hmac = of::<Hmac>(ctx, args.at(0))?;
    let mut hmac = hmac.borrow_mut();
    let hmac = &mut *hmac;
    let done = input::with_bytes(ctx, args.at(1), |data| hmac.update(data))?;
    Ok(ctx.boolean(done.is_ok()))
}

/// `digestHmac(hmac, form)`.
fn digest_hmac<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let hmac = of::<Hmac>(ctx, args.at(0))?;
    let form = Form::of(ctx, args.at(1))?;
    let bytes = hmac.borrow_mut().finish().during("HMAC failed").thrown(ctx)?;
    form.value(ctx, bytes)
}

/// `hmacJob(name, key, data, callback)`.
fn hmac_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let algorithm = State::of(ctx).digest(&name).map_err(|_| invalid_digest(&name)).thrown(ctx)?;
    let (key, data) = (input::bytes(ctx, args.at(1))?, input::bytes(ctx, args.at(2))?);
    let job = move || {
        let mut hmac = Hmac::new(&algorithm, &key).during("HMAC failed")?;
        hmac.update(&data).during("HMAC failed")?;
        hmac.finish().during("HMAC failed")
    };
    job::run(ctx, args.at(3), "SIGNREQUEST", job, output::bytes)
}

/// `digestSize(name)`: undefined if there is no such digest.
fn digest_size<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    Ok(State::of(ctx)
        .digest(&name)
        .map_or(ctx.undefined(), |found| ctx.number(found.size() as f64)))
}

pub(super) fn invalid_digest(name: &str) -> Failure {
    Failure::coded(Kind::TypeError("ERR_CRYPTO_INVALID_DIGEST"), format!("Invalid digest: {name}"))
}

/// A digest that is being made, for what goes on with it.
pub(super) fn of_hash<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<RefCell<Digest>>> {
    of::<Digest>(ctx, value)
}

fn of<'js, T: 'static>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<RefCell<T>>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<RefCell<T>>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}
