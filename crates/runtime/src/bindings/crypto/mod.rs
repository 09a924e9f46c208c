//! The native half of `crypto`: OpenSSL's algorithms for JavaScript's bytes.
//!
//! Arguments have been checked by JavaScript (`internal/crypto`); what is wrong all the same throws. Digests, ciphers and
//! keys are objects that JavaScript only passes back. What may take long has two forms, at once and on the pool, and one
//! function: the pool is used when the last argument is a function.

mod certificate;
mod cipher;
mod exchange;
mod failure;
mod hash;
mod input;
mod job;
mod kdf;
mod kem;
mod key;
mod output;
mod random;
mod raw_key;
mod sign;
mod state;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Value};

use super::options::strings;
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    roundel_openssl::load().map_err(|message| Exception::error(ctx, &message))?;
    let binding = ctx.object();
    let members: &[&[(&str, Native)]] = &[
        MEMBERS,
        certificate::MEMBERS,
        cipher::MEMBERS,
        exchange::MEMBERS,
        hash::MEMBERS,
        kdf::MEMBERS,
        kem::MEMBERS,
        key::MEMBERS,
        random::MEMBERS,
        raw_key::MEMBERS,
        sign::MEMBERS,
    ];
    for &(name, function) in members.iter().copied().flatten() {
        binding.set(ctx, name, ctx.function(name, function))?;
    }
    binding.set(ctx, "version", ctx.string(&roundel_openssl::version()))?;
    Ok(binding)
}

/// A function of the binding.
type Native = for<'js> fn(Ctx<'js>, Arguments<'js>) -> JsResult<'js, Value<'js>>;

const MEMBERS: &[(&str, Native)] = &[
    ("timingSafeEqual", timing_safe_equal),
    ("getFips", |ctx, _| Ok(ctx.int32(i32::from(roundel_openssl::is_fips())))),
    ("setFips", |ctx, args| {
        use failure::{During, Thrown};
        roundel_openssl::set_fips(args.at(0).to_bool(ctx))
            .during("FIPS mode is not available")
            .thrown(ctx)?;
        Ok(ctx.undefined())
    }),
    ("secureHeapUsed", |ctx, _| {
        Ok(roundel_openssl::secure_heap_used()
            .map_or(ctx.undefined(), |used| ctx.number(used as f64)))
    }),
];

fn timing_safe_equal<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    // One view at a time: both may lie in the same buffer.
    let first = input::bytes(ctx, args.at(0))?;
    let equal = input::with_bytes(ctx, args.at(1), |second| {
        roundel_openssl::constant_time_eq(&first, second)
    })?;
    Ok(ctx.boolean(equal))
}

/// A list of names for JavaScript.
fn names<'js>(ctx: Ctx<'js>, names: &[String]) -> JsResult<'js, Value<'js>> {
    Ok(strings(ctx, names)?.into())
}
