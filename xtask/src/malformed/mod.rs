//! `cargo xtask malformed`: requests from a seeded generator, most of them wrong somewhere, to servers on Node and on Roundel.
//! What the client got and what the server saw, errors with their codes, places and messages included, must be the same.
//!
//! `malformed.js` makes the requests and answers with one line a case. Nothing is recorded: Node is asked in the same run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lexopt::{Arg, ValueExt};

use crate::child::{self, Ending};
use crate::counts::Seeds;
use crate::error::{Context, Error, Result, Verdict};
use crate::peers::Peer;
use crate::progress::judge_all;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use crate::text_diff;

const HELP: &str = "\
cargo xtask malformed [options]

Sends requests that are wrong in one place or more to servers of Node and of Roundel, each request
over a connection of its own, and compares answers, requests and errors.

    --cases N         how many (100000)
    --from N          the number of the first (0)
    --jobs N          how many processes at once (one per core)
";

const PROGRAM: &str = include_str!("malformed.js");

/// What one process does.
const BATCH: u64 = 2500;

/// For a batch, on a busy machine.
const LIMIT: Duration = Duration::from_secs(180);

/// How often Node must say the same of a case that differs.
const AGREEMENTS: usize = 3;

/// Differences that are shown whole.
const SHOWN: usize = 20;

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut cases, mut from) = (100_000, 0);
    let mut running = Running::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("cases") => cases = args.value()?.parse()?,
            Arg::Long("from") => from = args.value()?.parse()?,
            other => match RunFlag::of(&other) {
                Some(flag) => running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    let roundel = running.roundel.binary(project)?;
    let counts = run(project, &roundel, from..from + cases, running.jobs)?;
    println!("malformed: {counts}");
    Ok(Verdict::of(counts.failed == 0))
}

/// What came of one batch.
#[derive(Default)]
struct Found {
    same: usize,
    racy: usize,
    different: Vec<String>,
}

/// Compares the cases of a range.
pub(crate) fn run(
    project: &Project,
    roundel: &Path,
    cases: std::ops::Range<u64>,
    jobs: usize,
) -> Result<Seeds> {
    let node = Peer::Node26.binary(project)?;
    let folder = project.cache_dir("malformed")?;
    let file: PathBuf = folder.join(format!("malformed_{}.js", std::process::id()));
    fs::write(&file, PROGRAM).context(|| format!("writing {}", file.display()))?;
    let batches: Vec<(u64, u64)> = cases
        .clone()
        .step_by(BATCH as usize)
        .map(|first| (first, BATCH.min(cases.end - first)))
        .collect();
    let sides = Sides { node: &node, roundel, file: &file };
    let found = judge_all(
        "malformed",
        jobs,
        &batches,
        |&(first, count)| sides.compare(first, count),
        |found| found.different.is_empty(),
    );
    fs::remove_file(&file)?;
    let mut counts = Seeds::new(["same", "different", "racy"]);
    for found in found? {
        counts.passed += found.same;
        counts.neither += found.racy;
        for text in found.different {
            if counts.failed < SHOWN {
                println!("DIFFERENT {text}");
            }
            counts.failed += 1;
        }
    }
    Ok(counts)
}

struct Sides<'a> {
    node: &'a Path,
    roundel: &'a Path,
    file: &'a Path,
}

impl Sides<'_> {
    fn compare(&self, first: u64, count: u64) -> Result<Found> {
        let expected = self.ask(self.node, first, count, "0")?;
        let answered = self.ask(self.roundel, first, count, "0")?;
        let mut found = Found::default();
        for (index, line) in expected.lines().enumerate() {
            if answered.lines().nth(index) == Some(line) {
                found.same += 1;
            } else {
                self.look(first + index as u64, &mut found)?;
            }
        }
        Ok(found)
    }

    /// A case that differed, once more and alone.
    fn look(&self, case: u64, found: &mut Found) -> Result<()> {
        let expected = self.ask(self.node, case, 1, "1")?;
        for _ in 1..AGREEMENTS {
            if self.ask(self.node, case, 1, "1")? != expected {
                found.racy += 1;
                return Ok(());
            }
        }
        let answered = self.ask(self.roundel, case, 1, "1")?;
        if answered == expected {
            found.racy += 1;
        } else {
            found
                .different
                .push(format!("case {case}\n{}", text_diff::lines(&expected, &answered)));
        }
        Ok(())
    }

    fn ask(&self, binary: &Path, first: u64, count: u64, shown: &str) -> Result<String> {
        let mut command = Command::new(binary);
        child::clean_environment(&mut command);
        command.arg(self.file).args([&first.to_string(), &count.to_string(), shown]);
        let finished = child::run(&mut command, b"", LIMIT)?;
        if finished.ending != Ending::Code(0) {
            let whose = binary.display();
            let problem = format!("{whose}, {count} cases from {first}: {}", finished.ending);
            return Err(Error::new(format!("{problem}\n{}", finished.stderr)));
        }
        Ok(finished.stdout)
    }
}
