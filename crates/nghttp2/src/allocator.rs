//! The memory of one session, counted: nghttp2 asks here for all of it.

use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

use crate::ffi::nghttp2_mem;

/// The size of an allocation stands before it; what follows must be as aligned as malloc's memory is.
const HEADER: usize = 16;

pub(crate) fn counting(used: &Rc<Cell<usize>>) -> nghttp2_mem {
    nghttp2_mem { mem_user_data: Rc::as_ptr(used).cast_mut().cast(), malloc, free, calloc, realloc }
}

fn count(user_data: *mut c_void, change: impl Fn(usize) -> usize) {
    // SAFETY: the counter that `counting` was given, which the session keeps longer than nghttp2's part of it.
    let used = unsafe { &*user_data.cast::<Cell<usize>>() };
    used.set(change(used.get()));
}

unsafe extern "C" fn malloc(size: usize, user_data: *mut c_void) -> *mut c_void {
    // SAFETY: no memory before.
    unsafe { realloc(std::ptr::null_mut(), size, user_data) }
}

unsafe extern "C" fn calloc(count: usize, size: usize, user_data: *mut c_void) -> *mut c_void {
    let Some(total) = count.checked_mul(size) else { return std::ptr::null_mut() };
    // SAFETY: no memory before; what came is `total` bytes long.
    unsafe {
        let memory = realloc(std::ptr::null_mut(), total, user_data);
        if !memory.is_null() {
            memory.cast::<u8>().write_bytes(0, total);
        }
        memory
    }
}

unsafe extern "C" fn free(memory: *mut c_void, user_data: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: memory of `realloc` below, with its size before it.
    unsafe {
        let start = memory.cast::<u8>().sub(HEADER);
        let size = start.cast::<usize>().read();
        count(user_data, |used| used.saturating_sub(size));
        libc::free(start.cast());
    }
}

unsafe extern "C" fn realloc(
    memory: *mut c_void,
    size: usize,
    user_data: *mut c_void,
) -> *mut c_void {
    let Some(total) = size.checked_add(HEADER) else { return std::ptr::null_mut() };
    // SAFETY: null, or memory of this function, with its size before it.
    unsafe {
        let (start, before) = if memory.is_null() {
            (std::ptr::null_mut(), 0)
        } else {
            let start = memory.cast::<u8>().sub(HEADER);
            (start, start.cast::<usize>().read())
        };
        let moved = libc::realloc(start.cast(), total).cast::<u8>();
        if moved.is_null() {
            return std::ptr::null_mut();
        }
        moved.cast::<usize>().write(size);
        count(user_data, |used| used.saturating_sub(before).saturating_add(size));
        moved.add(HEADER).cast()
    }
}
