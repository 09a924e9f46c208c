//! Typed arrays and data views.

use std::ffi::c_void;

use roundel_jsc::{Bytes, Exception, Object, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::errors::RANGE_ERROR;
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::Handle;

/// `napi_typedarray_type`: the name of the class and the size of an element.
const KINDS: [(&str, usize); 12] = [
    ("Int8Array", 1),
    ("Uint8Array", 1),
    ("Uint8ClampedArray", 1),
    ("Int16Array", 2),
    ("Uint16Array", 2),
    ("Int32Array", 4),
    ("Uint32Array", 4),
    ("Float32Array", 4),
    ("Float64Array", 8),
    ("BigInt64Array", 8),
    ("BigUint64Array", 8),
    ("Float16Array", 2),
];

/// The number by which `makeView` and `viewInfo` of the operations know a data view.
const DATA_VIEW: i32 = -1;

/// What a view is a view of.
pub(crate) struct View<'js> {
    kind: i32,
    buffer: Object<'js>,
    byte_offset: usize,
    pub(crate) byte_length: usize,
    length: usize,
    pub(crate) address: *mut c_void,
}

impl<'js> Call<'js> {
    /// The view that a value is; `None` if it is none.
    pub(crate) fn view(self, value: Value<'js>) -> Outcome<'js, Option<View<'js>>> {
        let ctx = self.ctx;
        let info = self.perform(Operation::ViewInfo, &[value])?;
        let Some(info) = info.as_object(ctx) else { return Ok(None) };
        let number = |index| -> Outcome<'js, f64> {
            Ok(info.get_index(ctx, index)?.as_number().unwrap_or_default())
        };
        let buffer = info.get_index(ctx, 1)?;
        let bytes = buffer.as_array_buffer(ctx).ok_or(Status::GenericFailure)?;
        let (address, _) = bytes.address(ctx)?;
        let byte_offset = number(2)? as usize;
        // The engine says that the view begins there inside its buffer.
        let address = if address.is_null() { address } else { address.wrapping_add(byte_offset) };
        Ok(Some(View {
            kind: number(0)? as i32,
            buffer: bytes.as_object(),
            byte_offset,
            byte_length: number(3)? as usize,
            length: number(4)? as usize,
            address: address.cast(),
        }))
    }

    /// A view of a class of `KINDS`, or a data view.
    fn make_view(
        self,
        kind: i32,
        buffer: Value<'js>,
        (byte_offset, length): (usize, usize),
    ) -> Outcome<'js, Value<'js>> {
        let number = |number: usize| self.ctx.number(number as f64);
        let args = [self.ctx.int32(kind), buffer, number(byte_offset), number(length)];
        Ok(self.perform(Operation::MakeView, &args)?)
    }

    /// Throws a `RangeError`, which is pending when the addon gets the status.
    pub(crate) fn refuse_range(
        self,
        code: &str,
        message: &str,
        status: Status,
    ) -> Outcome<'js, ()> {
        let error = self.error(RANGE_ERROR, message, Some(code))?;
        Err(self.refuse(Exception::new(error), status))
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_typedarray(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let is_typed = call.view(value)?.is_some_and(|view| view.kind != DATA_VIEW);
        Ok(result.set(is_typed)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_typedarray(
    env: EnvPointer,
    kind: i32,
    length: usize,
    buffer: Handle,
    byte_offset: usize,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(buffer)?;
        result.check()?;
        let bytes = call.array_buffer(buffer)?;
        let known = usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind));
        let (name, size) = known.ok_or(Status::InvalidArg)?;
        if !byte_offset.is_multiple_of(*size) {
            let code = "ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT";
            let message = format!("start offset of {name} should be a multiple of {size}");
            call.refuse_range(code, &message, Status::GenericFailure)?;
        }
        let end = length.checked_mul(*size).and_then(|bytes| bytes.checked_add(byte_offset));
        if end.is_none_or(|end| bytes.byte_length(call.ctx).is_ok_and(|length| end > length)) {
            let code = "ERR_NAPI_INVALID_TYPEDARRAY_LENGTH";
            call.refuse_range(code, "Invalid typed array length", Status::GenericFailure)?;
        }
        let view = call.make_view(kind, bytes.into(), (byte_offset, length))?;
        call.give(result, view)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_typedarray_info(
    env: EnvPointer,
    value: Handle,
    kind: Out<i32>,
    length: Out<usize>,
    data: Out<*mut c_void>,
    buffer: Out<Handle>,
    byte_offset: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        let view = call.view(value)?.filter(|view| view.kind != DATA_VIEW);
        let view = view.ok_or(Status::InvalidArg)?;
        kind.set_if(view.kind);
        length.set_if(view.length);
        data.set_if(view.address);
        if !buffer.is_null() {
            buffer.set_if(call.handle(view.buffer));
        }
        byte_offset.set_if(view.byte_offset);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_dataview(
    env: EnvPointer,
    byte_length: usize,
    buffer: Handle,
    byte_offset: usize,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(buffer)?;
        result.check()?;
        let bytes = call.array_buffer(buffer)?;
        let end = byte_length.checked_add(byte_offset);
        if end.is_none_or(|end| bytes.byte_length(call.ctx).is_ok_and(|length| end > length)) {
            let message = "byte_offset + byte_length should be less than or equal to the size in bytes of the array \
                           passed in";
            let code = "ERR_NAPI_INVALID_DATAVIEW_ARGS";
            call.refuse_range(code, message, Status::PendingException)?;
        }
        let view = call.make_view(DATA_VIEW, bytes.into(), (byte_offset, byte_length))?;
        call.give(result, view)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_dataview(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.ask(Operation::IsDataView, &[value])?)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_dataview_info(
    env: EnvPointer,
    value: Handle,
    byte_length: Out<usize>,
    data: Out<*mut c_void>,
    buffer: Out<Handle>,
    byte_offset: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        let view = call.view(value)?.filter(|view| view.kind == DATA_VIEW);
        let view = view.ok_or(Status::InvalidArg)?;
        byte_length.set_if(view.byte_length);
        data.set_if(view.address);
        if !buffer.is_null() {
            buffer.set_if(call.handle(view.buffer));
        }
        byte_offset.set_if(view.byte_offset);
        Ok(())
    })
}
