//! Objects and arrays: properties, elements, names, prototypes.

use roundel_jsc::{Object, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::{Out, Text};
use crate::status::Status;
use crate::types::{ENUMERABLE, Handle};

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_object(env: EnvPointer, result: Out<Handle>) -> Status {
    entry::call(env, |call| call.give(result, call.ctx.object()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_array(env: EnvPointer, result: Out<Handle>) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, call.ctx.array(&[])?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_array_with_length(
    env: EnvPointer,
    length: usize,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        // What an `int` does not hold is an empty array to Node.
        let length = i32::try_from(length).unwrap_or(0);
        let array = call.perform(Operation::ArrayOfLength, &[call.ctx.int32(length)])?;
        call.give(result, array)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_array(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        Ok(result.set(value.is_array(call.ctx))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_array_length(
    env: EnvPointer,
    value: Handle,
    result: Out<u32>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let array = value.as_object(call.ctx).filter(|_| value.is_array(call.ctx));
        let array = array.ok_or(Status::ArrayExpected)?;
        let length = array.get(call.ctx, "length")?.to_uint32(call.ctx)?;
        Ok(result.set(length)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_prototype(
    env: EnvPointer,
    object: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        call.value(object)?;
        result.check()?;
        let object = call.to_object(object)?;
        let prototype = call.perform(Operation::PrototypeOf, &[object.into()])?;
        call.give(result, prototype)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_set_prototype(
    env: EnvPointer,
    object: Handle,
    prototype: Handle,
) -> Status {
    entry::script(env, |call| {
        let prototype = call.value(prototype)?;
        let object = call.to_object(object)?;
        match call.ask(Operation::SetPrototypeOf, &[object.into(), prototype])? {
            true => Ok(()),
            false => Err(Status::GenericFailure.into()),
        }
    })
}

/// `napi_key_collection_mode`
const OWN_ONLY: i32 = 1;
/// `napi_key_filter`
const SKIP_SYMBOLS: i32 = 1 << 4;
/// `napi_key_conversion`
const NUMBERS_TO_STRINGS: i32 = 1;

fn property_names<'js>(
    call: Call<'js>,
    object: Handle,
    [mode, filter, conversion]: [i32; 3],
    result: Out<Handle>,
) -> Outcome<'js> {
    call.value(object)?;
    result.check()?;
    let object = call.to_object(object)?;
    if !(0..=OWN_ONLY).contains(&mode) || !(0..=NUMBERS_TO_STRINGS).contains(&conversion) {
        return Err(Status::InvalidArg.into());
    }
    let ctx = call.ctx;
    let args = [object.into(), ctx.int32(mode), ctx.int32(filter), ctx.int32(conversion)];
    let names = call.perform(Operation::PropertyNames, &args)?;
    call.give(result, names)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_property_names(
    env: EnvPointer,
    object: Handle,
    result: Out<Handle>,
) -> Status {
    let how = [0, ENUMERABLE | SKIP_SYMBOLS, NUMBERS_TO_STRINGS];
    entry::script(env, |call| property_names(call, object, how, result))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_all_property_names(
    env: EnvPointer,
    object: Handle,
    mode: i32,
    filter: i32,
    conversion: i32,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| property_names(call, object, [mode, filter, conversion], result))
}

fn get<'js>(
    call: Call<'js>,
    object: Object<'js>,
    key: Value<'js>,
    result: Out<Handle>,
) -> Outcome<'js> {
    let value = object.get_key(call.ctx, key)?;
    call.give(result, value)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_set_property(
    env: EnvPointer,
    object: Handle,
    key: Handle,
    value: Handle,
) -> Status {
    entry::script(env, |call| {
        let (key, value) = (call.value(key)?, call.value(value)?);
        let object = call.to_object(object)?;
        Ok(object.set_key(call.ctx, key, value)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_has_property(
    env: EnvPointer,
    object: Handle,
    key: Handle,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let key = call.value(key)?;
        let object = call.to_object(object)?;
        Ok(result.set(call.ask(Operation::Has, &[object.into(), key])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_property(
    env: EnvPointer,
    object: Handle,
    key: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        let key = call.value(key)?;
        result.check()?;
        get(call, call.to_object(object)?, key, result)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_delete_property(
    env: EnvPointer,
    object: Handle,
    key: Handle,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        let key = call.value(key)?;
        let object = call.to_object(object)?;
        result.set_if(call.ask(Operation::Delete, &[object.into(), key])?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_has_own_property(
    env: EnvPointer,
    object: Handle,
    key: Handle,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        let key = call.value(key)?;
        result.check()?;
        let object = call.to_object(object)?;
        if !key.is_string(call.ctx) && !key.is_symbol(call.ctx) {
            return Err(Status::NameExpected.into());
        }
        Ok(result.set(call.ask(Operation::HasOwn, &[object.into(), key])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_set_named_property(
    env: EnvPointer,
    object: Handle,
    name: Text,
    value: Handle,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        let object = call.to_object(object)?;
        Ok(object.set(call.ctx, name.to_name()?, value)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_has_named_property(
    env: EnvPointer,
    object: Handle,
    name: Text,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let object = call.to_object(object)?;
        let key = call.ctx.string(&name.to_name()?);
        Ok(result.set(call.ask(Operation::Has, &[object.into(), key])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_named_property(
    env: EnvPointer,
    object: Handle,
    name: Text,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let object = call.to_object(object)?;
        let value = object.get(call.ctx, name.to_name()?)?;
        call.give(result, value)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_set_element(
    env: EnvPointer,
    object: Handle,
    index: u32,
    value: Handle,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(value)?;
        let object = call.to_object(object)?;
        Ok(object.set_index(call.ctx, index, value)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_has_element(
    env: EnvPointer,
    object: Handle,
    index: u32,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let object = call.to_object(object)?;
        let key = call.ctx.number(index.into());
        Ok(result.set(call.ask(Operation::Has, &[object.into(), key])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_element(
    env: EnvPointer,
    object: Handle,
    index: u32,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let object = call.to_object(object)?;
        let value = object.get_index(call.ctx, index)?;
        call.give(result, value)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_delete_element(
    env: EnvPointer,
    object: Handle,
    index: u32,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        let object = call.to_object(object)?;
        let key = call.ctx.number(index.into());
        result.set_if(call.ask(Operation::Delete, &[object.into(), key])?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_object_freeze(env: EnvPointer, object: Handle) -> Status {
    entry::script(env, |call| {
        let object = call.to_object(object)?;
        call.perform(Operation::Freeze, &[object.into()])?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_object_seal(env: EnvPointer, object: Handle) -> Status {
    entry::script(env, |call| {
        let object = call.to_object(object)?;
        call.perform(Operation::Seal, &[object.into()])?;
        Ok(())
    })
}
