//! Tells the loop when the engine has something to finish, and the engine when to collect.

use roundel_jsc::{Ctx, JsResult, Object, Persistent};

use crate::engine_tasks::Delivery;
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let install = ctx.function("install", |ctx, args| {
        let environment = Environment::of(ctx);
        environment.engine_tasks.install(Persistent::new(ctx, args.at(0)));
        environment.watch_engine_tasks();
        Ok(ctx.undefined())
    });
    binding.set(ctx, "install", install)?;
    binding.set(ctx, "SETTLED", ctx.int32(Delivery::Settled as i32))?;
    binding.set(ctx, "UNCLEAN", ctx.int32(Delivery::Unclean as i32))?;
    let announce = ctx.function("announce", |ctx, args| {
        let is_settled = args.at(0).to_int32(ctx)? == Delivery::Settled as i32;
        let delivery = if is_settled { Delivery::Settled } else { Delivery::Unclean };
        Environment::of(ctx).engine_tasks.announce(delivery);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "announce", announce)?;
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
