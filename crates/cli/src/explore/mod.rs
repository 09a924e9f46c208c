//! `roundel explore FILE`: the program under other legal schedules, and `roundel replay TOKEN FILE`: one of them again.
//!
//! Each run is a process of this executable, in virtual time, which is told by a *guide* how to decide what the platform
//! leaves open (`--guide`) and writes down what it was asked (`--schedule-log`). Most of them are copies of one that has
//! started already (`original`, `copies`). `plan` says which guides are tried, `trial` runs one, `search` keeps several
//! going; what fails is shrunk to the fewest decisions (`shrink`) and
//! told in words (`story`). docs/explore.md is the manual.

mod annotations;
mod arguments;
mod both;
mod conflicts;
mod copies;
mod family;
mod json;
mod junit;
mod original;
mod outcome;
mod own_time;
mod plan;
mod program;
mod progress;
mod questions;
mod replay;
mod search;
mod shrink;
mod story;
mod text;
mod token;
mod trial;

use std::ffi::OsString;
use std::io::{self, Write};

use arguments::{Arguments, Output, Request};
pub(crate) use copies::{end_with_parent, serve};
use program::Program;

/// Nothing was found, something was, there was trouble.
const NOTHING: u8 = 0;
const FOUND: u8 = 1;
const TROUBLE: u8 = 2;

/// Does what `roundel explore` was asked for and gives the exit code.
pub(crate) fn run(words: Vec<OsString>) -> u8 {
    let outcome = match arguments::parse(words) {
        Ok(Request::Help) => write(&arguments::help()).map(|()| NOTHING),
        Ok(Request::Explore(arguments)) => explore(&arguments),
        Err(message) => Err(message),
    };
    outcome.unwrap_or_else(|message| {
        eprintln!("roundel explore: {message}");
        TROUBLE
    })
}

/// Does what `roundel replay` was asked for and gives the program's own exit code.
pub(crate) fn replay(words: Vec<OsString>) -> u8 {
    replay::run(words).unwrap_or_else(|message| {
        eprintln!("roundel replay: {message}");
        TROUBLE
    })
}

fn explore(arguments: &Arguments) -> Result<u8, String> {
    let program = Program::new(arguments)?;
    let findings = search::search(&program, arguments)?;
    match arguments.output {
        Output::Text => write(&text::render(&program, arguments, &findings))?,
        Output::Json => write(&json::render(&program, &findings))?,
    }
    if let Some(path) = &arguments.junit {
        let report = junit::render(&program, &findings);
        std::fs::write(path, report).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if arguments.annotates {
        write(&annotations::render(&program, &findings))?;
    }
    Ok(if findings.failure.is_some() { FOUND } else { NOTHING })
}

fn write(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        // A reader that has seen enough is no trouble.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}
