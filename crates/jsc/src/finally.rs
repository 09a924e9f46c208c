//! `Promise.prototype.finally` step by step as the standard has it.
//!
//! From release 2.52 on the engine leaves out two jobs between the end of the callback and the
//! settlement of the promise that `finally` gives. Programs can see that, and V8 has them.
//!
//! The function is one of the engine's own kind; what it does is a script that is compiled when it
//! is first called, so that a context which never calls it pays for a few look-ups.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::context;
use crate::ctx::Ctx;
use crate::exception::{Exception, JsResult};
use crate::function::{Arguments, Function};
use crate::object::{Attributes, Object};
use crate::persistent::Persistent;
use crate::release::Release;
use crate::string::JsString;
use crate::value::Value;

/// The first release whose own function leaves jobs out.
const HURRIES_SINCE: Release = Release { major: 2, minor: 52, micro: 0 };

/// Names no global: by the time that it is compiled a program may have replaced all of them.
const TEXT: &str = r#"(function (resolve, apply) {
    "use strict";
    return (promise, constructor, onFinally) => {
        if (typeof onFinally !== "function")
            return promise.then(onFinally, onFinally);
        return promise.then(
            (value) => apply(resolve, constructor, [onFinally()]).then(() => value),
            (reason) => apply(resolve, constructor, [onFinally()]).then(() => { throw reason; }));
    };
})"#;

/// What the first context of a machine keeps for it; the others have a function of their own and share this.
struct Finally {
    /// `Promise` and `Symbol.species`.
    constructor: Persistent,
    species: Persistent,
    /// `Promise.resolve` and `Reflect.apply`, the arguments of the outer function of the text.
    captured: [Persistent; 2],
    source_url: &'static str,
    made: OnceCell<Persistent>,
}

impl<'js> Ctx<'js> {
    /// Replaces the engine's `Promise.prototype.finally` where that is not what the standard says.
    /// Must come before any script; in stacks its frames are in the file `source_url`.
    pub fn use_standard_finally(self, source_url: &'static str) -> JsResult<'js, ()> {
        if Release::loaded() < HURRIES_SINCE {
            return Ok(());
        }
        let global = self.global();
        let get =
            |object: &str, name: &str| global.get(self, object)?.to_object(self)?.get(self, name);
        if context::data_of_machine::<Finally>(self.raw()).is_none()
            && let Some(context) = self.context()
        {
            let keep = |value: Value<'js>| Persistent::new(self, value);
            context.set_data(Rc::new(Finally {
                constructor: keep(global.get(self, "Promise")?),
                species: keep(get("Symbol", "species")?),
                captured: [keep(get("Promise", "resolve")?), keep(get("Reflect", "apply")?)],
                source_url,
                made: OnceCell::new(),
            }));
        }
        let function = self.function("finally", call);
        let fixed = Attributes::READ_ONLY.and(Attributes::HIDDEN);
        function.as_object().define(self, "length", self.int32(1), fixed)?;
        let prototype = get("Promise", "prototype")?.to_object(self)?;
        prototype.define(self, "finally", function, Attributes::HIDDEN)
    }
}

fn call<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let this = args.this_value(ctx);
    let Some(promise) = this.as_object(ctx) else {
        return Err(Exception::type_error(ctx, "Promise.prototype.finally called on non-object"));
    };
    let finally = context::data_of_machine::<Finally>(ctx.raw());
    let finally = finally.ok_or_else(|| Exception::error(ctx, "the machine is going down"))?;
    let constructor = constructor_of(ctx, promise, &finally)?;
    let made = match finally.made.get() {
        Some(made) => made.get(ctx),
        None => {
            let made = make(ctx, &finally)?;
            // Set once, here.
            let _ = finally.made.set(Persistent::new(ctx, made));
            made
        }
    };
    let made = made.as_function(ctx).ok_or_else(|| Exception::error(ctx, "not a function"))?;
    made.call(ctx, None, &[this, constructor, args.at(0)])
}

/// What the standard calls `SpeciesConstructor`.
fn constructor_of<'js>(
    ctx: Ctx<'js>,
    promise: Object<'js>,
    finally: &Finally,
) -> JsResult<'js, Value<'js>> {
    let constructor = promise.get(ctx, "constructor")?;
    if constructor.is_undefined() {
        return Ok(finally.constructor.get(ctx));
    }
    let Some(constructor) = constructor.as_object(ctx) else {
        return Err(Exception::type_error(ctx, "The .constructor property is not an object"));
    };
    let species = constructor.get_key(ctx, finally.species.get(ctx))?;
    if species.is_nullish() {
        return Ok(finally.constructor.get(ctx));
    }
    if species.as_object(ctx).is_some_and(|species| species.is_constructor(ctx)) {
        return Ok(species);
    }
    let message = "object.constructor[Symbol.species] is not a constructor";
    Err(Exception::type_error(ctx, message))
}

fn make<'js>(ctx: Ctx<'js>, finally: &Finally) -> JsResult<'js, Value<'js>> {
    let outer = ctx.evaluate_static(TEXT, &JsString::new(finally.source_url))?;
    let outer: Function<'js> =
        outer.as_function(ctx).ok_or_else(|| Exception::error(ctx, "not a function"))?;
    let [resolve, apply] = &finally.captured;
    outer.call(ctx, None, &[resolve.get(ctx), apply.get(ctx)])
}
