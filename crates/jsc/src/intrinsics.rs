//! Builtin objects captured when a context is made, before a script can replace them.

use crate::ctx::Ctx;
use crate::engine;
use crate::exception::ErrorClass;
use crate::function::Function;
use crate::object::Object;
use crate::options;
use crate::persistent::Persistent;
use crate::value::Value;

pub(crate) struct Intrinsics {
    function_prototype: Persistent,
    /// `Function.prototype.bind`.
    bind: Persistent,
    /// `Object.defineProperty`.
    define_property: Persistent,
    /// `Promise.prototype.then`.
    promise_then: Persistent,
    errors: [Persistent; 4],
    /// The getter of `ArrayBuffer.prototype.byteLength`, where the engine does not tell by itself
    /// what is shared; else `undefined`.
    length: Persistent,
}

const NAMES: [&str; 4] = ["Error", "TypeError", "RangeError", "SyntaxError"];

impl Intrinsics {
    pub(crate) fn capture<'js>(ctx: Ctx<'js>) -> Intrinsics {
        // In a fresh realm all of these are plain data properties.
        let get_from = |object: Value<'js>, name: &str| match object.as_object(ctx) {
            Some(object) => object.get(ctx, name).unwrap_or_else(|_| ctx.undefined()),
            None => ctx.undefined(),
        };
        let get = |name: &str| get_from(ctx.global().into(), name);
        let function_prototype = get_from(get("Function"), "prototype");
        let bind = get_from(function_prototype, "bind");
        let define_property = get_from(get("Object"), "defineProperty");
        let promise_then = get_from(get_from(get("Promise"), "prototype"), "then");
        Intrinsics {
            function_prototype: Persistent::new(ctx, function_prototype),
            bind: Persistent::new(ctx, bind),
            define_property: Persistent::new(ctx, define_property),
            promise_then: Persistent::new(ctx, promise_then),
            length: Persistent::new(ctx, length_getter(ctx, get("ArrayBuffer"))),
            errors: NAMES.map(|name| Persistent::new(ctx, get(name))),
        }
    }

    pub(crate) fn function_prototype<'js>(&self, ctx: Ctx<'js>) -> Option<Object<'js>> {
        self.function_prototype.get(ctx).as_object(ctx)
    }

    pub(crate) fn bind<'js>(&self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        self.bind.get(ctx).as_function(ctx)
    }

    pub(crate) fn define_property<'js>(&self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        self.define_property.get(ctx).as_function(ctx)
    }

    pub(crate) fn length<'js>(&self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        self.length.get(ctx).as_function(ctx)
    }

    pub(crate) fn promise_then<'js>(&self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        self.promise_then.get(ctx).as_function(ctx)
    }

    pub(crate) fn error<'js>(&self, ctx: Ctx<'js>, class: ErrorClass) -> Option<Function<'js>> {
        let slot = match class {
            ErrorClass::Error => &self.errors[0],
            ErrorClass::TypeError => &self.errors[1],
            ErrorClass::RangeError => &self.errors[2],
            ErrorClass::SyntaxError => &self.errors[3],
        };
        slot.get(ctx).as_function(ctx)
    }
}

fn length_getter<'js>(ctx: Ctx<'js>, constructor: Value<'js>) -> Value<'js> {
    let is_needed = engine::functions().is_shared_buffer.is_none() || options::uses_c_api_only();
    let find = || {
        let prototype = constructor.as_object(ctx)?.get(ctx, "prototype").ok()?;
        let object = ctx.global().get(ctx, "Object").ok()?.as_object(ctx)?;
        let args = [prototype, ctx.string("byteLength")];
        let descriptor = object.call_method(ctx, "getOwnPropertyDescriptor", &args).ok()?;
        descriptor.as_object(ctx)?.get(ctx, "get").ok()
    };
    is_needed.then(find).flatten().unwrap_or_else(|| ctx.undefined())
}
