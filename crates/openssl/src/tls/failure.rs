//! Errors of the library, in the parts that Node gives to programs.

use std::ffi::{c_char, c_ulong};

use super::{ffi, text};

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// As the library writes it: `error:0A00010B:SSL routines::wrong version number`.
    pub message: String,
    /// `ERR_SSL_WRONG_VERSION_NUMBER`
    pub code: Option<String>,
    pub library: Option<String>,
    pub reason: Option<String>,
    /// What followed it, each as the library writes it.
    pub stack: Vec<String>,
}

impl Failure {
    /// An error that is not the library's.
    pub fn plain(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), ..Failure::default() }
    }

    /// A setting that the library refuses without a reason.
    pub(super) fn refused(message: impl Into<String>) -> Failure {
        // SAFETY: empties the queue.
        unsafe { ffi::ERR_clear_error() };
        Failure { code: Some("ERR_CRYPTO_OPERATION_FAILED".to_owned()), ..Failure::plain(message) }
    }

    /// Takes what is in this thread's queue: the first error speaks, the others stand behind it.
    pub(super) fn take() -> Failure {
        // SAFETY: takes the first error, or 0.
        let mut failure = Failure::of(unsafe { ffi::ERR_get_error() });
        loop {
            // SAFETY: takes the next one.
            match unsafe { ffi::ERR_get_error() } {
                0 => return failure,
                number => failure.stack.push(words(number)),
            }
        }
    }

    fn of(number: c_ulong) -> Failure {
        if number == 0 {
            return Failure::plain(words(0));
        }
        // SAFETY: static strings.
        unsafe {
            let reason = text(ffi::ERR_reason_error_string(number));
            let library = text(ffi::ERR_lib_error_string(number));
            let prefix = match library.as_deref() {
                Some("SSL routines") => "SSL",
                _ => "OSSL",
            };
            let code = reason.as_deref().map(|reason| code_of(prefix, reason, library.as_deref()));
            Failure { message: words(number), code, library, reason, stack: Vec::new() }
        }
    }
}

/// An error as the library writes it.
fn words(number: c_ulong) -> String {
    let mut buffer = [0 as c_char; 256];
    // SAFETY: the buffer is as long as it says and gets a NUL.
    unsafe {
        ffi::ERR_error_string_n(number, buffer.as_mut_ptr(), buffer.len());
        text(buffer.as_ptr()).unwrap_or_default()
    }
}

/// `ERR_SSL_` or `ERR_OSSL_`, the part of the library if it is another one, and the reason.
fn code_of(prefix: &str, reason: &str, library: Option<&str>) -> String {
    let part = match library {
        Some("rsa routines") => "RSA_",
        Some("digital envelope routines") => "EVP_",
        Some("PEM routines") => "PEM_",
        Some("asn1 encoding routines") => "ASN1_",
        Some("x509 certificate routines") => "X509_",
        Some("elliptic curve routines") => "EC_",
        Some("PKCS12 routines") => "PKCS12_",
        _ => "",
    };
    // Everything else stays, as in `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE`.
    let reason = reason.replace(' ', "_").to_ascii_uppercase();
    format!("ERR_{prefix}_{part}{reason}")
}
