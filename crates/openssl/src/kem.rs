//! Encapsulation: a secret that is made for the owner of a key, and the bytes by which the owner gets it.

use crate::owned::KeyContext;
use crate::{ErrorStack, Key, KeyKind, Secret, check, ffi};

/// What the sender keeps, and what is sent.
pub struct Encapsulated {
    pub shared_key: Secret,
    pub ciphertext: Vec<u8>,
}

/// How keys that were not made for it do it. Others know only one way.
fn operation(kind: KeyKind) -> Option<&'static std::ffi::CStr> {
    match kind {
        KeyKind::Rsa => Some(c"RSASVE"),
        KeyKind::Ec | KeyKind::X25519 | KeyKind::X448 => Some(c"DHKEM"),
        _ => None,
    }
}

type Init = unsafe fn(*mut ffi::EVP_PKEY_CTX, *const ffi::OSSL_PARAM) -> std::ffi::c_int;

fn begin(key: &Key, init: Init) -> Result<KeyContext, ErrorStack> {
    // SAFETY: a live key and a context of ours; a name that ends with NUL.
    unsafe {
        let context = KeyContext::take(ffi::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()))?;
        check(init(context.as_ptr(), std::ptr::null()))?;
        if let Some(name) = operation(key.kind()) {
            check(ffi::EVP_PKEY_CTX_set_kem_op(context.as_ptr(), name.as_ptr()))?;
        }
        Ok(context)
    }
}

/// # Errors
/// OpenSSL's: first of all that the key is not for it.
pub fn encapsulate(key: &Key) -> Result<Encapsulated, ErrorStack> {
    let context = begin(key, ffi::EVP_PKEY_encapsulate_init)?;
    let (mut sent, mut kept) = (0, 0);
    // SAFETY: a context of ours; asked first for the lengths, then with that much room.
    unsafe {
        let null = std::ptr::null_mut();
        check(ffi::EVP_PKEY_encapsulate(context.as_ptr(), null, &mut sent, null, &mut kept))?;
        let (mut ciphertext, mut shared_key) = (vec![0; sent], Secret::zeros(kept));
        check(ffi::EVP_PKEY_encapsulate(
            context.as_ptr(),
            ciphertext.as_mut_ptr(),
            &mut sent,
            shared_key.as_mut_ptr(),
            &mut kept,
        ))?;
        ciphertext.truncate(sent);
        let shared_key = Secret::new(shared_key[..kept].to_vec());
        Ok(Encapsulated { shared_key, ciphertext })
    }
}

/// # Errors
/// OpenSSL's: the bytes can not be for this key.
pub fn decapsulate(key: &Key, ciphertext: &[u8]) -> Result<Secret, ErrorStack> {
    let context = begin(key, ffi::EVP_PKEY_decapsulate_init)?;
    let mut length = 0;
    // SAFETY: as in `encapsulate`; the slice is as long as it says.
    unsafe {
        let (bytes, size) = (ciphertext.as_ptr(), ciphertext.len());
        let null = std::ptr::null_mut();
        check(ffi::EVP_PKEY_decapsulate(context.as_ptr(), null, &mut length, bytes, size))?;
        let mut secret = Secret::zeros(length);
        let out = secret.as_mut_ptr();
        check(ffi::EVP_PKEY_decapsulate(context.as_ptr(), out, &mut length, bytes, size))?;
        Ok(Secret::new(secret[..length].to_vec()))
    }
}
