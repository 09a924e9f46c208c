//! The scenarios of files, children and connections that come and go, on libuv.
//!
//! Handles and requests are memory of the size that libuv says; `data` at their head points to the scenario's state, a local
//! of its function, which outlives the run. A handle that comes and goes is freed in its close callback, a request in its
//! own. That is the invariant behind every `unsafe` block here.

use crate::clock::{cpu_ns, wall_ns};
use crate::libuv::{Loop, check, finish};
use crate::load;
use crate::uv::{
    UV_CONNECT, UV_FS, UV_PROCESS, UV_TCP, UV_WRITE, uv_accept, uv_buf_t, uv_close, uv_fs_close,
    uv_fs_fstat, uv_fs_get_result, uv_fs_open, uv_fs_read, uv_fs_req_cleanup, uv_fs_stat,
    uv_handle_size, uv_handle_t, uv_ip4_addr, uv_listen, uv_loop_t, uv_process_options_t,
    uv_read_start, uv_req_size, uv_req_t, uv_spawn, uv_stream_t, uv_tcp_bind, uv_tcp_connect,
    uv_tcp_getsockname, uv_tcp_init, uv_write,
};
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::ptr;

/// Memory for a handle or a request, given back with [`release`].
fn memory(bytes: usize) -> *mut c_void {
    Box::into_raw(vec![0u64; bytes.div_ceil(8)].into_boxed_slice()).cast()
}

/// # Safety
///
/// It came from [`memory`] with the same size, and libuv is done with it.
unsafe fn release(memory: *mut c_void, bytes: usize) {
    let words = ptr::slice_from_raw_parts_mut(memory.cast::<u64>(), bytes.div_ceil(8));
    // SAFETY: as the caller says.
    drop(unsafe { Box::from_raw(words) });
}

fn handle(kind: c_uint) -> *mut c_void {
    // SAFETY: looks a number up.
    memory(unsafe { uv_handle_size(kind) })
}

fn request(kind: c_uint) -> *mut uv_req_t {
    // SAFETY: looks a number up.
    memory(unsafe { uv_req_size(kind) }).cast()
}

extern "C" fn release_tcp(closed: *mut uv_handle_t) {
    // SAFETY: see the top of the file.
    unsafe { release(closed.cast(), uv_handle_size(UV_TCP)) };
}

struct Files {
    lp: *mut uv_loop_t,
    path: CString,
    left: u64,
    fd: c_int,
    buffer: Vec<u8>,
}

impl Files {
    fn new(lp: &mut Loop, left: u64) -> Files {
        let path = CString::new(load::FILE).expect("a path");
        Files { lp: lp.ptr(), path, left, fd: -1, buffer: vec![0; 64 * 1024] }
    }
}

pub(crate) fn fs_stat() -> f64 {
    extern "C" fn on_stat(request: *mut uv_req_t) {
        // SAFETY: see the top of the file.
        unsafe {
            assert_eq!(uv_fs_get_result(request), 0, "a file");
            uv_fs_req_cleanup(request);
            let files = (*request).data.cast::<Files>();
            (*files).left -= 1;
            if (*files).left > 0 {
                check(uv_fs_stat((*files).lp, request, (*files).path.as_ptr(), on_stat));
            }
        }
    }
    let mut lp = Loop::new();
    let mut files = Files::new(&mut lp, load::STATS);
    let request = request(UV_FS);
    let per_stat = wall_ns(load::STATS, || {
        // SAFETY: see the top of the file.
        unsafe {
            (*request).data = (&raw mut files).cast();
            check(uv_fs_stat(files.lp, request, files.path.as_ptr(), on_stat));
        }
        check(lp.run());
    });
    // SAFETY: the run is over.
    unsafe { release(request.cast(), uv_req_size(UV_FS)) };
    finish(lp);
    per_stat
}

pub(crate) fn fs_read() -> f64 {
    /// What a request has led to; the request can be used again.
    ///
    /// # Safety
    ///
    /// libuv has just called back with it.
    unsafe fn result(request: *mut uv_req_t) -> isize {
        // SAFETY: as the caller says.
        let result = unsafe { uv_fs_get_result(request) };
        assert!(result >= 0, "a file");
        // SAFETY: as the caller says.
        unsafe { uv_fs_req_cleanup(request) };
        result
    }
    extern "C" fn on_open(request: *mut uv_req_t) {
        // SAFETY: see the top of the file.
        unsafe {
            let files = (*request).data.cast::<Files>();
            (*files).fd = result(request) as c_int;
            check(uv_fs_fstat((*files).lp, request, (*files).fd, on_fstat));
        }
    }
    extern "C" fn on_fstat(request: *mut uv_req_t) {
        // SAFETY: see the top of the file.
        unsafe {
            result(request);
            let files = (*request).data.cast::<Files>();
            let buffer = &mut (*files).buffer;
            let buffer = uv_buf_t { base: buffer.as_mut_ptr().cast(), len: buffer.len() };
            check(uv_fs_read((*files).lp, request, (*files).fd, &buffer, 1, 0, on_read));
        }
    }
    extern "C" fn on_read(request: *mut uv_req_t) {
        // SAFETY: see the top of the file.
        unsafe {
            assert!(result(request) > 0);
            let files = (*request).data.cast::<Files>();
            check(uv_fs_close((*files).lp, request, (*files).fd, on_close));
        }
    }
    extern "C" fn on_close(request: *mut uv_req_t) {
        // SAFETY: see the top of the file.
        unsafe {
            result(request);
            let files = (*request).data.cast::<Files>();
            (*files).left -= 1;
            if (*files).left > 0 {
                check(uv_fs_open((*files).lp, request, (*files).path.as_ptr(), 0, 0, on_open));
            }
        }
    }
    let mut lp = Loop::new();
    let mut files = Files::new(&mut lp, load::FILE_READS);
    let request = request(UV_FS);
    let per_read = wall_ns(load::FILE_READS, || {
        // SAFETY: see the top of the file.
        unsafe {
            (*request).data = (&raw mut files).cast();
            check(uv_fs_open(files.lp, request, files.path.as_ptr(), 0, 0, on_open));
        }
        check(lp.run());
    });
    // SAFETY: the run is over.
    unsafe { release(request.cast(), uv_req_size(UV_FS)) };
    finish(lp);
    per_read
}

struct Children {
    lp: *mut uv_loop_t,
    program: CString,
    left: u64,
}

pub(crate) fn spawn() -> f64 {
    extern "C" fn on_exit(process: *mut uv_handle_t, status: i64, _: c_int) {
        assert_eq!(status, 0);
        // SAFETY: see the top of the file.
        unsafe {
            let children = (*process).data.cast::<Children>();
            uv_close(process, Some(release_process));
            start(children);
        }
    }
    extern "C" fn release_process(closed: *mut uv_handle_t) {
        // SAFETY: see the top of the file.
        unsafe { release(closed.cast(), uv_handle_size(UV_PROCESS)) };
    }
    /// # Safety
    ///
    /// The children are those of the run in progress.
    unsafe fn start(children: *mut Children) {
        // SAFETY: see the top of the file; libuv copies what the options lead to.
        unsafe {
            if (*children).left == 0 {
                return;
            }
            (*children).left -= 1;
            let mut args = [(*children).program.as_ptr().cast_mut(), ptr::null_mut::<c_char>()];
            let options = uv_process_options_t {
                exit: Some(on_exit),
                file: (*children).program.as_ptr(),
                args: args.as_mut_ptr(),
                env: ptr::null_mut(),
                cwd: ptr::null(),
                flags: 0,
                stdio_count: 0,
                stdio: ptr::null_mut(),
                uid: 0,
                gid: 0,
            };
            let process = handle(UV_PROCESS).cast::<uv_handle_t>();
            (*process).data = children.cast();
            check(uv_spawn((*children).lp, process, &options));
        }
    }
    let mut lp = Loop::new();
    let program = CString::new(load::PROGRAM).expect("a path");
    let mut children = Children { lp: lp.ptr(), program, left: load::CHILDREN };
    let per_child = wall_ns(load::CHILDREN, || {
        // SAFETY: see the top of the file.
        unsafe { start(&raw mut children) };
        check(lp.run());
    });
    finish(lp);
    per_child
}

struct Pound {
    lp: *mut uv_loop_t,
    server: *mut uv_stream_t,
    address: [u8; 16],
    started: u64,
    ended: u64,
}

/// The buffer that all reads of a run go into.
static mut BUFFER: [u8; 64 * 1024] = [0; 64 * 1024];

extern "C" fn on_alloc(_: *mut uv_handle_t, _: usize, buffer: *mut uv_buf_t) {
    // SAFETY: libuv gives a buffer to fill in; the scenarios run one after another on one thread.
    unsafe { *buffer = uv_buf_t { base: (&raw mut BUFFER).cast(), len: 64 * 1024 } };
}

extern "C" fn release_write(request: *mut uv_req_t, _: c_int) {
    // SAFETY: see the top of the file.
    unsafe { release(request.cast(), uv_req_size(UV_WRITE)) };
}

pub(crate) fn tcp_pound() -> f64 {
    extern "C" fn on_connection(server: *mut uv_stream_t, status: c_int) {
        check(status);
        // SAFETY: see the top of the file.
        unsafe {
            let pound = (*server.cast::<uv_handle_t>()).data.cast::<Pound>();
            let connection = handle(UV_TCP).cast::<uv_stream_t>();
            check(uv_tcp_init((*pound).lp, connection));
            check(uv_accept(server, connection));
            check(uv_read_start(connection, on_alloc, on_request));
        }
    }
    extern "C" fn on_request(stream: *mut uv_stream_t, read: isize, buffer: *const uv_buf_t) {
        // SAFETY: see the top of the file. The bytes go out at once, or the run would not go on.
        unsafe {
            if read < 0 {
                return uv_close(stream.cast(), Some(release_tcp));
            }
            let answer = uv_buf_t { base: (*buffer).base, len: read as usize };
            check(uv_write(request(UV_WRITE), stream, &answer, 1, release_write));
        }
    }
    let mut lp = Loop::new();
    let mut pound =
        Pound { lp: lp.ptr(), server: ptr::null_mut(), address: [0; 16], started: 0, ended: 0 };
    let data = &raw mut pound;
    let server = handle(UV_TCP).cast::<uv_stream_t>();
    // SAFETY: see the top of the file.
    unsafe {
        (*data).server = server;
        let address = (&raw mut (*data).address).cast::<c_void>();
        check(uv_ip4_addr(c"127.0.0.1".as_ptr(), 0, address));
        check(uv_tcp_init((*data).lp, server));
        (*server.cast::<uv_handle_t>()).data = data.cast();
        check(uv_tcp_bind(server, address, 0));
        check(uv_listen(server, 1024, on_connection));
        let mut length: c_int = 16;
        check(uv_tcp_getsockname(server, address, &mut length));
    }
    let per_connection = cpu_ns(load::CONNECTIONS, || {
        for _ in 0..load::AT_ONCE {
            // SAFETY: see the top of the file.
            unsafe { connect(data) };
        }
        check(lp.run());
    });
    finish(lp);
    per_connection
}

/// # Safety
///
/// The pound is that of the run in progress.
unsafe fn connect(pound: *mut Pound) {
    extern "C" fn on_connect(connected: *mut uv_req_t, status: c_int) {
        check(status);
        // SAFETY: see the top of the file; the request carries the client.
        unsafe {
            let client = (*connected).data.cast::<uv_stream_t>();
            release(connected.cast(), uv_req_size(UV_CONNECT));
            let ping = uv_buf_t { base: c"PING\n".as_ptr().cast_mut(), len: 5 };
            check(uv_write(request(UV_WRITE), client, &ping, 1, release_write));
            check(uv_read_start(client, on_alloc, on_answer));
        }
    }
    extern "C" fn on_answer(client: *mut uv_stream_t, _: isize, _: *const uv_buf_t) {
        // SAFETY: see the top of the file.
        unsafe {
            let pound = (*client.cast::<uv_handle_t>()).data.cast::<Pound>();
            uv_close(client.cast(), Some(release_tcp));
            (*pound).ended += 1;
            if (*pound).ended == load::CONNECTIONS {
                uv_close((*pound).server.cast(), Some(release_tcp));
            }
            connect(pound);
        }
    }
    // SAFETY: see the top of the file.
    unsafe {
        if (*pound).started == load::CONNECTIONS {
            return;
        }
        (*pound).started += 1;
        let client = handle(UV_TCP).cast::<uv_stream_t>();
        check(uv_tcp_init((*pound).lp, client));
        (*client.cast::<uv_handle_t>()).data = pound.cast();
        let connecting = request(UV_CONNECT);
        (*connecting).data = client.cast();
        let address = (&raw const (*pound).address).cast::<c_void>();
        check(uv_tcp_connect(connecting, client, address, on_connect));
    }
}
