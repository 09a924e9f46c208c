//! Certificates of X.509, and signed public keys with a challenge.

use std::rc::Rc;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Value};
use roundel_openssl::{
    Certificate, DigestAlgorithm, ErrorStack, HostFlags, challenge, public_key, verify_spkac,
};

use super::failure::{During, Thrown};
use super::key::{Held, asymmetric, hold};
use super::state::State;
use super::{Native, input, names, output};

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("parseCertificate", |ctx, args| {
        ErrorStack::clear();
        let bytes = input::bytes(ctx, args.at(0))?;
        let certificate =
            Certificate::parse(&bytes).during("Failed to parse certificate").thrown(ctx)?;
        Ok(State::of(ctx).certificate.instantiate(ctx, certificate).into())
    }),
    ("certificateFields", certificate_fields),
    ("certificateDer", |ctx, args| {
        let der =
            of(ctx, args.at(0))?.to_der().during("Failed to encode certificate").thrown(ctx)?;
        output::bytes(ctx, der)
    }),
    ("certificatePem", |ctx, args| {
        let pem =
            of(ctx, args.at(0))?.to_pem().during("Failed to encode certificate").thrown(ctx)?;
        Ok(ctx.string_from_latin1(&pem))
    }),
    ("certificateKey", |ctx, args| {
        let key =
            of(ctx, args.at(0))?.public_key().during("Failed to get public key").thrown(ctx)?;
        hold(ctx, Held::Public(key))
    }),
    ("checkHost", |ctx, args| {
        let name = args.at(1).to_rust_string(ctx)?;
        let found = of(ctx, args.at(0))?.check_host(&name, HostFlags(args.at(2).to_uint32(ctx)?));
        Ok(found.map_or(ctx.undefined(), |name| ctx.string(&name)))
    }),
    ("checkEmail", |ctx, args| {
        let address = args.at(1).to_rust_string(ctx)?;
        Ok(ctx.boolean(
            of(ctx, args.at(0))?.check_email(&address, HostFlags(args.at(2).to_uint32(ctx)?)),
        ))
    }),
    ("checkIP", |ctx, args| {
        let address = args.at(1).to_rust_string(ctx)?;
        Ok(ctx.boolean(of(ctx, args.at(0))?.check_ip(&address)))
    }),
    ("checkIssued", |ctx, args| {
        let answer = of(ctx, args.at(0))?.is_issued_by(&*of(ctx, args.at(1))?);
        Ok(ctx.boolean(answer))
    }),
    ("checkPrivateKey", |ctx, args| {
        Ok(ctx.boolean(of(ctx, args.at(0))?.has_private_key(&asymmetric(ctx, args.at(1))?)))
    }),
    ("verifyCertificate", |ctx, args| {
        Ok(ctx.boolean(of(ctx, args.at(0))?.is_signed_by(&asymmetric(ctx, args.at(1))?)))
    }),
    ("verifySpkac", |ctx, args| Ok(ctx.boolean(verify_spkac(&input::bytes(ctx, args.at(0))?)))),
    ("spkacPublicKey", |ctx, args| {
        let key = public_key(&input::bytes(ctx, args.at(0))?);
        key.map_or(Ok(ctx.undefined()), |key| output::bytes(ctx, key))
    }),
    ("spkacChallenge", |ctx, args| {
        let text = challenge(&input::bytes(ctx, args.at(0))?);
        text.map_or(Ok(ctx.undefined()), |text| output::bytes(ctx, text))
    }),
];

/// `certificateFields(certificate)`: what does not change, by Node's names.
fn certificate_fields<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let certificate = of(ctx, args.at(0))?;
    let fields = ctx.object();
    let set = |fields: Object<'js>, name: &str, text: Option<String>| -> JsResult<'js, ()> {
        fields.set(ctx, name, text.map_or(ctx.undefined(), |text| ctx.string(&text)))
    };
    set(fields, "subject", certificate.subject())?;
    set(fields, "issuer", certificate.issuer())?;
    set(fields, "subjectAltName", certificate.subject_alt_name())?;
    set(fields, "infoAccess", certificate.info_access())?;
    set(fields, "validFrom", certificate.valid_from())?;
    set(fields, "validTo", certificate.valid_to())?;
    set(fields, "serialNumber", certificate.serial_number())?;
    let (name, number) = certificate.signature_algorithm();
    set(fields, "signatureAlgorithm", name)?;
    set(fields, "signatureAlgorithmOid", number)?;
    for (name, digest) in
        [("fingerprint", "sha1"), ("fingerprint256", "sha256"), ("fingerprint512", "sha512")]
    {
        let print =
            DigestAlgorithm::fetch(digest).ok().and_then(|digest| certificate.fingerprint(&digest));
        let pairs =
            print.unwrap_or_default().iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>();
        set(fields, name, Some(pairs.join(":")))?;
    }
    let usage = certificate.key_usage();
    fields.set(ctx, "keyUsage", usage.map_or(Ok(ctx.undefined()), |usage| names(ctx, &usage))?)?;
    fields.set(ctx, "ca", ctx.boolean(certificate.is_ca()))?;
    ErrorStack::clear();
    Ok(fields.into())
}

fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Certificate>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<Certificate>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}
