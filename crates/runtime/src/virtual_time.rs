//! Virtual time for what reads the engine's clock and not the loop's.
//!
//! Each context is given other functions in place of the engine's (`internal/virtual_time.js`) before anything runs in
//! it: clocks that read the loop's, and random numbers from the run's seed.

use std::cell::Cell;
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
    let jumps = Jumps::default();
    let now_us = ctx.function("now", move |ctx, _| {
        let now_ns = weak.upgrade().map_or(0, |environment| {
            environment.lp.wall_clock_ns().saturating_add_signed(jumps.sum_ns(&environment))
        });
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

/// How far the system's clock was set, by a fault. It is asked for where a program reads its clock at another time than
/// before, and not for ever: each is a question to whoever explores.
#[derive(Default)]
struct Jumps {
    asked_ns: Cell<u64>,
    asked: Cell<u32>,
    sum_ns: Cell<i64>,
}

const MOST_JUMPS: u32 = 8;

impl Jumps {
    fn sum_ns(&self, environment: &Environment) -> i64 {
        let now_ns = environment.lp.now_ns();
        if self.asked.get() < MOST_JUMPS && self.asked_ns.replace(now_ns) != now_ns {
            self.asked.set(self.asked.get() + 1);
            self.sum_ns.set(self.sum_ns.get().saturating_add(environment.clock_jump_ns()));
        }
        self.sum_ns.get()
    }
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
