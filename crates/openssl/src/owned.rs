//! Pointers that belong to us, and are freed with their owner.

use std::ptr::NonNull;

use crate::{ErrorStack, ffi};

/// The owner of an object of the library.
pub(crate) struct Owned<T: Freed>(NonNull<T>);

/// A kind of object, with the function that frees it.
pub(crate) trait Freed {
    /// # Safety
    /// The pointer must be ours to free, and not be used any more.
    unsafe fn free(raw: *mut Self);
}

// SAFETY: OpenSSL's objects belong to no thread; an owner is not shared between threads.
unsafe impl<T: Freed> Send for Owned<T> {}

impl<T: Freed> Owned<T> {
    /// Takes what a function of the library has made; null is its error.
    ///
    /// # Safety
    /// The pointer must be ours to free.
    pub(crate) unsafe fn take(raw: *mut T) -> Result<Owned<T>, ErrorStack> {
        NonNull::new(raw).map(Owned).ok_or_else(ErrorStack::take)
    }

    pub(crate) fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }

    /// Gives the pointer away.
    pub(crate) fn into_ptr(self) -> *mut T {
        let raw = self.as_ptr();
        std::mem::forget(self);
        raw
    }
}

impl<T: Freed> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: ours, as `take` was promised.
        unsafe { T::free(self.as_ptr()) };
    }
}

/// Names owners: what each points to, and what frees it.
macro_rules! owned {
    ($($name:ident($raw:ident) by $free:ident;)*) => {
        $(
            pub(crate) type $name = Owned<ffi::$raw>;

            impl Freed for ffi::$raw {
                unsafe fn free(raw: *mut Self) {
                    // SAFETY: the caller's promise is the one that the function asks for.
                    unsafe { ffi::$free(raw); }
                }
            }
        )*
    };
}

owned! {
    Bignum(BIGNUM) by BN_clear_free;
    BignumContext(BN_CTX) by BN_CTX_free;
    Bio(BIO) by BIO_free;
    CipherContextOwner(EVP_CIPHER_CTX) by EVP_CIPHER_CTX_free;
    CipherOwner(EVP_CIPHER) by EVP_CIPHER_free;
    DhOwner(DH) by DH_free;
    DigestOwner(EVP_MD) by EVP_MD_free;
    DigestContext(EVP_MD_CTX) by EVP_MD_CTX_free;
    EcKey(EC_KEY) by EC_KEY_free;
    EcGroup(EC_GROUP) by EC_GROUP_free;
    EcPoint(EC_POINT) by EC_POINT_free;
    EcSignature(ECDSA_SIG) by ECDSA_SIG_free;
    EncryptedKey(X509_SIG) by X509_SIG_free;
    HmacContext(HMAC_CTX) by HMAC_CTX_free;
    Kdf(EVP_KDF) by EVP_KDF_free;
    KdfContext(EVP_KDF_CTX) by EVP_KDF_CTX_free;
    KeyContext(EVP_PKEY_CTX) by EVP_PKEY_CTX_free;
    KeyInfo(PKCS8_PRIV_KEY_INFO) by PKCS8_PRIV_KEY_INFO_free;
    KeyOwner(EVP_PKEY) by EVP_PKEY_free;
    CertificateOwner(X509) by X509_free;
    Spki(NETSCAPE_SPKI) by NETSCAPE_SPKI_free;
}
