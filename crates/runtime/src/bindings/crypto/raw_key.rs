//! Keys that are only bytes: read and written without a frame around them.

use roundel_jsc::{Arguments, Ctx, JsResult, Value};
use roundel_openssl::{EcExchange, Key, KeyKind, Point, PostQuantum, Secret, curve_nid};

use super::key::{Held, asymmetric, hold};
use super::{Native, input, output};

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("rawPublic", |ctx, args| {
        let bytes = asymmetric(ctx, args.at(0))?.raw_public();
        bytes.map_or(Ok(ctx.undefined()), |bytes| output::bytes(ctx, bytes))
    }),
    ("rawPrivate", |ctx, args| optional(ctx, asymmetric(ctx, args.at(0))?.raw_private())),
    ("rawSeed", |ctx, args| optional(ctx, asymmetric(ctx, args.at(0))?.seed())),
    ("importRaw", import_raw),
    ("importSeed", import_seed),
    ("pointOf", point_of),
    ("isKeyKind", |ctx, args| {
        let kind = KeyKind::by_name(&args.at(0).to_rust_string(ctx)?);
        let is_supported = match kind {
            Some(KeyKind::PostQuantum(set)) => set.is_supported(),
            other => other.is_some(),
        };
        Ok(ctx.boolean(is_supported))
    }),
    ("postQuantumName", |ctx, args| {
        let kind = KeyKind::by_name(&args.at(0).to_rust_string(ctx)?);
        Ok(match kind {
            Some(KeyKind::PostQuantum(set)) => ctx.string(set.algorithm()),
            _ => ctx.undefined(),
        })
    }),
    ("postQuantumKind", |ctx, args| {
        let set = PostQuantum::by_algorithm(&args.at(0).to_rust_string(ctx)?)
            .filter(|set| set.is_supported());
        let name = set.and_then(|set| KeyKind::PostQuantum(set).name());
        Ok(name.map_or(ctx.undefined(), |name| ctx.string(name)))
    }),
];

fn optional(ctx: Ctx<'_>, bytes: Option<Secret>) -> JsResult<'_, Value<'_>> {
    bytes.map_or(Ok(ctx.undefined()), |bytes| output::secret(ctx, bytes))
}

/// `importRaw(kind, bytes, isPrivate)`: undefined if it is none.
fn import_raw<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let kind = KeyKind::by_name(&args.at(0).to_rust_string(ctx)?).unwrap_or(KeyKind::Other);
    let bytes = input::bytes(ctx, args.at(1))?;
    let is_private = args.at(2).to_bool(ctx);
    let Ok(key) = Key::from_raw(kind, &bytes, is_private) else { return Ok(ctx.undefined()) };
    hold(ctx, if is_private { Held::Private(key) } else { Held::Public(key) })
}

/// `importSeed(kind, seed)`: undefined if there is no such key.
fn import_seed<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let kind = KeyKind::by_name(&args.at(0).to_rust_string(ctx)?);
    let seed = input::bytes(ctx, args.at(1))?;
    let Some(KeyKind::PostQuantum(set)) = kind else { return Ok(ctx.undefined()) };
    let Ok(key) = set.from_seed(&seed) else { return Ok(ctx.undefined()) };
    hold(ctx, Held::Private(key))
}

/// `pointOf(curve, privateKey)`: the public key that belongs to a number; undefined if there is none.
fn point_of<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(nid) = curve_nid(&args.at(0).to_rust_string(ctx)?) else { return Ok(ctx.undefined()) };
    let number = input::bytes(ctx, args.at(1))?;
    let point = EcExchange::new(nid).ok().and_then(|mut exchange| {
        exchange.set_private_key(&number).ok()?;
        exchange.public_key(Point::Uncompressed)
    });
    point.map_or(Ok(ctx.undefined()), |point| output::bytes(ctx, point))
}
