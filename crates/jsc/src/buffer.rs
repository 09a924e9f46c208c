//! Array buffers and typed arrays: memory that both languages see.
//!
//! [`ArrayBuffer::from_vec`] and [`TypedArray::from_vec`] give a Rust allocation to the engine
//! without a copy; [`crate::SharedArray`] keeps one on both sides. The bytes themselves are looked at
//! through [`Bytes`].

use std::ffi::c_void;

use roundel_jsc_sys::*;

use crate::blocks::Lent;
use crate::bytes::Bytes;
use crate::bytes::sealed::Memory;
use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::object::Object;
use crate::trampoline;
use crate::value::Value;
use crate::view_cell;

/// The element types of typed arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementType {
    Int8,
    Int16,
    Int32,
    Uint8,
    Uint8Clamped,
    Uint16,
    Uint32,
    Float32,
    Float64,
    BigInt64,
    BigUint64,
}

impl ElementType {
    pub(crate) fn to_raw(self) -> JSTypedArrayType {
        match self {
            ElementType::Int8 => kJSTypedArrayTypeInt8Array,
            ElementType::Int16 => kJSTypedArrayTypeInt16Array,
            ElementType::Int32 => kJSTypedArrayTypeInt32Array,
            ElementType::Uint8 => kJSTypedArrayTypeUint8Array,
            ElementType::Uint8Clamped => kJSTypedArrayTypeUint8ClampedArray,
            ElementType::Uint16 => kJSTypedArrayTypeUint16Array,
            ElementType::Uint32 => kJSTypedArrayTypeUint32Array,
            ElementType::Float32 => kJSTypedArrayTypeFloat32Array,
            ElementType::Float64 => kJSTypedArrayTypeFloat64Array,
            ElementType::BigInt64 => kJSTypedArrayTypeBigInt64Array,
            ElementType::BigUint64 => kJSTypedArrayTypeBigUint64Array,
        }
    }

    #[allow(non_upper_case_globals)]
    fn from_raw(raw: JSTypedArrayType) -> Option<ElementType> {
        Some(match raw {
            kJSTypedArrayTypeInt8Array => ElementType::Int8,
            kJSTypedArrayTypeInt16Array => ElementType::Int16,
            kJSTypedArrayTypeInt32Array => ElementType::Int32,
            kJSTypedArrayTypeUint8Array => ElementType::Uint8,
            kJSTypedArrayTypeUint8ClampedArray => ElementType::Uint8Clamped,
            kJSTypedArrayTypeUint16Array => ElementType::Uint16,
            kJSTypedArrayTypeUint32Array => ElementType::Uint32,
            kJSTypedArrayTypeFloat32Array => ElementType::Float32,
            kJSTypedArrayTypeFloat64Array => ElementType::Float64,
            kJSTypedArrayTypeBigInt64Array => ElementType::BigInt64,
            kJSTypedArrayTypeBigUint64Array => ElementType::BigUint64,
            _ => return None,
        })
    }
}

/// An `ArrayBuffer` on the stack.
#[derive(Clone, Copy)]
pub struct ArrayBuffer<'js> {
    object: Object<'js>,
}

/// A typed array on the stack. `DataView` and `Float16Array` are not among them: the C API does not
/// know them.
#[derive(Clone, Copy)]
pub struct TypedArray<'js> {
    object: Object<'js>,
}

impl<'js> ArrayBuffer<'js> {
    /// Gives the vector's memory to the engine, which frees it with the buffer.
    pub fn from_vec(ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, ArrayBuffer<'js>> {
        let (pointer, length, owner) = into_parts(bytes);
        let release = trampoline::release_bytes::<Vec<u8>>;
        // SAFETY: the bytes belong to `owner`, which the deallocator takes back.
        unsafe { ArrayBuffer::over_memory(ctx, pointer, length, Some(release), owner) }
    }

    /// A buffer over memory of somebody else's, which `owner` keeps: it is dropped when the engine is done with the memory,
    /// on whichever thread and perhaps while the collector runs, so its `Drop` may not call the engine.
    ///
    /// # Safety
    /// `pointer` must hold `byte_length` bytes until `owner` is dropped, and nothing but scripts and code that knows of
    /// them may write to them.
    pub unsafe fn from_foreign<O: Send>(
        ctx: Ctx<'js>,
        pointer: *mut u8,
        byte_length: usize,
        owner: O,
    ) -> JsResult<'js, ArrayBuffer<'js>> {
        let release = trampoline::release_bytes::<O>;
        let owner = Box::into_raw(Box::new(owner)).cast();
        // To the engine a buffer at the null address is a detached one.
        let pointer = if pointer.is_null() { std::ptr::dangling_mut() } else { pointer };
        // SAFETY: the caller's promise.
        unsafe { ArrayBuffer::over_memory(ctx, pointer.cast(), byte_length, Some(release), owner) }
    }

    /// # Safety
    /// `pointer` must hold `byte_length` bytes until the deallocator is called.
    pub(crate) unsafe fn over_memory(
        ctx: Ctx<'js>,
        pointer: *mut c_void,
        byte_length: usize,
        deallocator: JSTypedArrayBytesDeallocator,
        owner: *mut c_void,
    ) -> JsResult<'js, ArrayBuffer<'js>> {
        // SAFETY: the caller's promise; the engine calls the deallocator also when this throws.
        guarded(ctx, |exception| unsafe {
            JSObjectMakeArrayBufferWithBytesNoCopy(
                ctx.raw(),
                pointer,
                byte_length,
                deallocator,
                owner,
                exception,
            )
        })
        // SAFETY: a live array buffer, as there was no exception.
        .map(|raw| ArrayBuffer { object: unsafe { Object::from_raw(raw) } })
    }

    /// Where the bytes are and how many, for somebody who reads and writes them without Rust's rules; null when there are
    /// none. They stay there until the buffer is detached, resized or collected.
    pub fn address(self, ctx: Ctx<'js>) -> JsResult<'js, (*mut u8, usize)> {
        let length = self.byte_length(ctx)?;
        if length == 0 {
            return Ok((std::ptr::null_mut(), 0));
        }
        // A view knows where its bytes are; asking for those of a buffer would have the engine never detach it.
        let view = TypedArray::view(ctx, ElementType::Uint8, self, 0, length)?;
        let known = view_cell::own_bytes(view.object.raw());
        std::hint::black_box(view);
        match known {
            Some(found) => Ok(found),
            None => ctx.hold_lock(|| self.locate(ctx)),
        }
    }

    pub fn as_object(self) -> Object<'js> {
        self.object
    }
}

impl<'js> TypedArray<'js> {
    /// `length` zeros in memory of the engine.
    pub fn new(
        ctx: Ctx<'js>,
        element: ElementType,
        length: usize,
    ) -> JsResult<'js, TypedArray<'js>> {
        // SAFETY: the context is live; `exception` points to a local of `guarded`.
        guarded(ctx, |exception| unsafe {
            JSObjectMakeTypedArray(ctx.raw(), element.to_raw(), length, exception)
        })
        // SAFETY: a live typed array, as there was no exception.
        .map(|raw| TypedArray { object: unsafe { Object::from_raw(raw) } })
    }

    /// A `Uint8Array` over the vector's memory, which the engine frees with its buffer.
    pub fn from_vec(ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, TypedArray<'js>> {
        let (pointer, length, owner) = into_parts(bytes);
        // SAFETY: as in `ArrayBuffer::from_vec`.
        unsafe {
            TypedArray::over_memory(
                ctx,
                ElementType::Uint8,
                pointer,
                length,
                Some(trampoline::release_bytes::<Vec<u8>>),
                owner,
            )
        }
    }

    /// The same over memory that goes back to where it was lent from.
    pub(crate) fn from_lent(ctx: Ctx<'js>, lent: Lent) -> JsResult<'js, TypedArray<'js>> {
        let mut owner = Box::new(lent);
        let (pointer, length) = (owner.bytes.as_mut_ptr(), owner.bytes.len());
        let owner = Box::into_raw(owner);
        // SAFETY: as in `ArrayBuffer::from_vec`; what the owner does with its memory it does when it is dropped.
        unsafe {
            TypedArray::over_memory(
                ctx,
                ElementType::Uint8,
                pointer.cast(),
                length,
                Some(trampoline::release_bytes::<Lent>),
                owner.cast(),
            )
        }
    }

    /// # Safety
    /// `pointer` must hold `byte_length` bytes, aligned for the element type, until the deallocator
    /// is called.
    pub(crate) unsafe fn over_memory(
        ctx: Ctx<'js>,
        element: ElementType,
        pointer: *mut c_void,
        byte_length: usize,
        deallocator: JSTypedArrayBytesDeallocator,
        owner: *mut c_void,
    ) -> JsResult<'js, TypedArray<'js>> {
        // SAFETY: the caller's promise; the engine calls the deallocator also when this throws.
        guarded(ctx, |exception| unsafe {
            JSObjectMakeTypedArrayWithBytesNoCopy(
                ctx.raw(),
                element.to_raw(),
                pointer,
                byte_length,
                deallocator,
                owner,
                exception,
            )
        })
        // SAFETY: a live typed array, as there was no exception.
        .map(|raw| TypedArray { object: unsafe { Object::from_raw(raw) } })
    }

    /// A view of `length` elements of a buffer.
    pub fn view(
        ctx: Ctx<'js>,
        element: ElementType,
        buffer: ArrayBuffer<'js>,
        byte_offset: usize,
        length: usize,
    ) -> JsResult<'js, TypedArray<'js>> {
        // SAFETY: context and buffer are live.
        guarded(ctx, |exception| unsafe {
            JSObjectMakeTypedArrayWithArrayBufferAndOffset(
                ctx.raw(),
                element.to_raw(),
                buffer.object.raw(),
                byte_offset,
                length,
                exception,
            )
        })
        // SAFETY: a live typed array, as there was no exception.
        .map(|raw| TypedArray { object: unsafe { Object::from_raw(raw) } })
    }

    pub fn as_object(self) -> Object<'js> {
        self.object
    }

    /// What the elements are.
    pub fn element_type(self, ctx: Ctx<'js>) -> ElementType {
        // The handle is only made for typed arrays, and an object never changes its type.
        typed_array_type(ctx, self.object.as_value())
            .and_then(ElementType::from_raw)
            .unwrap_or(ElementType::Uint8)
    }

    /// The number of elements; 0 when the buffer is detached.
    pub fn length(self, ctx: Ctx<'js>) -> JsResult<'js, usize> {
        if let Some((_, length)) = view_cell::own_bytes(self.object.raw()) {
            return Ok(length);
        }
        // SAFETY: context and array are live.
        guarded(ctx, |exception| unsafe {
            JSObjectGetTypedArrayLength(ctx.raw(), self.object.raw(), exception)
        })
    }

    /// Where the view starts in its buffer.
    pub fn byte_offset(self, ctx: Ctx<'js>) -> JsResult<'js, usize> {
        // SAFETY: context and array are live.
        guarded(ctx, |exception| unsafe {
            JSObjectGetTypedArrayByteOffset(ctx.raw(), self.object.raw(), exception)
        })
    }

    /// The buffer behind the view.
    pub fn buffer(self, ctx: Ctx<'js>) -> JsResult<'js, ArrayBuffer<'js>> {
        // SAFETY: context and array are live.
        guarded(ctx, |exception| unsafe {
            JSObjectGetTypedArrayBuffer(ctx.raw(), self.object.raw(), exception)
        })
        // SAFETY: a live array buffer, as there was no exception.
        .map(|raw| ArrayBuffer { object: unsafe { Object::from_raw(raw) } })
    }
}

impl<'js> Memory<'js> for ArrayBuffer<'js> {
    fn locate(self, ctx: Ctx<'js>) -> JsResult<'js, (*mut u8, usize)> {
        // SAFETY: context and buffer are live.
        let pointer = guarded(ctx, |exception| unsafe {
            JSObjectGetArrayBufferBytesPtr(ctx.raw(), self.object.raw(), exception)
        })?;
        Ok((pointer.cast(), self.byte_length(ctx)?))
    }

    fn backing(self, _ctx: Ctx<'js>) -> JsResult<'js, ArrayBuffer<'js>> {
        Ok(self)
    }
}

impl<'js> Bytes<'js> for ArrayBuffer<'js> {
    fn byte_length(self, ctx: Ctx<'js>) -> JsResult<'js, usize> {
        // SAFETY: context and buffer are live.
        guarded(ctx, |exception| unsafe {
            JSObjectGetArrayBufferByteLength(ctx.raw(), self.object.raw(), exception)
        })
    }
}

impl<'js> Memory<'js> for TypedArray<'js> {
    #[inline]
    fn peek(self) -> Option<(*mut u8, usize)> {
        view_cell::own_bytes(self.object.raw())
    }

    fn locate(self, ctx: Ctx<'js>) -> JsResult<'js, (*mut u8, usize)> {
        // SAFETY: context and array are live.
        let pointer = guarded(ctx, |exception| unsafe {
            JSObjectGetTypedArrayBytesPtr(ctx.raw(), self.object.raw(), exception)
        })?;
        // The engine answers with the start of the buffer, not of the view.
        let offset = if pointer.is_null() { 0 } else { self.byte_offset(ctx)? };
        // SAFETY: a view begins inside its buffer.
        Ok((unsafe { pointer.byte_add(offset) }.cast(), self.byte_length(ctx)?))
    }

    fn backing(self, ctx: Ctx<'js>) -> JsResult<'js, ArrayBuffer<'js>> {
        self.buffer(ctx)
    }
}

impl<'js> Bytes<'js> for TypedArray<'js> {
    fn byte_length(self, ctx: Ctx<'js>) -> JsResult<'js, usize> {
        if let Some((_, length)) = view_cell::own_bytes(self.object.raw()) {
            return Ok(length);
        }
        // SAFETY: context and array are live.
        guarded(ctx, |exception| unsafe {
            JSObjectGetTypedArrayByteLength(ctx.raw(), self.object.raw(), exception)
        })
    }
}

impl<'js> Value<'js> {
    /// The typed array, if it is one.
    pub fn as_typed_array(self, ctx: Ctx<'js>) -> Option<TypedArray<'js>> {
        if !view_cell::is_uint8_array(self.raw()) {
            ElementType::from_raw(typed_array_type(ctx, self)?)?;
        }
        // SAFETY: a typed array is an object.
        Some(TypedArray { object: unsafe { Object::from_raw(self.raw().cast_mut()) } })
    }

    /// The `Uint8Array`, if it is one.
    #[inline]
    pub fn as_uint8_array(self, ctx: Ctx<'js>) -> Option<TypedArray<'js>> {
        if !view_cell::is_uint8_array(self.raw())
            && typed_array_type(ctx, self)? != kJSTypedArrayTypeUint8Array
        {
            return None;
        }
        // SAFETY: as above.
        Some(TypedArray { object: unsafe { Object::from_raw(self.raw().cast_mut()) } })
    }

    /// The array buffer, if it is one.
    pub fn as_array_buffer(self, ctx: Ctx<'js>) -> Option<ArrayBuffer<'js>> {
        let raw = typed_array_type(ctx, self)?;
        if raw != kJSTypedArrayTypeArrayBuffer {
            return None;
        }
        // SAFETY: an array buffer is an object.
        Some(ArrayBuffer { object: unsafe { Object::from_raw(self.raw().cast_mut()) } })
    }
}

impl<'js> From<TypedArray<'js>> for Value<'js> {
    fn from(array: TypedArray<'js>) -> Value<'js> {
        array.object.into()
    }
}

impl<'js> From<ArrayBuffer<'js>> for Value<'js> {
    fn from(buffer: ArrayBuffer<'js>) -> Value<'js> {
        buffer.object.into()
    }
}

fn typed_array_type(ctx: Ctx<'_>, value: Value<'_>) -> Option<JSTypedArrayType> {
    if !crate::encoding::is_cell(value.raw()) {
        return None;
    }
    // SAFETY: context and value are live; the function throws only for a null context.
    Some(unsafe { JSValueGetTypedArrayType(ctx.raw(), value.raw(), std::ptr::null_mut()) })
}

/// The memory of a vector, its length, and the vector itself boxed for the deallocator.
fn into_parts(bytes: Vec<u8>) -> (*mut c_void, usize, *mut c_void) {
    let mut owner = Box::new(bytes);
    let (pointer, length) = (owner.as_mut_ptr(), owner.len());
    (pointer.cast(), length, Box::into_raw(owner).cast())
}
