//! Keys from passwords and from other keys.

use roundel_jsc::{Arguments, Ctx, JsResult, Value};
use roundel_openssl::{Argon2, ErrorStack, argon2, hkdf, pbkdf2, scrypt};

use super::failure::{During, Failure, Kind, Thrown};
use super::hash::invalid_digest;
use super::state::State;
use super::{Native, input, job, output};

pub(super) const MEMBERS: &[(&str, Native)] =
    &[("pbkdf2", pbkdf2_job), ("scrypt", scrypt_job), ("hkdf", hkdf_job), ("argon2", argon2_job)];

/// `pbkdf2(password, salt, iterations, length, digest, callback)`.
fn pbkdf2_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (password, salt) = (input::bytes(ctx, args.at(0))?, input::bytes(ctx, args.at(1))?);
    let (iterations, length) = (args.at(2).to_uint32(ctx)?, args.at(3).to_uint32(ctx)? as usize);
    let name = args.at(4).to_rust_string(ctx)?;
    let digest = State::of(ctx).digest(&name).map_err(|_| invalid_digest(&name)).thrown(ctx)?;
    if length == 0 {
        return Err(Failure::new(ErrorStack::default(), "PBKDF2 derivation failed").exception(ctx));
    }
    let job = move || {
        pbkdf2(&digest, &password, &salt, iterations, length).during("PBKDF2 derivation failed")
    };
    job::run(ctx, args.at(5), "PBKDF2REQUEST", job, output::secret)
}

/// `scrypt(password, salt, N, r, p, maxmem, length, callback)`.
fn scrypt_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (password, salt) = (input::bytes(ctx, args.at(0))?, input::bytes(ctx, args.at(1))?);
    let number = |index| args.at(index).to_number(ctx).map(|number| number as u64);
    let costs = (number(2)?, number(3)?, number(4)?);
    let (memory_max, length) = (number(5)?, args.at(6).to_uint32(ctx)? as usize);
    // Parameters that can not be are told at once, in both forms.
    ErrorStack::clear();
    if let Err(stack) = scrypt(&[], &[], costs, memory_max, 0) {
        let message = match stack.0.first() {
            Some(error) => format!("Invalid scrypt params: {}", error.text),
            None => "Invalid scrypt params".to_owned(),
        };
        return Err(Failure::coded(Kind::RangeError("ERR_CRYPTO_INVALID_SCRYPT_PARAMS"), message)
            .exception(ctx));
    }
    let job = move || {
        scrypt(&password, &salt, costs, memory_max, length).during("Scrypt derivation failed")
    };
    job::run(ctx, args.at(7), "SCRYPTREQUEST", job, output::secret)
}

/// `hkdf(digest, key, salt, info, length, callback)`.
fn hkdf_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let digest = State::of(ctx).digest(&name).map_err(|_| invalid_digest(&name)).thrown(ctx)?;
    let (key, salt) = (input::bytes(ctx, args.at(1))?, input::bytes(ctx, args.at(2))?);
    let (info, length) = (input::bytes(ctx, args.at(3))?, args.at(4).to_uint32(ctx)? as usize);
    if length > 255 * digest.size() {
        return Err(Failure::coded(
            Kind::RangeError("ERR_CRYPTO_INVALID_KEYLEN"),
            "Invalid key length",
        )
        .exception(ctx));
    }
    if length == 0 {
        return Err(Failure::new(ErrorStack::default(), "HKDF derivation failed").exception(ctx));
    }
    let job = move || hkdf(&digest, &key, &salt, &info, length).during("HKDF derivation failed");
    job::run(ctx, args.at(5), "HKDFREQUEST", job, output::secret)
}

/// `argon2(variant, message, nonce, parallelism, length, memory, passes, secret, associatedData, callback)`.
fn argon2_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let variant = args.at(0).to_rust_string(ctx)?;
    let (message, nonce) = (input::bytes(ctx, args.at(1))?, input::bytes(ctx, args.at(2))?);
    let (parallelism, length) = (args.at(3).to_uint32(ctx)?, args.at(4).to_uint32(ctx)? as usize);
    let (memory, passes) = (args.at(5).to_uint32(ctx)?, args.at(6).to_uint32(ctx)?);
    let secret = input::optional_bytes(ctx, args.at(7))?.unwrap_or_default();
    let associated_data = input::optional_bytes(ctx, args.at(8))?.unwrap_or_default();
    let job = move || {
        let options = Argon2 {
            variant: &variant,
            nonce: &nonce,
            parallelism,
            memory,
            passes,
            secret: &secret,
            associated_data: &associated_data,
        };
        argon2(&message, &options, length).map_err(|stack| {
            if stack.has_reason("unsupported") {
                let code = Kind::Error("ERR_CRYPTO_ARGON2_NOT_SUPPORTED");
                return Failure::coded(code, "Argon2 algorithm not supported");
            }
            Failure::new(stack, "Argon2 failed")
        })
    };
    job::run(ctx, args.at(9), "ARGON2REQUEST", job, output::secret)
}
