//! Memory for much at once.

use std::mem::MaybeUninit;

/// From here on it pays to ask for memory in advance.
const WORTH_ASKING: usize = 1 << 20;

/// An empty vector with room for so many bytes, all of which will be used. If they are many, the system is asked for the
/// memory in one call: else it is interrupted for every four kilobytes when they are first written. Not for large pages,
/// which are quicker to fill where they are at hand, and several times slower where a host has to find them first.
///
/// ```
/// let room = roundel_loop::vec_with_room(4 << 20);
/// assert!(room.is_empty() && room.capacity() >= 4 << 20);
/// ```
pub fn vec_with_room(capacity: usize) -> Vec<u8> {
    let mut room = Vec::with_capacity(capacity);
    if capacity >= WORTH_ASKING {
        ask_for_memory(room.spare_capacity_mut());
    }
    room
}

fn ask_for_memory(room: &mut [MaybeUninit<u8>]) {
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let whole = room.len().saturating_sub(skipped) / PAGE * PAGE;
    // SAFETY: whole pages of memory that is borrowed here. The advice provides them and changes nothing that is in them. A
    // system that does not know it (before Linux 5.14) refuses it, and provides them one by one.
    unsafe { libc::madvise(start.wrapping_add(skipped).cast(), whole, libc::MADV_POPULATE_WRITE) };
}

/// Where pages are larger the system refuses what is not on their borders.
const PAGE: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room() {
        for capacity in [0, 1, WORTH_ASKING - 1, WORTH_ASKING, WORTH_ASKING + 12_345] {
            let mut room = vec_with_room(capacity);
            assert!(room.capacity() >= capacity);
            room.resize(capacity, 7);
            assert!(room.iter().all(|&byte| byte == 7));
        }
    }
}
