//! One program on one runtime, and the comparison of two.
//!
//! A program runs in a folder of its own below the installed packages, so that it finds them as
//! any program finds its own, and may write what it likes. Its output is compared after taking out
//! the name of that folder. What it says on stderr is shown when it fails and not compared:
//! warnings name the runtime.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::list::Entry;
use super::servers::Servers;
use crate::child::{self, Ending, Finished};
use crate::error::{Context, Result};
use crate::text_diff;

/// How much of stderr is shown.
const STDERR_LINES: usize = 25;

/// What a comparison found.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Same,
    /// In one line, and in full.
    Differs(String, String),
    /// What is missing on this machine.
    Skipped(String),
}

/// Everything that running a program needs.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    /// Has `node_modules`.
    pub(super) installed: PathBuf,
    pub(super) node: PathBuf,
    pub(super) roundel: PathBuf,
    pub(super) servers: &'a Servers,
}

impl Bench<'_> {
    pub(super) fn compare(&self, entry: &Entry) -> Result<Answer> {
        if let Some(missing) = self.servers.missing(&entry.servers) {
            return Ok(Answer::Skipped(missing));
        }
        let expected = self.run(entry, &self.node, "node")?;
        let failed = expected.ending != Ending::Code(0) || expected.stdout.is_empty();
        if failed {
            let full = show(&expected);
            return Ok(Answer::Differs(format!("Node itself: {}", expected.ending), full));
        }
        let actual = self.run(entry, &self.roundel, "roundel")?;
        Ok(judge(&expected, &actual))
    }

    /// Runs the program on both and shows what they print.
    pub(super) fn show(&self, entry: &Entry) -> Result<String> {
        let mut text = String::new();
        for (runtime, label) in [(&self.node, "node"), (&self.roundel, "roundel")] {
            let done = self.run(entry, runtime, label)?;
            text.push_str(&format!("--- {label}\n{}", show(&done)));
        }
        Ok(text)
    }

    fn run(&self, entry: &Entry, runtime: &Path, label: &str) -> Result<Finished> {
        let place = format!("{}-{label}-{}", entry.name, std::process::id());
        let place = Place::make(&self.installed.join("run").join(place), runtime)?;
        let program = place.folder.join("work").join(entry.file.file_name().unwrap_or_default());
        fs::copy(&entry.file, &program).context(|| format!("copying to {}", program.display()))?;
        let mut command = Command::new(runtime);
        child::clean_environment(&mut command);
        command.arg(&program).current_dir(place.folder.join("work"));
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", place.folder.join("bin").display()));
        command.env("HOME", place.folder.join("home")).env("TMPDIR", place.folder.join("tmp"));
        for kind in &entry.servers {
            command.envs(self.servers.variables(*kind));
        }
        let mut done = child::run(&mut command, &[], entry.limit)?;
        let folder = place.folder.to_string_lossy().into_owned();
        done.stdout = done.stdout.replace(&folder, "<folder>");
        Ok(done)
    }
}

/// The folders of one run, removed after it.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn make(folder: &Path, runtime: &Path) -> Result<Place> {
        let place = Place { folder: folder.to_owned() };
        for name in ["work", "home", "tmp", "bin"] {
            let inner = folder.join(name);
            fs::create_dir_all(&inner).context(|| format!("creating {}", inner.display()))?;
        }
        // Commands of packages ask the path for `node`.
        symlink(runtime, folder.join("bin/node"))
            .context(|| format!("linking {}", runtime.display()))?;
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn judge(expected: &Finished, actual: &Finished) -> Answer {
    if actual.ending == expected.ending && actual.stdout == expected.stdout {
        return Answer::Same;
    }
    let mut full = text_diff::lines(&expected.stdout, &actual.stdout);
    full.push_str(&format!("    {}\n{}", actual.ending, last_lines(&actual.stderr)));
    let reason = match first_error(&actual.stderr) {
        Some(error) if actual.ending != expected.ending => error.to_owned(),
        _ if actual.ending != expected.ending => actual.ending.to_string(),
        _ => "prints something else".to_owned(),
    };
    Answer::Differs(reason, full)
}

/// The line that names what was thrown.
fn first_error(stderr: &str) -> Option<&str> {
    stderr.lines().map(str::trim).find(|line| {
        let name = line.split([':', ' ']).next().unwrap_or_default();
        name.ends_with("Error") || name.ends_with("Exception")
    })
}

fn show(done: &Finished) -> String {
    format!("{}    {}\n{}", done.stdout, done.ending, last_lines(&done.stderr))
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(STDERR_LINES);
    lines[from..].iter().map(|line| format!("    | {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(code: i32, stdout: &str, stderr: &str) -> Finished {
        Finished { ending: Ending::Code(code), stdout: stdout.into(), stderr: stderr.into() }
    }

    #[test]
    fn the_reason_is_what_was_thrown() {
        let stderr = "file.js:1\n\nTypeError: no\n    at x\n";
        let answer = judge(&finished(0, "a\n", ""), &finished(1, "", stderr));
        let Answer::Differs(reason, full) = answer else { panic!("it differs") };
        assert_eq!(reason, "TypeError: no");
        assert!(full.contains("- a") && full.contains("exit code 1"), "{full}");
    }

    #[test]
    fn what_stderr_says_is_not_compared() {
        let answer = judge(&finished(0, "a\n", "x"), &finished(0, "a\n", "y"));
        assert!(matches!(answer, Answer::Same));
        let answer = judge(&finished(0, "a\n", ""), &finished(0, "b\n", "Error: y"));
        let Answer::Differs(reason, _) = answer else { panic!("it differs") };
        assert_eq!(reason, "prints something else");
    }
}
