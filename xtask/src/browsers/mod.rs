//! `cargo xtask browsers`: the real Chromium and Firefox as the oracle of the loops `chrome` and
//! `firefox`.
//!
//! `record` runs the programs of `tests/browser` in the browsers and keeps what they printed;
//! `check` runs them on Roundel and compares with what is kept; `run` shows what a browser makes of
//! any file.

mod browser;
mod check;
mod pictures;
mod program;
mod recording;
mod server;
mod session;
mod tally;
mod trace_page;

use std::path::{Path, PathBuf};

use lexopt::{Arg, ValueExt};

use crate::counts::Counts;
use crate::error::{Context, Error, Result, Verdict};
use crate::progress::Progress;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use crate::{jobs, table};
use browser::Browser;
use program::{Claim, Program};
use recording::{Recorded, Recording};
use server::Page;

const HELP: &str = "\
cargo xtask browsers record [FILTER...]   run tests/browser in the browsers, keep what they print
cargo xtask browsers check [FILTER...]    run them on Roundel, compare with what is kept
cargo xtask browsers run FILE...          show what the browsers print for any .js, .mjs or .html
cargo xtask browsers list [FILTER...]     the programs and what is kept of them
cargo xtask browsers page                 the page of roundel trace view --html, used in the browsers
cargo xtask browsers pictures             the pictures of docs/, taken of such pages in Chromium

A FILTER is part of a path. tests/README.md describes the programs and their headers.

    --browser NAME  only chrome or only firefox
    --rounds N      how often each program is shown (record: 10, run: 3)
    --jobs N        check: how many at once
";

const RECORD_ROUNDS: usize = 10;
const RUN_ROUNDS: usize = 3;

struct Flags {
    browsers: Vec<Browser>,
    rounds: Option<usize>,
    running: Running,
    /// Filters or files.
    words: Vec<String>,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags {
        browsers: Browser::ALL.to_vec(),
        rounds: None,
        running: Running::default(),
        words: Vec::new(),
    };
    let mut command = None;
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
            Arg::Long("browser") => {
                flags.browsers = vec![Browser::by_name(&args.value()?.string()?)?];
            }
            Arg::Long("rounds") => flags.rounds = Some(args.value()?.parse()?),
            Arg::Value(word) if command.is_none() => command = Some(word.string()?),
            Arg::Value(word) => flags.words.push(word.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    match command.as_deref() {
        Some("record") => record(project, &flags),
        Some("check") => {
            let counts = check(project, &flags)?;
            println!("browsers: {counts}");
            Ok(Verdict::of(counts.failed == 0))
        }
        Some("run") => run(&flags),
        Some("list") => list(project, &flags),
        Some("page") => {
            let roundel = flags.running.roundel.binary(project)?;
            let counts = trace_page::check(&roundel, &flags.browsers)?;
            println!("browsers page: {counts}");
            Ok(Verdict::of(counts.failed == 0))
        }
        Some("pictures") => {
            pictures::take(project, &flags.running.roundel.binary(project)?)?;
            Ok(Verdict::Good)
        }
        Some(unknown) => Err(Error::new(format!("no command `browsers {unknown}`"))),
        None => {
            print!("{HELP}{}", Choice::HELP);
            Ok(Verdict::Bad)
        }
    }
}

/// Runs the programs in the browsers and writes their recordings.
fn record(project: &Project, flags: &Flags) -> Result<Verdict> {
    let programs = Program::find(project, &flags.words)?;
    let rounds = flags.rounds.unwrap_or(RECORD_ROUNDS);
    for browser in &flags.browsers {
        let installed = browser.find()?;
        let shown: Vec<&Program> =
            programs.iter().filter(|program| program.header.runs_in(*browser)).collect();
        let pages: Vec<Page> = shown.iter().map(|program| program.page()).collect::<Result<_>>()?;
        let tallies = session::run(&installed, &Program::folder(project), &pages, rounds)?;
        for (program, tally) in shown.iter().zip(tallies) {
            let mut recording = Recording::load(&program.file)?;
            if recording.key != program.key() {
                // What the other browser made of another text is worth nothing.
                recording = Recording::of_program(program.key());
            }
            let version = installed.version.clone();
            recording.set(*browser, Recorded { version, tally });
            recording.save(&program.file)?;
        }
        println!("{} {}: {} programs", browser.name(), installed.version, shown.len());
    }
    for program in &programs {
        let recording = Recording::load(&program.file)?;
        if let Some(why) = check::breaks_claim(program.header.claim, &recording) {
            println!("{}: {why}", program.name);
        }
    }
    Ok(Verdict::Good)
}

/// Shows what the browsers print for some files; nothing is kept.
fn run(flags: &Flags) -> Result<Verdict> {
    for word in &flags.words {
        let file = Path::new(word).canonicalize().context(|| format!("reading {word}"))?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        let page = Program::anywhere(folder, &file)?.page()?;
        for browser in &flags.browsers {
            let installed = browser.find()?;
            let rounds = flags.rounds.unwrap_or(RUN_ROUNDS);
            let tallies = session::run(&installed, folder, std::slice::from_ref(&page), rounds)?;
            for (output, count) in tallies.iter().flat_map(|tally| tally.outputs()) {
                println!("{} {}, {count} of {rounds}: {word}", browser.name(), installed.version);
                for line in output.lines() {
                    println!("  {line}");
                }
            }
        }
    }
    Ok(Verdict::of(!flags.words.is_empty()))
}

/// How many programs print, under a browser's loop, what the browser printed: all of them, for `ci`.
pub(crate) fn check_all(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    let flags = Flags {
        browsers: Browser::ALL.to_vec(),
        rounds: None,
        running: Running::with(roundel, jobs),
        words: Vec::new(),
    };
    check(project, &flags)
}

/// The outputs that a browser was recorded to print for a program; none when there is no recording
/// of the program as it stands.
pub(crate) fn recorded(program: &Path, browser: &str) -> Result<Vec<String>> {
    let browser = Browser::by_name(browser)?;
    let recording = Recording::load(program)?;
    if recording.key != Program::anywhere(Path::new(""), program)?.key() {
        return Ok(Vec::new());
    }
    let outputs = recording.of(browser).into_iter().flat_map(|one| one.tally.outputs());
    Ok(outputs.map(|(output, _)| output.to_owned()).collect())
}

fn check(project: &Project, flags: &Flags) -> Result<Counts> {
    let programs = Program::find(project, &flags.words)?;
    let pairs: Vec<(&Program, Browser)> = programs
        .iter()
        .flat_map(|program| flags.browsers.iter().map(move |browser| (program, *browser)))
        .filter(|(program, browser)| program.header.runs_in(*browser))
        .collect();
    let roundel = flags.running.roundel.binary(project)?;
    let mut progress = Progress::new("browsers", pairs.len());
    let verdicts = jobs::run(
        flags.running.jobs,
        &pairs,
        |_, (program, browser)| check::judge(&roundel, program, *browser),
        |_, why: &String| progress.advance(why.is_empty()),
    )?;
    progress.clear();
    let mut counts = Counts::default();
    for ((program, browser), why) in pairs.iter().zip(verdicts) {
        if why.is_empty() {
            counts.passed += 1;
        } else {
            println!("FAIL {} (- {}, + Roundel)\n{why}", program.name, browser.name());
            counts.failed += 1;
        }
    }
    Ok(counts)
}

/// One line a program: what it claims and how many distinct outputs each browser gave.
fn list(project: &Project, flags: &Flags) -> Result<Verdict> {
    let mut rows = Vec::new();
    for program in Program::find(project, &flags.words)? {
        let recording = Recording::load(&program.file)?;
        let claim = match program.header.claim {
            Claim::Specified => "specified",
            Claim::Differs => "differs",
            Claim::Unspecified => "unspecified",
        };
        let outputs = |browser: Browser| match recording.of(browser) {
            Some(recorded) => recorded.tally.distinct().to_string(),
            None => "-".to_owned(),
        };
        let counts = Browser::ALL.map(outputs);
        rows.push([vec![program.name.clone(), claim.to_owned()], counts.to_vec()].concat());
    }
    print!("{}", table::draw(&["program", "order", "chrome", "firefox"], &rows));
    println!("{} programs", rows.len());
    Ok(Verdict::Good)
}
