//! Array buffers: memory of the engine's and of the addon's.

use std::ffi::c_void;

use roundel_jsc::{ArrayBuffer, Bytes, Exception};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::errors::RANGE_ERROR;
use crate::finalizers::{Finalizer, foreign_buffer};
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Finalize, Handle};

impl<'js> Call<'js> {
    /// A fresh buffer of zeros, and where its bytes are for as long as it lives.
    pub(crate) fn zeros(self, byte_length: usize) -> Outcome<'js, (ArrayBuffer<'js>, *mut c_void)> {
        let mut bytes = Vec::new();
        if byte_length > i64::MAX as usize || bytes.try_reserve_exact(byte_length).is_err() {
            let error = self.error(RANGE_ERROR, "Array buffer allocation failed", None)?;
            return Err(Exception::new(error).into());
        }
        bytes.resize(byte_length, 0_u8);
        let buffer = ArrayBuffer::from_vec(self.ctx, bytes)?;
        let (address, _) = buffer.address(self.ctx)?;
        Ok((buffer, address.cast()))
    }

    pub(crate) fn array_buffer(self, handle: Handle) -> Result<ArrayBuffer<'js>, Status> {
        self.value(handle)?.as_array_buffer(self.ctx).ok_or(Status::InvalidArg)
    }

    fn is_shared(self, buffer: ArrayBuffer<'js>) -> Outcome<'js, bool> {
        Ok(buffer.is_shared(self.ctx)?)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_arraybuffer(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let is_buffer = match value.as_array_buffer(call.ctx) {
            Some(buffer) => !call.is_shared(buffer)?,
            None => false,
        };
        Ok(result.set(is_buffer)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_is_sharedarraybuffer(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.ask(Operation::IsSharedBuffer, &[value])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_sharedarraybuffer(
    env: EnvPointer,
    byte_length: usize,
    data: Out<*mut c_void>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let made =
            call.perform(Operation::MakeSharedBuffer, &[call.ctx.number(byte_length as f64)])?;
        let buffer = made.as_array_buffer(call.ctx).ok_or(Status::GenericFailure)?;
        data.set_if(buffer.address(call.ctx)?.0.cast());
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_arraybuffer(
    env: EnvPointer,
    byte_length: usize,
    data: Out<*mut c_void>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let (buffer, address) = call.zeros(byte_length)?;
        data.set_if(address);
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_external_arraybuffer(
    env: EnvPointer,
    data: *mut c_void,
    byte_length: usize,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let finalizer = Finalizer::new(function, data, hint);
        let buffer = foreign_buffer(call, data, byte_length, finalizer)?;
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_arraybuffer_info(
    env: EnvPointer,
    value: Handle,
    data: Out<*mut c_void>,
    byte_length: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let (address, length) = call.array_buffer(value)?.address(call.ctx)?;
        data.set_if(address.cast());
        byte_length.set_if(length);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_detach_arraybuffer(env: EnvPointer, value: Handle) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        let buffer = value.as_array_buffer(call.ctx).ok_or(Status::ArraybufferExpected)?;
        if call.is_shared(buffer)? {
            return Err(Status::ArraybufferExpected.into());
        }
        match call.ask(Operation::Detach, &[value])? {
            true => Ok(()),
            false => Err(Status::DetachableArraybufferExpected.into()),
        }
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_detached_arraybuffer(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.ask(Operation::IsDetached, &[value])?)?)
    })
}
