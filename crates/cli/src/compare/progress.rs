//! Says which runs are still going, to whoever waits: nothing for a comparison that is quick.
//!
//! On a terminal it is one line of standard error that is drawn again and wiped at the end; elsewhere a sentence when the
//! wait begins, which a log can keep.

use std::io::{self, IsTerminal, Write};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use super::setting::Setting;

/// How long nobody wonders: on a terminal, and where a line stays.
const PATIENCE: Duration = Duration::from_millis(800);
const LONG_PATIENCE: Duration = Duration::from_secs(3);

const REDRAW_EVERY: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    state: Mutex<State>,
    /// Told when everything is done.
    finished: Condvar,
    total: usize,
    limit_ms: u64,
}

#[derive(Default)]
struct State {
    running: Vec<Running>,
    done: usize,
    is_finished: bool,
}

struct Running {
    index: usize,
    name: String,
    since: Instant,
}

impl Progress {
    pub(super) fn new(total: usize, limit_ms: u64) -> Progress {
        Progress { state: Mutex::default(), finished: Condvar::new(), total, limit_ms }
    }

    pub(super) fn begin(&self, index: usize, setting: &Setting) {
        let run = Running { index, name: setting.to_string(), since: Instant::now() };
        self.with(|state| state.running.push(run));
    }

    pub(super) fn end(&self, index: usize) {
        self.with(|state| {
            state.running.retain(|run| run.index != index);
            state.done += 1;
        });
    }

    pub(super) fn finish(&self) {
        self.with(|state| state.is_finished = true);
        self.finished.notify_all();
    }

    /// Tells how far it is until it is finished.
    pub(super) fn report(&self) {
        if io::stderr().is_terminal() { self.draw() } else { self.mention() }
    }

    fn draw(&self) {
        let mut is_drawn = false;
        let mut wait = PATIENCE;
        while let Some(line) = self.line_after(wait) {
            // Nobody is left to hear that standard error is gone.
            let _ = write!(io::stderr(), "\r\x1b[K{line}");
            is_drawn = true;
            wait = REDRAW_EVERY;
        }
        if is_drawn {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn mention(&self) {
        if let Some(line) = self.line_after(LONG_PATIENCE) {
            let _ = writeln!(io::stderr(), "roundel compare: {line}");
        }
    }

    /// What there is to say after so long; `None` if everything is done by then.
    fn line_after(&self, wait: Duration) -> Option<String> {
        let state = self.state.lock().ok()?;
        let is_going = |state: &mut State| !state.is_finished;
        let (state, _) = self.finished.wait_timeout_while(state, wait, is_going).ok()?;
        (!state.is_finished).then(|| line(&state, self.total, self.limit_ms))
    }

    fn with(&self, change: impl FnOnce(&mut State)) {
        // Poisoned by a panic that ends the command anyhow.
        if let Ok(mut state) = self.state.lock() {
            change(&mut state);
        }
    }
}

/// `2 of 5 runs done; running: node10 (4 s), chrome (4 s); each is stopped after 10 s`
fn line(state: &State, total: usize, limit_ms: u64) -> String {
    let running: Vec<String> = state
        .running
        .iter()
        .map(|run| format!("{} ({} s)", run.name, run.since.elapsed().as_secs()))
        .collect();
    format!(
        "{} of {total} runs done; running: {}; each is stopped after {} s (--max-real-time)",
        state.done,
        running.join(", "),
        limit_ms as f64 / 1000.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_while_waiting() {
        let progress = Progress::new(5, 2500);
        progress.begin(0, &Setting::plain("node"));
        progress.begin(1, &Setting::plain("node10"));
        progress.end(0);
        assert_eq!(
            progress.line_after(Duration::ZERO).as_deref(),
            Some(
                "1 of 5 runs done; running: node10 (0 s); each is stopped after 2.5 s (--max-real-time)"
            )
        );
        progress.finish();
        assert_eq!(progress.line_after(Duration::from_secs(600)), None);
    }
}
