//! `cargo xtask engines`: the tests of order and behaviour on the engine of another Debian.
//!
//! The engine is the system's, so each release of the system is another engine. The tree is built
//! and run in a root of that release, with the same expectations: what a program prints does not
//! depend on the engine. The root is kept, and so is what was built in it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lexopt::Arg;

use crate::debian_root::{DebianRoot, Release, quoted};
use crate::error::{Context, Error, Result, Verdict};
use crate::project::{Project, git};
use crate::table;

const HELP: &str = "\
cargo xtask engines [12|13] [PART...]

Builds this tree in a root of Debian 13 (or 12) against the engine that Debian has, and runs the
parts there: programs, documents, browsers, differential, wpt, conformance; all of them by default.
The part `bench` is run when it is named: `cargo xtask bench await` on that engine.
Works as root, on a Debian. The root and its build are kept in the cache folder.
";

/// Not run unless it is asked for: it is no test.
const BENCH: &str = "bench";

/// The name of a part, and the words after `cargo xtask`.
const PARTS: [(&str, &str); 9] = [
    ("programs", "programs"),
    ("documents", "documents"),
    ("browsers", "browsers check"),
    ("differential", "differential --seeds 0..300"),
    ("differential", "differential --node 18 --seeds 0..60"),
    ("differential", "differential --node 10 --seeds 0..60"),
    ("wpt", "conformance --wpt"),
    ("conformance", "conformance"),
    (BENCH, "bench await"),
];

struct Outcome {
    words: &'static str,
    good: bool,
    /// The counts that every part ends with.
    last_line: String,
    took: Duration,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut release = Release::Debian13;
    let mut names: Vec<String> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Value(word) => {
                let word = word.to_string_lossy().into_owned();
                if word.starts_with(|first: char| first.is_ascii_digit()) {
                    release = Release::by_number(&word)?;
                } else if PARTS.iter().any(|(name, _)| *name == word) {
                    names.push(word);
                } else {
                    return Err(Error::new(format!("no part `{word}`")));
                }
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let place = Place::new(project, release)?;
    let engine = place.build()?;
    let mut outcomes = Vec::new();
    for (name, words) in PARTS {
        let chosen =
            if names.is_empty() { name != BENCH } else { names.iter().any(|one| one == name) };
        if chosen {
            outcomes.push(place.run(words)?);
        }
    }
    println!("\n{release}, {engine}");
    Ok(summary(&outcomes))
}

/// This tree inside a root.
struct Place<'a> {
    project: &'a Project,
    root: DebianRoot,
    /// The folders of this machine that are seen inside: the tree, the repository where that is
    /// elsewhere, the cache.
    mounts: Vec<PathBuf>,
    /// Assignments for the shell: the cache is this machine's, the build is the root's own.
    variables: String,
}

impl Place<'_> {
    fn new(project: &Project, release: Release) -> Result<Place<'_>> {
        let name = format!("engines-{}", release.number());
        let root = DebianRoot::kept(project, release, &name)?;
        let cache = project.cache.parent().unwrap_or(Path::new("/"));
        let target = project.cache.join(format!("target-{name}"));
        let variables =
            format!("export XDG_CACHE_HOME={} CARGO_TARGET_DIR={}", quoted(cache), quoted(&target));
        let repository = git(&project.root, &["rev-parse", "--git-common-dir"])?;
        let repository = project.root.join(repository.trim());
        let mut mounts = vec![project.root.clone(), project.cache.clone()];
        if !repository.starts_with(&project.root) {
            mounts.push(repository);
        }
        Ok(Place { project, root, mounts, variables })
    }

    fn shell(&self, line: &str) -> Result<Command> {
        let line = format!("{} && {line}", self.variables);
        let mounts: Vec<&Path> = self.mounts.iter().map(PathBuf::as_path).collect();
        self.root.shell(&self.project.root, &line, &mounts)
    }

    /// Builds everything; gives what the build says of its engine.
    fn build(&self) -> Result<String> {
        println!("== build");
        let line = "scripts/setup && cargo build --release --package roundel && cargo build --package xtask";
        let status = self.shell(line)?.status().context(|| "running unshare".to_owned())?;
        if !status.success() {
            return Err(Error::new("the build in the root failed"));
        }
        let output = self.shell("\"$CARGO_TARGET_DIR\"/release/roundel --version")?.output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Runs a part, showing what it prints.
    fn run(&self, words: &'static str) -> Result<Outcome> {
        println!("== {words}");
        let started = Instant::now();
        let mut child = self
            .shell(&format!("cargo xtask {words}"))?
            .stdout(Stdio::piped())
            .spawn()
            .context(|| "running unshare".to_owned())?;
        let mut last_line = String::new();
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line?;
                println!("{line}");
                if !line.trim().is_empty() {
                    last_line = line.trim().to_owned();
                }
            }
        }
        let good = child.wait()?.success();
        Ok(Outcome { words, good, last_line, took: started.elapsed() })
    }
}

fn summary(outcomes: &[Outcome]) -> Verdict {
    let rows: Vec<Vec<String>> = outcomes
        .iter()
        .map(|outcome| {
            let verdict = if outcome.good { "ok" } else { "FAILED" };
            let took = format!("{:.0} s", outcome.took.as_secs_f64());
            vec![outcome.words.to_owned(), verdict.to_owned(), outcome.last_line.clone(), took]
        })
        .collect();
    println!("{}", table::draw(&["part", "", "", "took"], &rows));
    Verdict::of(outcomes.iter().all(|outcome| outcome.good))
}
