//! The command line of `roundel compare`.
//!
//! Its flags are a table, like those of a run; help and completions are made from it. Unlike there, a word is looked at by
//! one `match`: there are a dozen flags and nothing else to be compatible with.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;

use lexopt::Arg;
use roundel_runtime::{ChoicePoint, Choices, EntryType, LoopKind, World};

/// What was asked for.
pub(super) enum Request {
    Help,
    Compare(Arguments),
}

pub(super) struct Arguments {
    pub(super) file: PathBuf,
    /// What the program itself is given.
    pub(super) args: Vec<String>,
    pub(super) loops: Vec<LoopKind>,
    /// How the file is read; `None` is as its name says.
    pub(super) entries: Vec<Option<EntryType>>,
    /// Choice points that the user has decided.
    pub(super) decided: Vec<&'static str>,
    /// Browsers get Node's names too.
    pub(super) node_globals: bool,
    /// Flags that every run gets.
    pub(super) flags: Vec<String>,
    pub(super) output: Output,
    /// All lines, whole, and stacks too.
    pub(super) is_full: bool,
    pub(super) limits: Limits,
}

/// How the outcome is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Text,
    Json,
    /// A page, in a file or on standard output.
    Html(Option<PathBuf>),
}

/// When a run is ended that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) virtual_ms: u64,
    pub(super) real_ms: u64,
    pub(super) lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { virtual_ms: 60_000, real_ms: 10_000, lines: 5_000 }
    }
}

/// One flag: its name, the name of its value, and what it does.
pub(crate) struct CompareFlag {
    pub(crate) long: &'static str,
    pub(crate) value: Option<&'static str>,
    pub(crate) help: &'static str,
}

const fn flag(long: &'static str, value: Option<&'static str>, help: &'static str) -> CompareFlag {
    CompareFlag { long, value, help }
}

pub(crate) const FLAGS: &[CompareFlag] = &[
    flag("loops", Some("A,B"), "Compare only these loops (roundel --loop=list explains them)"),
    flag("entry", Some("KIND"), "Read the file as cjs, as esm, or as both and compare the two"),
    flag(
        "choose",
        Some("POINT=ANSWER"),
        "Decide what a loop leaves open instead of trying every answer",
    ),
    flag("node-globals", None, "Give browsers process, require, Buffer and setImmediate too"),
    flag("frame-rate", Some("HZ"), "Frames a second of browsers (default 60)"),
    flag("frame-phase", Some("MS"), "When the first frame of browsers falls"),
    flag("json", None, "Print everything as JSON, for tools"),
    flag("html", Some("FILE"), "Write a page to show; with - to standard output"),
    flag("full", None, "Show every line, whole, and the stacks of errors"),
    flag("max-time", Some("MS"), "End a run after so much virtual time (default 60000)"),
    flag("max-real-time", Some("MS"), "End a run after so much real time (default 10000)"),
    flag("max-lines", Some("N"), "End a run after so many lines (default 5000)"),
    flag("help", None, "Show this"),
];

const USAGE: &str = "\
Usage: roundel compare [options] FILE [arguments]

Runs FILE under every loop, in virtual time, and shows the outputs side by side with the
first difference and the rule that decided it. To run a file named compare, give ./compare.

Options
";

const EXIT_CODES: &str = "
Exit codes: 0 all loops print the same, 1 they differ, 2 the comparison failed

Documentation: docs/compare.md
";

/// What `roundel compare --help` prints.
pub(super) fn help() -> String {
    let mut out = USAGE.to_owned();
    for CompareFlag { long, value, help } in FLAGS {
        let value = value.map_or(String::new(), |value| format!("={value}"));
        let signature = format!("--{long}{value}");
        let _ = writeln!(out, "  {signature:<23} {help}");
    }
    out.push_str(EXIT_CODES);
    out
}

impl Arguments {
    /// What the program is given although it looks meant for compare: a flag of the table behind the file.
    pub(super) fn misplaced(&self) -> Option<&str> {
        let is_flag = |word: &str| {
            let name = word.strip_prefix("--").and_then(|rest| rest.split('=').next());
            name.is_some_and(|name| FLAGS.iter().any(|flag| flag.long == name))
        };
        // Behind a double dash it is meant for the program.
        let words = self.args.iter().take_while(|word| *word != "--");
        words.map(String::as_str).find(|word| is_flag(word))
    }
}

/// Reads the words after `compare`; an `Err` says what is wrong with them.
pub(super) fn parse(words: Vec<OsString>) -> Result<Request, String> {
    let mut parser = lexopt::Parser::from_args(words);
    let mut draft = Draft::default();
    while let Some(arg) = parser.next().map_err(|error| error.to_string())? {
        match arg {
            Arg::Short('h') => return Ok(Request::Help),
            Arg::Long("help") => return Ok(Request::Help),
            Arg::Long(name) => {
                let name = name.to_owned();
                draft.set(&name, &mut parser)?;
            }
            Arg::Short(letter) => return Err(format!("bad option: -{letter}")),
            Arg::Value(file) => {
                let rest = parser.raw_args().map_err(|error| error.to_string())?;
                let args = rest.map(|word| word.to_string_lossy().into_owned()).collect();
                return draft.finish(file.into(), args).map(Request::Compare);
            }
        }
    }
    Err("no program given; roundel compare --help lists the options".to_owned())
}

#[derive(Default)]
struct Draft {
    loops: Option<Vec<LoopKind>>,
    entries: Option<Vec<Option<EntryType>>>,
    choices: Choices,
    decided: Vec<&'static str>,
    node_globals: bool,
    flags: Vec<String>,
    output: Option<Output>,
    is_full: bool,
    limits: Limits,
}

impl Draft {
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
                value.to_string_lossy().into_owned()
            }
        };
        match name {
            "loops" => self.loops = Some(loops(&value)?),
            "entry" => self.entries = Some(entries(&value)?),
            "choose" => self.choose(&value)?,
            "node-globals" => self.node_globals = true,
            "frame-rate" | "frame-phase" => {
                number::<f64>(name, &value)?;
                self.flags.push(format!("--{name}={value}"));
            }
            "json" => self.output = Some(Output::Json),
            "html" => self.output = Some(Output::Html((value != "-").then(|| value.into()))),
            "full" => self.is_full = true,
            "max-time" => self.limits.virtual_ms = number(name, &value)?,
            "max-real-time" => self.limits.real_ms = number(name, &value)?,
            "max-lines" => self.limits.lines = number(name, &value)?,
            _ => return Err(format!("--{name} has no meaning here")),
        }
        Ok(())
    }

    fn choose(&mut self, value: &str) -> Result<(), String> {
        self.choices.set(value).map_err(|error| format!("--choose: {error}"))?;
        let name = value.split('=').next().unwrap_or_default();
        let point = ChoicePoint::ALL.iter().find(|point| point.name == name);
        self.decided.extend(point.map(|point| point.name));
        self.flags.push(format!("--choose={value}"));
        Ok(())
    }

    fn finish(self, file: PathBuf, args: Vec<String>) -> Result<Arguments, String> {
        // Only a browser can open a page.
        let is_page = file.extension().is_some_and(|extension| extension == "html");
        let may_run = |kind: &LoopKind| !is_page || kind.world == World::Window;
        let all = || LoopKind::ALL.into_iter().filter(may_run).collect();
        Ok(Arguments {
            loops: self.loops.unwrap_or_else(all),
            file,
            args,
            entries: self.entries.unwrap_or_else(|| vec![None]),
            decided: self.decided,
            node_globals: self.node_globals,
            flags: self.flags,
            output: self.output.unwrap_or(Output::Text),
            is_full: self.is_full,
            limits: self.limits,
        })
    }
}

fn loops(value: &str) -> Result<Vec<LoopKind>, String> {
    let mut loops: Vec<LoopKind> = Vec::new();
    for name in value.split(',') {
        let kind = LoopKind::find(name)
            .ok_or_else(|| format!("--loops: there is no loop {name}; see roundel --loop=list"))?;
        if !loops.contains(&kind) {
            loops.push(kind);
        }
    }
    Ok(loops)
}

fn entries(value: &str) -> Result<Vec<Option<EntryType>>, String> {
    Ok(match value {
        "cjs" => vec![Some(EntryType::CommonJs)],
        "esm" => vec![Some(EntryType::Module)],
        "both" => vec![Some(EntryType::CommonJs), Some(EntryType::Module)],
        _ => return Err("--entry must be cjs, esm or both".to_owned()),
    })
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("--{name} must be a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Result<Arguments, String> {
        match parse(words.iter().map(OsString::from).collect())? {
            Request::Compare(arguments) => Ok(arguments),
            Request::Help => Err("help".to_owned()),
        }
    }

    #[test]
    fn what_follows_the_file_is_the_programs() {
        let given = arguments(&["--loops", "node,browser", "--full", "a.js", "--json"]).unwrap();
        assert_eq!(given.file, PathBuf::from("a.js"));
        assert_eq!(given.args, ["--json"]);
        assert_eq!(
            given.loops.iter().map(|kind| kind.name).collect::<Vec<_>>(),
            ["node", "chrome"]
        );
        assert_eq!(given.output, Output::Text);
    }

    #[test]
    fn a_flag_behind_the_file_is_noticed() {
        let misplaced = |words: &[&str]| arguments(words).unwrap().misplaced().map(str::to_owned);
        assert_eq!(misplaced(&["a.js", "x", "--html=b"]).as_deref(), Some("--html=b"));
        assert_eq!(misplaced(&["--json", "a.js", "--jsonl", "json"]), None);
        assert_eq!(misplaced(&["a.js", "--", "--json"]), None);
    }

    #[test]
    fn a_decided_point_is_handed_on() {
        let given = arguments(&["--choose=frame=early", "--entry=both", "a.js"]).unwrap();
        assert_eq!(given.decided, ["frame"]);
        assert_eq!(given.flags, ["--choose=frame=early"]);
        assert_eq!(given.entries.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |words: &[&str]| arguments(words).err().unwrap();
        assert!(wrong(&["--loops=node9", "a.js"]).contains("no loop node9"));
        assert!(wrong(&["--jsn", "a.js"]).contains("did you mean --json?"));
        assert!(wrong(&["--max-lines=many", "a.js"]).contains("must be a number"));
        assert!(wrong(&[]).contains("no program given"));
    }

    #[test]
    fn every_flag_of_the_table_is_understood() {
        for flag in FLAGS.iter().filter(|flag| flag.long != "help") {
            let word = match flag.long {
                "loops" => "--loops=node".to_owned(),
                "entry" => "--entry=both".to_owned(),
                "choose" => "--choose=frame=late".to_owned(),
                long if flag.value.is_some() => format!("--{long}=1"),
                long => format!("--{long}"),
            };
            assert!(arguments(&[&word, "a.js"]).is_ok(), "{word}");
        }
        assert!(help().lines().all(|line| line.chars().count() <= 100));
    }
}
