//! `cargo xtask conformance`: Node's own test files on Roundel, against recorded expectations.
//!
//! Fails when a file that should pass does not. A file that is expected to fail and passes is
//! told; `--update` takes the present state as the expectation. Skips are counted apart.

mod areas;
mod expectations;
mod suite;
mod test_file;
mod wpt;

use std::path::{Path, PathBuf};
use std::time::Duration;

use lexopt::{Arg, ValueExt};

use crate::error::{Error, Result, Verdict};
use crate::peers::Peer;
use crate::progress::Progress;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use crate::{jobs, table};
use areas::AREAS;
use expectations::Expectations;
use suite::Suite;
use test_file::{Answer, CRASHES, DOES_NOT_END, NODE_FAILS_TOO, TestFile};
use wpt::Extent;
pub(crate) use wpt::WptReport;

/// How long a file may take.
const LIMIT: Duration = Duration::from_secs(30);

const HELP: &str = "\
cargo xtask conformance [FILTER...] [options]

Runs Node 18.20.4's test files (from Debian's source package, kept in the cache) on Roundel and
compares with tests/conformance/expectations. A FILTER is part of a file's name.

    --module M      only this area; may be repeated
    --wpt           the Web Platform Tests that Node's source carries instead, in pages under
                    --loop chrome, against tests/conformance/wpt.txt
    --all           with --wpt: those too that take long, which are about keys of cryptography
    --update        take what was found as what is expected
    --node          run on Node 26 instead and change nothing: which files later Nodes changed
    --limit SECONDS how long a file may take (30)
    --jobs N        how many at once
";

#[derive(Default)]
struct Flags {
    filters: Vec<String>,
    modules: Vec<String>,
    update: bool,
    on_node: bool,
    wpt: bool,
    all: bool,
    limit: Option<Duration>,
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
            Arg::Long("module") => flags.modules.push(args.value()?.string()?.replace('-', "_")),
            Arg::Long("update") => flags.update = true,
            Arg::Long("limit") => {
                flags.limit = Some(Duration::from_secs(args.value()?.parse()?));
            }
            Arg::Long("wpt") => flags.wpt = true,
            Arg::Long("all") => flags.all = true,
            Arg::Long("node") => flags.on_node = true,
            Arg::Value(filter) => flags.filters.push(filter.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(unknown) =
        flags.modules.iter().find(|name| !AREAS.iter().any(|area| area.name == **name))
    {
        let known: Vec<&str> = AREAS.iter().map(|area| area.name).collect();
        return Err(Error::new(format!("no area `{unknown}`; known are {}", known.join(", "))));
    }
    if flags.wpt {
        let roundel = flags.running.roundel.binary(project)?;
        let Flags { filters, update, running, .. } = &flags;
        let extent = if flags.all { Extent::All } else { Extent::Sample };
        let request =
            wpt::Request { filters, jobs: running.jobs, update: *update, extent, roundel };
        let report = wpt::run(project, &request)?;
        println!("{}\nwpt: {report}", report.table());
        return Ok(Verdict::of(report.regressions == 0 || flags.update));
    }
    let report = run(project, &flags)?;
    println!("{}", report.table());
    println!("conformance: {report}");
    Ok(Verdict::of(report.regressions == 0 || flags.update || flags.on_node))
}

/// The whole suite with the standard flags, for `ci`.
pub(crate) fn run_all(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Report> {
    let running = Running::with(roundel, jobs);
    let report = run(project, &Flags { running, ..Flags::default() })?;
    println!("{}", report.table());
    Ok(report)
}

/// The Web Platform Tests with the standard flags, for `ci`.
pub(crate) fn run_wpt(project: &Project, roundel: PathBuf, jobs: usize) -> Result<WptReport> {
    let extent = Extent::Sample;
    let request = wpt::Request { filters: &[], jobs, update: false, extent, roundel };
    let report = wpt::run(project, &request)?;
    println!("{}", report.table());
    Ok(report)
}

/// What a run found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Passed, failed, failed on Node 26 too, skipped.
    by_area: Vec<(&'static str, [usize; 4])>,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Files about what Node itself has changed since they were written.
    pub(crate) outdated: usize,
    pub(crate) skipped: usize,
    pub(crate) regressions: usize,
    improvements: usize,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { passed, failed, outdated, skipped, regressions, improvements, .. } = self;
        write!(f, "{passed} passed, {failed} failed, ")?;
        write!(f, "{outdated} fail on Node 26 too, {skipped} skipped; ")?;
        write!(f, "{regressions} worse than expected, {improvements} better")
    }
}

impl Report {
    fn add(&mut self, area: &'static str, answer: &Answer) {
        let at = match self.by_area.iter().position(|(name, _)| *name == area) {
            Some(at) => at,
            None => {
                self.by_area.push((area, [0; 4]));
                self.by_area.len() - 1
            }
        };
        let (total, column) = match answer {
            Answer::Pass => (&mut self.passed, 0),
            Answer::Fail(reason) if reason.starts_with(NODE_FAILS_TOO) => (&mut self.outdated, 2),
            Answer::Fail(_) => (&mut self.failed, 1),
            Answer::Skip(_) => (&mut self.skipped, 3),
        };
        *total += 1;
        self.by_area[at].1[column] += 1;
    }

    /// The share is of the files that say something about Roundel: a skip is neither for nor
    /// against, nor is a file that the Node it is compared with fails.
    fn table(&self) -> String {
        let total = ("total", [self.passed, self.failed, self.outdated, self.skipped]);
        let rows: Vec<Vec<String>> = self
            .by_area
            .iter()
            .chain(std::iter::once(&total))
            .map(|(name, [passed, failed, outdated, skipped])| {
                let run = passed + failed;
                let share = match run {
                    0 => "-".to_owned(),
                    run => format!("{:.1} %", *passed as f64 * 100.0 / run as f64),
                };
                vec![
                    (*name).to_owned(),
                    passed.to_string(),
                    failed.to_string(),
                    outdated.to_string(),
                    skipped.to_string(),
                    share,
                ]
            })
            .collect();
        table::draw(&["module", "pass", "fail", "outdated", "skip", "pass / (pass + fail)"], &rows)
    }
}

fn run(project: &Project, flags: &Flags) -> Result<Report> {
    let suite = Suite::open(project)?;
    let all = suite.files()?;
    let chosen: Vec<String> = all.iter().filter(|file| is_chosen(file, flags)).cloned().collect();
    if chosen.is_empty() {
        return Err(Error::new("no file matches"));
    }
    let binary = match flags.on_node {
        true => Peer::Node26.binary(project)?,
        false => flags.running.roundel.binary(project)?,
    };
    let mut expectations = Expectations::load(project, &binary)?;
    let node = if flags.update { Some(Peer::Node26.binary(project)?) } else { None };
    // Two commands at once must not share what the tests write.
    let temporary = project.cache_dir(&format!("conformance/tmp-{}", std::process::id()))?;
    let limit = flags.limit.unwrap_or(LIMIT);
    let bench =
        Bench { suite: &suite, binary, node, temporary, limit, expectations: &expectations };

    // Files of the folder `sequential` ask to be alone.
    let (alone, together): (Vec<String>, Vec<String>) =
        chosen.into_iter().partition(|file| file.starts_with("sequential/"));
    let mut progress = Progress::new("conformance", alone.len() + together.len());
    let mut found = Vec::new();
    for (files, jobs) in [(&together, flags.running.jobs), (&alone, 1)] {
        let answers = jobs::run(
            jobs,
            files,
            |worker, file| bench.answer(file, worker),
            |_, answer| progress.advance(!matches!(answer, Answer::Fail(_))),
        )?;
        found.extend(files.iter().cloned().zip(answers));
    }
    progress.clear();
    // Tests that were cut off leave files behind, some without permissions; that is no failure.
    let _ = std::fs::remove_dir_all(&bench.temporary);
    found.sort_by(|(a, _), (b, _)| a.cmp(b));

    let mut report = Report::default();
    for area in AREAS {
        for (file, answer) in &found {
            if areas::area_of(file).is_some_and(|own| own.name == area.name) {
                // Only an update asks Node about each failure; otherwise the record says it.
                let counted = match (answer, expectations.of(file)) {
                    (Answer::Fail(_), Some(known @ Answer::Fail(_))) if !flags.update => known,
                    _ => answer,
                };
                report.add(area.name, counted);
                judge(&mut report, file, answer, expectations.of(file), flags);
            }
        }
    }
    if flags.update && !flags.on_node {
        for (file, answer) in found {
            expectations.update(&file, answer);
        }
        expectations.save(&all)?;
    }
    Ok(report)
}

fn is_chosen(file: &str, flags: &Flags) -> bool {
    let Some(area) = areas::area_of(file) else { return false };
    let in_module = flags.modules.is_empty() || flags.modules.iter().any(|name| name == area.name);
    let in_filter =
        flags.filters.is_empty() || flags.filters.iter().any(|filter| file.contains(filter));
    in_module && in_filter
}

/// Says how a file differs from what is expected of it.
fn judge(
    report: &mut Report,
    file: &str,
    found: &Answer,
    expected: Option<&Answer>,
    flags: &Flags,
) {
    if flags.on_node {
        if let Answer::Fail(reason) = found {
            println!("fails on Node 26: {file}: {reason}");
        }
        return;
    }
    let told = match (expected, found) {
        (Some(Answer::Pass), Answer::Pass)
        | (Some(Answer::Fail(_)), Answer::Fail(_))
        | (Some(Answer::Skip(_)), Answer::Skip(_)) => return,
        (Some(Answer::Pass), Answer::Fail(reason)) => {
            report.regressions += 1;
            format!("WORSE {file}: {reason}")
        }
        (Some(Answer::Pass), Answer::Skip(reason)) => {
            report.regressions += 1;
            format!("WORSE {file}: should pass, skipped: {reason}")
        }
        (Some(Answer::Fail(_) | Answer::Skip(_)), Answer::Pass) => {
            report.improvements += 1;
            format!("BETTER {file} passes")
        }
        (Some(Answer::Fail(_)), Answer::Skip(reason)) => format!("NOW SKIPPED {file}: {reason}"),
        (Some(Answer::Skip(_)), Answer::Fail(reason)) => {
            report.regressions += 1;
            format!("WORSE {file}: should be skipped: {reason}")
        }
        (None, Answer::Pass | Answer::Skip(_)) => {
            report.regressions += 1;
            format!("NEW {file} has no expectation")
        }
        (None, Answer::Fail(reason)) => {
            report.regressions += 1;
            format!("NEW {file} has no expectation and fails: {reason}")
        }
    };
    if !flags.update {
        println!("{told}");
    }
}

/// Everything that running a file needs.
struct Bench<'a> {
    suite: &'a Suite,
    binary: PathBuf,
    /// Asked about failures when expectations are written: a file that fails on Node 26 as well
    /// shows a later Node's behaviour, not a fault of Roundel.
    node: Option<PathBuf>,
    temporary: PathBuf,
    limit: Duration,
    expectations: &'a Expectations,
}

impl Bench<'_> {
    fn answer(&self, name: &str, worker: usize) -> Result<Answer> {
        let file = TestFile::load(self.suite, name)?;
        if let Some(Answer::Skip(reason)) = self.expectations.of(name) {
            return Ok(Answer::Skip(reason.clone()));
        }
        if let Some(reason) = file.skip_reason() {
            return Ok(Answer::Skip(reason));
        }
        // What is known not to end is not waited for; an update tries it again.
        if let (Some(Answer::Fail(reason)), None) = (self.expectations.of(name), &self.node)
            && reason.contains(DOES_NOT_END)
        {
            return Ok(Answer::Fail(reason.clone()));
        }
        let answer = self.run(&file, &self.binary, worker)?;
        let expected_to_pass = self.expectations.of(name) == Some(&Answer::Pass);
        match (&answer, &self.node) {
            // Files about real time fail on a busy machine; one that is broken fails again. A crash is never the machine's.
            (Answer::Fail(reason), None) if expected_to_pass && !reason.starts_with(CRASHES) => {
                self.run(&file, &self.binary, worker)
            }
            (Answer::Fail(_), Some(node)) => match self.run(&file, node, worker)? {
                Answer::Fail(theirs) => Ok(Answer::Fail(format!("{NODE_FAILS_TOO}: {theirs}"))),
                Answer::Pass | Answer::Skip(_) => Ok(answer),
            },
            _ => Ok(answer),
        }
    }

    fn run(&self, file: &TestFile<'_>, binary: &Path, worker: usize) -> Result<Answer> {
        file.run(binary, worker, &self.temporary, self.limit)
    }
}
