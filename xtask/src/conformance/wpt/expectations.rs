//! What is expected of each test page: `tests/conformance/wpt.txt`, one line a file,
//! `PASSED/TOTAL FILE`, with a reason behind it when not all pass, or `skip FILE reason`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::outcome::Outcome;
use crate::error::{Context, Error, Result};
use crate::project::Project;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Run(Outcome),
    Skip(String),
}

#[derive(Debug)]
pub(super) struct Expectations {
    file: PathBuf,
    by_name: BTreeMap<String, Expected>,
}

/// What reasons begin with that were found and not written; a written one is kept by `--update`.
const FOUND: &str = "found: ";
pub(super) const LACKS: &str = "lacks ";

impl Expectations {
    pub(super) fn load(project: &Project) -> Result<Expectations> {
        let file = project.root.join("tests/conformance/wpt.txt");
        let mut by_name = BTreeMap::new();
        for (index, line) in fs::read_to_string(&file).unwrap_or_default().lines().enumerate() {
            let (name, expected) =
                parse(line).context(|| format!("{}:{}", file.display(), index + 1))?;
            by_name.insert(name, expected);
        }
        Ok(Expectations { file, by_name })
    }

    pub(super) fn of(&self, name: &str) -> Option<&Expected> {
        self.by_name.get(name)
    }

    /// Takes what was found as what is expected; the reason that a person gave stays.
    pub(super) fn update(&mut self, name: &str, found: Expected) {
        let known = self.by_name.get(name);
        let updated = match (known, found) {
            (Some(kept @ Expected::Skip(_)), Expected::Skip(_)) => kept.clone(),
            (Some(Expected::Run(old)), Expected::Run(new)) if !new.is_complete() => {
                let written = old.reason.clone().filter(|reason| !is_made(reason));
                Expected::Run(Outcome { reason: written.or_else(|| mark(&new)), ..new })
            }
            (_, Expected::Run(new)) => Expected::Run(Outcome { reason: mark(&new), ..new }),
            (_, skip @ Expected::Skip(_)) => skip,
        };
        self.by_name.insert(name.to_owned(), updated);
    }

    /// Writes the file; entries for files that are gone are dropped.
    pub(super) fn save(&self, known: &[String]) -> Result<()> {
        let text: String = self
            .by_name
            .iter()
            .filter(|(name, _)| known.contains(name))
            .map(|(name, expected)| line(name, expected))
            .collect();
        fs::write(&self.file, text).context(|| format!("writing {}", self.file.display()))
    }
}

fn is_made(reason: &str) -> bool {
    reason.starts_with(FOUND) || reason.starts_with(LACKS)
}

fn mark(outcome: &Outcome) -> Option<String> {
    let reason = outcome.reason.as_ref()?;
    Some(if is_made(reason) { reason.clone() } else { format!("{FOUND}{reason}") })
}

fn line(name: &str, expected: &Expected) -> String {
    match expected {
        Expected::Skip(reason) => format!("skip {name} {reason}\n"),
        Expected::Run(Outcome { passed, total, reason }) => {
            let reason = reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
            format!("{passed}/{total} {name}{reason}\n")
        }
    }
}

fn parse(line: &str) -> Result<(String, Expected)> {
    let bad = || Error::new("is neither `PASSED/TOTAL FILE [reason]` nor `skip FILE reason`");
    let mut words = line.splitn(3, ' ');
    let (kind, name) = (words.next().ok_or_else(bad)?, words.next().ok_or_else(bad)?);
    let reason = words.next().map(str::to_owned);
    let expected = match (kind.split_once('/'), reason) {
        (None, Some(reason)) if kind == "skip" => Expected::Skip(reason),
        (Some((passed, total)), reason) => {
            let passed = passed.parse().map_err(|_| bad())?;
            let total = total.parse().map_err(|_| bad())?;
            if (passed == total) != reason.is_none() {
                return Err(Error::new("needs a reason exactly when not all subtests pass"));
            }
            Expected::Run(Outcome { passed, total, reason })
        }
        _ => return Err(bad()),
    };
    Ok((name.to_owned(), expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for written in ["3/3 a/b.any.js\n", "1/3 a/b.html no frames\n", "skip a/c.html a person\n"]
        {
            let (name, expected) = parse(written.trim_end()).expect("it reads");
            assert_eq!(line(&name, &expected), written);
        }
    }

    #[test]
    fn every_exception_has_a_reason() {
        for bad in ["1/3 a.js", "3/3 a.js but why", "skip a.js", "pass a.js", "x/3 a.js y", ""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
