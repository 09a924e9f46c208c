//! Memory that Rust and a typed array look at together.
//!
//! JavaScript and Rust take turns on one thread, so a plain read or write is enough on both sides. The memory lives as
//! long as either side holds it.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Arc;

use roundel_jsc_sys::{
    JSObjectMakeTypedArrayWithBytesNoCopy, JSTypedArrayType, kJSTypedArrayTypeBigUint64Array,
    kJSTypedArrayTypeFloat64Array, kJSTypedArrayTypeInt32Array, kJSTypedArrayTypeUint8Array,
};

use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::object::Object;
use crate::trampoline;

mod sealed {
    pub trait Sealed {}
}

/// An element type, with the typed array it is seen through.
pub trait SharedElement: Copy + Default + 'static + sealed::Sealed {
    #[doc(hidden)]
    const TYPE: JSTypedArrayType;
}

macro_rules! elements {
    ($($type:ty => $array:ident),*) => {$(
        impl sealed::Sealed for $type {}
        impl SharedElement for $type {
            const TYPE: JSTypedArrayType = $array;
        }
    )*};
}

elements! {
    u8 => kJSTypedArrayTypeUint8Array,
    i32 => kJSTypedArrayTypeInt32Array,
    f64 => kJSTypedArrayTypeFloat64Array,
    u64 => kJSTypedArrayTypeBigUint64Array
}

/// Numbers that JavaScript reads and writes without a call.
///
/// ```
/// # use roundel_jsc::{Context, SharedArray, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let counters = SharedArray::<i32>::new(2);
/// context.enter(|ctx| {
///     ctx.global().set(ctx, "counters", counters.to_object(ctx).ok()?).ok()?;
///     ctx.eval("counters[1] = 7").ok()
/// });
/// assert_eq!(counters.get(1), 7);
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
#[derive(Clone)]
pub struct SharedArray<T> {
    cells: Arc<[Cell<T>]>,
}

impl<T: SharedElement> SharedArray<T> {
    /// `length` elements, all zero.
    pub fn new(length: usize) -> SharedArray<T> {
        SharedArray { cells: (0..length).map(|_| Cell::new(T::default())).collect() }
    }

    #[inline]
    pub fn get(&self, index: usize) -> T {
        self.cells[index].get()
    }

    #[inline]
    pub fn set(&self, index: usize, value: T) {
        self.cells[index].set(value);
    }

    /// A typed array on the same memory.
    pub fn to_object<'js>(&self, ctx: Ctx<'js>) -> JsResult<'js, Object<'js>> {
        let bytes = self.cells.as_ptr().cast_mut().cast::<c_void>();
        let length = size_of_val(&*self.cells);
        let owner: Box<Arc<[Cell<T>]>> = Box::new(self.cells.clone());
        // SAFETY: the memory is valid for `length` bytes until `release_shared` drops the owner. The count is atomic, as
        // the collector may give the owner back on a thread of its own.
        guarded(ctx, |exception| unsafe {
            JSObjectMakeTypedArrayWithBytesNoCopy(
                ctx.raw(),
                T::TYPE,
                bytes,
                length,
                Some(trampoline::release_shared::<T>),
                Box::into_raw(owner).cast(),
                exception,
            )
        })
        // SAFETY: a live object, as there was no exception.
        .map(|raw| unsafe { Object::from_raw(raw) })
    }
}
