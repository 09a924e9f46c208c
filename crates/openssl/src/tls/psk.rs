//! Keys that both sides know beforehand.
//!
//! The library asks for them in the middle of a handshake and wants the answer at once, so whoever advances a session
//! lends it somebody to ask.

use std::ffi::{CStr, c_char, c_uchar, c_uint};
use std::ptr;

use super::callbacks::state;
use super::ffi;
use crate::Secret;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub enum PskQuestion<'a> {
    /// A client is asked who it wants to be; the server may have given a hint.
    Client { hint: Option<&'a str>, max_identity: usize, max_key: usize },
    /// A server is asked for the key of a client.
    Server { identity: &'a str, max_key: usize },
}

/// A key, and on a client whose it is.
#[derive(Debug)]
pub struct Psk {
    pub identity: String,
    pub key: Secret,
}

/// Who is asked; nothing is an answer, too.
pub type PskAsker<'a> = dyn Fn(PskQuestion<'_>) -> Option<Psk> + 'a;

pub(super) unsafe extern "C" fn client(
    ssl: *mut ffi::SSL,
    hint: *const c_char,
    identity: *mut c_char,
    max_identity: c_uint,
    key: *mut c_uchar,
    max_key: c_uint,
) -> c_uint {
    // SAFETY: called by the library while the session is advanced, with a text or null and two buffers of those lengths.
    unsafe {
        let Some(ask) = state(ssl).and_then(|state| state.psk.get()) else { return 0 };
        let hint = (!hint.is_null()).then(|| CStr::from_ptr(hint).to_string_lossy());
        let (max_identity, max_key) = (max_identity as usize, max_key as usize);
        let question = PskQuestion::Client { hint: hint.as_deref(), max_identity, max_key };
        let Some(psk) = (*ask)(question) else { return 0 };
        let name = psk.identity.as_bytes();
        // The buffer has room for the NUL beside what it says.
        if name.len() > max_identity || name.contains(&0) || psk.key.len() > max_key {
            return 0;
        }
        ptr::copy_nonoverlapping(name.as_ptr(), identity.cast(), name.len());
        *identity.add(name.len()) = 0;
        ptr::copy_nonoverlapping(psk.key.as_ptr(), key, psk.key.len());
        psk.key.len() as c_uint
    }
}

pub(super) unsafe extern "C" fn server(
    ssl: *mut ffi::SSL,
    identity: *const c_char,
    key: *mut c_uchar,
    max_key: c_uint,
) -> c_uint {
    // SAFETY: as above.
    unsafe {
        let Some(ask) = state(ssl).and_then(|state| state.psk.get()) else { return 0 };
        if identity.is_null() {
            return 0;
        }
        let identity = CStr::from_ptr(identity).to_string_lossy();
        let max_key = max_key as usize;
        let Some(psk) = (*ask)(PskQuestion::Server { identity: &identity, max_key }) else {
            return 0;
        };
        if psk.key.len() > max_key {
            return 0;
        }
        ptr::copy_nonoverlapping(psk.key.as_ptr(), key, psk.key.len());
        psk.key.len() as c_uint
    }
}
