//! Promises that an addon settles.

use roundel_jsc::Persistent;

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{DeferredToken, Handle};

/// The functions that settle a promise.
pub(crate) struct Settlers {
    resolve: Persistent,
    reject: Persistent,
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_promise(
    env: EnvPointer,
    deferred: Out<DeferredToken>,
    promise: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        deferred.check()?;
        promise.check()?;
        let made = call.ctx.deferred()?;
        let settlers = Settlers {
            resolve: Persistent::new(call.ctx, made.resolve),
            reject: Persistent::new(call.ctx, made.reject),
        };
        deferred.set(DeferredToken(call.env.settlers.insert(settlers)))?;
        call.give(promise, made.promise)
    })
}

fn settle<'js>(
    call: Call<'js>,
    deferred: DeferredToken,
    value: Handle,
    which: fn(&Settlers) -> &Persistent,
) -> Outcome<'js> {
    let value = call.value(value)?;
    let settlers = call.env.settlers.remove(deferred.0).ok_or(Status::InvalidArg)?;
    let function = which(&settlers).get(call.ctx).as_function(call.ctx);
    function.ok_or(Status::GenericFailure)?.call(call.ctx, None, &[value])?;
    Ok(())
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_resolve_deferred(
    env: EnvPointer,
    deferred: DeferredToken,
    value: Handle,
) -> Status {
    entry::script(env, |call| settle(call, deferred, value, |settlers| &settlers.resolve))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_reject_deferred(
    env: EnvPointer,
    deferred: DeferredToken,
    value: Handle,
) -> Status {
    entry::script(env, |call| settle(call, deferred, value, |settlers| &settlers.reject))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_is_promise(
    env: EnvPointer,
    value: Handle,
    result: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        Ok(result.set(call.ask(Operation::IsPromise, &[value])?)?)
    })
}
