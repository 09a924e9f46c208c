//! The clock and the numbers of timers and immediates.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;
use crate::shared::{COUNT, HAS_DESTROYED, NEXT_EXPIRY, NOW, OUTSTANDING, REF_COUNT, RESOURCE_ID};

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let shared = &environment.shared;
    binding.set(ctx, "clock", shared.clock.to_object(ctx)?)?;
    binding.set(ctx, "timerInfo", shared.timer_info.to_object(ctx)?)?;
    binding.set(ctx, "immediateInfo", shared.immediate_info.to_object(ctx)?)?;
    binding.set(ctx, "resourceInfo", shared.resource_info.to_object(ctx)?)?;
    let slots = [
        ("NOW", NOW),
        ("NEXT_EXPIRY", NEXT_EXPIRY),
        ("REF_COUNT", REF_COUNT),
        ("COUNT", COUNT),
        ("OUTSTANDING", OUTSTANDING),
        ("HAS_DESTROYED", HAS_DESTROYED),
        ("RESOURCE_ID", RESOURCE_ID),
    ];
    for (name, slot) in slots {
        binding.set(ctx, name, ctx.int32(slot as i32))?;
    }
    // Without captured state it is a function of the engine's own kind, which costs a third.
    let update_now = ctx.function("updateNow", |ctx, _| {
        Environment::of(ctx).update_now();
        Ok(ctx.undefined())
    });
    binding.set(ctx, "updateNow", update_now)?;
    Ok(binding)
}
