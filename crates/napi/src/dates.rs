//! Dates.

use crate::entry;
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::Handle;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_date(
    env: EnvPointer,
    time_ms: f64,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let date = call.ctx.date(time_ms)?;
        call.give(result, date)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_date(env: EnvPointer, value: Handle, result: Out<bool>) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        Ok(result.set(value.is_date(call.ctx))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_date_value(
    env: EnvPointer,
    value: Handle,
    result: Out<f64>,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        if !value.is_date(call.ctx) {
            return Err(Status::DateExpected.into());
        }
        let time_ms = call.perform(Operation::DateValue, &[value])?.as_number();
        Ok(result.set(time_ms.unwrap_or(f64::NAN))?)
    })
}
