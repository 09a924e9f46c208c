//! The scenarios of streams on libuv.
//!
//! Handles and requests are memory of the size that libuv says; `data` at their head points to the scenario's state, a
//! local of its function, which outlives the run. A request is freed in its callback. That is the invariant behind every
//! `unsafe` block here.

use crate::clock::cpu_ns;
use crate::libuv::{Loop, check, finish};
use crate::uv::{
    UV_NAMED_PIPE, UV_TCP, UV_UDP, UV_UDP_SEND, UV_WRITE, uv_buf_t, uv_close, uv_handle_size,
    uv_handle_t, uv_pipe_init, uv_pipe_open, uv_read_start, uv_req_size, uv_req_t, uv_stream_t,
    uv_tcp_init, uv_tcp_open, uv_udp_init, uv_udp_open, uv_udp_recv_start, uv_udp_send, uv_udp_t,
    uv_unref, uv_write,
};
use crate::{ends, load};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::os::fd::{IntoRawFd, OwnedFd};

/// Memory for a handle of a kind.
struct Handle(Vec<u64>);

impl Handle {
    fn new(kind: c_uint) -> Handle {
        // SAFETY: looks a number up.
        Handle(vec![0; unsafe { uv_handle_size(kind) }.div_ceil(8)])
    }

    fn ptr<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }
}

/// The buffer that all reads of a run go into.
static mut BUFFER: [u8; 64 * 1024] = [0; 64 * 1024];

extern "C" fn on_alloc(_: *mut uv_handle_t, _: usize, buffer: *mut uv_buf_t) {
    // SAFETY: libuv gives a buffer to fill in; the scenarios run one after another on one thread.
    unsafe { *buffer = uv_buf_t { base: (&raw mut BUFFER).cast(), len: 64 * 1024 } };
}

/// Writes bytes that live as long as the run. The request carries `data`.
///
/// # Safety
///
/// The stream is open, and `bytes` outlive the request.
unsafe fn write(
    stream: *mut uv_stream_t,
    bytes: *const u8,
    len: usize,
    data: *mut c_void,
    callback: extern "C" fn(*mut uv_req_t, c_int),
) {
    // SAFETY: the request is memory of the right size, given back in the callback.
    unsafe {
        let request =
            Box::into_raw(vec![0u64; uv_req_size(UV_WRITE).div_ceil(8)].into_boxed_slice());
        let request = request.cast::<uv_req_t>();
        (*request).data = data;
        let buffer = uv_buf_t { base: bytes.cast_mut().cast::<c_char>(), len };
        check(uv_write(request, stream, &buffer, 1, callback));
    }
}

/// Gives the memory of a request back.
///
/// # Safety
///
/// It came from [`write`] or from the sender below, and libuv is done with it.
unsafe fn free(request: *mut uv_req_t, kind: c_uint) {
    // SAFETY: the box was made with this length.
    unsafe {
        let words = uv_req_size(kind).div_ceil(8);
        drop(Box::from_raw(std::ptr::slice_from_raw_parts_mut(request.cast::<u64>(), words)));
    }
}

fn open_stream(lp: &mut Loop, kind: c_uint, fd: OwnedFd, data: *mut c_void) -> Handle {
    let mut handle = Handle::new(kind);
    // SAFETY: see the top of the file.
    unsafe {
        if kind == UV_TCP {
            check(uv_tcp_init(lp.ptr(), handle.ptr()));
            check(uv_tcp_open(handle.ptr(), fd.into_raw_fd()));
        } else {
            check(uv_pipe_init(lp.ptr(), handle.ptr(), 0));
            check(uv_pipe_open(handle.ptr(), fd.into_raw_fd()));
        }
        (*handle.ptr::<uv_handle_t>()).data = data;
    }
    handle
}

pub(crate) fn ping_pongs() -> f64 {
    extern "C" fn on_written(request: *mut uv_req_t, _: c_int) {
        // SAFETY: `data` is the copy that was written.
        unsafe {
            drop(Box::from_raw((*request).data.cast::<[u8; 5]>()));
            free(request, UV_WRITE);
        }
    }
    extern "C" fn on_read(stream: *mut uv_stream_t, read: isize, buffer: *const uv_buf_t) {
        // SAFETY: see the top of the file; `data` is the count of rounds, or nothing for the server.
        unsafe {
            let rounds = (*stream.cast::<uv_handle_t>()).data.cast::<u64>();
            if read < 0 {
                return uv_close(stream.cast(), None);
            }
            if !rounds.is_null() {
                *rounds += 1;
                if *rounds == load::PING_PONGS {
                    return uv_close(stream.cast(), None);
                }
            }
            let copy = Box::into_raw(Box::new(*(*buffer).base.cast::<[u8; 5]>()));
            write(stream, copy.cast(), read as usize, copy.cast(), on_written);
        }
    }
    let mut lp = Loop::new();
    let mut rounds = 0u64;
    let (client, server) = ends::tcp();
    let mut client = open_stream(&mut lp, UV_TCP, client, (&raw mut rounds).cast());
    let mut server = open_stream(&mut lp, UV_TCP, server, std::ptr::null_mut());
    // SAFETY: see the top of the file.
    unsafe {
        check(uv_read_start(client.ptr(), on_alloc, on_read));
        check(uv_read_start(server.ptr(), on_alloc, on_read));
        let first = Box::into_raw(Box::new(*b"PING\n"));
        write(client.ptr(), first.cast(), 5, first.cast(), on_written);
    }
    let per_round = cpu_ns(load::PING_PONGS, || check(lp.run()));
    finish(lp);
    per_round
}

struct Pump {
    block: Vec<u8>,
    left: u64,
    total: u64,
    writer: *mut uv_stream_t,
}

extern "C" fn on_pumped(request: *mut uv_req_t, _: c_int) {
    // SAFETY: see the top of the file.
    unsafe {
        let pump = (*request).data.cast::<Pump>();
        free(request, UV_WRITE);
        pump_next(pump);
    }
}

/// # Safety
///
/// The pump is that of the run in progress.
unsafe fn pump_next(pump: *mut Pump) {
    // SAFETY: as the caller says.
    unsafe {
        if (*pump).left == 0 {
            return uv_close((*pump).writer.cast(), None);
        }
        (*pump).left -= 1;
        let block = (*pump).block.as_ptr();
        write((*pump).writer, block, load::PUMP_BLOCK, pump.cast(), on_pumped);
    }
}

fn pump(kind: c_uint, writer: OwnedFd, reader: OwnedFd) -> f64 {
    extern "C" fn on_read(stream: *mut uv_stream_t, read: isize, _: *const uv_buf_t) {
        // SAFETY: see the top of the file.
        unsafe {
            if read < 0 {
                return uv_close(stream.cast(), None);
            }
            (*(*stream.cast::<uv_handle_t>()).data.cast::<Pump>()).total += read as u64;
        }
    }
    let mut lp = Loop::new();
    let mut state = Pump {
        block: vec![7; load::PUMP_BLOCK],
        left: load::PUMP_BLOCKS,
        total: 0,
        writer: std::ptr::null_mut(),
    };
    let pump = &raw mut state;
    let mut writer = open_stream(&mut lp, kind, writer, pump.cast());
    let mut reader = open_stream(&mut lp, kind, reader, pump.cast());
    // SAFETY: see the top of the file.
    let per_block = unsafe {
        (*pump).writer = writer.ptr();
        check(uv_read_start(reader.ptr(), on_alloc, on_read));
        cpu_ns(load::PUMP_BLOCKS, || {
            pump_next(pump);
            check(lp.run());
        })
    };
    // SAFETY: the run is over.
    assert_eq!(unsafe { (*pump).total }, load::PUMP_BLOCKS * load::PUMP_BLOCK as u64);
    finish(lp);
    per_block
}

pub(crate) fn tcp_pump() -> f64 {
    let (writer, reader) = ends::tcp();
    pump(UV_TCP, writer, reader)
}

pub(crate) fn pipe_pump() -> f64 {
    let (writer, reader) = ends::unix();
    pump(UV_NAMED_PIPE, writer, reader)
}

pub(crate) fn tcp_write_batch() -> f64 {
    struct Batch {
        done: u64,
        stream: *mut uv_stream_t,
    }
    extern "C" fn on_written(request: *mut uv_req_t, status: c_int) {
        // SAFETY: see the top of the file.
        unsafe {
            check(status);
            let batch = (*request).data.cast::<Batch>();
            free(request, UV_WRITE);
            (*batch).done += 1;
            if (*batch).done == load::BATCH_WRITES {
                uv_close((*batch).stream.cast(), None);
            }
        }
    }
    let mut lp = Loop::new();
    let (ours, thread) = ends::swallowed();
    let mut state = Batch { done: 0, stream: std::ptr::null_mut() };
    let batch = &raw mut state;
    let mut tcp = open_stream(&mut lp, UV_TCP, ours, batch.cast());
    // SAFETY: see the top of the file.
    let per_write = unsafe {
        (*batch).stream = tcp.ptr();
        cpu_ns(load::BATCH_WRITES, || {
            for _ in 0..load::BATCH_WRITES {
                write(tcp.ptr(), b"Hello, world.\n".as_ptr(), 14, batch.cast(), on_written);
            }
            check(lp.run());
        })
    };
    assert_eq!(thread.join().expect("the reader"), load::BATCH_WRITES * 14);
    finish(lp);
    per_write
}

struct Pummel {
    left: u64,
    came: u64,
    sender: *mut uv_udp_t,
}

/// # Safety
///
/// The state is that of the run in progress.
unsafe fn send_next(pummel: *mut Pummel) {
    extern "C" fn on_sent(request: *mut uv_req_t, _: c_int) {
        // SAFETY: see the top of the file.
        unsafe {
            let pummel = (*request).data.cast::<Pummel>();
            free(request, UV_UDP_SEND);
            send_next(pummel);
        }
    }
    // SAFETY: as the caller says; the socket is connected, so there is no address.
    unsafe {
        if (*pummel).left == 0 {
            return uv_close((*pummel).sender.cast(), None);
        }
        (*pummel).left -= 1;
        let words = uv_req_size(UV_UDP_SEND).div_ceil(8);
        let request = Box::into_raw(vec![0u64; words].into_boxed_slice()).cast::<uv_req_t>();
        (*request).data = pummel.cast();
        let text = b"RANG TANG DING DONG";
        let buffer = uv_buf_t { base: text.as_ptr().cast_mut().cast(), len: text.len() };
        check(uv_udp_send(request, (*pummel).sender, &buffer, 1, std::ptr::null(), on_sent));
    }
}

pub(crate) fn udp_pummel() -> f64 {
    extern "C" fn on_received(
        udp: *mut uv_udp_t,
        read: isize,
        _: *const uv_buf_t,
        address: *const c_void,
        _: c_uint,
    ) {
        // SAFETY: see the top of the file.
        unsafe {
            if read < 0 || address.is_null() {
                return;
            }
            let pummel = (*udp.cast::<uv_handle_t>()).data.cast::<Pummel>();
            (*pummel).came += 1;
            if (*pummel).came == load::DATAGRAMS {
                uv_close(udp.cast(), None);
            }
        }
    }
    let mut lp = Loop::new();
    let (sender_fd, receiver_fd) = ends::udp();
    let (mut sender, mut receiver) = (Handle::new(UV_UDP), Handle::new(UV_UDP));
    let mut state = Pummel { left: load::DATAGRAMS, came: 0, sender: sender.ptr() };
    let pummel = &raw mut state;
    // SAFETY: see the top of the file.
    let per_datagram = unsafe {
        check(uv_udp_init(lp.ptr(), sender.ptr()));
        check(uv_udp_open(sender.ptr(), sender_fd.into_raw_fd()));
        check(uv_udp_init(lp.ptr(), receiver.ptr()));
        check(uv_udp_open(receiver.ptr(), receiver_fd.into_raw_fd()));
        (*receiver.ptr::<uv_handle_t>()).data = pummel.cast();
        check(uv_udp_recv_start(receiver.ptr(), on_alloc, on_received));
        uv_unref(receiver.ptr());
        cpu_ns(load::DATAGRAMS, || {
            send_next(pummel);
            check(lp.run());
        })
    };
    finish(lp);
    per_datagram
}
