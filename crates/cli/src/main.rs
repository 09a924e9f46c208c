//! The `roundel` command.
//!
//! `main` owns the process: it puts aside what the parent left in it, and turns an outcome into an exit code. What the
//! flags are is the table in `flags::table`; how words become a request is `parse`; how a program runs is the runtime's
//! business.
#![forbid(unsafe_code)]

mod command;
mod compare;
mod completions;
mod env_file;
mod explain;
mod explore;
mod flags;
mod help;
mod hint;
mod lint;
mod live;
mod loop_list;
mod parse;
mod pipes;
mod private_folder;
mod run_script;
mod standard_modes;
mod top;
mod trace;
mod usage_error;
mod why_alive;

use std::process::ExitCode;

fn main() -> ExitCode {
    let inherited = roundel_runtime::reset_inherited_state();
    match command::run(inherited) {
        Ok(code) => ExitCode::from(code),
        Err(error) => error.report(),
    }
}
