//! The program that is explored: its file, what it is given, and what a token must fit.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use super::arguments::{Arguments, Limits};

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) file: PathBuf,
    pub(super) args: Vec<String>,
    /// Flags of the runtime that belong to every run.
    pub(super) flags: Vec<String>,
    pub(super) faults: Vec<String>,
    pub(super) limits: Limits,
    pub(super) source: String,
}

impl Program {
    pub(super) fn new(arguments: &Arguments) -> Result<Program, String> {
        let bytes = fs::read(&arguments.file)
            .map_err(|error| format!("{}: {error}", arguments.file.display()))?;
        Ok(Program {
            file: arguments.file.clone(),
            args: arguments.args.clone(),
            flags: arguments.flags.clone(),
            faults: arguments.faults.clone(),
            limits: arguments.limits,
            source: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }

    pub(super) fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// One number for the text and what it is given: another number is another program.
    pub(super) fn digest(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        (&self.source, &self.args, &self.flags).hash(&mut hasher);
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

/// `file:line:column` in its parts.
pub(super) fn split_place(place: &str) -> Option<(&str, usize, usize)> {
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file.strip_prefix("file://").unwrap_or(file), line.parse().ok()?, column.parse().ok()?))
}
