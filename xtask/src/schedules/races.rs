//! `cargo xtask races`: every program of tests/races must be found, and its mended twin must not be.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Exploration, Explored, Flags, programs, verdict};
use crate::counts::Counts;
use crate::error::{Error, Result, Verdict};
use crate::peers::Peer;
use crate::project::Project;
use crate::{child, jobs, table};

const FOLDER: &str = "tests/races";

/// A race must be found within so many schedules.
const LIMIT: usize = 10;
/// Schedules of each twin, in the short form and in the long one.
const TWIN_RUNS: usize = 40;
const LONG_TWIN_RUNS: usize = 10_000;

const HELP: &str = "\
cargo xtask races [FILTER...] [options]

Explores the programs of tests/races, each with its mended twin (NAME.fixed.js). The race must be
found within 10 schedules; nothing may be found in the twin.

    --long          10 000 schedules of each twin, or all there are
    --runs N        so many of each twin
    --jobs N        how many programs at once
    --timed         instead: how long it takes to find each, beside ten plain runs of it on Node
";

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let Some(flags) = Flags::parse(&mut args, HELP)? else { return Ok(Verdict::Good) };
    let counts = if flags.is_timed { time(project, &flags)? } else { run(project, &flags)? };
    println!("races: {counts}");
    Ok(verdict(counts.failed))
}

/// The short form, for `ci`.
pub(crate) fn check(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    run(project, &Flags::short(roundel, jobs))
}

struct Pair {
    race: Explored,
    twin: Explored,
}

fn races(project: &Project, flags: &Flags) -> Result<Vec<PathBuf>> {
    let is_race = |path: &PathBuf| !path.to_string_lossy().ends_with(".fixed.js");
    let races: Vec<PathBuf> =
        programs(project, FOLDER, flags)?.into_iter().filter(is_race).collect();
    if races.is_empty() {
        return Err(Error::new("no program matches"));
    }
    Ok(races)
}

/// One after the other, each with the plain runs beside it: what else the machine does meanwhile falls on both.
fn time(project: &Project, flags: &Flags) -> Result<Counts> {
    let races = races(project, flags)?;
    let roundel = flags.running.roundel.binary(project)?;
    let node = Peer::Node26.binary(project)?;
    let mut counts = Counts::default();
    let mut rows = Vec::new();
    let mut sums = [Duration::ZERO; 3];
    for race in &races {
        let limit = Duration::from_secs(600);
        let exploration = Exploration {
            roundel: &roundel,
            folder: &project.root,
            runs: LIMIT,
            limit,
            jobs: flags.running.jobs,
            flags: &[],
        };
        let found = exploration.of(race)?;
        let started = Instant::now();
        for _ in 0..LIMIT {
            let mut command = Command::new(&node);
            child::clean_environment(&mut command);
            child::run(command.arg(race).current_dir(&project.root), &[], limit)?;
        }
        let plain = started.elapsed();
        counts.add(found.failed_at().is_some());
        let seconds = found.report["failure"]["seconds"].as_f64().unwrap_or_default();
        let times = [Duration::from_secs_f64(seconds), found.took, plain];
        rows.push(row(&race.file_stem().unwrap_or_default().to_string_lossy(), times));
        for (sum, time) in sums.iter_mut().zip(times) {
            *sum += time;
        }
    }
    rows.push(row("all", sums));
    let header =
        ["race", "s to find it", "s with shrinking and telling", "s of 10 runs on Node", "ratio"];
    print!("{}", table::draw(&header, &rows));
    // The sum is what is promised, and it is that of the whole command.
    counts.failed += usize::from(sums[1] >= sums[2]);
    Ok(counts)
}

fn row(name: &str, times: [Duration; 3]) -> Vec<String> {
    let [found, told, plain] = times.map(|time| time.as_secs_f64());
    vec![
        name.to_owned(),
        format!("{found:.2}"),
        format!("{told:.2}"),
        format!("{plain:.2}"),
        format!("{:.2}", told / plain),
    ]
}

fn run(project: &Project, flags: &Flags) -> Result<Counts> {
    let races = races(project, flags)?;
    let roundel = flags.running.roundel.binary(project)?;
    let usual = if flags.is_long { LONG_TWIN_RUNS } else { TWIN_RUNS };
    let twin_runs = flags.runs.unwrap_or(usual);
    let pairs = jobs::run(
        flags.running.jobs,
        &races,
        |_, race| {
            let limit = Duration::from_secs(3600);
            let (roundel, folder) = (&*roundel, &*project.root);
            let explored = |path: &Path, runs| {
                Exploration { roundel, folder, runs, limit, jobs: 1, flags: &[] }.of(path)
            };
            let twin = race.with_extension("fixed.js");
            Ok(Pair { race: explored(race, LIMIT)?, twin: explored(&twin, twin_runs)? })
        },
        |_, _| {},
    )?;
    let mut counts = Counts::default();
    let mut rows = Vec::new();
    for (race, pair) in races.iter().zip(&pairs) {
        // One that fails ordinarily is no race.
        let decisions = pair.race.report["failure"]["decisions"].as_array().map_or(0, Vec::len);
        let is_found = pair.race.failed_at().is_some() && decisions > 0;
        let is_quiet = pair.twin.failed_at().is_none();
        counts.passed += usize::from(is_found && is_quiet);
        counts.failed += usize::from(!(is_found && is_quiet));
        let whole = if pair.twin.report["exhaustive"] == true { ", all" } else { "" };
        rows.push(vec![
            race.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            pair.race.failed_at().map_or("NOT FOUND".to_owned(), |at| at.to_string()),
            decisions.to_string(),
            format!("{:.1}", pair.race.took.as_secs_f64()),
            match pair.twin.failed_at() {
                None => format!("{}{whole}", pair.twin.schedules()),
                Some(at) => format!("ALARM at {at}"),
            },
            pair.twin.report["failure"]["token"].as_str().unwrap_or_default().to_owned(),
        ]);
    }
    let header = ["race", "found in schedule", "decisions", "s with shrinking", "twin passes", ""];
    print!("{}", table::draw(&header, &rows));
    Ok(counts)
}
