//! The native halves of builtins: one file per binding, its contract in `js/bindings/<name>.d.ts`.
//!
//! A binding is an object made when a builtin first asks for it (`internalBinding(name)`). Its functions find their
//! environment with [`Environment::of`]; they keep no state of their own beside what they hang on it.

use roundel_jsc::{Ctx, JsResult, Object};

use crate::environment::Environment;

macro_rules! bindings {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// The binding called `name`, made anew.
        pub(crate) fn create<'js>(
            ctx: Ctx<'js>,
            environment: &Environment,
            name: &str,
        ) -> Option<JsResult<'js, Object<'js>>> {
            match name {
                $(stringify!($name) => Some($name::create(ctx, environment)),)*
                _ => None,
            }
        }
    };
}

pub(crate) use options::{WORKER_TEXT, strings};
pub(crate) use performance::Milestones;

bindings! {
    addons,
    buffer,
    causes,
    child_process,
    coverage,
    crypto,
    dns,
    encoding,
    engine_tasks,
    errors,
    fs,
    http,
    http2,
    locks,
    main_module,
    modules,
    options,
    os,
    performance,
    ports,
    process,
    promise_hooks,
    stdio,
    streams,
    task_queue,
    timers,
    tls,
    tty,
    udp,
    url,
    util,
    uv,
    vm,
    workers,
    zlib,
}
