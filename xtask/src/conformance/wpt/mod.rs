//! `cargo xtask conformance --wpt`: the part of Web Platform Tests that Node's source carries, in
//! pages under `roundel --loop chrome`, against recorded expectations.
//!
//! Subtests are counted, not files. Fails when a file passes fewer of them than it should.

mod expectations;
mod outcome;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::suite::Suite;
use crate::child;
use crate::error::{Context, Error, Result};
use crate::progress::Progress;
use crate::project::Project;
use crate::{jobs, table};
use expectations::{Expectations, Expected, LACKS};
use outcome::Outcome;
use page::Page;

/// The folders that are about a loop or about what its programs lean on.
const FOLDERS: [&str; 16] = [
    "html/webappapis/timers",
    "html/webappapis/microtask-queuing",
    "html/webappapis/structured-clone",
    "html/webappapis/atob",
    "dom/abort",
    "dom/events",
    "webmessaging/broadcastchannel",
    "performance-timeline",
    "user-timing",
    "hr-time",
    "url",
    "console",
    "streams",
    "encoding",
    "FileAPI",
    "WebCryptoAPI",
];

/// Files that take as long as all others together: keys of RSA by the hundred, millions of rounds. They are run when they are
/// asked for, by `--all` or by a filter.
const LONG: [&str; 2] =
    ["WebCryptoAPI/derive_bits_keys/pbkdf2", "WebCryptoAPI/generateKey/successes_RSA"];

const TIMEOUT: Duration = Duration::from_secs(60);
const LONG_TIMEOUT: Duration = Duration::from_secs(600);

fn is_long(name: &str) -> bool {
    LONG.iter().any(|long| name.starts_with(long))
}

/// What a run is asked for.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) filters: &'a [String],
    pub(super) jobs: usize,
    pub(super) update: bool,
    pub(super) extent: Extent,
    pub(super) roundel: PathBuf,
}

/// Whether files that take long are run without being named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Sample,
    All,
}

impl Request<'_> {
    fn wants(&self, name: &str) -> bool {
        if self.filters.is_empty() {
            return self.extent == Extent::All || !is_long(name);
        }
        self.filters.iter().any(|part| name.contains(part))
    }
}

/// What a run found, in subtests.
#[derive(Debug, Default)]
pub(crate) struct WptReport {
    /// Passed, failed, skipped files.
    by_folder: Vec<(&'static str, [usize; 3])>,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped_files: usize,
    /// Files that pass fewer subtests than expected.
    pub(crate) regressions: usize,
    improvements: usize,
}

impl std::fmt::Display for WptReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WptReport { passed, failed, skipped_files, regressions, improvements, .. } = self;
        write!(f, "{passed} subtests passed, {failed} failed, {skipped_files} files skipped; ")?;
        write!(f, "{regressions} files worse than expected, {improvements} better")
    }
}

impl WptReport {
    fn add(&mut self, folder: &'static str, found: &Expected) {
        let at = match self.by_folder.iter().position(|(name, _)| *name == folder) {
            Some(at) => at,
            None => {
                self.by_folder.push((folder, [0; 3]));
                self.by_folder.len() - 1
            }
        };
        let counts = match found {
            Expected::Run(outcome) => [outcome.passed, outcome.total - outcome.passed, 0],
            Expected::Skip(_) => [0, 0, 1],
        };
        for (sum, count) in self.by_folder[at].1.iter_mut().zip(counts) {
            *sum += count;
        }
        self.passed += counts[0];
        self.failed += counts[1];
        self.skipped_files += counts[2];
    }

    pub(super) fn table(&self) -> String {
        let total = ("total", [self.passed, self.failed, self.skipped_files]);
        let rows: Vec<Vec<String>> = self
            .by_folder
            .iter()
            .chain(std::iter::once(&total))
            .map(|(name, counts)| {
                let mut row = vec![(*name).to_owned()];
                row.extend(counts.iter().map(usize::to_string));
                row
            })
            .collect();
        table::draw(&["wpt", "pass", "fail", "files skipped"], &rows)
    }

    fn judge(
        &mut self,
        name: &str,
        found: &Expected,
        expected: Option<&Expected>,
    ) -> Option<String> {
        let (worse, told) = match (expected, found) {
            (Some(Expected::Skip(_)), Expected::Skip(_)) => return None,
            (Some(Expected::Run(old)), Expected::Run(new)) if new.passed == old.passed => {
                // Another total with as many passes: a subtest more fails, or one less.
                if new.total == old.total {
                    return None;
                }
                (new.total > old.total, format!("{}/{} {name}", new.passed, new.total))
            }
            (Some(Expected::Run(old)), Expected::Run(new)) => {
                let why = new.reason.as_deref().unwrap_or_default();
                let told = format!(
                    "{}/{} instead of {}/{} {name} {why}",
                    new.passed, new.total, old.passed, old.total
                );
                // A file that was broken may have told of subtests that do not exist.
                let mended = new.is_complete() && !old.is_complete();
                (new.passed < old.passed && !mended, told)
            }
            (None, _) => (true, format!("{name} has no expectation")),
            (Some(_), _) => (true, format!("{name} is run and skipped by turns")),
        };
        if worse {
            self.regressions += 1;
        } else {
            self.improvements += 1;
        }
        Some(format!("{} {told}", if worse { "WORSE" } else { "BETTER" }))
    }
}

pub(super) fn run(project: &Project, request: &Request<'_>) -> Result<WptReport> {
    let root = Suite::open(project)?.path("fixtures/wpt");
    let all = files(&root)?;
    let chosen: Vec<&String> = all.iter().filter(|name| request.wants(name)).collect();
    if chosen.is_empty() {
        return Err(Error::new("no file matches"));
    }
    let mut expectations = Expectations::load(project)?;
    let mut progress = Progress::new("wpt", chosen.len());
    let found = jobs::run(
        request.jobs,
        &chosen,
        |_, name| answer(&root, name, request, expectations.of(name)),
        |_, found: &Expected| {
            progress.advance(!matches!(found, Expected::Run(outcome) if !outcome.is_complete()));
        },
    )?;
    progress.clear();
    let mut report = WptReport::default();
    for (name, found) in chosen.iter().zip(found) {
        let folder = FOLDERS.iter().find(|folder| name.starts_with(*folder)).unwrap_or(&FOLDERS[0]);
        report.add(folder, &found);
        let told = report.judge(name, &found, expectations.of(name));
        if let Some(told) = told.filter(|_| !request.update) {
            println!("{told}");
        }
        if request.update {
            expectations.update(name, found);
        }
    }
    if request.update {
        expectations.save(&all)?;
    }
    Ok(report)
}

fn answer(
    root: &Path,
    name: &str,
    request: &Request<'_>,
    expected: Option<&Expected>,
) -> Result<Expected> {
    if let Some(skip @ Expected::Skip(_)) = expected {
        return Ok(skip.clone());
    }
    let source = fs::read(root.join(name)).context(|| format!("reading {name}"))?;
    let source = String::from_utf8_lossy(&source).into_owned();
    if let Some(reason) = page::skip_reason(name, &source) {
        return Ok(Expected::Skip(reason.to_owned()));
    }
    let page = Page::write(root, name, &source)?;
    let mut command = Command::new(&request.roundel);
    child::clean_environment(&mut command);
    command.args(["--loop", "chrome", "--virtual-time"]);
    if page::is_isolated(root, name) {
        command.arg("--cross-origin-isolated");
    }
    command.arg(&page.path).current_dir(root);
    let timeout = if is_long(name) { LONG_TIMEOUT } else { TIMEOUT };
    let mut finished = child::run(&mut command, b"", timeout)?;
    // A reason that names this machine's folders would be another one elsewhere.
    let place = root.to_string_lossy();
    finished.stderr = finished.stderr.replace(&*place, "<wpt>");
    finished.stdout = finished.stdout.replace(&*place, "<wpt>");
    let mut outcome = Outcome::of(&finished);
    if let Some(what) = page::lacking(&source).filter(|_| !outcome.is_complete()) {
        outcome.reason = Some(format!("{LACKS}{what}"));
    }
    Ok(Expected::Run(outcome))
}

/// The tests of the folders, as paths below the root of the suite, sorted.
fn files(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in FOLDERS {
        collect(root, &root.join(folder), &mut names)?;
    }
    names.sort();
    Ok(names)
}

fn collect(root: &Path, folder: &Path, names: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        let Ok(below) = path.strip_prefix(root) else { continue };
        let name = below.to_string_lossy().into_owned();
        if path.is_dir() {
            collect(root, &path, names)?;
        } else if page::is_test(&name, || {
            fs::read(&path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        }) {
            names.push(name);
        }
    }
    Ok(())
}
