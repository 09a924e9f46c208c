//! Errors: made, thrown, told apart; the exception that is pending.

use roundel_jsc::{Exception, JsResult, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::{Out, Text};
use crate::status::Status;
use crate::types::Handle;

/// The classes, as `makeError` of the operations numbers them.
const ERROR: i32 = 0;
pub(crate) const TYPE_ERROR: i32 = 1;
pub(crate) const RANGE_ERROR: i32 = 2;
const SYNTAX_ERROR: i32 = 3;

impl<'js> Call<'js> {
    pub(crate) fn error(
        self,
        class: i32,
        message: &str,
        code: Option<&str>,
    ) -> JsResult<'js, Value<'js>> {
        let code = code.map_or_else(Value::undefined, |code| self.ctx.string(code));
        self.perform(Operation::MakeError, &[self.ctx.int32(class), self.ctx.string(message), code])
    }
}

fn create<'js>(
    call: Call<'js>,
    class: i32,
    (code, message): (Handle, Handle),
    result: Out<Handle>,
) -> Outcome<'js> {
    call.value(message)?;
    result.check()?;
    let message = call.string(message)?;
    let code = match code {
        Handle::NULL => call.ctx.undefined(),
        code => call.string(code)?,
    };
    let error = call.perform(Operation::MakeError, &[call.ctx.int32(class), message, code])?;
    call.give(result, error)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_error(
    env: EnvPointer,
    code: Handle,
    message: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| create(call, ERROR, (code, message), result))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_type_error(
    env: EnvPointer,
    code: Handle,
    message: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| create(call, TYPE_ERROR, (code, message), result))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_range_error(
    env: EnvPointer,
    code: Handle,
    message: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| create(call, RANGE_ERROR, (code, message), result))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_syntax_error(
    env: EnvPointer,
    code: Handle,
    message: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| create(call, SYNTAX_ERROR, (code, message), result))
}

fn throw<'js>(call: Call<'js>, class: i32, code: Text, message: Text) -> Outcome<'js> {
    let message = message.to_name_if().unwrap_or_default();
    let error = call.error(class, &message, code.to_name_if().as_deref())?;
    call.env.set_pending(call.ctx, Exception::new(error));
    Ok(())
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_throw(env: EnvPointer, error: Handle) -> Status {
    entry::script(env, |call| {
        let error = call.value(error)?;
        call.env.set_pending(call.ctx, Exception::new(error));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_throw_error(env: EnvPointer, code: Text, message: Text) -> Status {
    entry::script(env, |call| throw(call, ERROR, code, message))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_throw_type_error(
    env: EnvPointer,
    code: Text,
    message: Text,
) -> Status {
    entry::script(env, |call| throw(call, TYPE_ERROR, code, message))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_throw_range_error(
    env: EnvPointer,
    code: Text,
    message: Text,
) -> Status {
    entry::script(env, |call| throw(call, RANGE_ERROR, code, message))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_throw_syntax_error(
    env: EnvPointer,
    code: Text,
    message: Text,
) -> Status {
    entry::script(env, |call| throw(call, SYNTAX_ERROR, code, message))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_error(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.ask(Operation::IsError, &[value])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_exception_pending(env: EnvPointer, result: Out<bool>) -> Status {
    entry::basic(env, |env| result.set(env.has_pending()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_and_clear_last_exception(
    env: EnvPointer,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        match call.env.take_pending(call.ctx) {
            Some(exception) => call.give(result, exception.value()),
            None => call.give(result, call.ctx.undefined()),
        }
    })
}

/// Hands an exception to the program as one that nobody caught.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_fatal_exception(env: EnvPointer, error: Handle) -> Status {
    entry::script(env, |call| {
        let error = call.value(error)?;
        call.env.host().report_uncaught(call.ctx, Exception::new(error));
        Ok(())
    })
}
