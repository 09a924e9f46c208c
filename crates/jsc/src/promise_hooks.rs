//! Being told of `new Promise` without another `Promise` in its place.
//!
//! The constructor stays the object it is: only the code behind it is exchanged for ours, as in [`crate::error_hooks`], and
//! a twin keeps the engine's. Code that had called it before and remembers where to keeps calling the engine's.

use std::rc::Rc;

use crate::ctx::Ctx;
use crate::error_hooks::exchange_with;
use crate::exception::JsResult;
use crate::function::{Arguments, Function, make_host_constructor};
use crate::persistent::Persistent;
use crate::value::Value;
use crate::{trampoline, waiters};

struct Hooks {
    construct: Persistent,
    twin: Persistent,
}

impl<'js> Ctx<'js> {
    /// From here on `new Promise` is what `construct(executor, newTarget)` makes of it. The answer is a function with the
    /// engine's own code; `None` if this engine offers no way, or if `promise` is not its constructor.
    ///
    /// [`Ctx::find_waiters`] must have been asked first.
    pub fn hook_promises(
        self,
        promise: Function<'js>,
        construct: Function<'js>,
    ) -> Option<Function<'js>> {
        let context = self.context()?;
        if !waiters::is_plain_function(promise) {
            return None;
        }
        let (call, new) = (trampoline::call_promise, trampoline::construct_promise);
        let donor = make_host_constructor(self, "Promise", 1, call, new)?;
        let twin = exchange_with(self, promise, donor)?;
        context.set_data(Rc::new(Hooks {
            construct: Persistent::new(self, construct),
            twin: Persistent::new(self, twin),
        }));
        Some(twin)
    }
}

/// `new Promise(executor)`; `this` is the target.
pub(crate) fn construct<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(hooks) = ctx.data::<Hooks>() else { return Ok(ctx.undefined()) };
    match hooks.construct.get(ctx).as_function(ctx) {
        Some(construct) => construct.call(ctx, None, &[args.at(0), args.this_value(ctx)]),
        None => Ok(ctx.undefined()),
    }
}

/// The engine knows what to say.
pub(crate) fn call<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(hooks) = ctx.data::<Hooks>() else { return Ok(ctx.undefined()) };
    match hooks.twin.get(ctx).as_function(ctx) {
        Some(twin) => twin.call(ctx, None, &args),
        None => Ok(ctx.undefined()),
    }
}
