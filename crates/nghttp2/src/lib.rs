//! nghttp2 behind safe functions: the state of an HTTP/2 connection, without any I/O and without JavaScript.
//!
//! The library is the system's `libnghttp2.so.14`, opened by [`load`], which whoever makes the first [`Session`] calls.
//! A session is fed with what came (`receive`) and asked for what has to go out (`take_output`); what happened on the way
//! is a list of [`Event`]s. Nothing is called back, so whoever handles an event may do anything to the session.
//!
//! Not here: what an event means to a program, validation of arguments, time.

mod allocator;
mod callbacks;
mod event;
mod ffi;
mod header_block;
mod options;
mod outgoing;
mod pieces;
mod session;
mod settings;
mod statistics;
mod submit;

use std::ffi::CStr;

pub use event::{Event, Headers};
pub use options::{Options, Padding, Role};
pub use pieces::pieces;
pub use session::{Session, SessionState, StreamState};
pub use settings::{SETTINGS, Side};
pub use statistics::{SessionStatistics, StreamStatistics};
pub use submit::Priority;

/// Opens the library.
///
/// # Errors
/// In words, when it is not there or too old.
pub fn load() -> Result<(), String> {
    ffi::load()
}

/// The version, as `1.52.0`.
pub fn version() -> String {
    // SAFETY: a static structure with a static text, or null when the library is older than 0.
    unsafe {
        let info = ffi::nghttp2_version(0);
        if info.is_null() {
            return String::new();
        }
        CStr::from_ptr((*info).version_str).to_string_lossy().into_owned()
    }
}

/// What an error of the library means.
pub fn error_text(code: i32) -> String {
    // SAFETY: a static text for any number.
    unsafe { CStr::from_ptr(ffi::nghttp2_strerror(code)).to_string_lossy().into_owned() }
}
