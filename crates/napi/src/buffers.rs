//! Node's `Buffer`s.

use std::ffi::c_void;

use roundel_jsc::{ArrayBuffer, Bytes, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::finalizers::{Finalizer, foreign_buffer};
use crate::operations::Operation;
use crate::pointers::{Out, Text};
use crate::status::Status;
use crate::types::{Finalize, Handle};

impl<'js> Call<'js> {
    fn buffer_over(
        self,
        bytes: ArrayBuffer<'js>,
        byte_offset: usize,
        length: usize,
    ) -> Outcome<'js, Value<'js>> {
        let number = |number: usize| self.ctx.number(number as f64);
        let args = [bytes.into(), number(byte_offset), number(length)];
        Ok(self.perform(Operation::BufferOver, &args)?)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_buffer(
    env: EnvPointer,
    length: usize,
    data: Out<*mut c_void>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let (bytes, address) = call.zeros(length)?;
        let buffer = call.buffer_over(bytes, 0, length)?;
        data.set_if(address);
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_external_buffer(
    env: EnvPointer,
    length: usize,
    data: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let finalizer = Finalizer::new(function, data, hint);
        let bytes = foreign_buffer(call, data, length, finalizer)?;
        let buffer = call.buffer_over(bytes, 0, length)?;
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_buffer_copy(
    env: EnvPointer,
    length: usize,
    data: Text<u8>,
    copy: Out<*mut c_void>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let bytes = data.with(length, <[u8]>::to_vec)?;
        let bytes = ArrayBuffer::from_vec(call.ctx, bytes)?;
        let buffer = call.buffer_over(bytes, 0, length)?;
        copy.set_if(bytes.address(call.ctx)?.0.cast());
        call.give(result, buffer)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_buffer_from_arraybuffer(
    env: EnvPointer,
    buffer: Handle,
    byte_offset: usize,
    byte_length: usize,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(buffer)?;
        result.check()?;
        let bytes = call.value(buffer)?.as_array_buffer(call.ctx);
        let bytes = bytes.ok_or(Status::ArraybufferExpected)?;
        let end = byte_offset.checked_add(byte_length);
        if end.is_none_or(|end| bytes.byte_length(call.ctx).is_ok_and(|length| end > length)) {
            let message = "The byte offset + length is out of range";
            call.refuse_range("ERR_OUT_OF_RANGE", message, Status::PendingException)?;
        }
        let made = call.buffer_over(bytes, byte_offset, byte_length)?;
        call.give(result, made)
    })
}

/// To Node every view is a buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_buffer(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.view(value)?.is_some())?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_buffer_info(
    env: EnvPointer,
    value: Handle,
    data: Out<*mut c_void>,
    length: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        let view = call.view(value)?.ok_or(Status::InvalidArg)?;
        data.set_if(view.address);
        length.set_if(view.byte_length);
        Ok(())
    })
}
