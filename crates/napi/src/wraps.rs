//! Native data behind objects of scripts: `napi_wrap` and its relatives.
//!
//! What belongs to an object is found in a `WeakMap` of the operations', so nothing of it shows on the object; it goes when
//! the object goes, and then its finalizer is due.

use std::ffi::c_void;
use std::rc::Rc;

use roundel_jsc::Object;

use crate::entry::{self, Call, Outcome};
use crate::env::{EnvPointer, Opaque};
use crate::finalizers::{Carried, Finalizer};
use crate::operations::Operation;
use crate::pointers::Out;
use crate::references::Reference;
use crate::status::Status;
use crate::types::{Finalize, Handle, ReferenceToken};

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_wrap(
    env: EnvPointer,
    object: Handle,
    data: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<ReferenceToken>,
) -> Status {
    entry::script(env, |call| {
        let value = call.value(object)?;
        let object = value.as_object(call.ctx).ok_or(Status::ObjectExpected)?;
        if carried(call, object)?.is_some() {
            return Err(Status::InvalidArg.into());
        }
        let ending = call.env.watch(Finalizer::new(function, data, hint));
        let carrier = call.carry(&call.env.shared.wraps, Carried { data: Opaque(data), ending });
        call.perform(Operation::Wrap, &[object.into(), carrier.into()])?;
        if !result.is_null() {
            let reference = Reference::new(call, value, 0);
            result.set_if(ReferenceToken(call.env.references.insert(reference)));
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_unwrap(
    env: EnvPointer,
    object: Handle,
    result: Out<*mut c_void>,
) -> Status {
    entry::script(env, |call| {
        call.value(object)?;
        result.check()?;
        let carried = carried(call, call.object(object)?)?.ok_or(Status::InvalidArg)?;
        Ok(result.set(carried.data.0)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_remove_wrap(
    env: EnvPointer,
    object: Handle,
    result: Out<*mut c_void>,
) -> Status {
    entry::script(env, |call| {
        call.value(object)?;
        let object = call.object(object)?;
        let carried = carried(call, object)?.ok_or(Status::InvalidArg)?;
        call.perform(Operation::RemoveWrap, &[object.into()])?;
        call.env.forget(carried.ending.as_ref());
        result.set_if(carried.data.0);
        Ok(())
    })
}

fn carried<'js>(call: Call<'js>, object: Object<'js>) -> Outcome<'js, Option<Rc<Carried>>> {
    let carrier = call.perform(Operation::Unwrap, &[object.into()])?.as_object(call.ctx);
    Ok(carrier.and_then(|carrier| carrier.private::<Carried>()))
}
