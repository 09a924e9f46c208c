//! `--turn-log=FILE`: which turn of the loop printed each line.
//!
//! A reader of the record of causes. A *turn* is what runs by itself between two decisions of the loop: the main script,
//! one timer, one immediate, one tick, one drain of the microtask queue, one task of a page. Turns nest only where the
//! platform nests them, as an event that a script dispatches. Every entry of the loop is a turn, named by the phase;
//! resources are those that only JavaScript can tell apart.
//!
//! The log is one JSON object a line, described in docs/compare.md. A turn is written when something is first printed
//! or scheduled in it, so that a quiet program has a short log. Nothing is buffered: a program that ends anyhow leaves a
//! whole log behind.
//!
//! `--max-time` is kept here as well: it is asked at every entry.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;

use roundel_loop::{Entry, Event, EventLoop, ResourceId};
use serde_json::{Map, Value, json};

use crate::causes::{Resource, TurnKind};
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
    /// The turn in which each resource was made.
    made_in: HashMap<ResourceId, u64>,
}

struct Turn {
    id: u64,
    kind: String,
    /// Whose callback it is, and the turn that made that.
    cause: RefCell<Option<(u64, Rc<Resource>)>>,
    /// The resource that ends it; none for what the door or a drain opened.
    resource: ResourceId,
    detail: Value,
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
            state: RefCell::default(),
        }))
    }

    pub(crate) fn is_logging(&self) -> bool {
        self.log.borrow().is_some()
    }

    pub(crate) fn observe(
        &self,
        environment: &Environment,
        event: &Event,
        resource: Option<&Rc<Resource>>,
    ) {
        match event {
            Event::EntryBegin(entry) => self.enter(environment, *entry),
            Event::EntryEnd(_) => self.state.borrow_mut().entered.clear(),
            Event::JobsBegin => {
                let when = self.moment(environment);
                self.state.borrow_mut().open("microtask", None, when);
            }
            Event::JobsEnd => self.state.borrow_mut().close_jobs(),
            _ => {
                if let Some(resource) = resource.filter(|resource| resource.turn != TurnKind::None)
                {
                    self.observe_resource(environment, event, resource);
                }
            }
        }
    }

    fn observe_resource(&self, environment: &Environment, event: &Event, resource: &Rc<Resource>) {
        match event {
            Event::ResourceMade(id) => {
                let turn = self.current(environment);
                if turn != 0 {
                    self.state.borrow_mut().made_in.insert(*id, turn);
                }
            }
            Event::ResourceBegin(_) => match &resource.turn {
                TurnKind::Own(kind) => {
                    let when = self.moment(environment);
                    self.state.borrow_mut().open(kind, Some(resource), when);
                }
                _ => self.state.borrow().explain_entry(resource),
            },
            Event::ResourceEnd(id) => self.state.borrow_mut().close(*id),
            Event::ResourceGone(id) => {
                self.state.borrow_mut().made_in.remove(id);
            }
            _ => {}
        }
    }

    /// The door was entered.
    fn enter(&self, environment: &Environment, entry: Entry) {
        let mut when = self.moment(environment);
        if entry != Entry::Callback {
            when.phase = "none";
        }
        self.stop_if_time_is_up(environment, when.ms);
        let mut state = self.state.borrow_mut();
        state.entered.clear();
        state.open(environment.entry_kind(entry), None, when);
    }

    /// The turn that runs, for something that is being scheduled; 0 if there is none.
    fn current(&self, environment: &Environment) -> u64 {
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

impl State {
    fn open(&mut self, kind: &str, resource: Option<&Rc<Resource>>, when: Moment) {
        self.close_rejections();
        self.last_id += 1;
        let id = self.last_id;
        let mut after = Vec::new();
        let mut is_callback = false;
        match kind {
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
        let turn = Rc::new(Turn {
            id,
            kind: kind.to_owned(),
            cause: RefCell::new(resource.and_then(|resource| self.cause_of(resource))),
            resource: resource.map_or(ResourceId::NONE, |resource| resource.id),
            detail: resource.map_or(Value::Null, |resource| resource.detail.borrow().clone()),
            after,
            when,
            logged: Cell::new(false),
        });
        if is_callback {
            self.callbacks.push(Rc::clone(&turn));
        }
        self.entered.push(turn);
    }

    fn cause_of(&self, resource: &Rc<Resource>) -> Option<(u64, Rc<Resource>)> {
        self.made_in.get(&resource.id).map(|&turn| (turn, Rc::clone(resource)))
    }

    /// The loop has entered to call back `resource`.
    fn explain_entry(&self, resource: &Rc<Resource>) {
        if let [entry] = &self.entered[..]
            && entry.cause.borrow().is_none()
        {
            *entry.cause.borrow_mut() = self.cause_of(resource);
        }
    }

    /// A callback of a resource is over, and so is what an exception in it left open.
    fn close(&mut self, id: ResourceId) {
        self.close_rejections();
        if let Some(at) = self.entered.iter().rposition(|turn| turn.resource == id) {
            self.entered.truncate(at);
        }
    }

    fn close_jobs(&mut self) {
        let drain = |turn: &Rc<Turn>| turn.kind == "microtask" && turn.resource == ResourceId::NONE;
        if let Some(at) = self.entered.iter().rposition(drain) {
            self.entered.truncate(at);
        }
    }

    /// The innermost turn. What runs in a callback of the loop after its queues were drained is the report of rejections.
    fn running(&mut self, when: Moment) -> Option<&Rc<Turn>> {
        if self.drained && self.entered.len() == 1 {
            self.open("rejections", None, when);
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
        if let Some((cause, resource)) = &*self.cause.borrow() {
            record.insert("cause".to_owned(), (*cause).into());
            record.insert("asyncId".to_owned(), resource.id.0.into());
            record.insert("triggerAsyncId".to_owned(), resource.trigger.0.into());
            if let Some(frame) = resource.place(sources) {
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
