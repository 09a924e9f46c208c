//! A difference to be explained: two runs, the first line in which they part, and the turns behind it.
//!
//! Run `a` printed its line at that place and run `b` another. Usually both print both lines, in another order; so
//! there are up to four turns: for each side the one at hand (`here`), and the one in which it prints what the
//! other has at that place (`other`).

use roundel_runtime::{LoopKind, World};

use super::line::Line;
use super::run::Run;
use super::turn_log::Turn;

pub(super) struct Case<'r> {
    pub(super) a: Side<'r>,
    pub(super) b: Side<'r>,
    /// Where the two part, counted from 0. All lines are the same if neither side has a line there: then only the ends
    /// differ.
    pub(super) line: usize,
    /// The program's text.
    pub(super) source: &'r str,
}

#[derive(Clone, Copy)]
pub(super) struct Side<'r> {
    pub(super) run: &'r Run,
    pub(super) line: Option<&'r Line>,
    pub(super) here: Option<&'r Turn>,
    pub(super) other: Option<&'r Turn>,
}

impl<'r> Case<'r> {
    pub(super) fn new(a: &'r Run, b: &'r Run, source: &'r str) -> Case<'r> {
        let line = a.first_difference(b).unwrap_or(a.lines.len().min(b.lines.len()));
        Case { a: Side::new(a, b, line), b: Side::new(b, a, line), line, source }
    }

    /// The same case looked at from the other side.
    pub(super) fn turned(&self) -> Case<'r> {
        Case { a: self.b, b: self.a, line: self.line, source: self.source }
    }

    /// Both sides run the same loop: they differ in how the file is read or in a choice.
    pub(super) fn is_one_loop(&self) -> bool {
        self.a.kind() == self.b.kind()
    }

    /// The kinds of the two turns at hand.
    pub(super) fn kinds(&self) -> Option<(&'r str, &'r str)> {
        Some((&self.a.here?.kind, &self.b.here?.kind))
    }
}

impl<'r> Side<'r> {
    fn new(run: &'r Run, opposite: &Run, index: usize) -> Side<'r> {
        let other = opposite.lines.get(index).and_then(|wanted| {
            let later = (index..run.lines.len()).find(|&at| run.lines[at].is_same(wanted))?;
            run.turn_of(later)
        });
        Side { run, line: run.lines.get(index), here: run.turn_of(index), other }
    }

    pub(super) fn kind(&self) -> &'r LoopKind {
        &self.run.setting.kind
    }

    pub(super) fn name(&self) -> &'static str {
        self.run.setting.kind.name
    }

    pub(super) fn is_window(&self) -> bool {
        self.kind().world == World::Window
    }

    /// The turns that `turn` follows, as far as the log has them.
    pub(super) fn after(&self, turn: &Turn) -> Vec<&'r Turn> {
        turn.after.iter().filter_map(|id| self.run.turns.get(id)).collect()
    }

    /// The answer to a choice point in this run.
    pub(super) fn answer(&self, point: &str) -> Option<&'static str> {
        self.run.setting.answer(point)
    }
}
