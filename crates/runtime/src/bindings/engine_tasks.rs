//! Tells the loop when the engine has something to finish, and the engine when to collect.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let hold = ctx.function("hold", |ctx, _| {
        Environment::of(ctx).await_engine_task(1);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "hold", hold)?;
    let release = ctx.function("release", |ctx, _| {
        Environment::of(ctx).await_engine_task(-1);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "release", release)?;
    let collect = ctx.function("collectGarbage", |ctx, args| {
        if args.at(0).to_bool(ctx) {
            ctx.collect_young_garbage();
        } else {
            ctx.collect_garbage();
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "collectGarbage", collect)?;
    Ok(binding)
}
