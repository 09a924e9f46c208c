//! The line that says how far a long chore is. Drawn on a terminal only; a log file stays clean.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::jobs;

/// Redrawing more often than this only costs.
const REDRAW_EVERY: Duration = Duration::from_millis(80);

/// Judges every item with `jobs` threads and shows how far it is.
pub(crate) fn judge_all<T: Sync, R: Send>(
    label: &'static str,
    jobs: usize,
    items: &[T],
    judge: impl Fn(&T) -> Result<R> + Sync,
    is_good: impl Fn(&R) -> bool + Sync,
) -> Result<Vec<R>> {
    let mut progress = Progress::new(label, items.len());
    let verdicts = jobs::run(
        jobs,
        items,
        |_, item| judge(item),
        |_, verdict| progress.advance(is_good(verdict)),
    );
    progress.clear();
    verdicts
}

#[derive(Debug)]
pub(crate) struct Progress {
    label: &'static str,
    total: usize,
    done: usize,
    bad: usize,
    drawn_at: Option<Instant>,
    on_terminal: bool,
}

impl Progress {
    pub(crate) fn new(label: &'static str, total: usize) -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        Progress { label, total, done: 0, bad: 0, drawn_at: None, on_terminal }
    }

    /// One more is done.
    pub(crate) fn advance(&mut self, good: bool) {
        self.done += 1;
        self.bad += usize::from(!good);
        let due = self.drawn_at.is_none_or(|at| at.elapsed() >= REDRAW_EVERY);
        if self.on_terminal && (due || self.done == self.total) {
            self.drawn_at = Some(Instant::now());
            eprint!("\r\x1b[K{} {}/{}  {} bad", self.label, self.done, self.total, self.bad);
            let _ = std::io::stderr().flush();
        }
    }

    pub(crate) fn clear(&mut self) {
        if self.on_terminal && self.drawn_at.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
