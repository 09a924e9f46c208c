//! A certificate as Node shows it to programs: its fields as texts.

use std::ffi::{c_char, c_int, c_void};
use std::fmt::Write;
use std::ptr::{self, NonNull};

use super::{callbacks, ffi, text};

pub struct Certificate {
    raw: NonNull<ffi::X509>,
}

/// A public key, as far as a program may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyInfo {
    /// `RSA`, `EC`, `DH`, `X25519`, …
    pub kind: String,
    pub bits: i32,
    /// Of a key on a curve: its name, and its name at NIST.
    pub curve: Option<String>,
    pub nist_curve: Option<String>,
    /// Of an RSA key, in hexadecimal digits.
    pub modulus: Option<String>,
    pub exponent: Option<String>,
    /// The whole key: in DER form, or the point of a key on a curve.
    pub bytes: Vec<u8>,
}

impl Certificate {
    /// # Safety
    /// Null, or ours.
    pub(super) unsafe fn take(raw: *mut ffi::X509) -> Option<Certificate> {
        NonNull::new(raw).map(|raw| Certificate { raw })
    }

    /// # Safety
    /// Null, or live.
    pub(super) unsafe fn borrow(raw: *mut ffi::X509) -> Option<Certificate> {
        let raw = NonNull::new(raw)?;
        // SAFETY: counts one more owner.
        unsafe { ffi::X509_up_ref(raw.as_ptr()) };
        Some(Certificate { raw })
    }

    fn raw(&self) -> *mut ffi::X509 {
        self.raw.as_ptr()
    }

    pub fn der(&self) -> Vec<u8> {
        // SAFETY: live.
        unsafe { der(self.raw()) }.unwrap_or_default()
    }

    /// Fields of the subject's name: key and value, in order, with repetitions.
    pub fn subject(&self) -> Vec<(String, String)> {
        // SAFETY: borrowed.
        unsafe { name_entries(ffi::X509_get_subject_name(self.raw())) }
    }

    pub fn issuer(&self) -> Vec<(String, String)> {
        // SAFETY: borrowed.
        unsafe { name_entries(ffi::X509_get_issuer_name(self.raw())) }
    }

    /// `DNS:example.org, IP Address:127.0.0.1`
    pub fn alternative_names(&self) -> Option<String> {
        const SUBJECT_ALT_NAME: c_int = 85;
        // SAFETY: the list is ours, what is in it is borrowed.
        unsafe {
            let names = ffi::X509_get_ext_d2i(
                self.raw(),
                SUBJECT_ALT_NAME,
                ptr::null_mut(),
                ptr::null_mut(),
            )
            .cast::<ffi::OPENSSL_STACK>();
            if names.is_null() {
                return None;
            }
            let mut parts = Vec::new();
            for index in 0..ffi::OPENSSL_sk_num(names) {
                parts.extend(general_name(ffi::OPENSSL_sk_value(names, index)));
            }
            ffi::GENERAL_NAMES_free(names);
            Some(parts.join(", "))
        }
    }

    /// Where to ask about the certificate: lines of method and place.
    pub fn info_access(&self) -> Vec<(String, String)> {
        const INFO_ACCESS: c_int = 177;
        /// The beginning of an ACCESS_DESCRIPTION.
        #[repr(C)]
        struct Access {
            method: *mut ffi::ASN1_OBJECT,
            location: *mut c_void,
        }
        // SAFETY: the list is ours, what is in it is borrowed.
        unsafe {
            let list =
                ffi::X509_get_ext_d2i(self.raw(), INFO_ACCESS, ptr::null_mut(), ptr::null_mut())
                    .cast::<ffi::OPENSSL_STACK>();
            if list.is_null() {
                return Vec::new();
            }
            let mut found = Vec::new();
            for index in 0..ffi::OPENSSL_sk_num(list) {
                let access: *const Access = ffi::OPENSSL_sk_value(list, index).cast();
                let method = text(ffi::OBJ_nid2ln(ffi::OBJ_obj2nid((*access).method)));
                let place = general_name((*access).location);
                if let (Some(method), Some(place)) = (method, place)
                    && let Some((kind, value)) = place.split_once(':')
                {
                    found.push((format!("{method} - {kind}"), value.to_owned()));
                }
            }
            ffi::AUTHORITY_INFO_ACCESS_free(list);
            found
        }
    }

    /// Object identifiers of what the key may be used for.
    pub fn extended_key_usage(&self) -> Vec<String> {
        const EXT_KEY_USAGE: c_int = 126;
        // SAFETY: the list is ours.
        unsafe {
            let list =
                ffi::X509_get_ext_d2i(self.raw(), EXT_KEY_USAGE, ptr::null_mut(), ptr::null_mut())
                    .cast::<ffi::OPENSSL_STACK>();
            if list.is_null() {
                return Vec::new();
            }
            let mut found = Vec::new();
            for index in 0..ffi::OPENSSL_sk_num(list) {
                let object = ffi::OPENSSL_sk_value(list, index).cast::<ffi::ASN1_OBJECT>();
                let mut name = [0 as c_char; 128];
                ffi::OBJ_obj2txt(name.as_mut_ptr(), name.len() as c_int, object, 1);
                found.extend(text(name.as_ptr()));
            }
            ffi::OPENSSL_sk_pop_free(list, free_object);
            found
        }
    }

    /// `Nov 16 15:00:00 2026 GMT`
    pub fn valid_from(&self) -> String {
        // SAFETY: borrowed.
        unsafe { time(ffi::X509_get0_notBefore(self.raw())) }
    }

    pub fn valid_to(&self) -> String {
        // SAFETY: borrowed.
        unsafe { time(ffi::X509_get0_notAfter(self.raw())) }
    }

    pub fn serial_number(&self) -> String {
        // SAFETY: the number is ours.
        unsafe {
            let number =
                ffi::ASN1_INTEGER_to_BN(ffi::X509_get0_serialNumber(self.raw()), ptr::null_mut());
            let digits = hex_number(number).unwrap_or_default();
            ffi::BN_free(number);
            digits
        }
    }

    /// `AB:CD:…` by SHA-1, SHA-256 and SHA-512.
    pub fn fingerprints(&self) -> [String; 3] {
        // SAFETY: static objects.
        let kinds = unsafe { [ffi::EVP_sha1(), ffi::EVP_sha256(), ffi::EVP_sha512()] };
        kinds.map(|kind| {
            let mut digest = [0; 64];
            let mut length = 0;
            // SAFETY: as long as the longest digest.
            unsafe { ffi::X509_digest(self.raw(), kind, digest.as_mut_ptr(), &mut length) };
            let mut printed = String::new();
            for byte in &digest[..length as usize] {
                let _ = write!(printed, "{}{byte:02X}", if printed.is_empty() { "" } else { ":" });
            }
            printed
        })
    }

    pub fn key(&self) -> Option<KeyInfo> {
        // SAFETY: borrowed.
        unsafe {
            let key = ffi::X509_get0_pubkey(self.raw());
            if key.is_null() { None } else { KeyInfo::of(key) }
        }
    }

    pub fn is_ca(&self) -> bool {
        // SAFETY: live.
        unsafe { ffi::X509_check_ca(self.raw()) == 1 }
    }

    /// Whether this one has issued `other`.
    pub fn has_issued(&self, other: &Certificate) -> bool {
        // SAFETY: live.
        unsafe { ffi::X509_check_issued(self.raw(), other.raw()) == 0 }
    }

    pub fn is_same(&self, other: &Certificate) -> bool {
        // SAFETY: live.
        unsafe { ffi::X509_cmp(self.raw(), other.raw()) == 0 }
    }
}

impl Drop for Certificate {
    fn drop(&mut self) {
        // SAFETY: our own reference.
        unsafe { ffi::X509_free(self.raw()) };
    }
}

impl KeyInfo {
    /// # Safety
    /// The key must be live.
    pub(super) unsafe fn of(key: *mut ffi::EVP_PKEY) -> Option<KeyInfo> {
        // SAFETY: what is made is freed here; names are static or in our buffer.
        unsafe {
            let kind = ffi::EVP_PKEY_get_id(key);
            let mut info = KeyInfo {
                kind: text(ffi::OBJ_nid2sn(kind))?,
                bits: ffi::EVP_PKEY_get_bits(key),
                curve: None,
                nist_curve: None,
                modulus: None,
                exponent: None,
                bytes: Vec::new(),
            };
            match kind {
                6 | 912 => {
                    info.kind = "RSA".to_owned();
                    info.modulus = parameter(key, c"n".as_ptr());
                    info.exponent = parameter(key, c"e".as_ptr()).map(|digits| {
                        format!("0x{}", digits.trim_start_matches('0').to_lowercase())
                    });
                    info.bytes = public_key(key);
                }
                408 => {
                    info.kind = "EC".to_owned();
                    let mut name = [0 as c_char; 80];
                    let mut length = 0;
                    ffi::EVP_PKEY_get_group_name(key, name.as_mut_ptr(), name.len(), &mut length);
                    info.curve = text(name.as_ptr());
                    info.nist_curve = text(ffi::EC_curve_nid2nist(ffi::OBJ_txt2nid(name.as_ptr())));
                    info.bytes = encoded_point(key);
                }
                28 => info.kind = "DH".to_owned(),
                _ => info.bytes = public_key(key),
            }
            Some(info)
        }
    }
}

/// # Safety
/// The key must be live.
unsafe fn parameter(key: *mut ffi::EVP_PKEY, name: *const c_char) -> Option<String> {
    let mut number = ptr::null_mut();
    // SAFETY: the number is ours.
    unsafe {
        if ffi::EVP_PKEY_get_bn_param(key, name, &mut number) != 1 {
            return None;
        }
        let digits = hex_number(number);
        ffi::BN_free(number);
        digits
    }
}

/// # Safety
/// The key must be live.
unsafe fn public_key(key: *mut ffi::EVP_PKEY) -> Vec<u8> {
    // SAFETY: asked for the length first.
    unsafe {
        let length = ffi::i2d_PUBKEY(key, ptr::null_mut());
        let mut der = vec![0; length.max(0) as usize];
        let mut end = der.as_mut_ptr();
        if length > 0 {
            ffi::i2d_PUBKEY(key, &mut end);
        }
        der
    }
}

/// # Safety
/// The key must be live.
unsafe fn encoded_point(key: *mut ffi::EVP_PKEY) -> Vec<u8> {
    let mut data = ptr::null_mut();
    // SAFETY: what is given is ours to free.
    unsafe {
        let length = ffi::EVP_PKEY_get1_encoded_public_key(key, &mut data);
        if data.is_null() {
            return Vec::new();
        }
        let point = std::slice::from_raw_parts(data, length).to_vec();
        free(data.cast());
        point
    }
}

/// # Safety
/// Null, or live.
pub(super) unsafe fn der(certificate: *const ffi::X509) -> Option<Vec<u8>> {
    if certificate.is_null() {
        return None;
    }
    // SAFETY: asked for the length first.
    unsafe {
        let length = ffi::i2d_X509(certificate, ptr::null_mut());
        let mut der = vec![0; length.max(0) as usize];
        let mut end = der.as_mut_ptr();
        if length > 0 {
            ffi::i2d_X509(certificate, &mut end);
        }
        Some(der)
    }
}

/// # Safety
/// The store must be live.
pub(super) unsafe fn issuer(
    store: *mut ffi::X509_STORE,
    certificate: &Certificate,
) -> Option<Certificate> {
    // SAFETY: what is made is freed; what is found is ours.
    unsafe {
        let search = ffi::X509_STORE_CTX_new();
        if search.is_null() {
            return None;
        }
        let mut found = ptr::null_mut();
        let ok = ffi::X509_STORE_CTX_init(search, store, ptr::null_mut(), ptr::null_mut()) == 1
            && ffi::X509_STORE_CTX_get1_issuer(&mut found, search, certificate.raw()) == 1;
        ffi::X509_STORE_CTX_free(search);
        if ok { Certificate::take(found) } else { None }
    }
}

/// # Safety
/// The name must be live.
unsafe fn name_entries(name: *const ffi::X509_NAME) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // SAFETY: entries are borrowed; the text is ours to free.
    unsafe {
        for index in 0..ffi::X509_NAME_entry_count(name) {
            let entry = ffi::X509_NAME_get_entry(name, index);
            let object = ffi::X509_NAME_ENTRY_get_object(entry);
            let key = match ffi::OBJ_obj2nid(object) {
                0 => {
                    let mut name = [0 as c_char; 128];
                    ffi::OBJ_obj2txt(name.as_mut_ptr(), name.len() as c_int, object, 1);
                    text(name.as_ptr())
                }
                nid => text(ffi::OBJ_nid2sn(nid)),
            };
            let mut data = ptr::null_mut();
            let length = ffi::ASN1_STRING_to_UTF8(&mut data, ffi::X509_NAME_ENTRY_get_data(entry));
            if length < 0 {
                continue;
            }
            let value = std::slice::from_raw_parts(data, length as usize);
            let value = String::from_utf8_lossy(value).into_owned();
            free(data.cast());
            found.push((key.unwrap_or_default(), value));
        }
    }
    found
}

/// A name of one of the kinds that certificates have, quoted when it could be taken for more than one.
///
/// # Safety
/// The name must be live.
unsafe fn general_name(name: *mut c_void) -> Option<String> {
    const EMAIL: c_int = 1;
    const DNS: c_int = 2;
    const DIRECTORY: c_int = 4;
    const URI: c_int = 6;
    const IP: c_int = 7;
    const REGISTERED: c_int = 8;
    let mut kind = 0;
    // SAFETY: what is given is borrowed and of the kind that is told.
    unsafe {
        let value = ffi::GENERAL_NAME_get0_value(name, &mut kind);
        let string = || {
            let string = value.cast::<ffi::ASN1_STRING>();
            let length = ffi::ASN1_STRING_length(string).max(0) as usize;
            std::slice::from_raw_parts(ffi::ASN1_STRING_get0_data(string), length)
        };
        Some(match kind {
            EMAIL => format!("email:{}", quoted(string())),
            DNS => format!("DNS:{}", quoted(string())),
            URI => format!("URI:{}", quoted(string())),
            IP => match string() {
                &[a, b, c, d] => format!("IP Address:{a}.{b}.{c}.{d}"),
                bytes if bytes.len() == 16 => {
                    let parts: Vec<String> = bytes
                        .chunks_exact(2)
                        .map(|pair| format!("{:X}", u16::from_be_bytes([pair[0], pair[1]])))
                        .collect();
                    format!("IP Address:{}", parts.join(":"))
                }
                _ => "IP Address:<invalid>".to_owned(),
            },
            DIRECTORY => {
                let entries = name_entries(value.cast());
                let parts: Vec<String> =
                    entries.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
                format!("DirName:{}", quoted(parts.join(",").as_bytes()))
            }
            REGISTERED => {
                let mut name = [0 as c_char; 128];
                ffi::OBJ_obj2txt(name.as_mut_ptr(), name.len() as c_int, value.cast(), 1);
                format!("Registered ID:{}", text(name.as_ptr())?)
            }
            _ => "othername:<unsupported>".to_owned(),
        })
    }
}

/// A value that has a comma, a quote or anything that does not print is written as a JSON text.
fn quoted(value: &[u8]) -> String {
    let is_plain = value
        .iter()
        .all(|&byte| matches!(byte, b' '..=b'~') && !matches!(byte, b',' | b'\'' | b'"' | b'\\'));
    if is_plain {
        return String::from_utf8_lossy(value).into_owned();
    }
    let mut text = String::from("\"");
    for &byte in value {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(byte as char);
            }
            b' '..=b'~' => text.push(byte as char),
            byte => {
                let _ = write!(text, "\\u{byte:04x}");
            }
        }
    }
    text.push('"');
    text
}

/// # Safety
/// The time must be live.
unsafe fn time(time: *const ffi::ASN1_TIME) -> String {
    // SAFETY: the buffer is ours.
    unsafe {
        let bio = ffi::BIO_new(ffi::BIO_s_mem());
        if bio.is_null() {
            return String::new();
        }
        ffi::ASN1_TIME_print(bio, time);
        let mut bytes = [0u8; 64];
        let count = ffi::BIO_read(bio, bytes.as_mut_ptr().cast(), bytes.len() as c_int);
        ffi::BIO_free(bio);
        String::from_utf8_lossy(&bytes[..count.max(0) as usize]).into_owned()
    }
}

/// # Safety
/// Null, or live.
unsafe fn hex_number(number: *const ffi::BIGNUM) -> Option<String> {
    if number.is_null() {
        return None;
    }
    // SAFETY: the text is ours to free.
    unsafe {
        let digits = ffi::BN_bn2hex(number);
        let copy = text(digits);
        free(digits.cast());
        copy
    }
}

/// # Safety
/// Memory that the library has allocated for us.
unsafe fn free(data: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { ffi::CRYPTO_free(data, c"tls".as_ptr(), 0) };
}

unsafe extern "C" fn free_object(object: *mut c_void) {
    // SAFETY: an entry of a list of objects that is being freed.
    unsafe { ffi::ASN1_OBJECT_free(object.cast()) };
}

/// The certificates of a text in PEM form.
///
/// # Errors
/// When the library can not be loaded.
pub fn parse_pem(pem: &[u8]) -> Result<Vec<Certificate>, super::Failure> {
    ffi::load().map_err(super::Failure::plain)?;
    let length = c_int::try_from(pem.len()).map_err(|_| super::Failure::plain("too long"))?;
    let mut found = Vec::new();
    // SAFETY: the buffer reads from the slice and is freed here.
    unsafe {
        let bio = ffi::BIO_new_mem_buf(pem.as_ptr().cast::<c_void>(), length);
        if bio.is_null() {
            return Ok(found);
        }
        let ask: ffi::PasswordCallback = callbacks::no_passphrase;
        while let Some(certificate) = Certificate::take(ffi::PEM_read_bio_X509(
            bio,
            ptr::null_mut(),
            Some(ask),
            ptr::null_mut(),
        )) {
            found.push(certificate);
        }
        ffi::BIO_free(bio);
        ffi::ERR_clear_error();
    }
    Ok(found)
}
