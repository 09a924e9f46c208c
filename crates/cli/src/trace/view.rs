//! A recording in the forms that people and other tools read.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use roundel_trace::export::Page;
use roundel_trace::lints::BLOCKED_NS;
use roundel_trace::{Model, export, summary};

use crate::lint;

use super::arguments::{Form, View};

pub(super) fn run(view: &View) -> Result<u8, String> {
    let model = super::model(&view.file)?;
    if view.forms.is_empty() {
        let findings = lint::findings(&model, BLOCKED_NS);
        print(|out| out.write_all(summary::text(&model, &findings).as_bytes()))?;
    }
    for form in &view.forms {
        match form {
            Form::Json => {
                let findings = lint::findings(&model, BLOCKED_NS);
                print(|out| export::json(&model, &findings, out))?;
            }
            Form::Perfetto(path) => write(path, |out| export::perfetto(&model, out))?,
            Form::Speedscope(path) => write(path, |out| export::speedscope(&model, out))?,
            Form::Html(path) => {
                let (sources, findings) = (sources(&model), lint::findings(&model, BLOCKED_NS));
                let page = Page { sources: &sources, findings: &findings, selected: None };
                write(path, |out| export::html(&model, page, out))?;
            }
        }
    }
    Ok(0)
}

fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        // A reader that has seen enough is no trouble.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let written = fs::File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The longest file of a program that a page shows.
const LONGEST_SOURCE: u64 = 1 << 20;

/// The files of the program that callbacks were made in, as they are now.
pub(crate) fn sources(model: &Model) -> Vec<(String, String)> {
    let mut paths: Vec<&str> = model
        .resources
        .iter()
        .filter_map(|resource| export::file_of(resource.position()?))
        .collect();
    paths.sort_unstable();
    paths.dedup();
    let text = |path: &str| {
        let file = path.strip_prefix("file://").unwrap_or(path);
        let is_short = fs::metadata(file).is_ok_and(|data| data.len() <= LONGEST_SOURCE);
        is_short.then(|| fs::read_to_string(file).ok()).flatten()
    };
    paths.iter().filter_map(|path| Some(((*path).to_owned(), text(path)?))).collect()
}
