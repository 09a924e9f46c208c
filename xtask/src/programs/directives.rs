//! What a program says about itself in the comment that opens it, one directive a line:
//!
//! ```text
//! // @args a b          arguments after the file
//! // @flags --x         options before the file, on both runtimes
//! // @node-flags --x    options before the file, on Node alone
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

use crate::error::{Error, Result};

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
    pub(super) args: Vec<String>,
    pub(super) flags: Vec<String>,
    pub(super) node_flags: Vec<String>,
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

impl Default for Directives {
    fn default() -> Directives {
        Directives {
            args: Vec::new(),
            flags: Vec::new(),
            node_flags: Vec::new(),
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
        let mut in_either = false;
        for line in header(source) {
            let Some(directive) = line.strip_prefix('@') else {
                if in_either && !line.is_empty() {
                    directives.add_either(line);
                }
                in_either = in_either && !line.is_empty();
                continue;
            };
            let (name, value) =
                directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
            let value = value.trim();
            in_either = name == "either";
            directives.set(name, value)?;
        }
        if source_asks_for_either(source) && directives.either.is_empty() {
            return Err(Error::new("@either without alternatives"));
        }
        Ok(directives)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let bad = || Error::new(format!("@{name} does not take `{value}`"));
        match name {
            "args" => self.args.extend(words(value)),
            "flags" => self.flags.extend(words(value)),
            "node-flags" => self.node_flags.extend(words(value)),
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

/// The text of the comment lines that open the file.
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
        .map(|line| line.trim_start_matches('/').trim())
}

fn source_asks_for_either(source: &str) -> bool {
    header(source).any(|line| line.starts_with("@either"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_unknown_directive_is_an_error() {
        for bad in ["// @stdrr ignore\n", "// @exit x\n", "// @either\n", "// @env A\n"] {
            assert!(Directives::parse(bad).is_err(), "{bad}");
        }
    }
}
