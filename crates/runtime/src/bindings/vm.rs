//! The native half of `vm`: other global objects in the same machine, and scripts in them.
//!
//! A context is an object that leads to its global object without keeping it: the sandbox in JavaScript keeps both, and
//! all three go together.

use std::cell::RefCell;
use std::rc::Rc;

use roundel_jsc::{
    Arguments, Class, Context, Ctx, Exception, JsResult, JsString, Object, Persistent, Realm, Value,
};

use crate::bootstrap::{HIDDEN_FILE, compile_in};
use crate::builtins;
use crate::environment::Environment;
use crate::primordials::Primordials;
use crate::sigint_watch::SigintWatch;
use crate::virtual_time;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let class = Class::<Realm>::new("Context");
    let create = ctx.function("createContext", move |ctx, _| {
        let context = make_context(ctx)?;
        let global = context.enter(|inner| Persistent::new(inner, inner.global())).get(ctx);
        let context = class.instantiate(ctx, Realm::new(ctx, context));
        Ok(ctx.array(&[context.into(), global])?.into())
    });
    binding.set(ctx, "createContext", create)?;
    let realms = Class::<Realm>::new("Realm");
    let realm = ctx.function("createRealm", move |ctx, _| create_realm(ctx, &realms));
    binding.set(ctx, "createRealm", realm)?;
    binding.set(ctx, "compileBuiltin", ctx.function("compileBuiltin", compile_builtin))?;
    let set_callback = ctx.function("setUnhandledRejectionCallback", |ctx, args| {
        let callback = Persistent::new(ctx, args.at(1));
        let is_set = in_realm(ctx, args.at(0), |inner| {
            let callback = callback.get(inner).as_function(inner);
            callback
                .is_some_and(|callback| inner.set_unhandled_rejection_callback(callback).is_ok())
        });
        Ok(ctx.boolean(is_set.unwrap_or(false)))
    });
    binding.set(ctx, "setUnhandledRejectionCallback", set_callback)?;
    binding.set(ctx, "evaluate", ctx.function("evaluate", evaluate))?;
    let set_prototype = ctx.function("setPrototype", |ctx, args| {
        let prototype = Persistent::new(ctx, args.at(1));
        let is_set =
            in_realm(ctx, args.at(0), |inner| inner.set_global_prototype(prototype.get(inner)));
        Ok(ctx.boolean(is_set.unwrap_or(false)))
    });
    binding.set(ctx, "setPrototype", set_prototype)?;
    let replace = ctx.function("replaceGlobalThis", |ctx, args| {
        let stand_in = Persistent::new(ctx, args.at(1));
        let is_replaced = in_realm(ctx, args.at(0), |inner| {
            stand_in.get(inner).as_object(inner).is_some_and(|face| inner.replace_global_this(face))
        });
        Ok(ctx.boolean(is_replaced.unwrap_or(false)))
    });
    binding.set(ctx, "replaceGlobalThis", replace)?;
    let watches: Rc<RefCell<Vec<SigintWatch>>> = Rc::default();
    let begun = Rc::clone(&watches);
    let begin = ctx.function("beginSigintWatch", move |ctx, _| match SigintWatch::new() {
        Ok(watch) => {
            begun.borrow_mut().push(watch);
            Ok(ctx.undefined())
        }
        Err(error) => Err(Exception::error(ctx, &error.to_string())),
    });
    binding.set(ctx, "beginSigintWatch", begin)?;
    let asked = Rc::clone(&watches);
    let has_come = ctx.function("hasSigintCome", move |ctx, _| {
        Ok(ctx.boolean(asked.borrow().last().is_some_and(SigintWatch::has_come)))
    });
    binding.set(ctx, "hasSigintCome", has_come)?;
    let end = ctx.function("endSigintWatch", move |ctx, _| {
        let ended = watches.borrow_mut().pop();
        drop(ended);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "endSigintWatch", end)?;
    let forbid = ctx.function("forbidEval", |ctx, args| {
        let message = args.at(1).to_js_string(ctx)?;
        if args.at(0).is_undefined() {
            ctx.forbid_eval(&message);
        } else {
            in_realm(ctx, args.at(0), |inner| inner.forbid_eval(&message));
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "forbidEval", forbid)?;
    Ok(binding)
}

/// A context in which nothing has run yet.
fn make_context(ctx: Ctx<'_>) -> JsResult<'_, Context> {
    let environment = Environment::of(ctx);
    let vm = environment.context.vm();
    let context = Context::new(&vm).map_err(|error| Exception::error(ctx, &error.to_string()))?;
    // Values of the other context may not leave its entry but as persistents.
    let made = context.enter(|inner| {
        virtual_time::install(inner, &environment)
            .and_then(|()| inner.use_standard_finally(HIDDEN_FILE))
            .map_err(|exception| Persistent::new(inner, exception.value()))
    });
    made.map_err(|thrown| Exception::new(thrown.get(ctx)))?;
    Ok(context)
}

/// A global object that has builtins of its own: `number`, its primordials and `globalThis` of it, and the context that leads to
/// it. What keeps the intrinsics stays with the environment.
fn create_realm<'js>(ctx: Ctx<'js>, class: &Class<Realm>) -> JsResult<'js, Value<'js>> {
    let context = make_context(ctx)?;
    let made = context.enter(|inner| {
        Primordials::capture(inner, builtins::primordials())
            .map(|primordials| (Persistent::new(inner, inner.global()), primordials))
            .map_err(|exception| Persistent::new(inner, exception.value()))
    });
    let (global, primordials) = made.map_err(|thrown| Exception::new(thrown.get(ctx)))?;
    let object = context.enter(|inner| Persistent::new(inner, primordials.object(inner))).get(ctx);
    let environment = Environment::of(ctx);
    environment.take_time();
    let mut realms = environment.realms.borrow_mut();
    realms.push(Rc::new(primordials));
    let number = ctx.number((realms.len() - 1) as f64);
    drop(realms);
    let context = class.instantiate(ctx, Realm::new(ctx, context));
    Ok(ctx.array(&[number, object, global.get(ctx), context.into()])?.into())
}

/// `compileBuiltin(number, context, id)`: the function of a builtin in such a realm.
fn compile_builtin<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let number = args.at(0).to_number(ctx)? as usize;
    let id = args.at(2).to_rust_string(ctx)?;
    let primordials = environment.realms.borrow().get(number).cloned();
    let Some(primordials) = primordials else { return ctx.throw("no such realm") };
    let compiled = in_realm(ctx, args.at(1), |inner| {
        match compile_in(inner, &environment, &primordials, &id) {
            Ok(value) => Ok(Persistent::new(inner, value)),
            Err(exception) => Err(Persistent::new(inner, exception.value())),
        }
    });
    match compiled {
        Some(Ok(value)) => Ok(value.get(ctx)),
        Some(Err(thrown)) => Err(Exception::new(thrown.get(ctx))),
        None => ctx.throw("no such realm"),
    }
}

/// `evaluate(context, code, url, firstLine)`.
fn evaluate<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let code = args.at(1).to_js_string(ctx)?;
    let url = args.at(2).to_js_string(ctx)?;
    let first_line = args.at(3).to_int32(ctx)?;
    if args.at(0).is_undefined() {
        return ctx.evaluate(&code, &url, first_line);
    }
    evaluate_in(ctx, args.at(0), &code, &url, first_line)
}

/// Runs a script in the global object that `context` leads to.
pub(super) fn evaluate_in<'js>(
    ctx: Ctx<'js>,
    context: Value<'js>,
    code: &JsString,
    url: &JsString,
    first_line: i32,
) -> JsResult<'js, Value<'js>> {
    let result = in_realm(ctx, context, |inner| match inner.evaluate(code, url, first_line) {
        Ok(value) => Ok(Persistent::new(inner, value)),
        Err(exception) => Err(Persistent::new(inner, exception.value())),
    });
    match result {
        Some(Ok(value)) => Ok(value.get(ctx)),
        Some(Err(thrown)) => Err(Exception::new(thrown.get(ctx))),
        None => Err(Exception::error(ctx, "no such context")),
    }
}

/// Enters the global object that `context` leads to, if there is one.
fn in_realm<'js, R>(
    ctx: Ctx<'js>,
    context: Value<'js>,
    body: impl for<'a> FnOnce(Ctx<'a>) -> R,
) -> Option<R> {
    context.as_object(ctx)?.private::<Realm>()?.enter(ctx, body)
}
