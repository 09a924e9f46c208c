//! Edits on a source text, applied in one pass, that never move a line.
//!
//! Edits may be recorded in any order and may nest: an edit inside a blanked or replaced range disappears with
//! it. Insertions at one point keep the order in which they were recorded and stand before a replacement that
//! starts there.

use crate::position::{Origin, Positions};

/// A set of edits on one text.
pub(crate) struct Edits<'s> {
    source: &'s str,
    list: Vec<Edit>,
}

struct Edit {
    start: usize,
    end: usize,
    change: Change,
}

enum Change {
    Text(String),
    /// Every character becomes spaces of its UTF-16 width, line terminators stay.
    Blank,
}

impl<'s> Edits<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self { source, list: Vec::new() }
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn insert(&mut self, at: u32, text: impl Into<String>) {
        self.record(at as usize, at as usize, Change::Text(text.into()));
    }

    /// Puts `text` where `start..end` stood; line terminators of the range are kept behind it.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        let (start, end) = (start as usize, end as usize);
        let mut text = text.into();
        text.extend(Terminators::new(&self.source[start..end]).map(|(at, len)| {
            let at = start + at;
            &self.source[at..at + len]
        }));
        self.record(start, end, Change::Text(text));
    }

    pub(crate) fn blank(&mut self, start: u32, end: u32) {
        if start < end {
            self.record(start as usize, end as usize, Change::Blank);
        }
    }

    /// Blanks a statement. The semicolon left in its place keeps the lines around it apart.
    pub(crate) fn erase_statement(&mut self, start: u32, end: u32) {
        self.replace(start, start + 1, ";");
        self.blank(start + 1, end);
    }

    fn record(&mut self, start: usize, end: usize, change: Change) {
        debug_assert!(start <= end && end <= self.source.len());
        self.list.push(Edit { start, end, change });
    }

    /// The edited text and its position table.
    pub(crate) fn apply(mut self) -> (String, Positions) {
        // A stable sort: insertions (empty ranges) first, then the widest range, so that it swallows the others.
        self.list.sort_by_key(|edit| {
            (edit.start, usize::from(edit.end != edit.start), usize::MAX - edit.end)
        });
        let mut out = Output::new(self.source);
        for edit in &self.list {
            let swallowed = edit.start < out.consumed
                || (edit.start == out.consumed && edit.end < out.consumed);
            if swallowed {
                continue;
            }
            out.copy_until(edit.start);
            match &edit.change {
                Change::Text(text) => out.insert(text, edit.end),
                Change::Blank => out.blank_until(edit.end),
            }
        }
        out.copy_until(self.source.len());
        (out.text, out.positions)
    }
}

/// The text being written, with a cursor in both texts.
struct Output<'s> {
    source: &'s str,
    text: String,
    positions: Positions,
    consumed: usize,
    line: u32,
    generated: u32,
    original: u32,
}

impl<'s> Output<'s> {
    fn new(source: &'s str) -> Self {
        Self {
            source,
            text: String::with_capacity(source.len() + 64),
            positions: Positions::identity(),
            consumed: 0,
            line: 1,
            generated: 1,
            original: 1,
        }
    }

    fn copy_until(&mut self, end: usize) {
        if end <= self.consumed {
            return;
        }
        let chunk = &self.source[self.consumed..end];
        if self.generated != self.original {
            self.positions.push(self.line, self.generated, self.original, Origin::Copied);
        }
        self.text.push_str(chunk);
        let tail = self.pass_lines(chunk);
        let width = utf16_len(&chunk[tail..]);
        self.generated += width;
        self.original += width;
        self.consumed = end;
    }

    fn blank_until(&mut self, end: usize) {
        let chunk = &self.source[self.consumed..end];
        if self.generated != self.original {
            self.positions.push(self.line, self.generated, self.original, Origin::Copied);
        }
        let mut at = 0;
        for (terminator, len) in Terminators::new(chunk) {
            self.spaces(&chunk[at..terminator]);
            self.text.push_str(&chunk[terminator..terminator + len]);
            at = terminator + len;
        }
        self.spaces(&chunk[at..]);
        let tail = self.pass_lines(chunk);
        let width = utf16_len(&chunk[tail..]);
        self.generated += width;
        self.original += width;
        self.consumed = end;
    }

    /// Writes `text` in place of everything up to `end`.
    fn insert(&mut self, text: &str, end: usize) {
        let replaced = &self.source[self.consumed..end];
        self.positions.push(self.line, self.generated, self.original, Origin::Inserted);
        self.text.push_str(text);
        let same_line = Terminators::new(replaced).next().is_none();
        let generated_tail = self.pass_lines(text);
        self.generated += utf16_len(&text[generated_tail..]);
        let original_tail = Terminators::new(replaced).last().map_or(0, |(at, len)| at + len);
        self.original =
            if same_line { self.original } else { 1 } + utf16_len(&replaced[original_tail..]);
        self.consumed = end;
        // What follows is copied text again, even when the columns agree by chance.
        self.positions.push(self.line, self.generated, self.original, Origin::Copied);
    }

    /// Moves both cursors over the lines of `chunk` and gives the offset of its last line.
    fn pass_lines(&mut self, chunk: &str) -> usize {
        let mut tail = 0;
        for (at, len) in Terminators::new(chunk) {
            self.line += 1;
            self.generated = 1;
            self.original = 1;
            tail = at + len;
        }
        tail
    }

    fn spaces(&mut self, replaced: &str) {
        self.text.extend(std::iter::repeat_n(' ', utf16_len(replaced) as usize));
    }
}

/// The line terminators of a text as (offset, length): `\n`, `\r`, `\r\n`, U+2028 and U+2029.
pub(crate) struct Terminators<'s> {
    text: &'s [u8],
    at: usize,
}

impl<'s> Terminators<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }
}

impl Iterator for Terminators<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        while let Some(found) = memchr::memchr3(b'\n', b'\r', 0xE2, &self.text[self.at..]) {
            let at = self.at + found;
            let len = match &self.text[at..] {
                [b'\r', b'\n', ..] => 2,
                [b'\r' | b'\n', ..] => 1,
                [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
                _ => 0,
            };
            self.at = at + len.max(1);
            if len > 0 {
                return Some((at, len));
            }
        }
        self.at = self.text.len();
        None
    }
}

/// The width of a text in UTF-16 code units.
pub(crate) fn utf16_len(text: &str) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(source: &str, edit: impl FnOnce(&mut Edits)) -> (String, Positions) {
        let mut edits = Edits::new(source);
        edit(&mut edits);
        edits.apply()
    }

    #[test]
    fn an_insertion_shifts_only_its_line() {
        let (text, positions) = edited("ab\ncd\nef", |e| e.insert(4, "XY"));
        assert_eq!(text, "ab\ncXYd\nef");
        assert_eq!(positions.original(2, 1), (2, 1));
        assert_eq!(positions.original(2, 3), (2, 2));
        assert_eq!(positions.original(2, 4), (2, 2));
        assert_eq!(positions.original(3, 2), (3, 2));
    }

    #[test]
    fn blanking_keeps_lines_and_columns() {
        let (text, positions) = edited("a /* é😀\r\n */ b", |e| e.blank(2, 16));
        assert_eq!(text, "a       \r\n    b");
        assert!(positions.is_identity());
    }

    #[test]
    fn a_wide_edit_swallows_the_ones_inside() {
        let (text, _) = edited("one two three", |e| {
            e.replace(4, 7, "2");
            e.blank(0, 8);
            e.insert(8, "<");
        });
        assert_eq!(text, "        <three");
    }

    #[test]
    fn a_replacement_keeps_the_lines_of_its_range() {
        let (text, positions) = edited("f(\n\n) + g", |e| e.replace(0, 5, "h()"));
        assert_eq!(text, "h()\n\n + g");
        assert_eq!(positions.original(3, 4), (3, 5));
    }

    #[test]
    fn insertions_at_one_point_keep_their_order() {
        let (text, _) = edited("x", |e| {
            e.replace(0, 1, "y");
            e.insert(0, "a");
            e.insert(0, "b");
        });
        assert_eq!(text, "aby");
    }
}
