//! `cargo xtask soak`: connections under load and faults. They are opened, reset, half-closed and cut at random while every
//! byte is checked; when it stops, by itself, descriptors, handles and memory are what they were.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lexopt::{Arg, ValueExt};
use serde_json::Value;

use crate::child::{self, Ending};
use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};

const HELP: &str = "\
cargo xtask soak [options]

Opens connections in one process for a while, lets each come to an end of its own kind, and
checks what arrived and that nothing is left of them.

    --tls             connections of TLS instead of plain ones
    --seconds N       how long (20)
    --seed N          which random numbers (1)
";

const PROGRAM: &str = include_str!("soak.js");

/// What warming up, the last connections and a slow machine may take beyond the seconds asked for.
const GRACE: Duration = Duration::from_secs(60);

/// Memory that a collector has not given back, or the allocator keeps, is no leak below this.
const SPARE_MEGABYTES: u64 = 24;

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut seconds, mut seed) = (20, 1);
    let mut transport = Transport::Plain;
    let mut running = Running::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("tls") => transport = Transport::Tls,
            Arg::Long("seconds") => seconds = args.value()?.parse()?,
            Arg::Long("seed") => seed = args.value()?.parse()?,
            other => match RunFlag::of(&other) {
                Some(flag) => running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    let roundel = running.roundel.binary(project)?;
    let problems = run(project, &roundel, transport, seconds, seed)?;
    for problem in &problems {
        println!("WRONG {problem}");
    }
    Ok(Verdict::of(problems.is_empty()))
}

/// What the connections are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    Plain,
    Tls,
}

/// What went wrong in so many seconds.
pub(crate) fn run(
    project: &Project,
    roundel: &Path,
    transport: Transport,
    seconds: u64,
    seed: u32,
) -> Result<Vec<String>> {
    let folder = project.cache_dir("soak")?;
    let file: PathBuf = folder.join(format!("soak_{}.js", std::process::id()));
    fs::write(&file, PROGRAM).context(|| format!("writing {}", file.display()))?;
    let mut command = Command::new(roundel);
    child::clean_environment(&mut command);
    command.arg(&file).arg(seconds.to_string()).arg(seed.to_string());
    if transport == Transport::Tls {
        command.arg(project.root.join("tests/tls/fixtures"));
    }
    let finished = child::run(&mut command, b"", Duration::from_secs(seconds) + GRACE)?;
    fs::remove_file(&file)?;
    if finished.ending != Ending::Code(0) {
        return Ok(vec![format!("{}\n{}", finished.ending, finished.stderr)]);
    }
    let report: Value = serde_json::from_str(finished.stdout.trim())
        .map_err(|error| Error::new(format!("{error} in: {}", finished.stdout)))?;
    let name = if transport == Transport::Tls { "soak --tls" } else { "soak" };
    println!("{name}: {report}");
    Ok(judge(&report))
}

fn judge(report: &Value) -> Vec<String> {
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(u64::MAX);
    let mut problems = Vec::new();
    if number("/tally/wrong") != 0 {
        problems.push(format!("{} bodies were not what was sent", number("/tally/wrong")));
    }
    for what in ["whole", "half", "reset", "cut"] {
        if number(&format!("/tally/{what}")) == 0 {
            problems.push(format!("no connection was {what}"));
        }
    }
    for what in ["descriptors", "handles"] {
        let (before, after) =
            (number(&format!("/before/{what}")), number(&format!("/after/{what}")));
        if before != after {
            problems.push(format!("{before} {what} before, {after} after"));
        }
    }
    let (before, after) = (number("/before/megabytes"), number("/after/megabytes"));
    if after > before.saturating_add(SPARE_MEGABYTES).saturating_add(before / 4) {
        problems.push(format!("{before} MB before, {after} MB after"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_left_is_told() {
        let tally = json!({ "wrong": 0, "whole": 1, "half": 1, "reset": 1, "cut": 1 });
        let same = json!({ "descriptors": 9, "handles": 1, "megabytes": 50 });
        assert!(judge(&json!({ "tally": tally, "before": same, "after": same })).is_empty());
        let more = json!({ "descriptors": 10, "handles": 1, "megabytes": 500 });
        assert_eq!(judge(&json!({ "tally": tally, "before": same, "after": more })).len(), 2);
    }
}
