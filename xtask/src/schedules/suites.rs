//! `cargo xtask suites`: test suites that packages of npm carry in their tarballs, run as they are by `roundel explore`.
//!
//! The list is `tests/explore/suites.json`: each package with its version, what its tests need beside it, and their files.
//! Where a file is known to fail, the reason stands in the list; anything else that fails is a find.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::{Exploration, Flags, verdict};
use crate::counts::Counts;
use crate::error::{Context, Error, Result, Verdict};
use crate::jobs;
use crate::packages::install;
use crate::project::Project;

const LIST: &str = "tests/explore/suites.json";
const PAGE: &str = "docs/explore.md";
const BEGIN: &str = "<!-- suites: begin -->\n";
const END: &str = "<!-- suites: end -->";

/// Schedules of each file.
const RUNS: usize = 60;

/// A file that takes longer is left at what was tried by then.
const LIMIT: Duration = Duration::from_secs(120);

const HELP: &str = "\
cargo xtask suites [FILTER...] [options]

Installs packages of npm that carry their tests (tests/explore/suites.json) into the cache, without
running their scripts, and explores each file of tests as roundel explore --test does: no schedule
may fail.

    --runs N        so many schedules of each file (60)
    --update        write the table of docs/explore.md
    --jobs N        how many packages at once
";

/// A package and its tests.
struct Suite {
    package: String,
    version: String,
    /// What the tests need beside it.
    with: BTreeMap<String, String>,
    files: Vec<PathBuf>,
    /// Files that fail, with the reason.
    fails: BTreeMap<PathBuf, String>,
}

/// What came of a file, or why nothing could.
type Explored = std::result::Result<super::Explored, String>;

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let Some(flags) = Flags::parse(&mut args, HELP)? else { return Ok(Verdict::Good) };
    let file = project.root.join(LIST);
    let text = fs::read_to_string(&file).context(|| file.display().to_string())?;
    let mut suites = parse(&text).context(|| file.display().to_string())?;
    suites.retain(|suite| flags.wants(Path::new(&suite.package)));
    if suites.is_empty() {
        return Err(Error::new("no suite matches"));
    }
    let roundel = flags.running.roundel.binary(project)?;
    let runs = flags.runs.unwrap_or(RUNS);
    // One after the other: npm has locks of its own.
    let folders = suites
        .iter()
        .map(|suite| Ok(suite.install(project)?.join("node_modules").join(&suite.package)))
        .collect::<Result<Vec<PathBuf>>>()?;
    let places: Vec<(&Suite, &PathBuf)> = suites.iter().zip(&folders).collect();
    let explored = jobs::run(
        flags.running.jobs,
        &places,
        |_, (suite, folder)| {
            let exploration = Exploration {
                roundel: &roundel,
                folder,
                runs,
                limit: LIMIT,
                jobs: 1,
                flags: &["--test"],
            };
            // One after the other: they may use the same files. What cannot be explored is one that fails.
            let of = |file: &PathBuf| exploration.of(file).map_err(|error| error.to_string());
            Ok(suite.files.iter().map(of).collect::<Vec<Explored>>())
        },
        |(suite, _), explored| print!("{}", suite.told(explored)),
    )?;
    let mut counts = Counts::default();
    let mut rows = String::new();
    for (suite, explored) in suites.iter().zip(&explored) {
        for (file, explored) in suite.files.iter().zip(explored) {
            counts.add(fails(explored) == suite.fails.contains_key(file));
            let Suite { package, version, .. } = suite;
            let outcome = match suite.fails.get(file) {
                Some(reason) => reason.clone(),
                None => outcome(explored),
            };
            let _ = writeln!(rows, "| {package} {version}, `{}` | {outcome} |", file.display());
        }
    }
    if flags.updates {
        write_table(project, &rows)?;
    }
    println!("suites: {counts}");
    Ok(verdict(counts.failed))
}

impl Suite {
    fn install(&self, project: &Project) -> Result<PathBuf> {
        let mut packages = self.with.clone();
        packages.insert(self.package.clone(), self.version.clone());
        install::ensure(project, &packages)
    }

    /// A line for each file.
    fn told(&self, explored: &[Explored]) -> String {
        let mut out = String::new();
        for (file, explored) in self.files.iter().zip(explored) {
            let word = match (fails(explored), self.fails.contains_key(file)) {
                (true, false) => "FAIL ",
                (false, true) => "BETTER ",
                (true, true) => "known: ",
                (false, false) => "",
            };
            let (name, outcome) = (file.display(), outcome(explored));
            let _ = writeln!(out, "{word}{} {} {name}: {outcome}", self.package, self.version);
        }
        out
    }
}

fn fails(explored: &Explored) -> bool {
    !explored.as_ref().is_ok_and(|explored| explored.failed_at().is_none())
}

fn outcome(explored: &Explored) -> String {
    let explored = match explored {
        Ok(explored) => explored,
        Err(message) => return message.clone(),
    };
    let number = |name: &str| explored.report[name].as_u64().unwrap_or_default();
    let schedules = explored.schedules();
    let noun = if schedules == 1 { "schedule passes" } else { "schedules pass" };
    match explored.failed_at() {
        Some(at) => format!("schedule {at} fails: {}", explored.failure()),
        None if explored.report["exhaustive"] == true => match number("distinct") {
            0 | 1 => "the only schedule passes".to_owned(),
            all => format!("all {all} schedules pass"),
        },
        None => {
            let (tried, answers) = (number("answersTried"), number("answers"));
            format!("{schedules} {noun}, {tried} of {answers} answers tried")
        }
    }
}

fn parse(text: &str) -> Result<Vec<Suite>> {
    let list: Value = serde_json::from_str(text).context(|| "not JSON".to_owned())?;
    list.as_array().ok_or_else(|| Error::new("not a list"))?.iter().map(suite).collect()
}

fn suite(value: &Value) -> Result<Suite> {
    let (package, version) = package(&value["suite"])?;
    let with = value["with"].as_array().into_iter().flatten().map(self::package);
    let files = value["files"].as_array().into_iter().flatten();
    let files: Vec<PathBuf> = files.filter_map(|file| Some(file.as_str()?.into())).collect();
    if files.is_empty() {
        return Err(Error::new(format!("{package} has no files")));
    }
    let fails = value["fails"].as_object().into_iter().flatten();
    let fails = fails.filter_map(|(file, reason)| Some((file.into(), reason.as_str()?.to_owned())));
    Ok(Suite {
        package,
        version,
        with: with.collect::<Result<_>>()?,
        files,
        fails: fails.collect(),
    })
}

/// A name and a version, which may be that of another package with an interface of the same kind: `tap@npm:tape@5.9.0`.
fn package(value: &Value) -> Result<(String, String)> {
    let text = value.as_str().unwrap_or_default();
    let at = text.char_indices().find(|&(at, c)| at > 0 && c == '@').map(|(at, _)| at);
    match at.map(|at| text.split_at(at)) {
        Some((name, version)) => Ok((name.to_owned(), version[1..].to_owned())),
        None => Err(Error::new(format!("`{text}` is not a package and its version"))),
    }
}

fn write_table(project: &Project, rows: &str) -> Result<()> {
    let file = project.root.join(PAGE);
    let page = fs::read_to_string(&file).context(|| file.display().to_string())?;
    let (Some(begin), Some(end)) = (page.find(BEGIN), page.find(END)) else {
        return Err(Error::new(format!("{PAGE} has no marks for the table")));
    };
    let head = "| suite | outcome |\n|---|---|\n";
    let page = format!("{}{head}{rows}{}", &page[..begin + BEGIN.len()], &page[end..]);
    fs::write(&file, page).context(|| format!("writing {PAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_of_the_list() {
        let text = r#"[{"suite": "@a/b@1.2.3", "with": ["tap@npm:tape@5.9.0"], "files": ["x.js", "y.js"],
                        "fails": {"y.js": "it reads the clock"}}]"#;
        let suites = parse(text).expect("a list");
        let [suite] = &suites[..] else { panic!("one suite") };
        assert_eq!((&*suite.package, &*suite.version), ("@a/b", "1.2.3"));
        assert_eq!(suite.with["tap"], "npm:tape@5.9.0");
        assert_eq!(suite.files, [Path::new("x.js"), Path::new("y.js")]);
        assert_eq!(suite.fails[Path::new("y.js")], "it reads the clock");
        assert!(parse(r#"[{"suite": "a"}]"#).is_err() && parse(r#"[{"suite": "a@1"}]"#).is_err());
    }
}
