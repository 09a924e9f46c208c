//! Which code has run: see `crate::coverage`.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let start = ctx.function("start", |ctx, args| {
        let directory = args.at(0).to_rust_string(ctx)?;
        Environment::of(ctx).coverage.start(directory.into());
        Ok(ctx.undefined())
    });
    binding.set(ctx, "start", start)?;
    let take = ctx.function("take", |ctx, _| {
        let environment = Environment::of(ctx);
        match environment.coverage.take(environment.options.thread_id) {
            Ok(()) => Ok(ctx.undefined()),
            Err(error) => Ok(ctx.string(&error.to_string())),
        }
    });
    binding.set(ctx, "take", take)?;
    let stop = ctx.function("stop", |ctx, _| {
        Environment::of(ctx).coverage.stop();
        Ok(ctx.undefined())
    });
    binding.set(ctx, "stop", stop)?;
    Ok(binding)
}
