//! Async contexts and callback scopes: what an addon's callbacks belong to, for `async_hooks` and `AsyncLocalStorage`.
//!
//! Ticks and microtasks are not drained here: whoever called the addon does that when it comes back, be it the door, a
//! script, or the callback of a thread-safe function.

use roundel_jsc::{Ctx, JsResult, Persistent, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::{Env, EnvPointer};
use crate::operations::Operation;
use crate::pointers::{In, Out};
use crate::status::Status;
use crate::types::{AsyncContextToken, CallbackScopeToken, Handle};

/// A resource of `async_hooks`, made by `asyncInit` of the operations.
pub(crate) type AsyncContext = Persistent;

/// Whether the stores of `AsyncLocalStorage` are those of the place where the resource was made, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stores {
    Carried,
    None,
}

impl<'js> Call<'js> {
    /// A resource of an addon's, named by it.
    pub(crate) fn async_resource(self, resource: Handle, name: Handle) -> Outcome<'js, Persistent> {
        let resource = match resource {
            Handle::NULL => self.ctx.object(),
            resource => self.to_object(resource)?,
        };
        let name = self.value(name)?.to_js_string(self.ctx);
        let name = name.map_err(|_| Status::StringExpected)?.to_value(self.ctx);
        let made = self.perform(Operation::AsyncInit, &[resource.into(), name])?;
        Ok(Persistent::new(self.ctx, made))
    }
}

impl Env {
    /// Calls `body` as a callback of the resource.
    pub(crate) fn run_in<'js, R>(
        &self,
        ctx: Ctx<'js>,
        resource: &Persistent,
        stores: Stores,
        body: impl FnOnce() -> JsResult<'js, R>,
    ) -> JsResult<'js, R> {
        let operations = &self.shared.operations;
        let resource = resource.get(ctx);
        let carries = ctx.boolean(stores == Stores::Carried);
        let outer = operations.call(ctx, Operation::AsyncEnter, &[resource, carries])?;
        let result = body()?;
        operations.call(ctx, Operation::AsyncLeave, &[resource, outer])?;
        Ok(result)
    }

    pub(crate) fn destroy_resource(&self, ctx: Ctx<'_>, resource: &Persistent) {
        // A hook that throws ends the program by itself.
        let _ = self.shared.operations.call(ctx, Operation::AsyncDestroy, &[resource.get(ctx)]);
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_async_init(
    env: EnvPointer,
    resource: Handle,
    name: Handle,
    result: Out<AsyncContextToken>,
) -> Status {
    entry::call(env, |call| {
        call.value(name)?;
        result.check()?;
        let made = call.async_resource(resource, name)?;
        Ok(result.set(AsyncContextToken(call.env.async_contexts.insert(made)))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_async_destroy(env: EnvPointer, context: AsyncContextToken) -> Status {
    entry::call(env, |call| {
        let resource = call.env.async_contexts.remove(context.0).ok_or(Status::InvalidArg)?;
        call.env.destroy_resource(call.ctx, &resource);
        Ok(())
    })
}

impl<'js> Call<'js> {
    /// The resource of a context; no context at all is one of its own.
    fn context(self, context: AsyncContextToken) -> Outcome<'js, Persistent> {
        if context == AsyncContextToken::NULL {
            let none = self.perform(Operation::AsyncInit, &[])?;
            return Ok(Persistent::new(self.ctx, none));
        }
        let find = |resource: &mut Persistent| resource.clone_in(self.ctx);
        let found = self.env.async_contexts.with(context.0, find);
        Ok(found.ok_or(Status::InvalidArg)?)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_make_callback(
    env: EnvPointer,
    context: AsyncContextToken,
    this: Handle,
    function: Handle,
    count: usize,
    values: In<Handle>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(this)?;
        let args = call.arguments(count, values)?;
        let this = call.to_object(this)?;
        let function = call.function(function)?;
        let resource = call.context(context)?;
        let value: Value<'_> = call.env.run_in(call.ctx, &resource, Stores::Carried, || {
            function.call(call.ctx, this, &args)
        })?;
        if !result.is_null() {
            result.set_if(call.handle(value));
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_open_callback_scope(
    env: EnvPointer,
    _resource: Handle,
    context: AsyncContextToken,
    result: Out<CallbackScopeToken>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let resource = call.context(context)?;
        let resource = resource.get(call.ctx);
        let outer = call.perform(Operation::AsyncEnter, &[resource])?;
        let scope = call.ctx.array(&[resource, outer])?;
        let mut scopes = call.env.callback_scopes.borrow_mut();
        scopes.push(Persistent::new(call.ctx, scope));
        Ok(result.set(CallbackScopeToken(scopes.len()))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_close_callback_scope(
    env: EnvPointer,
    scope: CallbackScopeToken,
) -> Status {
    entry::call(env, |call| {
        if scope == CallbackScopeToken::NULL {
            return Err(Status::InvalidArg.into());
        }
        let scope = {
            let mut scopes = call.env.callback_scopes.borrow_mut();
            if scope.0 != scopes.len() {
                return Err(Status::CallbackScopeMismatch.into());
            }
            scopes.pop().ok_or(Status::CallbackScopeMismatch)?
        };
        let scope = scope.get(call.ctx).as_object(call.ctx).ok_or(Status::GenericFailure)?;
        let resource = scope.get_index(call.ctx, 0)?;
        let outer = scope.get_index(call.ctx, 1)?;
        call.perform(Operation::AsyncLeave, &[resource, outer])?;
        Ok(())
    })
}
