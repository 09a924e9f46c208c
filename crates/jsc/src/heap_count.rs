//! What the engine counts as allocated since its last collection, as far as large buffers are concerned.
//!
//! A buffer is counted when it is made, with all its bytes, and when enough has been counted the engine collects. It does not
//! count backwards when memory leaves: a program that passes one buffer to and fro would collect every dozen times, for
//! megabytes that are long gone. [`discount`] takes them off the count again.
//!
//! The count is one word of the machine. It is found by what it does: it grows by the length of every large buffer, and by
//! every cost that is reported. Words that do only one of the two are the size of all buffers and the sum of reported costs.
//! Where no word does both, or more than one, nothing is discounted, and the engine collects more often than it has to.

use std::cell::Cell;

use roundel_jsc_sys::JSContextGetGroup;
use roundel_jsc_sys::private::JSReportExtraMemoryCost;

use crate::buffer::ArrayBuffer;
use crate::ctx::Ctx;

/// From here on the engine counts an allocation as a large one.
pub(crate) const LARGE_BYTES: usize = 64 << 10;

/// Where to look. A machine is much longer than this; its heap is its beginning.
const WORDS: usize = 256;

/// Lengths that nothing else grows by, of the buffers and of the cost.
const FIRST_BYTES: usize = 70_001;
const SECOND_BYTES: usize = 90_007;
const COST_BYTES: usize = 80_003;

/// What the engine counts for a buffer besides its bytes, at most.
const OVERHEAD_BYTES: usize = 512;

/// A collection in between spoils a search.
const SEARCHES: u8 = 3;

/// Where the count of a machine is.
#[derive(Clone, Copy)]
pub(crate) enum HeapCount {
    Unknown { searches: u8 },
    At(usize),
    Nowhere,
}

impl Default for HeapCount {
    fn default() -> HeapCount {
        HeapCount::Unknown { searches: 0 }
    }
}

/// Takes a large buffer off the count whose memory has left the heap, or was counted twice.
pub(crate) fn discount(ctx: Ctx<'_>, byte_length: usize) {
    if byte_length < LARGE_BYTES {
        return;
    }
    let vm = ctx.vm_inner();
    ctx.hold_lock(|| {
        if let Some(index) = index(ctx, &vm.heap_count) {
            let count = machine(ctx).wrapping_add(index);
            // SAFETY: a word of the live machine. Its thread alone counts, which is this one; a collection, which sets the
            // count to zero, stops it meanwhile.
            unsafe { count.write(count.read().saturating_sub(byte_length)) };
        }
    });
}

fn index(ctx: Ctx<'_>, known: &Cell<HeapCount>) -> Option<usize> {
    let searches = match known.get() {
        HeapCount::At(index) => return Some(index),
        HeapCount::Nowhere => return None,
        HeapCount::Unknown { searches } => searches,
    };
    let found = search(ctx);
    known.set(match found {
        Some(index) => HeapCount::At(index),
        None if searches + 1 == SEARCHES => HeapCount::Nowhere,
        None => HeapCount::Unknown { searches: searches + 1 },
    });
    found
}

/// Which word does what only the count does.
fn search(ctx: Ctx<'_>) -> Option<usize> {
    let start = words(ctx);
    ArrayBuffer::from_vec(ctx, vec![0; FIRST_BYTES]).ok()?;
    let first = words(ctx);
    ArrayBuffer::from_vec(ctx, vec![0; SECOND_BYTES]).ok()?;
    let second = words(ctx);
    // SAFETY: the context is live.
    unsafe { JSReportExtraMemoryCost(ctx.raw(), COST_BYTES) };
    let reported = words(ctx);
    let is_count = |&index: &usize| {
        let overhead = first[index].wrapping_sub(start[index]).wrapping_sub(FIRST_BYTES);
        overhead < OVERHEAD_BYTES
            && second[index].wrapping_sub(first[index]) == SECOND_BYTES + overhead
            && reported[index].wrapping_sub(second[index]) == COST_BYTES
    };
    let mut found = (0..WORDS).filter(is_count);
    let index = found.next()?;
    found.next().is_none().then_some(index)
}

fn words(ctx: Ctx<'_>) -> [usize; WORDS] {
    // SAFETY: the beginning of the live machine. Other threads of the engine may write words of it; what is read of those is
    // compared with numbers and not used otherwise.
    std::array::from_fn(|index| unsafe { machine(ctx).add(index).read_volatile() })
}

fn machine(ctx: Ctx<'_>) -> *mut usize {
    // SAFETY: the context is live.
    unsafe { JSContextGetGroup(ctx.raw()) }.cast_mut().cast()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Release, Vm};

    #[test]
    fn what_is_counted_is_discounted() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            let vm = ctx.vm_inner();
            let Some(index) = (0..SEARCHES).find_map(|_| index(ctx, &vm.heap_count)) else {
                assert!(!Release::is_tried());
                return;
            };
            let count = |ctx| words(ctx)[index];
            let before = count(ctx);
            let made = ArrayBuffer::from_vec(ctx, vec![0; 1 << 20]);
            let counted = count(ctx);
            // Not if making it had the engine collect.
            if made.is_ok() && counted > before {
                assert!(counted >= before + (1 << 20));
                discount(ctx, 1 << 20);
                assert!(count(ctx) < before + OVERHEAD_BYTES);
            }
            discount(ctx, usize::MAX);
            assert_eq!(count(ctx), 0);
            discount(ctx, LARGE_BYTES - 1);
        });
    }
}
