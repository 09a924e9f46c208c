//! `cargo xtask ci`: everything that must hold before a change is taken, in the order in which a
//! mistake is cheapest to find. All parts run even after one failed; the table at the end says
//! which. The last line counts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use lexopt::Arg;

use crate::child::{self, Ending};
use crate::error::{Context, Result, Verdict};
use crate::peers::Peer;
use crate::project::Project;
use crate::releases::{Library, Releases};
use crate::roundel::{Choice, Profile};
use crate::{
    browsers, conformance, differential, documents, hostile, jobs, loom, malformed, packages,
    programs, python, schedules, soak, table, terminal, tidy, values,
};

/// All tests and their compilation: a test that hangs must not hold everything for ever.
const TEST_LIMIT: Duration = Duration::from_secs(3600);

const SEEDS: u64 = 300;
/// Of each older Node.
const ERA_SEEDS: u64 = 60;
/// Each is run on Node three times.
const IO_SEEDS: u64 = 100;

/// Of the stacks of errors, and of what hooks are told.
const KIND_SEEDS: u64 = 60;

/// Of the requests that are wrong somewhere.
const MALFORMED_CASES: u64 = 10_000;

const SOAK_SECONDS: u64 = 5;
const SOAK_WORKERS: u64 = 120;

/// Of each kind of hostile program.
const HOSTILE_SEEDS: u64 = 120;
const QUICK_SEEDS: u64 = 40;

const HELP: &str = "\
cargo xtask ci [--quick]

Formatting, lints, the repository's own rules, all unit, integration and documentation tests, the
release build, the programs on both runtimes, those recorded from browsers, a dozen packages of npm,
random and hostile programs, Node's own tests and the Web Platform Tests among them.

    --quick     the debug build, fewer seeds, without Node's own tests
";

/// A chore that runs programs on Roundel and counts.
type Check = fn(&Project, PathBuf, usize) -> Result<crate::counts::Counts>;
/// The same over programs of seeds.
type SeedCheck = fn(&Project, &Path, std::ops::Range<u64>, usize) -> Result<crate::counts::Seeds>;

/// What one part found.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Counts {
    fn check(good: bool) -> Counts {
        Counts { passed: usize::from(good), failed: usize::from(!good), skipped: 0 }
    }
}

struct Part {
    name: &'static str,
    counts: Counts,
    took: Duration,
}

impl Part {
    fn verdict(&self) -> &'static str {
        if self.counts.failed == 0 { "ok" } else { "FAILED" }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Full,
    Quick,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut pace = Pace::Full;
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Long("quick") => pace = Pace::Quick,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut parts = Parts { project, done: Vec::new() };
    parts.checks();
    parts.runtime(pace);
    Ok(parts.summary())
}

struct Parts<'a> {
    project: &'a Project,
    done: Vec<Part>,
}

impl Parts<'_> {
    /// Runs one part; a part that cannot do its work has failed.
    fn part(&mut self, name: &'static str, work: impl FnOnce(&Project) -> Result<Counts>) {
        println!("== {name}");
        let started = Instant::now();
        let counts = work(self.project).unwrap_or_else(|error| {
            println!("{name}: {error}");
            Counts::check(false)
        });
        let part = Part { name, counts, took: started.elapsed() };
        println!("-- {name}: {}, {:.1} s", part.verdict(), part.took.as_secs_f64());
        self.done.push(part);
    }

    /// What needs no running Roundel.
    fn checks(&mut self) {
        self.part("format", format);
        self.part("tidy", |project| {
            let findings = tidy::check(project)?;
            for finding in &findings {
                println!("{}:{}: {}", finding.file.display(), finding.line, finding.message);
            }
            Ok(Counts { failed: findings.len(), ..Counts::check(findings.is_empty()) })
        });
        self.part("clippy", |project| {
            let args =
                ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
            cargo(project, &args)
        });
        self.part("values", |project| {
            let failed = values::check(project)?;
            Ok(Counts { failed, ..Counts::check(failed == 0) })
        });
        self.part("libuv benchmark compiles", |project| {
            let manifest = "benchmarks/loop_vs_libuv/Cargo.toml";
            cargo(project, &["check", "--quiet", "--manifest-path", manifest])
        });
        self.part("cargo test", |project| {
            cargo_test(project, &["test", "--workspace", "--no-fail-fast"])
        });
    }

    /// What runs programs on it.
    fn runtime(&mut self, pace: Pace) {
        let profile = match pace {
            Pace::Full => Profile::Release,
            Pace::Quick => Profile::Debug,
        };
        let mut binary: Option<PathBuf> = None;
        self.part("build", |project| {
            binary = Some(Choice { path: None, profile }.binary(project)?);
            // Fetched here so that the time it takes is not counted as that of a test.
            for peer in [Peer::Node26, Peer::Node18, Peer::Node10] {
                peer.binary(project)?;
            }
            Ok(Counts::check(true))
        });
        if pace == Pace::Full {
            self.part("loom", |project| Ok(Counts::check(loom::check(project, loom::MODELS)?)));
        }
        for (name, part) in
            [("python", python::Part::Own), ("python, random", python::Part::Random)]
        {
            self.part(name, |project| {
                Ok(Counts::check(python::run(project, part, pace == Pace::Full, &[])?))
            });
        }
        if pace == Pace::Full {
            self.part("python, CPython's tests", |project| {
                Ok(Counts::check(python::run(project, python::Part::Cpython, true, &[])?))
            });
        }
        let Some(binary) = binary else { return };
        let jobs = jobs::default_count();
        self.part("programs", |project| {
            let counts = programs::run_all(project, binary.clone(), jobs)?;
            println!("programs: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: 0 })
        });
        self.part("terminal", |project| Ok(Counts::check(terminal::check_all(project, &binary)?)));
        self.part("browsers", |project| {
            let counts = browsers::check_all(project, binary.clone(), jobs)?;
            println!("browsers: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: 0 })
        });
        self.part("documents", |project| {
            let counts = documents::run_all(project, binary.clone(), jobs)?;
            println!("documents: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: 0 })
        });
        self.part("packages", |project| {
            let report = packages::run_short(project, binary.clone(), jobs)?;
            println!("packages: {report}");
            // What is known to differ is in the expectations; it is no pass.
            let known = report.differ.saturating_sub(report.worse);
            Ok(Counts {
                passed: report.same,
                failed: report.worse,
                skipped: report.skipped + known,
            })
        });
        let eras = [
            ("differential, Node 26", Peer::Node26, SEEDS),
            ("differential, Node 18", Peer::Node18, ERA_SEEDS),
            ("differential, Node 10", Peer::Node10, ERA_SEEDS),
        ];
        for (name, peer, seeds) in eras {
            let seeds = if pace == Pace::Full { seeds } else { QUICK_SEEDS.min(seeds) };
            self.part(name, |project| {
                let counts = differential::run_seeds(project, binary.clone(), peer, seeds, jobs)?;
                println!("{name}: {counts}");
                Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: counts.neither })
            });
        }
        let seeds = if pace == Pace::Full { IO_SEEDS } else { QUICK_SEEDS };
        self.part("differential, I/O", |project| {
            let counts = differential::io::run(project, &binary, 0..seeds, None, jobs)?;
            println!("differential --io: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: counts.neither })
        });
        for (name, check) in [
            ("races", schedules::check_races as Check),
            ("guaranteed", schedules::check_guaranteed),
            ("repeat", schedules::check_repeat),
        ] {
            self.part(name, |project| {
                let counts = check(project, binary.clone(), jobs)?;
                println!("{name}: {counts}");
                Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: 0 })
            });
        }
        for (name, check) in [
            ("differential, stacks", differential::stacks::run as SeedCheck),
            ("differential, hooks", differential::hooks::run),
        ] {
            self.part(name, |project| {
                // Later engines keep what these are read from in another way: docs/differences.md.
                let release = Library::Engine.release(&binary)?;
                if !Releases::before(2, 52).contain(&release) {
                    println!("{name}: not with engine {release}");
                    return Ok(Counts { skipped: 1, ..Counts::default() });
                }
                let counts = check(project, &binary, 0..KIND_SEEDS, jobs)?;
                println!("{name}: {counts}");
                Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: counts.neither })
            });
        }
        self.part("malformed", |project| {
            let counts = malformed::run(project, &binary, 0..MALFORMED_CASES, jobs)?;
            println!("malformed: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: counts.neither })
        });
        for (name, transport) in
            [("soak", soak::Transport::Plain), ("soak, TLS", soak::Transport::Tls)]
        {
            self.part(name, |project| {
                let problems = soak::run(project, &binary, transport, SOAK_SECONDS, 1)?;
                for problem in &problems {
                    println!("WRONG {problem}");
                }
                let is_good = usize::from(problems.is_empty());
                Ok(Counts { passed: is_good, failed: problems.len(), skipped: 0 })
            });
        }
        self.part("soak, workers", |project| {
            let problems = soak::workers::run(project, &binary, SOAK_WORKERS)?;
            for problem in &problems {
                println!("WRONG {problem}");
            }
            let is_good = usize::from(problems.is_empty());
            Ok(Counts { passed: is_good, failed: problems.len(), skipped: 0 })
        });
        let seeds = if pace == Pace::Full { HOSTILE_SEEDS } else { QUICK_SEEDS };
        self.part("hostile", |project| {
            let counts = hostile::run_seeds(project, binary.clone(), seeds, jobs)?;
            println!("hostile: {counts}");
            Ok(Counts { passed: counts.passed, failed: counts.failed, skipped: counts.neither })
        });
        if pace == Pace::Full {
            self.part("wpt", |project| {
                let report = conformance::run_wpt(project, binary.clone(), jobs)?;
                println!("wpt: {report}");
                // Subtests that fail are in the expectations with their reason.
                Ok(Counts {
                    passed: report.passed,
                    failed: report.regressions,
                    skipped: report.failed,
                })
            });
            self.part("conformance", |project| {
                let report = conformance::run_all(project, binary.clone(), jobs)?;
                println!("conformance: {report}");
                // A known exception has its reason in the expectations; it is no pass.
                let known = report.failed.saturating_sub(report.regressions);
                Ok(Counts {
                    passed: report.passed,
                    failed: report.regressions,
                    skipped: report.skipped + report.outdated + known,
                })
            });
        }
    }

    fn summary(&self) -> Verdict {
        let rows: Vec<Vec<String>> = self
            .done
            .iter()
            .map(|part| {
                vec![
                    part.name.to_owned(),
                    part.verdict().to_owned(),
                    part.counts.passed.to_string(),
                    part.counts.failed.to_string(),
                    part.counts.skipped.to_string(),
                    format!("{:.1} s", part.took.as_secs_f64()),
                ]
            })
            .collect();
        println!("\n{}", table::draw(&["part", "", "passed", "failed", "skipped", "took"], &rows));
        let sum = |count: fn(&Counts) -> usize| -> usize {
            self.done.iter().map(|part| count(&part.counts)).sum()
        };
        let failed = sum(|counts| counts.failed);
        println!("{} passed, {failed} failed, {} skipped", sum(|c| c.passed), sum(|c| c.skipped));
        Verdict::of(failed == 0)
    }
}

fn command(project: &Project, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(&project.root);
    command
}

fn cargo(project: &Project, args: &[&str]) -> Result<Counts> {
    let status =
        command(project, args).status().context(|| format!("running cargo {}", args[0]))?;
    Ok(Counts::check(status.success()))
}

/// The folder whose modules a macro declares, which hides them from `cargo fmt`.
const DECLARED: &str = "crates/runtime/src/bindings";

fn format(project: &Project) -> Result<Counts> {
    let reached = cargo(project, &["fmt", "--all", "--check"])?;
    let is_declared = |path: &PathBuf| {
        path.starts_with(DECLARED) && path.extension().is_some_and(|extension| extension == "rs")
    };
    let files = project.files()?.into_iter().filter(is_declared);
    let status = Command::new("rustfmt")
        .arg("--check")
        .args(files)
        .current_dir(&project.root)
        .status()
        .context(|| "running rustfmt".to_owned())?;
    Ok(Counts::check(reached.failed == 0 && status.success()))
}

/// Runs the tests; their output is shown when something failed.
fn cargo_test(project: &Project, args: &[&str]) -> Result<Counts> {
    let done = child::run(&mut command(project, args), &[], TEST_LIMIT)?;
    let mut counts = test_counts(&done.stdout);
    if done.ending != Ending::Code(0) {
        print!("{}{}", done.stdout, done.stderr);
        println!("cargo test: {}", done.ending);
        // Tests that do not compile, or do not end, count as one failure.
        counts.failed = counts.failed.max(1);
    }
    Ok(counts)
}

/// Adds up the `test result:` lines.
fn test_counts(output: &str) -> Counts {
    let mut counts = Counts::default();
    for line in output.lines().filter(|line| line.starts_with("test result:")) {
        for part in line.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next(), words.next()) else { continue };
            let Ok(number) = number.parse::<usize>() else { continue };
            match what {
                "passed" => counts.passed += number,
                "failed" => counts.failed += number,
                "ignored" => counts.skipped += number,
                _ => {}
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::test_counts;

    #[test]
    fn results_are_added_up() {
        let output = "test a ... ok\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 9 filtered out\n";
        let counts = test_counts(output);
        assert_eq!((counts.passed, counts.failed, counts.skipped), (14, 3, 1));
    }
}
