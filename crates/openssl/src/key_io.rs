//! Keys as text and as bytes: PEM and DER in the forms of PKCS and of X.509, encrypted or not.

use std::ffi::{CStr, c_long};

use crate::bio::{Password, Reader, Writer, password};
use crate::owned::{CertificateOwner, EncryptedKey, KeyInfo};
use crate::{Cipher, ErrorStack, Key, KeyKind, Secret, check, ffi};

/// Whether a key is written as text or as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    Pem,
    Der,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicForm {
    Pkcs1,
    Spki,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateForm {
    Pkcs1,
    Pkcs8,
    Sec1,
}

/// How a private key is encrypted.
pub struct Encryption<'a> {
    pub cipher: &'a Cipher,
    pub password: &'a Secret,
}

/// Why a key could not be read.
#[derive(Debug)]
pub enum ParseFailure {
    /// It is encrypted, and there is no password.
    NeedsPassword,
    /// It is not a key of the kind that was asked for.
    NotAKey(ErrorStack),
}

impl From<ErrorStack> for ParseFailure {
    fn from(stack: ErrorStack) -> ParseFailure {
        ParseFailure::NotAKey(stack)
    }
}

const NID_RSA: i32 = 6;
const NID_EC: i32 = 408;

impl Key {
    /// A public key from text: a key, an RSA key of PKCS#1, or a certificate with one. `None` if there is neither.
    ///
    /// # Errors
    /// OpenSSL's, about what is inside.
    pub fn public_from_pem(pem: &[u8]) -> Result<Option<Key>, ErrorStack> {
        type Decode = fn(&[u8]) -> Result<Key, ErrorStack>;
        let forms: [(&CStr, Decode); 3] = [
            (c"PUBLIC KEY", |der| Key::public_from_der(der, PublicForm::Spki)),
            (c"RSA PUBLIC KEY", |der| Key::public_from_der(der, PublicForm::Pkcs1)),
            (c"CERTIFICATE", certificate_key),
        ];
        for (label, decode) in forms {
            if let Some(der) = pem_contents(pem, label)? {
                return decode(&der).map(Some);
            }
        }
        Ok(None)
    }

    /// # Errors
    /// OpenSSL's.
    pub fn public_from_der(der: &[u8], form: PublicForm) -> Result<Key, ErrorStack> {
        let (mut start, length) = (der.as_ptr(), der.len() as c_long);
        // SAFETY: the slice is as long as it says; the key is ours.
        unsafe {
            Key::take(match form {
                PublicForm::Spki => ffi::d2i_PUBKEY(std::ptr::null_mut(), &mut start, length),
                PublicForm::Pkcs1 => {
                    ffi::d2i_PublicKey(NID_RSA, std::ptr::null_mut(), &mut start, length)
                }
            })
        }
    }

    /// # Errors
    /// As [`ParseFailure`] has them.
    pub fn private_from_pem(pem: &[u8], secret: Option<&Secret>) -> Result<Key, ParseFailure> {
        let reader = Reader::new(pem)?;
        let mut argument = Password { given: secret };
        // SAFETY: the stream and the password live during the call; the key is ours.
        unsafe {
            Ok(Key::take(ffi::PEM_read_bio_PrivateKey(
                reader.as_ptr(),
                std::ptr::null_mut(),
                Some(password),
                (&raw mut argument).cast(),
            ))?)
        }
    }

    /// # Errors
    /// As [`ParseFailure`] has them.
    pub fn private_from_der(
        der: &[u8],
        form: PrivateForm,
        secret: Option<&Secret>,
    ) -> Result<Key, ParseFailure> {
        let (mut start, length) = (der.as_ptr(), der.len() as c_long);
        // SAFETY: the slice is as long as it says; keys and what they are made of are ours.
        unsafe {
            Ok(match form {
                PrivateForm::Pkcs1 => Key::take(ffi::d2i_PrivateKey(
                    NID_RSA,
                    std::ptr::null_mut(),
                    &mut start,
                    length,
                ))?,
                PrivateForm::Sec1 => Key::take(ffi::d2i_PrivateKey(
                    NID_EC,
                    std::ptr::null_mut(),
                    &mut start,
                    length,
                ))?,
                PrivateForm::Pkcs8 if is_encrypted(der) => {
                    let reader = Reader::new(der)?;
                    let mut argument = Password { given: secret };
                    let key = Key::take(ffi::d2i_PKCS8PrivateKey_bio(
                        reader.as_ptr(),
                        std::ptr::null_mut(),
                        Some(password),
                        (&raw mut argument).cast(),
                    ));
                    key.map_err(|stack| {
                        if secret.is_none() { ParseFailure::NeedsPassword } else { stack.into() }
                    })?
                }
                PrivateForm::Pkcs8 => {
                    let info =
                        ffi::d2i_PKCS8_PRIV_KEY_INFO(std::ptr::null_mut(), &mut start, length);
                    let info = KeyInfo::take(info)?;
                    Key::take(ffi::EVP_PKCS82PKEY(info.as_ptr()))?
                }
            })
        }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn public_bytes(&self, form: PublicForm, text: TextForm) -> Result<Vec<u8>, ErrorStack> {
        let (der, label) = match form {
            PublicForm::Spki => {
                (encoded(|out| unsafe_i2d(ffi::i2d_PUBKEY, self, out))?, c"PUBLIC KEY")
            }
            PublicForm::Pkcs1 => {
                (encoded(|out| unsafe_i2d(ffi::i2d_PublicKey, self, out))?, c"RSA PUBLIC KEY")
            }
        };
        match text {
            TextForm::Der => Ok(der),
            TextForm::Pem => pem_of(label, &der),
        }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn private_bytes(
        &self,
        form: PrivateForm,
        text: TextForm,
        encryption: Option<&Encryption<'_>>,
    ) -> Result<Secret, ErrorStack> {
        if let (KeyKind::PostQuantum(set), Some(seed)) = (self.kind(), self.seed())
            && let Some(der) = set.pkcs8_of_seed(&seed)
        {
            return written_pkcs8(der, text, encryption);
        }
        let writer = Writer::new()?;
        let cipher = encryption.map_or(std::ptr::null(), |encryption| encryption.cipher.as_ptr());
        let secret = encryption.map_or(std::ptr::null(), |encryption| encryption.password.as_ptr());
        // A password of no length must not be a null pointer, which would ask the terminal.
        let secret = if encryption.is_some_and(|encryption| encryption.password.is_empty()) {
            c"".as_ptr().cast()
        } else {
            secret
        };
        let length = encryption.map_or(0, |encryption| encryption.password.len() as i32);
        // SAFETY: a live key, a stream of ours, a cipher and a password that live during the calls.
        unsafe {
            let (bio, key) = (writer.as_ptr(), self.as_ptr());
            check(match (form, text) {
                (PrivateForm::Pkcs8, TextForm::Pem) => ffi::PEM_write_bio_PKCS8PrivateKey(
                    bio,
                    key,
                    cipher,
                    secret.cast(),
                    length,
                    None,
                    std::ptr::null_mut(),
                ),
                (PrivateForm::Pkcs8, TextForm::Der) => ffi::i2d_PKCS8PrivateKey_bio(
                    bio,
                    key,
                    cipher,
                    secret.cast(),
                    length,
                    None,
                    std::ptr::null_mut(),
                ),
                (_, TextForm::Pem) => ffi::PEM_write_bio_PrivateKey_traditional(
                    bio,
                    key,
                    cipher,
                    secret,
                    length,
                    None,
                    std::ptr::null_mut(),
                ),
                (_, TextForm::Der) => {
                    return encoded(|out| unsafe_i2d(ffi::i2d_PrivateKey, self, out))
                        .map(Secret::new);
                }
            })?;
        }
        Ok(Secret::new(writer.bytes()))
    }

    /// The public half of a private key.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn to_public(&self) -> Result<Key, ErrorStack> {
        if self.kind() == KeyKind::Other {
            return Ok(self.clone());
        }
        let der = self.public_bytes(PublicForm::Spki, TextForm::Der)?;
        Key::public_from_der(&der, PublicForm::Spki)
    }
}

/// A private key that is in the form of PKCS#8 already, encrypted if that is asked for.
fn written_pkcs8(
    der: Secret,
    text: TextForm,
    encryption: Option<&Encryption<'_>>,
) -> Result<Secret, ErrorStack> {
    let (der, label) = match encryption {
        None => (der, c"PRIVATE KEY"),
        Some(encryption) => (encrypted_pkcs8(&der, encryption)?, c"ENCRYPTED PRIVATE KEY"),
    };
    match text {
        TextForm::Der => Ok(der),
        TextForm::Pem => pem_of(label, &der).map(Secret::new),
    }
}

fn encrypted_pkcs8(der: &[u8], encryption: &Encryption<'_>) -> Result<Secret, ErrorStack> {
    // The algorithm that goes with the cipher, as for other keys.
    const BY_CIPHER: i32 = -1;
    let mut start = der.as_ptr();
    // SAFETY: slices that are as long as they say, a live cipher; what is made is ours.
    unsafe {
        let info =
            ffi::d2i_PKCS8_PRIV_KEY_INFO(std::ptr::null_mut(), &mut start, der.len() as c_long);
        let info = KeyInfo::take(info)?;
        let sealed = EncryptedKey::take(ffi::PKCS8_encrypt(
            BY_CIPHER,
            encryption.cipher.as_ptr(),
            encryption.password.as_ptr().cast(),
            encryption.password.len() as i32,
            std::ptr::null_mut(),
            0,
            0,
            info.as_ptr(),
        ))?;
        encoded(|out| ffi::i2d_X509_SIG(sealed.as_ptr(), out)).map(Secret::new)
    }
}

type Encode = unsafe fn(*const ffi::EVP_PKEY, *mut *mut u8) -> i32;

fn unsafe_i2d(encode: Encode, key: &Key, out: *mut *mut u8) -> i32 {
    // SAFETY: a live key, and a pointer to null or to enough room.
    unsafe { encode(key.as_ptr(), out) }
}

/// Calls first for the length, then with that much room.
pub(crate) fn encoded(encode: impl Fn(*mut *mut u8) -> i32) -> Result<Vec<u8>, ErrorStack> {
    let length = usize::try_from(encode(std::ptr::null_mut())).unwrap_or(0);
    if length == 0 {
        return Err(ErrorStack::take());
    }
    let mut bytes = vec![0; length];
    let mut at = bytes.as_mut_ptr();
    encode(&mut at);
    Ok(bytes)
}

/// The bytes of the first block with a label, if there is one.
pub(crate) fn pem_contents(pem: &[u8], label: &CStr) -> Result<Option<Vec<u8>>, ErrorStack> {
    let reader = Reader::new(pem)?;
    let (mut data, mut length) = (std::ptr::null_mut(), 0);
    let mut argument = Password { given: None };
    // SAFETY: the stream lives during the call; the data that is made is ours and copied before it is freed.
    unsafe {
        let found = ffi::PEM_bytes_read_bio(
            &mut data,
            &mut length,
            std::ptr::null_mut(),
            label.as_ptr(),
            reader.as_ptr(),
            Some(password),
            (&raw mut argument).cast(),
        );
        if found != 1 {
            ErrorStack::clear();
            return Ok(None);
        }
        let bytes = std::slice::from_raw_parts(data, length as usize).to_vec();
        ffi::CRYPTO_free(data.cast(), c"".as_ptr(), 0);
        Ok(Some(bytes))
    }
}

pub(crate) fn pem_of(label: &CStr, der: &[u8]) -> Result<Vec<u8>, ErrorStack> {
    let writer = Writer::new()?;
    // SAFETY: a stream of ours; the slice is as long as it says.
    check(unsafe {
        ffi::PEM_write_bio(
            writer.as_ptr(),
            label.as_ptr(),
            c"".as_ptr(),
            der.as_ptr(),
            der.len() as c_long,
        )
    })?;
    Ok(writer.bytes())
}

fn certificate_key(der: &[u8]) -> Result<Key, ErrorStack> {
    let mut start = der.as_ptr();
    // SAFETY: the slice is as long as it says; certificate and key are ours.
    unsafe {
        let certificate = ffi::d2i_X509(std::ptr::null_mut(), &mut start, der.len() as c_long);
        let certificate = CertificateOwner::take(certificate)?;
        Key::take(ffi::X509_get_pubkey(certificate.as_ptr()))
    }
}

/// A key in the clear begins with its version; one that is encrypted with the algorithm, which is a sequence.
fn is_encrypted(der: &[u8]) -> bool {
    let Some((&[0x30, first], rest)) = der.split_first_chunk::<2>() else { return false };
    let skipped = if first & 0x80 == 0 { 0 } else { usize::from(first & 0x7f) };
    rest.get(skipped).is_some_and(|&tag| tag == 0x30)
}

#[cfg(test)]
mod tests {
    use super::is_encrypted;

    #[test]
    fn what_is_encrypted_is_told_by_its_first_element() {
        assert!(is_encrypted(&[0x30, 0x82, 1, 0, 0x30, 0x57]));
        assert!(!is_encrypted(&[0x30, 0x82, 1, 0, 0x02, 0x01]));
        assert!(is_encrypted(&[0x30, 0x05, 0x30]));
        assert!(!is_encrypted(&[0x30]));
        assert!(!is_encrypted(&[]));
    }
}
