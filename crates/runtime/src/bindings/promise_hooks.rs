//! What hooks of promises need of the engine.

use roundel_jsc::{Ctx, JsResult, Object, PromiseState};

use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let hook = ctx.function("hookConstructor", |ctx, args| {
        let both = args.at(0).as_function(ctx).zip(args.at(1).as_function(ctx));
        let twin = both.and_then(|(promise, construct)| ctx.hook_promises(promise, construct));
        Ok(twin.map_or(ctx.undefined(), Into::into))
    });
    binding.set(ctx, "hookConstructor", hook)?;
    let is_settled = ctx.function("isSettled", |ctx, args| {
        let state = args.at(0).promise_state(ctx);
        Ok(ctx.boolean(state.is_some_and(|(state, _)| !matches!(state, PromiseState::Pending))))
    });
    binding.set(ctx, "isSettled", is_settled)?;
    let learn = ctx.function("learnSettler", |ctx, args| {
        ctx.learn_settler(args.at(0), args.at(1));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "learnSettler", learn)?;
    let settled_by = ctx.function("settledBy", |ctx, args| {
        Ok(ctx.settled_by(args.at(0)).unwrap_or_else(|| ctx.undefined()))
    });
    binding.set(ctx, "settledBy", settled_by)?;
    if let Some([body, promise]) = ctx.running_body_readers() {
        binding.set(ctx, "runningBody", body)?;
        binding.set(ctx, "runningPromise", promise)?;
    }
    Ok(binding)
}
