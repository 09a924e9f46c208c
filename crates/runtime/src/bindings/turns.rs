//! The turns that only JavaScript can tell apart, for `--turn-log`.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;
use crate::turns::Opening;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let enabled = environment.turns.as_ref().is_some_and(|turns| turns.is_logging());
    binding.set(ctx, "enabled", ctx.boolean(enabled))?;
    let begin = ctx.function("begin", |ctx, args| {
        let detail = args.at(1);
        let detail = if detail.is_undefined() {
            serde_json::Value::Null
        } else {
            // The text is JSON.stringify's.
            serde_json::from_str(&detail.to_rust_string(ctx)?).unwrap_or_default()
        };
        let cause = match args.at(2).as_number() {
            Some(turn) => Some((turn as u64, args.at(3).to_rust_string(ctx)?)),
            None => None,
        };
        let opening = Opening { kind: args.at(0).to_rust_string(ctx)?, detail, cause };
        let environment = Environment::of(ctx);
        if let Some(turns) = &environment.turns {
            turns.begin(&environment, opening);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "begin", begin)?;
    let end = ctx.function("end", |ctx, _| {
        if let Some(turns) = &Environment::of(ctx).turns {
            turns.end();
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "end", end)?;
    let current = ctx.function("current", |ctx, _| {
        let environment = Environment::of(ctx);
        let turn = environment.turns.as_ref().map_or(0, |turns| turns.current(&environment));
        Ok(ctx.number(turn as f64))
    });
    binding.set(ctx, "current", current)?;
    Ok(binding)
}
