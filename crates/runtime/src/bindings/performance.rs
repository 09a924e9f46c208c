//! What the loop tells about its own time.

use std::cell::Cell;

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

/// The moments of a run that `performance.nodeTiming` shows, since its start.
#[derive(Default)]
pub(crate) struct Milestones {
    pub(crate) loop_made_ns: Cell<Option<u64>>,
    pub(crate) engine_made_ns: Cell<Option<u64>>,
    pub(crate) environment_made_ns: Cell<Option<u64>>,
    pub(crate) bootstrap_complete_ns: Cell<Option<u64>>,
    pub(crate) loop_start_ns: Cell<Option<u64>>,
    pub(crate) loop_exit_ns: Cell<Option<u64>>,
}

/// What JavaScript sees of a milestone that has not been reached.
const NOT_YET: f64 = -1.0;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let idle_time = ctx.function("idleTime", |ctx, _| {
        Ok(ctx.number(Environment::of(ctx).lp.metrics().idle_ns as f64 / 1e6))
    });
    binding.set(ctx, "idleTime", idle_time)?;
    let milestones = ctx.function("milestones", |ctx, _| {
        let environment = Environment::of(ctx);
        let Milestones {
            loop_made_ns,
            engine_made_ns,
            environment_made_ns,
            bootstrap_complete_ns,
            loop_start_ns,
            loop_exit_ns,
        } = &environment.milestones;
        let moments = [
            loop_made_ns,
            engine_made_ns,
            environment_made_ns,
            bootstrap_complete_ns,
            loop_start_ns,
            loop_exit_ns,
        ];
        Ok(ctx.array(&moments.map(|moment| ctx.number(milliseconds(moment))))?.into())
    });
    binding.set(ctx, "milestones", milestones)?;
    let time_origin = ctx.function("timeOrigin", |ctx, _| {
        Ok(ctx.number(Environment::of(ctx).time_origin_ns() as f64 / 1e6))
    });
    binding.set(ctx, "timeOrigin", time_origin)?;
    Ok(binding)
}

fn milliseconds(milestone_ns: &Cell<Option<u64>>) -> f64 {
    milestone_ns.get().map_or(NOT_YET, |at_ns| at_ns as f64 / 1e6)
}
