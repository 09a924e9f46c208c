//! What is expected of each file: `tests/conformance/expectations/<area>.txt`, one line per file,
//! `pass NAME`, `fail NAME reason` or `skip NAME reason`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::areas::AREAS;
use super::test_file::{Answer, is_made};
use crate::error::{Context, Error, Result};
use crate::project::Project;

#[derive(Debug)]
pub(super) struct Expectations {
    folder: PathBuf,
    by_file: BTreeMap<String, Answer>,
}

impl Expectations {
    pub(super) fn load(project: &Project) -> Result<Expectations> {
        let folder = project.root.join("tests/conformance/expectations");
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
        Ok(Expectations { folder, by_file })
    }

    pub(super) fn of(&self, file: &str) -> Option<&Answer> {
        self.by_file.get(file)
    }

    /// Takes what was found as what is expected. A reason that someone wrote for a file that
    /// still ends the same way stays.
    pub(super) fn update(&mut self, file: &str, found: Answer) {
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
    fn every_exception_has_a_reason() {
        for bad in ["fail parallel/a.js", "skip parallel/a.js ", "pass", "maybe a.js", "pass a b"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(parse("# a comment").expect("comments are fine").is_none());
    }
}
