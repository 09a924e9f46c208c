//! Microtasks, and what the engine says of promises.

use roundel_jsc::{Ctx, Function, JsResult, Object};

use crate::environment::Environment;
use crate::shared::{HAS_REJECTION, HAS_TICK};

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "tickInfo", environment.shared.tick_info.to_object(ctx)?)?;
    binding.set(ctx, "HAS_TICK", ctx.int32(HAS_TICK as i32))?;
    binding.set(ctx, "HAS_REJECTION", ctx.int32(HAS_REJECTION as i32))?;
    let run = if environment.causes.is_some() { told_runner(ctx) } else { ctx.microtask_runner() };
    binding.set(ctx, "runMicrotasks", run)?;
    let is_handled = ctx.function("isPromiseHandled", |ctx, args| {
        // An engine that does not tell leaves it at what it reported.
        Ok(ctx.boolean(args.at(0).is_handled_promise(ctx).unwrap_or(false)))
    });
    binding.set(ctx, "isPromiseHandled", is_handled)?;
    let set_callback = ctx.function("setUnhandledRejectionCallback", |ctx, args| {
        if let Some(callback) = args.at(0).as_function(ctx) {
            ctx.set_unhandled_rejection_callback(callback)?;
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setUnhandledRejectionCallback", set_callback)?;
    Ok(binding)
}

/// Runs microtasks and lets readers of the record of causes know.
fn told_runner(ctx: Ctx<'_>) -> Function<'_> {
    ctx.function("runMicrotasks", |ctx, _| {
        Environment::of(ctx).run_told_jobs(ctx);
        Ok(ctx.undefined())
    })
}
