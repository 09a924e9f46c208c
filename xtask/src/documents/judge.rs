//! One row of the table on Roundel and on the real thing.
//!
//! The real thing is the Node of the row's era, or what a browser was recorded to print. Where the
//! order is decided it must print that order; where it is open, one of those that the table has for
//! the program under that loop.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::rows::{ARROW, Clocks, Row, in_one_line};
use crate::browsers;
use crate::child::{self, Ending, Finished};
use crate::error::{Context, Result};
use crate::peers::Peer;
use crate::programs::NodeOutputs;
use crate::project::{Project, sha256_hex};

const TIMEOUT: Duration = Duration::from_secs(20);

/// Everything that a row is held against.
pub(super) struct Judge<'a> {
    pub(super) roundel: PathBuf,
    nodes: BTreeMap<&'static str, NodeOutputs>,
    rows: &'a [Row],
}

impl<'a> Judge<'a> {
    /// With Node's recorded answers, or with fresh ones.
    pub(super) fn new(
        project: &Project,
        roundel: PathBuf,
        rows: &'a [Row],
        fresh: bool,
    ) -> Result<Judge<'a>> {
        let mut nodes = BTreeMap::new();
        for peer in rows.iter().filter_map(|row| row.under.peer) {
            if !nodes.contains_key(peer.name()) {
                let node = peer.binary(project)?;
                nodes.insert(peer.name(), NodeOutputs::open(project, &node, fresh)?);
            }
        }
        Ok(Judge { roundel, nodes, rows })
    }

    /// What is wrong with a row, one line each; empty when nothing is.
    pub(super) fn judge(&self, row: &Row) -> Result<Vec<String>> {
        let mut wrong = Vec::new();
        let mut compare = |who: &str, finished: &Finished| {
            if let Some(why) = differs(finished, std::slice::from_ref(&row.prints)) {
                wrong.push(format!("{who} {why}"));
            }
        };
        // A frame falls by the clock: on the real one a busy machine has a say in where, whatever was
        // chosen.
        if row.under.peer.is_some() || !row.is_open() {
            compare("Roundel", &run(&self.roundel, row, &flags(row, &[]))?);
        }
        if row.clocks == Clocks::RealAndVirtual {
            compare(
                "Roundel in virtual time",
                &run(&self.roundel, row, &flags(row, &["--virtual-time"]))?,
            );
        }
        match row.under.peer {
            Some(peer) => wrong.extend(self.node(row, peer)?),
            None => wrong.extend(Judge::browser(row)?),
        }
        Ok(wrong)
    }

    fn node(&self, row: &Row, peer: Peer) -> Result<Option<String>> {
        let outputs = &self.nodes[peer.name()];
        let source =
            std::fs::read(&row.program).context(|| format!("reading {}", row.program.display()))?;
        let key = format!("document\0{}\0{}", row.program.display(), sha256_hex(&source));
        let finished = outputs.get(&key, |node| run(node, row, &[]))?;
        let why = differs(&finished, &self.legal(row));
        Ok(why.map(|why| format!("Node {} {why}", peer.version())))
    }

    /// A decided order is all that the browser printed. An open one has been seen in one of the
    /// browsers: a frame may also fall between two of the tasks it races with, and a few rounds
    /// need not show every order.
    fn browser(row: &Row) -> Result<Option<String>> {
        let mut recorded = browsers::recorded(&row.program, row.under.name)?;
        if row.is_open() {
            for browser in ["chrome", "firefox"] {
                recorded.extend(browsers::recorded(&row.program, browser)?);
            }
        }
        if recorded.is_empty() {
            return Ok(Some("not recorded: cargo xtask browsers record documents".to_owned()));
        }
        let order = row.prints.join("\n");
        let good = if row.is_open() {
            recorded.contains(&order)
        } else {
            recorded.iter().all(|output| *output == order)
        };
        let printed = recorded.join(" or ").replace('\n', ARROW);
        Ok((!good).then(|| format!("{} was recorded to print {printed}", row.under.name)))
    }

    /// The orders that the real thing may print.
    fn legal(&self, row: &Row) -> Vec<Vec<String>> {
        self.rows
            .iter()
            .filter(|other| other.program == row.program && other.under == row.under)
            .filter(|other| other.is_open() == row.is_open())
            .map(|other| other.prints.clone())
            .collect()
    }

    /// How often the real Node of an open row printed what, the most frequent first.
    pub(super) fn tally(&self, row: &Row, rounds: usize) -> Result<Vec<(String, usize)>> {
        let Some(peer) = row.under.peer else { return Ok(Vec::new()) };
        let node = &self.nodes[peer.name()].node;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..rounds {
            let finished = run(node, row, &[])?;
            *counts.entry(in_one_line(&lines(&finished))).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Ok(counts)
    }
}

/// What Roundel is told for a row, and more.
fn flags(row: &Row, more: &[&str]) -> Vec<String> {
    let choices = row.choices.iter().flat_map(|choice| ["--choose", choice.as_str()]);
    let under = row.under.flags();
    let all = under.iter().copied().chain(choices).chain(more.iter().copied());
    all.map(str::to_owned).collect()
}

fn run(binary: &Path, row: &Row, flags: &[String]) -> Result<Finished> {
    let mut command = Command::new(binary);
    child::clean_environment(&mut command);
    command.args(flags).arg(row.program.file_name().unwrap_or_default());
    command.current_dir(row.program.parent().unwrap_or(Path::new(".")));
    child::run(&mut command, b"", TIMEOUT)
}

fn lines(finished: &Finished) -> Vec<String> {
    finished.stdout.lines().map(str::to_owned).collect()
}

/// How a run is none of the legal ones.
fn differs(finished: &Finished, legal: &[Vec<String>]) -> Option<String> {
    let printed = lines(finished);
    if finished.ending != Ending::Code(0) {
        let said = finished.stderr.lines().find(|line| line.contains("Error")).unwrap_or_default();
        return Some(format!("ended with {}: {} {said}", finished.ending, in_one_line(&printed)));
    }
    (!legal.contains(&printed)).then(|| format!("printed {}", in_one_line(&printed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_legal_or_says_why_not() {
        let finished = |ending, stdout: &str| Finished {
            ending,
            stdout: stdout.to_owned(),
            stderr: "x\nTypeError: y\n".to_owned(),
        };
        let legal = [vec!["a".to_owned(), "b".to_owned()]];
        assert_eq!(differs(&finished(Ending::Code(0), "a\nb\n"), &legal), None);
        let other = differs(&finished(Ending::Code(0), "b\na\n"), &legal);
        assert_eq!(other.as_deref(), Some("printed b → a"));
        let dead = differs(&finished(Ending::Code(1), "a\n"), &legal);
        assert_eq!(dead.as_deref(), Some("ended with exit code 1: a TypeError: y"));
    }
}
