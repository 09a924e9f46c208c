//! The program that is explored: its file, what it is given, and what a token must fit.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::arguments::{Arguments, Limits};
use crate::command::is_page;

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) file: PathBuf,
    pub(super) args: Vec<String>,
    /// Flags of the runtime that belong to every run.
    pub(super) flags: Vec<String>,
    pub(super) faults: Vec<String>,
    pub(super) limits: Limits,
    /// What runs the file, if it does not run by itself.
    pub(super) runner: Option<PathBuf>,
    pub(super) source: String,
}

impl Program {
    pub(super) fn new(arguments: &Arguments) -> Result<Program, String> {
        let bytes = fs::read(&arguments.file)
            .map_err(|error| format!("{}: {error}", arguments.file.display()))?;
        let source = String::from_utf8_lossy(&bytes).into_owned();
        if is_page(&arguments.file) && !arguments.runs_pages {
            let shown = arguments.file.display();
            return Err(format!(
                "{shown} is a page: give --loop=chrome or --loop=firefox before it"
            ));
        }
        let runner = match arguments.tests {
            true => runner(&arguments.file, &source)?,
            false => None,
        };
        Ok(Program {
            file: arguments.file.clone(),
            args: arguments.args.clone(),
            flags: arguments.flags.clone(),
            faults: arguments.faults.clone(),
            limits: arguments.limits,
            runner,
            source,
        })
    }

    pub(super) fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// One number for the text and what it is given: another number is another program.
    pub(super) fn digest(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        (&self.source, &self.args, &self.flags).hash(&mut hasher);
        if self.runner.is_some() {
            "runner".hash(&mut hasher);
        }
        hasher.finish() as u32
    }

    /// An error if a run has changed or deleted the file that the next one would run.
    pub(super) fn check_unchanged(&self) -> Result<(), String> {
        let shown = self.file.display();
        match fs::read(&self.file) {
            Ok(bytes) if String::from_utf8_lossy(&bytes) == self.source => Ok(()),
            Ok(_) => Err(format!("{shown} has changed while it was explored")),
            Err(error) => Err(format!("{shown} is gone while it was explored: {error}")),
        }
    }

    /// The line of the source that a place (`file:line:column`) names, if it is in this file.
    pub(super) fn line_of(&self, place: &str) -> Option<&str> {
        let (file, line, _) = split_place(place)?;
        let name = self.file.file_name()?.to_str()?;
        if !file.ends_with(name) {
            return None;
        }
        self.source.lines().nth(line.checked_sub(1)?).map(str::trim)
    }
}

/// Where mocha is inside of its package; up to version 9 it was the second.
const MOCHA: [&str; 2] = ["node_modules/mocha/bin/mocha.js", "node_modules/mocha/bin/_mocha"];

/// What runs a test file: mocha, if it calls what mocha provides, and nothing for node:test and plain assertions.
fn runner(file: &Path, source: &str) -> Result<Option<PathBuf>, String> {
    let runs_by_itself = ["node:test", "require('test')", "require(\"test\")"];
    let mochas = ["describe", "it", "suite", "specify"];
    let says_whose = runs_by_itself.iter().any(|word| source.contains(word));
    if says_whose || !mochas.iter().any(|name| calls(source, name)) {
        return Ok(None);
    }
    let whole = fs::canonicalize(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let found = whole
        .ancestors()
        .skip(1)
        .flat_map(|folder| MOCHA.map(|place| folder.join(place)))
        .find(|path| path.is_file());
    match found {
        Some(path) => Ok(Some(path)),
        None => Err(format!(
            "{} calls describe() or it() and does not say whose: install mocha beside it, or import \
             them from node:test",
            file.display()
        )),
    }
}

/// Whether a function of this name is called, and not a method, nor one whose name ends with it.
fn calls(source: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut places = source.match_indices(name);
    places.any(|(at, _)| {
        source[at + name.len()..].starts_with('(') && !source[..at].ends_with(is_part)
    })
}

/// `file:line:column` in its parts.
pub(super) fn split_place(place: &str) -> Option<(&str, usize, usize)> {
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file.strip_prefix("file://").unwrap_or(file), line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mocha_provides_is_called_by_its_name() {
        assert!(calls("x;\nit('does', () => {})", "it"));
        assert!(!calls("emitter.emit('it'); process.exit(1); await(2); t.it(3)", "it"));
    }
}
