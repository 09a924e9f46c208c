//! Under what a program is run: the loop, how its file is read, and what was decided of what the loop leaves open.

use std::fmt;

use roundel_runtime::{EntryType, LoopKind};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub(super) kind: LoopKind,
    /// `None`: as the file's name and its package.json say.
    pub(super) entry: Option<EntryType>,
    /// A choice point turned away from its default.
    pub(super) choice: Option<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) point: &'static str,
    pub(super) answer: &'static str,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.point, self.answer)
    }
}

impl Setting {
    /// The answer of a choice point under this setting; `None` if the loop has no such point.
    pub(super) fn answer(&self, point: &str) -> Option<&'static str> {
        let chosen = self.choice.filter(|choice| choice.point == point);
        let default = self.kind.choices.iter().find(|(other, _)| other.name == point);
        Some(chosen.map_or(default?.1, |choice| choice.answer))
    }

    /// The flags of `roundel` that make it so.
    pub(super) fn flags(&self) -> Vec<String> {
        let mut flags = vec![format!("--loop={}", self.kind.name)];
        flags.extend(self.entry.map(|entry| format!("--entry-type={}", entry_name(entry))));
        flags.extend(self.choice.map(|choice| format!("--choose={choice}")));
        flags
    }
}

/// As headings show it: `node`, `node as module`, `chrome, frame=early`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        if let Some(entry) = self.entry {
            write!(f, " as {}", entry_name(entry))?;
        }
        if let Some(choice) = self.choice {
            write!(f, ", {choice}")?;
        }
        Ok(())
    }
}

pub(super) fn entry_name(entry: EntryType) -> &'static str {
    match entry {
        EntryType::CommonJs => "commonjs",
        EntryType::Module => "module",
    }
}
