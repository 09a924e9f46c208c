//! Encapsulation of secrets.

use roundel_jsc::{Arguments, Ctx, JsResult, Value};
use roundel_openssl::{ErrorStack, decapsulate, encapsulate};

use super::failure::{Failure, Kind};
use super::key::asymmetric;
use super::{Native, input, job, output};

pub(super) const MEMBERS: &[(&str, Native)] =
    &[("encapsulate", encapsulate_job), ("decapsulate", decapsulate_job)];

fn failed(message: &'static str) -> impl Fn(ErrorStack) -> Failure {
    move |_| Failure::coded(Kind::Error("ERR_CRYPTO_OPERATION_FAILED"), message)
}

/// `encapsulate(key, callback)`: `[sharedKey, ciphertext]`.
fn encapsulate_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = asymmetric(ctx, args.at(0))?;
    let job = move || {
        ErrorStack::clear();
        encapsulate(&key).map_err(failed("Encapsulation failed"))
    };
    job::run(ctx, args.at(1), "DERIVEBITSREQUEST", job, |ctx, made| {
        let parts = [output::secret(ctx, made.shared_key)?, output::bytes(ctx, made.ciphertext)?];
        Ok(ctx.array(&parts)?.into())
    })
}

/// `decapsulate(key, ciphertext, callback)`.
fn decapsulate_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (key, ciphertext) = (asymmetric(ctx, args.at(0))?, input::bytes(ctx, args.at(1))?);
    let job = move || {
        ErrorStack::clear();
        decapsulate(&key, &ciphertext).map_err(failed("Decapsulation failed"))
    };
    job::run(ctx, args.at(2), "DERIVEBITSREQUEST", job, output::secret)
}
