//! `cargo xtask guaranteed`: orders that Node guarantees hold in every schedule.

use std::path::PathBuf;
use std::time::Duration;

use super::{Exploration, Flags, programs, verdict};
use crate::counts::Counts;
use crate::error::{Result, Verdict};
use crate::jobs;
use crate::project::Project;

const FOLDER: &str = "tests/explore/guaranteed";

/// Schedules of each program in the short form, and of all together in the long one.
const RUNS: usize = 25;
const LONG_RUNS: usize = 100_000;

const HELP: &str = "\
cargo xtask guaranteed [FILTER...] [options]

Explores the programs of tests/explore/guaranteed, which assert orders that Node guarantees: no
schedule may break one.

    --long          100 000 schedules, over all programs
    --runs N        so many of each program
    --jobs N        how many programs at once
";

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let Some(flags) = Flags::parse(&mut args, HELP)? else { return Ok(Verdict::Good) };
    let counts = run(project, &flags)?;
    println!("guaranteed: {counts}");
    Ok(verdict(counts.failed))
}

/// The short form, for `ci`.
pub(crate) fn check(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    run(project, &Flags::short(roundel, jobs))
}

fn run(project: &Project, flags: &Flags) -> Result<Counts> {
    let programs = programs(project, FOLDER, flags)?;
    let roundel = flags.running.roundel.binary(project)?;
    let usual = if flags.is_long { LONG_RUNS.div_ceil(programs.len()) } else { RUNS };
    let runs = flags.runs.unwrap_or(usual);
    let limit = Duration::from_secs(if flags.is_long { 24 * 3600 } else { 600 });
    let exploration =
        Exploration { roundel: &roundel, folder: &project.root, runs, limit, jobs: 1, flags: &[] };
    let explored =
        jobs::run(flags.running.jobs, &programs, |_, program| exploration.of(program), |_, _| {})?;
    let mut counts = Counts::default();
    let mut schedules = 0;
    for (program, explored) in programs.iter().zip(&explored) {
        schedules += explored.schedules();
        match explored.failed_at() {
            None => counts.passed += 1,
            Some(at) => {
                println!("FAIL {} in schedule {at}: {}", program.display(), explored.failure());
                counts.failed += 1;
            }
        }
    }
    println!("{schedules} schedules of {} programs", programs.len());
    Ok(counts)
}
