//! `cargo xtask packages`: popular packages of npm, a small real program for each, on Node and on
//! Roundel, outputs compared.
//!
//! The list is `tests/packages/packages.json`, what is expected `tests/packages/expectations.txt`.
//! Fails when a program that printed the same no longer does.

mod expectations;
pub(crate) mod install;
mod list;
mod page;
mod program;
mod servers;

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

use crate::error::{Error, Result, Verdict};
use crate::peers::Peer;
use crate::progress;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use crate::table;
use expectations::{Expectations, Expected};
use list::Entry;
use program::{Answer, Bench};
use servers::{Kind, Servers};

const HELP: &str = "\
cargo xtask packages [NAME...] [options]

Installs the packages of tests/packages/packages.json into the cache with npm, without running
their scripts, and runs the program of each on Node 26 and on Roundel. Redis, PostgreSQL and
MariaDB are started for the programs that need one, in private folders on the loopback interface;
where one is not installed its programs are skipped. A NAME is the name of a program.

    --short     the dozen that ci runs; without the others in the cache it installs only those
    --show      print what both runtimes print
    --update    take what was found as what is expected, and write the table of docs/packages.md
    --jobs N    how many at once
";

#[derive(Default)]
struct Flags {
    names: Vec<String>,
    short: bool,
    show: bool,
    update: bool,
    running: Running,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags::default();
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
            Arg::Long("short") => flags.short = true,
            Arg::Long("show") => flags.show = true,
            Arg::Long("update") => flags.update = true,
            Arg::Value(name) => flags.names.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let report = run(project, &flags)?;
    println!("packages: {report}");
    Ok(Verdict::of(report.worse == 0 || flags.update))
}

/// The short form, for `ci`.
pub(crate) fn run_short(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Report> {
    let running = Running::with(roundel, jobs);
    run(project, &Flags { short: true, running, ..Flags::default() })
}

/// What a run found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Report {
    pub(crate) same: usize,
    pub(crate) differ: usize,
    pub(crate) skipped: usize,
    pub(crate) worse: usize,
    better: usize,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { same, differ, skipped, worse, better } = self;
        write!(f, "{same} print what Node prints, {differ} do not, {skipped} skipped; ")?;
        write!(f, "{worse} worse than expected, {better} better")
    }
}

fn run(project: &Project, flags: &Flags) -> Result<Report> {
    let entries = list::load(project)?;
    if let Some(unknown) =
        flags.names.iter().find(|name| !entries.iter().any(|entry| entry.name == **name))
    {
        return Err(Error::new(format!("no program `{unknown}` in tests/packages/packages.json")));
    }
    let is_chosen = |entry: &&Entry| match flags.short {
        true => entry.short,
        false => flags.names.is_empty() || flags.names.contains(&entry.name),
    };
    let chosen: Vec<&Entry> = entries.iter().filter(is_chosen).collect();
    // One folder with everything serves any choice; the short form does not ask for it.
    let everything = list::packages(&entries);
    let installed = match (install::present(project, &everything), flags.short) {
        (Some(folder), _) => folder,
        (None, true) => install::ensure(project, &list::packages(chosen.iter().copied()))?,
        (None, false) => install::ensure(project, &everything)?,
    };
    let roundel = flags.running.roundel.binary(project)?;
    let node = Peer::Node26.binary(project)?;
    let kinds: Vec<Kind> = chosen.iter().flat_map(|entry| entry.servers.clone()).collect();
    let servers = Servers::start(&kinds);
    let bench = Bench { installed, node, roundel, servers: &servers };
    if flags.show {
        for entry in &chosen {
            println!("{}\n{}", entry.name, bench.show(entry)?);
        }
    }
    let mut expectations = Expectations::load(project)?;
    let answers = progress::judge_all(
        "packages",
        flags.running.jobs,
        &chosen,
        |entry| match (bench.compare(entry)?, expectations.of(&entry.name)) {
            // A busy machine makes a slow program late; one that is broken fails again.
            (Answer::Differs(..), Some(Expected::Same)) => bench.compare(entry),
            (answer, _) => Ok(answer),
        },
        |answer| matches!(answer, Answer::Same),
    )?;
    let mut report = Report::default();
    let mut rows = Vec::new();
    for (entry, answer) in chosen.iter().zip(&answers) {
        report.add(entry, answer, expectations.of(&entry.name));
        let (package, version) = &entry.packages[0];
        let outcome = match answer {
            Answer::Same => "same".to_owned(),
            Answer::Differs(reason, _) => format!("differs: {}", shortened(reason)),
            Answer::Skipped(reason) => format!("skipped: {reason}"),
        };
        rows.push(vec![package.clone(), version.clone(), outcome]);
    }
    println!("{}", table::draw(&["package", "version", ""], &rows));
    if flags.update {
        for (entry, answer) in chosen.iter().zip(answers) {
            match answer {
                Answer::Same => expectations.update(&entry.name, Expected::Same),
                Answer::Differs(reason, _) => {
                    expectations.update(&entry.name, Expected::Differs(reason));
                }
                Answer::Skipped(_) => {}
            }
        }
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        expectations.save(&names)?;
        page::write(project, &entries, &expectations)?;
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, entry: &Entry, answer: &Answer, expected: Option<&Expected>) {
        let name = &entry.name;
        match answer {
            Answer::Same => {
                self.same += 1;
                if matches!(expected, Some(Expected::Differs(_))) {
                    self.better += 1;
                    println!("BETTER {name} prints the same");
                }
            }
            Answer::Differs(reason, full) => {
                self.differ += 1;
                match expected {
                    Some(Expected::Differs(known)) => {
                        println!("known: {name}: {known}; found: {reason}\n{full}");
                    }
                    Some(Expected::Same) => {
                        self.worse += 1;
                        println!("WORSE {name}: {reason}\n{full}");
                    }
                    None => {
                        self.worse += 1;
                        println!("NEW {name} has no expectation and differs: {reason}\n{full}");
                    }
                }
            }
            Answer::Skipped(_) => self.skipped += 1,
        }
    }
}

/// A line of a table stays a line.
fn shortened(reason: &str) -> String {
    match reason.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &reason[..at]),
        None => reason.to_owned(),
    }
}
