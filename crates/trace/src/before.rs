//! Why one callback came before another: the first decision on which their chains part.

use crate::model::{Callback, CallbackId, Model};
use crate::words::ms;

/// What put two callbacks into their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub by: By,
    /// The last callback that both chains have, if there is one.
    pub common: Option<CallbackId>,
    /// Where they part: a cause of the first, and one of the second.
    pub first: CallbackId,
    pub second: CallbackId,
    pub words: String,
}

/// Whether it could have been otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// One is a cause of the other, or both are one.
    Cause,
    /// The rules of the loop allow no other order.
    Rule,
    /// The times that were asked for.
    Time,
    /// The platform might have decided otherwise.
    Chance,
}

impl By {
    pub fn name(self) -> &'static str {
        match self {
            By::Cause => "by cause",
            By::Rule => "by rule",
            By::Time => "by time",
            By::Chance => "by chance",
        }
    }
}

impl Model {
    /// Why `first` came before `second`.
    pub fn why_before(&self, first: CallbackId, second: CallbackId) -> Option<Decision> {
        let (a, b) = (self.ancestors(first), self.ancestors(second));
        let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let common = shared.checked_sub(1).and_then(|place| a.get(place)).copied();
        let decision =
            |by, first, second, words| Some(Decision { by, common, first, second, words });
        let (Some(&x), Some(&y)) = (a.get(shared), b.get(shared)) else {
            let words = if first == second {
                "both were printed by one callback, one after the other".to_owned()
            } else {
                format!("#{second} is an effect of #{first}: it could not have come before")
            };
            return decision(By::Cause, first, second, words);
        };
        let (by, words) = self.between(self.callback(x)?, self.callback(y)?);
        decision(by, x, y, words)
    }

    /// The chain of causes, the oldest first.
    fn ancestors(&self, id: CallbackId) -> Vec<CallbackId> {
        let mut ids: Vec<CallbackId> = self.chain(id).iter().map(|link| link.callback).collect();
        ids.reverse();
        ids
    }

    fn between(&self, a: &Callback, b: &Callback) -> (By, String) {
        let rule = |words: &str| (By::Rule, words.to_owned());
        let is_delivered = |one: &Callback| matches!(&*one.kind, "io" | "close");
        match (&*a.kind, &*b.kind) {
            ("tick", "tick") => rule("ticks run in the order in which they were queued"),
            ("microtask", "microtask") => {
                rule("promise jobs run in the order in which they were queued")
            }
            ("tick", "microtask") => {
                rule("after a callback all ticks run, and then all promise jobs")
            }
            ("microtask", "tick") => rule(
                "promise jobs were being drained already, and those run to their end before the next tick",
            ),
            ("tick" | "microtask" | "rejections", _) => rule(
                "ticks and promise jobs run as soon as a callback has returned, before the loop goes on",
            ),
            ("timer", "timer") => self.between_timers(a, b),
            ("immediate", "immediate") => {
                rule("immediates run in the order in which they were made")
            }
            ("timer", "immediate") | ("immediate", "timer") => self.timer_or_immediate(a, b),
            ("main", _) => rule("the main script runs before everything else"),
            (_, "exit") => rule("the listeners of exit run last"),
            (_, "beforeExit") => rule("beforeExit comes when nothing else is left"),
            ("io", "io") => (
                By::Chance,
                format!(
                    "which of the two the system finishes first is its own affair: poll had the one at {} ms \
                     and the other at {} ms",
                    self.ready(a),
                    self.ready(b)
                ),
            ),
            _ if is_delivered(a) || is_delivered(b) => (
                By::Chance,
                format!(
                    "it was ready first: at {} ms, and the other at {} ms; how long the system takes is its own affair",
                    self.ready(a),
                    self.ready(b)
                ),
            ),
            _ if a.iteration != b.iteration => (
                By::Rule,
                format!(
                    "one ran in iteration {}, the other in iteration {}",
                    a.iteration, b.iteration
                ),
            ),
            _ => (
                By::Rule,
                format!("in one iteration {} comes before {}", a.phase_name(), b.phase_name()),
            ),
        }
    }

    fn ready(&self, callback: &Callback) -> String {
        ms(self.since_start_ns(callback.ready_ns.unwrap_or(callback.begin_ns)))
    }

    fn between_timers(&self, a: &Callback, b: &Callback) -> (By, String) {
        let (first, second) = (a.detail()["ms"].as_f64(), b.detail()["ms"].as_f64());
        if first == second && a.cause == b.cause {
            return (
                By::Rule,
                "timers of one duration run in the order in which they were made".to_owned(),
            );
        }
        let words = format!(
            "it was due earlier: at {} ms, and the other at {} ms",
            self.ready(a),
            self.ready(b)
        );
        match (a.cause == b.cause, first, second) {
            (true, Some(first), Some(second)) if (second - first).abs() <= 1.0 => (
                By::Chance,
                format!(
                    "{words}; with a millisecond between them a slow start could turn them round"
                ),
            ),
            _ => (By::Time, words),
        }
    }

    fn timer_or_immediate(&self, a: &Callback, b: &Callback) -> (By, String) {
        let cause = a.cause.and_then(|id| self.callback(id)).filter(|_| a.cause == b.cause);
        let short = |one: &Callback| one.detail()["ms"].as_f64().is_none_or(|ms| ms <= 1.0);
        match cause.map(|cause| &*cause.kind) {
            Some("io") if &*a.kind == "immediate" => (
                By::Rule,
                "the check phase, where immediates run, comes right after poll; timers come after it".to_owned(),
            ),
            Some("main") if short(if &*a.kind == "timer" { a } else { b }) => (
                By::Chance,
                "whether a millisecond has passed when the loop looks at its timers for the first time \
                 is a race"
                    .to_owned(),
            ),
            _ if &*a.kind == "timer" => {
                (By::Time, "the timer was due before the check phase came".to_owned())
            }
            _ => (By::Time, "the timer was not due yet when the check phase came".to_owned()),
        }
    }
}
