//! What a program says about itself in the comment that opens it, one directive a line:
//!
//! ```text
//! // @loop node node10  the loops it runs under, `node` when absent: each on the Node of its era and on
//!                       Roundel; one that no Node has (chrome, firefox) on Roundel alone
//! // @output chrome     what it prints under these loops, all when none is named: the comment lines
//!                       below, each without its `//` and three spaces
//! // @engine < 2.54    only on engines before (>= from) this release, which behave so; others do not
//! // @args a b          arguments after the file
//! // @flags --x         options before the file, on both runtimes
//! // @node-flags --x    options before the file, on Node alone
//! // @roundel-flags --x options before the file, on Roundel alone
//! // @env NAME=value    a variable; may be repeated
//! // @stdin text        what it reads on its standard input (\n is a line end)
//! // @exit N            both must end with this code
//! // @timeout MS        how long it may take (10000 when absent)
//! // @stderr ignore     what goes to stderr is not compared
//! // @stderr exact      ... is compared letter by letter, except paths, versions and process ids
//! // @caret ignore      the line with the caret under a source line is not compared
//! // @same A ||| B      the text A on Node and B on Roundel count as equal (an engine's wording)
//! // @unordered         the lines of stdout are compared as a set
//! // @either A | B      a race: what each prints must be one of these, words compared;
//!                       alternatives may also stand on comment lines of their own below it
//! ```

use std::time::Duration;

use super::loops::Loop;
use crate::error::{Error, Result};
use crate::releases::Releases;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stderr {
    /// Stack frames by file and line, without what differs between engines.
    #[default]
    Normalised,
    Exact,
    Ignored,
}

#[derive(Clone, Debug)]
pub(super) struct Directives {
    pub(super) loops: Vec<Loop>,
    outputs: Vec<Output>,
    engines: Option<Releases>,
    pub(super) args: Vec<String>,
    pub(super) flags: Vec<String>,
    pub(super) node_flags: Vec<String>,
    pub(super) roundel_flags: Vec<String>,
    pub(super) env: Vec<(String, String)>,
    pub(super) stdin: String,
    pub(super) exit: Option<i32>,
    pub(super) timeout: Duration,
    pub(super) stderr: Stderr,
    pub(super) caret_ignored: bool,
    pub(super) same: Vec<(String, String)>,
    pub(super) unordered: bool,
    /// The legal outputs, as words; empty when there is no race.
    pub(super) either: Vec<Vec<String>>,
}

/// What a program says that it prints.
#[derive(Clone, Debug)]
struct Output {
    /// Under which loops; empty means all.
    loops: Vec<Loop>,
    text: String,
}

impl Output {
    fn holds(&self, lp: Loop) -> bool {
        self.loops.is_empty() || self.loops.contains(&lp)
    }
}

/// What the comment lines below a directive belong to.
enum Block {
    None,
    Either,
    Output,
}

impl Block {
    fn after(directive: &str) -> Block {
        match directive {
            "either" => Block::Either,
            "output" => Block::Output,
            _ => Block::None,
        }
    }
}

/// How a line of `@output` begins.
const OUTPUT_START: &str = "//   ";

impl Default for Directives {
    fn default() -> Directives {
        Directives {
            loops: vec![Loop::NODE],
            outputs: Vec::new(),
            engines: None,
            args: Vec::new(),
            flags: Vec::new(),
            node_flags: Vec::new(),
            roundel_flags: Vec::new(),
            env: Vec::new(),
            stdin: String::new(),
            exit: None,
            timeout: Duration::from_secs(10),
            stderr: Stderr::default(),
            caret_ignored: false,
            same: Vec::new(),
            unordered: false,
            either: Vec::new(),
        }
    }
}

impl Directives {
    /// Reads the header of a program: its opening lines as far as they are comments or empty.
    pub(super) fn parse(source: &str) -> Result<Directives> {
        let mut directives = Directives::default();
        let mut block = Block::None;
        for line in header(source) {
            let text = line.trim_start_matches('/').trim();
            if let Some(directive) = text.strip_prefix('@') {
                let (name, value) =
                    directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
                directives.set(name, value.trim())?;
                block = Block::after(name);
                continue;
            }
            match block {
                Block::Either if !text.is_empty() => directives.add_either(text),
                Block::Output if line.starts_with(OUTPUT_START) => {
                    directives.add_output(&line[OUTPUT_START.len()..]);
                }
                _ => block = Block::None,
            }
        }
        if source_asks_for_either(source) && directives.either.is_empty() {
            return Err(Error::new("@either without alternatives"));
        }
        directives.check_loops()?;
        Ok(directives)
    }

    /// What the program must print under `lp`, if it says so.
    pub(super) fn output(&self, lp: Loop) -> Option<&str> {
        self.outputs.iter().find(|output| output.holds(lp)).map(|output| output.text.as_str())
    }

    /// Whether the program is about engines of a certain release.
    pub(super) fn is_about_engines(&self) -> bool {
        self.engines.is_some()
    }

    /// Whether the program holds on an engine of this release, as `2.54.0`.
    pub(super) fn holds_on(&self, release: &str) -> bool {
        self.engines.as_ref().is_none_or(|engines| engines.contain(release))
    }

    /// Every loop has one expectation, and every expectation a loop.
    fn check_loops(&self) -> Result<()> {
        for lp in &self.loops {
            let outputs = self.outputs.iter().filter(|output| output.holds(*lp)).count();
            if outputs > 1 {
                return Err(Error::new(format!("more than one @output for {}", lp.name)));
            }
            if lp.peer.is_none() && outputs == 0 && self.either.is_empty() {
                return Err(Error::new(format!("no Node has {}: @output is missing", lp.name)));
            }
        }
        let unknown = |lp: &&Loop| !self.loops.contains(lp);
        match self.outputs.iter().flat_map(|output| &output.loops).find(unknown) {
            Some(lp) => Err(Error::new(format!("@output for {}, which @loop lacks", lp.name))),
            None => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let bad = || Error::new(format!("@{name} does not take `{value}`"));
        match name {
            "loop" => {
                self.loops = loops(value).filter(|loops| !loops.is_empty()).ok_or_else(bad)?
            }
            "output" => {
                let loops = loops(value).ok_or_else(bad)?;
                self.outputs.push(Output { loops, text: String::new() });
            }
            "engine" => self.engines = Some(Releases::parse(value).ok_or_else(bad)?),
            "args" => self.args.extend(words(value)),
            "flags" => self.flags.extend(words(value)),
            "node-flags" => self.node_flags.extend(words(value)),
            "roundel-flags" => self.roundel_flags.extend(words(value)),
            "env" => {
                let (name, value) = value.split_once('=').ok_or_else(bad)?;
                self.env.push((name.to_owned(), value.to_owned()));
            }
            "stdin" => self.stdin = value.replace("\\n", "\n"),
            "exit" => self.exit = Some(value.parse().map_err(|_| bad())?),
            "timeout" => {
                self.timeout = Duration::from_millis(value.parse().map_err(|_| bad())?);
            }
            "stderr" => {
                self.stderr = match value {
                    "ignore" => Stderr::Ignored,
                    "exact" => Stderr::Exact,
                    _ => return Err(bad()),
                }
            }
            "caret" if value == "ignore" => self.caret_ignored = true,
            "same" => {
                let (node, roundel) = value.split_once("|||").ok_or_else(bad)?;
                self.same.push((node.trim().to_owned(), roundel.trim().to_owned()));
            }
            "unordered" => self.unordered = true,
            "either" => {
                if !value.is_empty() {
                    self.add_either(value);
                }
            }
            _ => return Err(Error::new(format!("no directive @{name} with value `{value}`"))),
        }
        Ok(())
    }

    fn add_either(&mut self, line: &str) {
        self.either.extend(line.split('|').map(output_words).filter(|words| !words.is_empty()));
    }

    fn add_output(&mut self, line: &str) {
        if let Some(output) = self.outputs.last_mut() {
            output.text.push_str(line);
            output.text.push('\n');
        }
    }
}

/// Output as words, for the comparison of alternatives: line ends and commas do not count.
pub(super) fn output_words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn words(value: &str) -> impl Iterator<Item = String> {
    value.split_whitespace().map(str::to_owned)
}

/// The loops that `value` names; `None` if one does not exist.
fn loops(value: &str) -> Option<Vec<Loop>> {
    value.split_whitespace().map(Loop::find).collect()
}

/// The comment lines that open the file, and the empty ones between them.
fn header(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .map(str::trim)
        .skip_while(|line| line.starts_with("#!"))
        .take_while(|line| {
            line.is_empty()
                || line.starts_with("//")
                || line.trim_end_matches(';') == "'use strict'"
        })
        .filter(|line| line.starts_with("//") || line.is_empty())
}

fn source_asks_for_either(source: &str) -> bool {
    header(source).any(|line| line.trim_start_matches('/').trim().starts_with("@either"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_on_one_side() {
        let before = Directives::parse("// @engine < 2.54\n").expect("a directive");
        assert!(before.holds_on("2.52.6") && !before.holds_on("2.54.0"));
        let from = Directives::parse("// @engine >= 2.54\n").expect("a directive");
        assert!(from.holds_on("2.54.0") && from.holds_on("2.100.1") && !from.holds_on("2.50.6"));
        assert!(Directives::parse("// @engine 2.54\n").is_err());
    }

    #[test]
    fn directives_are_read_from_the_header_only() {
        let source = "// A claim.\n// @args a b\n// @exit 3\n// @env A=b=c\n'use strict';\n\
                      // @stderr ignore\ncode();\n// @exit 4\n";
        let read = Directives::parse(source).expect("the header is well formed");
        assert_eq!(read.args, ["a", "b"]);
        assert_eq!(read.exit, Some(3));
        assert_eq!(read.env, [("A".to_owned(), "b=c".to_owned())]);
        assert_eq!(read.stderr, Stderr::Ignored);
    }

    #[test]
    fn alternatives_on_the_line_or_below_it() {
        for source in [
            "// @either timeout immediate | immediate timeout\n",
            "// @either\n// timeout, immediate\n// immediate, timeout\n\n// not one\n",
        ] {
            let read = Directives::parse(source).expect("the header is well formed");
            assert_eq!(read.either, [["timeout", "immediate"], ["immediate", "timeout"]]);
        }
    }

    #[test]
    fn expected_outputs_belong_to_loops() {
        let source = "// @loop node10 chrome\n// @output node10\n//   a\n//     b\n\n\
                      // @output chrome\n//   c\n// prose\n//   more prose\n";
        let read = Directives::parse(source).expect("the header is well formed");
        let output = |name| read.output(Loop::find(name).expect("a loop"));
        assert_eq!(output("node10"), Some("a\n  b\n"));
        assert_eq!(output("chrome"), Some("c\n"));
        assert_eq!(output("firefox"), None);
    }

    #[test]
    fn a_loop_without_an_expectation_is_an_error() {
        for bad in [
            "// @loop chrome\n",
            "// @loop node9\n",
            "// @loop\n",
            "// @loop chrome firefox\n// @output chrome\n//   a\n",
            "// @loop chrome\n// @output\n//   a\n// @output chrome\n//   b\n",
            "// @output chrome\n//   a\n",
        ] {
            assert!(Directives::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_unknown_directive_is_an_error() {
        for bad in ["// @stdrr ignore\n", "// @exit x\n", "// @either\n", "// @env A\n"] {
            assert!(Directives::parse(bad).is_err(), "{bad}");
        }
    }
}
