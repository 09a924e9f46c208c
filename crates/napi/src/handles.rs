//! Handles and their scopes.
//!
//! A handle is a position in the env's stack of kept values; a scope remembers how high the stack was. Each call of the
//! addon has one of its own (`Env::visit`), so that handles made without a scope last as long as the call.

use roundel_jsc::Ctx;

use crate::entry::{self, Call, Outcome};
use crate::env::{Env, EnvPointer};
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Handle, ScopeToken};

pub(crate) struct Scope {
    /// How many handles there were.
    base: usize,
    /// Where the value goes that escapes, if the scope lets one.
    escape: Option<Escape>,
}

#[derive(Clone, Copy)]
enum Escape {
    /// The place that was made for it outside.
    To(usize),
    Done,
}

impl Env {
    fn open_scope(&self, escape: Option<Escape>) -> ScopeToken {
        let base = self.handles.borrow().len();
        let mut scopes = self.scopes.borrow_mut();
        scopes.push(Scope { base, escape });
        ScopeToken(scopes.len())
    }

    /// Closes a scope, and those inside it.
    fn close_scope(&self, ctx: Ctx<'_>, token: ScopeToken) -> Result<(), Status> {
        let base = {
            let mut scopes = self.scopes.borrow_mut();
            let depth = token.0.checked_sub(1).ok_or(Status::InvalidArg)?;
            let scope = scopes.get(depth).ok_or(Status::HandleScopeMismatch)?;
            let base = scope.base;
            scopes.truncate(depth);
            base
        };
        self.handles.borrow_mut().truncate(ctx, base);
        Ok(())
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_open_handle_scope(
    env: EnvPointer,
    result: Out<ScopeToken>,
) -> Status {
    entry::basic(env, |env| {
        result.check()?;
        result.set(env.open_scope(None))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_close_handle_scope(env: EnvPointer, scope: ScopeToken) -> Status {
    entry::call(env, |call| Ok(call.env.close_scope(call.ctx, scope)?))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_open_escapable_handle_scope(
    env: EnvPointer,
    result: Out<ScopeToken>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let place = call.env.handles.borrow_mut().push(call.ctx, call.ctx.undefined());
        Ok(result.set(call.env.open_scope(Some(Escape::To(place))))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_close_escapable_handle_scope(
    env: EnvPointer,
    scope: ScopeToken,
) -> Status {
    entry::call(env, |call| Ok(call.env.close_scope(call.ctx, scope)?))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_escape_handle(
    env: EnvPointer,
    scope: ScopeToken,
    escapee: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        if scope == ScopeToken::NULL {
            return Err(Status::InvalidArg.into());
        }
        let value = call.value(escapee)?;
        result.check()?;
        let place = take_escape(call, scope)?;
        call.env.handles.borrow_mut().set(call.ctx, place, value);
        Ok(result.set(Handle(place + 1))?)
    })
}

fn take_escape<'js>(call: Call<'js>, scope: ScopeToken) -> Outcome<'js, usize> {
    let mut scopes = call.env.scopes.borrow_mut();
    let scope = scopes.get_mut(scope.0 - 1).ok_or(Status::HandleScopeMismatch)?;
    match scope.escape {
        Some(Escape::To(place)) => {
            scope.escape = Some(Escape::Done);
            Ok(place)
        }
        Some(Escape::Done) => Err(Status::EscapeCalledTwice.into()),
        None => Err(Status::InvalidArg.into()),
    }
}
