//! Looking at the engine's memory from Rust.
//!
//! A look is scoped: the closure that gets the slice must be `Send`, and as a `Ctx`, a value or a `Persistent` is not, it
//! can capture nothing that leads to JavaScript, which could change, move or free the memory meanwhile. What it can
//! reach without capturing, through a thread-local, is refused when it is used: the machine is marked as borrowed, and
//! [`crate::Context::enter`], [`crate::MainContext::dispatch`] and [`crate::SharedArray`] panic.
//!
//! Memory of a `SharedArrayBuffer` may change under any look, on another thread, so there is no slice of it: the closure
//! gets a copy, and what it changed is written back, byte by byte and atomically.
//!
//! Where the bytes of a `Uint8Array` are is mostly known without asking (`view_cell.rs`). The engine pins a buffer whose bytes
//! were asked for: `transfer()` and `structuredClone` then copy instead of moving, and the original stays attached.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::buffer::ArrayBuffer;
use crate::ctx::Ctx;
use crate::engine;
use crate::exception::JsResult;
use crate::options;
use crate::vm::VmInner;

pub(crate) mod sealed {
    use super::{ArrayBuffer, Ctx, JsResult};

    /// Where bytes are. Not to be implemented elsewhere: a wrong answer is a wild pointer.
    pub trait Memory<'js>: Sized {
        /// Where the bytes are at this moment, and how many; null when the buffer is detached.
        fn locate(self, ctx: Ctx<'js>) -> JsResult<'js, (*mut u8, usize)>;

        /// The same without asking the engine, for memory that no other thread touches; `None` if that is not known.
        fn peek(self) -> Option<(*mut u8, usize)> {
            None
        }

        /// The buffer that has them.
        fn backing(self, ctx: Ctx<'js>) -> JsResult<'js, ArrayBuffer<'js>>;
    }
}

/// What [`ArrayBuffer`] and [`crate::TypedArray`] have in common: a range of bytes.
pub trait Bytes<'js>: Copy + sealed::Memory<'js> {
    /// How many bytes; 0 when the buffer is detached.
    fn byte_length(self, ctx: Ctx<'js>) -> JsResult<'js, usize>;

    /// Whether other threads may see and change the bytes at any moment.
    fn is_shared(self, ctx: Ctx<'js>) -> JsResult<'js, bool> {
        Ok(is_shared_buffer(ctx, self.backing(ctx)?))
    }

    /// Reads the bytes, in place if they are not shared.
    ///
    /// ```
    /// # use roundel_jsc::{Bytes, Context, TypedArray, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// let sum: Option<u32> = context.enter(|ctx| {
    ///     let array = TypedArray::from_vec(ctx, vec![1, 2, 3]).ok()?;
    ///     array.with_bytes(ctx, |bytes| bytes.iter().map(|&byte| u32::from(byte)).sum()).ok()
    /// });
    /// assert_eq!(sum, Some(6));
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    fn with_bytes<R>(
        self,
        ctx: Ctx<'js>,
        read: impl FnOnce(&[u8]) -> R + Send,
    ) -> JsResult<'js, R> {
        let result = match Located::find(self, ctx)? {
            Located::Nowhere => read(&[]),
            // SAFETY: as `Located::find` promises; the cells are only read.
            Located::Shared(cells) => read(&copy(unsafe { &*cells })),
            Located::Own(bytes) => {
                let _borrow = Borrow::new(ctx);
                // SAFETY: as in `with_bytes_mut`.
                read(unsafe { &*bytes })
            }
        };
        // Keeps the handle on the stack, where the collector sees it, until the slice is gone.
        std::hint::black_box(self);
        Ok(result)
    }

    /// Reads and writes the bytes, in place if they are not shared. If they are, a byte that
    /// `change` leaves as it was is not written.
    fn with_bytes_mut<R>(
        self,
        ctx: Ctx<'js>,
        change: impl FnOnce(&mut [u8]) -> R + Send,
    ) -> JsResult<'js, R> {
        let result = match Located::find(self, ctx)? {
            Located::Nowhere => change(&mut []),
            Located::Shared(cells) => {
                // SAFETY: as `Located::find` promises.
                let cells = unsafe { &*cells };
                let before = copy(cells);
                let mut after = before.clone();
                let result = change(&mut after);
                for (cell, (before, after)) in cells.iter().zip(before.iter().zip(&after)) {
                    if before != after {
                        cell.store(*after, Ordering::Relaxed);
                    }
                }
                result
            }
            Located::Own(bytes) => {
                let _borrow = Borrow::new(ctx);
                // SAFETY: the engine's memory, which stays where it is while no JavaScript runs and lives because `self`
                // is used again below, and of this thread. Nothing else looks at it while the slice
                // exists: JavaScript cannot be entered, as `change` captured nothing that leads
                // there and the machine is marked as borrowed.
                change(unsafe { &mut *bytes })
            }
        };
        std::hint::black_box(self);
        Ok(result)
    }

    /// Copies a range of the bytes to where `target` has them from `position` on, as many as there are and as there is room
    /// for; how many. Both may be the same memory.
    ///
    /// ```
    /// # use roundel_jsc::{Bytes, Context, TypedArray, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// let moved = context.enter(|ctx| {
    ///     let array = TypedArray::from_vec(ctx, vec![1, 2, 3, 4]).ok()?;
    ///     let count = array.copy_to(ctx, 0..usize::MAX, array, 1).ok()?;
    ///     Some((count, array.to_vec(ctx).ok()?))
    /// });
    /// assert_eq!(moved, Some((3, vec![1, 1, 2, 3])));
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    fn copy_to(
        self,
        ctx: Ctx<'js>,
        range: Range<usize>,
        target: impl Bytes<'js>,
        position: usize,
    ) -> JsResult<'js, usize> {
        let cut = |length: usize, room: usize| {
            let end = range.end.min(length);
            let start = range.start.min(end);
            start..start + (end - start).min(room.saturating_sub(position))
        };
        let (Some((source, length)), Some((place, room))) = (self.peek(), target.peek()) else {
            let bytes = self.to_vec(ctx)?;
            return target.with_bytes_mut(ctx, |place| {
                let part = &bytes[cut(bytes.len(), place.len())];
                if !part.is_empty() {
                    place[position..position + part.len()].copy_from_slice(part);
                }
                part.len()
            });
        };
        let part = cut(length, room);
        if !part.is_empty() {
            // SAFETY: memory of this thread, of so many bytes, which stays where it is as nothing runs in between; both
            // ranges were cut to it, neither is empty, and they may overlap.
            unsafe {
                std::ptr::copy(source.add(part.start), place.add(position), part.len());
            }
        }
        std::hint::black_box((self, target));
        Ok(part.len())
    }

    /// A copy of the bytes.
    fn to_vec(self, ctx: Ctx<'js>) -> JsResult<'js, Vec<u8>> {
        self.with_bytes(ctx, <[u8]>::to_vec)
    }
}

/// Where the bytes of a buffer or a view are.
enum Located {
    /// Detached, or none.
    Nowhere,
    /// In memory that only this machine's thread touches.
    Own(*mut [u8]),
    /// In memory that several threads touch.
    Shared(*const [AtomicU8]),
}

impl Located {
    /// The memory is valid while the handle is on the stack and no JavaScript runs.
    fn find<'js>(memory: impl Bytes<'js>, ctx: Ctx<'js>) -> JsResult<'js, Located> {
        if let Some((pointer, length)) = memory.peek() {
            return Ok(match pointer.is_null() || length == 0 {
                true => Located::Nowhere,
                false => Located::Own(std::ptr::slice_from_raw_parts_mut(pointer, length)),
            });
        }
        ctx.hold_lock(|| {
            let (pointer, length) = memory.locate(ctx)?;
            if pointer.is_null() || length == 0 {
                return Ok(Located::Nowhere);
            }
            if memory.is_shared(ctx)? {
                return Ok(Located::Shared(std::ptr::slice_from_raw_parts(pointer.cast(), length)));
            }
            Ok(Located::Own(std::ptr::slice_from_raw_parts_mut(pointer, length)))
        })
    }
}

fn copy(cells: &[AtomicU8]) -> Vec<u8> {
    cells.iter().map(|cell| cell.load(Ordering::Relaxed)).collect()
}

/// Whether a buffer is a `SharedArrayBuffer`. The C API does not tell the two apart.
fn is_shared_buffer<'js>(ctx: Ctx<'js>, buffer: ArrayBuffer<'js>) -> bool {
    if let Some(is_shared) = engine::functions().is_shared_buffer
        && !options::uses_c_api_only()
    {
        // SAFETY: a live array buffer; the lock is held around the call.
        return ctx.hold_lock(|| unsafe { is_shared(buffer.as_object().raw()) });
    }
    let context = ctx.context();
    let length = context.as_ref().and_then(|context| context.inner().intrinsics.get()?.length(ctx));
    match length {
        // The getter of unshared buffers throws for all others.
        Some(length) => length.call(ctx, buffer.as_object(), &[]).is_err(),
        // A realm whose handle is gone does not tell; a copy is right for both.
        None => true,
    }
}

thread_local! {
    /// How many looks at memory are going on, of any machine of the thread.
    static LOOKS: Cell<u32> = const { Cell::new(0) };
}

/// The mark on a machine whose memory somebody looks at.
pub(crate) struct Borrow {
    vm: Rc<VmInner>,
}

impl Borrow {
    pub(crate) fn new(ctx: Ctx<'_>) -> Borrow {
        let vm = ctx.vm_inner();
        vm.borrows.set(vm.borrows.get() + 1);
        LOOKS.set(LOOKS.get() + 1);
        Borrow { vm }
    }
}

impl Drop for Borrow {
    fn drop(&mut self) {
        self.vm.borrows.set(self.vm.borrows.get() - 1);
        LOOKS.set(LOOKS.get() - 1);
    }
}

/// # Panics
/// If somebody on this thread looks at the memory of any machine.
#[inline]
pub(crate) fn assert_no_look() {
    assert!(LOOKS.get() == 0, "JavaScript's memory is borrowed");
}
