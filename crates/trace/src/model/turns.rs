//! Events of one environment as callbacks: which begins where, inside which, after which.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use roundel_loop::{Entry, HandleKey, HandleKind, Phase};

use super::flows::Flows;
use super::{
    Callback, CallbackId, Choice, Environment, Iteration, Model, Note, PhaseSpan, PollSpan, Print,
    Resource, Work,
};
use crate::event::{Event, Made, Text, TurnKind};
use crate::read::Stream;

/// Adds what a stream tells to the model.
pub(super) fn add(model: &mut Model, stream: &Stream) {
    let begin_ns = stream.events.first().map_or(0, |timed| timed.at_ns);
    let mut builder = Builder {
        environment: Environment {
            stream: stream.number,
            begin_ns,
            end_ns: stream.events.last().map_or(begin_ns, |timed| timed.at_ns),
            ..Environment::default()
        },
        model,
        at_ns: begin_ns,
        loop_ns: 0,
        started_ns: None,
        iteration: 0,
        phase: Phase::UpdateTime,
        phase_began: None,
        poll: None,
        spinning: false,
        entered: Vec::new(),
        callbacks: Vec::new(),
        drained: false,
        resources: HashMap::new(),
        marks: VecDeque::new(),
        queued_in: None,
        native: None,
        is_in_batch: false,
        found_ns: None,
        works: HashMap::new(),
        flows: Flows::default(),
        finished: None,
        last: None,
        thread: None,
    };
    for timed in &stream.events {
        builder.at_ns = timed.at_ns;
        builder.event(&timed.event);
    }
    builder.finish();
}

struct Builder<'m> {
    model: &'m mut Model,
    environment: Environment,
    at_ns: u64,
    loop_ns: u64,
    started_ns: Option<u64>,
    iteration: u64,
    phase: Phase,
    phase_began: Option<u64>,
    /// A poll that has not returned.
    poll: Option<(u64, Option<u64>)>,
    /// The loop has begun.
    spinning: bool,
    /// The callbacks that were entered and not left, innermost last.
    entered: Vec<CallbackId>,
    /// Those since ticks and microtasks last began to be drained.
    callbacks: Vec<CallbackId>,
    /// Ticks or microtasks have begun to be drained after `callbacks`.
    drained: bool,
    /// The resources that are there, by their number in the file.
    resources: HashMap<u64, usize>,
    /// The callbacks in which the marks were queued that the queue of promise jobs holds.
    marks: VecDeque<Option<CallbackId>>,
    /// The callback in which the promise jobs were queued that run.
    queued_in: Option<CallbackId>,
    /// What the loop calls back.
    native: Option<HandleKey>,
    /// The entry is for a batch of reads.
    is_in_batch: bool,
    /// When poll last came back.
    found_ns: Option<u64>,
    works: HashMap<u64, usize>,
    flows: Flows,
    finished: Option<(HandleKey, usize)>,
    /// The callback that began last.
    last: Option<CallbackId>,
    /// The number of a worker's thread.
    thread: Option<u64>,
}

impl Builder<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Info(name, value) if &**name == "thread" => self.thread = value.parse().ok(),
            Event::Info(..) => {}
            Event::RunBegin => self.spinning = true,
            Event::RunEnd => {}
            Event::Iteration(number) => {
                self.iteration = *number;
                let begin_ns = self.at_ns;
                self.environment.iterations.push(Iteration { number: *number, begin_ns });
            }
            Event::PhaseBegin(phase) => {
                self.phase = *phase;
                self.phase_began = Some(self.at_ns);
            }
            Event::PhaseEnd(phase) => self.end_phase(*phase),
            Event::State { iteration, phase } => {
                self.spinning |= *iteration > 0;
                (self.iteration, self.phase) = (*iteration, *phase);
            }
            Event::PollEnter { timeout_ns } => self.poll = Some((self.at_ns, *timeout_ns)),
            Event::PollExit { ready, waited_ns } => self.end_poll(*ready, *waited_ns),
            Event::CallbackBegin { key, resource } => {
                self.native = Some(*key);
                self.begin_in_batch(*key);
                // A job is given to the pool before anybody has said whose it is.
                let work = self.works.get(&key.number).filter(|_| key.kind == HandleKind::Work);
                if let (Some(&work), Some(&place)) = (work, self.resources.get(resource)) {
                    self.model.works[work].resource.get_or_insert(place);
                }
            }
            Event::CallbackEnd { .. } => self.native = None,
            Event::Handle { .. } => {}
            Event::WorkQueued { key, resource } => self.queue_work(*key, *resource),
            Event::WorkFinished { key, started_ns, finished_ns } => {
                if let Some(&place) = self.works.get(&key.number) {
                    let ran = (*started_ns != 0).then_some((*started_ns, *finished_ns));
                    self.model.works[place].ran = ran;
                    self.finished = Some((*key, place));
                }
            }
            Event::WorkCancelled { key } => {
                self.works.remove(&key.number);
            }
            Event::EntryBegin(entry) => self.enter(*entry),
            Event::EntryEnd(_) => self.close_from(0),
            Event::EntryDrains => {
                if let Some(&entry) = self.entered.first() {
                    self.end_callback(entry);
                }
            }
            Event::JobsBegin => {
                self.open(Rc::from("microtask"), None);
            }
            Event::JobsEnd => self.close_jobs(),
            Event::Made(made) => self.made(made),
            Event::Begin { resource, kind, detail } => {
                self.begin(*resource, kind.as_ref(), detail.as_ref());
            }
            Event::End { resource } => self.end(*resource),
            Event::Gone { resource } => {
                // It stays known: the callback that it is gone in has yet to end.
                if let Some(&place) = self.resources.get(resource) {
                    self.model.resources[place].gone_ns.get_or_insert(self.at_ns);
                }
            }
            Event::MarkQueued => self.marks.push_back(self.entered.last().copied()),
            Event::MarkRun => {
                self.close_awaits();
                self.queued_in = self.marks.pop_front().flatten();
            }
            Event::Printed { fd, text } => {
                let callback = self.running();
                let (stream, at_ns) = (self.environment.stream, self.at_ns);
                let text = Rc::clone(text);
                self.model.prints.push(Print { stream, callback, at_ns, fd: *fd, text });
            }
            Event::LoopTime(ns) => {
                self.loop_ns = *ns;
                self.started_ns.get_or_insert(*ns);
            }
            Event::Choice { point, of, chosen } => self.model.choices.push(Choice {
                stream: self.environment.stream,
                at_ns: self.at_ns,
                after: self.last,
                point: Rc::clone(point),
                of: *of,
                chosen: *chosen,
            }),
            Event::Note { lint, place, text } => {
                let note = Note {
                    stream: self.environment.stream,
                    at_ns: self.at_ns,
                    callback: self.entered.last().copied(),
                    lint: Rc::clone(lint),
                    place: Rc::clone(place),
                    text: Rc::clone(text),
                };
                self.model.notes.push(note);
            }
            Event::Detail { resource, detail } => {
                if let Some(&place) = self.resources.get(resource) {
                    self.model.resources[place].detail = Rc::clone(detail);
                }
            }
            Event::Sent { resource, flow, bytes } => {
                self.flows.sent(flow, *resource, *bytes, self.entered.last().copied());
            }
            Event::Received { resource, flow, bytes } => {
                let sent_in = self.flows.received(flow, *resource, *bytes);
                if let Some(&entry) = self.entered.first() {
                    let callback = self.callback(entry);
                    callback.sent_in = callback.sent_in.or(sent_in);
                }
            }
            Event::Stopped(by) => self.environment.stopped = Some(Rc::clone(by)),
            Event::Ended(code) => self.environment.exit_code = Some(*code),
        }
    }

    fn finish(mut self) {
        self.close_from(0);
        self.end_phase(self.phase);
        if self.poll.is_some() {
            self.end_poll(0, 0);
        }
        self.model.environments.push(self.environment);
    }

    fn end_phase(&mut self, phase: Phase) {
        let Some(begin_ns) = self.phase_began.take() else { return };
        let (iteration, end_ns) = (self.iteration, self.at_ns);
        self.environment.phases.push(PhaseSpan { phase, iteration, begin_ns, end_ns });
    }

    fn end_poll(&mut self, ready: u64, waited_ns: u64) {
        let Some((begin_ns, timeout_ns)) = self.poll.take() else { return };
        let end_ns = self.at_ns;
        self.found_ns = Some(end_ns);
        self.environment.polls.push(PollSpan { begin_ns, end_ns, waited_ns, ready, timeout_ns });
    }

    fn queue_work(&mut self, key: HandleKey, resource: u64) {
        self.works.insert(key.number, self.model.works.len());
        self.model.works.push(Work {
            stream: self.environment.stream,
            resource: self.resources.get(&resource).copied(),
            queued_in: self.entered.last().copied(),
            queued_ns: self.at_ns,
            ran: None,
        });
    }

    /// The callback in which this worker was made: that of a stream before this one.
    fn maker_of_worker(&self) -> Option<CallbackId> {
        let thread = self.thread?;
        let is_it = |resource: &&Resource| {
            let detail: serde_json::Value =
                serde_json::from_str(&resource.detail).unwrap_or_default();
            detail["thread"] == thread
        };
        let workers = self.model.resources.iter().filter(|resource| &*resource.kind == "WORKER");
        workers.filter(is_it).find_map(|worker| worker.made_in)
    }

    /// The door was entered.
    fn enter(&mut self, entry: Entry) {
        self.close_from(0);
        self.is_in_batch = false;
        let kind = match (entry, self.phase) {
            (Entry::Main, _) => "main",
            (Entry::BeforeExit, _) => "beforeExit",
            (Entry::Exit, _) => "exit",
            (Entry::Callback, Phase::Poll | Phase::PendingAfterPoll) => "io",
            (Entry::Callback, Phase::Timers | Phase::Check) => "phase",
            (Entry::Callback, Phase::Closing) => "close",
            (Entry::Callback, _) => "callback",
        };
        let id = self.open(Rc::from(kind), None);
        if entry == Entry::Main {
            self.queued_in = Some(id);
            self.callback(id).cause = self.maker_of_worker();
        }
        let ready_ns = match (self.native, self.finished.take()) {
            (Some(key), Some((finished, place))) if key == finished => {
                self.model.works[place].ran.map(|(_, finished_ns)| finished_ns)
            }
            (Some(_), _) if kind == "io" => self.found_ns,
            _ => None,
        };
        let native = self.native.map(|key| key.kind).filter(|_| kind != "phase");
        let callback = self.callback(id);
        callback.ready_ns = ready_ns;
        callback.handle = native.filter(|kind| *kind != HandleKind::Check);
        if entry != Entry::Callback {
            callback.phase = None;
        }
    }

    /// The loop calls back while the door is open: the next of the reads that one entry is for.
    fn begin_in_batch(&mut self, key: HandleKey) {
        let Some(&entry) = self.entered.first() else { return };
        if &*self.callback(entry).kind != "io" {
            return;
        }
        let id = if std::mem::replace(&mut self.is_in_batch, true) {
            self.close_from(0);
            self.open(Rc::from("io"), None)
        } else {
            entry
        };
        let found_ns = self.found_ns;
        let callback = self.callback(id);
        callback.handle = Some(key.kind);
        callback.ready_ns = found_ns;
    }

    fn made(&mut self, made: &Made) {
        let made_in = match made.turn {
            TurnKind::Inside => self.entered.last().copied(),
            _ => self.running(),
        };
        let place = self.model.resources.len();
        if made.again && self.resources.contains_key(&made.resource) {
            return;
        }
        self.resources.insert(made.resource, place);
        self.model.resources.push(Resource {
            stream: self.environment.stream,
            async_id: made.resource.is_multiple_of(2).then_some(made.resource / 2),
            trigger_async_id: made.trigger,
            kind: Rc::clone(&made.kind),
            turn: made.turn.clone(),
            function: Rc::clone(&made.function),
            place: Rc::clone(&made.place),
            detail: Rc::clone(&made.detail),
            made_in: made_in.filter(|_| !made.again),
            made_ns: self.at_ns,
            is_older: made.again,
            gone_ns: None,
            callbacks: 0,
            first_callback_ns: None,
        });
    }

    /// A callback of a resource begins.
    fn begin(&mut self, number: u64, kind: Option<&Text>, detail: Option<&Text>) {
        let place = match (self.resources.get(&number), kind) {
            (Some(&place), _) => place,
            (None, Some(kind)) => self.of_nobody(number, kind),
            (None, None) => return,
        };
        let at_ns = self.at_ns;
        let resource = &mut self.model.resources[place];
        resource.callbacks += 1;
        resource.first_callback_ns.get_or_insert(at_ns);
        if resource.turn.is_tick() {
            // Nothing tells of its end but its only callback.
            resource.gone_ns.get_or_insert(at_ns);
        }
        if let Some(detail) = detail {
            resource.detail = Rc::clone(detail);
        }
        match resource.turn.clone() {
            TurnKind::Own(kind) => {
                let is_job = &*kind == "microtask";
                if is_job {
                    self.close_awaits();
                }
                let id = self.open(kind, Some(place));
                if is_job {
                    self.callback(id).queued_in = self.queued_in;
                }
            }
            TurnKind::Entry => self.explain_entry(place),
            TurnKind::Inside => {}
        }
    }

    /// What nobody scheduled, as the event that a script dispatches.
    fn of_nobody(&mut self, number: u64, kind: &Text) -> usize {
        let place = self.model.resources.len();
        self.resources.insert(number, place);
        self.model.resources.push(Resource {
            stream: self.environment.stream,
            async_id: None,
            trigger_async_id: 0,
            kind: Rc::clone(kind),
            turn: TurnKind::Own(Rc::clone(kind)),
            function: Rc::from(""),
            place: Rc::from(""),
            detail: Rc::from(""),
            made_in: None,
            made_ns: self.at_ns,
            is_older: false,
            gone_ns: None,
            callbacks: 0,
            first_callback_ns: None,
        });
        place
    }

    /// A callback of a resource is over, and so is what an exception in it left open.
    fn end(&mut self, number: u64) {
        self.close_rejections();
        let Some(&place) = self.resources.get(&number) else { return };
        let at = self.entered.iter().rposition(|&id| {
            self.model.callbacks[id as usize - 1].resource == Some(place) && !self.is_entry(id)
        });
        if let Some(at) = at {
            self.close_from(at);
        }
    }

    /// The door opened it, and its resource only explains it.
    fn is_entry(&self, id: CallbackId) -> bool {
        matches!(
            &*self.model.callbacks[id as usize - 1].kind,
            "io" | "close" | "callback" | "main" | "beforeExit" | "exit" | "phase"
        )
    }

    fn open(&mut self, kind: Text, resource: Option<usize>) -> CallbackId {
        self.close_rejections();
        let id = self.model.callbacks.len() as CallbackId + 1;
        let mut after = Vec::new();
        let mut is_callback = false;
        match &*kind {
            "tick" | "microtask" | "rejections" => {
                self.drained = true;
                after.clone_from(&self.callbacks);
                // Nothing else tells that a read of a batch is over but its ticks.
                if let [read] = self.entered[..]
                    && self.is_in_batch
                {
                    self.end_callback(read);
                }
            }
            // A phase and a frame are where callbacks run and are none themselves.
            "phase" | "frame" => {}
            _ => {
                if std::mem::take(&mut self.drained) {
                    self.callbacks.clear();
                }
                // A task that is only there for one callback is that callback.
                if let (Some(&around), Some(&last)) = (self.entered.last(), self.callbacks.last())
                    && around == last
                    && &*self.callback(around).kind == "task"
                {
                    self.callbacks.pop();
                }
                is_callback = true;
            }
        }
        let made = resource.map(|place| &self.model.resources[place]);
        let callback = Callback {
            id,
            stream: self.environment.stream,
            kind,
            phase: self.spinning.then_some(self.phase),
            iteration: self.iteration,
            loop_ns: self.loop_ns.saturating_sub(self.started_ns.unwrap_or_default()),
            begin_ns: self.at_ns,
            end_ns: 0,
            self_ns: 0,
            parent: self.entered.last().copied(),
            resource,
            cause: made.and_then(|made| made.made_in),
            queued_in: None,
            sent_in: None,
            after,
            detail: made.map(|made| Rc::clone(&made.detail)).filter(|detail| !detail.is_empty()),
            handle: None,
            ready_ns: None,
            is_hidden: false,
        };
        self.model.callbacks.push(callback);
        if is_callback {
            self.callbacks.push(id);
        }
        self.entered.push(id);
        self.last = Some(id);
        id
    }

    fn callback(&mut self, id: CallbackId) -> &mut Callback {
        // Numbers are only made by `open`, which pushes.
        &mut self.model.callbacks[id as usize - 1]
    }

    /// The loop has entered to call back a resource.
    fn explain_entry(&mut self, place: usize) {
        let made_in = self.model.resources[place].made_in;
        if let [entry] = self.entered[..] {
            let callback = self.callback(entry);
            if callback.resource.is_none() {
                callback.resource = Some(place);
                callback.cause = made_in;
            }
        }
    }

    fn end_callback(&mut self, id: CallbackId) {
        let at_ns = self.at_ns;
        let callback = self.callback(id);
        if callback.end_ns == 0 {
            callback.end_ns = at_ns;
        }
    }

    /// Closes what was entered from the place on.
    fn close_from(&mut self, place: usize) {
        for id in self.entered.split_off(place) {
            self.end_callback(id);
        }
    }

    fn close_jobs(&mut self) {
        let at = self.entered.iter().rposition(|&id| {
            let callback = &self.model.callbacks[id as usize - 1];
            &*callback.kind == "microtask" && callback.resource.is_none()
        });
        if let Some(at) = at {
            self.close_from(at);
        }
    }

    /// What follows an `await` ends where the next job begins: nothing else tells of it.
    fn close_awaits(&mut self) {
        while let Some(&id) = self.entered.last() {
            let resource = self.model.callbacks[id as usize - 1].resource;
            if resource.is_none_or(|place| &*self.model.resources[place].kind != "await") {
                break;
            }
            self.close_from(self.entered.len() - 1);
        }
    }

    /// The innermost callback. What runs in a callback of the loop after its queues were drained is the report of
    /// rejections.
    fn running(&mut self) -> Option<CallbackId> {
        if let [entry] = self.entered[..]
            && self.drained
            && !self.is_page_begun(entry)
        {
            self.open(Rc::from("rejections"), None);
        }
        self.entered.last().copied()
    }

    /// A page that is read drains its queues before each of its scripts, and goes on.
    fn is_page_begun(&self, entry: CallbackId) -> bool {
        let entry = &self.model.callbacks[entry as usize - 1];
        &*entry.kind == "main" && entry.end_ns == 0
    }

    fn close_rejections(&mut self) {
        let is_report =
            |id: &CallbackId| &*self.model.callbacks[*id as usize - 1].kind == "rejections";
        if self.entered.last().is_some_and(is_report) {
            self.close_from(self.entered.len() - 1);
        }
    }
}
