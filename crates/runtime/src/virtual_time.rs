//! Virtual time for what reads the engine's clock and not the loop's.
//!
//! Each context is given other functions in place of the engine's (`internal/virtual_time.js`) before anything runs in
//! it: clocks that read the loop's, and random numbers from the run's seed.

use std::rc::Rc;

use roundel_jsc::{Ctx, Exception, JsResult, JsString, Object};

use crate::builtins;
use crate::environment::Environment;
use crate::options::Time;

const BUILTIN: &str = "internal/virtual_time";

/// Replaces the clocks of a context, in which nothing has run yet, if the environment's time is virtual.
pub(crate) fn install<'js>(ctx: Ctx<'js>, environment: &Rc<Environment>) -> JsResult<'js, ()> {
    if environment.options.time == Time::Real {
        return Ok(());
    }
    let weak = Rc::downgrade(environment);
    let now_us = ctx.function("now", move |ctx, _| {
        let now_ns = weak.upgrade().map_or(0, |environment| environment.lp.wall_clock_ns());
        Ok(ctx.number((now_ns / 1_000) as f64))
    });
    let missing = || Exception::error(ctx, "a builtin is missing");
    let source = builtins::source(BUILTIN).ok_or_else(missing)?;
    let url = JsString::new(&format!("node:{BUILTIN}"));
    let body = ctx.evaluate(&JsString::new(&source), &url, 1)?;
    let body = body.as_function(ctx).ok_or_else(missing)?;
    let module = ctx.object();
    body.call(ctx, None, &[ctx.undefined(), ctx.undefined(), module.into()])?;
    let install = module.get(ctx, "exports")?.as_function(ctx).ok_or_else(missing)?;
    install.call(ctx, None, &[now_us.into(), random_seed(ctx, environment)?.into()])?;
    Ok(())
}

/// Four random numbers, other ones for each context.
fn random_seed<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let mut bytes = [0; 16];
    // The simulated platform always has random bytes.
    let _ = environment.lp.fill_random(&mut bytes);
    let mut numbers = [ctx.undefined(); 4];
    for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(4)) {
        *number = ctx.int32(bytes.iter().fold(0, |number, byte| number << 8 | i32::from(*byte)));
    }
    ctx.array(&numbers)
}
