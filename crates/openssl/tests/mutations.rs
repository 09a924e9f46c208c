//! What readers of keys, certificates and records do with bytes that are nearly right: an answer or an error, and never a
//! crash. The same seeds every time.

use roundel_openssl::tls::{
    Context, ContextSettings, Event, Role, Session, SessionSettings, parse_pem,
};
use roundel_openssl::{Certificate, DigestAlgorithm, Key, PublicForm, Secret, load, verify_spkac};

const CERTIFICATE: &[u8] = include_bytes!("../../../tests/tls/fixtures/server_cert.pem");
const AUTHORITY: &[u8] = include_bytes!("../../../tests/tls/fixtures/ca_cert.pem");
const KEY: &[u8] = include_bytes!("../../../tests/tls/fixtures/server_key.pem");
const WILDCARD: &[u8] = include_bytes!("../../../tests/tls/fixtures/wildcard_cert.pem");

struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Some bytes changed, a part left out or said twice, or all that follows cut off.
    fn mutate(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut changed = bytes.to_vec();
        for _ in 0..=self.below(4) {
            if changed.is_empty() {
                break;
            }
            let at = self.below(changed.len());
            match self.below(5) {
                0 => changed[at] ^= 1 << self.below(8),
                1 => changed[at] = self.below(256) as u8,
                2 => changed.truncate(at),
                3 => {
                    let end = (at + self.below(8)).min(changed.len());
                    changed.drain(at..end);
                }
                _ => {
                    let end = (at + self.below(32)).min(changed.len());
                    let again = changed[at..end].to_vec();
                    changed.splice(at..at, again);
                }
            }
        }
        changed
    }
}

fn read_certificate(bytes: &[u8], digest: &DigestAlgorithm) -> bool {
    let Ok(certificate) = Certificate::parse(bytes) else { return false };
    let _ = (certificate.subject(), certificate.issuer(), certificate.subject_alt_name());
    let _ = (certificate.info_access(), certificate.key_usage(), certificate.serial_number());
    let _ = (certificate.valid_from(), certificate.valid_to(), certificate.is_ca());
    let _ = (certificate.fingerprint(digest), certificate.public_key().is_ok());
    let _ = (certificate.signature_algorithm(), certificate.to_pem().is_ok());
    certificate.to_der().is_ok()
}

#[test]
fn certificates_that_are_nearly_right() {
    load().unwrap();
    let sha256 = DigestAlgorithm::fetch("sha256").unwrap();
    let (mut rng, mut read, mut refused) = (Rng(1), 0, 0);
    for original in [CERTIFICATE, AUTHORITY, WILDCARD] {
        assert!(read_certificate(original, &sha256));
        let der = Certificate::parse(original).unwrap().to_der().unwrap();
        for _ in 0..600 {
            let text = rng.mutate(original);
            let binary = rng.mutate(&der);
            for bytes in [&text, &binary] {
                if read_certificate(bytes, &sha256) { read += 1 } else { refused += 1 }
            }
            for certificate in parse_pem(&text).unwrap_or_default() {
                let _ = (certificate.subject(), certificate.alternative_names(), certificate.key());
                let _ = (certificate.info_access(), certificate.extended_key_usage());
            }
        }
    }
    // Both happen, so the mutations are neither too tame nor too wild.
    assert!(read > 50 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn keys_that_are_nearly_right() {
    load().unwrap();
    let (mut rng, mut refused) = (Rng(2), 0);
    assert!(Key::private_from_pem(KEY, None).is_ok());
    let secret = Secret::new(b"passphrase".to_vec());
    for _ in 0..1500 {
        let bytes = rng.mutate(KEY);
        refused += usize::from(Key::private_from_pem(&bytes, Some(&secret)).is_err());
        let _ = Key::public_from_pem(&bytes);
        let _ = Key::public_from_der(&bytes, PublicForm::Spki);
        let _ = verify_spkac(&bytes);
    }
    assert!(refused > 500, "{refused} refused");
}

#[test]
fn settings_of_contexts_that_are_nearly_right() {
    let mut rng = Rng(3);
    for _ in 0..300 {
        let context = Context::new(&ContextSettings::default()).unwrap();
        let _ = context.set_certificate(&rng.mutate(CERTIFICATE));
        let _ = context.set_key(&rng.mutate(KEY), None);
        let _ = context.add_ca(&rng.mutate(AUTHORITY));
        let _ = context.add_crl(&rng.mutate(AUTHORITY));
        let _ = context.set_pfx(&rng.mutate(CERTIFICATE), Some(b"x"));
        let _ = context.set_dh(Some(&rng.mutate(KEY)));
    }
}

/// Lets the two sides talk until they are silent; what the client says is changed on the way with some chance.
fn converse(rng: &mut Rng, chance: usize) -> (bool, bool) {
    let server_context = Context::new(&ContextSettings::default()).unwrap();
    server_context.set_certificate(CERTIFICATE).unwrap();
    server_context.set_key(KEY, None).unwrap();
    let client_context = Context::new(&ContextSettings::default()).unwrap();
    let name = Some("localhost".to_owned());
    let settings =
        SessionSettings { server_name: name, requests_status: true, ..Default::default() };
    let client = Session::new(&client_context, Role::Client, settings).unwrap();
    let asks = SessionSettings { asks_about_hello: true, ..Default::default() };
    let server = Session::new(&server_context, Role::Server, asks).unwrap();
    client.write(b"hello");
    for _ in 0..20 {
        let mut is_silent = true;
        for (from, to) in [(&client, &server), (&server, &client)] {
            while let Some(event) = from.next_event(None) {
                if matches!(event, Event::Hello(_)) {
                    server.answer(Default::default()).unwrap();
                }
            }
            let mut bytes = Vec::new();
            from.take_output(&mut bytes);
            if !bytes.is_empty() {
                is_silent = false;
                to.feed(&if rng.below(100) < chance { rng.mutate(&bytes) } else { bytes });
            }
        }
        if is_silent {
            break;
        }
    }
    (client.is_finished(), server.is_finished())
}

#[test]
fn records_that_are_nearly_right() {
    let mut rng = Rng(4);
    assert_eq!(converse(&mut rng, 0), (true, true));
    let mut broken = 0;
    for _ in 0..300 {
        broken += usize::from(converse(&mut rng, 40) != (true, true));
    }
    assert!(broken > 100, "{broken} broken");
}

#[test]
fn sessions_that_are_nearly_right() {
    let mut rng = Rng(5);
    let context = Context::new(&ContextSettings::default()).unwrap();
    for length in 0..400 {
        let session = Session::new(&context, Role::Client, SessionSettings::default()).unwrap();
        let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        assert!(session.set_session(&bytes).is_err());
    }
}
