//! Keys: read, written, made of their numbers, compared.

use std::rc::Rc;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Value};
use roundel_openssl::{
    Cipher, DigestAlgorithm, Encryption, ErrorStack, Generation, Key, KeyKind, ParseFailure,
    PrivateForm, PublicForm, Secret, TextForm, constant_time_eq, curve_nid, generate,
};

use super::failure::{During, Failure, Kind, Thrown};
use super::hash::invalid_digest;
use super::state::State;
use super::{Native, input, job, output};

/// A key as JavaScript holds it.
pub(super) enum Held {
    Secret(Secret),
    Public(Key),
    Private(Key),
}

impl Held {
    pub(super) fn asymmetric(&self) -> Option<&Key> {
        match self {
            Held::Secret(_) => None,
            Held::Public(key) | Held::Private(key) => Some(key),
        }
    }
}

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("secretKey", |ctx, args| hold(ctx, Held::Secret(input::bytes(ctx, args.at(0))?))),
    ("secretBytes", |ctx, args| match &*of(ctx, args.at(0))? {
        Held::Secret(secret) => output::bytes(ctx, secret.to_vec()),
        _ => Err(Exception::type_error(ctx, "not a secret key")),
    }),
    ("secretSize", |ctx, args| match &*of(ctx, args.at(0))? {
        Held::Secret(secret) => Ok(ctx.number(secret.len() as f64)),
        _ => Err(Exception::type_error(ctx, "not a secret key")),
    }),
    ("parseKey", parse_key),
    ("publicOfPrivate", |ctx, args| {
        let key = asymmetric(ctx, args.at(0))?;
        let public = key.to_public().during("Failed to get public key").thrown(ctx)?;
        hold(ctx, Held::Public(public))
    }),
    ("exportPublic", export_public),
    ("exportPrivate", export_private),
    ("keyKind", |ctx, args| {
        let name = asymmetric(ctx, args.at(0))?.kind().name();
        Ok(name.map_or(ctx.undefined(), |name| ctx.string(name)))
    }),
    ("keyDetails", key_details),
    ("keysEqual", keys_equal),
    ("exportJwk", export_jwk),
    ("importRsa", import_rsa),
    ("importEc", import_ec),
    ("generateKeyPair", generate_key_pair),
    ("agree", agree),
];

pub(super) fn hold<'js>(ctx: Ctx<'js>, key: Held) -> JsResult<'js, Value<'js>> {
    Ok(State::of(ctx).key.instantiate(ctx, key).into())
}

pub(super) fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Held>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<Held>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

/// A copy of a public or private key; they share what is behind.
pub(super) fn asymmetric<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Key> {
    let held = of(ctx, value)?;
    held.asymmetric().cloned().ok_or_else(|| Exception::type_error(ctx, "not an asymmetric key"))
}

fn public_form(name: &str) -> PublicForm {
    if name == "pkcs1" { PublicForm::Pkcs1 } else { PublicForm::Spki }
}

fn private_form(name: &str) -> PrivateForm {
    match name {
        "pkcs1" => PrivateForm::Pkcs1,
        "sec1" => PrivateForm::Sec1,
        _ => PrivateForm::Pkcs8,
    }
}

fn text_form(name: &str) -> TextForm {
    if name == "der" { TextForm::Der } else { TextForm::Pem }
}

/// `parseKey(data, format, type, passphrase, wanted)`; `wanted` is `public`, `private` or `any`.
fn parse_key<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let data = input::bytes(ctx, args.at(0))?;
    let format = text_form(&args.at(1).to_rust_string(ctx)?);
    let form = args.at(2).to_rust_string(ctx)?;
    let password = input::optional_bytes(ctx, args.at(3))?;
    let wanted = args.at(4).to_rust_string(ctx)?;
    ErrorStack::clear();
    let held =
        parse(&data, format, &form, password.as_ref(), &wanted).map_err(|failure| match failure {
            ParseFailure::NeedsPassword => Failure::coded(
                Kind::TypeError("ERR_MISSING_PASSPHRASE"),
                "Passphrase required for encrypted key",
            ),
            ParseFailure::NotAKey(stack) => {
                let message = if wanted == "private" {
                    "Failed to read private key"
                } else {
                    "Failed to read asymmetric key"
                };
                Failure::new(stack, message)
            }
        });
    hold(ctx, held.thrown(ctx)?)
}

fn parse(
    data: &[u8],
    format: TextForm,
    form: &str,
    password: Option<&Secret>,
    wanted: &str,
) -> Result<Held, ParseFailure> {
    if wanted == "private" {
        return Ok(Held::Private(match format {
            TextForm::Pem => Key::private_from_pem(data, password)?,
            TextForm::Der => Key::private_from_der(data, private_form(form), password)?,
        }));
    }
    match format {
        TextForm::Pem => {
            if let Some(key) = Key::public_from_pem(data)? {
                return Ok(Held::Public(key));
            }
            Ok(Held::Private(Key::private_from_pem(data, password)?))
        }
        TextForm::Der => {
            let is_private =
                matches!(form, "pkcs8" | "sec1") || form == "pkcs1" && is_private_pkcs1(data);
            if is_private {
                return Ok(Held::Private(Key::private_from_der(
                    data,
                    private_form(form),
                    password,
                )?));
            }
            Ok(Held::Public(Key::public_from_der(data, public_form(form))?))
        }
    }
}

/// A private key of PKCS#1 begins with its version, a public one with the modulus.
fn is_private_pkcs1(der: &[u8]) -> bool {
    let Some((&[0x30, first], rest)) = der.split_first_chunk::<2>() else { return false };
    let skipped = if first & 0x80 == 0 { 0 } else { usize::from(first & 0x7f) };
    rest.get(skipped..)
        .is_some_and(|rest| rest.starts_with(&[2, 1, 0]) || rest.starts_with(&[2, 1, 1]))
}

/// `exportPublic(key, type, format)`.
fn export_public<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = asymmetric(ctx, args.at(0))?;
    let form = args.at(1).to_rust_string(ctx)?;
    let format = args.at(2).to_rust_string(ctx)?;
    let bytes = write_public(&key, &form, &format).thrown(ctx)?;
    written(ctx, bytes)
}

fn write_public(key: &Key, form: &str, format: &str) -> Result<Written, Failure> {
    if form == "pkcs1" && key.kind() != KeyKind::Rsa {
        return Err(incompatible("pkcs1", "can only be used for RSA keys"));
    }
    let bytes = key
        .public_bytes(public_form(form), text_form(format))
        .during("Failed to encode public key")?;
    Ok(Written { bytes: Secret::new(bytes), is_text: text_form(format) == TextForm::Pem })
}

/// A key that was written, as text or as bytes.
struct Written {
    bytes: Secret,
    is_text: bool,
}

fn written(ctx: Ctx<'_>, written: Written) -> JsResult<'_, Value<'_>> {
    if written.is_text {
        Ok(ctx.string_from_latin1(&written.bytes))
    } else {
        output::secret(ctx, written.bytes)
    }
}

fn incompatible(form: &str, why: &str) -> Failure {
    let kind = Kind::Error("ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS");
    Failure::coded(kind, format!("The selected key encoding {form} {why}."))
}

/// `exportPrivate(key, type, format, cipher, passphrase)`.
fn export_private<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = asymmetric(ctx, args.at(0))?;
    let form = args.at(1).to_rust_string(ctx)?;
    let format = args.at(2).to_rust_string(ctx)?;
    let encoding = PrivateEncoding::of(ctx, form, format, args.at(3), args.at(4))?;
    written(ctx, encoding.write(&key).thrown(ctx)?)
}

/// How a private key is to be written.
struct PrivateEncoding {
    form: String,
    format: String,
    encryption: Option<(Cipher, Secret)>,
}

impl PrivateEncoding {
    fn of<'js>(
        ctx: Ctx<'js>,
        form: String,
        format: String,
        cipher: Value<'js>,
        password: Value<'js>,
    ) -> JsResult<'js, PrivateEncoding> {
        let encryption = if cipher.is_nullish() {
            None
        } else {
            let unknown = || {
                Failure::coded(Kind::Error("ERR_CRYPTO_UNKNOWN_CIPHER"), "Unknown cipher")
                    .exception(ctx)
            };
            let cipher = Cipher::by_name(&cipher.to_rust_string(ctx)?).ok_or_else(unknown)?;
            Some((cipher, input::bytes(ctx, password)?))
        };
        Ok(PrivateEncoding { form, format, encryption })
    }

    fn write(&self, key: &Key) -> Result<Written, Failure> {
        match self.form.as_str() {
            "pkcs1" if key.kind() != KeyKind::Rsa => {
                return Err(incompatible("pkcs1", "can only be used for RSA keys"));
            }
            "sec1" if key.kind() != KeyKind::Ec => {
                return Err(incompatible("sec1", "can only be used for EC keys"));
            }
            _ => {}
        }
        let encryption =
            self.encryption.as_ref().map(|(cipher, password)| Encryption { cipher, password });
        let format = text_form(&self.format);
        let bytes = key
            .private_bytes(private_form(&self.form), format, encryption.as_ref())
            .during("Failed to encode private key")?;
        Ok(Written { bytes, is_text: format == TextForm::Pem })
    }
}

/// `keyDetails(key)`: an object with what the kind has; numbers that may be large are bytes.
fn key_details<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = asymmetric(ctx, args.at(0))?;
    let details = ctx.object();
    let kind = key.kind();
    if kind.is_rsa() {
        details.set(ctx, "modulusLength", ctx.number(key.bits() as f64))?;
        if let Some(exponent) = key.number(c"e") {
            details.set(ctx, "publicExponent", output::secret(ctx, exponent)?)?;
        }
    }
    if let Some(pss) = (kind == KeyKind::RsaPss).then(|| key.rsa_pss_details()).flatten() {
        details.set(ctx, "hashAlgorithm", ctx.string(&node_digest_name(&pss.digest)))?;
        details.set(ctx, "mgf1HashAlgorithm", ctx.string(&node_digest_name(&pss.mgf1_digest)))?;
        details.set(ctx, "saltLength", ctx.int32(pss.salt_length))?;
    }
    if kind == KeyKind::Dsa {
        details.set(ctx, "modulusLength", ctx.number(key.bits() as f64))?;
        let divisor = key.number(c"q").map_or(0, |q| bit_length(&q));
        details.set(ctx, "divisorLength", ctx.number(divisor as f64))?;
    }
    if kind == KeyKind::Ec
        && let Some(curve) = key.curve()
    {
        details.set(ctx, "namedCurve", ctx.string(&curve))?;
    }
    Ok(details.into())
}

fn bit_length(number: &[u8]) -> usize {
    number.first().map_or(0, |first| number.len() * 8 - first.leading_zeros() as usize)
}

/// Providers call SHA-256 `SHA2-256`; Node has the older name.
fn node_digest_name(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_prefix("sha2-").map_or(name.clone(), |size| format!("sha{}", size.replace('/', "-")))
}

fn keys_equal<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (first, second) = (of(ctx, args.at(0))?, of(ctx, args.at(1))?);
    let equal = match (&*first, &*second) {
        (Held::Secret(a), Held::Secret(b)) => Some(constant_time_eq(a, b)),
        (Held::Public(a), Held::Public(b)) | (Held::Private(a), Held::Private(b)) => a.equals(b),
        _ => Some(false),
    };
    let unsupported = || {
        Failure::coded(
            Kind::Error("ERR_CRYPTO_UNSUPPORTED_OPERATION"),
            "Unsupported crypto operation",
        )
    };
    Ok(ctx.boolean(equal.ok_or_else(unsupported).thrown(ctx)?))
}

/// `exportJwk(key)`: an object of bytes by the names of JWK, and the curve; undefined if the kind has no such form.
fn export_jwk<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let held = of(ctx, args.at(0))?;
    let Some(key) = held.asymmetric() else { return Ok(ctx.undefined()) };
    let is_private = matches!(&*held, Held::Private(_));
    let parts = ctx.object();
    let set = |parts: Object<'js>, name: &str, bytes: Option<Secret>| -> JsResult<'js, ()> {
        match bytes {
            Some(bytes) => parts.set(ctx, name, output::secret(ctx, bytes)?),
            None => Ok(()),
        }
    };
    match key.kind() {
        KeyKind::Rsa => {
            set(parts, "n", key.number(c"n"))?;
            set(parts, "e", key.number(c"e"))?;
            if is_private {
                set(parts, "d", key.number(c"d"))?;
                set(parts, "p", key.number(c"rsa-factor1"))?;
                set(parts, "q", key.number(c"rsa-factor2"))?;
                set(parts, "dp", key.number(c"rsa-exponent1"))?;
                set(parts, "dq", key.number(c"rsa-exponent2"))?;
                set(parts, "qi", key.number(c"rsa-coefficient1"))?;
            }
        }
        KeyKind::Ec => {
            let point = key.raw_public().unwrap_or_default();
            let half = point.len().saturating_sub(1) / 2;
            if half > 0 {
                set(parts, "x", Some(Secret::new(point[1..=half].to_vec())))?;
                set(parts, "y", Some(Secret::new(point[half + 1..].to_vec())))?;
            }
            if is_private {
                set(parts, "d", key.raw_private())?;
            }
        }
        KeyKind::X25519 | KeyKind::X448 | KeyKind::Ed25519 | KeyKind::Ed448 => {
            set(parts, "x", key.raw_public().map(Secret::new))?;
            if is_private {
                set(parts, "d", key.raw_private())?;
            }
        }
        KeyKind::PostQuantum(quantum) => {
            set(parts, "pub", key.raw_public().map(Secret::new))?;
            if is_private {
                set(
                    parts,
                    "priv",
                    if quantum.has_seed() { key.seed() } else { key.raw_private() },
                )?;
            }
        }
        _ => return Ok(ctx.undefined()),
    }
    Ok(parts.into())
}

/// `importRsa(n, e, d, p, q, dp, dq, qi)`: private if there is a `d`.
fn import_rsa<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (n, e) = (input::bytes(ctx, args.at(0))?, input::bytes(ctx, args.at(1))?);
    let invalid =
        |_| Failure::coded(Kind::TypeError("ERR_CRYPTO_INVALID_JWK"), "Invalid JWK RSA key");
    if args.at(2).is_nullish() {
        return hold(ctx, Held::Public(Key::from_rsa(&n, &e, None).map_err(invalid).thrown(ctx)?));
    }
    let part = |index| input::bytes(ctx, args.at(index));
    let private = [part(2)?, part(3)?, part(4)?, part(5)?, part(6)?, part(7)?];
    hold(ctx, Held::Private(Key::from_rsa(&n, &e, Some(&private)).map_err(invalid).thrown(ctx)?))
}

/// `importEc(curve, point, d)`: private if there is a `d`; undefined if it is none.
fn import_ec<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let curve = args.at(0).to_rust_string(ctx)?;
    let (point, private) =
        (input::bytes(ctx, args.at(1))?, input::optional_bytes(ctx, args.at(2))?);
    let Ok(key) = Key::from_ec(&curve, &point, private.as_deref()) else {
        return Ok(ctx.undefined());
    };
    hold(ctx, if private.is_some() { Held::Private(key) } else { Held::Public(key) })
}

/// `generateKeyPair(kind, options, callback)`: `[public, private]`.
fn generate_key_pair<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let kind = args.at(0).to_rust_string(ctx)?;
    let options = args.at(1).to_object(ctx)?;
    let generation = generation_of(ctx, &kind, options)?;
    let job = move || {
        ErrorStack::clear();
        let private = generate(&generation).during("Key generation job failed")?;
        let public = private.to_public().during("Key generation job failed")?;
        Ok((public, private))
    };
    job::run(ctx, args.at(2), "KEYPAIRGENREQUEST", job, |ctx, (public, private)| {
        let pair = [hold(ctx, Held::Public(public))?, hold(ctx, Held::Private(private))?];
        Ok(ctx.array(&pair)?.into())
    })
}

fn generation_of<'js>(
    ctx: Ctx<'js>,
    kind: &str,
    options: Object<'js>,
) -> JsResult<'js, Generation> {
    let number = |name| input::optional_number(ctx, options.get(ctx, name)?);
    let text = |name| -> JsResult<'js, Option<String>> {
        let value = options.get(ctx, name)?;
        if value.is_nullish() { Ok(None) } else { value.to_rust_string(ctx).map(Some) }
    };
    let digest = |name| -> JsResult<'js, Option<DigestAlgorithm>> {
        let Some(name) = text(name)? else { return Ok(None) };
        DigestAlgorithm::fetch(&name).map(Some).map_err(|_| invalid_digest(&name).exception(ctx))
    };
    let mask_digest = |name| -> JsResult<'js, Option<DigestAlgorithm>> {
        let Some(name) = text(name)? else { return Ok(None) };
        let kind = Kind::TypeError("ERR_CRYPTO_INVALID_DIGEST");
        let unknown =
            |_| Failure::coded(kind, format!("Invalid MGF1 digest: {name}")).exception(ctx);
        DigestAlgorithm::fetch(&name).map(Some).map_err(unknown)
    };
    let bits = number("modulusLength")?.unwrap_or(0.0) as u32;
    let exponent = number("publicExponent")?.unwrap_or(65537.0) as u32;
    let generator = number("generator")?.unwrap_or(2.0) as u32;
    Ok(match kind {
        "rsa" => Generation::Rsa { bits, exponent },
        "rsa-pss" => Generation::RsaPss {
            bits,
            exponent,
            digest: digest("hashAlgorithm")?,
            mgf1_digest: mask_digest("mgf1HashAlgorithm")?,
            salt_length: number("saltLength")?.map(|length| length as i32),
        },
        "dsa" => {
            Generation::Dsa { bits, divisor_bits: number("divisorLength")?.map(|bits| bits as u32) }
        }
        "ec" => {
            let curve = text("namedCurve")?.unwrap_or_default();
            if curve_nid(&curve).is_none() {
                let failure = Failure::coded(
                    Kind::TypeError("ERR_CRYPTO_INVALID_CURVE"),
                    "Invalid EC curve name",
                );
                return Err(failure.exception(ctx));
            }
            Generation::Ec {
                curve,
                is_explicit: text("paramEncoding")?.as_deref() == Some("explicit"),
            }
        }
        "dh" => {
            let prime = input::optional_bytes(ctx, options.get(ctx, "prime")?)?;
            match (text("group")?, prime) {
                (Some(group), _) => {
                    if roundel_openssl::group_prime(&group).is_none() {
                        let kind = Kind::Error("ERR_CRYPTO_UNKNOWN_DH_GROUP");
                        return Err(Failure::coded(kind, "Unknown DH group").exception(ctx));
                    }
                    Generation::DhGroup(group)
                }
                (None, Some(prime)) => Generation::DhPrime { prime: prime.to_vec(), generator },
                (None, None) => Generation::DhLength {
                    bits: number("primeLength")?.unwrap_or(0.0) as u32,
                    generator,
                },
            }
        }
        other => Generation::Plain(KeyKind::by_name(other).unwrap_or(KeyKind::Other)),
    })
}

/// `agree(private, public, callback)`: the secret that both sides have.
fn agree<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let (private, public) = (asymmetric(ctx, args.at(0))?, asymmetric(ctx, args.at(1))?);
    let job = move || {
        ErrorStack::clear();
        private.agree(&public).during("diffieHellman failed")
    };
    job::run(ctx, args.at(2), "DERIVEBITSREQUEST", job, output::secret)
}
