//! The way from an addon's call into Rust: every exported function is one of these.
//!
//! An entry checks the env, catches a panic, which must not unwind through the addon's frames, and notes how the call
//! ended. There are three kinds, by what they may do:
//!
//! - [`basic`] touches no JavaScript value and is allowed at any time;
//! - [`call`] works on values and runs no script, also while an exception is pending;
//! - [`script`] may run one, and so is refused while an exception is pending or when no script may run any more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use roundel_jsc::{Class, Ctx, Exception, Object, Value};

use crate::env::{self, Env, EnvPointer};
use crate::operations::Operation;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::Handle;

/// Why a function of the interface did not do what it was called for.
pub(crate) enum Failure<'js> {
    Status(Status),
    /// The exception is now the pending one.
    Thrown(Exception<'js>),
}

impl From<Status> for Failure<'_> {
    fn from(status: Status) -> Self {
        Failure::Status(status)
    }
}

impl<'js> From<Exception<'js>> for Failure<'js> {
    fn from(exception: Exception<'js>) -> Self {
        Failure::Thrown(exception)
    }
}

pub(crate) type Outcome<'js, T = ()> = Result<T, Failure<'js>>;

/// What an entry works with.
#[derive(Clone, Copy)]
pub(crate) struct Call<'js> {
    pub(crate) env: &'js Env,
    pub(crate) ctx: Ctx<'js>,
}

impl<'js> Call<'js> {
    /// The value of a handle; null and what is no handle of this env are invalid arguments.
    pub(crate) fn value(self, handle: Handle) -> Result<Value<'js>, Status> {
        self.env.value(self.ctx, handle).ok_or(Status::InvalidArg)
    }

    /// A value that must be an object, a function included.
    pub(crate) fn object(self, handle: Handle) -> Result<Object<'js>, Status> {
        self.value(handle)?.as_object(self.ctx).ok_or(Status::ObjectExpected)
    }

    /// `Object(value)`. Of what has no object the addon gets a status, and the exception is pending as well.
    pub(crate) fn to_object(self, handle: Handle) -> Result<Object<'js>, Status> {
        let value = self.value(handle)?;
        if value.is_nullish() {
            let message = "Cannot convert undefined or null to object";
            self.env.set_pending(self.ctx, Exception::type_error(self.ctx, message));
        }
        value.to_object(self.ctx).map_err(|_| Status::ObjectExpected)
    }

    pub(crate) fn handle(self, value: impl Into<Value<'js>>) -> Handle {
        self.env.handle(self.ctx, value.into())
    }

    /// A result that must be asked for.
    pub(crate) fn give(self, out: Out<Handle>, value: impl Into<Value<'js>>) -> Outcome<'js> {
        out.check()?;
        Ok(out.set(self.handle(value))?)
    }

    /// Calls a function of `internal/addons/operations.js`.
    pub(crate) fn perform(
        self,
        operation: Operation,
        args: &[Value<'js>],
    ) -> Result<Value<'js>, Exception<'js>> {
        self.env.shared.operations.call(self.ctx, operation, args)
    }

    /// The same of one that answers yes or no.
    pub(crate) fn ask(
        self,
        operation: Operation,
        args: &[Value<'js>],
    ) -> Result<bool, Exception<'js>> {
        Ok(self.perform(operation, args)?.to_bool(self.ctx))
    }

    pub(crate) fn carry<T: 'static>(self, class: &Class<T>, data: T) -> Object<'js> {
        class.instantiate(self.ctx, data)
    }
}

/// An entry that leaves no trace in the record of the last error.
pub(crate) fn unrecorded(
    env: EnvPointer,
    body: impl FnOnce(&Rc<Env>) -> Result<(), Status>,
) -> Status {
    once(body, |body| pass(env, Record::Left, body))
}

pub(crate) fn basic(env: EnvPointer, body: impl FnOnce(&Rc<Env>) -> Result<(), Status>) -> Status {
    once(body, |body| pass(env, Record::Written, body))
}

pub(crate) fn call(
    env: EnvPointer,
    body: impl for<'js> FnOnce(Call<'js>) -> Outcome<'js>,
) -> Status {
    let mut body = Some(body);
    enter(env, Rules::Values, &mut |call| match body.take() {
        Some(body) => body(call),
        None => Ok(()),
    })
}

pub(crate) fn script(
    env: EnvPointer,
    body: impl for<'js> FnOnce(Call<'js>) -> Outcome<'js>,
) -> Status {
    let mut body = Some(body);
    enter(env, Rules::Script, &mut |call| match body.take() {
        Some(body) => body(call),
        None => Ok(()),
    })
}

/// What an entry does, as a value: one copy of the way in serves all functions, where a copy around each would be most of
/// what they weigh.
type Basic<'a> = &'a mut dyn FnMut(&Rc<Env>) -> Result<(), Status>;
type Body<'a> = &'a mut dyn for<'js> FnMut(Call<'js>) -> Outcome<'js>;

fn once(
    body: impl FnOnce(&Rc<Env>) -> Result<(), Status>,
    run: impl FnOnce(Basic<'_>) -> Status,
) -> Status {
    let mut body = Some(body);
    run(&mut |env| match body.take() {
        Some(body) => body(env),
        None => Ok(()),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Record {
    Left,
    Written,
}

fn pass(env: EnvPointer, record: Record, body: Basic<'_>) -> Status {
    let Some(env) = env::find(env) else { return Status::InvalidArg };
    let result = catch_unwind(AssertUnwindSafe(|| body(&env)));
    let status = match result {
        Ok(result) => result.err().unwrap_or(Status::Ok),
        Err(_) => Status::GenericFailure,
    };
    if record == Record::Written {
        env.last_error.set(status);
    }
    status
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Values,
    Script,
}

/// The version of the interface from which on an addon is told that it can not run scripts.
const FIRST_WITH_CANNOT_RUN: i32 = 10;

fn enter(env: EnvPointer, rules: Rules, body: Body<'_>) -> Status {
    pass(env, Record::Written, &mut |env| {
        if rules == Rules::Script {
            may_run(env)?;
        }
        if env.entered.get() > 0 {
            return run(env, body);
        }
        env.context.enter(|_| run(env, body))
    })
}

fn may_run(env: &Env) -> Result<(), Status> {
    if env.has_pending() {
        return Err(Status::PendingException);
    }
    if !env.can_run_script() {
        // Addons of older versions know no other status for it.
        let is_known = env.api_version >= FIRST_WITH_CANNOT_RUN;
        return Err(if is_known { Status::CannotRunJs } else { Status::PendingException });
    }
    Ok(())
}

/// Inside an entry of the env's context.
fn run(env: &Rc<Env>, body: Body<'_>) -> Result<(), Status> {
    // SAFETY: `entered` counts the calls of `Env::visit` on this thread's stack, each of which has a `Ctx` of this context;
    // or `enter` has just made one. No addon is called while memory is borrowed.
    let ctx = unsafe { env.context.reenter() };
    match body(Call { env, ctx }) {
        Ok(()) => Ok(()),
        Err(Failure::Status(status)) => Err(status),
        Err(Failure::Thrown(exception)) => {
            env.set_pending(ctx, exception);
            Err(Status::PendingException)
        }
    }
}
