//! One program on both runtimes, and what their answers say.
//!
//! A difference is believed only when it stays: both runtimes run again, and a program on which
//! Node disagrees with itself is called racy, whatever Roundel says. Racy is never a pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::javascript::{self, Dialect};
use super::model::Program;
use crate::child::{self, Ending, Finished};
use crate::error::{Context, Result};
use crate::programs::NodeOutputs;
use crate::text_diff;

/// A scavenge is a task of V8's that runs in the poll phase inside a callback scope, and so drains what
/// an exception left behind at a moment that no rule decides. With a large new space there is none.
const ORACLE_FLAGS: [&str; 2] = ["--max-semi-space-size=64", "--min-semi-space-size=64"];

const TIMEOUT: Duration = Duration::from_secs(10);

/// How often a difference is looked at again.
const REPEATS: usize = 4;

/// How often Node is asked before an answer counts as one it never gives. Ticks left behind by a
/// throw run when anything enters JavaScript next, and V8's own tasks do that when they like.
const PATIENCE: usize = 20;

pub(super) enum Outcome {
    Same,
    /// The clock decided the order; both answers are legal.
    Racy(String),
    /// The answers differ each time; the text shows how.
    Different(String),
}

pub(super) struct Runner<'a> {
    pub(super) outputs: &'a NodeOutputs,
    pub(super) roundel: &'a Path,
    /// Those of Roundel: the loop that the Node of `outputs` has.
    pub(super) flags: Vec<&'static str>,
    pub(super) dialect: Dialect,
    pub(super) folder: PathBuf,
}

impl Runner<'_> {
    pub(super) fn compare(&self, name: &str, program: &Program) -> Result<Outcome> {
        let source = javascript::write(program, self.dialect);
        let file = self.write(name, program, &source)?;
        let node = self.outputs.get(&source, |node| run(node, &ORACLE_FLAGS, &file))?;
        let roundel = self.run_roundel(&file)?;
        if same(&node, &roundel) {
            fs::remove_file(&file)?;
            return Ok(Outcome::Same);
        }
        self.look_again(program, &source, &file, &node, &roundel)
    }

    /// Runs both several times after a difference.
    fn look_again(
        &self,
        program: &Program,
        source: &str,
        file: &Path,
        recorded: &Finished,
        roundel: &Finished,
    ) -> Result<Outcome> {
        let node = run(&self.outputs.node, &ORACLE_FLAGS, file)?;
        let mut differing = usize::from(!same(&node, roundel));
        for _ in 0..REPEATS {
            let again = run(&self.outputs.node, &ORACLE_FLAGS, file)?;
            if !same(&node, &again) {
                return Ok(Outcome::Racy(difference(&node, &again)));
            }
            differing += usize::from(!same(&node, &self.run_roundel(file)?));
        }
        if !same(&node, recorded) {
            // What was recorded is what Node rarely says.
            self.outputs.put(source, &node)?;
            return Ok(Outcome::Racy(difference(recorded, &node)));
        }
        // On a busy machine even timers far apart can be due at once, so a program that has them
        // must differ every time.
        let enough = if program.waits() { REPEATS + 1 } else { REPEATS / 2 + 1 };
        let steady = differing >= enough && !self.node_ever_says(file, roundel)?;
        let text = difference(&node, roundel);
        Ok(if steady { Outcome::Different(text) } else { Outcome::Racy(text) })
    }

    /// Whether Node gives this answer too, if it is asked often enough.
    fn node_ever_says(&self, file: &Path, answer: &Finished) -> Result<bool> {
        for _ in 0..PATIENCE {
            if same(&run(&self.outputs.node, &ORACLE_FLAGS, file)?, answer) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the answers differ, twice in a row, while Node agrees with itself.
    pub(super) fn differs(&self, name: &str, program: &Program) -> bool {
        let source = javascript::write(program, self.dialect);
        let attempt = || -> Result<bool> {
            let file = self.write(name, program, &source)?;
            let first = run(&self.outputs.node, &ORACLE_FLAGS, &file)?;
            Ok(!same(&first, &self.run_roundel(&file)?)
                && same(&first, &run(&self.outputs.node, &ORACLE_FLAGS, &file)?)
                && !same(&first, &self.run_roundel(&file)?))
        };
        attempt().unwrap_or(false)
    }

    fn run_roundel(&self, file: &Path) -> Result<Finished> {
        run(self.roundel, &self.flags, file)
    }

    fn write(&self, name: &str, program: &Program, source: &str) -> Result<PathBuf> {
        let file = self.folder.join(format!("{name}.{}", program.entry.extension()));
        fs::write(&file, source).context(|| format!("writing {}", file.display()))?;
        Ok(file)
    }
}

fn run(binary: &Path, flags: &[&str], file: &Path) -> Result<Finished> {
    let mut command = Command::new(binary);
    child::clean_environment(&mut command);
    command.args(flags).arg(file).current_dir(file.parent().unwrap_or(Path::new(".")));
    child::run(&mut command, b"", TIMEOUT)
}

fn same(left: &Finished, right: &Finished) -> bool {
    left.stdout == right.stdout && left.ending == right.ending && left.ending != Ending::TimedOut
}

fn difference(left: &Finished, right: &Finished) -> String {
    let mut text = text_diff::lines(&left.stdout, &right.stdout);
    if left.ending != right.ending {
        text.push_str(&format!("    - {}\n    + {}\n", left.ending, right.ending));
    }
    if !right.stderr.is_empty() {
        let lines = right.stderr.lines().take(6).map(|line| format!("    | {line}\n"));
        text.push_str("    stderr:\n");
        text.extend(lines);
    }
    text
}
