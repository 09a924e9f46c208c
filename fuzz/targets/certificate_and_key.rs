//! Bytes that are taken for a certificate, a key, or a list of them in PEM.

use roundel_openssl::tls::parse_pem;
use roundel_openssl::{Certificate, DigestAlgorithm, Key, PublicForm, Secret, verify_spkac};

pub(crate) fn check(data: &[u8]) {
    let digest = DigestAlgorithm::fetch("sha256").expect("a digest");
    read_certificate(data, &digest);
    read_key(data);
    for certificate in parse_pem(data).unwrap_or_default() {
        let _ = (certificate.subject(), certificate.alternative_names(), certificate.key());
        let _ = (certificate.info_access(), certificate.extended_key_usage());
    }
}

/// Whether it is one; if so, it can be looked at.
pub(crate) fn read_certificate(bytes: &[u8], digest: &DigestAlgorithm) -> bool {
    let Ok(certificate) = Certificate::parse(bytes) else { return false };
    let _ = (certificate.subject(), certificate.issuer(), certificate.subject_alt_name());
    let _ = (certificate.info_access(), certificate.key_usage(), certificate.serial_number());
    let _ = (certificate.valid_from(), certificate.valid_to(), certificate.is_ca());
    let _ = (certificate.fingerprint(digest), certificate.public_key().is_ok());
    let _ = (certificate.signature_algorithm(), certificate.to_pem().is_ok());
    certificate.to_der().is_ok()
}

/// Whether it is a private key.
pub(crate) fn read_key(bytes: &[u8]) -> bool {
    let secret = Secret::new(b"passphrase".to_vec());
    let _ = Key::public_from_pem(bytes);
    let _ = Key::public_from_der(bytes, PublicForm::Spki);
    let _ = verify_spkac(bytes);
    Key::private_from_pem(bytes, Some(&secret)).is_ok()
}
