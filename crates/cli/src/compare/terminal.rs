//! What the terminal allows: how wide a line may be, and whether there are colours.

use std::env;
use std::io::{self, IsTerminal};

/// The width where nobody says.
const DEFAULT_WIDTH: usize = 100;
const NARROWEST: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    On,
    Off,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Paint {
    Heading,
    Mark,
    Dim,
}

impl Colours {
    /// `NO_COLOR` and `FORCE_COLOR` come first, then whether there is a terminal.
    pub(super) fn of_stdout() -> Colours {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced = env::var("FORCE_COLOR").ok().filter(|value| !value.is_empty());
        let on = match forced.as_deref() {
            Some("0" | "false") => false,
            Some(_) => true,
            None => !is_set("NO_COLOR") && io::stdout().is_terminal(),
        };
        if on { Colours::On } else { Colours::Off }
    }

    pub(super) fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Heading => "1",
            Paint::Mark => "1;33",
            Paint::Dim => "2",
        };
        match self {
            Colours::On if !text.trim().is_empty() => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            _ => text.to_owned(),
        }
    }
}

/// How many columns a line may have.
pub(super) fn width() -> usize {
    let given = env::var("COLUMNS").ok().and_then(|value| value.parse().ok());
    let asked = || {
        let stdout = io::stdout();
        if !stdout.is_terminal() {
            return None;
        }
        rustix::termios::tcgetwinsize(&stdout).ok().map(|size| usize::from(size.ws_col))
    };
    given.or_else(asked).filter(|&columns| columns > 0).unwrap_or(DEFAULT_WIDTH).max(NARROWEST)
}

/// `text` in lines of at most `width` characters, each after `indent`.
pub(super) fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let needed = indent.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && needed > width {
            out.push_str(&format!("{indent}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push_str(&format!("{indent}{line}\n"));
    }
    out
}

/// `text` cut to `width` characters, with an ellipsis if something is missing.
pub(super) fn cut(text: &str, width: usize) -> String {
    // A tab or an escape sequence would break the columns.
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.chars().count() <= width {
        return plain;
    }
    let kept: String = plain.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_lines_are_cut() {
        assert_eq!(wrap("one two three", "  ", 10), "  one two\n  three\n");
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("a\tb", 4), "a b");
    }

    #[test]
    fn colours_only_when_on() {
        assert_eq!(Colours::Off.paint(Paint::Mark, "x"), "x");
        assert_eq!(Colours::On.paint(Paint::Dim, "x"), "\u{1b}[2mx\u{1b}[0m");
    }
}
