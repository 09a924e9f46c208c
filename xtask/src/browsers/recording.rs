//! What the browsers printed: a file `<program>.recorded` beside each program, to be read by people
//! and compared by line.
//!
//! ```text
//! program 5f0c1e2a9b7d4483
//! chrome 156.0.8078.79, 9 of 10
//!   timer
//!   frame
//! chrome 156.0.8078.79, 1 of 10
//!   frame
//!   timer
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::browser::Browser;
use super::tally::Tally;
use crate::error::{Context, Error, Result};

/// One browser's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recorded {
    pub(super) version: String,
    pub(super) tally: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recording {
    /// Which text of the program this is about.
    pub(super) key: String,
    by_browser: BTreeMap<Browser, Recorded>,
}

impl Recording {
    /// Without any output yet.
    pub(super) fn of_program(key: String) -> Recording {
        Recording { key, by_browser: BTreeMap::new() }
    }

    pub(super) fn path_of(program: &Path) -> PathBuf {
        let mut name = program.as_os_str().to_owned();
        name.push(".recorded");
        PathBuf::from(name)
    }

    /// Empty when there is none.
    pub(super) fn load(program: &Path) -> Result<Recording> {
        let path = Recording::path_of(program);
        match fs::read_to_string(&path) {
            Ok(text) => parse(&text).context(|| path.display().to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Recording::default()),
            Err(error) => Err(error).context(|| format!("reading {}", path.display())),
        }
    }

    pub(super) fn save(&self, program: &Path) -> Result<()> {
        let path = Recording::path_of(program);
        fs::write(&path, self.text()).context(|| format!("writing {}", path.display()))
    }

    pub(super) fn of(&self, browser: Browser) -> Option<&Recorded> {
        self.by_browser.get(&browser)
    }

    pub(super) fn set(&mut self, browser: Browser, recorded: Recorded) {
        self.by_browser.insert(browser, recorded);
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (Browser, &Recorded)> {
        self.by_browser.iter().map(|(browser, recorded)| (*browser, recorded))
    }

    fn text(&self) -> String {
        let mut text = format!("program {}\n", self.key);
        for (browser, Recorded { version, tally }) in self.all() {
            let rounds = tally.rounds();
            for (output, count) in tally.outputs() {
                text.push_str(&format!("{} {version}, {count} of {rounds}\n", browser.name()));
                for line in output.lines() {
                    text.push_str(format!("  {line}").trim_end());
                    text.push('\n');
                }
            }
        }
        text
    }
}

fn parse(text: &str) -> Result<Recording> {
    let mut recording = Recording::default();
    let mut lines = text.lines().peekable();
    if let Some(key) = lines.next_if(|line| line.starts_with("program ")) {
        recording.key = key["program ".len()..].to_owned();
    }
    while let Some(line) = lines.next() {
        let (browser, version, count) = heading(line)
            .ok_or_else(|| Error::new(format!("`{line}` is no `BROWSER VERSION, N of M`")))?;
        let mut output = Vec::new();
        while let Some(printed) = lines.next_if(|line| line.is_empty() || line.starts_with("  ")) {
            output.push(printed.strip_prefix("  ").unwrap_or_default());
        }
        recording
            .by_browser
            .entry(browser)
            .or_insert_with(|| Recorded { version, tally: Tally::default() })
            .tally
            .add_times(&output.join("\n"), count);
    }
    Ok(recording)
}

fn heading(line: &str) -> Option<(Browser, String, usize)> {
    let (who, counts) = line.split_once(", ")?;
    let (name, version) = who.split_once(' ')?;
    let (count, _) = counts.split_once(" of ")?;
    Some((Browser::by_name(name).ok()?, version.to_owned(), count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut tally = Tally::default();
        tally.add_times("timer\n\nframe: a, b of c", 9);
        tally.add_times("frame", 1);
        tally.add_times("", 1);
        let mut recording = Recording::of_program("0123".to_owned());
        recording.set(Browser::Firefox, Recorded { version: "153.7.0".to_owned(), tally });
        let text = recording.text();
        assert!(text.starts_with(
            "program 0123\nfirefox 153.7.0, 9 of 11\n  timer\n\n  frame: a, b of c\n"
        ));
        assert_eq!(parse(&text).expect("it reads"), recording);
    }

    #[test]
    fn a_line_without_a_heading_is_an_error() {
        assert!(parse("  timer\n").is_err());
        assert!(parse("opera 1, 1 of 1\n").is_err());
    }
}
