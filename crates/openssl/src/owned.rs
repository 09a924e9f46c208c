//! Pointers that belong to us, and are freed with their owner.

/// Declares owners: the name, what it points to, what frees it.
macro_rules! owned {
    ($($(#[$doc:meta])* $name:ident($raw:ident) by $free:ident;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name(std::ptr::NonNull<crate::ffi::$raw>);

            // SAFETY: OpenSSL's objects belong to no thread; an owner is not shared between threads.
            unsafe impl Send for $name {}

            #[allow(dead_code)]
            impl $name {
                /// Takes what a function of the library has made; null is its error.
                ///
                /// # Safety
                /// The pointer must be ours to free.
                pub(crate) unsafe fn take(raw: *mut crate::ffi::$raw) -> Result<$name, crate::ErrorStack> {
                    std::ptr::NonNull::new(raw).map($name).ok_or_else(crate::ErrorStack::take)
                }

                pub(crate) fn as_ptr(&self) -> *mut crate::ffi::$raw {
                    self.0.as_ptr()
                }

                /// Gives the pointer away.
                pub(crate) fn into_ptr(self) -> *mut crate::ffi::$raw {
                    let raw = self.as_ptr();
                    std::mem::forget(self);
                    raw
                }
            }

            impl Drop for $name {
                fn drop(&mut self) {
                    // SAFETY: ours, as `take` was promised.
                    unsafe { crate::ffi::$free(self.as_ptr()); }
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
    HmacContext(HMAC_CTX) by HMAC_CTX_free;
    Kdf(EVP_KDF) by EVP_KDF_free;
    KdfContext(EVP_KDF_CTX) by EVP_KDF_CTX_free;
    KeyContext(EVP_PKEY_CTX) by EVP_PKEY_CTX_free;
    KeyInfo(PKCS8_PRIV_KEY_INFO) by PKCS8_PRIV_KEY_INFO_free;
    KeyOwner(EVP_PKEY) by EVP_PKEY_free;
    CertificateOwner(X509) by X509_free;
    Spki(NETSCAPE_SPKI) by NETSCAPE_SPKI_free;
}
