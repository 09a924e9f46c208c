//! What readers of keys, certificates and records do with bytes that are nearly right: an answer or an error, and never a
//! crash. The same seeds every time.

#[path = "../../../fuzz/targets/mutator.rs"]
mod mutator;
#[path = "../../../fuzz/targets/certificate_and_key.rs"]
mod target;

use mutator::Mutator;
use roundel_openssl::tls::{Context, ContextSettings, Event, Role, Session, SessionSettings};
use roundel_openssl::{Certificate, DigestAlgorithm, Key, load};

const CERTIFICATE: &[u8] = include_bytes!("../../../tests/tls/fixtures/server_cert.pem");
const AUTHORITY: &[u8] = include_bytes!("../../../tests/tls/fixtures/ca_cert.pem");
const KEY: &[u8] = include_bytes!("../../../tests/tls/fixtures/server_key.pem");
const WILDCARD: &[u8] = include_bytes!("../../../tests/tls/fixtures/wildcard_cert.pem");

/// The bytes, changed in a few places.
fn changed(mutator: &mut Mutator, bytes: &[u8]) -> Vec<u8> {
    mutator.next(&[bytes.to_vec()])
}

#[test]
fn certificates_that_are_nearly_right() {
    load().unwrap();
    let sha256 = DigestAlgorithm::fetch("sha256").unwrap();
    let (mut mutator, mut read, mut refused) = (Mutator::new(1), 0, 0);
    for original in [CERTIFICATE, AUTHORITY, WILDCARD] {
        assert!(target::read_certificate(original, &sha256));
        let der = Certificate::parse(original).unwrap().to_der().unwrap();
        for _ in 0..600 {
            for bytes in [changed(&mut mutator, original), changed(&mut mutator, &der)] {
                let is_one = target::read_certificate(&bytes, &sha256);
                *if is_one { &mut read } else { &mut refused } += 1;
                target::check(&bytes);
            }
        }
    }
    // Both happen, so the mutations are neither too tame nor too wild.
    assert!(read > 50 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn keys_that_are_nearly_right() {
    load().unwrap();
    let (mut mutator, mut refused) = (Mutator::new(2), 0);
    assert!(Key::private_from_pem(KEY, None).is_ok());
    for _ in 0..1500 {
        refused += usize::from(!target::read_key(&changed(&mut mutator, KEY)));
    }
    assert!(refused > 500, "{refused} refused");
}

#[test]
fn settings_of_contexts_that_are_nearly_right() {
    let mut mutator = Mutator::new(3);
    for _ in 0..300 {
        let context = Context::new(&ContextSettings::default()).unwrap();
        let _ = context.set_certificate(&changed(&mut mutator, CERTIFICATE));
        let _ = context.set_key(&changed(&mut mutator, KEY), None);
        let _ = context.add_ca(&changed(&mut mutator, AUTHORITY));
        let _ = context.add_crl(&changed(&mut mutator, AUTHORITY));
        let _ = context.set_pfx(&changed(&mut mutator, CERTIFICATE), Some(b"x"));
        let _ = context.set_dh(Some(&changed(&mut mutator, KEY)));
    }
}

/// Lets the two sides talk until they are silent; what the client says is changed on the way with some chance.
fn converse(mutator: &mut Mutator, chance: usize) -> (bool, bool) {
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
                to.feed(&if mutator.below(100) < chance {
                    changed(mutator, &bytes)
                } else {
                    bytes
                });
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
    let mut mutator = Mutator::new(4);
    assert_eq!(converse(&mut mutator, 0), (true, true));
    let mut broken = 0;
    for _ in 0..300 {
        broken += usize::from(converse(&mut mutator, 40) != (true, true));
    }
    assert!(broken > 100, "{broken} broken");
}

#[test]
fn sessions_that_are_nearly_right() {
    let mut mutator = Mutator::new(5);
    let context = Context::new(&ContextSettings::default()).unwrap();
    for length in 0..400 {
        let session = Session::new(&context, Role::Client, SessionSettings::default()).unwrap();
        let bytes: Vec<u8> = (0..length).map(|_| mutator.below(256) as u8).collect();
        assert!(session.set_session(&bytes).is_err());
    }
}
