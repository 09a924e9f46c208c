//! What `roundel explore` and virtual time promise, measured over programs: `cargo xtask races`, `guaranteed`, `suites` and
//! `repeat`.

mod guaranteed;
mod races;
mod repeat;
mod suites;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lexopt::{Arg, ValueExt};
use serde_json::Value;

use crate::child::{self, Ending};
use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};

pub(crate) use guaranteed::main as guaranteed;
pub(crate) use races::main as races;
pub(crate) use repeat::main as repeat;
pub(crate) use suites::main as suites;

/// The short forms, for `ci`.
pub(crate) use guaranteed::check as check_guaranteed;
pub(crate) use races::check as check_races;
pub(crate) use repeat::check as check_repeat;

/// What the commands are given.
struct Flags {
    filters: Vec<String>,
    /// Schedules or runs of each program.
    runs: Option<usize>,
    is_long: bool,
    /// `races` alone knows it.
    is_timed: bool,
    /// `suites` alone knows it.
    updates: bool,
    running: Running,
}

impl Flags {
    /// `None` if only the help was asked for.
    fn parse(args: &mut lexopt::Parser, help: &str) -> Result<Option<Flags>> {
        let mut flags = Flags::with(Running::default());
        while let Some(arg) = args.next()? {
            if let Some(flag) = RunFlag::of(&arg) {
                flags.running.set(flag, args)?;
                continue;
            }
            match arg {
                Arg::Long("help") | Arg::Short('h') => {
                    print!("{help}{}", Choice::HELP);
                    return Ok(None);
                }
                Arg::Long("runs") => flags.runs = Some(args.value()?.parse()?),
                Arg::Long("long") if help.contains("--long") => flags.is_long = true,
                Arg::Long("update") if help.contains("--update") => flags.updates = true,
                Arg::Long("timed") if help.contains("--timed") => flags.is_timed = true,
                Arg::Value(filter) => flags.filters.push(filter.string()?),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(flags))
    }

    fn short(binary: PathBuf, jobs: usize) -> Flags {
        Flags::with(Running::with(binary, jobs))
    }

    fn with(running: Running) -> Flags {
        Flags {
            filters: Vec::new(),
            runs: None,
            is_long: false,
            is_timed: false,
            updates: false,
            running,
        }
    }

    fn wants(&self, path: &Path) -> bool {
        let name = path.to_string_lossy();
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }
}

/// The programs of a folder that are wanted, by name.
fn programs(project: &Project, folder: &str, flags: &Flags) -> Result<Vec<PathBuf>> {
    let files = project.files().context(|| "listing the programs".to_owned())?;
    let is_js = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "js");
    let mut found: Vec<PathBuf> = files
        .iter()
        .filter(|path| path.starts_with(folder) && flags.wants(path))
        .filter(is_js)
        .cloned()
        .collect();
    found.sort();
    if found.is_empty() {
        return Err(Error::new("no program matches"));
    }
    Ok(found)
}

/// What `roundel explore --json` says about a program.
struct Explored {
    report: Value,
    took: Duration,
}

impl Explored {
    fn schedules(&self) -> u64 {
        self.report["schedules"].as_u64().unwrap_or(0)
    }

    /// The how-manieth schedule failed.
    fn failed_at(&self) -> Option<u64> {
        self.report["failure"]["schedule"].as_u64()
    }

    /// What the schedule that failed did, and its token.
    fn failure(&self) -> String {
        let failure = &self.report["failure"];
        let word = |name: &str| failure[name].as_str().unwrap_or_default();
        // What does not come again is the machine's, or that of something else outside.
        let again = if failure["repeatable"] == true { "" } else { ", not again" };
        format!("{}{again} {}\n    {}", word("kind"), word("message"), word("token"))
    }
}

/// What a search may take after its time is up: for the runs that have begun, of which a busy machine makes long ones, and
/// for the telling.
const LAST_RUN: Duration = Duration::from_secs(600);

/// How programs are explored.
struct Exploration<'a> {
    roundel: &'a Path,
    /// Where they run.
    folder: &'a Path,
    runs: usize,
    limit: Duration,
    jobs: usize,
    flags: &'a [&'a str],
}

impl Exploration<'_> {
    fn of(&self, file: &Path) -> Result<Explored> {
        let mut command = Command::new(self.roundel);
        child::clean_environment(&mut command);
        command
            .arg("explore")
            .arg("--json")
            .arg(format!("--runs={}", self.runs))
            .arg(format!("--time={}", self.limit.as_secs()))
            .arg(format!("--jobs={}", self.jobs))
            .args(self.flags)
            .arg(file)
            .current_dir(self.folder);
        let started = std::time::Instant::now();
        let finished = child::run(&mut command, &[], self.limit + LAST_RUN)?;
        let took = started.elapsed();
        match finished.ending {
            Ending::Code(0 | 1) => {}
            ending => {
                let stderr = finished.stderr.trim();
                return Err(Error::new(format!("{}: {ending}: {stderr}", file.display())));
            }
        }
        let report = serde_json::from_str(&finished.stdout)
            .map_err(|error| Error::new(format!("{}: {error}", file.display())))?;
        Ok(Explored { report, took })
    }
}

fn verdict(failed: usize) -> Verdict {
    Verdict::of(failed == 0)
}
