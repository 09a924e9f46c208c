//! The table of `docs/packages.md`, between two marks, made from the list and the expectations.

use std::fs;

use super::expectations::{Expectations, Expected};
use super::list::Entry;
use crate::error::{Context, Error, Result};
use crate::project::Project;

const BEGIN: &str = "<!-- packages: begin -->\n";
const END: &str = "<!-- packages: end -->";

pub(super) fn write(
    project: &Project,
    entries: &[Entry],
    expectations: &Expectations,
) -> Result<()> {
    let file = project.root.join("docs/packages.md");
    let page = fs::read_to_string(&file).context(|| file.display().to_string())?;
    let (Some(begin), Some(end)) = (page.find(BEGIN), page.find(END)) else {
        return Err(Error::new(format!("{} has no marks for the table", file.display())));
    };
    let table = table(entries, expectations);
    let page = format!("{}{table}{}", &page[..begin + BEGIN.len()], &page[end..]);
    fs::write(&file, page).context(|| format!("writing {}", file.display()))
}

fn table(entries: &[Entry], expectations: &Expectations) -> String {
    let same = entries
        .iter()
        .filter(|entry| expectations.of(&entry.name) == Some(&Expected::Same))
        .count();
    let mut text = format!("{same} of {} programs print what Node prints.\n\n", entries.len());
    text.push_str("| package | version | the program | prints |\n|---|---|---|---|\n");
    for entry in entries {
        let outcome = match expectations.of(&entry.name) {
            Some(Expected::Same) => "the same".to_owned(),
            Some(Expected::Differs(reason)) => format!("**not**: {}", cell(reason)),
            None => "never tried".to_owned(),
        };
        let (package, version) = &entry.packages[0];
        let claim = cell(&entry.claim);
        text.push_str(&format!("| `{package}` | {version} | {claim} | {outcome} |\n"));
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
