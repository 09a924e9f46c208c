//! The texts that run, kept so that a stack can be shown as its author wrote it.
//!
//! Whoever compiles code registers it under its URL: the code as the engine sees it, the table of moved columns and the
//! original text if it differs. Builtins need no registration.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use roundel_source::{Positions, Suspension};

use crate::builtins;

/// One compiled text.
pub(crate) struct Source {
    /// What the engine was given, without a wrapper's head.
    pub(crate) code: Rc<str>,
    /// What its author wrote, where that is not the same.
    pub(crate) original: Option<Rc<str>>,
    pub(crate) positions: Positions,
}

/// Which text a line is wanted of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    Running,
    Original,
}

/// All texts by URL.
#[derive(Default)]
pub(crate) struct Sources {
    by_url: RefCell<HashMap<String, Source>>,
}

impl Sources {
    pub(crate) fn register(&self, url: &str, source: Source) {
        self.by_url.borrow_mut().insert(url.to_owned(), source);
    }

    /// Line `number`, counted from 1.
    pub(crate) fn line(&self, url: &str, number: u32, text: Text) -> Option<String> {
        let index = (number as usize).checked_sub(1)?;
        let nth = |text: &str| text.lines().nth(index).map(str::to_owned);
        if let Some(source) = self.by_url.borrow().get(url) {
            let original = source.original.as_deref().unwrap_or(&source.code);
            return match text {
                Text::Original => nth(original),
                // The engine counts the columns of the wrapper's head too.
                Text::Running if number == 1 => nth(&source.code).map(|line| {
                    let head = source.positions.head_columns() as usize;
                    format!("{:head$}{line}", "")
                }),
                Text::Running => nth(&source.code),
            };
        }
        nth(&builtins::source(url.strip_prefix("node:")?)?)
    }

    /// Where the async function that begins at a position of running code is suspended, in the original; see
    /// [`roundel_source::suspension`].
    pub(crate) fn suspension(
        &self,
        url: &str,
        line: u32,
        column: u32,
        number: u32,
    ) -> Option<Suspension> {
        self.wait(url, line, column, |code, line, column| {
            roundel_source::suspension(code, line, column, number)
        })
    }

    /// Where the function waits that was last seen at a position of running code, in the original; see
    /// [`roundel_source::wait_near`].
    pub(crate) fn wait_near(&self, url: &str, line: u32, column: u32) -> Option<Suspension> {
        self.wait(url, line, column, roundel_source::wait_near)
    }

    /// The name that the function around a position of running code has from where it stands.
    pub(crate) fn function_name(&self, url: &str, line: u32, column: u32) -> Option<String> {
        let (code, head) = {
            let sources = self.by_url.borrow();
            let source = sources.get(url)?;
            (source.code.clone(), if line == 1 { source.positions.head_columns() } else { 0 })
        };
        roundel_source::function_name(&code, line, column.saturating_sub(head).max(1))
    }

    fn wait(
        &self,
        url: &str,
        line: u32,
        column: u32,
        find: impl FnOnce(&str, u32, u32) -> Option<Suspension>,
    ) -> Option<Suspension> {
        let (code, positions) = {
            let sources = self.by_url.borrow();
            let source = sources.get(url)?;
            (source.code.clone(), source.positions.clone())
        };
        // The engine counts the columns of the wrapper's head too.
        let head = |line| if line == 1 { positions.head_columns() } else { 0 };
        let found = find(&code, line, column.saturating_sub(head(line)).max(1))?;
        let (line, column) = positions.original(found.line, found.column + head(found.line));
        Some(Suspension { line, column, ..found })
    }

    /// What the author wrote where running code has `text`, which is a piece of some source. `None` if it is of none, or if
    /// what runs is the author's text without its types: that is what Node runs too.
    pub(crate) fn original_text(&self, text: &str) -> Option<String> {
        const TYPED: [&str; 3] = [".ts", ".mts", ".cts"];
        let sources = self.by_url.borrow();
        sources.iter().find_map(|(url, source)| {
            let original = source.original.as_deref()?;
            let start = source.code.find(text)?;
            if TYPED.iter().any(|ending| url.ends_with(ending)) {
                return None;
            }
            let origin = |offset| {
                let (line, column) = position_of(&source.code, offset);
                let head = if line == 1 { source.positions.head_columns() } else { 0 };
                let (line, column) = source.positions.original(line, column + head);
                offset_of(original, line, column)
            };
            original.get(origin(start)?..origin(start + text.len())?).map(str::to_owned)
        })
    }

    /// Where a position of running code was in the original, if it moved.
    pub(crate) fn original(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        let sources = self.by_url.borrow();
        let positions = &sources.get(url)?.positions;
        let original = positions.original(line, column);
        (original != (line, column)).then_some(original)
    }
}

/// Line and column of a byte, both counted from 1, columns in UTF-16.
fn position_of(text: &str, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let line = before.matches('\n').count() as u32 + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].encode_utf16().count() as u32 + 1)
}

/// The inverse.
fn offset_of(text: &str, line: u32, column: u32) -> Option<usize> {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(index) => text.match_indices('\n').nth(index as usize)?.0 + 1,
    };
    let mut units = column.checked_sub(1)? as usize;
    for (at, c) in text[start..].char_indices() {
        if units == 0 {
            return Some(start + at);
        }
        units = units.checked_sub(c.len_utf16())?;
    }
    (units == 0).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_from_the_text_that_is_asked_for() {
        let sources = Sources::default();
        let source = Source {
            code: "one\ntwo".into(),
            original: Some("1\n2".into()),
            positions: Positions::identity(),
        };
        sources.register("/a.js", source);
        assert_eq!(sources.line("/a.js", 2, Text::Running).as_deref(), Some("two"));
        assert_eq!(sources.line("/a.js", 2, Text::Original).as_deref(), Some("2"));
        assert_eq!(sources.line("/a.js", 0, Text::Running), None);
        assert_eq!(sources.line("/a.js", 3, Text::Running), None);
        assert!(sources.line("node:timers", 1, Text::Running).is_some());
        assert_eq!(sources.original("/a.js", 1, 1), None);
    }
}
