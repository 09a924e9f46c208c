//! `cargo xtask bench visible`: what it costs to be seen, how large a recording is, how many schedules a second.
//!
//! The same scripts as in the other rows, on one binary, with recording off and in its ways; they take turns, and the least
//! of the rounds is held against that of the plain run: what else the machine does makes a round longer, never shorter.
//! Of the http server there are two numbers, the processor time of the thread that serves and that of all threads, which has
//! what the engine compiles in it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::measurement::median;
use crate::child::clean_environment;
use crate::error::{Context, Error, Result};
use crate::progress::Progress;
use crate::project::Project;
use crate::table;

/// The ways, each with its flags; `FILE` stands for a recording.
const WAYS: [(&str, &[&str]); 6] = [
    ("off", &[]),
    ("traceable, nobody looks", &["--traceable"]),
    ("light: times and causes", &["--trace=FILE", "--trace-detail=light"]),
    ("turns: with stacks", &["--trace=FILE", "--trace-detail=turns"]),
    ("everything: with promises", &["--trace=FILE"]),
    ("lint", &["--lint"]),
];

/// A script, what it is given, and what each of the numbers is that it prints.
struct Scenario {
    script: &'static str,
    variables: &'static [(&'static str, &'static str)],
    columns: &'static [&'static str],
}

/// Fewer requests than in the row of its own: a ratio settles sooner than a number.
const SCENARIOS: [Scenario; 2] = [
    Scenario {
        script: "http_hello.mjs",
        variables: &[("HTTP_REQUESTS", "100000"), ("HTTP_MAIN_THREAD", "1")],
        columns: &["http hello, CPU ns a request", "of the serving thread"],
    },
    Scenario { script: "timers_spread.js", variables: &[], columns: &["1 M timers over 1 s, ms"] },
];

const MILLION: &str = "let left = 1000000;
function turn() {
  for (let i = 0; i < 1000 && left > 0; i++, left--) process.nextTick(() => {});
  if (left > 0) setImmediate(turn);
}
turn();";

/// A program with more schedules than are tried, each of them short.
const SCHEDULES: &str = "const fs = require('fs');
for (let i = 0; i < 8; i++) fs.stat('/', () => setTimeout(() => {}, i));";

const SCHEDULE_RUNS: &str = "--runs=200";

/// Measures all of it and gives the tables.
pub(super) fn run(project: &Project, roundel: &Path, rounds: usize) -> Result<String> {
    let folder = std::env::temp_dir().join(format!("roundel-bench-visible-{}", std::process::id()));
    fs::create_dir(&folder).context(|| format!("creating {}", folder.display()))?;
    let bench = Bench { project, roundel, folder };
    let outcome = bench.run(rounds);
    // A temporary folder that stays behind is nobody's trouble.
    let _ = fs::remove_dir_all(&bench.folder);
    outcome
}

struct Bench<'a> {
    project: &'a Project,
    roundel: &'a Path,
    folder: PathBuf,
}

impl Bench<'_> {
    fn run(&self, rounds: usize) -> Result<String> {
        let mut out = self.overhead(rounds)?;
        out.push('\n');
        out.push_str(&self.sizes()?);
        out.push('\n');
        out.push_str(&self.schedules(rounds)?);
        Ok(out)
    }

    fn overhead(&self, rounds: usize) -> Result<String> {
        let mut progress = Progress::new("bench", rounds * SCENARIOS.len() * WAYS.len());
        let columns =
            |scenario: &Scenario| vec![vec![f64::INFINITY; WAYS.len()]; scenario.columns.len()];
        let mut least: Vec<_> = SCENARIOS.iter().map(columns).collect();
        for round in 0..rounds {
            for (scenario, least) in SCENARIOS.iter().zip(&mut least) {
                for turn in 0..WAYS.len() {
                    let who = (turn + round) % WAYS.len();
                    let taken = self.take(scenario, WAYS[who].1)?;
                    for (least, taken) in least.iter_mut().zip(taken) {
                        least[who] = least[who].min(taken);
                    }
                    progress.advance(true);
                }
            }
        }
        progress.clear();
        let mut rows = Vec::new();
        for (place, (way, _)) in WAYS.iter().enumerate() {
            let mut row = vec![(*way).to_owned()];
            for least in least.iter().flatten() {
                row.push(format!("{:.0} ({:.2})", least[place], least[place] / least[0]));
            }
            rows.push(row);
        }
        let titles: Vec<&str> = std::iter::once("recording")
            .chain(SCENARIOS.iter().flat_map(|one| one.columns.iter().copied()))
            .collect();
        Ok(table::draw(&titles, &rows))
    }

    fn take(&self, scenario: &Scenario, flags: &[&str]) -> Result<Vec<f64>> {
        let recording = self.folder.join("run.trace");
        let flags = flags.iter().map(|flag| flag.replace("FILE", &recording.to_string_lossy()));
        let script = self.project.root.join("benchmarks/runtime").join(scenario.script);
        let mut command = Command::new(self.roundel);
        clean_environment(&mut command);
        command.env("XDG_RUNTIME_DIR", &self.folder).envs(scenario.variables.iter().copied());
        let output = text(command.args(flags).arg(script))?;
        let numbers: Vec<f64> =
            output.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if numbers.len() != scenario.columns.len() {
            return Err(Error::new(format!("a scenario printed `{output}`")));
        }
        Ok(numbers)
    }

    /// Bytes for a million callbacks.
    fn sizes(&self) -> Result<String> {
        let program = self.folder.join("million.js");
        fs::write(&program, MILLION)?;
        let mut rows = Vec::new();
        for detail in ["light", "turns", "promises"] {
            let recording = self.folder.join("million.trace");
            let trace = format!("--trace={}", recording.display());
            let mut command = Command::new(self.roundel);
            clean_environment(&mut command);
            text(command.args([trace, format!("--trace-detail={detail}")]).arg(&program))?;
            let bytes = fs::metadata(&recording)?.len();
            rows.push(vec![detail.to_owned(), format!("{:.1}", bytes as f64 / 1e6)]);
        }
        Ok(table::draw(&["recording", "MB for a million callbacks"], &rows))
    }

    fn schedules(&self, rounds: usize) -> Result<String> {
        let program = self.folder.join("schedules.js");
        fs::write(&program, SCHEDULES)?;
        let mut found = Vec::new();
        for _ in 0..rounds {
            let mut command = Command::new(self.roundel);
            clean_environment(&mut command);
            let told = text(command.args(["explore", "--json", SCHEDULE_RUNS]).arg(&program))?;
            let told: serde_json::Value = serde_json::from_str(&told)
                .map_err(|error| Error::new(format!("roundel explore --json: {error}")))?;
            found.extend(told["schedulesPerSecond"].as_f64());
        }
        let mut out = String::new();
        let _ = writeln!(out, "roundel explore: {:.0} schedules a second", median(&found));
        Ok(out)
    }
}

fn text(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .context(|| format!("running {command:?}"))?;
    if !output.status.success() {
        return Err(Error::new(format!("{command:?} ended with {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
