//! Words to a command line, in Node's grammar.
//!
//! Flags come first; the first word that is none (or what follows `--`) is the program, and the
//! rest are its arguments. A word is one flag: short flags are not bundled (`-pe` is the one
//! exception Node has) and a short flag's value is a word of its own. A value that begins with a
//! dash must be attached to a long flag, or be written with a backslash before the dash.

use std::ffi::OsString;

use roundel_runtime::NamedFlag;

use crate::flags::{self, Action, Draft, FLAGS, Flag, InEnv, NamedKind, Switch, absence};
use crate::hint::nearest;
use crate::usage_error::{BadOption, UsageError};

/// Where the words came from, which decides which flags are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    CommandLine,
    Variable(&'static str),
}

/// What a list of words said.
#[derive(Debug, PartialEq)]
pub(crate) struct CommandLine {
    pub(crate) draft: Draft,
    /// The flags as they were given.
    pub(crate) exec_argv: Vec<String>,
    /// The program, if one was named, and its arguments.
    pub(crate) positionals: Vec<String>,
}

/// Reads `words` on top of what `draft` says already.
pub(crate) fn parse(
    words: Vec<OsString>,
    origin: Origin,
    draft: Draft,
) -> Result<CommandLine, UsageError> {
    let total = words.len();
    let exec_words: Vec<String> = words.iter().map(lossy).collect();
    let mut reader =
        Reader { parser: lexopt::Parser::from_args(words), origin, draft, bad: Vec::new() };
    let mut positionals = Vec::new();
    let mut flag_words = total;
    loop {
        let remaining = reader.remaining();
        let word = reader.peek();
        // What ends the flags ends nothing in a variable.
        if let Origin::Variable(variable) = origin
            && word.as_deref() == Some("--")
        {
            return Err(UsageError::NotAllowedIn { given: "--".to_owned(), variable });
        }
        match reader.parser.next() {
            Ok(None) => break,
            Ok(Some(lexopt::Arg::Long(name))) => {
                let name = name.to_owned();
                reader.long(&name, &word.unwrap_or_default())?;
            }
            Ok(Some(lexopt::Arg::Short(letter))) => {
                reader.short(letter, &word.unwrap_or_default())?;
            }
            Ok(Some(lexopt::Arg::Value(first))) => {
                flag_words = total - remaining;
                positionals.push(lossy(&first));
                if let Ok(rest) = reader.parser.raw_args() {
                    positionals.extend(rest.map(|word| lossy(&word)));
                }
                break;
            }
            Err(error) => return Err(UsageError::InvalidValue(error.to_string())),
        }
    }
    if !reader.bad.is_empty() {
        return Err(UsageError::BadOptions(reader.bad));
    }
    let mut exec_argv = exec_words;
    exec_argv.truncate(flag_words);
    if exec_argv.last().is_some_and(|word| word == "--") {
        exec_argv.pop();
    }
    Ok(CommandLine { draft: reader.draft, exec_argv, positionals })
}

/// A flag as Node names it when it refuses one of a variable: without its value, with the sign before that.
fn in_variable(word: &str) -> &str {
    &word[..word.find('=').map_or(word.len(), |at| at + 1)]
}

struct Reader {
    parser: lexopt::Parser,
    origin: Origin,
    draft: Draft,
    bad: Vec<BadOption>,
}

impl Reader {
    fn long(&mut self, name: &str, word: &str) -> Result<(), UsageError> {
        let attached = self.parser.optional_value().map(|value| lossy(&value));
        let typed = &word[..word.find('=').unwrap_or(word.len())];
        match flags::find_long(name) {
            Some(found) => {
                self.allow(found.flag, in_variable(word))?;
                if !found.negated {
                    return self.apply(found.flag, word, attached);
                }
                match found.flag.action {
                    Action::Switch { set, .. } => set(&mut self.draft, Switch::Off),
                    Action::NamedSwitch => self.draft.unset_named(found.flag.long),
                    Action::IgnoredSwitch => {}
                    _ => return Err(UsageError::InvalidNegation(typed.to_owned())),
                }
                Ok(())
            }
            None => self.unknown(&name.replace('_', "-"), typed, word),
        }
    }

    fn short(&mut self, letter: char, word: &str) -> Result<(), UsageError> {
        if word == "-pe" {
            // The cluster is left as it is: the parser gives `e` next.
            if letter == 'p' {
                self.draft.print = true;
                return self.check_allowed_short(letter, "-pe");
            }
        } else if self.parser.optional_value().is_some() {
            self.bad.push(BadOption { given: word.to_owned(), hint: None });
            return Ok(());
        }
        match flags::find_short(letter) {
            Some(flag) => {
                let typed = if word.is_empty() { format!("-{letter}") } else { word.to_owned() };
                self.allow(flag, &typed)?;
                self.apply(flag, &typed, None)
            }
            None => self.unknown(&letter.to_string(), word, word),
        }
    }

    fn check_allowed_short(&self, letter: char, typed: &str) -> Result<(), UsageError> {
        flags::find_short(letter).map_or(Ok(()), |flag| self.allow(flag, typed))
    }

    fn allow(&self, flag: &Flag, typed: &str) -> Result<(), UsageError> {
        match (self.origin, flag.in_env) {
            (Origin::Variable(variable), InEnv::Refused) => {
                Err(UsageError::NotAllowedIn { given: typed.to_owned(), variable })
            }
            _ => Ok(()),
        }
    }

    fn apply(
        &mut self,
        flag: &Flag,
        word: &str,
        attached: Option<String>,
    ) -> Result<(), UsageError> {
        match flag.action {
            Action::Switch { set, .. } => set(&mut self.draft, Switch::On),
            Action::NamedSwitch => self.draft.set_named(flag.long, NamedFlag::On),
            Action::Named { kind, .. } => {
                let value = self.required(word, attached)?;
                let value = match kind {
                    NamedKind::List => NamedFlag::List(vec![value]),
                    NamedKind::Text => NamedFlag::Text(value),
                    // As Node reads them: what is no number is 0.
                    NamedKind::Number => NamedFlag::Number(value.parse().unwrap_or(0.0)),
                };
                self.draft.set_named(flag.long, value);
            }
            Action::IgnoredSwitch => {}
            Action::OptionalValue { set, .. } => {
                let value = attached.or_else(|| self.next_value());
                set(&mut self.draft, value.as_deref());
            }
            Action::AttachedValue { set, .. } => {
                set(&mut self.draft, attached.as_deref()).map_err(UsageError::InvalidValue)?;
            }
            Action::Value { set, .. } => {
                let value = self.required(word, attached)?;
                set(&mut self.draft, &value).map_err(UsageError::InvalidValue)?;
            }
            Action::IgnoredValue { .. } => {
                self.required(word, attached)?;
            }
        }
        Ok(())
    }

    fn required(&mut self, word: &str, attached: Option<String>) -> Result<String, UsageError> {
        let value = match attached {
            Some(value) => Some(value).filter(|value| !value.is_empty()),
            None => self.next_value(),
        };
        value.ok_or_else(|| UsageError::MissingArgument(word.to_owned()))
    }

    /// The next word, if it can be a value.
    fn next_value(&mut self) -> Option<String> {
        let next = self.peek()?;
        if next.starts_with('-') {
            return None;
        }
        self.parser.value().ok()?;
        Some(match next.strip_prefix('\\') {
            Some(escaped) if escaped.starts_with('-') => escaped.to_owned(),
            _ => next,
        })
    }

    fn unknown(&mut self, name: &str, typed: &str, word: &str) -> Result<(), UsageError> {
        if let Origin::Variable(variable) = self.origin {
            return Err(UsageError::NotAllowedIn { given: in_variable(word).to_owned(), variable });
        }
        if let Some(reason) = absence(name) {
            return Err(UsageError::Absent { given: typed.to_owned(), reason });
        }
        let known: Vec<String> = FLAGS.iter().map(Flag::shown).collect();
        let given = typed.trim_start_matches('-');
        let hint = nearest(given, known.iter().map(|shown| shown.trim_start_matches('-')))
            .map(|name| format!("--{name}"));
        self.bad.push(BadOption { given: word.to_owned(), hint });
        Ok(())
    }

    /// The next word, unless the parser stands in the middle of one.
    fn peek(&mut self) -> Option<String> {
        let raw = self.parser.try_raw_args()?;
        raw.as_slice().first().map(lossy)
    }

    fn remaining(&mut self) -> usize {
        self.parser.try_raw_args().map_or(0, |raw| raw.as_slice().len())
    }
}

/// Splits the value of `NODE_OPTIONS` into words: blanks separate, double quotes keep them.
pub(crate) fn split_variable(
    text: &str,
    variable: &'static str,
) -> Result<Vec<OsString>, UsageError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if quoted => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(UsageError::UnterminatedString(variable)),
            },
            ' ' if !quoted => words.extend(word.take()),
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quoted {
        return Err(UsageError::UnterminatedString(variable));
    }
    words.extend(word);
    Ok(words.into_iter().map(OsString::from).collect())
}

fn lossy(word: &OsString) -> String {
    word.to_string_lossy().into_owned()
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
