//! The part of `uv.h` that the scenarios use, declared by hand under C's own names.
//!
//! Of a structure only the public fields at its head are named; the rest is room. [`check_sizes`] asks libuv itself
//! whether the room is right.

#![allow(non_camel_case_types)]

use std::ffi::{c_char, c_int, c_uint, c_void};

/// Only ever behind a pointer: [`uv_loop_size`] says how much memory one takes.
#[repr(C)]
pub(crate) struct uv_loop_t {
    _private: [u8; 0],
}

/// Any handle, seen by the fields that all begin with.
#[repr(C)]
pub(crate) struct uv_handle_t {
    pub(crate) data: *mut c_void,
    pub(crate) loop_: *mut uv_loop_t,
    _private: [usize; 10],
}

#[repr(C)]
pub(crate) struct uv_idle_t {
    pub(crate) data: *mut c_void,
    pub(crate) loop_: *mut uv_loop_t,
    _private: [usize; 13],
}

#[repr(C)]
pub(crate) struct uv_timer_t {
    pub(crate) data: *mut c_void,
    pub(crate) loop_: *mut uv_loop_t,
    _private: [usize; 17],
}

#[repr(C)]
pub(crate) struct uv_async_t {
    pub(crate) data: *mut c_void,
    pub(crate) loop_: *mut uv_loop_t,
    _private: [usize; 14],
}

/// A request has its data at its head, and no loop beside it.
#[repr(C)]
pub(crate) struct uv_work_t {
    pub(crate) data: *mut c_void,
    _private: [usize; 15],
}

/// Any request, seen by the field that all begin with.
#[repr(C)]
pub(crate) struct uv_req_t {
    pub(crate) data: *mut c_void,
}

/// Only ever behind pointers to memory of the size that libuv says.
#[repr(C)]
pub(crate) struct uv_stream_t {
    _private: [u8; 0],
}

#[repr(C)]
pub(crate) struct uv_udp_t {
    _private: [u8; 0],
}

#[repr(C)]
pub(crate) struct uv_buf_t {
    pub(crate) base: *mut c_char,
    pub(crate) len: usize,
}

#[repr(C)]
pub(crate) struct uv_process_options_t {
    pub(crate) exit: Option<extern "C" fn(*mut uv_handle_t, i64, c_int)>,
    pub(crate) file: *const c_char,
    pub(crate) args: *mut *mut c_char,
    pub(crate) env: *mut *mut c_char,
    pub(crate) cwd: *const c_char,
    pub(crate) flags: c_uint,
    pub(crate) stdio_count: c_int,
    pub(crate) stdio: *mut c_void,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

pub(crate) const UV_RUN_DEFAULT: c_uint = 0;
pub(crate) const UV_NAMED_PIPE: c_uint = 7;
pub(crate) const UV_PROCESS: c_uint = 10;
pub(crate) const UV_TCP: c_uint = 12;
pub(crate) const UV_UDP: c_uint = 15;
pub(crate) const UV_CONNECT: c_uint = 2;
pub(crate) const UV_FS: c_uint = 6;
pub(crate) const UV_WRITE: c_uint = 3;
pub(crate) const UV_UDP_SEND: c_uint = 5;
const UV_ASYNC: c_uint = 1;
const UV_HANDLE: c_uint = 5;
const UV_IDLE: c_uint = 6;
const UV_TIMER: c_uint = 13;
const UV_WORK: c_uint = 7;

type Callback<T> = extern "C" fn(handle: *mut T);
type AllocCallback = extern "C" fn(*mut uv_handle_t, usize, *mut uv_buf_t);
type StatusCallback = extern "C" fn(*mut uv_req_t, c_int);
type ReceiveCallback = extern "C" fn(*mut uv_udp_t, isize, *const uv_buf_t, *const c_void, c_uint);

unsafe extern "C" {
    pub(crate) fn uv_handle_size(kind: c_uint) -> usize;
    pub(crate) fn uv_req_size(kind: c_uint) -> usize;

    pub(crate) fn uv_loop_size() -> usize;
    pub(crate) fn uv_loop_init(lp: *mut uv_loop_t) -> c_int;
    pub(crate) fn uv_loop_close(lp: *mut uv_loop_t) -> c_int;
    pub(crate) fn uv_run(lp: *mut uv_loop_t, mode: c_uint) -> c_int;
    pub(crate) fn uv_stop(lp: *mut uv_loop_t);
    pub(crate) fn uv_walk(
        lp: *mut uv_loop_t,
        visit: extern "C" fn(handle: *mut uv_handle_t, argument: *mut c_void),
        argument: *mut c_void,
    );
    pub(crate) fn uv_is_closing(handle: *const uv_handle_t) -> c_int;
    pub(crate) fn uv_unref(handle: *mut uv_handle_t);
    pub(crate) fn uv_close(handle: *mut uv_handle_t, closed: Option<Callback<uv_handle_t>>);

    pub(crate) fn uv_idle_init(lp: *mut uv_loop_t, idle: *mut uv_idle_t) -> c_int;
    pub(crate) fn uv_idle_start(idle: *mut uv_idle_t, callback: Callback<uv_idle_t>) -> c_int;
    pub(crate) fn uv_idle_stop(idle: *mut uv_idle_t) -> c_int;

    pub(crate) fn uv_timer_init(lp: *mut uv_loop_t, timer: *mut uv_timer_t) -> c_int;
    pub(crate) fn uv_timer_start(
        timer: *mut uv_timer_t,
        callback: Callback<uv_timer_t>,
        timeout_ms: u64,
        repeat_ms: u64,
    ) -> c_int;

    pub(crate) fn uv_async_init(
        lp: *mut uv_loop_t,
        handle: *mut uv_async_t,
        callback: Callback<uv_async_t>,
    ) -> c_int;
    pub(crate) fn uv_async_send(handle: *mut uv_async_t) -> c_int;

    pub(crate) fn uv_tcp_init(lp: *mut uv_loop_t, tcp: *mut uv_stream_t) -> c_int;
    pub(crate) fn uv_tcp_open(tcp: *mut uv_stream_t, fd: c_int) -> c_int;
    pub(crate) fn uv_ip4_addr(ip: *const c_char, port: c_int, address: *mut c_void) -> c_int;
    pub(crate) fn uv_tcp_bind(
        tcp: *mut uv_stream_t,
        address: *const c_void,
        flags: c_uint,
    ) -> c_int;
    pub(crate) fn uv_tcp_getsockname(
        tcp: *const uv_stream_t,
        address: *mut c_void,
        length: *mut c_int,
    ) -> c_int;
    pub(crate) fn uv_tcp_connect(
        request: *mut uv_req_t,
        tcp: *mut uv_stream_t,
        address: *const c_void,
        callback: StatusCallback,
    ) -> c_int;
    pub(crate) fn uv_listen(
        stream: *mut uv_stream_t,
        backlog: c_int,
        callback: extern "C" fn(*mut uv_stream_t, c_int),
    ) -> c_int;
    pub(crate) fn uv_accept(server: *mut uv_stream_t, client: *mut uv_stream_t) -> c_int;

    pub(crate) fn uv_spawn(
        lp: *mut uv_loop_t,
        process: *mut uv_handle_t,
        options: *const uv_process_options_t,
    ) -> c_int;

    pub(crate) fn uv_fs_get_result(request: *const uv_req_t) -> isize;
    pub(crate) fn uv_fs_req_cleanup(request: *mut uv_req_t);
    pub(crate) fn uv_fs_stat(
        lp: *mut uv_loop_t,
        request: *mut uv_req_t,
        path: *const c_char,
        callback: Callback<uv_req_t>,
    ) -> c_int;
    pub(crate) fn uv_fs_fstat(
        lp: *mut uv_loop_t,
        request: *mut uv_req_t,
        fd: c_int,
        callback: Callback<uv_req_t>,
    ) -> c_int;
    pub(crate) fn uv_fs_open(
        lp: *mut uv_loop_t,
        request: *mut uv_req_t,
        path: *const c_char,
        flags: c_int,
        mode: c_int,
        callback: Callback<uv_req_t>,
    ) -> c_int;
    pub(crate) fn uv_fs_read(
        lp: *mut uv_loop_t,
        request: *mut uv_req_t,
        fd: c_int,
        buffers: *const uv_buf_t,
        count: c_uint,
        offset: i64,
        callback: Callback<uv_req_t>,
    ) -> c_int;
    pub(crate) fn uv_fs_close(
        lp: *mut uv_loop_t,
        request: *mut uv_req_t,
        fd: c_int,
        callback: Callback<uv_req_t>,
    ) -> c_int;

    pub(crate) fn uv_pipe_init(lp: *mut uv_loop_t, pipe: *mut uv_stream_t, ipc: c_int) -> c_int;
    pub(crate) fn uv_pipe_open(pipe: *mut uv_stream_t, fd: c_int) -> c_int;
    pub(crate) fn uv_read_start(
        stream: *mut uv_stream_t,
        alloc: AllocCallback,
        read: extern "C" fn(*mut uv_stream_t, isize, *const uv_buf_t),
    ) -> c_int;
    pub(crate) fn uv_write(
        request: *mut uv_req_t,
        stream: *mut uv_stream_t,
        buffers: *const uv_buf_t,
        count: c_uint,
        callback: StatusCallback,
    ) -> c_int;

    pub(crate) fn uv_udp_init(lp: *mut uv_loop_t, udp: *mut uv_udp_t) -> c_int;
    pub(crate) fn uv_udp_open(udp: *mut uv_udp_t, fd: c_int) -> c_int;
    pub(crate) fn uv_udp_recv_start(
        udp: *mut uv_udp_t,
        alloc: AllocCallback,
        received: ReceiveCallback,
    ) -> c_int;
    pub(crate) fn uv_udp_send(
        request: *mut uv_req_t,
        udp: *mut uv_udp_t,
        buffers: *const uv_buf_t,
        count: c_uint,
        address: *const c_void,
        callback: StatusCallback,
    ) -> c_int;

    pub(crate) fn uv_queue_work(
        lp: *mut uv_loop_t,
        request: *mut uv_work_t,
        job: Callback<uv_work_t>,
        after: extern "C" fn(request: *mut uv_work_t, status: c_int),
    ) -> c_int;
}

/// Whether each structure above takes exactly the memory that libuv's own does. Less would be written past; more would
/// measure another memory layout.
pub(crate) fn check_sizes() {
    // SAFETY: these functions look a number up in a table.
    let theirs = unsafe {
        [
            uv_handle_size(UV_HANDLE),
            uv_handle_size(UV_IDLE),
            uv_handle_size(UV_TIMER),
            uv_handle_size(UV_ASYNC),
            uv_req_size(UV_WORK),
        ]
    };
    let ours = [
        size_of::<uv_handle_t>(),
        size_of::<uv_idle_t>(),
        size_of::<uv_timer_t>(),
        size_of::<uv_async_t>(),
        size_of::<uv_work_t>(),
    ];
    assert_eq!(ours, theirs, "handle, idle, timer, async, work: not the sizes of this libuv");
}
