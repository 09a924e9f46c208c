//! Message ports, as far as the loop knows them.

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Persistent};

use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let install = ctx.function("install", |ctx, args| {
        if (0..3).any(|index| args.at(index).as_function(ctx).is_none()) {
            return Err(Exception::error(ctx, "ports are served with functions"));
        }
        let take = |index| Persistent::new(ctx, args.at(index));
        Environment::of(ctx).ports.install(take(0), take(1), take(2));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "install", install)?;
    let open = ctx.function("open", |ctx, _| match Environment::of(ctx).open_port() {
        Ok(number) => Ok(ctx.number(number.into())),
        Err(error) => Err(Exception::error(ctx, &error.to_string())),
    });
    binding.set(ctx, "open", open)?;
    let set_ref = ctx.function("setRef", |ctx, args| {
        let wanted = args.at(1).to_bool(ctx);
        Environment::of(ctx).reference_port(number(ctx, args)?, wanted);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setRef", set_ref)?;
    let ring = ctx.function("ring", |ctx, args| {
        Environment::of(ctx).ring_port(number(ctx, args)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "ring", ring)?;
    let close = ctx.function("close", |ctx, args| {
        Environment::of(ctx).close_port(number(ctx, args)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "close", close)?;
    Ok(binding)
}

fn number<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, u32> {
    Ok(args.at(0).to_number(ctx)? as u32)
}
