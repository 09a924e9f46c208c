//! The choice point `first-timers`: whether the first timers pass finds a timer of 1 ms due that the main script made.
//!
//! In Node that is a race between the rest of the start and a clock of whole milliseconds. Asking the clock leaves it
//! one; the other answers make it certain, also in real time: `due` lets the millisecond pass, `not-due` passes the
//! timers by until the first immediates have run. In virtual time the clock would always say `not-due`, so there
//! `clock` leaves it to the chooser, whose plain answer is what is usual: due after a CommonJS entry, not due after an
//! ES module.

use std::time::Duration;

use crate::choices::ChoicePoint;
use crate::environment::Environment;
use crate::options::Time;

/// How long the shortest timer takes.
const SHORTEST_MS: f64 = 1.0;

impl Environment {
    /// Called when the main script has run, before the loop begins.
    pub(crate) fn choose_first_timers(&self) {
        match self.first_timers() {
            Some("due") => self.let_shortest_pass(),
            Some("not-due") => self.passes_by_timers.set(true),
            _ => {}
        }
    }

    /// `None` is for the clock to say. A window has no such pass.
    fn first_timers(&self) -> Option<&'static str> {
        const ANSWERS: [&str; 2] = ["due", "not-due"];
        let options = &self.options;
        if !options.loop_kind.has(&ChoicePoint::FIRST_TIMERS) {
            return None;
        }
        let (point, chooser) = (ChoicePoint::FIRST_TIMERS.point(), self.lp.chooser());
        let given = options.choices.given(&ChoicePoint::FIRST_TIMERS);
        let settled = ANSWERS.iter().position(|answer| given == Some(answer));
        let place = match (settled, options.time) {
            (Some(place), _) => {
                chooser.settle(point, ANSWERS.len(), place);
                place
            }
            (None, Time::Real) => return None,
            (None, Time::Virtual) => {
                chooser.choose_or(point, ANSWERS.len(), usize::from(self.entry_is_module.get()))
            }
        };
        Some(ANSWERS[place])
    }

    /// Waits until a timer of 1 ms is due, if there is one.
    fn let_shortest_pass(&self) {
        self.update_now();
        let left_ms = self.shared.next_expiry() - self.shared.now();
        if !(left_ms > 0.0 && left_ms <= SHORTEST_MS) {
            return;
        }
        let left = Duration::from_secs_f64(left_ms / 1e3);
        match self.lp.simulation() {
            Some(simulation) => simulation.pass_time(left.as_nanos() as u64),
            None => std::thread::sleep(left),
        }
    }

    /// Whether this timers pass is the first and to be passed by; the native timer is then set to come again.
    #[inline]
    pub(crate) fn pass_by_timers(&self) -> bool {
        if !self.passes_by_timers.get() {
            return false;
        }
        let iterations = self.lp.metrics().iterations;
        let is_first = iterations <= u64::from(!self.lp.profile().timers_before_loop);
        self.passes_by_timers.set(false);
        if is_first {
            self.timer.reset(&self.lp, SHORTEST_MS as u64, 0);
        }
        is_first
    }
}
