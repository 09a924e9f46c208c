//! `roundel trace`: what a program's loop does, and why.
//!
//! `roundel trace FILE` runs a program as a child of this process and sums up what it recorded, however it ended.
//! `roundel trace view FILE` shows a recording in the forms that people and other tools read. docs/trace.md is the manual.

mod arguments;
mod attach;
mod child;
mod view;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use roundel_trace::lints::BLOCKED_NS;
use roundel_trace::{Model, read, summary};

use crate::lint;

pub(crate) use child::run_child;
pub(crate) use view::sources;

use arguments::{Record, Request};

const TROUBLE: u8 = 2;

/// Does what `roundel trace` was asked for and gives the exit code.
pub(crate) fn run(words: Vec<OsString>) -> u8 {
    let outcome = arguments::parse(words).and_then(|request| match request {
        Request::Help => {
            print!("{}", arguments::help());
            Ok(0)
        }
        Request::Record(record) => self::record(&record),
        Request::Attach(attach) => attach::run(&attach),
        Request::View(view) => view::run(&view),
    });
    outcome.unwrap_or_else(|message| {
        eprintln!("roundel trace: {message}");
        TROUBLE
    })
}

fn record(record: &Record) -> Result<u8, String> {
    let mut flags = vec![option("--trace", &record.output)];
    if let Some(megabytes) = record.limit_mb {
        flags.push(format!("--trace-limit={megabytes}").into());
    }
    flags.extend(record.words.iter().cloned());
    let written = || fs::metadata(&record.output).and_then(|data| data.modified()).ok();
    let before = written();
    let code = run_child(&flags)?;
    // What lies there may be of another run.
    let summed_up = match written() {
        after if after.is_some() && after == before => Err("nothing was recorded".to_owned()),
        _ => sum_up(&record.output),
    };
    match summed_up {
        Err(message) if code == 0 => Err(message),
        Err(_) => {
            // A program that does not start has said why.
            eprintln!("roundel trace: nothing was recorded{}", record.misplaced());
            Ok(code)
        }
        Ok(()) => Ok(code),
    }
}

/// Tells what is in a recording.
fn sum_up(path: &Path) -> Result<(), String> {
    let model = model(path)?;
    let findings = lint::findings(&model, BLOCKED_NS);
    let shown = path.display();
    eprint!("\n{}", summary::text(&model, &findings));
    eprintln!("  recorded in {shown}; roundel trace view {shown} --html=trace.html shows it");
    Ok(())
}

/// A flag with a path, which need not be text.
pub(crate) fn option(flag: &str, path: &Path) -> OsString {
    let mut word = OsString::from(flag);
    word.push("=");
    word.push(path);
    word
}

/// The model of a recording.
pub(crate) fn model(path: &Path) -> Result<Model, String> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
    let recording = read(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    Ok(Model::new(&recording))
}
