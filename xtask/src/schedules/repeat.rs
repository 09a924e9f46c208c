//! `cargo xtask repeat`: a program in virtual time with one seed prints the same bytes every time.
//!
//! The programs are those of `cargo xtask programs`. What differs by itself is made equal: the number of the process, and
//! names of temporary files. Programs about what virtual time leaves real are listed with the reason.

use std::path::{Path, PathBuf};

use super::{Flags, verdict};
use crate::child::Finished;
use crate::counts::Counts;
use crate::error::{Error, Result, Verdict};
use crate::project::Project;
use crate::{jobs, programs};

/// Runs of each program in the short form and in the long one.
const RUNS: usize = 2;
const LONG_RUNS: usize = 100;

/// In the short form, only every so manieth program.
const STRIDE: usize = 12;

const SEEDS: [u64; 2] = [0, 7];

const HELP: &str = "\
cargo xtask repeat [FILTER...] [options]

Runs the programs under tests/ in virtual time, again and again with one seed, and compares what
they print byte by byte.

    --long          100 runs of every program
    --runs N        so many of each program
    --jobs N        how many programs at once
";

/// Programs, or folders of them, that print what virtual time leaves real, each with what it is.
const REAL: &[(&str, &str)] = &[
    ("cluster/", "who of several children is first, and what one that dies still says"),
    ("process/memory", "how much memory is used"),
    ("process/resources", "what the system measures"),
];

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let Some(flags) = Flags::parse(&mut args, HELP)? else { return Ok(Verdict::Good) };
    let counts = run(project, &flags, 1)?;
    println!("repeat: {counts}");
    Ok(verdict(counts.failed))
}

/// The short form, for `ci`.
pub(crate) fn check(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    run(project, &Flags::short(roundel, jobs), STRIDE)
}

fn run(project: &Project, flags: &Flags, stride: usize) -> Result<Counts> {
    let cases = programs::cases(project, &flags.filters)?;
    let cases: Vec<_> = cases
        .into_iter()
        .filter(|case| !REAL.iter().any(|(part, _)| case.name.starts_with(part)))
        .step_by(stride)
        .collect();
    if cases.is_empty() {
        return Err(Error::new("no program matches"));
    }
    let roundel = flags.running.roundel.binary(project)?;
    let runs = flags.runs.unwrap_or(if flags.is_long { LONG_RUNS } else { RUNS }).max(2);
    let differences = jobs::run(
        flags.running.jobs,
        &cases,
        |_, case| {
            for seed in SEEDS {
                let first = case.run_virtually(&roundel, seed)?;
                for number in 2..=runs {
                    let again = case.run_virtually(&roundel, seed)?;
                    if let Some(why) = difference(&first, &again, &project.root) {
                        return Ok(Some(format!("run {number} of seed {seed}: {why}")));
                    }
                }
            }
            Ok(None)
        },
        |case, difference| {
            if let Some(why) = difference {
                println!("FAIL {}\n    {why}", case.name);
            }
        },
    )?;
    let failed = differences.iter().flatten().count();
    Ok(Counts { passed: cases.len() - failed, failed })
}

/// How the second run differs from the first.
fn difference(first: &Finished, second: &Finished, _root: &Path) -> Option<String> {
    if first.ending != second.ending {
        return Some(format!("ends with {}, not with {}", second.ending, first.ending));
    }
    let streams =
        [("stdout", &first.stdout, &second.stdout), ("stderr", &first.stderr, &second.stderr)];
    streams.into_iter().find_map(|(name, first, second)| {
        let (first, second) = (without_pid(first), without_pid(second));
        let (mut one, mut other) = (first.lines(), second.lines());
        let mut number = 0;
        loop {
            number += 1;
            match (one.next(), other.next()) {
                (None, None) => return None,
                (a, b) if a == b => {}
                (a, b) => return Some(format!("{name}, line {number}: {b:?}, not {a:?}")),
            }
        }
    })
}

/// Warnings name the process, which is another one in every run.
fn without_pid(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("(node:") {
        out.push_str(before);
        out.push_str("(node:");
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_process_does_not_count() {
        assert_eq!(without_pid("(node:12) Warning: (node:3)"), "(node:) Warning: (node:)");
    }
}
