//! Memory that Rust and a typed array look at together.
//!
//! JavaScript and Rust take turns on one thread, so a plain read or write is enough on both sides.
//! The memory lives as long as either side holds it.

use std::cell::Cell;
use std::sync::Arc;

use crate::buffer::{ElementType, TypedArray};
use crate::bytes;
use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::object::Object;
use crate::trampoline;

mod sealed {
    pub trait Sealed {}
}

/// An element type, with the typed array it is seen through.
pub trait SharedElement: Copy + Default + 'static + sealed::Sealed {
    const TYPE: ElementType;
}

macro_rules! elements {
    ($($type:ty => $array:ident),*) => {$(
        impl sealed::Sealed for $type {}
        impl SharedElement for $type {
            const TYPE: ElementType = ElementType::$array;
        }
    )*};
}

elements! {
    i8 => Int8,
    i16 => Int16,
    i32 => Int32,
    u8 => Uint8,
    u16 => Uint16,
    u32 => Uint32,
    f32 => Float32,
    f64 => Float64,
    i64 => BigInt64,
    u64 => BigUint64
}

/// Numbers that JavaScript reads and writes without a call.
///
/// ```
/// # use roundel_jsc::{Context, SharedArray, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let counters = SharedArray::<i32>::new(2);
/// context.enter(|ctx| {
///     ctx.global().set(ctx, "counters", counters.to_object(ctx).ok()?).ok()?;
///     ctx.eval("counters[1] = 7").ok().map(drop)
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

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// # Panics
    /// If `index` is out of range, or inside the closure of [`crate::Bytes::with_bytes`], whose slice
    /// may be of this memory.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        bytes::assert_no_look();
        self.cells[index].get()
    }

    /// Appends the first `length` elements, or all if there are fewer.
    ///
    /// # Panics
    /// As [`SharedArray::get`].
    pub fn copy_first(&self, length: usize, into: &mut Vec<T>) {
        bytes::assert_no_look();
        into.extend(self.cells.iter().take(length).map(Cell::get));
    }

    /// # Panics
    /// As [`SharedArray::get`].
    #[inline]
    pub fn set(&self, index: usize, value: T) {
        bytes::assert_no_look();
        self.cells[index].set(value);
    }

    /// A typed array on the same memory.
    pub fn to_object<'js>(&self, ctx: Ctx<'js>) -> JsResult<'js, Object<'js>> {
        let bytes = self.cells.as_ptr().cast_mut().cast();
        let length = size_of_val(&*self.cells);
        let owner = Box::into_raw(Box::new(self.cells.clone()));
        // SAFETY: the memory is aligned for `T` and valid for `length` bytes until `release_shared`
        // drops the owner. The count is atomic, as the collector may give the owner back on a
        // thread of its own.
        let array = unsafe {
            TypedArray::over_memory(
                ctx,
                T::TYPE,
                bytes,
                length,
                Some(trampoline::release_shared::<T>),
                owner.cast(),
            )
        };
        array.map(TypedArray::as_object)
    }
}
