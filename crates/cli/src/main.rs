//! The `roundel` command.
//!
//! `main` turns an outcome into an exit code and nothing else. What the flags are is the table in
//! `flags::table`; how words become a request is `parse`; how a program runs is the runtime's
//! business.
#![forbid(unsafe_code)]

mod command;
mod compare;
mod completions;
mod env_file;
mod flags;
mod help;
mod hint;
mod loop_list;
mod parse;
mod usage_error;

use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => error.report(),
    }
}
