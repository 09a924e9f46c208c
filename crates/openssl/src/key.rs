//! Asymmetric keys: what they are, and what they are made of.

use std::ffi::CStr;

use crate::bignum::number_bytes;
use crate::owned::{Bignum, KeyContext, KeyOwner};
use crate::params::Params;
use crate::post_quantum::PostQuantum;
use crate::{ErrorStack, Secret, c_name, check, ffi, text};

/// A public or a private key. Which of the two is for the owner to remember: OpenSSL's type is the same.
pub struct Key(pub(crate) KeyOwner);

// SAFETY: a key does not change once it is made, and its count of references is atomic.
unsafe impl Sync for Key {}

/// What a key is for, as OpenSSL numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    Rsa,
    RsaPss,
    Dsa,
    Dh,
    Ec,
    X25519,
    X448,
    Ed25519,
    Ed448,
    PostQuantum(PostQuantum),
    Other,
}

const KINDS: [(i32, KeyKind, &str, &str); 9] = [
    (6, KeyKind::Rsa, "rsa", "RSA"),
    (912, KeyKind::RsaPss, "rsa-pss", "RSA-PSS"),
    (116, KeyKind::Dsa, "dsa", "DSA"),
    (28, KeyKind::Dh, "dh", "DH"),
    (408, KeyKind::Ec, "ec", "EC"),
    (1034, KeyKind::X25519, "x25519", "X25519"),
    (1035, KeyKind::X448, "x448", "X448"),
    (1087, KeyKind::Ed25519, "ed25519", "ED25519"),
    (1088, KeyKind::Ed448, "ed448", "ED448"),
];

/// Keys of DH with another standard's parameters.
const NID_DHX: i32 = 920;

impl KeyKind {
    /// As Node names it.
    pub fn name(self) -> Option<&'static str> {
        if let KeyKind::PostQuantum(set) = self {
            return Some(set.name());
        }
        KINDS.iter().find(|row| row.1 == self).map(|row| row.2)
    }

    pub fn by_name(name: &str) -> Option<KeyKind> {
        let known = KINDS.iter().find(|row| row.2 == name).map(|row| row.1);
        known.or_else(|| PostQuantum::by_name(name).map(KeyKind::PostQuantum))
    }

    pub(crate) fn algorithm(self) -> &'static str {
        if let KeyKind::PostQuantum(set) = self {
            return set.algorithm();
        }
        KINDS.iter().find(|row| row.1 == self).map_or("", |row| row.3)
    }

    fn nid(self) -> i32 {
        KINDS.iter().find(|row| row.1 == self).map_or(0, |row| row.0)
    }

    pub fn is_rsa(self) -> bool {
        matches!(self, KeyKind::Rsa | KeyKind::RsaPss)
    }

    /// Whether the key signs messages and not their digests.
    pub fn signs_messages(self) -> bool {
        match self {
            KeyKind::Ed25519 | KeyKind::Ed448 => true,
            KeyKind::PostQuantum(set) => set.signs(),
            _ => false,
        }
    }
}

/// What a key for RSA-PSS is restricted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RsaPssDetails {
    pub digest: String,
    pub mgf1_digest: String,
    pub salt_length: i32,
}

impl Clone for Key {
    fn clone(&self) -> Key {
        // SAFETY: a live key gets one more reference, which is ours; the pointer is not null.
        unsafe {
            ffi::EVP_PKEY_up_ref(self.0.as_ptr());
            match KeyOwner::take(self.0.as_ptr()) {
                Ok(owner) => Key(owner),
                Err(_) => unreachable!("a live key"),
            }
        }
    }
}

impl Key {
    /// # Safety
    /// The pointer must be ours to free.
    pub(crate) unsafe fn take(raw: *mut ffi::EVP_PKEY) -> Result<Key, ErrorStack> {
        // SAFETY: the caller's promise.
        unsafe { KeyOwner::take(raw) }.map(Key)
    }

    pub(crate) fn as_ptr(&self) -> *mut ffi::EVP_PKEY {
        self.0.as_ptr()
    }

    pub fn kind(&self) -> KeyKind {
        // SAFETY: a live key.
        let nid = unsafe { ffi::EVP_PKEY_get_id(self.as_ptr()) };
        let nid = if nid == NID_DHX { KeyKind::Dh.nid() } else { nid };
        if let Some(row) = KINDS.iter().find(|row| row.0 == nid) {
            return row.1;
        }
        // SAFETY: a live key, whose name lives as long.
        let algorithm = text(unsafe { ffi::EVP_PKEY_get0_type_name(self.as_ptr()) });
        let set = algorithm.as_deref().and_then(PostQuantum::by_algorithm);
        set.map_or(KeyKind::Other, KeyKind::PostQuantum)
    }

    /// The size of the key as its kind counts it: of the modulus, say.
    pub fn bits(&self) -> usize {
        // SAFETY: a live key.
        usize::try_from(unsafe { ffi::EVP_PKEY_get_bits(self.as_ptr()) }).unwrap_or(0)
    }

    /// Whether both are the same public key; `None` if they can not be compared.
    pub fn equals(&self, other: &Key) -> Option<bool> {
        // SAFETY: two live keys.
        let answer = unsafe { ffi::EVP_PKEY_eq(self.as_ptr(), other.as_ptr()) };
        ErrorStack::clear();
        match answer {
            1 => Some(true),
            0 | -1 => Some(false),
            _ => None,
        }
    }

    /// A number of the key by OpenSSL's name of it.
    pub fn number(&self, name: &'static CStr) -> Option<Secret> {
        let mut number = std::ptr::null_mut();
        // SAFETY: a live key; the number that is made is ours.
        unsafe {
            if ffi::EVP_PKEY_get_bn_param(self.as_ptr(), name.as_ptr(), &mut number) != 1 {
                ErrorStack::clear();
                return None;
            }
            let number = Bignum::take(number).ok()?;
            Some(Secret::new(number_bytes(number.as_ptr(), 0)))
        }
    }

    fn text_param(&self, name: &'static CStr) -> Option<String> {
        let mut buffer = [0; 128];
        let mut length = 0;
        // SAFETY: a live key; the buffer is as long as it says and gets a NUL.
        unsafe {
            let done = ffi::EVP_PKEY_get_utf8_string_param(
                self.as_ptr(),
                name.as_ptr(),
                buffer.as_mut_ptr(),
                buffer.len(),
                &mut length,
            );
            if done != 1 {
                ErrorStack::clear();
                return None;
            }
            text(buffer.as_ptr())
        }
    }

    /// The curve of a key on one, by its short name.
    pub fn curve(&self) -> Option<String> {
        self.text_param(c"group")
    }

    pub fn rsa_pss_details(&self) -> Option<RsaPssDetails> {
        let digest = self.text_param(c"digest")?;
        let mut salt_length = 20;
        // SAFETY: a live key.
        unsafe {
            ffi::EVP_PKEY_get_int_param(self.as_ptr(), c"saltlen".as_ptr(), &mut salt_length)
        };
        ErrorStack::clear();
        let mgf1_digest = self.text_param(c"mgf1-digest").unwrap_or_else(|| digest.clone());
        Some(RsaPssDetails { digest, mgf1_digest, salt_length })
    }

    /// The public key as bytes: of a curve's point, or as the kind has it.
    pub fn raw_public(&self) -> Option<Vec<u8>> {
        let mut length = 0;
        // SAFETY: a live key; asked first for the length, then with that much room.
        unsafe {
            if self.kind() == KeyKind::Ec {
                return self.point();
            }
            if ffi::EVP_PKEY_get_raw_public_key(self.as_ptr(), std::ptr::null_mut(), &mut length)
                != 1
            {
                return None;
            }
            let mut bytes = vec![0; length];
            (ffi::EVP_PKEY_get_raw_public_key(self.as_ptr(), bytes.as_mut_ptr(), &mut length) == 1)
                .then_some(bytes)
        }
    }

    /// The point of a key on a curve, as its two coordinates.
    fn point(&self) -> Option<Vec<u8>> {
        let bytes = self.bytes_param(c"pub")?;
        crate::convert_point(&self.curve()?, &bytes, crate::Point::Uncompressed).ok()
    }

    fn bytes_param(&self, name: &'static CStr) -> Option<Secret> {
        let (key, name, mut length) = (self.as_ptr(), name.as_ptr(), 0);
        let null = std::ptr::null_mut();
        // SAFETY: a live key; asked first for the length, then with that much room.
        let (done, bytes) = unsafe {
            ffi::EVP_PKEY_get_octet_string_param(key, name, null, 0, &mut length);
            let mut bytes = Secret::zeros(length);
            let (out, size) = (bytes.as_mut_ptr(), bytes.len());
            (ffi::EVP_PKEY_get_octet_string_param(key, name, out, size, &mut length), bytes)
        };
        ErrorStack::clear();
        (done == 1).then_some(bytes)
    }

    /// What a private key of the post-quantum kinds grows from, where they have that.
    pub fn seed(&self) -> Option<Secret> {
        match self.kind() {
            KeyKind::PostQuantum(set) if set.has_seed() => self.bytes_param(c"seed"),
            _ => None,
        }
    }

    pub fn raw_private(&self) -> Option<Secret> {
        if self.kind() == KeyKind::Ec {
            return self.private_number();
        }
        let mut length = 0;
        // SAFETY: as in `raw_public`.
        unsafe {
            if ffi::EVP_PKEY_get_raw_private_key(self.as_ptr(), std::ptr::null_mut(), &mut length)
                != 1
            {
                ErrorStack::clear();
                return None;
            }
            let mut bytes = Secret::zeros(length);
            (ffi::EVP_PKEY_get_raw_private_key(self.as_ptr(), bytes.as_mut_ptr(), &mut length) == 1)
                .then_some(bytes)
        }
    }

    /// The number of a private key on a curve, as long as the order of that is.
    fn private_number(&self) -> Option<Secret> {
        let number = self.number(c"priv")?;
        let length = self.number(c"order").map_or(number.len(), |order| order.len());
        let mut padded = Secret::zeros(length.max(number.len()));
        let start = padded.len() - number.len();
        padded[start..].copy_from_slice(&number);
        Some(padded)
    }

    /// A key of one of the kinds that are only bytes.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn from_raw(kind: KeyKind, bytes: &[u8], is_private: bool) -> Result<Key, ErrorStack> {
        // SAFETY: the slice is as long as it says; the key is ours.
        unsafe {
            let make = if is_private {
                ffi::EVP_PKEY_new_raw_private_key_ex
            } else {
                ffi::EVP_PKEY_new_raw_public_key_ex
            };
            let name = c_name(kind.algorithm());
            let (context, properties) = (std::ptr::null_mut(), std::ptr::null());
            Key::take(make(context, name.as_ptr(), properties, bytes.as_ptr(), bytes.len()))
        }
    }

    /// An RSA key of its numbers: modulus and exponent, and for a private one `d`, `p`, `q`, `dp`, `dq`, `qi`.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn from_rsa(n: &[u8], e: &[u8], private: Option<&[Secret; 6]>) -> Result<Key, ErrorStack> {
        let mut params = Params::default().big(c"n", n).big(c"e", e);
        if let Some([d, p, q, dp, dq, qi]) = private {
            params = params
                .big(c"d", d)
                .big(c"rsa-factor1", p)
                .big(c"rsa-factor2", q)
                .big(c"rsa-exponent1", dp)
                .big(c"rsa-exponent2", dq)
                .big(c"rsa-coefficient1", qi);
        }
        from_params("RSA", params, private.is_some())
    }

    /// A key on a curve, of its point and for a private one the number too.
    ///
    /// # Errors
    /// OpenSSL's: the point is not on the curve.
    pub fn from_ec(curve: &str, point: &[u8], private: Option<&[u8]>) -> Result<Key, ErrorStack> {
        let mut params = Params::default().text(c"group", curve).bytes(c"pub", point);
        if let Some(private) = private {
            params = params.big(c"priv", private);
        }
        let key = from_params("EC", params, private.is_some())?;
        // SAFETY: a live key and a context of ours.
        unsafe {
            let context =
                KeyContext::take(ffi::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()))?;
            check(ffi::EVP_PKEY_public_check(context.as_ptr()))?;
        }
        Ok(key)
    }

    /// What both sides of an exchange of keys know.
    ///
    /// # Errors
    /// OpenSSL's: the keys do not fit.
    pub fn agree(&self, peer: &Key) -> Result<Secret, ErrorStack> {
        // SAFETY: live keys and a context of ours; asked first for the length, then with that much room.
        unsafe {
            let context =
                KeyContext::take(ffi::EVP_PKEY_CTX_new(self.as_ptr(), std::ptr::null_mut()))?;
            check(ffi::EVP_PKEY_derive_init(context.as_ptr()))?;
            check(ffi::EVP_PKEY_derive_set_peer(context.as_ptr(), peer.as_ptr()))?;
            let mut length = 0;
            check(ffi::EVP_PKEY_derive(context.as_ptr(), std::ptr::null_mut(), &mut length))?;
            let mut secret = Secret::zeros(length);
            check(ffi::EVP_PKEY_derive(context.as_ptr(), secret.as_mut_ptr(), &mut length))?;
            // Leading zeros are part of a secret of Diffie and Hellman.
            if length < secret.len() {
                let mut padded = Secret::zeros(secret.len());
                let start = padded.len() - length;
                padded[start..].copy_from_slice(&secret[..length]);
                return Ok(if self.kind() == KeyKind::Dh {
                    padded
                } else {
                    Secret::new(secret[..length].to_vec())
                });
            }
            Ok(secret)
        }
    }
}

/// Both keys of a pair, or only the public one.
const PUBLIC_KEY: i32 = 0x86;
const KEY_PAIR: i32 = 0x87;
const PARAMETERS: i32 = 0x84;

pub(crate) fn from_params(
    algorithm: &str,
    params: Params,
    is_private: bool,
) -> Result<Key, ErrorStack> {
    make(algorithm, params, if is_private { KEY_PAIR } else { PUBLIC_KEY })
}

/// A key that only has parameters, to generate others of.
pub(crate) fn parameters(algorithm: &str, params: Params) -> Result<Key, ErrorStack> {
    make(algorithm, params, PARAMETERS)
}

fn make(algorithm: &str, mut params: Params, selection: i32) -> Result<Key, ErrorStack> {
    let name = c_name(algorithm);
    let mut key = std::ptr::null_mut();
    // SAFETY: a context of ours; the parameters live during the call; the key that is made is ours.
    unsafe {
        let context = KeyContext::take(ffi::EVP_PKEY_CTX_new_from_name(
            std::ptr::null_mut(),
            name.as_ptr(),
            std::ptr::null(),
        ))?;
        check(ffi::EVP_PKEY_fromdata_init(context.as_ptr()))?;
        params.with(|list| {
            check(ffi::EVP_PKEY_fromdata(context.as_ptr(), &mut key, selection, list))
        })?;
        Key::take(key)
    }
}
