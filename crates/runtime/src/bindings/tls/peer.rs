//! What is known of a connection when its handshake is done: who the other side is and how both talk.

use roundel_jsc::{Ctx, JsResult, Object, Value};
use roundel_openssl::tls::{Certificate, KeyInfo};

use super::session::{Connection, of};
use super::{array, bytes, exception, optional_array, optional_bytes, texts};

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    type Question = for<'a> fn(Ctx<'a>, &Connection) -> JsResult<'a, Value<'a>>;
    let questions: [(&str, Question); 16] = [
        ("serverName", |ctx, it| optional_text_value(ctx, it.session.server_name())),
        ("protocol", |ctx, it| optional_array(ctx, it.session.protocol())),
        ("version", |ctx, it| Ok(ctx.string(&it.session.version()))),
        ("cipher", |ctx, it| match it.session.cipher() {
            Some((name, standard, version)) => texts(ctx, &[name, standard, version]),
            None => Ok(ctx.undefined()),
        }),
        ("verifyError", |ctx, it| match it.session.verify_error() {
            Some(error) => texts(ctx, &[error.code.to_owned(), error.message]),
            None => Ok(ctx.undefined()),
        }),
        ("session", |ctx, it| optional_array(ctx, it.session.session())),
        ("ticket", |ctx, it| optional_array(ctx, it.session.ticket())),
        ("isReused", |ctx, it| Ok(ctx.boolean(it.session.is_reused()))),
        ("finished", |ctx, it| optional_array(ctx, it.session.finished(false))),
        ("peerFinished", |ctx, it| optional_array(ctx, it.session.finished(true))),
        ("isFinished", |ctx, it| Ok(ctx.boolean(it.session.is_finished()))),
        ("ephemeralKey", |ctx, it| match it.session.ephemeral_key() {
            Some(key) => key_object(ctx, &key),
            None => Ok(ctx.undefined()),
        }),
        ("group", |ctx, it| optional_text_value(ctx, it.session.group())),
        ("sharedSigalgs", |ctx, it| texts(ctx, &it.session.shared_signature_algorithms())),
        ("ownCertificate", |ctx, it| match it.session.own_certificate() {
            Some(certificate) => Ok(certificate_object(ctx, &certificate)?.into()),
            None => Ok(ctx.undefined()),
        }),
        ("peerCertificates", peer_certificates),
    ];
    for (name, question) in questions {
        let function = ctx.function(name, move |ctx, args| question(ctx, &*of(ctx, args.at(0))?));
        binding.set(ctx, name, function)?;
    }
    // exportKeyingMaterial(session, length, label, context)
    let export = ctx.function("exportKeyingMaterial", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let length = args.at(1).to_uint32(ctx)? as usize;
        let label = args.at(2).to_rust_string(ctx)?;
        let context = optional_bytes(ctx, args.at(3))?;
        let material = connection
            .session
            .export_keying_material(length, label.as_bytes(), context.as_deref())
            .map_err(|failure| exception(ctx, &failure))?;
        array(ctx, material)
    });
    binding.set(ctx, "exportKeyingMaterial", export)?;
    // parseCertificates(pem): the certificates of a text.
    let parse = ctx.function("parseCertificates", |ctx, args| {
        let found = roundel_openssl::tls::parse_pem(&bytes(ctx, args.at(0))?)
            .map_err(|failure| exception(ctx, &failure))?;
        let list = ctx.array(&[])?;
        for (index, certificate) in found.iter().enumerate() {
            list.set_index(ctx, index as u32, certificate_object(ctx, certificate)?)?;
        }
        Ok(list.into())
    });
    binding.set(ctx, "parseCertificates", parse)
}

/// The other side's certificate and those that issued it, as far as they are known; the last is its own issuer if its
/// field `isSelfIssued` says so.
fn peer_certificates<'js>(ctx: Ctx<'js>, connection: &Connection) -> JsResult<'js, Value<'js>> {
    let session = &connection.session;
    let mut shown = session.peer_certificates();
    let list = ctx.array(&[])?;
    if shown.is_empty() {
        return Ok(list.into());
    }
    let mut current = shown.remove(0);
    let mut is_shown = true;
    let mut index = 0;
    loop {
        let object = certificate_object(ctx, &current)?;
        let is_own_issuer = current.has_issued(&current);
        object.set(ctx, "isSelfIssued", ctx.boolean(is_own_issuer))?;
        object.set(ctx, "isShown", ctx.boolean(is_shown))?;
        list.set_index(ctx, index, object)?;
        index += 1;
        // A chain that is longer than any real one is a trick.
        if is_own_issuer || index > 100 {
            break;
        }
        is_shown = false;
        let position = shown.iter().position(|other| other.has_issued(&current));
        let next = match position {
            Some(position) => {
                is_shown = true;
                Some(shown.remove(position))
            }
            None => session.issuer_of(&connection.context, &current),
        };
        match next {
            Some(next) if !next.is_same(&current) => current = next,
            _ => break,
        }
    }
    Ok(list.into())
}

fn optional_text_value<'js>(ctx: Ctx<'js>, text: Option<String>) -> JsResult<'js, Value<'js>> {
    Ok(text.map_or(ctx.undefined(), |text| ctx.string(&text)))
}

/// The parts of a certificate; JavaScript makes Node's object of them.
fn certificate_object<'js>(ctx: Ctx<'js>, certificate: &Certificate) -> JsResult<'js, Object<'js>> {
    let object = ctx.object();
    object.set(ctx, "subject", pairs(ctx, certificate.subject())?)?;
    object.set(ctx, "issuer", pairs(ctx, certificate.issuer())?)?;
    object.set(
        ctx,
        "subjectaltname",
        optional_text_value(ctx, certificate.alternative_names())?,
    )?;
    object.set(ctx, "infoAccess", pairs(ctx, certificate.info_access())?)?;
    object.set(ctx, "ca", ctx.boolean(certificate.is_ca()))?;
    object.set(ctx, "valid_from", ctx.string(&certificate.valid_from()))?;
    object.set(ctx, "valid_to", ctx.string(&certificate.valid_to()))?;
    object.set(ctx, "serialNumber", ctx.string(&certificate.serial_number()))?;
    let [sha1, sha256, sha512] = certificate.fingerprints();
    object.set(ctx, "fingerprint", ctx.string(&sha1))?;
    object.set(ctx, "fingerprint256", ctx.string(&sha256))?;
    object.set(ctx, "fingerprint512", ctx.string(&sha512))?;
    object.set(ctx, "ext_key_usage", texts(ctx, &certificate.extended_key_usage())?)?;
    let key = match certificate.key() {
        Some(key) => key_object(ctx, &key)?,
        None => ctx.undefined(),
    };
    object.set(ctx, "key", key)?;
    object.set(ctx, "raw", array(ctx, certificate.der())?)?;
    Ok(object)
}

fn key_object<'js>(ctx: Ctx<'js>, key: &KeyInfo) -> JsResult<'js, Value<'js>> {
    let object = ctx.object();
    object.set(ctx, "kind", ctx.string(&key.kind))?;
    object.set(ctx, "bits", ctx.int32(key.bits))?;
    let parts = [
        ("curve", &key.curve),
        ("nistCurve", &key.nist_curve),
        ("modulus", &key.modulus),
        ("exponent", &key.exponent),
    ];
    for (name, value) in parts {
        object.set(ctx, name, optional_text_value(ctx, value.clone())?)?;
    }
    object.set(ctx, "bytes", array(ctx, key.bytes.clone())?)?;
    Ok(object.into())
}

/// Keys and values, one after the other.
fn pairs<'js>(ctx: Ctx<'js>, pairs: Vec<(String, String)>) -> JsResult<'js, Value<'js>> {
    let flat: Vec<String> = pairs.into_iter().flat_map(|(key, value)| [key, value]).collect();
    texts(ctx, &flat)
}
