//! What is expected of each file: `tests/conformance/expectations/<area>.txt`, one line per file,
//! `pass NAME`, `fail NAME reason` or `skip NAME reason`. What is otherwise with some releases of what the system brings
//! is in `tests/conformance/elsewhere.txt`: `engine >= 2.52` or `openssl >= 3.5` before such a line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::areas::AREAS;
use super::test_file::{Answer, is_made};
use crate::error::{Context, Error, Result};
use crate::project::Project;
use crate::releases::{Library, Releases};

#[derive(Debug)]
pub(super) struct Expectations {
    folder: PathBuf,
    by_file: BTreeMap<String, Answer>,
    /// With the releases at hand, in place of the others.
    elsewhere: BTreeMap<String, Answer>,
}

impl Expectations {
    pub(super) fn load(project: &Project, binary: &Path) -> Result<Expectations> {
        let folder = project.root.join("tests/conformance/expectations");
        let elsewhere = elsewhere(&project.root.join("tests/conformance/elsewhere.txt"), binary)?;
        let mut by_file = BTreeMap::new();
        for area in AREAS {
            let file = folder.join(format!("{}.txt", area.name));
            let Ok(text) = fs::read_to_string(&file) else { continue };
            for (index, line) in text.lines().enumerate() {
                let entry = parse(line).context(|| format!("{}:{}", file.display(), index + 1))?;
                if let Some((name, answer)) = entry {
                    by_file.insert(name, answer);
                }
            }
        }
        Ok(Expectations { folder, by_file, elsewhere })
    }

    pub(super) fn of(&self, file: &str) -> Option<&Answer> {
        self.elsewhere.get(file).or_else(|| self.by_file.get(file))
    }

    /// Takes what was found as what is expected. A reason that someone wrote for a file that
    /// still ends the same way stays.
    pub(super) fn update(&mut self, file: &str, found: Answer) {
        if self.elsewhere.contains_key(file) {
            return;
        }
        let keep = match (self.by_file.get(file), &found) {
            (Some(Answer::Fail(reason)), Answer::Fail(_)) => !is_made(reason),
            (Some(Answer::Skip(_)), Answer::Skip(_)) => true,
            _ => false,
        };
        if !keep {
            self.by_file.insert(file.to_owned(), found);
        }
    }

    /// Writes the files of the areas; entries for files that are gone are dropped.
    pub(super) fn save(&self, known: &[String]) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        for area in AREAS {
            let mut text = String::new();
            for (file, answer) in &self.by_file {
                let here = super::areas::area_of(file).is_some_and(|own| own.name == area.name);
                if here && known.contains(file) {
                    text.push_str(&line(file, answer));
                }
            }
            let file = self.folder.join(format!("{}.txt", area.name));
            if !text.is_empty() {
                fs::write(&file, text).context(|| format!("writing {}", file.display()))?;
            }
        }
        Ok(())
    }
}

/// The lines for the releases that the binary runs on.
fn elsewhere(file: &Path, binary: &Path) -> Result<BTreeMap<String, Answer>> {
    let text = fs::read_to_string(file).context(|| format!("reading {}", file.display()))?;
    let mut found = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", file.display(), index + 1);
        let Some((library, releases, rest)) = condition(line).context(place)? else { continue };
        if releases.contain(&library.release(binary)?) {
            found.extend(parse(rest).context(place)?);
        }
    }
    Ok(found)
}

/// What a line of `elsewhere.txt` is about, and the rest of it.
fn condition(line: &str) -> Result<Option<(Library, Releases, &str)>> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let condition = line.match_indices(' ').nth(2).and_then(|(end, _)| {
        let (library, releases) = line[..end].split_once(' ')?;
        Some((Library::by_name(library)?, Releases::parse(releases)?, &line[end + 1..]))
    });
    let wrong = || Error::new("does not begin with `engine >= RELEASE` or `openssl < RELEASE`");
    condition.ok_or_else(wrong).map(Some)
}

fn parse(line: &str) -> Result<Option<(String, Answer)>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut words = line.splitn(3, ' ');
    let (kind, name, reason) = (words.next(), words.next(), words.next());
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|text| !text.is_empty());
    let answer = match (kind, reason) {
        (Some("pass"), None) => Answer::Pass,
        (Some("fail"), Some(reason)) => Answer::Fail(reason),
        (Some("skip"), Some(reason)) => Answer::Skip(reason),
        (Some("fail" | "skip"), None) => return Err(Error::new("has no reason")),
        _ => return Err(Error::new("is not `pass NAME`, `fail NAME reason`, `skip NAME reason`")),
    };
    let name = name.ok_or_else(|| Error::new("names no file"))?;
    Ok(Some((name.to_owned(), answer)))
}

fn line(file: &str, answer: &Answer) -> String {
    match answer {
        Answer::Pass => format!("pass {file}\n"),
        Answer::Fail(reason) => format!("fail {file} {reason}\n"),
        Answer::Skip(reason) => format!("skip {file} {reason}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for answer in
            [Answer::Pass, Answer::Fail("it is old".to_owned()), Answer::Skip("V8".to_owned())]
        {
            let written = line("parallel/test-a.js", &answer);
            let read = parse(&written).expect("what was written reads").expect("an entry");
            assert_eq!(read, ("parallel/test-a.js".to_owned(), answer));
        }
    }

    #[test]
    fn lines_for_other_releases() {
        let line = "engine >= 2.52 fail parallel/a.js it is old";
        let (library, releases, rest) = condition(line).expect("a condition").expect("a line");
        assert_eq!(library, Library::Engine);
        assert!(releases.contain("2.54.0") && !releases.contain("2.50.6"));
        assert_eq!(rest, "fail parallel/a.js it is old");
        assert!(condition("fail parallel/a.js it is old").is_err());
        assert!(condition("# a comment").expect("comments are fine").is_none());
    }

    #[test]
    fn every_exception_has_a_reason() {
        for bad in ["fail parallel/a.js", "skip parallel/a.js ", "pass", "maybe a.js", "pass a b"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(parse("# a comment").expect("comments are fine").is_none());
    }
}
