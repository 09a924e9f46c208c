//! What a session is asked to send. Results are nghttp2's: 0 or a number of a stream, negative when it is refused.

use std::ptr::{null, null_mut};

use crate::callbacks::{Stream, read_data};
use crate::ffi::{self, nghttp2_data_provider, nghttp2_priority_spec};
use crate::header_block;
use crate::session::Session;

/// A stream's place in the tree of RFC 7540.
#[derive(Clone, Copy, Debug)]
pub struct Priority {
    pub parent: i32,
    pub weight: i32,
    pub exclusive: bool,
}

impl Priority {
    fn spec(self) -> nghttp2_priority_spec {
        nghttp2_priority_spec {
            stream_id: self.parent,
            weight: self.weight,
            exclusive: self.exclusive.into(),
        }
    }
}

const PROVIDER: nghttp2_data_provider =
    nghttp2_data_provider { source: null_mut(), read_callback: Some(read_data) };

/// The headers are all there is.
const END_STREAM: u8 = ffi::FLAG_END_STREAM;

impl Session {
    /// `headers` is a block as `header_block` has it, in this and the functions below. The number of the new stream.
    pub fn request(
        &self,
        headers: &[u8],
        priority: Option<Priority>,
        has_body: bool,
        waits_for_trailers: bool,
    ) -> i32 {
        let block = header_block::parse(headers);
        let spec = priority.map(Priority::spec);
        // SAFETY: a session, headers that point into `headers`, which nghttp2 copies, and a provider that it copies.
        let id = unsafe {
            ffi::nghttp2_submit_request(
                self.raw(),
                spec.as_ref().map_or(null(), std::ptr::from_ref),
                block.as_ptr(),
                block.len(),
                if has_body { &PROVIDER } else { null() },
                null_mut(),
            )
        };
        if id > 0 {
            self.add(id, waits_for_trailers);
        }
        id
    }

    pub fn respond(
        &self,
        id: i32,
        headers: &[u8],
        has_body: bool,
        waits_for_trailers: bool,
    ) -> i32 {
        if let Some(stream) = self.state().streams.borrow_mut().get_mut(&id) {
            stream.outgoing.waits_for_trailers = waits_for_trailers;
        }
        let block = header_block::parse(headers);
        let provider: *const _ = if has_body { &PROVIDER } else { null() };
        // SAFETY: as for a request.
        unsafe {
            ffi::nghttp2_submit_response(self.raw(), id, block.as_ptr(), block.len(), provider)
        }
    }

    /// Headers before the response.
    pub fn info(&self, id: i32, headers: &[u8]) -> i32 {
        let block = header_block::parse(headers);
        // SAFETY: as for a request.
        unsafe {
            ffi::nghttp2_submit_headers(
                self.raw(),
                0,
                id,
                null(),
                block.as_ptr(),
                block.len(),
                null_mut(),
            )
        }
    }

    /// After `Event::WantsTrailers`. Without any the stream ends with an empty frame.
    pub fn trailers(&self, id: i32, headers: &[u8]) -> i32 {
        let block = header_block::parse(headers);
        // SAFETY: as for a request.
        unsafe {
            if block.is_empty() {
                return ffi::nghttp2_submit_data(self.raw(), END_STREAM, id, &PROVIDER);
            }
            ffi::nghttp2_submit_trailer(self.raw(), id, block.as_ptr(), block.len())
        }
    }

    /// The number of the promised stream.
    pub fn push(&self, parent: i32, headers: &[u8]) -> i32 {
        let block = header_block::parse(headers);
        // SAFETY: as for a request.
        let id = unsafe {
            ffi::nghttp2_submit_push_promise(
                self.raw(),
                0,
                parent,
                block.as_ptr(),
                block.len(),
                null_mut(),
            )
        };
        if id > 0 {
            self.add(id, false);
        }
        id
    }

    fn add(&self, id: i32, waits_for_trailers: bool) {
        let mut stream = Stream::default();
        stream.outgoing.waits_for_trailers = waits_for_trailers;
        // SAFETY: a session and its state.
        unsafe { self.state().add_stream(self.raw(), id, stream) };
    }

    /// More of a stream's body. False if there is no such stream.
    pub fn write(&self, id: i32, bytes: Vec<u8>) -> bool {
        let waiting = &self.state().waiting_bytes;
        self.change(id, |stream| {
            waiting.set(waiting.get() + bytes.len());
            stream.outgoing.push(bytes);
        })
    }

    /// There will be no more of a stream's body.
    pub fn end(&self, id: i32) -> bool {
        self.change(id, |stream| stream.outgoing.is_ended = true)
    }

    fn change(&self, id: i32, change: impl FnOnce(&mut Stream)) -> bool {
        let mut streams = self.state().streams.borrow_mut();
        let Some(stream) = streams.get_mut(&id) else { return false };
        change(stream);
        drop(streams);
        // SAFETY: a session; one where nothing waits for the data says so.
        unsafe { ffi::nghttp2_session_resume_data(self.raw(), id) };
        true
    }

    /// Whether something of a stream's body waits to be sent.
    pub fn has_outgoing(&self, id: i32) -> bool {
        self.state().streams.borrow().get(&id).is_some_and(|stream| !stream.outgoing.is_empty())
    }

    pub fn reset(&self, id: i32, code: u32) -> i32 {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_submit_rst_stream(self.raw(), 0, id, code) }
    }

    pub fn priority(&self, id: i32, priority: Priority) -> i32 {
        // SAFETY: a session and a priority that nghttp2 copies.
        unsafe { ffi::nghttp2_submit_priority(self.raw(), 0, id, &priority.spec()) }
    }

    /// Numbers of settings with their values.
    pub fn settings(&self, settings: &[(i32, u32)]) -> i32 {
        let entries: Vec<_> = settings
            .iter()
            .map(|&(settings_id, value)| ffi::nghttp2_settings_entry { settings_id, value })
            .collect();
        // SAFETY: a session and entries that nghttp2 copies.
        unsafe { ffi::nghttp2_submit_settings(self.raw(), 0, entries.as_ptr(), entries.len()) }
    }

    pub fn ping(&self, payload: &[u8; 8]) -> i32 {
        // SAFETY: a session and eight bytes.
        unsafe { ffi::nghttp2_submit_ping(self.raw(), 0, payload.as_ptr()) }
    }

    /// With `last_stream` 0 the last one that was seen.
    pub fn goaway(&self, code: u32, last_stream: i32, data: &[u8]) -> i32 {
        // SAFETY: a session and bytes that nghttp2 copies.
        unsafe {
            let last = if last_stream > 0 {
                last_stream
            } else {
                ffi::nghttp2_session_get_last_proc_stream_id(self.raw())
            };
            ffi::nghttp2_submit_goaway(self.raw(), 0, last, code, data.as_ptr(), data.len())
        }
    }

    /// Tells the peer that it is over; nothing but that is sent any more.
    pub fn terminate(&self, code: u32) -> i32 {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_session_terminate_session(self.raw(), code) }
    }

    /// Announces that no new streams are wanted soon.
    pub fn shutdown_notice(&self) -> i32 {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_submit_shutdown_notice(self.raw()) }
    }

    pub fn alt_svc(&self, id: i32, origin: &[u8], value: &[u8]) -> i32 {
        // SAFETY: a session and bytes that nghttp2 copies.
        unsafe {
            ffi::nghttp2_submit_altsvc(
                self.raw(),
                0,
                id,
                origin.as_ptr(),
                origin.len(),
                value.as_ptr(),
                value.len(),
            )
        }
    }

    pub fn origins(&self, origins: &[&[u8]]) -> i32 {
        let entries: Vec<_> = origins
            .iter()
            .map(|origin| ffi::nghttp2_origin_entry {
                origin: origin.as_ptr().cast_mut(),
                origin_len: origin.len(),
            })
            .collect();
        // SAFETY: a session and entries that nghttp2 copies.
        unsafe { ffi::nghttp2_submit_origin(self.raw(), 0, entries.as_ptr(), entries.len()) }
    }

    /// The window of the whole connection.
    pub fn set_local_window_size(&self, size: i32) -> i32 {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_session_set_local_window_size(self.raw(), 0, 0, size) }
    }

    pub fn set_next_stream_id(&self, id: i32) -> i32 {
        // SAFETY: a session.
        unsafe { ffi::nghttp2_session_set_next_stream_id(self.raw(), id) }
    }
}
