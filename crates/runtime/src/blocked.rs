//! `--warn-blocked=MS`: names the callback that holds the loop.
//!
//! Two clocks run. The engine's watchdog interrupts a script that computes for longer than the limit, so that even one
//! that never ends is named, with the frame it is in. What waits instead of computing (a synchronous read) is noticed
//! when it returns. Each turn is told of once while it lasts and once more when it is over.
//!
//! A *turn* is a callback of the loop with the ticks and microtasks behind it. JavaScript announces each callback
//! (`internal/blocked.js`); between two announcements microtasks run, or ticks that were announced themselves.

use std::cell::RefCell;
use std::fmt;
use std::time::{Duration, Instant};

use roundel_jsc::{Overrun, Verdict};

use crate::environment::Environment;
use crate::sources::Sources;

pub(crate) struct Blocked {
    limit: Duration,
    turn: RefCell<Option<Turn>>,
}

struct Turn {
    started: Instant,
    /// The callback that runs; `None` while microtasks do.
    callback: Option<Callback>,
    /// The last tick that ran in this turn.
    last_tick: Option<Callback>,
    /// What was told while the turn lasted.
    told: Option<String>,
}

struct Callback {
    started: Instant,
    /// "a setTimeout callback", "a process.nextTick callback".
    kind: String,
    /// The engine's stack from where it was scheduled; empty if that is not known.
    stack: String,
}

impl Blocked {
    pub(crate) fn new(limit_ms: u64) -> Blocked {
        Blocked { limit: Duration::from_millis(limit_ms.max(1)), turn: RefCell::new(None) }
    }

    pub(crate) fn begin_turn(&self, kind: &str) {
        let started = Instant::now();
        let callback = Callback { started, kind: kind.to_owned(), stack: String::new() };
        *self.turn.borrow_mut() =
            Some(Turn { started, callback: Some(callback), last_tick: None, told: None });
    }

    pub(crate) fn end_turn(&self, sources: &Sources) {
        let Some(turn) = self.turn.borrow_mut().take() else { return };
        let elapsed = turn.started.elapsed();
        if elapsed < self.limit {
            return;
        }
        match turn.told {
            Some(what) => {
                say(&format!("{what} held the loop for {} ms in all", elapsed.as_millis()))
            }
            None => say(&format!(
                "{} held the loop for {} ms",
                turn.callback.map_or("ticks and microtasks".to_owned(), |callback| callback
                    .describe(sources)),
                elapsed.as_millis()
            )),
        }
    }

    /// A callback of the turn starts. A tick goes on with the turn it belongs to; anything else is a turn of its own.
    pub(crate) fn begin_callback(&self, kind: String, stack: String) {
        let is_tick = kind.contains("nextTick");
        if !is_tick {
            *self.turn.borrow_mut() = None;
            self.begin_turn(&kind);
        }
        if let Some(turn) = &mut *self.turn.borrow_mut() {
            turn.callback = Some(Callback { started: Instant::now(), kind, stack });
        }
    }

    /// The callback returned; until the next one begins, microtasks run.
    pub(crate) fn end_callback(&self, sources: &Sources) {
        let mut turn = self.turn.borrow_mut();
        let Some(turn) = &mut *turn else { return };
        let Some(callback) = turn.callback.take() else { return };
        if callback.started.elapsed() >= self.limit && turn.told.is_none() {
            let what = callback.describe(sources);
            say(&format!("{what} held the loop for {} ms", callback.started.elapsed().as_millis()));
            turn.told = Some(what);
        }
        if callback.is_tick() {
            turn.last_tick = Some(callback);
        }
    }
}

impl Callback {
    fn is_tick(&self) -> bool {
        self.kind.contains("nextTick")
    }

    fn describe(&self, sources: &Sources) -> String {
        match user_frame(&self.stack, sources) {
            Some(frame) => format!("{} (scheduled at {frame})", self.kind),
            None => self.kind.clone(),
        }
    }
}

impl Environment {
    /// Arms the engine's watchdog for the limit.
    pub(crate) fn watch_blocking(self: &std::rc::Rc<Self>) {
        let Some(limit) = self.blocked.as_ref().map(|blocked| blocked.limit) else { return };
        let weak = std::rc::Rc::downgrade(self);
        self.context.vm().set_time_limit(limit, move |overrun| {
            if let Some(environment) = weak.upgrade() {
                environment.report_overrun(overrun);
            }
            Verdict::Continue
        });
    }

    fn report_overrun(&self, overrun: &Overrun<'_>) {
        let Some(blocked) = &self.blocked else { return };
        let mut turn = blocked.turn.borrow_mut();
        let Some(turn) = &mut *turn else { return };
        let elapsed = turn.started.elapsed();
        if turn.told.is_some() || elapsed < blocked.limit {
            return;
        }
        let place = user_frame(&overrun.backtrace(FRAMES), &self.sources);
        let held = turn
            .callback
            .as_ref()
            .filter(|callback| callback.started.elapsed() >= blocked.limit / 2);
        let (what, line) = match held {
            Some(callback) => {
                let what = callback.describe(&self.sources);
                let line = format!("{what} has held the loop for {} ms", elapsed.as_millis());
                (what, line)
            }
            None => {
                let what = match turn.callback.as_ref().or(turn.last_tick.as_ref()) {
                    Some(callback) => {
                        format!("ticks, the last of them {}", callback.describe(&self.sources))
                    }
                    None => "microtasks".to_owned(),
                };
                let line = format!("{what} have starved the loop for {} ms", elapsed.as_millis());
                (what, line)
            }
        };
        say(&match place {
            Some(place) => format!("{line}, in {place}"),
            None => line,
        });
        turn.told = Some(what);
    }
}

/// A frame of a program, in the text its author wrote.
pub(crate) struct Frame {
    name: String,
    /// `file:line:column`, or `file:line`.
    pub(crate) place: String,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            f.write_str(&self.place)
        } else {
            write!(f, "{} ({})", self.name, self.place)
        }
    }
}

/// The innermost frame that is not a builtin's.
pub(crate) fn user_frame(stack: &str, sources: &Sources) -> Option<Frame> {
    stack.lines().find_map(|line| {
        // `#0 name() at file:line` in a backtrace, `name@file:line:column` in an error's stack.
        let line = line.trim_start_matches(|c: char| c == '#' || c.is_ascii_digit()).trim();
        let (name, place) = line.split_once(" at ").or_else(|| line.split_once('@'))?;
        if place.is_empty()
            || place.starts_with([':', '[']) && !place.starts_with("[eval]")
            || place.starts_with("node:")
        {
            return None;
        }
        let place = original_place(place, sources).unwrap_or_else(|| place.to_owned());
        Some(Frame { name: name.trim_end_matches("()").to_owned(), place })
    })
}

fn original_place(place: &str, sources: &Sources) -> Option<String> {
    let (rest, column) = place.rsplit_once(':')?;
    let (url, line) = rest.rsplit_once(':')?;
    let (line, column) = sources.original(url, line.parse().ok()?, column.parse().ok()?)?;
    Some(format!("{url}:{line}:{column}"))
}

const FRAMES: u32 = 64;

fn say(text: &str) {
    // Standard error may be gone; there is nobody else to tell.
    let _ = rustix::io::write(rustix::stdio::stderr(), format!("roundel: {text}\n").as_bytes());
}
