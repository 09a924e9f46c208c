//! A session: one connection.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;

use crate::callbacks::{self, State};
use crate::event::Event;
use crate::ffi::{self, nghttp2_mem, nghttp2_session};
use crate::options::{Options, Role};
use crate::settings::{self, SETTINGS, Side};
use crate::statistics::{SessionStatistics, StreamStatistics};
use crate::{allocator, error_text};

/// One connection's state. Errors are nghttp2's numbers.
pub struct Session {
    raw: *mut nghttp2_session,
    /// Where nghttp2's callbacks find it.
    state: Box<State>,
    /// nghttp2 keeps a copy, which points to the counter in the state.
    _memory: Box<nghttp2_mem>,
    /// nghttp2 must not be entered from its own callbacks.
    is_inside: Cell<bool>,
}

/// What `http2session.state` shows.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub effective_local_window_size: i32,
    pub effective_recv_data_length: i32,
    pub next_stream_id: u32,
    pub local_window_size: i32,
    pub last_proc_stream_id: i32,
    pub remote_window_size: i32,
    pub outbound_queue_size: usize,
    pub deflate_dynamic_table_size: usize,
    pub inflate_dynamic_table_size: usize,
}

/// What `http2stream.state` shows.
#[derive(Clone, Debug, Default)]
pub struct StreamState {
    pub state: i32,
    pub weight: i32,
    pub sum_dependency_weight: i32,
    pub local_close: i32,
    pub remote_close: i32,
    pub local_window_size: i32,
}

impl Session {
    /// # Errors
    /// In words, when the library is not there or has no memory.
    pub fn new(role: Role, options: Options) -> Result<Session, String> {
        ffi::load()?;
        let padding = options.padding;
        let used = Rc::new(Cell::new(0));
        let mut memory = Box::new(allocator::counting(&used));
        let state = Box::new(State {
            options,
            events: RefCell::default(),
            streams: RefCell::new(HashMap::new()),
            memory: used,
            invalid_frames: Cell::new(0),
            rejected_streams: Cell::new(0),
            received_bytes: Cell::new(0),
            waiting_bytes: Cell::new(0),
            statistics: Cell::default(),
        });
        let user_data: *mut c_void = std::ptr::from_ref(&*state).cast_mut().cast();
        let mut raw = null_mut();
        // SAFETY: everything made here is freed here but the session, which keeps copies; the state and the counter are
        // boxed and live as long as the session.
        let code = unsafe {
            let (mut set, mut option) = (null_mut(), null_mut());
            if ffi::nghttp2_session_callbacks_new(&mut set) != 0 {
                return Err("out of memory".to_owned());
            }
            if ffi::nghttp2_option_new(&mut option) != 0 {
                ffi::nghttp2_session_callbacks_del(set);
                return Err("out of memory".to_owned());
            }
            callbacks::install(set, padding);
            set_options(option, role, &state.options);
            let make = match role {
                Role::Server => ffi::nghttp2_session_server_new3,
                Role::Client => ffi::nghttp2_session_client_new3,
            };
            let code = make(&mut raw, set, user_data, option, &mut *memory);
            ffi::nghttp2_option_del(option);
            ffi::nghttp2_session_callbacks_del(set);
            code
        };
        if code != 0 {
            return Err(error_text(code));
        }
        Ok(Session { raw, state, _memory: memory, is_inside: Cell::new(false) })
    }

    pub(crate) fn raw(&self) -> *mut nghttp2_session {
        self.raw
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Takes in what the peer sent.
    ///
    /// # Errors
    /// nghttp2's, after which the session is of no use.
    pub fn receive(&self, bytes: &[u8]) -> Result<(), i32> {
        if self.is_inside.replace(true) {
            return Ok(());
        }
        self.state.count(|statistics| statistics.bytes_received += bytes.len() as u64);
        // SAFETY: a session, and bytes as long as they say.
        let result =
            unsafe { ffi::nghttp2_session_mem_recv(self.raw, bytes.as_ptr(), bytes.len()) };
        self.is_inside.set(false);
        if result < 0 { Err(result as i32) } else { Ok(()) }
    }

    /// Appends what has to go to the peer, up to about `limit` bytes; true if there may be more.
    ///
    /// # Errors
    /// nghttp2's, after which the session is of no use.
    pub fn take_output(&self, output: &mut Vec<u8>, limit: usize) -> Result<bool, i32> {
        if self.is_inside.replace(true) {
            return Ok(false);
        }
        let before = output.len();
        let result = loop {
            if output.len() >= limit {
                break Ok(true);
            }
            let mut bytes = std::ptr::null();
            // SAFETY: a session; what it gives is good until the next call.
            let length = unsafe { ffi::nghttp2_session_mem_send(self.raw, &mut bytes) };
            match length {
                0 => break Ok(false),
                1.. => {
                    // SAFETY: as long as it says.
                    output.extend_from_slice(unsafe {
                        std::slice::from_raw_parts(bytes, length as usize)
                    });
                }
                _ => break Err(length as i32),
            }
        };
        let sent = output.len() - before;
        self.state.count(|statistics| statistics.bytes_sent += sent as u64);
        self.is_inside.set(false);
        result
    }

    /// What happened since this was last asked.
    pub fn take_events(&self) -> Vec<Event> {
        self.state.received_bytes.set(0);
        self.state.events.take()
    }

    pub fn has_events(&self) -> bool {
        !self.state.events.borrow().is_empty()
    }

    pub fn wants_read(&self) -> bool {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_session_want_read(self.raw) != 0 }
    }

    pub fn wants_write(&self) -> bool {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_session_want_write(self.raw) != 0 }
    }

    /// How many bytes nghttp2 has in use.
    pub fn memory(&self) -> usize {
        self.state.memory.get()
    }

    /// Whether what comes on a stream is taken: else its window stays as small as it has become.
    pub fn set_reading(&self, id: i32, is_reading: bool) {
        let mut streams = self.state.streams.borrow_mut();
        let Some(stream) = streams.get_mut(&id) else { return };
        stream.is_reading = is_reading;
        if is_reading && stream.unconsumed > 0 {
            let size = std::mem::take(&mut stream.unconsumed);
            // SAFETY: a session; one that has no such stream says so.
            unsafe { ffi::nghttp2_session_consume_stream(self.raw, id, size) };
        }
    }

    /// Nobody will ask about the stream again.
    pub fn release(&self, id: i32) {
        if let Some(stream) = self.state.streams.borrow_mut().remove(&id) {
            self.state.leave(stream.outgoing.len());
        }
    }

    /// How many streams have not been released.
    pub fn stream_count(&self) -> usize {
        self.state.streams.borrow().len()
    }

    /// The values of `SETTINGS`.
    pub fn settings_of(&self, side: Side) -> [u32; SETTINGS.len()] {
        // SAFETY: a session.
        unsafe { settings::all(self.raw, side) }
    }

    pub fn statistics(&self) -> SessionStatistics {
        self.state.statistics.get()
    }

    /// None of a stream that has been released.
    pub fn stream_statistics(&self, id: i32) -> Option<StreamStatistics> {
        self.state.streams.borrow().get(&id).map(|stream| stream.statistics)
    }

    pub fn session_state(&self) -> SessionState {
        let raw = self.raw;
        // SAFETY: questions to a session.
        unsafe {
            SessionState {
                effective_local_window_size: ffi::nghttp2_session_get_effective_local_window_size(
                    raw,
                ),
                effective_recv_data_length: ffi::nghttp2_session_get_effective_recv_data_length(
                    raw,
                ),
                next_stream_id: ffi::nghttp2_session_get_next_stream_id(raw),
                local_window_size: ffi::nghttp2_session_get_local_window_size(raw),
                last_proc_stream_id: ffi::nghttp2_session_get_last_proc_stream_id(raw),
                remote_window_size: ffi::nghttp2_session_get_remote_window_size(raw),
                outbound_queue_size: ffi::nghttp2_session_get_outbound_queue_size(raw),
                deflate_dynamic_table_size: ffi::nghttp2_session_get_hd_deflate_dynamic_table_size(
                    raw,
                ),
                inflate_dynamic_table_size: ffi::nghttp2_session_get_hd_inflate_dynamic_table_size(
                    raw,
                ),
            }
        }
    }

    /// None of a stream that nghttp2 has forgotten.
    pub fn stream_state(&self, id: i32) -> Option<StreamState> {
        let raw = self.raw;
        // SAFETY: questions to a session, and to a stream it has.
        unsafe {
            let stream = ffi::nghttp2_session_find_stream(raw, id);
            if stream.is_null() {
                return None;
            }
            Some(StreamState {
                state: ffi::nghttp2_stream_get_state(stream),
                weight: ffi::nghttp2_stream_get_weight(stream),
                sum_dependency_weight: ffi::nghttp2_stream_get_sum_dependency_weight(stream),
                local_close: ffi::nghttp2_session_get_stream_local_close(raw, id),
                remote_close: ffi::nghttp2_session_get_stream_remote_close(raw, id),
                local_window_size: ffi::nghttp2_session_get_stream_local_window_size(raw, id),
            })
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the session is this one's own; its state is dropped after it.
        unsafe { ffi::nghttp2_session_del(self.raw) };
    }
}

/// # Safety
/// The library must be loaded, and `option` be its.
unsafe fn set_options(option: *mut ffi::nghttp2_option, role: Role, options: &Options) {
    // SAFETY: the caller's promise.
    unsafe {
        // Closed streams need not be remembered for the order of priorities.
        ffi::nghttp2_option_set_no_closed_streams(option, 1);
        // Windows open when what came has been read.
        ffi::nghttp2_option_set_no_auto_window_update(option, 1);
        ffi::nghttp2_option_set_peer_max_concurrent_streams(
            option,
            options.peer_max_concurrent_streams,
        );
        if let Some(size) = options.max_deflate_dynamic_table_size {
            ffi::nghttp2_option_set_max_deflate_dynamic_table_size(option, size as usize);
        }
        if let Some(length) = options.max_send_header_block_length {
            ffi::nghttp2_option_set_max_send_header_block_length(option, length as usize);
        }
        if let Some(count) = options.max_reserved_remote_streams {
            ffi::nghttp2_option_set_max_reserved_remote_streams(option, count);
        }
        if let Some(count) = options.max_settings {
            ffi::nghttp2_option_set_max_settings(option, count as usize);
        }
        if role == Role::Client {
            ffi::nghttp2_option_set_builtin_recv_extension_type(option, ffi::ALTSVC);
            ffi::nghttp2_option_set_builtin_recv_extension_type(option, ffi::ORIGIN);
        }
        if let Some((burst, rate)) = options.stream_reset_limit {
            ffi::nghttp2_option_set_stream_reset_rate_limit(option, burst, rate);
        }
        if !options.strict_whitespace {
            ffi::nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1);
        }
    }
}
