//! The rows of `tests/documents/TABLE.md`, which is a page for people and the input of the runner.
//!
//! A table whose header is `sample | program | loop | prints` holds rows; its document is the
//! heading above it. A row that names several loops counts as one row for each.

use std::path::{Path, PathBuf};

use crate::error::{Context, Error, Result};
use crate::programs::Loop;

/// Between two lines of an order.
pub(super) const ARROW: &str = " → ";

/// One program under one loop, and what it prints there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) document: String,
    pub(super) sample: String,
    pub(super) program: PathBuf,
    pub(super) under: Loop,
    /// Answers to choice points; with one the order is open.
    pub(super) choices: Vec<String>,
    pub(super) clocks: Clocks,
    pub(super) prints: Vec<String>,
}

/// Which clocks can show a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clocks {
    RealAndVirtual,
    RealAlone,
}

impl Row {
    /// The order in one line.
    pub(super) fn order(&self) -> String {
        in_one_line(&self.prints)
    }

    /// The loop with its choices, as the table has them.
    pub(super) fn conditions(&self) -> String {
        let mut words = vec![self.under.name];
        words.extend(self.choices.iter().map(String::as_str));
        words.join(" ")
    }

    pub(super) fn is_open(&self) -> bool {
        !self.choices.is_empty()
    }
}

pub(super) fn in_one_line(lines: &[String]) -> String {
    lines.join(ARROW)
}

/// Reads the table; program paths are below `folder`.
pub(super) fn parse(text: &str, folder: &Path) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut document = String::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            heading.clone_into(&mut document);
        }
        let Some(cells) = cells(line) else {
            inside = false;
            continue;
        };
        if cells == ["sample", "program", "loop", "prints"] {
            inside = true;
        } else if inside && !cells[0].starts_with("--") {
            let before = rows.last().filter(|row| row.document == document);
            let more =
                row(&cells, &document, before, folder).context(|| format!("line {}", index + 1))?;
            rows.extend(more);
        }
    }
    Ok(rows)
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

fn row(cells: &[&str], document: &str, before: Option<&Row>, folder: &Path) -> Result<Vec<Row>> {
    let &[sample, program, conditions, prints] = cells else {
        return Err(Error::new("a row has four cells"));
    };
    let sample = match (sample, before) {
        ("", Some(before)) => before.sample.clone(),
        ("", None) => return Err(Error::new("the first row of a table names its sample")),
        (sample, _) => sample.to_owned(),
    };
    let (_, link) = program
        .strip_suffix(')')
        .and_then(|link| link.split_once("]("))
        .ok_or_else(|| Error::new(format!("`{program}` is no link to a program")))?;
    let mut loops = Vec::new();
    let mut choices = Vec::new();
    let mut clocks = Clocks::RealAndVirtual;
    for word in conditions.split_whitespace() {
        match Loop::find(word) {
            Some(known) => loops.push(known),
            None if word == "real-time" => clocks = Clocks::RealAlone,
            None if word.contains('=') => choices.push(word.to_owned()),
            None => return Err(Error::new(format!("no loop `{word}`"))),
        }
    }
    if loops.is_empty() || prints.is_empty() {
        return Err(Error::new("a row names a loop and what is printed"));
    }
    Ok(loops
        .into_iter()
        .map(|under| Row {
            document: document.to_owned(),
            sample: sample.clone(),
            program: folder.join(link),
            under,
            choices: choices.clone(),
            clocks,
            prints: prints.split(ARROW).map(str::to_owned).collect(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_for_each_loop() {
        let text = "## One\n\n| sample | program | loop | prints |\n|---|---|---|---|\n\
            | 1 a | [a](a.js) | node node10 | x → y, z |\n\
            | | [a](../b/a.js) | node11 first-timers=due real-time | y |\n\n\
            | other | table |\n";
        let rows = parse(text, Path::new("t")).expect("well formed");
        let short: Vec<String> =
            rows.iter().map(|row| format!("{} {}", row.sample, row.conditions())).collect();
        assert_eq!(short, ["1 a node", "1 a node10", "1 a node11 first-timers=due"]);
        assert_eq!(rows[0].prints, ["x", "y, z"]);
        assert_eq!((rows[0].order().as_str(), rows[0].is_open()), ("x → y, z", false));
        assert_eq!(rows[2].program, Path::new("t/../b/a.js"));
        assert_eq!((rows[2].clocks, rows[2].is_open()), (Clocks::RealAlone, true));
    }

    #[test]
    fn what_is_no_row() {
        let head = "| sample | program | loop | prints |\n|---|---|---|---|\n";
        for bad in [
            "| | [a](a.js) | node | x |",
            "| a | a.js | node | x |",
            "| a | [a](a.js) | node12 | x |",
            "| a | [a](a.js) | | x |",
            "| a | [a](a.js) | node |",
        ] {
            assert!(parse(&format!("{head}{bad}\n"), Path::new("t")).is_err(), "{bad}");
        }
    }
}
