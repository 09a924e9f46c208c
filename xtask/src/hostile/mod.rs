//! `cargo xtask hostile`: programs that ask for trouble. Nothing they do may end Roundel by a signal or a panic, or keep it
//! from ending; what they print is nobody's concern.
//!
//! A program is made from a seed and is a list of lines, so that one that fails is made smaller by leaving lines out. What
//! the kinds are made of: `calls` (the API, with the values of `prelude.js`), `sources` (files of the repository with
//! pieces moved about, compiled and not run) and `stress` (the programs under tests/, with a collection every few
//! allocations).

mod calls;
mod excluded;
mod sandbox;
mod sources;
mod stress;
mod surface;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lexopt::{Arg, ValueExt};

use crate::counts::Seeds;
use crate::error::{Context, Error, Result, Verdict};
use crate::progress::judge_all;
use crate::project::Project;
use crate::rng::parse_seeds;
use crate::roundel::{Choice, RunFlag, Running};
use sandbox::{Network, Outcome, Sandbox};

const HELP: &str = "\
cargo xtask hostile [options]

Calls every function of the API with hostile values, compiles mutated sources, and runs programs
under a collector that never rests. A crash, a panic or a hang fails, and is printed as its seed
and a small program.

    --seeds A..B      which seeds of each kind (0..60); a single number is one seed
    --kinds A,B       calls, page, sources, stress (all)
    --jobs N          how many at once
    --print           print the programs instead of running them
    --excluded        print what is never called, and why
";

/// What a program is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Calls of Node's API.
    Calls,
    /// Calls of a page's API.
    Page,
    Sources,
    Stress,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Calls, Kind::Page, Kind::Sources, Kind::Stress];

    fn name(self) -> &'static str {
        match self {
            Kind::Calls => "calls",
            Kind::Page => "page",
            Kind::Sources => "sources",
            Kind::Stress => "stress",
        }
    }
}

/// Something to run.
#[derive(Clone, Debug)]
struct Program {
    extension: &'static str,
    /// Before all lines, and never left out.
    head: String,
    lines: Vec<String>,
    flags: Vec<&'static str>,
    environment: Vec<(&'static str, String)>,
    /// Where it runs; a folder of its own when absent.
    folder: Option<PathBuf>,
}

impl Program {
    fn text(&self) -> String {
        format!("{}{}\n", self.head, self.lines.join("\n"))
    }

    /// What is particular to it: the prelude is in a file that can be read there.
    fn shown(&self) -> String {
        let head = if self.head == calls::PRELUDE {
            "// after xtask/src/hostile/prelude.js\n"
        } else {
            self.head.as_str()
        };
        format!("{head}{}\n", self.lines.join("\n"))
    }
}

struct Flags {
    seeds: Range<u64>,
    kinds: Vec<Kind>,
    running: Running,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags { seeds: 0..60, kinds: Kind::ALL.to_vec(), running: Running::default() };
    let mut print_only = false;
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("excluded") => {
                print!("{}", excluded::text());
                return Ok(Verdict::Good);
            }
            Arg::Long("seeds" | "seed") => flags.seeds = parse_seeds(&args.value()?.string()?)?,
            Arg::Long("kinds" | "kind") => flags.kinds = parse_kinds(&args.value()?.string()?)?,
            Arg::Long("print") => print_only = true,
            other => match RunFlag::of(&other) {
                Some(flag) => flags.running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    if print_only {
        let workshop = Workshop::open(project, &flags)?;
        for (kind, seed) in cases(&flags) {
            println!("// {} {seed}\n{}", kind.name(), workshop.program(kind, seed).text());
        }
        return Ok(Verdict::Good);
    }
    let counts = run(project, &flags)?;
    println!("hostile: {counts}");
    Ok(Verdict::of(counts.failed == 0))
}

/// The given number of seeds of every kind, for `ci`.
pub(crate) fn run_seeds(
    project: &Project,
    roundel: PathBuf,
    seeds: u64,
    jobs: usize,
) -> Result<Seeds> {
    let running = Running::with(roundel, jobs);
    run(project, &Flags { seeds: 0..seeds, kinds: Kind::ALL.to_vec(), running })
}

fn parse_kinds(text: &str) -> Result<Vec<Kind>> {
    text.split(',')
        .map(|name| {
            Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
                let names = Kind::ALL.map(Kind::name).join(", ");
                Error::new(format!("no kind `{name}`; there are {names}"))
            })
        })
        .collect()
}

fn cases(flags: &Flags) -> Vec<(Kind, u64)> {
    let kinds = flags.kinds.iter().copied();
    kinds.flat_map(|kind| flags.seeds.clone().map(move |seed| (kind, seed))).collect()
}

/// All that programs are made from.
struct Workshop {
    calls: Vec<surface::Target>,
    page: Vec<surface::Target>,
    sources: Vec<sources::Source>,
    stress: Vec<PathBuf>,
}

impl Workshop {
    fn open(project: &Project, flags: &Flags) -> Result<Workshop> {
        let roundel = flags.running.roundel.binary(project)?;
        let files = project.files()?;
        let network = Network::find();
        Ok(Workshop {
            calls: surface::read(&roundel, &[], network)?,
            page: surface::read(&roundel, &["--loop", "chrome"], network)?,
            sources: sources::collect(project, &files)?,
            stress: stress::collect(project, &files),
        })
    }

    fn program(&self, kind: Kind, seed: u64) -> Program {
        match kind {
            Kind::Calls => calls::program(&self.calls, seed, &["--expose-gc", "--max-time=3000"]),
            Kind::Page => {
                let flags = ["--expose-gc", "--max-time=3000", "--loop=chrome", "--virtual-time"];
                calls::program(&self.page, seed, &flags)
            }
            Kind::Sources => sources::program(&self.sources, seed),
            Kind::Stress => stress::program(&self.stress, seed),
        }
    }
}

fn run(project: &Project, flags: &Flags) -> Result<Seeds> {
    let workshop = Workshop::open(project, flags)?;
    let sandbox = Sandbox {
        roundel: flags.running.roundel.binary(project)?,
        // In the home folder, where nobody else can prepare anything.
        folder: project.cache_dir(&format!("hostile/{}", std::process::id()))?,
        network: Network::find(),
    };
    let cases = cases(flags);
    let judge = |(kind, seed): &(Kind, u64)| {
        let name = format!("{}_{seed}", kind.name());
        sandbox.run(&name, &workshop.program(*kind, *seed))
    };
    let is_good = |outcome: &Outcome| !outcome.is_failure();
    let outcomes = judge_all("hostile", flags.running.jobs, &cases, judge, is_good)?;
    // Too large are those that were ended because they took more memory than a program may have.
    let mut counts = Seeds::new(["lived", "failed", "too large"]);
    for ((kind, seed), outcome) in cases.iter().zip(outcomes) {
        match outcome {
            Outcome::Lived => counts.passed += 1,
            Outcome::TooLarge => counts.neither += 1,
            Outcome::Died(why) => {
                counts.failed += 1;
                println!("FAIL {} {seed}: {why}", kind.name());
                let small = smaller(&sandbox, workshop.program(*kind, *seed))?;
                println!("{}", small.shown());
            }
        }
    }
    fs::remove_dir_all(&sandbox.folder)
        .context(|| format!("removing {}", sandbox.folder.display()))?;
    Ok(counts)
}

/// Leaves out lines as long as the program still fails: halves first, single lines in the end.
fn smaller(sandbox: &Sandbox, mut program: Program) -> Result<Program> {
    let mut size = program.lines.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < program.lines.len() {
            let mut candidate = program.clone();
            let end = (start + size).min(candidate.lines.len());
            candidate.lines.drain(start..end);
            if sandbox.run("smaller", &candidate)?.is_failure() {
                program = candidate;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
    Ok(program)
}

/// The files of the repository below one of `folders` with one of `extensions`.
fn files_below<'f>(
    files: &'f [PathBuf],
    folders: &'f [&str],
    extensions: &'f [&str],
) -> impl Iterator<Item = &'f Path> {
    files.iter().map(PathBuf::as_path).filter(move |path| {
        folders.iter().any(|folder| path.starts_with(folder))
            && path.extension().is_some_and(|it| extensions.iter().any(|known| it == *known))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_command_line() {
        assert_eq!(parse_kinds("page,stress").expect("kinds"), [Kind::Page, Kind::Stress]);
        assert!(parse_kinds("pages").is_err());
    }
}
