//! Signatures, and encryption with keys of RSA.

use std::sync::Arc;

use roundel_jsc::{Arguments, Ctx, JsResult, Value};
use roundel_openssl::{
    DigestAlgorithm, ErrorStack, Padding, RsaOperation, SignOptions, SignProblem, from_p1363, rsa,
    sign_digest, sign_message, to_p1363, verify_digest, verify_message,
};

use super::failure::{During, Failure, Kind, Thrown};
use super::hash::{invalid_digest, of_hash};
use super::key::asymmetric;
use super::state::State;
use super::{Native, input, job, output};

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("sign", sign),
    ("verify", verify),
    ("signHash", sign_hash),
    ("verifyHash", verify_hash),
    ("rsa", rsa_job),
];

/// The padding and the length of the salt, both of which may be missing.
fn options<'js>(
    ctx: Ctx<'js>,
    padding: Value<'js>,
    salt_length: Value<'js>,
) -> JsResult<'js, SignOptions<'static>> {
    Ok(SignOptions {
        padding: input::optional_number(ctx, padding)?.map(|padding| Padding(padding as i32)),
        salt_length: input::optional_number(ctx, salt_length)?.map(|length| length as i32),
        context: None,
    })
}

fn failure(problem: SignProblem) -> Failure {
    match problem {
        SignProblem::NoContext => Failure::coded(
            Kind::Error("ERR_CRYPTO_OPERATION_FAILED"),
            "Context parameter is unsupported",
        ),
        SignProblem::Openssl(stack) => Failure::new(stack, "crypto operation failed"),
    }
}

fn digest_of<'js>(ctx: Ctx<'js>, name: Value<'js>) -> JsResult<'js, Option<Arc<DigestAlgorithm>>> {
    if name.is_nullish() {
        return Ok(None);
    }
    let name = name.to_rust_string(ctx)?;
    State::of(ctx).digest(&name).map(Some).map_err(|_| invalid_digest(&name).exception(ctx))
}

/// `sign(digest, data, key, padding, saltLength, isP1363, context, callback)`.
fn sign<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let digest = digest_of(ctx, args.at(0))?;
    let (data, key) = (input::bytes(ctx, args.at(1))?, asymmetric(ctx, args.at(2))?);
    let options = options(ctx, args.at(3), args.at(4))?;
    let is_p1363 = args.at(5).to_bool(ctx);
    let context = input::optional_bytes(ctx, args.at(6))?;
    let job = move || {
        ErrorStack::clear();
        let options = SignOptions { context: context.as_deref(), ..options };
        let signature = sign_message(&key, digest.as_deref(), &data, options).map_err(failure)?;
        if is_p1363 {
            to_p1363(&key, signature).during("Malformed signature")
        } else {
            Ok(signature)
        }
    };
    job::run(ctx, args.at(7), "SIGNREQUEST", job, output::bytes)
}

/// `verify(digest, data, key, signature, padding, saltLength, isP1363, context, callback)`.
fn verify<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let digest = digest_of(ctx, args.at(0))?;
    let (data, key) = (input::bytes(ctx, args.at(1))?, asymmetric(ctx, args.at(2))?);
    let signature = input::bytes(ctx, args.at(3))?;
    let options = options(ctx, args.at(4), args.at(5))?;
    let is_p1363 = args.at(6).to_bool(ctx);
    let context = input::optional_bytes(ctx, args.at(7))?;
    let job = move || {
        ErrorStack::clear();
        let options = SignOptions { context: context.as_deref(), ..options };
        let converted =
            if is_p1363 { from_p1363(&key, &signature) } else { Some(signature.to_vec()) };
        let Some(signature) = converted else { return Ok(false) };
        verify_message(&key, digest.as_deref(), &data, &signature, options).map_err(failure)
    };
    job::run(ctx, args.at(8), "SIGNREQUEST", job, |ctx, answer| Ok(ctx.boolean(answer)))
}

/// `signHash(hash, digest, key, padding, saltLength, isP1363)`: of what was given to a digest step by step.
fn sign_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (value, digest) = finished(ctx, args)?;
    let key = asymmetric(ctx, args.at(2))?;
    let options = options(ctx, args.at(3), args.at(4))?;
    ErrorStack::clear();
    if key.kind().signs_messages() {
        return Err(unsupported().exception(ctx));
    }
    let signature = sign_digest(&key, &digest, &value, options)
        .during("PEM_read_bio_PrivateKey")
        .thrown(ctx)?;
    let signature = if args.at(5).to_bool(ctx) {
        to_p1363(&key, signature).during("Malformed signature").thrown(ctx)?
    } else {
        signature
    };
    output::bytes(ctx, signature)
}

/// `verifyHash(hash, digest, key, signature, padding, saltLength, isP1363)`.
fn verify_hash<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (value, digest) = finished(ctx, args)?;
    let (key, signature) = (asymmetric(ctx, args.at(2))?, input::bytes(ctx, args.at(3))?);
    let options = options(ctx, args.at(4), args.at(5))?;
    ErrorStack::clear();
    if key.kind().signs_messages() {
        return Err(unsupported().exception(ctx));
    }
    let converted = if args.at(6).to_bool(ctx) {
        from_p1363(&key, &signature)
    } else {
        Some(signature.to_vec())
    };
    let Some(signature) = converted else { return Ok(ctx.boolean(false)) };
    let answer = verify_digest(&key, &digest, &value, &signature, options);
    Ok(ctx.boolean(answer.during("Public key is not valid").thrown(ctx)?))
}

fn unsupported() -> Failure {
    Failure::coded(Kind::Error("ERR_CRYPTO_UNSUPPORTED_OPERATION"), "Unsupported crypto operation")
}

fn finished<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, (Vec<u8>, Arc<DigestAlgorithm>)> {
    let name = args.at(1).to_rust_string(ctx)?;
    let digest = State::of(ctx).digest(&name).map_err(|_| invalid_digest(&name)).thrown(ctx)?;
    let hash = of_hash(ctx, args.at(0))?;
    let value = hash.borrow_mut().finish(digest.size()).during("Digest failed").thrown(ctx)?;
    Ok((value, digest))
}

/// `rsa(operation, key, data, padding, oaepHash, oaepLabel, callback)`.
fn rsa_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let operation = match args.at(0).to_rust_string(ctx)?.as_str() {
        "publicEncrypt" => RsaOperation::PublicEncrypt,
        "privateDecrypt" => RsaOperation::PrivateDecrypt,
        "privateEncrypt" => RsaOperation::PrivateEncrypt,
        _ => RsaOperation::PublicDecrypt,
    };
    let (key, data) = (asymmetric(ctx, args.at(1))?, input::bytes(ctx, args.at(2))?);
    let padding = Padding(args.at(3).to_int32(ctx)?);
    let digest = if args.at(4).is_nullish() {
        None
    } else {
        let name = args.at(4).to_rust_string(ctx)?;
        let unknown =
            || Failure::coded(Kind::Error("ERR_OSSL_EVP_INVALID_DIGEST"), "Invalid digest used");
        Some(State::of(ctx).digest(&name).map_err(|_| unknown()).thrown(ctx)?)
    };
    let label = input::optional_bytes(ctx, args.at(5))?;
    let job = move || {
        ErrorStack::clear();
        let oaep = digest.as_deref().map(|digest| (digest, label.as_deref()));
        let result = rsa(operation, &key, padding, oaep, &data).during("RSA operation failed")?;
        result.ok_or_else(|| {
            let message = "RSA_PKCS1_PADDING is no longer supported for private decryption";
            Failure::coded(Kind::TypeError("ERR_INVALID_ARG_VALUE"), message)
        })
    };
    job::run(ctx, args.at(6), "CIPHERREQUEST", job, output::bytes)
}
