//! `roundel compare FILE`: one program under every loop, and the rule behind the first difference.
//!
//! Each run is a child process of this executable, in virtual time, with a trace of its turns (`--trace`). What is said
//! about a difference is read from those traces: `rules` is a table of conditions over the turns that printed the two lines,
//! and where none holds the two turns are named and nothing is claimed. docs/compare.md is the manual.

mod arguments;
mod case;
mod child;
mod describe;
mod html;
mod json;
mod line;
mod outcomes;
mod progress;
mod rules;
mod run;
mod setting;
mod terminal;
mod text;
mod turn_log;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};

pub(crate) use arguments::FLAGS;

use arguments::{Arguments, Output, Request};

/// As diff(1): nothing differs, something does, there was trouble.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
const TROUBLE: u8 = 2;

/// Does what `roundel compare` was asked for and gives the exit code.
pub(crate) fn run(words: Vec<OsString>) -> u8 {
    let outcome = match arguments::parse(words) {
        Ok(Request::Help) => write(&arguments::help()).map(|()| SAME),
        Ok(Request::Compare(arguments)) => compare(&arguments),
        Err(message) => Err(message),
    };
    outcome.unwrap_or_else(|message| {
        eprintln!("roundel compare: {message}");
        TROUBLE
    })
}

fn compare(arguments: &Arguments) -> Result<u8, String> {
    let shown = arguments.file.display();
    if let Some(word) = arguments.misplaced() {
        eprintln!(
            "roundel compare: {word} is given to the program, because it stands behind {shown}; \
             flags of compare stand before the file"
        );
    }
    let source = fs::read(&arguments.file).map_err(|error| format!("{shown}: {error}"))?;
    let source = String::from_utf8_lossy(&source);
    let outcomes = outcomes::collect(arguments, &source).map_err(|error| error.to_string())?;
    match &arguments.output {
        Output::Text => write(&text::render(&outcomes, arguments))?,
        Output::Json => write(&json::render(&outcomes, arguments))?,
        Output::Html(None) => write(&html::render(&outcomes, arguments, &source))?,
        Output::Html(Some(path)) => {
            let page = html::render(&outcomes, arguments, &source);
            fs::write(path, page).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(if outcomes.groups.len() == 1 { SAME } else { DIFFERENT })
}

fn write(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        // A reader that has seen enough is no trouble.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}
