//! A computation, run at once or on the pool.

use std::rc::Rc;

use roundel_jsc::{Ctx, JsResult, Persistent, Value};
use roundel_loop::{Lane, work};

use super::failure::{Failure, Kind};
use crate::environment::Environment;

/// Makes of a result what JavaScript gets.
pub(super) type Deliver<T> = for<'a> fn(Ctx<'a>, T) -> JsResult<'a, Value<'a>>;

/// Runs the job now, or on the pool when `callback` is a function, which then gets `(error, value)`.
pub(super) fn run<'js, T: Send + 'static>(
    ctx: Ctx<'js>,
    callback: Value<'js>,
    label: &'static str,
    job: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    deliver: Deliver<T>,
) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    if callback.as_function(ctx).is_none() {
        return match job() {
            Ok(value) => deliver(ctx, value),
            Err(failure) => Err(failure.exception(ctx)),
        };
    }
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, callback);
    let origin = environment.origin(label);
    let id = work(&environment.lp, Lane::Fast, job, move |_, result| {
        let Some(environment) = weak.upgrade() else { return };
        let result = result.unwrap_or_else(|_| {
            Err(Failure::coded(Kind::Error("ERR_CRYPTO_OPERATION_FAILED"), "Operation failed"))
        });
        environment.callback(|ctx| {
            let Some(function) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            let args = match result {
                Ok(value) => [ctx.undefined(), deliver(ctx, value)?],
                Err(failure) => [failure.exception(ctx).value(), ctx.undefined()],
            };
            function.call(ctx, None, &args)?;
            Ok(())
        });
    });
    id.set_origin(&environment.lp, origin);
    Ok(ctx.undefined())
}
