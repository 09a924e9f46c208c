//! Under what a program is run: the loop, how its file is read, and what was decided of what the loop leaves open.

use std::fmt;

use roundel_runtime::{EntryType, LoopKind, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub(super) kind: LoopKind,
    /// `None`: as the file's name and its package.json say.
    pub(super) entry: Option<EntryType>,
    /// Node's names in a page.
    pub(super) node_globals: bool,
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
    #[cfg(test)]
    pub(super) fn plain(name: &str) -> Setting {
        let kind = LoopKind::find(name).expect("a loop of the table");
        Setting { kind, entry: None, node_globals: false, choice: None }
    }

    /// The answer of a choice point under this setting; `None` if the loop has no such point.
    pub(super) fn answer(&self, point: &str) -> Option<&'static str> {
        let chosen = self.choice.filter(|choice| choice.point == point);
        let default = self.kind.choices.iter().find(|(other, _)| other.name == point);
        Some(chosen.map_or(default?.1, |choice| choice.answer))
    }

    /// How the loop is run, in words that follow its name; empty for the plain way.
    fn manner(&self) -> String {
        let entry = match (self.entry, self.kind.world) {
            (None, _) => "",
            (Some(EntryType::CommonJs), World::Node) => " as CommonJS",
            (Some(EntryType::Module), World::Node) => " as an ES module",
            (Some(EntryType::CommonJs), World::Window) => " as a classic script",
            (Some(EntryType::Module), World::Window) => " as a module script",
        };
        match self.choice {
            Some(choice) => format!("{entry} with {choice}"),
            None => entry.to_owned(),
        }
    }

    /// The flags of `roundel` that make it so.
    pub(super) fn flags(&self) -> Vec<String> {
        let mut flags = vec![format!("--loop={}", self.kind.name)];
        flags.extend(self.entry.map(|entry| format!("--entry-type={}", entry_name(entry))));
        flags.extend(self.node_globals.then(|| "--node-globals".to_owned()));
        flags.extend(self.choice.map(|choice| format!("--choose={choice}")));
        flags
    }
}

/// As sentences show it: `node`, `node as an ES module`, `chrome with frame=early`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.name, self.manner())
    }
}

/// As headings show several: `node, node11 as CommonJS`.
pub(super) fn names<'s>(settings: impl Iterator<Item = &'s Setting>) -> String {
    let mut out = String::new();
    let mut manner = String::new();
    for setting in settings {
        if !out.is_empty() && setting.manner() == manner {
            out.push_str(", ");
        } else if !out.is_empty() {
            out.push_str(&manner);
            out.push_str("; ");
        }
        manner = setting.manner();
        out.push_str(setting.kind.name);
    }
    out + &manner
}

/// A kind of entry as flags and JSON name it.
pub(super) fn entry_name(entry: EntryType) -> &'static str {
    match entry {
        EntryType::CommonJs => "commonjs",
        EntryType::Module => "module",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_share_what_they_have_in_common() {
        let setting = |name, entry| Setting { entry, ..Setting::plain(name) };
        let plain = [setting("node", None), setting("chrome", None)];
        assert_eq!(names(plain.iter()), "node, chrome");
        let module = Some(EntryType::Module);
        let mixed = [setting("node", module), setting("node11", module), setting("chrome", module)];
        assert_eq!(names(mixed.iter()), "node, node11 as an ES module; chrome as a module script");
    }
}
