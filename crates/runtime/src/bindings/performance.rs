//! What the loop tells about its own time.

use std::cell::Cell;
use std::time::Instant;

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

/// The moments of a run that `performance.nodeTiming` shows.
#[derive(Default)]
pub(crate) struct Milestones {
    pub(crate) bootstrap_complete: Cell<Option<Instant>>,
    pub(crate) loop_start: Cell<Option<Instant>>,
}

/// What JavaScript sees of a milestone that has not been reached.
const NOT_YET: f64 = -1.0;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let idle_time = ctx.function("idleTime", |ctx, _| {
        Ok(ctx.number(Environment::of(ctx).lp.metrics().idle_ns as f64 / 1e6))
    });
    binding.set(ctx, "idleTime", idle_time)?;
    let bootstrap_complete = ctx.function("bootstrapComplete", |ctx, _| {
        let environment = Environment::of(ctx);
        Ok(ctx.number(since_start(&environment, &environment.milestones.bootstrap_complete)))
    });
    binding.set(ctx, "bootstrapComplete", bootstrap_complete)?;
    let loop_start = ctx.function("loopStart", |ctx, _| {
        let environment = Environment::of(ctx);
        Ok(ctx.number(since_start(&environment, &environment.milestones.loop_start)))
    });
    binding.set(ctx, "loopStart", loop_start)?;
    Ok(binding)
}

fn since_start(environment: &Environment, milestone: &Cell<Option<Instant>>) -> f64 {
    milestone.get().map_or(NOT_YET, |at| at.duration_since(environment.started).as_secs_f64() * 1e3)
}
