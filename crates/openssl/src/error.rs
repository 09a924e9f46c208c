//! The errors that OpenSSL leaves in its queue.

use std::ffi::{c_char, c_ulong};

use crate::{ffi, text};

/// One error of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsslError {
    /// As OpenSSL writes it: `error:1C800064:Provider routines::bad decrypt`.
    pub text: String,
    /// The number of the part of the library that it came from.
    pub library_number: u32,
    pub library: Option<String>,
    pub reason: Option<String>,
}

/// What one operation left in the queue, the earliest first. May be empty: some operations fail without a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorStack(pub Vec<OsslError>);

/// A flag of errors that are numbers of the system.
const SYSTEM_FLAG: c_ulong = 0x8000_0000;
const ERR_LIB_SYS: u32 = 2;

impl ErrorStack {
    /// Takes what is in this thread's queue.
    pub fn take() -> ErrorStack {
        let mut errors = Vec::new();
        loop {
            // SAFETY: takes the first error, or 0.
            let code = unsafe { ffi::ERR_get_error() };
            if code == 0 {
                return ErrorStack(errors);
            }
            errors.push(OsslError::of(code));
        }
    }

    /// Forgets what is in this thread's queue.
    pub fn clear() {
        // SAFETY: has no arguments.
        unsafe { ffi::ERR_clear_error() };
    }

    /// Whether an error has this reason.
    pub fn has_reason(&self, reason: &str) -> bool {
        self.0.iter().any(|error| error.reason.as_deref() == Some(reason))
    }
}

impl OsslError {
    fn of(code: c_ulong) -> OsslError {
        let mut buffer = [0 as c_char; 256];
        // SAFETY: the buffer is as long as it says, and gets a NUL; the other strings are static.
        unsafe {
            ffi::ERR_error_string_n(code, buffer.as_mut_ptr(), buffer.len());
            OsslError {
                text: text(buffer.as_ptr()).unwrap_or_default(),
                library_number: if code & SYSTEM_FLAG == 0 {
                    (code >> 23) as u32 & 0xff
                } else {
                    ERR_LIB_SYS
                },
                library: text(ffi::ERR_lib_error_string(code)),
                reason: text(ffi::ERR_reason_error_string(code)),
            }
        }
    }
}
