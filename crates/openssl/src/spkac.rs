//! Signed public keys with a challenge, as browsers once made them.

use crate::owned::Spki;
use crate::{ErrorStack, Key, PublicForm, TextForm, ffi};

fn parse(text: &[u8]) -> Option<Spki> {
    // A length of nothing would mean a text that ends with NUL.
    let length = i32::try_from(text.len()).ok().filter(|&length| length > 0)?;
    // SAFETY: the slice is as long as it says; the result is ours.
    let parsed = unsafe { Spki::take(ffi::NETSCAPE_SPKI_b64_decode(text.as_ptr().cast(), length)) };
    ErrorStack::clear();
    parsed.ok()
}

fn key(spki: &Spki) -> Option<Key> {
    // SAFETY: a live object; the key is ours.
    unsafe { Key::take(ffi::NETSCAPE_SPKI_get_pubkey(spki.as_ptr())) }.ok()
}

/// Whether the signature is right.
pub fn verify_spkac(text: &[u8]) -> bool {
    let Some((spki, key)) = parse(text).and_then(|spki| key(&spki).map(|key| (spki, key))) else {
        return false;
    };
    // SAFETY: live objects.
    let answer = unsafe { ffi::NETSCAPE_SPKI_verify(spki.as_ptr(), key.as_ptr()) } > 0;
    ErrorStack::clear();
    answer
}

/// The key, as PEM.
pub fn public_key(text: &[u8]) -> Option<Vec<u8>> {
    key(&parse(text)?)?.public_bytes(PublicForm::Spki, TextForm::Pem).ok()
}

pub fn challenge(text: &[u8]) -> Option<Vec<u8>> {
    let spki = parse(text)?;
    let mut bytes = std::ptr::null_mut();
    // SAFETY: the beginning of both structures is part of the interface; the text that is made is ours.
    unsafe {
        let challenge = (*(*spki.as_ptr()).spkac).challenge;
        let length = usize::try_from(ffi::ASN1_STRING_to_UTF8(&mut bytes, challenge)).ok()?;
        let copy = std::slice::from_raw_parts(bytes, length).to_vec();
        ffi::CRYPTO_free(bytes.cast(), c"".as_ptr(), 0);
        Some(copy)
    }
}
