//! Memory for what is large, in the system's large pages where it has them: of small ones 64 megabytes are 16 384, each of
//! them a fault, which together take about as long as the copying.

use std::mem::MaybeUninit;

/// More than this has a mapping of its own, whatever was freed before: see `M_MMAP_THRESHOLD` in mallopt(3). Advice about
/// memory that the allocator uses for others too would outlast this use.
const OWN_MAPPING_BYTES: usize = 32 << 20;

/// What advice is about: the size of a large page, of which every system's page is a fraction.
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// An empty vector with room for as much.
///
/// ```
/// let mut bytes = roundel_jsc::with_large_pages(100 << 20);
/// assert!(bytes.is_empty() && bytes.capacity() >= 100 << 20);
/// bytes.resize(70 << 20, 7);
/// assert_eq!((bytes[0], bytes[(70 << 20) - 1]), (7, 7));
/// assert!(roundel_jsc::with_large_pages(3).capacity() >= 3);
/// ```
pub fn with_large_pages(capacity: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::with_capacity(capacity);
    if capacity > OWN_MAPPING_BYTES {
        advise(bytes.spare_capacity_mut());
    }
    bytes
}

fn advise(memory: &mut [MaybeUninit<u8>]) {
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE_PAGE_BYTES);
    let Some(aligned) = memory.len().checked_sub(skipped) else { return };
    let length = aligned - aligned % LARGE_PAGE_BYTES;
    // SAFETY: `skipped + length` is at most the length of `memory`, and the advice changes neither what is in the range nor
    // who may use it. A system without large pages refuses, and nothing is lost.
    unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
}
