//! Contexts: what `tls.createSecureContext` makes.

use std::rc::Rc;

use roundel_jsc::{Arguments, Class, Ctx, Exception, JsResult, Object, Value};
use roundel_openssl::tls::{Context, ContextSettings, Failure};

use super::{array, bytes, exception, optional_array, optional_bytes, optional_text};

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let class = Rc::new(Class::<Context>::new("SecureContext"));
    let create = ctx.function("createContext", move |ctx, args| {
        let context =
            Context::new(&settings(ctx, args)?).map_err(|failure| exception(ctx, &failure))?;
        Ok(class.instantiate(ctx, context).into())
    });
    binding.set(ctx, "createContext", create)?;

    type Change = fn(&Context, Vec<u8>, Option<Vec<u8>>) -> Result<(), Failure>;
    let changes: [(&str, Change); 10] = [
        ("setKey", |context, pem, passphrase| context.set_key(&pem, passphrase.as_deref())),
        ("setCert", |context, pem, _| context.set_certificate(&pem)),
        ("addCA", |context, pem, _| context.add_ca(&pem).map(|_| ())),
        ("trust", |context, pem, _| context.trust(pem)),
        ("trustSystem", |context, _, _| context.trust_system()),
        ("allowPartialChain", |context, _, _| context.allow_partial_chain()),
        ("addCRL", |context, pem, _| context.add_crl(&pem)),
        ("setPFX", |context, der, passphrase| context.set_pfx(&der, passphrase.as_deref())),
        ("setDH", |context, pem, _| context.set_dh((!pem.is_empty()).then_some(&pem))),
        ("setTicketKeys", |context, keys, _| context.set_ticket_keys(&keys)),
    ];
    for (name, change) in changes {
        let function = ctx.function(name, move |ctx, args| {
            let context = of(ctx, args.at(0))?;
            let (bytes, passphrase) = (bytes(ctx, args.at(1))?, optional_bytes(ctx, args.at(2))?);
            change(&context, bytes, passphrase).map_err(|failure| exception(ctx, &failure))?;
            Ok(ctx.undefined())
        });
        binding.set(ctx, name, function)?;
    }
    // shareTrust(context, other)
    let share = ctx.function("shareTrust", |ctx, args| {
        of(ctx, args.at(0))?.share_trust_of(&*of(ctx, args.at(1))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "shareTrust", share)?;
    let keys =
        ctx.function("ticketKeys", |ctx, args| array(ctx, of(ctx, args.at(0))?.ticket_keys()));
    binding.set(ctx, "ticketKeys", keys)?;
    let certificate = ctx.function("contextCertificate", |ctx, args| {
        optional_array(ctx, of(ctx, args.at(0))?.certificate_der())
    });
    binding.set(ctx, "contextCertificate", certificate)
}

/// The context that a script passes.
pub(super) fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Context>> {
    value
        .as_object(ctx)
        .and_then(Object::private::<Context>)
        .ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

/// `createContext(minVersion, maxVersion, options, ciphers, cipherSuites, groups, signatureAlgorithms, sessionIdContext,
/// sessionTimeout)`
fn settings<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, ContextSettings> {
    let timeout = args.at(8);
    Ok(ContextSettings {
        min_version: args.at(0).to_int32(ctx)?,
        max_version: args.at(1).to_int32(ctx)?,
        options: args.at(2).to_number(ctx)? as u64,
        ciphers: optional_text(ctx, args.at(3))?,
        cipher_suites: optional_text(ctx, args.at(4))?,
        groups: optional_text(ctx, args.at(5))?,
        signature_algorithms: optional_text(ctx, args.at(6))?,
        session_id_context: optional_text(ctx, args.at(7))?.map(String::into_bytes),
        session_timeout_s: if timeout.is_nullish() {
            None
        } else {
            Some(timeout.to_number(ctx)? as i64)
        },
    })
}
