//! Random bytes, from OpenSSL's generator or, in virtual time, from the run's seed.

use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, Value};
use roundel_openssl::{ErrorStack, check_prime, fill_random, generate_prime};

use super::failure::{During, Failure, Kind, Thrown};
use super::{Native, input, job, output};
use crate::environment::Environment;
use crate::options::Time;

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("randomFill", random_fill),
    ("randomJob", random_job),
    ("generatePrime", generate_prime_job),
    ("checkPrime", check_prime_job),
];

/// `randomFill(view, offset, size)`, at once.
fn random_fill<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (offset, size) = (args.at(1).to_number(ctx)? as usize, args.at(2).to_number(ctx)? as usize);
    let seeded = seeded(ctx, size);
    let fill = |bytes: &mut [u8]| {
        let start = offset.min(bytes.len());
        let end = start.saturating_add(size).min(bytes.len());
        match &seeded {
            Some(random) => {
                bytes[start..end].copy_from_slice(&random[..end - start]);
                Ok(())
            }
            None => fill_random(&mut bytes[start..end]),
        }
    };
    let filled = if let Some(view) = args.at(0).as_typed_array(ctx) {
        view.with_bytes_mut(ctx, fill)?
    } else if let Some(buffer) = args.at(0).as_array_buffer(ctx) {
        buffer.with_bytes_mut(ctx, fill)?
    } else {
        return Err(Exception::type_error(ctx, "argument must be a buffer"));
    };
    filled.during("Random bytes failed").thrown(ctx)?;
    Ok(ctx.undefined())
}

/// `randomJob(size, callback)`: that many bytes, made on the pool.
fn random_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let size = args.at(0).to_number(ctx)? as usize;
    let seeded = seeded(ctx, size);
    let job = move || -> Result<Vec<u8>, Failure> {
        if let Some(random) = seeded {
            return Ok(random);
        }
        let mut bytes = vec![0; size];
        let filled: Result<(), ErrorStack> = fill_random(&mut bytes);
        filled.during("Random bytes failed")?;
        Ok(bytes)
    };
    job::run(ctx, args.at(1), "RANDOMBYTESREQUEST", job, output::bytes)
}

/// `generatePrime(bits, safe, add, rem, callback)`.
fn generate_prime_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (bits, is_safe) = (args.at(0).to_uint32(ctx)?, args.at(1).to_bool(ctx));
    let (add, rem) =
        (input::optional_bytes(ctx, args.at(2))?, input::optional_bytes(ctx, args.at(3))?);
    if let Some(add) = &add {
        let number = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().skip_while(|&byte| byte == 0).collect()
        };
        let add = number(add);
        let add_bits = add.first().map_or(0, |first| add.len() as u32 * 8 - first.leading_zeros());
        if add_bits > bits {
            let kind = Kind::RangeError("ERR_OUT_OF_RANGE");
            return Err(Failure::coded(kind, "invalid options.add").exception(ctx));
        }
        // With a remainder that no number has, the search would never end.
        if let Some(rem) = rem.as_deref().map(number)
            && (rem.len(), &rem) >= (add.len(), &add)
        {
            let kind = Kind::RangeError("ERR_OUT_OF_RANGE");
            return Err(Failure::coded(kind, "invalid options.rem").exception(ctx));
        }
    }
    let job = move || {
        generate_prime(bits, is_safe, add.as_deref(), rem.as_deref())
            .during("Prime generation failed")
    };
    job::run(ctx, args.at(4), "RANDOMPRIMEREQUEST", job, output::bytes)
}

/// `checkPrime(candidate, checks, callback)`.
fn check_prime_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let candidate = input::bytes(ctx, args.at(0))?;
    let checks = args.at(1).to_uint32(ctx)?;
    let job = move || check_prime(&candidate, checks).during("Prime check failed");
    job::run(ctx, args.at(2), "CHECKPRIMEREQUEST", job, |ctx, answer| Ok(ctx.boolean(answer)))
}

fn seeded(ctx: Ctx<'_>, size: usize) -> Option<Vec<u8>> {
    let environment = Environment::of(ctx);
    (environment.options.time == Time::Virtual).then(|| {
        let mut bytes = vec![0; size];
        // The simulated platform always has random bytes.
        let _ = environment.lp.fill_random(&mut bytes);
        bytes
    })
}
