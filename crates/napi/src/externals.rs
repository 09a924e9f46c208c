//! Externals: values that are nothing but an address of the addon's.

use std::ffi::c_void;

use crate::entry;
use crate::env::{EnvPointer, Opaque};
use crate::finalizers::{Carried, Finalizer};
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Finalize, Handle};

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_external(
    env: EnvPointer,
    data: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let ending = call.env.watch(Finalizer::new(function, data, hint));
        let carried = Carried { data: Opaque(data), ending };
        let class = &call.env.shared.externals;
        let external = class.instantiate_with(call.ctx, call.ctx.null(), carried);
        call.give(result, external)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_external(
    env: EnvPointer,
    value: Handle,
    result: Out<*mut c_void>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let object = value.as_object(call.ctx).ok_or(Status::InvalidArg)?;
        let carried = object.private::<Carried>().ok_or(Status::InvalidArg)?;
        Ok(result.set(carried.data.0)?)
    })
}
