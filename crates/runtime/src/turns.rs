//! `--turn-log=FILE`: which turn of the loop printed each line.
//!
//! A *turn* is what runs by itself between two decisions of the loop: the main script, one timer, one immediate, one
//! tick, one drain of the microtask queue, one task of a page. Turns nest only where the platform nests them, as an
//! event that a script dispatches. The door opens a turn for every entry of the loop, named by the phase;
//! `internal/turns.js` opens those that only JavaScript can tell apart.
//!
//! The log is one JSON object a line, described in docs/compare.md. A turn is written when something is first printed
//! or scheduled in it, so that a quiet program has a short log. Nothing is buffered: a program that ends anyhow leaves a
//! whole log behind.
//!
//! `--max-time` is kept here as well: the door asks at every entry.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;

use roundel_loop::{EventLoop, Phase};
use serde_json::{Map, Value, json};

use crate::blocked::user_frame;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::options::Options;
use crate::sources::Sources;

/// The exit code of a run that `--max-time` ended, as that of timeout(1).
const TIME_IS_UP: i32 = 124;

const NS_PER_MS: f64 = 1e6;

pub(crate) struct Turns {
    log: RefCell<Option<File>>,
    max_time_ms: Option<u64>,
    started_ns: u64,
    /// What the next entry of the door is, where the phase does not tell.
    announced: Cell<Option<&'static str>>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    last_id: u64,
    /// The turns that were entered and not left, innermost last.
    entered: Vec<Rc<Turn>>,
    /// The callbacks since ticks and microtasks last began to be drained.
    callbacks: Vec<Rc<Turn>>,
    /// Ticks or microtasks have begun to be drained after `callbacks`.
    drained: bool,
}

struct Turn {
    id: u64,
    kind: String,
    detail: Value,
    /// The turn that scheduled it, and the engine's stack there.
    cause: Option<(u64, String)>,
    /// The callbacks that it follows, if it is a tick or a drain.
    after: Vec<Rc<Turn>>,
    when: Moment,
    logged: Cell<bool>,
}

#[derive(Clone, Copy)]
struct Moment {
    phase: &'static str,
    iteration: u64,
    ms: f64,
}

/// What opens a turn: its kind, what is known of it, and who scheduled it.
pub(crate) struct Opening {
    pub(crate) kind: String,
    pub(crate) detail: Value,
    pub(crate) cause: Option<(u64, String)>,
}

impl Turns {
    /// `None` if the options ask for neither a log nor a limit.
    pub(crate) fn new(options: &Options, lp: &EventLoop) -> io::Result<Option<Turns>> {
        if options.turn_log.is_none() && options.max_time_ms.is_none() {
            return Ok(None);
        }
        Ok(Some(Turns {
            log: RefCell::new(options.turn_log.as_ref().map(File::create).transpose()?),
            max_time_ms: options.max_time_ms,
            started_ns: lp.now_ns(),
            announced: Cell::new(None),
            state: RefCell::default(),
        }))
    }

    pub(crate) fn is_logging(&self) -> bool {
        self.log.borrow().is_some()
    }

    /// Names the next entry of the door, which is none of the loop's phases.
    pub(crate) fn announce(&self, kind: &'static str) {
        self.announced.set(Some(kind));
    }

    /// The door was entered from the loop.
    pub(crate) fn enter(&self, environment: &Environment) {
        let announced = self.announced.take();
        let kind = announced.unwrap_or_else(|| entry_kind(environment));
        let mut when = self.moment(environment);
        if announced.is_some() {
            when.phase = "none";
        }
        self.stop_if_time_is_up(environment, when.ms);
        let mut state = self.state.borrow_mut();
        state.entered.clear();
        let opening = Opening { kind: kind.to_owned(), detail: Value::Null, cause: None };
        state.open(opening, when);
    }

    /// The door was left to the loop.
    pub(crate) fn leave(&self) {
        self.state.borrow_mut().entered.clear();
    }

    pub(crate) fn begin(&self, environment: &Environment, opening: Opening) {
        let when = self.moment(environment);
        self.state.borrow_mut().open(opening, when);
    }

    pub(crate) fn end(&self) {
        self.state.borrow_mut().close_rejections();
        self.state.borrow_mut().entered.pop();
    }

    /// Runs `drain`, which empties the queue of microtasks, as one turn.
    pub(crate) fn microtasks<R>(&self, environment: &Environment, drain: impl FnOnce() -> R) -> R {
        let kind = "microtask".to_owned();
        self.begin(environment, Opening { kind, detail: Value::Null, cause: None });
        let depth = self.state.borrow().entered.len();
        let result = drain();
        self.state.borrow_mut().entered.truncate(depth - 1);
        result
    }

    /// The turn that runs, for something that is being scheduled; 0 if there is none.
    pub(crate) fn current(&self, environment: &Environment) -> u64 {
        let when = self.moment(environment);
        let mut state = self.state.borrow_mut();
        let Some(turn) = state.running(when) else { return 0 };
        self.log_turn(turn, &environment.sources);
        turn.id
    }

    /// Something was printed on a standard descriptor.
    pub(crate) fn wrote(&self, environment: &Environment, fd: i32, text: &str) {
        let turn = self.current(environment);
        self.write(&json!({ "write": fd, "turn": turn, "text": text }));
    }

    fn moment(&self, environment: &Environment) -> Moment {
        let lp = &environment.lp;
        let ns = lp.now_ns().saturating_sub(self.started_ns);
        let phase = if environment.spinning.get() { lp.current_phase().name() } else { "none" };
        // Thousandths are enough to tell frames apart and short enough to read.
        let ms = (ns as f64 / NS_PER_MS * 1e3).round() / 1e3;
        Moment { phase, iteration: lp.metrics().iterations, ms }
    }

    fn log_turn(&self, turn: &Turn, sources: &Sources) {
        if !turn.logged.replace(true) {
            // What a record names comes before it.
            for callback in &turn.after {
                self.log_turn(callback, sources);
            }
            self.write(&turn.record(sources));
        }
    }

    fn write(&self, record: &Value) {
        if let Some(file) = &mut *self.log.borrow_mut() {
            // A log that cannot be written must not end the program it is about.
            let _ = file.write_all(format!("{record}\n").as_bytes());
        }
    }

    fn stop_if_time_is_up(&self, environment: &Environment, ms: f64) {
        let Some(limit_ms) = self.max_time_ms.filter(|&limit_ms| ms > limit_ms as f64) else {
            return;
        };
        if self.is_logging() {
            self.write(&json!({ "stopped": "max-time", "ms": limit_ms }));
        } else {
            eprintln!("roundel: stopped after {limit_ms} ms of the loop's time (--max-time)");
        }
        environment.end(Exit::Code(TIME_IS_UP));
    }
}

/// What the phase says of an entry of the loop.
fn entry_kind(environment: &Environment) -> &'static str {
    match environment.lp.current_phase() {
        _ if !environment.spinning.get() => "main",
        Phase::Poll | Phase::PendingAfterPoll => "io",
        Phase::Timers | Phase::Check => "phase",
        Phase::Closing => "close",
        _ => "callback",
    }
}

impl State {
    fn open(&mut self, opening: Opening, when: Moment) {
        self.close_rejections();
        self.last_id += 1;
        let id = self.last_id;
        let Opening { kind, detail, cause } = opening;
        let mut after = Vec::new();
        let mut is_callback = false;
        match kind.as_str() {
            "tick" | "microtask" | "rejections" => {
                self.drained = true;
                after.clone_from(&self.callbacks);
            }
            // A phase and a frame are where callbacks run and are none themselves.
            "phase" | "frame" => {}
            _ => {
                if std::mem::take(&mut self.drained) {
                    self.callbacks.clear();
                }
                // A task that is only there for one callback is that callback.
                if let (Some(around), Some(last)) = (self.entered.last(), self.callbacks.last())
                    && around.kind == "task"
                    && around.id == last.id
                {
                    self.callbacks.pop();
                }
                is_callback = true;
            }
        }
        let turn = Rc::new(Turn { id, kind, detail, cause, after, when, logged: Cell::new(false) });
        if is_callback {
            self.callbacks.push(Rc::clone(&turn));
        }
        self.entered.push(turn);
    }

    /// The innermost turn. What runs in a callback of the loop after its queues were drained is the report of rejections.
    fn running(&mut self, when: Moment) -> Option<&Rc<Turn>> {
        if self.drained && self.entered.len() == 1 {
            let kind = "rejections".to_owned();
            self.open(Opening { kind, detail: Value::Null, cause: None }, when);
        }
        self.entered.last()
    }

    fn close_rejections(&mut self) {
        if self.entered.last().is_some_and(|turn| turn.kind == "rejections") {
            self.entered.pop();
        }
    }
}

impl Turn {
    fn record(&self, sources: &Sources) -> Value {
        let Moment { phase, iteration, ms } = self.when;
        let mut record = Map::new();
        record.insert("turn".to_owned(), self.id.into());
        record.insert("kind".to_owned(), self.kind.as_str().into());
        record.insert("phase".to_owned(), phase.into());
        record.insert("iteration".to_owned(), iteration.into());
        record.insert("ms".to_owned(), ms.into());
        if !self.detail.is_null() {
            record.insert("detail".to_owned(), self.detail.clone());
        }
        if let Some((cause, stack)) = &self.cause {
            record.insert("cause".to_owned(), (*cause).into());
            if let Some(frame) = user_frame(stack, sources) {
                record.insert("place".to_owned(), frame.place.into());
            }
        }
        if !self.after.is_empty() {
            let after: Vec<u64> = self.after.iter().map(|turn| turn.id).collect();
            record.insert("after".to_owned(), after.into());
        }
        Value::Object(record)
    }
}
