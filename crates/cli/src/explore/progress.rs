//! How far the search is, as one line of standard error that is drawn again on a terminal; elsewhere nothing.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use roundel_trace::summary::counted;

use super::plan::Coverage;

const REDRAW_EVERY: Duration = Duration::from_millis(200);

pub(super) struct Progress {
    started: Instant,
    drawn: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let is_shown = io::stderr().is_terminal();
        Progress { started: Instant::now(), drawn: None, is_shown }
    }

    pub(super) fn tell(&mut self, runs: usize, limit: usize, coverage: Coverage) {
        let is_early = self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW_EVERY);
        if !self.is_shown || is_early {
            return;
        }
        self.drawn = Some(Instant::now());
        let per_second = runs as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        // Nobody is left to hear that standard error is gone.
        let _ = write!(
            io::stderr(),
            "\r\x1b[K{runs} of at most {}, {per_second:.0} a second; {coverage}",
            counted(limit, "schedule"),
        );
    }

    pub(super) fn say(&mut self, what: &str) {
        if self.is_shown {
            self.drawn = Some(Instant::now());
            let _ = write!(io::stderr(), "\r\x1b[K{what}");
        }
    }

    pub(super) fn end(&self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
