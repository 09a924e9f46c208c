//! What is expected of each program: `tests/packages/expectations.txt`, one line per program,
//! `same NAME` or `differs NAME reason`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::list;
use crate::error::{Context, Error, Result};
use crate::project::Project;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Same,
    Differs(String),
}

#[derive(Debug)]
pub(super) struct Expectations {
    file: PathBuf,
    by_name: BTreeMap<String, Expected>,
}

impl Expectations {
    pub(super) fn load(project: &Project) -> Result<Expectations> {
        let file = list::folder(project).join("expectations.txt");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let by_name = text
            .lines()
            .map(|line| parse(line).context(|| format!("{}: `{line}`", file.display())))
            .collect::<Result<_>>()?;
        Ok(Expectations { file, by_name })
    }

    pub(super) fn of(&self, name: &str) -> Option<&Expected> {
        self.by_name.get(name)
    }

    /// Takes what was found; a reason that someone wrote for what still differs stays.
    pub(super) fn update(&mut self, name: &str, found: Expected) {
        let differs = |one: Option<&Expected>| matches!(one, Some(Expected::Differs(_)));
        if !(differs(self.by_name.get(name)) && differs(Some(&found))) {
            self.by_name.insert(name.to_owned(), found);
        }
    }

    /// Without those that are not in the list.
    pub(super) fn save(&mut self, names: &[&str]) -> Result<()> {
        self.by_name.retain(|name, _| names.contains(&name.as_str()));
        let text: String = self
            .by_name
            .iter()
            .map(|(name, expected)| match expected {
                Expected::Same => format!("same {name}\n"),
                Expected::Differs(reason) => format!("differs {name} {reason}\n"),
            })
            .collect();
        fs::write(&self.file, text).context(|| format!("writing {}", self.file.display()))
    }
}

fn parse(line: &str) -> Result<(String, Expected)> {
    match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
        ["same", name] => Ok((name.to_owned(), Expected::Same)),
        ["differs", name, reason] => Ok((name.to_owned(), Expected::Differs(reason.to_owned()))),
        _ => Err(Error::new("neither `same NAME` nor `differs NAME reason`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(parse("same koa").expect("a line"), ("koa".to_owned(), Expected::Same));
        let (name, expected) = parse("differs vite native addons").expect("a line");
        assert_eq!((name.as_str(), expected), ("vite", Expected::Differs("native addons".into())));
        assert!(parse("koa").is_err() && parse("differs koa").is_err());
    }
}
