//! The flags as data: what a flag is, and how one is found by the name somebody typed.
//!
//! One table (`table::FLAGS`, with the lists of `node_only`) is the only place that knows the
//! flags. Parsing, `--help`, the table in docs/cli.md and the shell completions are all made
//! from it.

mod addons;
mod draft;
mod network;
mod node_only;
mod observation;
mod security;
mod table;
mod testing;
mod web;

pub(crate) use draft::{Draft, EnvFile, IfMissing, Shell};
pub(crate) use node_only::{ABSENT, absence};
pub(crate) use security::EXCLUSIVE;
pub(crate) use table::FLAGS;

/// One flag.
pub(crate) struct Flag {
    /// Without the dashes, in the positive form: `warnings`, not `no-warnings`.
    pub(crate) long: &'static str,
    pub(crate) short: Option<char>,
    pub(crate) action: Action,
    pub(crate) help: &'static str,
    pub(crate) group: Group,
    pub(crate) status: Status,
    pub(crate) in_env: InEnv,
}

impl Flag {
    /// One that Node has too, with the same meaning.
    const fn of_node(group: Group, long: &'static str, action: Action, help: &'static str) -> Self {
        Self {
            long,
            short: None,
            action,
            help,
            group,
            status: Status::SameAsNode,
            in_env: InEnv::Allowed,
        }
    }
}

/// What a flag takes and what it does to the draft of the run.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    /// On or off; the form that changes something is the one shown in help.
    Switch { shown: Switch, set: fn(&mut Draft, Switch) },
    /// Must be followed by a value: `--flag=VALUE` or `--flag VALUE`.
    Value { name: &'static str, set: fn(&mut Draft, &str) -> Result<(), String> },
    /// A value follows only if the next word is not itself a flag.
    OptionalValue { name: &'static str, set: fn(&mut Draft, Option<&str>) },
    /// A value only where it is attached: `--flag` or `--flag=VALUE`.
    AttachedValue { name: &'static str, set: fn(&mut Draft, Option<&str>) -> Result<(), String> },
    /// On or off, kept for the builtin that asks for it by the flag's name.
    NamedSwitch,
    /// The same with a value.
    Named { name: &'static str, kind: NamedKind },
    /// Accepted and without effect.
    IgnoredSwitch,
    /// Accepted with its value, and without effect.
    IgnoredValue { name: &'static str },
}

/// What the value of a named flag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedKind {
    Number,
    Text,
    /// May be given several times.
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    On,
    Off,
}

/// The heading under which help shows a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Program,
    Testing,
    Modules,
    Environment,
    Loop,
    Diagnostics,
    Information,
    Harmless,
}

impl Group {
    pub(crate) const ALL: [Self; 8] = [
        Self::Program,
        Self::Testing,
        Self::Modules,
        Self::Environment,
        Self::Loop,
        Self::Diagnostics,
        Self::Information,
        Self::Harmless,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Program => "What to run",
            Self::Testing => "Tests",
            Self::Modules => "Modules",
            Self::Environment => "Environment",
            Self::Loop => "The loop",
            Self::Diagnostics => "Errors and warnings",
            Self::Information => "Information",
            Self::Harmless => "Node flags accepted without effect",
        }
    }
}

/// How a flag stands to Node's flag of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Node has it and it means the same.
    SameAsNode,
    /// Node does not have it.
    Own,
    /// Node has it; here it is taken and changes nothing.
    WithoutEffect,
}

impl Status {
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::SameAsNode => "as in Node",
            Self::Own => "Roundel's own",
            Self::WithoutEffect => "no effect",
        }
    }
}

/// Whether a flag may stand in `NODE_OPTIONS` and `ROUNDEL_OPTIONS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InEnv {
    Allowed,
    Refused,
}

/// A flag found by a typed name, and whether the name had a `no-` before it.
pub(crate) struct Found {
    pub(crate) flag: &'static Flag,
    pub(crate) negated: bool,
}

/// Finds a long flag. Underscores count as dashes, as in Node.
pub(crate) fn find_long(typed: &str) -> Option<Found> {
    let name = typed.replace('_', "-");
    if let Some(flag) = FLAGS.iter().find(|flag| flag.long == name) {
        return Some(Found { flag, negated: false });
    }
    let positive = name.strip_prefix("no-")?;
    let flag = FLAGS.iter().find(|flag| flag.long == positive)?;
    Some(Found { flag, negated: true })
}

/// Finds a short flag.
pub(crate) fn find_short(typed: char) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.short == Some(typed))
}

impl Flag {
    /// The long form as people should type it: `--no-warnings`, `--eval`.
    pub(crate) fn shown(&self) -> String {
        match self.action {
            Action::Switch { shown: Switch::Off, .. } => format!("--no-{}", self.long),
            _ => format!("--{}", self.long),
        }
    }

    /// The name of its value, if it has one.
    pub(crate) fn value_name(&self) -> Option<&'static str> {
        match self.action {
            Action::Value { name, .. }
            | Action::Named { name, .. }
            | Action::OptionalValue { name, .. }
            | Action::AttachedValue { name, .. }
            | Action::IgnoredValue { name } => Some(name),
            Action::Switch { .. } | Action::NamedSwitch | Action::IgnoredSwitch => None,
        }
    }

    /// `-e, --eval=TEXT`: how help and the documents show it.
    pub(crate) fn signature(&self) -> String {
        let short = self.short.map_or(String::new(), |short| format!("-{short}, "));
        let value = match self.action {
            Action::OptionalValue { name, .. } => format!(" [{name}]"),
            Action::AttachedValue { name, .. } => format!("[={name}]"),
            _ => self.value_name().map_or(String::new(), |name| format!("={name}")),
        };
        format!("{short}{}{value}", self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::{FLAGS, absence, find_long};

    #[test]
    fn names_are_unique_and_plain() {
        for (index, flag) in FLAGS.iter().enumerate() {
            assert!(!flag.long.starts_with("no-"), "{} is a negation", flag.long);
            assert!(!flag.help.is_empty(), "{} has no help", flag.long);
            assert!(!flag.help.ends_with('.'), "help of {} is not a sentence", flag.long);
            assert!(absence(flag.long).is_none(), "{} is present and absent", flag.long);
            for other in &FLAGS[index + 1..] {
                assert_ne!(flag.long, other.long);
                assert!(flag.short.is_none() || flag.short != other.short, "{}", flag.long);
            }
        }
    }

    #[test]
    fn underscores_and_negations_find_the_flag() {
        assert!(!find_long("trace_warnings").unwrap().negated);
        assert!(find_long("no-warnings").unwrap().negated);
        assert!(find_long("no-such-flag").is_none());
    }
}
