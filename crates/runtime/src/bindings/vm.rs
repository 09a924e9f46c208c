//! The native half of `vm`: other global objects in the same machine, and scripts in them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use roundel_jsc::{Arguments, Context, Ctx, Exception, JsResult, Object, Persistent, Value};

use crate::environment::Environment;
use crate::virtual_time;

/// The contexts a program has made, by number.
#[derive(Default)]
struct Contexts {
    made: RefCell<HashMap<i32, Context>>,
}

impl Contexts {
    fn get<'js>(&self, ctx: Ctx<'js>, number: i32) -> JsResult<'js, Context> {
        let found = self.made.borrow().get(&number).cloned();
        found.ok_or_else(|| Exception::error(ctx, "no such context"))
    }
}

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let contexts = Rc::new(Contexts::default());
    let made = contexts.clone();
    let create = ctx.function("createContext", move |ctx, _| {
        let environment = Environment::of(ctx);
        let vm = environment.context.vm();
        let context = Context::new(&vm).map_err(|error| Exception::error(ctx, &error.to_string()))?;
        // Values of the other context may not leave its entry but as persistents.
        let global = context.enter(|inner| {
            virtual_time::install(inner, &environment)
                .map(|()| Persistent::new(inner, inner.global()))
                .map_err(|exception| Persistent::new(inner, exception.value()))
        });
        let global = global.map_err(|thrown| Exception::new(thrown.get(ctx)))?.get(ctx);
        let mut made = made.made.borrow_mut();
        let number = made.len() as i32;
        made.insert(number, context);
        Ok(ctx.array(&[ctx.int32(number), global])?.into())
    });
    binding.set(ctx, "createContext", create)?;
    let known = contexts.clone();
    let evaluate = ctx.function("evaluate", move |ctx, args| evaluate(ctx, args, &known));
    binding.set(ctx, "evaluate", evaluate)?;
    Ok(binding)
}

/// `evaluate(context, code, url, firstLine)`.
fn evaluate<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    contexts: &Contexts,
) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_int32(ctx)?;
    let code = args.at(1).to_js_string(ctx)?;
    let url = args.at(2).to_js_string(ctx)?;
    let first_line = args.at(3).to_int32(ctx)?;
    let environment = Environment::of(ctx);
    let context = match number {
        number if number < 0 => environment.context.clone(),
        number => contexts.get(ctx, number)?,
    };
    // Values of the other context may not leave its entry but as persistents.
    let result = context.enter(|inner| match inner.evaluate(&code, &url, first_line) {
        Ok(value) => Ok(Persistent::new(inner, value)),
        Err(exception) => Err(Persistent::new(inner, exception.value())),
    });
    match result {
        Ok(value) => Ok(value.get(ctx)),
        Err(thrown) => Err(Exception::new(thrown.get(ctx))),
    }
}
