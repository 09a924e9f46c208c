//! `cargo xtask programs`: every program under `tests/` runs on Node and on Roundel, and both must
//! print the same and end the same, under each loop that the program names. What the Node of that
//! loop does is the expectation; nothing is written by hand except the directives in a program's
//! header (see [`directives`]).

mod case;
mod directives;
mod loops;
mod node_outputs;
mod normalise;

use std::path::{Path, PathBuf};

use lexopt::{Arg, ValueExt};

use crate::counts::Counts;
use crate::error::{Context, Error, Result, Verdict};
use crate::jobs;
use crate::peers::Peer;
use crate::progress::Progress;
use crate::project::Project;
use crate::releases::Library;
use crate::roundel::{Choice, RunFlag, Running};
pub(crate) use case::Case;
use case::Judgement;
pub(crate) use loops::Loop;
pub(crate) use node_outputs::NodeOutputs;
use node_outputs::Oracles;

/// Folders of `tests/` that hold tools, or programs for another command, rather than programs.
const NOT_PROGRAMS: [&str; 8] = [
    "browser",
    "conformance",
    "differential",
    "documents",
    "explore",
    "packages",
    "races",
    "tools",
];

const EXTENSIONS: [&str; 6] = ["js", "mjs", "cjs", "ts", "mts", "cts"];

const HELP: &str = "\
cargo xtask programs [FILTER...] [options]

Runs the programs under tests/ on Node and on Roundel and compares what they print and how
they end. A FILTER is part of a path. Files and folders whose name starts with _, and folders
named fixtures, hold helpers. The directives a program may have in its header comment are
listed in tests/README.md.

    --jobs N        how many at once
    --node-only     run on Node alone: checks the directives, prints the output
    --fresh         run Node again instead of using its recorded outputs
";

struct Flags {
    filters: Vec<String>,
    node_only: bool,
    fresh: bool,
    running: Running,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags =
        Flags { filters: Vec::new(), node_only: false, fresh: false, running: Running::default() };
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
            Arg::Long("node-only") => flags.node_only = true,
            Arg::Long("fresh") => flags.fresh = true,
            Arg::Value(filter) => flags.filters.push(filter.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let counts = run(project, &flags)?;
    println!("programs: {counts}");
    if counts.passed + counts.failed == 0 {
        return Err(Error::new("no program matches"));
    }
    Ok(Verdict::of(counts.failed == 0))
}

/// The whole suite with the standard flags, for `ci`.
pub(crate) fn run_all(project: &Project, roundel: PathBuf, jobs: usize) -> Result<Counts> {
    let running = Running::with(roundel, jobs);
    run(project, &Flags { filters: Vec::new(), node_only: false, fresh: false, running })
}

fn run(project: &Project, flags: &Flags) -> Result<Counts> {
    let tests = project.root.join("tests");
    let mut cases = Vec::new();
    for path in find(project)?.iter().filter(|path| matches(path, &flags.filters)) {
        cases.extend(Case::load(&tests, path)?);
    }
    let peers: Vec<Peer> = cases.iter().filter_map(Case::peer).collect();
    let oracles = |fresh| Oracles::open(project, peers.iter().copied(), fresh);
    let recorded = oracles(flags.fresh)?;
    if flags.node_only {
        return run_on_node(&cases, &recorded, flags);
    }
    let roundel = flags.running.roundel.binary(project)?;
    cases = on_this_engine(cases, &roundel)?;
    let mut progress = Progress::new("programs", cases.len());
    let first = jobs::run(
        flags.running.jobs,
        &cases,
        |_, case| case.compare(&recorded, &roundel, &project.root),
        |_, judgement: &Judgement| progress.advance(matches!(judgement, Judgement::Good)),
    )?;
    progress.clear();
    // Programs about real time can fail on a busy machine; one that is broken fails alone too.
    let fresh = oracles(true)?;
    let mut counts = Counts::default();
    for (case, judgement) in cases.iter().zip(first) {
        let last = match judgement {
            Judgement::Bad(first_why) => {
                let last = case.compare(&fresh, &roundel, &project.root)?;
                if matches!(last, Judgement::Good) {
                    println!("passed when run alone: {}; before\n{first_why}", case.name);
                }
                last
            }
            last => last,
        };
        match last {
            Judgement::Good => counts.passed += 1,
            Judgement::Bad(why) | Judgement::Crashed(why) => {
                println!("FAIL {}\n{why}", case.name);
                counts.failed += 1;
            }
        }
    }
    Ok(counts)
}

/// The programs whose name has one of the filters in it, all if there is none.
pub(crate) fn cases(project: &Project, filters: &[String]) -> Result<Vec<Case>> {
    let tests = project.root.join("tests");
    let mut cases = Vec::new();
    for path in find(project)?.iter().filter(|path| matches(path, filters)) {
        cases.extend(Case::load(&tests, path)?);
    }
    Ok(cases)
}

/// Without the programs that hold on other engines only, which are named.
fn on_this_engine(cases: Vec<Case>, roundel: &Path) -> Result<Vec<Case>> {
    if !cases.iter().any(Case::is_about_engines) {
        return Ok(cases);
    }
    let release = Library::Engine.release(roundel)?;
    let (here, elsewhere): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.holds_on(&release));
    for case in elsewhere {
        println!("about other engines than {release}: {}", case.name);
    }
    Ok(here)
}

fn run_on_node(cases: &[Case], oracles: &Oracles, flags: &Flags) -> Result<Counts> {
    let judgements = jobs::run(
        flags.running.jobs,
        cases,
        |_, case| case.check_node(oracles),
        |case, (judgement, output)| match judgement {
            Judgement::Good if flags.filters.is_empty() => {}
            Judgement::Good => println!("{}:\n{output}", case.name),
            Judgement::Bad(why) | Judgement::Crashed(why) => println!("FAIL {}\n{why}", case.name),
        },
    )?;
    let failed = judgements.iter().filter(|(one, _)| !matches!(one, Judgement::Good)).count();
    Ok(Counts { passed: judgements.len() - failed, failed })
}

fn matches(path: &Path, filters: &[String]) -> bool {
    let name = path.to_string_lossy();
    filters.is_empty()
        || filters.iter().any(|filter| name.contains(filter.trim_start_matches("tests/")))
}

/// The programs, as paths below `tests/`.
fn find(project: &Project) -> Result<Vec<PathBuf>> {
    let files = project.files().context(|| "listing the programs".to_owned())?;
    Ok(files
        .iter()
        .filter_map(|path| path.strip_prefix("tests").ok())
        .filter(|path| is_program(path))
        .map(Path::to_owned)
        .collect())
}

fn is_program(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let in_suite = parts.len() >= 2 && !NOT_PROGRAMS.contains(&parts[0].as_ref());
    let helper = parts
        .iter()
        .any(|part| part.starts_with('_') || part == "fixtures" || part == "node_modules");
    let program = path
        .extension()
        .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
    in_suite && program && !helper && !parts.last().is_some_and(|name| name.ends_with(".d.ts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_are_not_programs() {
        for good in ["order/a.js", "modules/deep/b.mjs", "modules/c.ts"] {
            assert!(is_program(Path::new(good)), "{good}");
        }
        for bad in [
            "a.js",
            "order/_helper.js",
            "order/_shared/a.js",
            "modules/fixtures/a.js",
            "conformance/a.js",
            "order/readme.md",
            "modules/x.d.ts",
        ] {
            assert!(!is_program(Path::new(bad)), "{bad}");
        }
    }
}
