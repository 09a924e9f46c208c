//! Primitive values: made, told apart, taken out, converted, compared.

use roundel_jsc::{Exception, Kind, Value};

use crate::entry::{self, Call, Failure, Outcome};
use crate::env::EnvPointer;
use crate::errors::TYPE_ERROR;
use crate::finalizers::Carried;
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Handle, ValueType};

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_undefined(env: EnvPointer, result: Out<Handle>) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.undefined()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_null(env: EnvPointer, result: Out<Handle>) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.null()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_global(env: EnvPointer, result: Out<Handle>) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.global()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_boolean(
    env: EnvPointer,
    value: bool,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.boolean(value)))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_double(
    env: EnvPointer,
    value: f64,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.number(value)))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_int32(
    env: EnvPointer,
    value: i32,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.int32(value)))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_uint32(
    env: EnvPointer,
    value: u32,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.number(value.into())))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_int64(
    env: EnvPointer,
    value: i64,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.number(value as f64)))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_typeof(
    env: EnvPointer,
    value: Handle,
    result: Out<ValueType>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        Ok(result.set(call.type_of(value))?)
    })
}

impl<'js> Call<'js> {
    pub(crate) fn type_of(self, value: Value<'js>) -> ValueType {
        match value.kind(self.ctx) {
            Kind::Undefined => ValueType::Undefined,
            Kind::Null => ValueType::Null,
            Kind::Boolean => ValueType::Boolean,
            Kind::Number => ValueType::Number,
            Kind::String => ValueType::String,
            Kind::Symbol => ValueType::Symbol,
            Kind::BigInt => ValueType::Bigint,
            Kind::Object if value.is_function(self.ctx) => ValueType::Function,
            Kind::Object => {
                let object = value.as_object(self.ctx);
                let carried = object.and_then(|object| object.private::<Carried>());
                if carried.is_some() { ValueType::External } else { ValueType::Object }
            }
        }
    }

    fn number(self, handle: Handle) -> Result<f64, Status> {
        self.value(handle)?.as_number().ok_or(Status::NumberExpected)
    }

    /// A conversion failed: its exception is the pending one, and the status says what was expected.
    pub(crate) fn refuse(self, exception: Exception<'js>, status: Status) -> Failure<'js> {
        self.env.set_pending(self.ctx, exception);
        Failure::Status(status)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_double(
    env: EnvPointer,
    value: Handle,
    result: Out<f64>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        Ok(result.set(call.number(value)?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_int32(
    env: EnvPointer,
    value: Handle,
    result: Out<i32>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        call.number(value)?;
        Ok(result.set(call.value(value)?.to_int32(call.ctx)?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_uint32(
    env: EnvPointer,
    value: Handle,
    result: Out<u32>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        call.number(value)?;
        Ok(result.set(call.value(value)?.to_uint32(call.ctx)?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_int64(
    env: EnvPointer,
    value: Handle,
    result: Out<i64>,
) -> Status {
    entry::call(env, |call| {
        call.value(value)?;
        result.check()?;
        let number = call.number(value)?;
        // Infinities are no large numbers here; finite ones that do not fit are the nearest that does.
        Ok(result.set(if number.is_finite() { number as i64 } else { 0 })?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_bool(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(value.as_bool().ok_or(Status::BooleanExpected)?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_coerce_to_bool(
    env: EnvPointer,
    value: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        call.give(result, call.ctx.boolean(value.to_bool(call.ctx)))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_coerce_to_number(
    env: EnvPointer,
    value: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        // The engine's C interface makes a number of a bigint, which the language refuses.
        let number = match value.is_bigint(call.ctx) {
            true => {
                let message = "Cannot convert a BigInt value to a number";
                Err(Exception::type_error(call.ctx, message))
            }
            false => value.to_number(call.ctx),
        };
        let number = number.map_err(|thrown| call.refuse(thrown, Status::NumberExpected))?;
        call.give(result, call.ctx.number(number))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_coerce_to_object(
    env: EnvPointer,
    value: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(value)?;
        result.check()?;
        let object = call.to_object(value)?;
        call.give(result, object)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_coerce_to_string(
    env: EnvPointer,
    value: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let text = value.to_js_string(call.ctx);
        let text = text.map_err(|thrown| call.refuse(thrown, Status::StringExpected))?;
        call.give(result, text.to_value(call.ctx))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_strict_equals(
    env: EnvPointer,
    left: Handle,
    right: Handle,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        let (left, right) = (call.value(left)?, call.value(right)?);
        Ok(result.set(left.strict_equals(call.ctx, right))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_instanceof(
    env: EnvPointer,
    object: Handle,
    constructor: Handle,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| instance_of(call, object, constructor, result))
}

fn instance_of<'js>(
    call: Call<'js>,
    object: Handle,
    constructor: Handle,
    result: Out<bool>,
) -> Outcome<'js> {
    let value = call.value(object)?;
    result.check()?;
    result.set_if(false);
    let constructor = call.to_object(constructor)?;
    if constructor.as_function(call.ctx).is_none() {
        let message = "Constructor must be a function";
        let error = call.error(TYPE_ERROR, message, Some("ERR_NAPI_CONS_FUNCTION"))?;
        return Err(call.refuse(Exception::new(error), Status::FunctionExpected));
    }
    let is_instance = call.ask(Operation::InstanceOf, &[value, constructor.into()])?;
    Ok(result.set(is_instance)?)
}
