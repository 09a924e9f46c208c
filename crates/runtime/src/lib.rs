//! Node's API on the Roundel loop: bindings, builtin modules and the one door into JavaScript.
//!
//! [`run`] is all an embedder needs: a program's options in, its exit code out.
#![forbid(unsafe_code)]

mod bindings;
mod blocked;
mod bootstrap;
mod builtins;
mod door;
mod engine_tasks;
mod environment;
mod era;
mod first_timers;
mod loops;
mod options;
mod ports;
#[cfg(debug_assertions)]
mod primordial_names;
mod primordial_plan;
mod primordials;
mod resources;
mod shared;
mod signals;
mod sources;
mod stdin;
mod turns;
mod versions;
mod virtual_time;

pub use era::Era;
pub use loops::{Awaits, ChoicePoint, Choices, LoopKind, World};
pub use options::{
    Entry, EntryType, InputType, Options, PrintResult, Time, UnhandledRejections, Warnings,
};
pub use roundel_loop::{Drain, reset_inherited_state};
pub use versions::summary as version_summary;

use environment::Environment;

/// Runs a program to its end and gives its exit code.
///
/// A program that calls `process.exit`, or that dies of an uncaught exception, ends the process from inside.
///
/// What keeps a program from being started at all (no epoll descriptor, an engine this build does not know) is said on
/// standard error, with Node's code for it.
pub fn run(options: Options) -> u8 {
    match run_to_end(options) {
        Ok(code) => code as u8,
        Err(reason) => {
            eprintln!("roundel: cannot start: {reason}");
            BOOTSTRAP_FAILURE
        }
    }
}

const BOOTSTRAP_FAILURE: u8 = 10;

fn run_to_end(options: Options) -> Result<i32, String> {
    bootstrap::configure_engine(&options);
    let environment = Environment::new(options).map_err(|error| error.to_string())?;
    // One entry for the whole run: the engine then never runs microtasks by itself, the door alone does.
    environment.context.clone().enter(|ctx| {
        bootstrap::start(ctx, &environment)?;
        environment.milestones.bootstrap_complete_ns.set(Some(environment.uptime_ns()));
        environment.run_main();
        environment.milestones.loop_start_ns.set(Some(environment.uptime_ns()));
        Ok(environment.spin())
    })
}

/// Ends the process at once, without unwinding through the engine.
pub(crate) fn exit_process(code: i32) -> ! {
    std::process::exit(code)
}
