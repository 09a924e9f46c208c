//! Certificates of X.509: what they say, and whom they are good for.

use std::ffi::{c_int, c_long};

use crate::bio::{Reader, Writer};
use crate::key_io::encoded;
use crate::owned::{Bignum, CertificateOwner};
use crate::{DigestAlgorithm, ErrorStack, Key, c_name, check, ffi, text};

/// One certificate.
pub struct Certificate(CertificateOwner);

/// How names of hosts are compared, as bits of OpenSSL's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostFlags(pub u32);

const NID_SUBJECT_ALT_NAME: c_int = 85;
const NID_INFO_ACCESS: c_int = 177;
const NID_EXT_KEY_USAGE: c_int = 126;
/// One part of a name a line, in UTF-8, with its short label.
const NAME_FLAGS: u64 = 0x4_0000 | 0x10 | 0x2 | 0x1;

impl Certificate {
    /// From PEM, or else from DER.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn parse(bytes: &[u8]) -> Result<Certificate, ErrorStack> {
        let reader = Reader::new(bytes)?;
        let mut start = bytes.as_ptr();
        // SAFETY: the slice is as long as it says; the certificate is ours.
        unsafe {
            let pem = ffi::PEM_read_bio_X509(
                reader.as_ptr(),
                std::ptr::null_mut(),
                None,
                std::ptr::null_mut(),
            );
            let failure = match CertificateOwner::take(pem) {
                Ok(certificate) => return Ok(Certificate(certificate)),
                Err(failure) => failure,
            };
            let der = ffi::d2i_X509(std::ptr::null_mut(), &mut start, bytes.len() as c_long);
            // What is neither is told as bad text.
            CertificateOwner::take(der).map(Certificate).map_err(|_| failure)
        }
    }

    fn as_ptr(&self) -> *mut ffi::X509 {
        self.0.as_ptr()
    }

    fn written(write: impl FnOnce(*mut ffi::BIO) -> c_int) -> Option<String> {
        let writer = Writer::new().ok()?;
        let done = write(writer.as_ptr());
        ErrorStack::clear();
        (done > 0).then(|| writer.text())
    }

    pub fn subject(&self) -> Option<String> {
        // SAFETY: a live certificate, which the name belongs to.
        Self::written(|bio| unsafe {
            ffi::X509_NAME_print_ex(bio, ffi::X509_get_subject_name(self.as_ptr()), 0, NAME_FLAGS)
        })
    }

    pub fn issuer(&self) -> Option<String> {
        // SAFETY: as above.
        Self::written(|bio| unsafe {
            ffi::X509_NAME_print_ex(bio, ffi::X509_get_issuer_name(self.as_ptr()), 0, NAME_FLAGS)
        })
    }

    fn extension(&self, nid: c_int) -> Option<String> {
        // SAFETY: a live certificate, which the extension belongs to.
        unsafe {
            let index = ffi::X509_get_ext_by_NID(self.as_ptr(), nid, -1);
            if index < 0 {
                return None;
            }
            let extension = ffi::X509_get_ext(self.as_ptr(), index);
            Self::written(|bio| ffi::X509V3_EXT_print(bio, extension, 0, 0))
        }
    }

    pub fn subject_alt_name(&self) -> Option<String> {
        self.extension(NID_SUBJECT_ALT_NAME)
    }

    pub fn info_access(&self) -> Option<String> {
        self.extension(NID_INFO_ACCESS)
    }

    /// The purposes of the key, as numbers with dots.
    pub fn key_usage(&self) -> Option<Vec<String>> {
        // SAFETY: a live certificate; the list that is made is ours, and freed with what is in it.
        unsafe {
            let list = ffi::X509_get_ext_d2i(
                self.as_ptr(),
                NID_EXT_KEY_USAGE,
                std::ptr::null_mut(),
                std::ptr::null_mut(),
            );
            let list = list.cast::<ffi::OPENSSL_STACK>();
            if list.is_null() {
                return None;
            }
            let mut usages = Vec::new();
            for index in 0..ffi::OPENSSL_sk_num(list) {
                let mut buffer = [0; 256];
                let object = ffi::OPENSSL_sk_value(list, index).cast::<ffi::ASN1_OBJECT>();
                if ffi::OBJ_obj2txt(buffer.as_mut_ptr(), buffer.len() as c_int, object, 1) > 0 {
                    usages.extend(text(buffer.as_ptr()));
                }
            }
            ffi::OPENSSL_sk_pop_free(list, Some(free_object));
            Some(usages)
        }
    }

    pub fn valid_from(&self) -> Option<String> {
        // SAFETY: a live certificate, which the time belongs to.
        Self::written(|bio| unsafe {
            ffi::ASN1_TIME_print(bio, ffi::X509_get0_notBefore(self.as_ptr()))
        })
    }

    pub fn valid_to(&self) -> Option<String> {
        // SAFETY: as above.
        Self::written(|bio| unsafe {
            ffi::ASN1_TIME_print(bio, ffi::X509_get0_notAfter(self.as_ptr()))
        })
    }

    pub fn serial_number(&self) -> Option<String> {
        // SAFETY: a live certificate; the number and its text are ours.
        unsafe {
            let number = ffi::ASN1_INTEGER_to_BN(
                ffi::X509_get_serialNumber(self.as_ptr()),
                std::ptr::null_mut(),
            );
            let number = Bignum::take(number).ok()?;
            let hex = ffi::BN_bn2hex(number.as_ptr());
            let copy = text(hex);
            ffi::CRYPTO_free(hex.cast(), c"".as_ptr(), 0);
            copy
        }
    }

    pub fn fingerprint(&self, digest: &DigestAlgorithm) -> Option<Vec<u8>> {
        let mut out = vec![0; digest.size()];
        let mut length = 0;
        // SAFETY: a live certificate; the target has the digest's length.
        let done = unsafe {
            ffi::X509_digest(self.as_ptr(), digest.as_ptr(), out.as_mut_ptr(), &mut length)
        };
        (done == 1).then_some(out)
    }

    /// # Errors
    /// OpenSSL's.
    pub fn public_key(&self) -> Result<Key, ErrorStack> {
        // SAFETY: a live certificate; the key is ours.
        unsafe { Key::take(ffi::X509_get_pubkey(self.as_ptr())) }
    }

    pub fn is_ca(&self) -> bool {
        // SAFETY: a live certificate.
        unsafe { ffi::X509_check_ca(self.as_ptr()) == 1 }
    }

    /// The name in the certificate that fits, if one does.
    pub fn check_host(&self, name: &str, flags: HostFlags) -> Option<String> {
        let name = c_name(name);
        let mut peer = std::ptr::null_mut();
        // SAFETY: a live certificate and a name that ends with NUL; the text that is made is ours.
        unsafe {
            if ffi::X509_check_host(self.as_ptr(), name.as_ptr(), 0, flags.0, &mut peer) != 1 {
                return None;
            }
            let found = text(peer);
            if !peer.is_null() {
                ffi::CRYPTO_free(peer.cast(), c"".as_ptr(), 0);
            }
            found.or_else(|| Some(name.to_string_lossy().into_owned()))
        }
    }

    pub fn check_email(&self, address: &str, flags: HostFlags) -> bool {
        let address = c_name(address);
        // SAFETY: a live certificate and a text that ends with NUL.
        unsafe { ffi::X509_check_email(self.as_ptr(), address.as_ptr(), 0, flags.0) == 1 }
    }

    pub fn check_ip(&self, address: &str) -> bool {
        let address = c_name(address);
        // SAFETY: as above.
        unsafe { ffi::X509_check_ip_asc(self.as_ptr(), address.as_ptr(), 0) == 1 }
    }

    pub fn is_issued_by(&self, issuer: &Certificate) -> bool {
        // SAFETY: two live certificates.
        unsafe { ffi::X509_check_issued(issuer.as_ptr(), self.as_ptr()) == 0 }
    }

    pub fn has_private_key(&self, key: &Key) -> bool {
        // SAFETY: a live certificate and a live key.
        let answer = unsafe { ffi::X509_check_private_key(self.as_ptr(), key.as_ptr()) == 1 };
        ErrorStack::clear();
        answer
    }

    /// Whether the signature was made with the private half of `key`.
    pub fn is_signed_by(&self, key: &Key) -> bool {
        // SAFETY: as above.
        let answer = unsafe { ffi::X509_verify(self.as_ptr(), key.as_ptr()) == 1 };
        ErrorStack::clear();
        answer
    }

    /// The algorithm of the signature by name and by number.
    pub fn signature_algorithm(&self) -> (Option<String>, Option<String>) {
        // SAFETY: a live certificate; names and objects are static.
        unsafe {
            let nid = ffi::X509_get_signature_nid(self.as_ptr());
            let mut buffer = [0; 128];
            let length = ffi::OBJ_obj2txt(
                buffer.as_mut_ptr(),
                buffer.len() as c_int,
                ffi::OBJ_nid2obj(nid),
                1,
            );
            (text(ffi::OBJ_nid2ln(nid)), (length > 0).then(|| text(buffer.as_ptr())).flatten())
        }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn to_der(&self) -> Result<Vec<u8>, ErrorStack> {
        // SAFETY: a live certificate.
        encoded(|out| unsafe { ffi::i2d_X509(self.as_ptr(), out) })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn to_pem(&self) -> Result<Vec<u8>, ErrorStack> {
        let writer = Writer::new()?;
        // SAFETY: a live certificate and a stream of ours.
        check(unsafe { ffi::PEM_write_bio_X509(writer.as_ptr(), self.as_ptr()) })?;
        Ok(writer.bytes())
    }
}

/// # Safety
/// The object must be ours to free.
unsafe extern "C" fn free_object(object: *mut std::ffi::c_void) {
    // SAFETY: the caller's promise.
    unsafe { ffi::ASN1_OBJECT_free(object.cast()) };
}
