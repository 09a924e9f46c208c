//! Bytes on their way from one machine to another.
//!
//! The C API tells where the bytes of a buffer are, and makes a buffer over memory of ours, but it has no way to take memory
//! out of a buffer. What can be taken out are the pages: mremap(2) with `MREMAP_DONTUNMAP` moves them to an address of ours and
//! leaves the buffer where it is, with zeros in it. That costs a few microseconds per megabyte, where a copy costs a page
//! fault for every four kilobytes. What shares its first and last page with other memory is copied, and so is everything that
//! is small, or that the system does not move.
//!
//! Bytes that have arrived lie in memory of ours, and when they go on they need not be moved again: a machine notes the memory
//! that it has lent to its buffers ([`Lent`]). The buffer is detached, which makes the engine give its reference back, and if
//! the one that is left is the only one the memory goes on as it is.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::ptr;
use std::sync::{Arc, Weak};

use crate::buffer::ArrayBuffer;
use crate::bytes::Bytes;
use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::{heap_count, shared_memory, trampoline};

/// From here on moving is cheaper than copying.
const WORTH_MOVING: usize = 128 << 10;

/// Bytes that were taken out of a buffer. They can go to any thread, and become a buffer there.
///
/// ```
/// # use roundel_jsc::{Bytes, Context, MovedBytes, TypedArray, Vm};
/// let one = Context::new(&Vm::new()?)?;
/// let bytes = one.enter(|ctx| {
///     let array = ctx.eval("new Uint8Array(1 << 20).fill(7)").ok()?.as_typed_array(ctx)?;
///     MovedBytes::take(ctx, array).ok()
/// });
/// let other = Context::new(&Vm::new()?)?;
/// let sum = other.enter(|ctx| {
///     let buffer = bytes?.into_buffer(ctx).ok()?;
///     buffer.with_bytes(ctx, |bytes| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>()).ok()
/// });
/// assert_eq!(sum, Some(7 << 20));
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct MovedBytes(Memory);

/// Memory of ours.
enum Memory {
    Copied(Vec<u8>),
    Moved(Pages),
}

/// A mapping of our own, and which part of it counts.
struct Pages {
    start: *mut u8,
    mapped: usize,
    offset: usize,
    length: usize,
}

// SAFETY: the mapping belongs to this value alone, and memory is the same to every thread.
unsafe impl Send for Pages {}

// SAFETY: through a shared reference the bytes are only read.
unsafe impl Sync for Pages {}

/// The memory of ours that buffers of one machine lie in, by its address. A buffer that is gone leaves an entry that leads
/// nowhere.
#[derive(Default)]
pub(crate) struct Lent(RefCell<HashMap<usize, Weak<Memory>>>);

/// How many entries there are before those are looked for that lead nowhere.
const ENTRIES_TO_KEEP: usize = 64;

impl Lent {
    fn note(&self, address: *const u8, memory: &Arc<Memory>) {
        let mut entries = self.0.borrow_mut();
        // Of those that are kept at most half may be dead before it is worth looking again.
        if entries.len() >= ENTRIES_TO_KEEP && entries.len() == entries.capacity() {
            entries.retain(|_, memory| memory.strong_count() > 0);
            let room = entries.len().max(ENTRIES_TO_KEEP);
            entries.shrink_to(room);
            entries.reserve(room);
        }
        entries.insert(address as usize, Arc::downgrade(memory));
    }

    /// The memory that the buffer lies in, all of it.
    fn of<'js>(&self, ctx: Ctx<'js>, buffer: ArrayBuffer<'js>) -> Option<Arc<Memory>> {
        // Most machines lend nothing, and need not find out how their buffers are made.
        if self.0.borrow().is_empty() {
            return None;
        }
        let address = shared_memory::address_of(buffer)?;
        let memory = self.0.borrow().get(&address)?.upgrade()?;
        // Memory that is there is at no other address, and nothing else is at its own.
        (buffer.byte_length(ctx).ok()? == memory.len()).then_some(memory)
    }
}

impl MovedBytes {
    /// Takes the bytes that a view or a buffer has. What is left in their place is not to be read: they are there still, or
    /// zeros.
    pub fn take<'js>(ctx: Ctx<'js>, bytes: impl Bytes<'js>) -> JsResult<'js, MovedBytes> {
        if bytes.byte_length(ctx)? >= WORTH_MOVING && !bytes.is_shared(ctx)? {
            let moved = ctx.hold_lock(|| -> JsResult<'js, Option<Pages>> {
                let (pointer, length) = bytes.locate(ctx)?;
                // SAFETY: asking for them has pinned the bytes, and the view is used again below; they are no shared memory,
                // and no JavaScript runs meanwhile, so nothing else looks at them.
                Ok(unsafe { Pages::take(pointer, length) })
            })?;
            std::hint::black_box(bytes);
            if let Some(pages) = moved {
                return Ok(MovedBytes(Memory::Moved(pages)));
            }
        }
        Ok(MovedBytes(Memory::Copied(bytes.to_vec(ctx)?)))
    }

    /// Takes the bytes of a buffer, which `detach` can detach. Where they came in a message themselves nothing is copied.
    pub fn take_buffer<'js>(
        ctx: Ctx<'js>,
        buffer: ArrayBuffer<'js>,
        detach: impl FnOnce(ArrayBuffer<'js>) -> JsResult<'js, ()>,
    ) -> JsResult<'js, MovedBytes> {
        let Some(memory) = ctx.vm_inner().lent.of(ctx, buffer) else {
            return MovedBytes::take(ctx, buffer);
        };
        detach(buffer)?;
        match Arc::try_unwrap(memory) {
            Ok(memory) => {
                heap_count::discount(ctx, memory.len());
                Ok(MovedBytes(memory))
            }
            // The buffer was pinned, or its memory had moved to another one: it belongs to the engine still.
            Err(memory) => Ok(MovedBytes(Memory::Copied(memory.to_vec()))),
        }
    }

    /// An `ArrayBuffer` of the bytes, which the engine frees with it.
    pub fn into_buffer<'js>(self, ctx: Ctx<'js>) -> JsResult<'js, ArrayBuffer<'js>> {
        let mut memory = Arc::new(self.0);
        let length = memory.len();
        // Nobody has another reference yet.
        let start = Arc::get_mut(&mut memory).map_or(ptr::null_mut(), Memory::start);
        if length > 0 {
            ctx.vm_inner().lent.note(start, &memory);
        }
        let release = trampoline::release_bytes::<Arc<Memory>>;
        // SAFETY: the memory belongs to what is in the box, which the deallocator takes back. Nobody else has more than a weak
        // reference, but for `take_buffer`, while no JavaScript runs. What was moved has the place in its page that it had in
        // the buffer it comes from, so its alignment is that of a buffer.
        unsafe {
            let owner = Box::into_raw(Box::new(memory)).cast();
            ArrayBuffer::over_memory(ctx, start.cast(), length, Some(release), owner)
        }
    }
}

impl<'js> ArrayBuffer<'js> {
    /// Tells the engine, which counts a buffer's memory again when it moves from one to another, that this one was made by
    /// moving.
    pub fn note_moved(self, ctx: Ctx<'js>) {
        if let Some(memory) = ctx.vm_inner().lent.of(ctx, self) {
            heap_count::discount(ctx, memory.len());
        }
    }
}

impl From<Vec<u8>> for MovedBytes {
    fn from(bytes: Vec<u8>) -> MovedBytes {
        MovedBytes(Memory::Copied(bytes))
    }
}

impl Deref for MovedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Memory {
    fn start(&mut self) -> *mut u8 {
        match self {
            Memory::Copied(bytes) => bytes.as_mut_ptr(),
            Memory::Moved(pages) => pages.bytes(),
        }
    }
}

impl Deref for Memory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Memory::Copied(bytes) => bytes,
            // SAFETY: the mapping has these bytes for as long as it lives, and nobody writes them.
            Memory::Moved(pages) => unsafe {
                std::slice::from_raw_parts(pages.bytes(), pages.length)
            },
        }
    }
}

impl fmt::Debug for MovedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovedBytes").field("byte_length", &self.len()).finish()
    }
}

impl Pages {
    /// Moves the bytes to a new mapping; `None` if the system does not, and then nothing has changed.
    ///
    /// # Safety
    /// The bytes can be read and written, and nobody else looks at them.
    unsafe fn take(pointer: *mut u8, length: usize) -> Option<Pages> {
        let page = page_size();
        let offset = pointer as usize % page;
        let mapped = (offset + length).next_multiple_of(page);
        // Whole pages that hold nothing but these bytes.
        let first = pointer.align_offset(page);
        let whole = length.checked_sub(first)? / page * page;
        let pages = Pages { start: map(mapped)?, mapped, offset, length };
        // SAFETY: `first` is within the bytes; in the mapping the bytes begin at `offset`, so that the whole pages of both lie at
        // the beginning of a page. The target is mapped by nobody but us, and the source stays mapped.
        let moved = whole > 0
            && unsafe {
                let target = pages.bytes().add(first);
                let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED | libc::MREMAP_DONTUNMAP;
                libc::mremap(pointer.add(first).cast(), whole, whole, flags, target)
                    == target.cast()
            };
        if !moved {
            return None;
        }
        // SAFETY: what lies before and behind the whole pages, from the one to the other.
        unsafe {
            ptr::copy_nonoverlapping(pointer, pages.bytes(), first);
            let rest = first + whole;
            ptr::copy_nonoverlapping(pointer.add(rest), pages.bytes().add(rest), length - rest);
        }
        Some(pages)
    }

    fn bytes(&self) -> *mut u8 {
        // SAFETY: the bytes begin within the mapping.
        unsafe { self.start.add(self.offset) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: mapped by `map`, and nobody has an address in it any more.
        unsafe { libc::munmap(self.start.cast(), self.mapped) };
    }
}

fn map(length: usize) -> Option<*mut u8> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping, wherever the system wants it.
    let start = unsafe { libc::mmap(ptr::null_mut(), length, protection, flags, -1, 0) };
    (start != libc::MAP_FAILED).then_some(start.cast())
}

fn page_size() -> usize {
    // SAFETY: asks for a number.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    // Every Linux has pages; where it would not tell, nothing is whole.
    usize::try_from(size).unwrap_or(usize::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Vm, view_cell};

    const LENGTHS: [usize; 5] = [0, 100, WORTH_MOVING, WORTH_MOVING + 4097, (1 << 20) + 12345];

    #[test]
    fn bytes_arrive_from_wherever_they_begin() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            for length in LENGTHS {
                for offset in [0, 1, 4095] {
                    let source = format!(
                        "var whole = new Uint8Array({length} + 8192).map((_, i) => i * 7);
                         whole.subarray({offset}, {offset} + {length})"
                    );
                    let view = ctx.eval(&source).ok().and_then(|view| view.as_typed_array(ctx));
                    let bytes = MovedBytes::take(ctx, view.expect("a view")).ok().expect("bytes");
                    let expected = (0..length).map(|index| ((index + offset) * 7) as u8);
                    assert!(bytes.iter().copied().eq(expected), "{length} bytes at {offset}");
                    // What lies around them is as it was.
                    let around = format!(
                        "whole.every((byte, i) =>
                            (i >= {offset} && i < {offset} + {length}) || byte === (i * 7 & 255))"
                    );
                    let kept = ctx.eval(&around).ok().map(|kept| kept.to_bool(ctx));
                    assert_eq!(kept, Some(true), "{length} bytes at {offset}");
                }
            }
        });
    }

    /// What `ArrayBuffer.prototype.transfer` does to a buffer.
    fn detach<'js>(ctx: Ctx<'js>, buffer: ArrayBuffer<'js>) -> JsResult<'js, ()> {
        ctx.global().set(ctx, "buffer", buffer.as_object())?;
        ctx.eval("buffer.transfer(0)").map(drop)
    }

    #[test]
    fn what_has_arrived_goes_on_where_it_is() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            for length in [8192, 1 << 20] {
                let view = ctx.eval(&format!("new Uint8Array({length}).fill(3)")).ok();
                let view = view.and_then(|view| view.as_typed_array(ctx)).expect("a view");
                let mut bytes = MovedBytes::take(ctx, view).ok().expect("bytes");
                let address = bytes.as_ptr();
                for _ in 0..200 {
                    let buffer = bytes.into_buffer(ctx).ok().expect("a buffer");
                    let detach = |buffer| detach(ctx, buffer);
                    bytes = MovedBytes::take_buffer(ctx, buffer, detach).ok().expect("bytes");
                    let is_detached = buffer.byte_length(ctx).ok() == Some(0);
                    assert!(is_detached || !view_cell::is_known());
                    assert!(bytes.iter().all(|&byte| byte == 3));
                }
                // An engine that does not tell where bytes are has them copied.
                assert!(!view_cell::is_known() || bytes.as_ptr() == address);
            }
            assert!(ctx.vm_inner().lent.0.borrow().len() <= 2);
        });
    }

    #[test]
    fn memory_that_the_engine_keeps_is_copied() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            let bytes = MovedBytes::from(vec![5; 10_000]);
            let buffer = bytes.into_buffer(ctx).ok().expect("a buffer");
            // Nobody detaches it.
            let taken = MovedBytes::take_buffer(ctx, buffer, |_| Ok(())).ok().expect("bytes");
            let written = buffer.with_bytes_mut(ctx, |bytes| bytes.fill(6));
            assert!(written.is_ok());
            assert!(taken.iter().all(|&byte| byte == 5));
            // Looking at the bytes has pinned them: the engine copies when it is to detach.
            let taken = MovedBytes::take_buffer(ctx, buffer, |buffer| detach(ctx, buffer));
            assert!(taken.ok().expect("bytes").iter().all(|&byte| byte == 6));
        });
    }

    #[test]
    fn what_is_gone_is_forgotten() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            for _ in 0..2000 {
                let buffer = MovedBytes::from(vec![1; 9000]).into_buffer(ctx).ok();
                let buffer = buffer.expect("a buffer");
                assert!(detach(ctx, buffer).is_ok());
            }
            assert!(ctx.vm_inner().lent.0.borrow().len() < 1000);
        });
    }

    #[test]
    fn large_ones_are_moved() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            let view = ctx.eval("new Uint8Array(1 << 20).fill(3)").ok();
            let view = view.and_then(|view| view.as_typed_array(ctx)).expect("a view");
            let bytes = MovedBytes::take(ctx, view).ok().expect("bytes");
            assert!(matches!(bytes.0, Memory::Moved(_)));
            assert!(bytes.iter().all(|&byte| byte == 3));
        });
    }
}
