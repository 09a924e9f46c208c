//! Announcements of callbacks for `--warn-blocked`.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "enabled", ctx.boolean(environment.blocked.is_some()))?;
    let begin = ctx.function("beginCallback", |ctx, args| {
        let kind = args.at(0).to_rust_string(ctx)?;
        let stack = args.at(1).to_rust_string(ctx)?;
        if let Some(blocked) = &Environment::of(ctx).blocked {
            blocked.begin_callback(kind, stack);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "beginCallback", begin)?;
    let end = ctx.function("endCallback", |ctx, _| {
        let environment = Environment::of(ctx);
        if let Some(blocked) = &environment.blocked {
            blocked.end_callback(&environment.sources);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "endCallback", end)?;
    Ok(binding)
}
