//! The words after `roundel explore`: flags as a table, then the program and what it is given.

use std::ffi::OsString;
use std::fmt::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, ValueExt};
use roundel_runtime::{Faults, LoopKind, World};

/// What was asked for.
pub(super) enum Request {
    Help,
    Explore(Box<Arguments>),
}

#[derive(Clone, Debug)]
pub(super) struct Arguments {
    pub(super) file: PathBuf,
    pub(super) args: Vec<String>,
    /// Flags that every run gets.
    pub(super) flags: Vec<String>,
    /// They name the loop of a page.
    pub(super) runs_pages: bool,
    pub(super) runs: usize,
    pub(super) time: Duration,
    pub(super) seed: u64,
    pub(super) jobs: usize,
    /// The file is one of tests, which may need a runner.
    pub(super) tests: bool,
    /// Output that differs from the ordinary run's counts as a failure.
    pub(super) same_output: bool,
    /// What goes wrong, by name.
    pub(super) faults: Vec<String>,
    pub(super) output: Output,
    pub(super) junit: Option<PathBuf>,
    /// Annotations for GitHub.
    pub(super) annotates: bool,
    pub(super) limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Text,
    Json,
}

/// When a run is ended that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) virtual_ms: u64,
    pub(super) real: Duration,
    pub(super) output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { virtual_ms: 120_000, real: Duration::from_secs(10), output_bytes: 1 << 20 }
    }
}

/// One flag: its name, the name of its value, and what it does.
pub(super) struct ExploreFlag {
    pub(super) long: &'static str,
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
}

const fn flag(long: &'static str, value: Option<&'static str>, help: &'static str) -> ExploreFlag {
    ExploreFlag { long, value, help }
}

pub(super) const FLAGS: &[ExploreFlag] = &[
    flag("runs", Some("N"), "Try so many schedules at most (default 500)"),
    flag("time", Some("S"), "Search for so many seconds at most (default 60)"),
    flag("seed", Some("N"), "Where the search and the program's random numbers begin (default 0)"),
    flag("jobs", Some("N"), "Runs at the same time (default: the machine's cores)"),
    flag("test", None, "FILE is a test file: node:test, mocha, or plain assertions"),
    flag("same-output", None, "Output that differs from the ordinary run's is a failure, too"),
    flag("faults", Some("A,B"), "Let these go wrong as well, or all (below)"),
    flag("loop", Some("NAME"), "Explore the schedules of another loop (roundel --loop=list)"),
    flag("max-time", Some("MS"), "A run hangs that takes so much virtual time (default 120000)"),
    flag("max-real-time", Some("MS"), "A run hangs that takes so much real time (default 10000)"),
    flag("max-output", Some("BYTES"), "End a run that prints more (default 1048576)"),
    flag("json", None, "Print everything as JSON, for tools"),
    flag("junit", Some("FILE"), "Write a JUnit report, for CI"),
    flag("github", None, "Print annotations for GitHub (default under GitHub Actions)"),
    flag("help", None, "Show this"),
];

const USAGE: &str = "\
Usage: roundel explore [options] FILE [arguments]
       roundel replay TOKEN FILE [arguments]

Runs FILE under many legal schedules, in virtual time: what the platform is free to decide is
decided otherwise. A run fails that ends with an exit code other than 0, with an error that
nobody caught, or not at all. The first failure is shrunk to the fewest decisions and told,
with a token that replays it.

Options
";

const EXIT_CODES: &str = "
Exit codes: 0 nothing was found, 1 a schedule fails, 2 there was trouble

Documentation: docs/explore.md
";

/// What `roundel explore --help` prints.
pub(super) fn help() -> String {
    let mut out = USAGE.to_owned();
    for ExploreFlag { long, value, help } in FLAGS {
        let value = value.map_or(String::new(), |value| format!("={value}"));
        let signature = format!("--{long}{value}");
        let _ = writeln!(out, "  {signature:<23} {help}");
    }
    out.push_str("\nFaults\n");
    for kind in Faults::KINDS {
        let _ = writeln!(out, "  {:<23} {}", kind.name, kind.help);
    }
    out.push_str(EXIT_CODES);
    out
}

/// Reads the words after `explore`; an `Err` says what is wrong with them.
pub(super) fn parse(words: Vec<OsString>) -> Result<Request, String> {
    let mut parser = lexopt::Parser::from_args(words);
    let mut arguments = Arguments {
        file: PathBuf::new(),
        args: Vec::new(),
        flags: Vec::new(),
        runs_pages: false,
        runs: 500,
        time: Duration::from_secs(60),
        seed: 0,
        jobs: std::thread::available_parallelism().map_or(1, NonZero::get),
        tests: false,
        same_output: false,
        faults: Vec::new(),
        output: Output::Text,
        junit: None,
        annotates: std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
        limits: Limits::default(),
    };
    while let Some(arg) = parser.next().map_err(|error| error.to_string())? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Long(name) => {
                let name = name.to_owned();
                arguments.set(&name, &mut parser)?;
            }
            Arg::Short(letter) => return Err(format!("bad option: -{letter}")),
            Arg::Value(file) => {
                let rest = parser.raw_args().map_err(|error| error.to_string())?;
                arguments.args = rest.map(|word| word.to_string_lossy().into_owned()).collect();
                arguments.file = file.into();
                return Ok(Request::Explore(Box::new(arguments)));
            }
        }
    }
    Err("no program given; roundel explore --help lists the options".to_owned())
}

impl Arguments {
    fn set(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<(), String> {
        let Some(flag) = FLAGS.iter().find(|flag| flag.long == name) else {
            let hint = crate::hint::nearest(name, FLAGS.iter().map(|flag| flag.long));
            let hint = hint.map_or(String::new(), |hint| format!(" (did you mean --{hint}?)"));
            return Err(format!("bad option: --{name}{hint}"));
        };
        let value = match flag.value {
            None => String::new(),
            Some(_) => {
                let value = parser.value().map_err(|_| format!("--{name} requires an argument"))?;
                value.string().map_err(|error| error.to_string())?
            }
        };
        match name {
            "runs" => self.runs = number(name, &value)?,
            "time" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
                let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                self.time = time.ok_or("--time must be a number of seconds")?;
            }
            "seed" => self.seed = number(name, &value)?,
            "jobs" => self.jobs = number::<usize>(name, &value)?.clamp(1, 256),
            "test" => self.tests = true,
            "same-output" => self.same_output = true,
            "faults" => {
                Faults::parse(&value).map_err(|error| format!("--faults: {error}"))?;
                self.faults = value.split(',').map(str::to_owned).collect();
            }
            "loop" => {
                let wrong = "--loop must be one of those that roundel --loop=list shows";
                self.runs_pages = LoopKind::find(&value).ok_or(wrong)?.world != World::Node;
                self.flags.push(format!("--loop={value}"));
            }
            "max-time" => self.limits.virtual_ms = number(name, &value)?,
            "max-real-time" => self.limits.real = Duration::from_millis(number(name, &value)?),
            "max-output" => self.limits.output_bytes = number(name, &value)?,
            "json" => self.output = Output::Json,
            "junit" => self.junit = Some(value.into()),
            "github" => self.annotates = true,
            _ => return Err(format!("--{name} has no meaning here")),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("--{name} must be a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Result<Arguments, String> {
        match parse(words.iter().map(OsString::from).collect())? {
            Request::Explore(arguments) => Ok(*arguments),
            Request::Help => Err("help".to_owned()),
        }
    }

    #[test]
    fn what_follows_the_file_is_the_programs() {
        let given = arguments(&["--runs", "7", "--same-output", "a.js", "--json"]).unwrap();
        assert_eq!(given.file, PathBuf::from("a.js"));
        assert_eq!(given.args, ["--json"]);
        assert_eq!((given.runs, given.same_output, given.output), (7, true, Output::Text));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |words: &[&str]| arguments(words).err().unwrap();
        assert!(wrong(&["--jsn", "a.js"]).contains("did you mean --json?"));
        assert!(wrong(&["--runs=many", "a.js"]).contains("must be a whole number"));
        assert!(wrong(&["--time=-1", "a.js"]).contains("number of seconds"));
        assert!(wrong(&["--loop=nod", "a.js"]).contains("--loop=list"));
        assert!(wrong(&[]).contains("no program given"));
    }

    #[test]
    fn every_flag_of_the_table_is_understood() {
        for flag in FLAGS.iter().filter(|flag| flag.long != "help") {
            let word = match flag.value {
                Some(_) if flag.long == "faults" => "--faults=slow".to_owned(),
                Some(_) if flag.long == "loop" => "--loop=node11".to_owned(),
                Some(_) => format!("--{}=1", flag.long),
                None => format!("--{}", flag.long),
            };
            assert!(arguments(&[&word, "a.js"]).is_ok(), "{word}");
        }
        assert!(help().lines().all(|line| line.chars().count() <= 100));
    }
}
