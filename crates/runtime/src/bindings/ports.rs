//! Message ports, as far as the loop knows them.

use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, Object, Persistent, TypedArray};

use crate::environment::Environment;
use crate::outside::Taken;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let install = ctx.function("install", |ctx, args| {
        if (0..4).any(|index| args.at(index).as_function(ctx).is_none()) {
            return Err(Exception::error(ctx, "ports are served with functions"));
        }
        let take = |index| Persistent::new(ctx, args.at(index));
        Environment::of(ctx).ports.install([take(0), take(1), take(2), take(3)]);
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
    outside(ctx, binding)?;
    Ok(binding)
}

fn outside<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let open = ctx.function("openParent", |ctx, _| match Environment::of(ctx).open_parent() {
        Ok(number) => Ok(ctx.number(number.into())),
        Err(error) => Err(Exception::error(ctx, &error.to_string())),
    });
    binding.set(ctx, "openParent", open)?;
    let post = ctx.function("postOutside", |ctx, args| {
        let Some(message) = args.at(1).as_typed_array(ctx) else { return Ok(ctx.boolean(false)) };
        let bytes = message.with_bytes(ctx, <[u8]>::to_vec)?;
        let is_posted = Environment::of(ctx).post_outside(number(ctx, args)?, bytes);
        Ok(ctx.boolean(is_posted))
    });
    binding.set(ctx, "postOutside", post)?;
    let take = ctx.function("take", |ctx, args| {
        Ok(match Environment::of(ctx).take_message(number(ctx, args)?) {
            Taken::Message(bytes) => TypedArray::from_vec(ctx, bytes)?.as_object().into(),
            Taken::Nothing => ctx.null(),
            Taken::Ended => ctx.undefined(),
        })
    });
    binding.set(ctx, "take", take)?;
    let close = ctx.function("closeChannel", |ctx, args| {
        Environment::of(ctx).close_channel(number(ctx, args)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "closeChannel", close)
}

fn number<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, u32> {
    Ok(args.at(0).to_number(ctx)? as u32)
}
