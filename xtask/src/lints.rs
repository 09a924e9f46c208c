//! `cargo xtask lints`: no lint says anything of the programs under `tests/` and `examples/` but what they are about.
//!
//! Each runs once with `--lint`. What is found must stand in tests/lints.txt with its reason: the beginning of a path, the
//! lint, and why the program does what the lint is about. Everything else is a false alarm.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lexopt::{Arg, ValueExt};

use crate::child;
use crate::counts::Counts;
use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};
use crate::{jobs, programs};

const REASONS: &str = "tests/lints.txt";

/// Programs of the examples that run for ever are ended then.
const EXAMPLE_LIMIT: Duration = Duration::from_secs(10);

const HELP: &str = "\
cargo xtask lints [FILTER...] [options]

Runs the programs under tests/ and examples/ with --lint. Whatever a lint finds must stand in
tests/lints.txt with its reason; anything else is a false alarm.

    --jobs N        how many at once
    --show          also print what is expected
";

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut filters, mut running, mut shows) = (Vec::new(), Running::default(), false);
    while let Some(arg) = args.next()? {
        if let Some(flag) = RunFlag::of(&arg) {
            running.set(flag, &mut args)?;
            continue;
        }
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("show") => shows = true,
            Arg::Value(filter) => filters.push(filter.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let counts = run(project, &filters, &running, shows)?;
    println!("lints: {counts}");
    Ok(Verdict::of(counts.failed == 0))
}

/// What is found in a program on purpose.
struct Reason {
    path: String,
    lint: String,
}

fn reasons(project: &Project) -> Result<Vec<Reason>> {
    let path = project.root.join(REASONS);
    let text = std::fs::read_to_string(&path).context(|| format!("reading {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            match (words.next(), words.next(), words.next()) {
                (Some(path), Some(lint), Some(_)) => {
                    Ok(Reason { path: path.to_owned(), lint: lint.to_owned() })
                }
                _ => Err(Error::new(format!("{REASONS}: path, lint and reason, not `{line}`"))),
            }
        })
        .collect()
}

enum Program {
    Case(Box<programs::Case>),
    Example(PathBuf),
}

impl Program {
    fn name(&self) -> String {
        match self {
            Program::Case(case) => format!("tests/{}", case.name),
            Program::Example(path) => path.display().to_string(),
        }
    }

    /// What lints say about a run of it, without what all lines begin with.
    fn findings(&self, project: &Project, roundel: &Path) -> Result<Vec<String>> {
        let finished = match self {
            Program::Case(case) => case.run_linted(roundel)?,
            Program::Example(path) => {
                let mut command = Command::new(roundel);
                child::clean_environment(&mut command);
                command.arg("--lint").arg(path).current_dir(&project.root);
                child::run(&mut command, &[], EXAMPLE_LIMIT)?
            }
        };
        let lines = finished.stderr.lines().filter_map(|line| line.strip_prefix("roundel: lint: "));
        Ok(lines.filter(|line| line.contains(": ")).map(str::to_owned).collect())
    }
}

/// The name that a finding begins with.
fn lint_of(line: &str) -> &str {
    line.split([' ', ':']).next().unwrap_or_default()
}

fn all_programs(project: &Project, filters: &[String]) -> Result<Vec<Program>> {
    let files = project.files().context(|| "listing the examples".to_owned())?;
    let is_wanted = |path: &&PathBuf| {
        let name = path.to_string_lossy();
        path.starts_with("examples")
            && path.extension().is_some_and(|it| it == "js" || it == "mjs" || it == "ts")
            && (filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str())))
    };
    let examples = files.iter().filter(is_wanted).cloned().map(Program::Example);
    let cases = programs::cases(project, filters)?;
    Ok(cases.into_iter().map(|case| Program::Case(Box::new(case))).chain(examples).collect())
}

fn run(project: &Project, filters: &[String], running: &Running, shows: bool) -> Result<Counts> {
    let reasons = reasons(project)?;
    let programs = all_programs(project, filters)?;
    if programs.is_empty() {
        return Err(Error::new("no program matches"));
    }
    let roundel = running.roundel.binary(project)?;
    let mut counts = Counts::default();
    let mut again: Vec<(&Program, Vec<String>)> = Vec::new();
    let work = |_, program: &Program| program.findings(project, &roundel);
    let findings = jobs::run(running.jobs, &programs, work, |_, _| {})?;
    for (program, found) in programs.iter().zip(findings) {
        let name = program.name();
        let is_meant = |line: &String| {
            reasons.iter().any(|reason| {
                name.starts_with(&reason.path) && line.starts_with(reason.lint.as_str())
            })
        };
        let (meant, alarms): (Vec<String>, Vec<String>) = found.into_iter().partition(is_meant);
        for line in meant.iter().filter(|_| shows) {
            println!("as expected: {name}: {line}");
        }
        if alarms.is_empty() {
            counts.passed += 1;
        } else {
            again.push((program, alarms));
        }
    }
    // Lints about time hear of a busy machine; what is a false alarm comes again when the program runs alone.
    for (program, alarms) in again {
        let name = program.name();
        let found = program.findings(project, &roundel)?;
        let stays = |line: &&String| found.iter().any(|other| lint_of(other) == lint_of(line));
        let (staying, gone): (Vec<&String>, Vec<&String>) = alarms.iter().partition(stays);
        counts.add(staying.is_empty());
        for line in gone {
            println!("not when run alone: {name}: {line}");
        }
        for line in staying {
            println!("FAIL {name}: {line}");
        }
    }
    Ok(counts)
}
