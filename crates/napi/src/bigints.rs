//! Bigints, as integers of 64 bits and as rows of them.

use std::ffi::c_int;

use roundel_jsc::{Exception, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::errors::RANGE_ERROR;
use crate::operations::Operation;
use crate::pointers::{In, Out};
use crate::status::Status;
use crate::types::Handle;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_bigint_int64(
    env: EnvPointer,
    value: i64,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let value = call.ctx.bigint_i64(value)?;
        call.give(result, value)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_bigint_uint64(
    env: EnvPointer,
    value: u64,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let value = call.ctx.bigint_u64(value)?;
        call.give(result, value)
    })
}

/// As many words as any bigint can have; Node's limit is a billion bits.
const MAX_WORDS: usize = 1 << 24;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_bigint_words(
    env: EnvPointer,
    sign: c_int,
    count: usize,
    words: In<u64>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        words.get()?;
        result.check()?;
        if count > i32::MAX as usize {
            return Err(Status::InvalidArg.into());
        }
        if count > MAX_WORDS {
            let error = call.error(RANGE_ERROR, "Maximum BigInt size exceeded", None)?;
            return Err(Exception::new(error).into());
        }
        let mut digits = String::from("0x0");
        for word in words.all(count)?.iter().rev() {
            digits.push_str(&format!("{word:016x}"));
        }
        let value = call.ctx.bigint_parse(&digits)?;
        let value = if sign == 0 { value } else { negated(call, value)? };
        call.give(result, value)
    })
}

/// `-value`, by way of the one operation that knows signs.
fn negated<'js>(call: Call<'js>, value: Value<'js>) -> Outcome<'js, Value<'js>> {
    Ok(call.perform(Operation::BigIntToHex, &[value, call.ctx.boolean(true)])?)
}

impl<'js> Call<'js> {
    fn bigint(self, handle: Handle) -> Result<Value<'js>, Status> {
        let value = self.value(handle)?;
        if value.is_bigint(self.ctx) { Ok(value) } else { Err(Status::BigintExpected) }
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_bigint_int64(
    env: EnvPointer,
    value: Handle,
    result: Out<i64>,
    lossless: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        lossless.check()?;
        let value = call.bigint(value)?;
        let integer = value.to_i64(call.ctx)?;
        let again = call.ctx.bigint_i64(integer)?;
        lossless.set(value.strict_equals(call.ctx, again))?;
        Ok(result.set(integer)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_bigint_uint64(
    env: EnvPointer,
    value: Handle,
    result: Out<u64>,
    lossless: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        lossless.check()?;
        let value = call.bigint(value)?;
        let integer = value.to_u64(call.ctx)?;
        let again = call.ctx.bigint_u64(integer)?;
        lossless.set(value.strict_equals(call.ctx, again))?;
        Ok(result.set(integer)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_bigint_words(
    env: EnvPointer,
    value: Handle,
    sign: Out<c_int>,
    count: Out<usize>,
    words: Out<u64>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        let room = count.get().ok_or(Status::InvalidArg)?;
        let value = call.bigint(value)?;
        let text = call.perform(Operation::BigIntToHex, &[value])?.to_rust_string(call.ctx)?;
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.as_str()),
        };
        let row = parse_words(digits);
        if sign.is_null() && words.is_null() {
            return Ok(count.set(row.len())?);
        }
        sign.check()?;
        words.check()?;
        sign.set_if(is_negative.into());
        words.set_all(row.iter().copied().take(room));
        Ok(count.set(row.len())?)
    })
}

/// The words of a number in hexadecimal digits, the lowest first. Zero has none.
fn parse_words(digits: &str) -> Vec<u64> {
    const DIGITS: usize = 16;
    let digits = digits.trim_start_matches('0').as_bytes();
    let words = digits.rchunks(DIGITS).map(|word| {
        let word = str::from_utf8(word).unwrap_or_default();
        u64::from_str_radix(word, DIGITS as u32).unwrap_or_default()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_lowest_first() {
        assert_eq!(parse_words("0"), Vec::<u64>::new());
        assert_eq!(parse_words("ff"), [255]);
        assert_eq!(parse_words("10000000000000000"), [0, 1]);
        assert_eq!(
            parse_words("2aaaaaaaaaaaaaaaa00000000000000ff"),
            [0xff, 0xaaaa_aaaa_aaaa_aaaa, 2]
        );
    }
}
