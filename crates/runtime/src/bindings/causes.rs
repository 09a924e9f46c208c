//! The record of causes, as JavaScript tells it.

use std::cell::RefCell;

use roundel_jsc::{Ctx, JsResult, Object, Value};
use roundel_loop::ResourceId;

use crate::causes::{Resource, TurnKind};
use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let enabled = environment.causes.as_ref().is_some_and(|causes| causes.wants_resources());
    binding.set(ctx, "enabled", ctx.boolean(enabled))?;
    let watches_waits = environment.causes.as_ref().is_some_and(|causes| causes.blocked().is_some());
    binding.set(ctx, "watchesWaits", ctx.boolean(watches_waits))?;
    let made = ctx.function("made", |ctx, args| {
        let turn = match args.at(3).to_rust_string(ctx)?.as_str() {
            "" => TurnKind::None,
            "entry" => TurnKind::Entry,
            kind => TurnKind::Own(kind.to_owned()),
        };
        Environment::of(ctx).resource_made(Resource {
            id: id(ctx, args.at(0))?,
            kind: args.at(1).to_rust_string(ctx)?,
            trigger: id(ctx, args.at(2))?,
            turn,
            function: args.at(4).to_rust_string(ctx)?,
            detail: RefCell::new(json(ctx, args.at(5))?.unwrap_or_default()),
            stack: args.at(6).to_rust_string(ctx)?,
        });
        Ok(ctx.undefined())
    });
    binding.set(ctx, "made", made)?;
    let begin = ctx.function("begin", |ctx, args| {
        let kind = match args.at(1) {
            kind if kind.is_undefined() => None,
            kind => Some(kind.to_rust_string(ctx)?),
        };
        Environment::of(ctx).resource_begin(id(ctx, args.at(0))?, kind, json(ctx, args.at(2))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "begin", begin)?;
    let end = ctx.function("end", |ctx, args| {
        let ended = args.at(0).as_number().map(|id| ResourceId(id as u64));
        Environment::of(ctx).resource_end(ended);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "end", end)?;
    let gone = ctx.function("gone", |ctx, args| {
        Environment::of(ctx).resource_gone(id(ctx, args.at(0))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "gone", gone)?;
    let waited = ctx.function("waited", |ctx, _| {
        Environment::of(ctx).waited(ctx);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "waited", waited)?;
    Ok(binding)
}

fn id<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, ResourceId> {
    Ok(ResourceId(value.to_number(ctx)? as u64))
}

/// The text is JSON.stringify's.
fn json<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<serde_json::Value>> {
    if value.is_undefined() {
        return Ok(None);
    }
    Ok(serde_json::from_str(&value.to_rust_string(ctx)?).ok())
}
