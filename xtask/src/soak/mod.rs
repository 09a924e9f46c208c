//! `cargo xtask soak`: load and faults, as programs that stop by themselves. Connections and requests are opened, reset,
//! half-closed and cut at random while every byte is checked; ten thousand connections come at once; children are killed in
//! the middle of a transfer; disks are full, descriptors used up, files forbidden. When it is over, descriptors, handles and
//! memory are what they were.

pub(crate) mod workers;

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

Opens connections and requests for a while, lets each come to an end of its own kind, and checks
what arrived and that nothing is left of them; then a crowd of connections at once, and faults of
children, disks, permissions and descriptors.

    --tls             connections of TLS alone
    --seconds N       how long connections, and how long requests (20)
    --seed N          which random numbers (1)
    --workers N       instead of connections, N workers started and ended in every way
";

/// A program, and what its tally must have some of.
struct Scenario {
    name: &'static str,
    program: &'static str,
    happens: &'static [&'static str],
}

const SCENARIOS: [Scenario; 4] = [
    Scenario {
        name: "connections",
        program: concat!(include_str!("server_soak.js"), include_str!("connections.js")),
        happens: &["whole", "half", "reset", "cut"],
    },
    Scenario {
        name: "http",
        program: concat!(include_str!("server_soak.js"), include_str!("http.js")),
        happens: &["whole", "half", "reset", "cut", "aborted", "slow", "told", "idle"],
    },
    Scenario {
        name: "crowd",
        program: include_str!("crowd.js"),
        happens: &["answered", "together"],
    },
    Scenario {
        name: "faults",
        program: include_str!("faults.js"),
        happens: &["killed", "starved"],
    },
];

/// What warming up, the last connections and a slow machine may take beyond the seconds asked for.
const GRACE: Duration = Duration::from_secs(60);

/// Memory that a collector has not given back, or the allocator keeps, is no leak below this.
const SPARE_MEGABYTES: u64 = 24;

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut seconds, mut seed, mut workers) = (20, 1, None);
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
            Arg::Long("workers") => workers = Some(args.value()?.parse()?),
            other => match RunFlag::of(&other) {
                Some(flag) => running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    let roundel = running.roundel.binary(project)?;
    let problems = match workers {
        Some(count) => workers::run(project, &roundel, count)?,
        None => run(project, &roundel, transport, seconds, seed)?,
    };
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
    let mut problems = Vec::new();
    // Over TLS the connections alone are another matter.
    let count = if transport == Transport::Tls { 1 } else { SCENARIOS.len() };
    for scenario in &SCENARIOS[..count] {
        let found = play(project, roundel, scenario, transport, seconds, seed)?;
        problems.extend(found.iter().map(|problem| format!("{}: {problem}", scenario.name)));
    }
    Ok(problems)
}

fn play(
    project: &Project,
    roundel: &Path,
    scenario: &Scenario,
    transport: Transport,
    seconds: u64,
    seed: u32,
) -> Result<Vec<String>> {
    let folder = project.cache_dir("soak")?;
    let file: PathBuf = folder.join(format!("{}_{}.js", scenario.name, std::process::id()));
    fs::write(&file, scenario.program).context(|| format!("writing {}", file.display()))?;
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
    let how = if transport == Transport::Tls { " --tls" } else { "" };
    println!("soak{how}, {}: {report}", scenario.name);
    Ok(judge(&report, scenario.happens))
}

fn judge(report: &Value, happens: &[&str]) -> Vec<String> {
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(u64::MAX);
    let told = report.pointer("/problems").and_then(Value::as_array);
    let mut problems: Vec<String> = told
        .into_iter()
        .flatten()
        .map(|problem| problem.as_str().unwrap_or("a problem").to_owned())
        .collect();
    if number("/tally/wrong") != 0 {
        problems.push(format!("{} were not as they should be", number("/tally/wrong")));
    }
    for what in happens {
        if matches!(number(&format!("/tally/{what}")), 0 | u64::MAX) {
            problems.push(format!("nothing was {what}"));
        }
    }
    if report.pointer("/before").is_none() {
        return problems;
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
        let happens = ["whole", "cut"];
        let tally = json!({ "wrong": 0, "whole": 1, "cut": 1 });
        let same = json!({ "descriptors": 9, "handles": 1, "megabytes": 50 });
        let report = json!({ "tally": tally, "before": same, "after": same });
        assert!(judge(&report, &happens).is_empty());
        let more = json!({ "descriptors": 10, "handles": 1, "megabytes": 500 });
        let report = json!({ "tally": tally, "before": same, "after": more });
        assert_eq!(judge(&report, &happens).len(), 2);
    }

    #[test]
    fn what_did_not_happen_is_told() {
        let report = json!({ "tally": { "wrong": 1, "killed": 0 }, "problems": ["a byte"] });
        assert_eq!(judge(&report, &["killed", "starved"]).len(), 4);
    }
}
