//! TLS as a machine without a socket: ciphertext in, ciphertext out, plaintext on the other side, and events.
//!
//! A [`Context`] is what several connections share: keys, certificates, trust, settings. A [`Session`] is one connection.
//! Its owner feeds it what came from the peer, takes what is to be sent, and asks for events until there are none. Nothing
//! here waits or reads from a descriptor, so the same machine serves sockets, pipes and streams of JavaScript.
//!
//! The library is the system's `libssl.so.3`, opened when the first context is made.

mod authorities;
mod callbacks;
mod certificate;
mod context;
mod failure;
mod ffi;
mod psk;
mod session;
mod verify;

pub use certificate::{Certificate, KeyInfo, parse_pem};
pub use context::{Context, ContextSettings};
pub use failure::Failure;
pub use psk::{Psk, PskAsker, PskQuestion};
pub use session::{Answer, Event, Hello, Role, Session, SessionSettings};
pub use verify::VerifyError;

use std::ffi::{CStr, c_char};

/// The names of the ciphers that the library supports, in the letters that it uses.
///
/// # Errors
/// When the library can not be loaded.
pub fn cipher_names() -> Result<Vec<String>, Failure> {
    Context::new(&ContextSettings::default())?.cipher_names()
}

/// # Safety
/// Null, or a string that ends with NUL.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}
