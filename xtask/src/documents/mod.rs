//! `cargo xtask documents`: every sample of the articles about event loops, under the loop it was
//! written for, and the outputs that the pages show.
//!
//! The table is `tests/documents/TABLE.md`; what its rows are held against is in [`judge`].

mod judge;
mod page;
mod rows;

use std::fs;
use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

use crate::counts::Counts;
use crate::error::{Context, Error, Result, Verdict};
use crate::jobs;
use crate::progress::Progress;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use judge::Judge;
use rows::Row;

const FOLDER: &str = "tests/documents";
const PAGES: [&str; 2] = ["docs/loops.md", "README.md"];

const HELP: &str = "\
cargo xtask documents [FILTER...] [options]

Runs the table of tests/documents/TABLE.md: each sample under its loop, on Roundel in real and in
virtual time, and on the Node of that era or against what the browser was recorded to print. Then
the commands that docs/loops.md and README.md show. A FILTER is part of a sample, a program or a
document's heading; with one the pages are left out.

    --bless         write what the commands print into the pages
    --rounds N      for each open order, how often the real Node prints which
    --fresh         run Node again instead of using its recorded outputs
    --jobs N        how many at once
";

struct Flags {
    filters: Vec<String>,
    bless: bool,
    rounds: usize,
    fresh: bool,
    running: Running,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags {
        filters: Vec::new(),
        bless: false,
        rounds: 0,
        fresh: false,
        running: Running::default(),
    };
    while let Some(arg) = args.next()? {
        if let Some(flag) = RunFlag::of(&arg) {
            flags.running.set(flag, &mut args)?;
            continue;
        }
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("bless") => flags.bless = true,
            Arg::Long("rounds") => flags.rounds = args.value()?.parse()?,
            Arg::Long("fresh") => flags.fresh = true,
            Arg::Value(filter) => flags.filters.push(filter.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let counts = run(project, &flags)?;
    println!("documents: {counts}");
    Ok(Verdict::of(counts.failed == 0))
}

/// The whole table and the blocks of the pages, for `ci`.
pub(crate) fn run_all(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    let running = Running::with(roundel, jobs);
    let filters = Vec::new();
    run(project, &Flags { filters, bless: false, rounds: 0, fresh: false, running })
}

fn run(project: &Project, flags: &Flags) -> Result<Counts> {
    let folder = project.root.join(FOLDER);
    let table = folder.join("TABLE.md");
    let text = fs::read_to_string(&table).context(|| format!("reading {}", table.display()))?;
    let rows = rows::parse(&text, &folder).context(|| table.display().to_string())?;
    let chosen: Vec<&Row> = rows.iter().filter(|row| matches(row, &flags.filters)).collect();
    if chosen.is_empty() {
        return Err(Error::new("no row matches"));
    }
    let roundel = flags.running.roundel.binary(project)?;
    let judge = Judge::new(project, roundel.clone(), &rows, flags.fresh)?;
    let mut progress = Progress::new("documents", chosen.len());
    let verdicts = jobs::run(
        flags.running.jobs,
        &chosen,
        |_, row| judge.judge(row),
        |_, wrong: &Vec<String>| progress.advance(wrong.is_empty()),
    )?;
    progress.clear();
    // Rows about real time can fail on a busy machine; one that is wrong fails alone too.
    let alone = Judge::new(project, roundel, &rows, true)?;
    let mut counts = Counts::default();
    let mut document = "";
    for (row, mut wrong) in chosen.into_iter().zip(verdicts) {
        if !wrong.is_empty() {
            wrong = alone.judge(row)?;
        }
        if row.document != document {
            println!("\n{}", row.document);
            document = &row.document;
        }
        print_row(row, &wrong);
        if flags.rounds > 0 && row.is_open() {
            for (order, count) in judge.tally(row, flags.rounds)? {
                println!("       the real one, {count} of {}: {order}", flags.rounds);
            }
        }
        counts.add(wrong.is_empty());
    }
    println!();
    if flags.filters.is_empty() {
        pages(project, flags.bless, &judge, &mut counts)?;
    }
    Ok(counts)
}

fn print_row(row: &Row, wrong: &[String]) {
    let mark = if wrong.is_empty() { "ok" } else { "FAIL" };
    let (conditions, sample) = (row.conditions(), &row.sample);
    println!("  {mark:<4} {conditions:<28} {sample:<64} {}", row.order());
    for why in wrong {
        println!("       {why}");
    }
}

fn pages(project: &Project, bless: bool, judge: &Judge<'_>, counts: &mut Counts) -> Result<()> {
    for name in PAGES {
        let path = project.root.join(name);
        let text = fs::read_to_string(&path).context(|| format!("reading {name}"))?;
        let check =
            || page::check(&text, &project.root, &judge.roundel).context(|| name.to_owned());
        let mut checked = check()?;
        if !checked.wrong.is_empty() {
            // As with rows: what is wrong is wrong twice.
            checked = check()?;
        }
        let wrong = if bless { 0 } else { checked.wrong.len() };
        if bless && checked.text != text {
            fs::write(&path, &checked.text).context(|| format!("writing {name}"))?;
            println!("{name}: {} blocks written", checked.wrong.len());
        } else {
            println!("{name}: {} blocks, {wrong} wrong", checked.blocks);
            checked.wrong.iter().for_each(|why| print!("{why}"));
        }
        counts.passed += checked.blocks - wrong;
        counts.failed += wrong;
    }
    Ok(())
}

fn matches(row: &Row, filters: &[String]) -> bool {
    let program = row.program.to_string_lossy();
    let in_row = |filter: &String| {
        [&row.document, &row.sample].iter().any(|text| text.contains(filter.as_str()))
            || program.contains(filter.as_str())
    };
    filters.is_empty() || filters.iter().any(in_row)
}
