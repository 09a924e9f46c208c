//! OpenSSL's libcrypto behind safe functions: what Node's crypto needs of it, and nothing of JavaScript.
//!
//! The library is the system's `libcrypto.so.3`, opened when [`load`] is first called. Everything else may only be used
//! after that: each type here has a constructor that a program can only reach through a binding, and the binding
//! loads the library when it is made.
//!
//! Errors are OpenSSL's own, as an [`ErrorStack`]. Secrets are in [`Secret`], which is wiped when it is dropped.
//! TLS, which is libssl's, is in [`tls`]. Not here: any policy about arguments; that is the caller's.

mod bignum;
mod bio;
mod certificate;
mod cipher;
mod dh;
mod digest;
mod ec;
mod error;
mod ffi;
mod function_table;
mod generate;
mod hmac;
mod kdf;
mod kem;
mod key;
mod key_io;
mod owned;
mod params;
mod post_quantum;
mod secret;
mod sha;
mod sign;
mod spkac;
pub mod tls;

use std::ffi::{CStr, CString, c_char};

pub use bignum::{check_prime, generate_prime};
pub use certificate::{Certificate, HostFlags};
pub use cipher::{Cipher, CipherContext, CipherInfo, Direction, cipher_names};
pub use dh::{DhExchange, DhProblem, group_prime};
pub use digest::{Digest, DigestAlgorithm, digest_names};
pub use ec::{EcExchange, EcProblem, Point, convert_point, curve_names, curve_nid};
pub use error::{ErrorStack, OsslError};
pub use generate::{Generation, generate};
pub use hmac::Hmac;
pub use kdf::{Argon2, argon2, hkdf, pbkdf2, scrypt};
pub use kem::{Encapsulated, decapsulate, encapsulate};
pub use key::{Key, KeyKind, RsaPssDetails};
pub use key_io::{Encryption, ParseFailure, PrivateForm, PublicForm, TextForm};
pub use post_quantum::PostQuantum;
pub use secret::Secret;
pub use sign::{
    Padding, RsaOperation, SignOptions, SignProblem, from_p1363, rsa, sign_digest, sign_message,
    to_p1363, verify_digest, verify_message,
};
pub use spkac::{challenge, public_key, verify_spkac};

/// Opens the library.
///
/// # Errors
/// In words, when it is not there or too old.
pub fn load() -> Result<(), String> {
    ffi::load()
}

/// The version, as `3.0.19`.
pub fn version() -> String {
    // The full version string of OpenSSL 3: OPENSSL_VERSION_STRING.
    const VERSION_STRING: i32 = 6;
    // SAFETY: a static string of the library, or one that says it does not know.
    text(unsafe { ffi::OpenSSL_version(VERSION_STRING) }).unwrap_or_default()
}

/// Fills with random bytes that are fit for keys.
///
/// # Errors
/// When the generator could not be seeded.
pub fn fill_random(bytes: &mut [u8]) -> Result<(), ErrorStack> {
    for part in bytes.chunks_mut(i32::MAX as usize) {
        // SAFETY: the slice is as long as it says.
        let done = unsafe { ffi::RAND_bytes(part.as_mut_ptr(), part.len() as i32) };
        if done != 1 {
            return Err(ErrorStack::take());
        }
    }
    Ok(())
}

/// Whether two slices of one length are equal, in a time that only depends on the length.
pub fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    // SAFETY: both are as long as the shorter.
    a.len() == b.len()
        && unsafe { ffi::CRYPTO_memcmp(a.as_ptr().cast(), b.as_ptr().cast(), a.len()) } == 0
}

/// Whether only algorithms of the FIPS provider are used.
pub fn is_fips() -> bool {
    // SAFETY: asks the default context.
    unsafe { ffi::EVP_default_properties_is_fips_enabled(std::ptr::null_mut()) == 1 }
}

/// Turns FIPS mode on or off. Without a provider for it nothing is found any more once it is on.
///
/// # Errors
/// OpenSSL's.
pub fn set_fips(enable: bool) -> Result<(), ErrorStack> {
    // SAFETY: asks the default context.
    check(unsafe {
        ffi::EVP_default_properties_enable_fips(std::ptr::null_mut(), i32::from(enable))
    })
}

/// How many bytes of the secure heap are in use, if there is one.
pub fn secure_heap_used() -> Option<usize> {
    // SAFETY: two questions without arguments.
    unsafe { (ffi::CRYPTO_secure_malloc_initialized() == 1).then(|| ffi::CRYPTO_secure_used()) }
}

fn check(result: i32) -> Result<(), ErrorStack> {
    if result > 0 { Ok(()) } else { Err(ErrorStack::take()) }
}

/// A C string as the library gives it, which lives as long as what it is of.
fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: not null, and OpenSSL's strings end with NUL.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// A name for the library; what has a NUL in it names nothing.
fn c_name(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}
