//! The safe functions on known answers and on bad input.

use roundel_openssl::{
    Certificate, Cipher, CipherContext, DhExchange, Digest, DigestAlgorithm, Direction, EcExchange,
    Encryption, ErrorStack, Generation, Hmac, Key, KeyKind, ParseFailure, PostQuantum, PrivateForm,
    PublicForm, Secret, SignOptions, SignProblem, TextForm, check_prime, constant_time_eq,
    curve_nid, decapsulate, encapsulate, from_p1363, generate, generate_prime, group_prime, hkdf,
    load, pbkdf2, scrypt, sign_message, to_p1363, verify_message, verify_spkac, version,
};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest(name: &str) -> DigestAlgorithm {
    load().unwrap();
    DigestAlgorithm::fetch(name).unwrap()
}

#[test]
fn digests_and_codes() {
    let sha256 = digest("sha256");
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hex(&sha256.digest(b"abc", None).unwrap()), expected);
    let mut steps = Digest::new(&sha256).unwrap();
    steps.update(b"a").unwrap();
    let mut copy = steps.duplicate().unwrap();
    steps.update(b"bc").unwrap();
    copy.update(b"bc").unwrap();
    assert_eq!(hex(&steps.finish(32).unwrap()), expected);
    assert_eq!(hex(&copy.finish(32).unwrap()), expected);
    assert_eq!(digest("shake128").digest(b"", Some(5)).unwrap().len(), 5);
    assert!(DigestAlgorithm::fetch("no such digest").is_err());
    assert!(DigestAlgorithm::fetch("with\0nul").is_err());
    let mut hmac = Hmac::new(&sha256, b"key").unwrap();
    hmac.update(b"The quick brown fox jumps over the lazy dog").unwrap();
    let expected = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
    assert_eq!(hex(&hmac.finish().unwrap()), expected);
}

#[test]
fn derived_keys() {
    let sha1 = digest("sha1");
    let key = pbkdf2(&sha1, b"password", b"salt", 2, 20).unwrap();
    assert_eq!(hex(&key), "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957");
    assert_eq!(hkdf(&sha1, b"key", b"", b"", 42).unwrap().len(), 42);
    assert_eq!(scrypt(b"p", b"s", (16, 1, 1), 1 << 20, 8).unwrap().len(), 8);
    assert!(scrypt(b"p", b"s", (3, 1, 1), 1 << 20, 8).is_err());
}

#[test]
fn ciphers_there_and_back() {
    load().unwrap();
    let cipher = Cipher::by_name("aes-256-gcm").unwrap();
    let seal = |text: &[u8]| {
        let mut context = CipherContext::new(&cipher, Direction::Encrypt).unwrap();
        context.set_key(Some(&[1; 32]), Some(&[2; 12])).unwrap();
        let mut sealed = context.update(text, 32).unwrap();
        sealed.extend(context.finish(32).unwrap());
        (sealed, context.tag(16).unwrap())
    };
    let open = |sealed: &[u8], tag: &[u8]| -> Result<Vec<u8>, ErrorStack> {
        let mut context = CipherContext::new(&cipher, Direction::Decrypt)?;
        context.set_key(Some(&[1; 32]), Some(&[2; 12]))?;
        assert!(context.set_tag(tag));
        let mut text = context.update(sealed, 32)?;
        text.extend(context.finish(32)?);
        Ok(text)
    };
    let (sealed, mut tag) = seal(b"some text");
    assert_eq!(open(&sealed, &tag).unwrap(), b"some text");
    tag[0] ^= 1;
    assert!(open(&sealed, &tag).is_err());
    assert!(Cipher::by_name("no such cipher").is_none());
}

#[test]
fn keys_are_written_and_read() {
    load().unwrap();
    let key =
        generate(&Generation::Ec { curve: "prime256v1".to_owned(), is_explicit: false }).unwrap();
    assert_eq!((key.kind(), key.curve().as_deref()), (KeyKind::Ec, Some("prime256v1")));
    let public = key.to_public().unwrap();
    assert_eq!(public.equals(&key), Some(true));
    let pem = key.private_bytes(PrivateForm::Pkcs8, TextForm::Pem, None).unwrap();
    assert_eq!(Key::private_from_pem(&pem, None).unwrap().equals(&key), Some(true));
    let (cipher, password) =
        (Cipher::by_name("aes-128-cbc").unwrap(), Secret::new(b"secret".to_vec()));
    let encryption = Encryption { cipher: &cipher, password: &password };
    let der = key.private_bytes(PrivateForm::Pkcs8, TextForm::Der, Some(&encryption)).unwrap();
    let read = |password| Key::private_from_der(&der, PrivateForm::Pkcs8, password);
    assert_eq!(read(Some(&password)).unwrap().equals(&key), Some(true));
    assert!(matches!(read(None), Err(ParseFailure::NeedsPassword)));
    let spki = public.public_bytes(PublicForm::Spki, TextForm::Der).unwrap();
    assert!(Key::public_from_der(&spki, PublicForm::Spki).is_ok());
}

#[test]
fn signatures() {
    let sha256 = digest("sha256");
    let key =
        generate(&Generation::Ec { curve: "secp521r1".to_owned(), is_explicit: false }).unwrap();
    let signature = sign_message(&key, Some(&sha256), b"data", SignOptions::default()).unwrap();
    let plain = to_p1363(&key, signature).unwrap();
    assert_eq!(plain.len(), 132);
    let signature = from_p1363(&key, &plain).unwrap();
    let verify = |data: &[u8]| {
        verify_message(&key, Some(&sha256), data, &signature, SignOptions::default()).unwrap()
    };
    assert!(verify(b"data") && !verify(b"other"));
    assert!(from_p1363(&key, &plain[1..]).is_none());
}

#[test]
fn encapsulation() {
    load().unwrap();
    let key = generate(&Generation::Rsa { bits: 2048, exponent: 65537 }).unwrap();
    let made = encapsulate(&key.to_public().unwrap()).unwrap();
    assert_eq!((made.shared_key.len(), made.ciphertext.len()), (256, 256));
    assert_eq!(*decapsulate(&key, &made.ciphertext).unwrap(), *made.shared_key);
    assert!(decapsulate(&key, &made.ciphertext[1..]).is_err());
    let other = generate(&Generation::Plain(KeyKind::Ed25519)).unwrap();
    assert!(encapsulate(&other).is_err());
}

/// Whether the library is as new as the first that has post-quantum keys.
fn is_post_quantum_library() -> bool {
    let version = version();
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next(), parts.next()) >= (Some(3), Some(5))
}

#[test]
fn post_quantum_keys_are_there_with_the_libraries_that_have_them() {
    let sha256 = digest("sha256");
    let set = |name| PostQuantum::by_algorithm(name).unwrap();
    if !is_post_quantum_library() {
        assert!(!set("ML-DSA-44").is_supported() && !set("ML-KEM-512").is_supported());
        let kind = KeyKind::by_name("ml-dsa-44").unwrap();
        assert!(generate(&Generation::Plain(kind)).is_err());
        assert!(set("ML-KEM-512").from_seed(&[0; 64]).is_err());
        return;
    }
    // What Node 26 makes of seeds of zeros.
    let signing = set("ML-DSA-44").from_seed(&[0; 32]).unwrap();
    let public = signing.raw_public().unwrap();
    let expected = "eb4e7302842153b0fa19e8620739ad258af4929c26dd89079a7ec7d4282208e1";
    assert_eq!(hex(&sha256.digest(&public, None).unwrap()), expected);
    assert_eq!(signing.kind().name(), Some("ml-dsa-44"));
    let with = |context| SignOptions { context: Some(context), ..SignOptions::default() };
    let signature = sign_message(&signing, None, b"data", with(b"here")).unwrap();
    let verify = |context| verify_message(&signing, None, b"data", &signature, with(context));
    assert!(verify(b"here").unwrap() && !verify(b"there").unwrap());

    let receiving = set("ML-KEM-512").from_seed(&[0; 64]).unwrap();
    let public = receiving.raw_public().unwrap();
    let expected = "52b46f0597ac5cb10c6281ad5731f18d599feaa92ce24d897d4084195b27e448";
    assert_eq!(hex(&sha256.digest(&public, None).unwrap()), expected);
    let made = encapsulate(&Key::from_raw(receiving.kind(), &public, false).unwrap()).unwrap();
    assert_eq!(*decapsulate(&receiving, &made.ciphertext).unwrap(), *made.shared_key);
    assert!(set("ML-KEM-512").from_seed(&[0; 63]).is_err());

    // Written with the seed alone, in the clear and encrypted.
    let der = receiving.private_bytes(PrivateForm::Pkcs8, TextForm::Der, None).unwrap();
    assert_eq!(der.len(), 86);
    let cipher = Cipher::by_name("aes-256-cbc").unwrap();
    let password = Secret::new(b"secret".to_vec());
    let encryption = Encryption { cipher: &cipher, password: &password };
    let pem =
        receiving.private_bytes(PrivateForm::Pkcs8, TextForm::Pem, Some(&encryption)).unwrap();
    let back = Key::private_from_pem(&pem, Some(&password)).unwrap();
    assert_eq!(*back.seed().unwrap(), [0; 64]);
    assert!(Key::private_from_pem(&pem, Some(&Secret::new(b"other".to_vec()))).is_err());
}

#[test]
fn contexts_are_never_left_out() {
    let sha256 = digest("sha256");
    let options = SignOptions { context: Some(b"here"), ..SignOptions::default() };
    let key = generate(&Generation::Rsa { bits: 1024, exponent: 65537 }).unwrap();
    let refused = sign_message(&key, Some(&sha256), b"data", options);
    assert!(matches!(refused, Err(SignProblem::NoContext)));
    // A library that knows no contexts of this curve refuses; one that does makes a signature that needs it.
    let key = generate(&Generation::Plain(KeyKind::Ed25519)).unwrap();
    match sign_message(&key, None, b"data", options) {
        Err(problem) => assert!(matches!(problem, SignProblem::NoContext)),
        Ok(signature) => {
            let plain = SignOptions::default();
            assert!(!verify_message(&key, None, b"data", &signature, plain).unwrap());
            assert!(verify_message(&key, None, b"data", &signature, options).unwrap());
        }
    }
}

#[test]
fn exchanges() {
    load().unwrap();
    let prime = group_prime("modp5").unwrap();
    let mut sides = [(), ()].map(|()| DhExchange::from_prime(&prime, &[2]).unwrap());
    sides.iter_mut().for_each(|side| side.generate_keys().unwrap());
    let [alice, bob] = &mut sides;
    let (own, other) = (alice.public_key().unwrap(), bob.public_key().unwrap());
    assert!(constant_time_eq(&alice.agree(&other).unwrap(), &bob.agree(&own).unwrap()));
    assert!(alice.agree(&[0]).is_err());
    let mut ecdh = EcExchange::new(curve_nid("secp256k1").unwrap()).unwrap();
    assert!(ecdh.set_private_key(&[0; 32]).is_err());
    assert!(ecdh.agree(b"no point").is_err());
    assert!(check_prime(&generate_prime(64, false, None, None).unwrap(), 0).unwrap());
}

#[test]
fn bad_input_is_an_error() {
    load().unwrap();
    let mut inputs: Vec<Vec<u8>> =
        vec![Vec::new(), b"garbage".to_vec(), vec![0x30; 64], vec![0xff; 300]];
    inputs.push(b"-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n".to_vec());
    inputs.push(b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n".to_vec());
    for input in &inputs {
        assert!(Key::private_from_pem(input, None).is_err());
        assert!(!matches!(Key::public_from_pem(input), Ok(Some(_))));
        for form in [PrivateForm::Pkcs1, PrivateForm::Pkcs8, PrivateForm::Sec1] {
            assert!(Key::private_from_der(input, form, None).is_err());
        }
        for form in [PublicForm::Pkcs1, PublicForm::Spki] {
            assert!(Key::public_from_der(input, form).is_err());
        }
        assert!(Certificate::parse(input).is_err());
        assert!(!verify_spkac(input));
        assert!(Key::from_ec("prime256v1", input, None).is_err());
        assert!(Key::from_raw(KeyKind::Ed25519, input, true).is_err());
    }
}
