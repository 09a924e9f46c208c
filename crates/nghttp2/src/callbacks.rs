//! What nghttp2 calls while it is fed or asked for output. Each call leaves an event behind and returns; a panic becomes
//! a failure that nghttp2 reports, and never goes through its frames.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use crate::event::{Event, Headers};
use crate::ffi::{self, nghttp2_frame, nghttp2_session, nghttp2_session_callbacks};
use crate::options::{Options, Padding};
use crate::outgoing::Outgoing;
use crate::settings::{self, Side};
use crate::statistics::{SessionStatistics, StreamStatistics};

/// HTTP/2's code for a peer that asks for too much.
const ENHANCE_YOUR_CALM: u32 = 11;
const SETTINGS_MAX_CONCURRENT_STREAMS: c_int = 3;
const SETTINGS_MAX_HEADER_LIST_SIZE: c_int = 6;

const ERR_PROTO: c_int = -505;
const ERR_STREAM_CLOSED: c_int = -510;
const ERR_STREAM_CLOSING: c_int = -511;
const ERR_SESSION_CLOSING: c_int = -530;

/// A stream that whoever uses the session has not let go of.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pub(crate) outgoing: Outgoing,
    /// The block of headers that is coming in.
    headers: Headers,
    header_count: usize,
    header_bytes: usize,
    /// What this side allowed when the stream was made: settings that change later are not about it.
    max_header_bytes: usize,
    category: i32,
    /// What comes is taken at once; else the peer's window is only opened when it is asked for.
    pub(crate) is_reading: bool,
    pub(crate) unconsumed: usize,
    pub(crate) statistics: StreamStatistics,
}

pub(crate) struct State {
    pub(crate) options: Options,
    pub(crate) events: RefCell<Vec<Event>>,
    pub(crate) streams: RefCell<HashMap<i32, Stream>>,
    pub(crate) memory: Rc<Cell<usize>>,
    pub(crate) invalid_frames: Cell<u32>,
    pub(crate) rejected_streams: Cell<u32>,
    /// Data that came in and nobody has seen.
    pub(crate) received_bytes: Cell<usize>,
    /// What was written to streams and is not in the output.
    pub(crate) waiting_bytes: Cell<usize>,
    pub(crate) statistics: Cell<SessionStatistics>,
}

impl State {
    /// Changes what is counted.
    pub(crate) fn count(&self, change: impl FnOnce(&mut SessionStatistics)) {
        let mut statistics = self.statistics.get();
        change(&mut statistics);
        self.statistics.set(statistics);
    }

    /// # Safety
    /// `session` must be the one whose state this is.
    pub(crate) unsafe fn add_stream(
        &self,
        session: *mut nghttp2_session,
        id: i32,
        mut stream: Stream,
    ) {
        // SAFETY: the caller's promise.
        let most = unsafe {
            ffi::nghttp2_session_get_local_settings(session, SETTINGS_MAX_HEADER_LIST_SIZE)
        };
        stream.max_header_bytes = most as usize;
        let mut streams = self.streams.borrow_mut();
        streams.insert(id, stream);
        let present = streams.len();
        self.count(|statistics| {
            statistics.stream_count += 1;
            statistics.max_concurrent_streams = statistics.max_concurrent_streams.max(present);
        });
    }

    /// Whether what a peer made this side keep is within its limit: nghttp2's memory, what came and what waits to go.
    fn has_memory(&self) -> bool {
        let used = self.memory.get() + self.received_bytes.get() + self.waiting_bytes.get();
        used < self.options.max_memory
    }

    /// So much of what was written to a stream waits no more.
    pub(crate) fn leave(&self, size: usize) {
        self.waiting_bytes.set(self.waiting_bytes.get() - size);
    }

    /// Counts a frame that nobody should have sent; true if it is one too many.
    fn is_one_too_many(&self) -> bool {
        let count = self.invalid_frames.get();
        self.invalid_frames.set(count.saturating_add(1));
        let is_over = count > self.options.max_invalid_frames;
        if is_over {
            self.tell(Event::TooManyInvalidFrames);
        }
        is_over
    }

    fn tell(&self, event: Event) {
        self.events.borrow_mut().push(event);
    }
}

/// Runs `body` on the state of a session; what panics fails.
fn guarded<T>(user_data: *mut c_void, failure: T, body: impl FnOnce(&State) -> T) -> T {
    // SAFETY: the state that the session was made with, which lives longer than nghttp2's part of it.
    let state = unsafe { &*user_data.cast::<State>() };
    catch_unwind(AssertUnwindSafe(|| body(state))).unwrap_or(failure)
}

/// # Safety
/// `bytes` must be readable for `length` bytes, or `length` be 0.
unsafe fn slice<'a>(bytes: *const u8, length: usize) -> &'a [u8] {
    if bytes.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(bytes, length) }
}

/// # Safety
/// The library must be loaded, and `callbacks` be its.
pub(crate) unsafe fn install(callbacks: *mut nghttp2_session_callbacks, padding: Padding) {
    // SAFETY: each is set to a function of the signature it is declared with.
    unsafe {
        ffi::nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
        ffi::nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
        ffi::nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, on_invalid_header);
        ffi::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
        ffi::nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(
            callbacks,
            on_invalid_frame,
        );
        ffi::nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, on_frame_sent);
        ffi::nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, on_frame_not_sent);
        ffi::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data_chunk);
        ffi::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_stream_close);
        ffi::nghttp2_session_callbacks_set_error_callback2(callbacks, on_error);
        if padding != Padding::None {
            ffi::nghttp2_session_callbacks_set_select_padding_callback(callbacks, select_padding);
        }
    }
}

/// The stream that a block of headers is about: the promised one for a promise.
///
/// # Safety
/// `frame` must be a frame as nghttp2 gives it.
unsafe fn stream_of(frame: *const nghttp2_frame) -> (i32, i32) {
    // SAFETY: the kind says which member is there.
    unsafe {
        match (*frame).hd.kind {
            ffi::PUSH_PROMISE => ((*frame).push_promise.promised_stream_id, 0),
            ffi::HEADERS => ((*frame).hd.stream_id, (*frame).headers.cat),
            _ => ((*frame).hd.stream_id, 0),
        }
    }
}

unsafe extern "C" fn on_begin_headers(
    session: *mut nghttp2_session,
    frame: *const nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        // SAFETY: nghttp2's frame.
        let (id, category) = unsafe { stream_of(frame) };
        let mut streams = state.streams.borrow_mut();
        let count = streams.len();
        if let Some(stream) = streams.get_mut(&id) {
            stream.headers = Headers::default();
            (stream.header_count, stream.header_bytes, stream.category) = (0, 0, category);
            return 0;
        }
        // SAFETY: the session that calls.
        let most = unsafe {
            ffi::nghttp2_session_get_local_settings(session, SETTINGS_MAX_CONCURRENT_STREAMS)
        };
        drop(streams);
        if count < most as usize && state.has_memory() {
            // SAFETY: the session that calls.
            unsafe { state.add_stream(session, id, Stream { category, ..Stream::default() }) };
            return 0;
        }
        let rejected = state.rejected_streams.get();
        state.rejected_streams.set(rejected.saturating_add(1));
        if rejected > state.options.max_rejected_streams {
            return ffi::ERR_CALLBACK_FAILURE;
        }
        // SAFETY: the session that calls.
        unsafe { ffi::nghttp2_submit_rst_stream(session, 0, id, ENHANCE_YOUR_CALM) };
        ffi::ERR_TEMPORAL_CALLBACK_FAILURE
    })
}

#[allow(clippy::too_many_arguments)] // nghttp2's signature
unsafe extern "C" fn on_header(
    session: *mut nghttp2_session,
    frame: *const nghttp2_frame,
    name: *const u8,
    name_length: usize,
    value: *const u8,
    value_length: usize,
    flags: u8,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        // SAFETY: nghttp2's frame, name and value.
        let (id, name, value) =
            unsafe { (stream_of(frame).0, slice(name, name_length), slice(value, value_length)) };
        let mut streams = state.streams.borrow_mut();
        let Some(stream) = streams.get_mut(&id) else { return 0 };
        if name.is_empty() {
            return 0;
        }
        // RFC 9113 counts 32 bytes for the entry itself.
        let bytes = stream.header_bytes + name.len() + value.len() + 32;
        if stream.header_count >= state.options.max_header_pairs || bytes > stream.max_header_bytes
        {
            // SAFETY: the session that calls.
            unsafe { ffi::nghttp2_submit_rst_stream(session, 0, id, ENHANCE_YOUR_CALM) };
            return ffi::ERR_TEMPORAL_CALLBACK_FAILURE;
        }
        stream.statistics.first_header.get_or_insert_with(Instant::now);
        stream.header_count += 1;
        stream.header_bytes = bytes;
        for part in [name, value] {
            stream.headers.flat.extend_from_slice(part);
            stream.headers.flat.push(0);
        }
        if flags & ffi::NV_FLAG_NO_INDEX != 0 {
            stream.headers.sensitive.extend_from_slice(name);
            stream.headers.sensitive.push(0);
        }
        0
    })
}

/// A header that is not allowed and not worth more than being left out.
#[allow(clippy::too_many_arguments)] // nghttp2's signature
unsafe extern "C" fn on_invalid_header(
    _session: *mut nghttp2_session,
    _frame: *const nghttp2_frame,
    _name: *const u8,
    _name_length: usize,
    _value: *const u8,
    _value_length: usize,
    _flags: u8,
    _user_data: *mut c_void,
) -> c_int {
    0
}

unsafe extern "C" fn on_frame(
    session: *mut nghttp2_session,
    frame: *const nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        state.count(|statistics| statistics.frames_received += 1);
        // SAFETY: nghttp2's frame; the kind says which member is there.
        unsafe {
            let hd = (*frame).hd;
            match hd.kind {
                ffi::DATA
                    if hd.flags & ffi::FLAG_END_STREAM != 0
                        && state.streams.borrow().contains_key(&hd.stream_id) =>
                {
                    state.tell(Event::End { stream: hd.stream_id });
                }
                // A frame that says nothing costs its sender nothing.
                ffi::DATA
                    if hd.flags & ffi::FLAG_END_STREAM == 0
                        && hd.length == 0
                        && state.is_one_too_many() =>
                {
                    return ffi::ERR_CALLBACK_FAILURE;
                }
                ffi::HEADERS | ffi::PUSH_PROMISE => {
                    let (id, _) = stream_of(frame);
                    let mut streams = state.streams.borrow_mut();
                    if let Some(stream) = streams.get_mut(&id) {
                        let headers = std::mem::take(&mut stream.headers);
                        let category = stream.category;
                        state.tell(Event::Headers {
                            stream: id,
                            category,
                            flags: hd.flags,
                            headers,
                        });
                    }
                }
                ffi::PRIORITY => {
                    let spec = (*frame).priority.pri_spec;
                    state.tell(Event::Priority {
                        stream: hd.stream_id,
                        parent: spec.stream_id,
                        weight: spec.weight,
                        exclusive: spec.exclusive != 0,
                    });
                }
                ffi::SETTINGS => {
                    // As they are after this frame: more may follow before anybody asks.
                    let is_ack = hd.flags & ffi::FLAG_ACK != 0;
                    let side = if is_ack { Side::Local } else { Side::Remote };
                    let values = settings::all(session, side);
                    state.tell(if is_ack {
                        Event::SettingsAck(values)
                    } else {
                        Event::Settings(values)
                    });
                }
                ffi::PING => {
                    let payload = (*frame).ping.opaque_data;
                    let is_ack = hd.flags & ffi::FLAG_ACK != 0;
                    state.tell(if is_ack { Event::PingAck(payload) } else { Event::Ping(payload) });
                }
                ffi::GOAWAY => {
                    let goaway = (*frame).goaway;
                    state.tell(Event::Goaway {
                        code: goaway.error_code,
                        last_stream: goaway.last_stream_id,
                        data: slice(goaway.opaque_data, goaway.opaque_data_len).to_vec(),
                    });
                }
                ffi::ALTSVC => {
                    let payload = (*frame).ext.payload.cast::<ffi::nghttp2_ext_altsvc>();
                    if let Some(service) = payload.as_ref() {
                        state.tell(Event::AltSvc {
                            stream: hd.stream_id,
                            origin: slice(service.origin, service.origin_len).to_vec(),
                            value: slice(service.field_value, service.field_value_len).to_vec(),
                        });
                    }
                }
                ffi::ORIGIN => {
                    let payload = (*frame).ext.payload.cast::<ffi::nghttp2_ext_origin>();
                    if let Some(origins) = payload.as_ref() {
                        let mut flat = Vec::new();
                        for index in 0..origins.nov {
                            let entry = &*origins.ov.add(index);
                            flat.extend_from_slice(slice(entry.origin, entry.origin_len));
                            flat.push(0);
                        }
                        state.tell(Event::Origins(flat));
                    }
                }
                _ => {}
            }
        }
        0
    })
}

unsafe extern "C" fn on_invalid_frame(
    _session: *mut nghttp2_session,
    _frame: *const nghttp2_frame,
    code: c_int,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        if state.is_one_too_many() {
            return 1;
        }
        // SAFETY: a question about a number.
        let is_fatal = unsafe { ffi::nghttp2_is_fatal(code) } != 0;
        if is_fatal || code == ERR_STREAM_CLOSED || code == ERR_PROTO {
            state.tell(Event::Failed { code });
        }
        0
    })
}

unsafe extern "C" fn on_frame_sent(
    _session: *mut nghttp2_session,
    _frame: *const nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        state.count(|statistics| statistics.frames_sent += 1);
        0
    })
}

unsafe extern "C" fn on_frame_not_sent(
    _session: *mut nghttp2_session,
    frame: *const nghttp2_frame,
    code: c_int,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        // A stream or a session that is closing has no use for the frame.
        if matches!(code, ERR_SESSION_CLOSING | ERR_STREAM_CLOSED | ERR_STREAM_CLOSING) {
            return 0;
        }
        // SAFETY: nghttp2's frame.
        let hd = unsafe { (*frame).hd };
        state.tell(Event::FrameError { stream: hd.stream_id, kind: hd.kind, code: code_of(code) });
        0
    })
}

/// HTTP/2's code for an error of nghttp2.
fn code_of(error: c_int) -> u32 {
    match error {
        ERR_STREAM_CLOSED => 5,
        // The header block is too long, a frame has the wrong size.
        -522 => 6,
        // A stream is refused.
        -533 => 7,
        -524 => 3,
        -523 => 9,
        -505 | -531 | -532 => 1,
        _ => 2,
    }
}

unsafe extern "C" fn on_data_chunk(
    session: *mut nghttp2_session,
    _flags: u8,
    id: i32,
    bytes: *const u8,
    length: usize,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        if length == 0 {
            return 0;
        }
        // Streams are what holds a peer back; the connection's own window is always opened again.
        // SAFETY: the session that calls.
        unsafe { ffi::nghttp2_session_consume_connection(session, length) };
        let mut streams = state.streams.borrow_mut();
        let Some(stream) = streams.get_mut(&id) else { return 0 };
        stream.statistics.bytes_received += length as u64;
        if stream.is_reading {
            // SAFETY: the session that calls.
            unsafe { ffi::nghttp2_session_consume_stream(session, id, length) };
        } else {
            stream.unconsumed += length;
        }
        // SAFETY: nghttp2's bytes.
        let bytes = unsafe { slice(bytes, length) }.to_vec();
        state.received_bytes.set(state.received_bytes.get() + length);
        state.tell(Event::Data { stream: id, bytes });
        0
    })
}

unsafe extern "C" fn on_stream_close(
    _session: *mut nghttp2_session,
    id: i32,
    code: u32,
    user_data: *mut c_void,
) -> c_int {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        if let Some(stream) = state.streams.borrow_mut().get_mut(&id) {
            state.leave(stream.outgoing.len());
            stream.outgoing.clear();
            state.tell(Event::Closed { stream: id, code });
        }
        0
    })
}

unsafe extern "C" fn on_error(
    _session: *mut nghttp2_session,
    code: c_int,
    _text: *const c_char,
    _length: usize,
    user_data: *mut c_void,
) -> c_int {
    const ERR_SETTINGS_EXPECTED: c_int = -536;
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE, |state| {
        // What came first is no HTTP/2.
        if code == ERR_SETTINGS_EXPECTED {
            state.tell(Event::Failed { code: ERR_PROTO });
        }
        0
    })
}

unsafe extern "C" fn select_padding(
    _session: *mut nghttp2_session,
    frame: *const nghttp2_frame,
    most: usize,
    user_data: *mut c_void,
) -> isize {
    /// The bytes of a frame before its payload.
    const FRAME_HEADER: usize = 9;
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE as isize, |state| {
        // SAFETY: nghttp2's frame.
        let length = unsafe { (*frame).hd.length };
        let padded = match state.options.padding {
            Padding::None => length,
            Padding::Max => most,
            Padding::Aligned => (length + FRAME_HEADER).next_multiple_of(8) - FRAME_HEADER,
        };
        padded.min(most) as isize
    })
}

pub(crate) unsafe extern "C" fn read_data(
    _session: *mut nghttp2_session,
    id: i32,
    room: *mut u8,
    length: usize,
    flags: *mut u32,
    _source: *mut c_void,
    user_data: *mut c_void,
) -> isize {
    guarded(user_data, ffi::ERR_CALLBACK_FAILURE as isize, |state| {
        let mut streams = state.streams.borrow_mut();
        let Some(stream) = streams.get_mut(&id) else {
            // Nobody will say more.
            // SAFETY: nghttp2's flags.
            unsafe { *flags |= ffi::DATA_FLAG_EOF };
            return 0;
        };
        // SAFETY: nghttp2's room, memory of its own that has been written before.
        let room = unsafe { std::slice::from_raw_parts_mut(room, length) };
        let portion = stream.outgoing.read(room);
        if portion.length > 0 {
            state.leave(portion.length);
            stream.statistics.bytes_sent += portion.length as u64;
            stream.statistics.first_byte_sent.get_or_insert_with(Instant::now);
        }
        if portion.is_drained {
            state.tell(Event::Written { stream: id });
        }
        if portion.is_last {
            // SAFETY: nghttp2's flags.
            unsafe { *flags |= ffi::DATA_FLAG_EOF };
            if stream.outgoing.waits_for_trailers {
                // SAFETY: as above.
                unsafe { *flags |= ffi::DATA_FLAG_NO_END_STREAM };
                stream.outgoing.waits_for_trailers = false;
                state.tell(Event::WantsTrailers { stream: id });
            }
        } else if portion.length == 0 {
            return ffi::ERR_DEFERRED;
        }
        portion.length as isize
    })
}
