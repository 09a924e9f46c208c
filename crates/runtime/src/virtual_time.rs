//! Virtual time for what reads the engine's clock and not the loop's.
//!
//! Each context is given other functions in place of the engine's (`internal/virtual_time.js`) before anything runs in
//! it. The engine's random numbers are seeded for the whole process, as its options are.

use std::rc::Rc;

use roundel_jsc::options::Configuration;
use roundel_jsc::{Ctx, Exception, JsResult, JsString};

use crate::builtins;
use crate::environment::Environment;
use crate::options::{Options, Time};

/// Any number does that the engine's generator spreads well: its first results follow the bits of the seed.
const RANDOM_SEED: u32 = 0x5eed_cafe;

const BUILTIN: &str = "internal/virtual_time";

/// Must run before the engine starts.
pub(crate) fn configure_engine(options: &Options, engine: &Configuration) {
    if options.time == Time::Virtual {
        // An engine without these options has other random numbers in each run, which is no reason not to start.
        let _ = engine.set_bool("forceWeakRandomSeed", true);
        let _ = engine.set_u32("forcedWeakRandomSeed", RANDOM_SEED);
    }
}

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
    install.call(ctx, None, &[now_us.into()])?;
    Ok(())
}
