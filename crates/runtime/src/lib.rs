//! Node's API on the Roundel loop: bindings, builtin modules and the one door into JavaScript.
//!
//! [`run`] is all that many an embedder needs: a program's options in, its [`Exit`] out. [`Runtime`] is the same in two
//! steps. docs/embedding.md tells more.
#![forbid(unsafe_code)]

mod activity;
mod addresses;
mod async_waits;
mod bindings;
mod blocked;
mod bootstrap;
mod builtins;
mod causes;
mod channel;
mod choices;
mod coverage;
mod door;
mod engine_tasks;
mod environment;
mod era;
mod exit;
mod family;
mod faults;
mod first_timers;
mod interrupt;
mod locks;
mod loops;
mod main_role;
mod message;
mod options;
mod outside;
mod ports;
mod prepared;
#[cfg(debug_assertions)]
mod primordial_names;
mod primordial_plan;
mod primordials;
mod resources;
mod runtime;
mod schedule_log;
mod shared;
mod sigint_watch;
mod signals;
mod sources;
mod stack;
mod time_limit;
mod traceable;
mod tracing;
mod variables;
mod versions;
mod virtual_time;
mod why_alive;
mod workers;

pub use channel::{Closed, Port, channel};
pub use choices::{ChoicePoint, Choices};
pub use era::Era;
pub use exit::{Ending, Exit};
pub use family::Family;
pub use faults::{FaultKind, Faults};
pub use interrupt::Handle;
pub use loops::{Awaits, Drain, LoopKind, World};
pub use message::{Data, Message, NotPlain};
pub use options::{
    BadFlags, Entry, EntryType, InputType, NamedFlag, Options, PrintResult, ReadFlags, Role, Time,
    UnhandledRejections, Warnings, WorkerFlags,
};
pub use prepared::Schedule;
pub use roundel_loop::{
    Choosing, Copied, Departure, Guide, GuideError, Habit, Inherited, Record, copy_process,
    open_numbers, reset_inherited_state, set_variable_alone,
};
pub use roundel_source::{
    ForgottenAwait, SharingFunction, forgotten_awaits, independent_awaits, shared_at,
    sharing_functions,
};
pub use runtime::{Runtime, StartError};
pub use tracing::{TraceDetail, TraceOptions, TraceTo};
pub use variables::Variables;
pub use versions::summary as version_summary;
pub use why_alive::WhyAlive;

/// Runs a program to its end.
///
/// ```
/// use roundel_runtime::{Entry, Exit, Options, PrintResult, run};
///
/// let source = "process.exitCode = 7".to_owned();
/// let exit = run(Options::new(Entry::Eval { source, print: PrintResult::No }))?;
/// assert_eq!(exit, Exit::Code(7));
/// # Ok::<(), roundel_runtime::StartError>(())
/// ```
pub fn run(options: Options) -> Result<Exit, StartError> {
    Ok(Runtime::new(options)?.run())
}
