//! The functions of libnghttp2 that are used, as a table that is filled when the library is loaded.
//!
//! The library is opened with `dlopen` and not linked, as most programs never come here. Signatures and structures are
//! those of the headers of nghttp2 1.52; newer releases keep them. What older ones lack is optional.

#![allow(non_camel_case_types)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

pub(crate) enum nghttp2_session {}
pub(crate) enum nghttp2_session_callbacks {}
pub(crate) enum nghttp2_option {}
pub(crate) enum nghttp2_stream {}

pub(crate) const ERR_DEFERRED: isize = -508;
pub(crate) const ERR_TEMPORAL_CALLBACK_FAILURE: c_int = -521;
pub(crate) const ERR_CALLBACK_FAILURE: c_int = -902;

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const PRIORITY: u8 = 2;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PUSH_PROMISE: u8 = 5;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const ALTSVC: u8 = 10;
pub(crate) const ORIGIN: u8 = 12;

pub(crate) const FLAG_END_STREAM: u8 = 1;
pub(crate) const FLAG_ACK: u8 = 1;

pub(crate) const NV_FLAG_NO_INDEX: u8 = 1;

pub(crate) const DATA_FLAG_EOF: u32 = 1;
pub(crate) const DATA_FLAG_NO_END_STREAM: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_frame_hd {
    pub(crate) length: usize,
    pub(crate) stream_id: i32,
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) reserved: u8,
}

#[repr(C)]
pub(crate) struct nghttp2_nv {
    pub(crate) name: *mut u8,
    pub(crate) value: *mut u8,
    pub(crate) namelen: usize,
    pub(crate) valuelen: usize,
    pub(crate) flags: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_priority_spec {
    pub(crate) stream_id: i32,
    pub(crate) weight: i32,
    pub(crate) exclusive: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_headers {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) padlen: usize,
    pub(crate) pri_spec: nghttp2_priority_spec,
    pub(crate) nva: *mut nghttp2_nv,
    pub(crate) nvlen: usize,
    pub(crate) cat: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_priority {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) pri_spec: nghttp2_priority_spec,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_settings_entry {
    pub(crate) settings_id: i32,
    pub(crate) value: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_settings {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) niv: usize,
    pub(crate) iv: *mut nghttp2_settings_entry,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_push_promise {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) padlen: usize,
    pub(crate) nva: *mut nghttp2_nv,
    pub(crate) nvlen: usize,
    pub(crate) promised_stream_id: i32,
    pub(crate) reserved: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_ping {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) opaque_data: [u8; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_goaway {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) last_stream_id: i32,
    pub(crate) error_code: u32,
    pub(crate) opaque_data: *mut u8,
    pub(crate) opaque_data_len: usize,
    pub(crate) reserved: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct nghttp2_extension {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) payload: *mut c_void,
}

#[repr(C)]
pub(crate) struct nghttp2_ext_altsvc {
    pub(crate) origin: *mut u8,
    pub(crate) origin_len: usize,
    pub(crate) field_value: *mut u8,
    pub(crate) field_value_len: usize,
}

#[repr(C)]
pub(crate) struct nghttp2_origin_entry {
    pub(crate) origin: *mut u8,
    pub(crate) origin_len: usize,
}

#[repr(C)]
pub(crate) struct nghttp2_ext_origin {
    pub(crate) nov: usize,
    pub(crate) ov: *mut nghttp2_origin_entry,
}

/// Which member it is `hd.kind` says.
#[repr(C)]
pub(crate) union nghttp2_frame {
    pub(crate) hd: nghttp2_frame_hd,
    pub(crate) headers: nghttp2_headers,
    pub(crate) priority: nghttp2_priority,
    pub(crate) settings: nghttp2_settings,
    pub(crate) push_promise: nghttp2_push_promise,
    pub(crate) ping: nghttp2_ping,
    pub(crate) goaway: nghttp2_goaway,
    pub(crate) ext: nghttp2_extension,
}

pub(crate) type ReadData = unsafe extern "C" fn(
    *mut nghttp2_session,
    i32,
    *mut u8,
    usize,
    *mut u32,
    *mut c_void,
    *mut c_void,
) -> isize;

#[repr(C)]
pub(crate) struct nghttp2_data_provider {
    pub(crate) source: *mut c_void,
    pub(crate) read_callback: Option<ReadData>,
}

#[repr(C)]
pub(crate) struct nghttp2_mem {
    pub(crate) mem_user_data: *mut c_void,
    pub(crate) malloc: unsafe extern "C" fn(usize, *mut c_void) -> *mut c_void,
    pub(crate) free: unsafe extern "C" fn(*mut c_void, *mut c_void),
    pub(crate) calloc: unsafe extern "C" fn(usize, usize, *mut c_void) -> *mut c_void,
    pub(crate) realloc: unsafe extern "C" fn(*mut c_void, usize, *mut c_void) -> *mut c_void,
}

pub(crate) type OnFrame =
    unsafe extern "C" fn(*mut nghttp2_session, *const nghttp2_frame, *mut c_void) -> c_int;
pub(crate) type OnFrameError =
    unsafe extern "C" fn(*mut nghttp2_session, *const nghttp2_frame, c_int, *mut c_void) -> c_int;
pub(crate) type OnHeader = unsafe extern "C" fn(
    *mut nghttp2_session,
    *const nghttp2_frame,
    *const u8,
    usize,
    *const u8,
    usize,
    u8,
    *mut c_void,
) -> c_int;
pub(crate) type OnDataChunk =
    unsafe extern "C" fn(*mut nghttp2_session, u8, i32, *const u8, usize, *mut c_void) -> c_int;
pub(crate) type OnStreamClose =
    unsafe extern "C" fn(*mut nghttp2_session, i32, u32, *mut c_void) -> c_int;
pub(crate) type SelectPadding =
    unsafe extern "C" fn(*mut nghttp2_session, *const nghttp2_frame, usize, *mut c_void) -> isize;
pub(crate) type OnError =
    unsafe extern "C" fn(*mut nghttp2_session, c_int, *const c_char, usize, *mut c_void) -> c_int;

/// Declares the functions of the library: `load()` opens it once a process, and each becomes a function of its own name.
/// One of the optional ones does nothing where the library has none.
macro_rules! functions {
    (
        required: $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*
        optional: $(fn $maybe:ident($($marg:ident: $mty:ty),* $(,)?);)*
    ) => {
        struct Table {
            $($name: unsafe extern "C" fn($($ty),*) $(-> $ret)?,)*
            $($maybe: Option<unsafe extern "C" fn($($mty),*)>,)*
        }

        impl Table {
            /// # Safety
            /// `find` must give the addresses of nghttp2's functions of these names, or null.
            unsafe fn fill(find: impl Fn(&CStr) -> *mut c_void) -> Result<Table, &'static str> {
                let find = |name: &'static str| {
                    // The names are literals without NUL but the last.
                    find(CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default())
                };
                Ok(Table {
                    $($name: {
                        let address = find(concat!(stringify!($name), "\0"));
                        if address.is_null() {
                            return Err(stringify!($name));
                        }
                        // SAFETY: the address of the function that was declared with this signature.
                        unsafe {
                            std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($ty),*) $(-> $ret)?>(address)
                        }
                    },)*
                    $($maybe: {
                        let address = find(concat!(stringify!($maybe), "\0"));
                        // SAFETY: as above; null is None.
                        unsafe {
                            std::mem::transmute::<*mut c_void, Option<unsafe extern "C" fn($($mty),*)>>(address)
                        }
                    },)*
                })
            }
        }

        $(
            /// # Safety
            /// As the manual of nghttp2 says; the library must have been loaded.
            #[inline]
            #[allow(clippy::too_many_arguments)]
            pub(crate) unsafe fn $name($($arg: $ty),*) $(-> $ret)? {
                // SAFETY: the caller's promise.
                unsafe { (table().$name)($($arg),*) }
            }
        )*
        $(
            /// # Safety
            /// As the manual of nghttp2 says; the library must have been loaded.
            pub(crate) unsafe fn $maybe($($marg: $mty),*) {
                if let Some(function) = table().$maybe {
                    // SAFETY: the caller's promise.
                    unsafe { function($($marg),*) }
                }
            }
        )*
    };
}

static TABLE: OnceLock<Result<Table, String>> = OnceLock::new();

/// Opens the library, once a process: what is loaded stays.
pub(crate) fn load() -> Result<(), String> {
    let table = TABLE.get_or_init(|| {
        // SAFETY: plain C calls with literal names; the handle is never closed, so that the addresses stay good.
        unsafe {
            let handle =
                libc::dlopen(c"libnghttp2.so.14".as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL);
            if handle.is_null() {
                return Err("libnghttp2.so.14 is not installed".to_owned());
            }
            Table::fill(|name| libc::dlsym(handle, name.as_ptr()))
                .map_err(|name| format!("libnghttp2.so.14 has no function {name}"))
        }
    });
    table.as_ref().map(|_| ()).map_err(Clone::clone)
}

#[inline]
fn table() -> &'static Table {
    match TABLE.get() {
        Some(Ok(table)) => table,
        // Every way into this crate that can come first calls `load`.
        _ => panic!("libnghttp2.so.14 is not loaded"),
    }
}

functions! {
    required:
    fn nghttp2_version(least: c_int) -> *const nghttp2_info;
    fn nghttp2_strerror(code: c_int) -> *const c_char;
    fn nghttp2_is_fatal(code: c_int) -> c_int;

    fn nghttp2_session_callbacks_new(callbacks: *mut *mut nghttp2_session_callbacks) -> c_int;
    fn nghttp2_session_callbacks_del(callbacks: *mut nghttp2_session_callbacks);
    fn nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnFrame);
    fn nghttp2_session_callbacks_set_on_header_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnHeader);
    fn nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnHeader);
    fn nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnFrame);
    fn nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnFrameError);
    fn nghttp2_session_callbacks_set_on_frame_send_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnFrame);
    fn nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnFrameError);
    fn nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnDataChunk);
    fn nghttp2_session_callbacks_set_on_stream_close_callback(callbacks: *mut nghttp2_session_callbacks, callback: OnStreamClose);
    fn nghttp2_session_callbacks_set_select_padding_callback(callbacks: *mut nghttp2_session_callbacks, callback: SelectPadding);
    fn nghttp2_session_callbacks_set_error_callback2(callbacks: *mut nghttp2_session_callbacks, callback: OnError);

    fn nghttp2_option_new(option: *mut *mut nghttp2_option) -> c_int;
    fn nghttp2_option_del(option: *mut nghttp2_option);
    fn nghttp2_option_set_no_auto_window_update(option: *mut nghttp2_option, value: c_int);
    fn nghttp2_option_set_no_closed_streams(option: *mut nghttp2_option, value: c_int);
    fn nghttp2_option_set_peer_max_concurrent_streams(option: *mut nghttp2_option, value: u32);
    fn nghttp2_option_set_max_reserved_remote_streams(option: *mut nghttp2_option, value: u32);
    fn nghttp2_option_set_max_send_header_block_length(option: *mut nghttp2_option, value: usize);
    fn nghttp2_option_set_max_deflate_dynamic_table_size(option: *mut nghttp2_option, value: usize);
    fn nghttp2_option_set_builtin_recv_extension_type(option: *mut nghttp2_option, kind: u8);
    fn nghttp2_option_set_max_settings(option: *mut nghttp2_option, value: usize);

    fn nghttp2_session_client_new3(
        session: *mut *mut nghttp2_session, callbacks: *const nghttp2_session_callbacks, user_data: *mut c_void,
        option: *const nghttp2_option, mem: *mut nghttp2_mem,
    ) -> c_int;
    fn nghttp2_session_server_new3(
        session: *mut *mut nghttp2_session, callbacks: *const nghttp2_session_callbacks, user_data: *mut c_void,
        option: *const nghttp2_option, mem: *mut nghttp2_mem,
    ) -> c_int;
    fn nghttp2_session_del(session: *mut nghttp2_session);
    fn nghttp2_session_mem_recv(session: *mut nghttp2_session, bytes: *const u8, length: usize) -> isize;
    fn nghttp2_session_mem_send(session: *mut nghttp2_session, bytes: *mut *const u8) -> isize;
    fn nghttp2_session_want_read(session: *mut nghttp2_session) -> c_int;
    fn nghttp2_session_want_write(session: *mut nghttp2_session) -> c_int;
    fn nghttp2_session_resume_data(session: *mut nghttp2_session, stream: i32) -> c_int;
    fn nghttp2_session_consume_connection(session: *mut nghttp2_session, size: usize) -> c_int;
    fn nghttp2_session_consume_stream(session: *mut nghttp2_session, stream: i32, size: usize) -> c_int;
    fn nghttp2_session_terminate_session(session: *mut nghttp2_session, code: u32) -> c_int;
    fn nghttp2_session_set_local_window_size(session: *mut nghttp2_session, flags: u8, stream: i32, size: i32) -> c_int;
    fn nghttp2_session_set_next_stream_id(session: *mut nghttp2_session, stream: i32) -> c_int;

    fn nghttp2_session_get_local_settings(session: *mut nghttp2_session, id: c_int) -> u32;
    fn nghttp2_session_get_remote_settings(session: *mut nghttp2_session, id: c_int) -> u32;
    fn nghttp2_session_get_effective_local_window_size(session: *mut nghttp2_session) -> i32;
    fn nghttp2_session_get_effective_recv_data_length(session: *mut nghttp2_session) -> i32;
    fn nghttp2_session_get_next_stream_id(session: *mut nghttp2_session) -> u32;
    fn nghttp2_session_get_local_window_size(session: *mut nghttp2_session) -> i32;
    fn nghttp2_session_get_last_proc_stream_id(session: *mut nghttp2_session) -> i32;
    fn nghttp2_session_get_remote_window_size(session: *mut nghttp2_session) -> i32;
    fn nghttp2_session_get_outbound_queue_size(session: *mut nghttp2_session) -> usize;
    fn nghttp2_session_get_hd_deflate_dynamic_table_size(session: *mut nghttp2_session) -> usize;
    fn nghttp2_session_get_hd_inflate_dynamic_table_size(session: *mut nghttp2_session) -> usize;
    fn nghttp2_session_find_stream(session: *mut nghttp2_session, stream: i32) -> *mut nghttp2_stream;
    fn nghttp2_session_get_stream_local_close(session: *mut nghttp2_session, stream: i32) -> c_int;
    fn nghttp2_session_get_stream_remote_close(session: *mut nghttp2_session, stream: i32) -> c_int;
    fn nghttp2_session_get_stream_local_window_size(session: *mut nghttp2_session, stream: i32) -> i32;
    fn nghttp2_stream_get_state(stream: *mut nghttp2_stream) -> c_int;
    fn nghttp2_stream_get_weight(stream: *mut nghttp2_stream) -> i32;
    fn nghttp2_stream_get_sum_dependency_weight(stream: *mut nghttp2_stream) -> i32;

    fn nghttp2_submit_request(
        session: *mut nghttp2_session, priority: *const nghttp2_priority_spec, headers: *const nghttp2_nv, count: usize,
        data: *const nghttp2_data_provider, user_data: *mut c_void,
    ) -> i32;
    fn nghttp2_submit_response(
        session: *mut nghttp2_session, stream: i32, headers: *const nghttp2_nv, count: usize, data: *const nghttp2_data_provider,
    ) -> c_int;
    fn nghttp2_submit_headers(
        session: *mut nghttp2_session, flags: u8, stream: i32, priority: *const nghttp2_priority_spec,
        headers: *const nghttp2_nv, count: usize, user_data: *mut c_void,
    ) -> i32;
    fn nghttp2_submit_trailer(session: *mut nghttp2_session, stream: i32, headers: *const nghttp2_nv, count: usize) -> c_int;
    fn nghttp2_submit_push_promise(
        session: *mut nghttp2_session, flags: u8, stream: i32, headers: *const nghttp2_nv, count: usize, user_data: *mut c_void,
    ) -> i32;
    fn nghttp2_submit_data(session: *mut nghttp2_session, flags: u8, stream: i32, data: *const nghttp2_data_provider) -> c_int;
    fn nghttp2_submit_rst_stream(session: *mut nghttp2_session, flags: u8, stream: i32, code: u32) -> c_int;
    fn nghttp2_submit_priority(session: *mut nghttp2_session, flags: u8, stream: i32, priority: *const nghttp2_priority_spec) -> c_int;
    fn nghttp2_submit_settings(session: *mut nghttp2_session, flags: u8, entries: *const nghttp2_settings_entry, count: usize) -> c_int;
    fn nghttp2_submit_ping(session: *mut nghttp2_session, flags: u8, payload: *const u8) -> c_int;
    fn nghttp2_submit_goaway(
        session: *mut nghttp2_session, flags: u8, last_stream: i32, code: u32, data: *const u8, length: usize,
    ) -> c_int;
    fn nghttp2_submit_shutdown_notice(session: *mut nghttp2_session) -> c_int;
    fn nghttp2_submit_altsvc(
        session: *mut nghttp2_session, flags: u8, stream: i32, origin: *const u8, origin_length: usize, value: *const u8,
        value_length: usize,
    ) -> c_int;
    fn nghttp2_submit_origin(session: *mut nghttp2_session, flags: u8, origins: *const nghttp2_origin_entry, count: usize) -> c_int;

    optional:
    // 1.57, and in what distributions have mended.
    fn nghttp2_option_set_stream_reset_rate_limit(option: *mut nghttp2_option, burst: u64, rate: u64);
    // 1.49
    fn nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option: *mut nghttp2_option, value: c_int);
}

#[repr(C)]
pub(crate) struct nghttp2_info {
    pub(crate) age: c_int,
    pub(crate) version_num: c_int,
    pub(crate) version_str: *const c_char,
}
