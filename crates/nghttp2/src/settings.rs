//! The settings of a connection, by number.

use crate::ffi::{self, nghttp2_session};

/// The numbers that nghttp2 keeps a value of, in the order in which lists of them have it.
pub const SETTINGS: [i32; 7] = [1, 2, 3, 4, 5, 6, 8];

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those of this side, as the peer has acknowledged them.
    Local,
    /// Those that the peer has told.
    Remote,
}

/// # Safety
/// `session` must be one of the library's.
pub(crate) unsafe fn all(session: *mut nghttp2_session, side: Side) -> [u32; SETTINGS.len()] {
    // SAFETY: the caller's promise, and numbers that nghttp2 knows.
    SETTINGS.map(|id| unsafe {
        match side {
            Side::Local => ffi::nghttp2_session_get_local_settings(session, id),
            Side::Remote => ffi::nghttp2_session_get_remote_settings(session, id),
        }
    })
}
