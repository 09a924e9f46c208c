//! Tests shared by `integration.rs`, `gc_stress.rs` and `c_api_only.rs`; each of them says how the
//! engine is prepared.

mod buffers;
mod call_sites;
mod classes;
mod contexts;
mod exceptions;
mod functions;
mod main_context;
mod microtasks;
mod objects;
mod persistents;
mod scripts;
mod shared_memory;
mod strings;
mod threads;
mod time_limit;
mod value_lists;
mod values;

use roundel_jsc::{Context, Ctx, JsResult, Vm};

/// A fresh machine.
fn vm() -> Vm {
    crate::prepare_engine();
    Vm::new().expect("the engine starts")
}

/// A fresh context in a fresh machine.
fn context() -> Context {
    Context::new(&vm()).expect("a context")
}

/// Enters a fresh context; what is thrown fails the test with its stack.
#[track_caller]
fn run<R>(body: impl for<'js> FnOnce(Ctx<'js>) -> JsResult<'js, R>) -> R {
    run_in(&context(), body)
}

/// Enters the context; what is thrown fails the test with its stack.
#[track_caller]
fn run_in<R>(context: &Context, body: impl for<'js> FnOnce(Ctx<'js>) -> JsResult<'js, R>) -> R {
    let result = context.enter(|ctx| {
        body(ctx).map_err(|thrown| {
            format!("{}\n{}", thrown.describe(ctx), thrown.stack(ctx).unwrap_or_default())
        })
    });
    result.unwrap_or_else(|thrown| panic!("thrown: {thrown}"))
}

/// Runs `source` and gives its completion value as text.
fn text(ctx: Ctx<'_>, source: &str) -> String {
    match ctx.eval(source) {
        Ok(value) => value.to_rust_string(ctx).unwrap_or_else(|thrown| thrown.describe(ctx)),
        Err(thrown) => format!("thrown: {}", thrown.describe(ctx)),
    }
}
