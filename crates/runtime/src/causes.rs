//! The record of causes: what runs, and what made it run, for whoever looks.
//!
//! Everything that calls back is a *resource* with one identity: its number, the number of the resource that made it, its
//! kind, and where in the program it was made. JavaScript gives the numbers, which are Node's async ids
//! (`internal/async_hooks/hooks.js`); native handles and requests carry theirs in the loop's `Origin`.
//!
//! What happens is one stream of events, that of the loop's observer. The loop tells of its phases and callbacks, the door
//! of entries into JavaScript, the binding `causes` of the resources that only JavaScript can tell apart. This file keeps
//! the identities of what is alive and hands each event to the readers:
//!
//! ```text
//!   crates/loop ──┐                              ┌──► tracing.rs     --trace
//!   door.rs ──────┼──► observer ──► Causes ──────┼──► blocked.rs     --warn-blocked
//!   hooks.js ─────┘                              ├──► time_limit.rs  --max-time
//!                                                ├──► why_alive.rs   --why-alive
//!                                                └──► schedule_log.rs  --schedule-log
//!       └──► the hooks of async_hooks.createHook, which stay in JavaScript
//! ```
//!
//! While nobody looks there is no `Causes`, the loop has no observer and JavaScript tells nothing. A program that is
//! `--traceable` has one, and keeps who is alive; the rest begins when somebody comes, between two callbacks, and ends when
//! the last has gone.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::rc::Rc;

use roundel_jsc::{Ctx, Persistent};
use roundel_loop::{Entry, Event, EventLoop, Origin, Phase, ResourceId, Wakeup};
use roundel_trace::{Bell, Recorder};
use serde_json::Value;

use crate::blocked::{Blocked, Says};
use crate::environment::Environment;
use crate::options::{Options, Time};
use crate::schedule_log::ScheduleLog;
use crate::sources::Sources;
use crate::stack::{Frame, user_frame};
use crate::time_limit::TimeLimit;
use crate::tracing::{TraceDetail, Tracing};

/// What holds the loop for at least so long is noted for lints, if nobody has said another time.
const LINT_BLOCKED_MS: u64 = roundel_trace::lints::BLOCKED_NS / 1_000_000;

/// The identity of something that calls back.
pub(crate) struct Resource {
    pub(crate) id: ResourceId,
    /// What made it.
    pub(crate) trigger: ResourceId,
    /// Node's name for it: `Timeout`, `FSREQCALLBACK`, or what a program calls its AsyncResource.
    pub(crate) kind: String,
    /// What readers call its callbacks.
    pub(crate) turn: TurnKind,
    /// The name of the function it will call, empty if that is not known.
    pub(crate) function: String,
    /// JSON for readers, as the delay of a timer.
    pub(crate) detail: RefCell<String>,
    /// The engine's stack where it was made.
    pub(crate) stack: String,
    /// What accepted it, if it is a connection.
    pub(crate) server: Option<Rc<Resource>>,
}

/// How a callback of a resource stands to the turns of the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurnKind {
    /// It is a turn of its own.
    Own(String),
    /// It is what the loop called back for: the turn that the door has opened.
    Entry,
    /// It runs inside another.
    None,
}

impl Resource {
    /// Of what nobody scheduled, as the event that a script dispatches.
    fn of_nobody(id: ResourceId, kind: String) -> Resource {
        Resource {
            id,
            trigger: ResourceId::NONE,
            turn: TurnKind::Own(kind.clone()),
            kind,
            function: String::new(),
            detail: RefCell::default(),
            stack: String::new(),
            server: None,
        }
    }

    /// Where in the program it was made.
    pub(crate) fn place(&self, sources: &Sources) -> Option<Frame> {
        user_frame(&self.stack, sources)
    }

    fn is_server(&self) -> bool {
        self.kind == "TCPSERVERWRAP" || self.kind == "PIPESERVERWRAP"
    }

    /// Something that a page scheduled or that nobody did: nothing tells of its end but its only callback.
    fn is_over_after_callback(&self) -> bool {
        self.turn == TurnKind::Own(self.kind.clone()) && !self.repeats()
    }

    /// The text is ours, from `internal/causes.js`: there is one way to write it.
    pub(crate) fn repeats(&self) -> bool {
        self.detail.borrow().contains("\"repeats\":true")
    }

    /// Whether it runs between two callbacks of the loop, as what one of them left to be done.
    pub(crate) fn is_drained(&self) -> bool {
        matches!(&self.turn, TurnKind::Own(kind) if kind == "tick" || kind == "microtask")
    }
}

pub(crate) struct Causes {
    alive: RefCell<HashMap<ResourceId, Rc<Resource>>>,
    /// Those whose callbacks run, innermost last.
    running: RefCell<Vec<ResourceId>>,
    tracing: Option<Tracing>,
    time_limit: Option<TimeLimit>,
    blocked: Option<Blocked>,
    schedule: Option<ScheduleLog>,
    /// Somebody may ask what keeps the program alive.
    answers_life: bool,
    /// What lists the timers and immediates that do, when JavaScript has given it.
    pub(crate) life_lister: OnceCell<Persistent>,
}

impl Causes {
    /// `None` if the options ask for no reader.
    pub(crate) fn new(options: &Options, lp: &EventLoop) -> io::Result<Option<Causes>> {
        let mut tracing = Tracing::new(options, lp)?;
        let time_limit = options.max_time_ms.map(|limit_ms| TimeLimit::new(limit_ms, lp));
        let lints = tracing.as_ref().is_some_and(Tracing::serves_lints);
        let blocked = match options.warn_blocked_ms {
            Some(limit_ms) => Some(Blocked::new(limit_ms, Says::Aloud)),
            // What is measured in real time has no place in a virtual one.
            None if lints && options.time == Time::Real => {
                Some(Blocked::new(LINT_BLOCKED_MS, Says::InTheRecording))
            }
            None => None,
        };
        let schedule = ScheduleLog::new(options)?;
        let answers_life = options.why_alive.is_some();
        if let Some(tracing) = &mut tracing
            && blocked.is_none()
            && schedule.is_none()
            && !answers_life
        {
            tracing.tell_in_numbers(options);
        }
        let is_read = tracing.is_some()
            || blocked.is_some()
            || time_limit.is_some()
            || schedule.is_some()
            || answers_life;
        Ok(is_read.then(|| Causes {
            alive: RefCell::default(),
            running: RefCell::default(),
            tracing,
            time_limit,
            blocked,
            schedule,
            answers_life,
            life_lister: OnceCell::new(),
        }))
    }

    /// Whether a reader wants to know of resources.
    pub(crate) fn wants_resources(&self) -> bool {
        self.blocked.is_some()
            || self.tracing.is_some()
            || self.schedule.as_ref().is_some_and(ScheduleLog::has_detail)
            || self.answers_life
    }

    pub(crate) fn schedule(&self) -> Option<&ScheduleLog> {
        self.schedule.as_ref()
    }

    pub(crate) fn answers_life(&self) -> bool {
        self.answers_life
    }

    /// What has this number, if it is alive.
    pub(crate) fn resource(&self, id: ResourceId) -> Option<Rc<Resource>> {
        self.alive.borrow().get(&id).cloned()
    }

    /// Whether a reader wants to know where resources are made.
    pub(crate) fn wants_places(&self) -> bool {
        let is_light = |tracing: &Tracing| tracing.detail == TraceDetail::Light;
        self.blocked.is_some()
            || self.schedule.is_some()
            || self.answers_life
            || !self.tracing.as_ref().is_some_and(is_light)
    }

    /// Whether what lints are about is noted.
    pub(crate) fn serves_lints(&self) -> bool {
        self.tracing.as_ref().is_some_and(Tracing::serves_lints)
    }

    /// Whether a reader wants to know of every promise.
    pub(crate) fn wants_promises(&self) -> bool {
        let detail = self.tracing.as_ref().map(|tracing| tracing.detail);
        detail == Some(TraceDetail::Promises)
    }

    pub(crate) fn tracing(&self) -> Option<&Tracing> {
        self.tracing.as_ref()
    }

    pub(crate) fn blocked(&self) -> Option<&Blocked> {
        self.blocked.as_ref()
    }

    fn observe(&self, environment: &Environment, event: &Event) {
        if let Event::EntryBegin(_) = event {
            // What an exception left open in an earlier entry.
            self.running.borrow_mut().clear();
        }
        if let Some(tracing) = &self.tracing {
            tracing.recorder().borrow_mut().observe(&environment.lp, event);
            if let Event::PollEnter(_) | Event::IterationBegin(_) = event {
                tracing.tell_status(|| self.status());
            }
            if let Event::IterationBegin(_) = event
                && tracing.is_idle()
            {
                environment.look_away();
            }
        }
        if let (Event::EntryBegin(_), Some(limit)) = (event, &self.time_limit) {
            limit.check(environment);
        }
        if self.blocked.is_none() && self.schedule.is_none() {
            return;
        }
        let resource = match event {
            Event::ResourceMade(id)
            | Event::ResourceBegin(id)
            | Event::ResourceEnd(id)
            | Event::ResourceGone(id) => self.alive.borrow().get(id).cloned(),
            _ => None,
        };
        if let Some(blocked) = &self.blocked {
            blocked.observe(environment, event, resource.as_ref());
        }
        if let Some(schedule) = &self.schedule {
            schedule.observe(environment, event, resource.as_ref());
        }
    }

    /// Whether the loop has nobody to tell anything.
    fn is_idle(&self) -> bool {
        !self.has_other_readers() && self.tracing.as_ref().is_some_and(Tracing::is_idle)
    }

    /// The one that the loop tells, if there is no other and it is told in numbers.
    fn only_recorder(&self) -> Option<Rc<RefCell<Recorder>>> {
        let tracing = self.tracing.as_ref().filter(|it| it.is_alone() && !self.has_other_readers());
        tracing.map(|tracing| Rc::clone(tracing.recorder()))
    }

    fn has_other_readers(&self) -> bool {
        self.blocked.is_some() || self.time_limit.is_some() || self.schedule.is_some()
    }

    /// What is alive: how many of each kind.
    fn status(&self) -> Value {
        let mut counts = self
            .tracing
            .as_ref()
            .map_or_else(BTreeMap::new, |tracing| tracing.recorder().borrow().alive());
        for resource in self.alive.borrow().values() {
            *counts.entry(resource.kind.clone()).or_default() += 1;
        }
        serde_json::json!({ "alive": counts })
    }

    /// Something was printed on a standard descriptor.
    pub(crate) fn wrote(&self, environment: &Environment, fd: i32, text: &str) {
        if let Some(tracing) = &self.tracing {
            let fd = u32::try_from(fd).unwrap_or_default();
            tracing.recorder().borrow_mut().printed(&environment.lp, fd, text);
        }
        if let Some(schedule) = &self.schedule {
            schedule.wrote(fd, text);
        }
    }
}

/// Where bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Out,
    In,
}

impl Environment {
    /// Has the loop tell the readers what happens, if there are any.
    pub(crate) fn observe(self: &Rc<Self>) -> io::Result<()> {
        let Some(causes) = &self.causes else { return Ok(()) };
        if let Some(tracing) = &causes.tracing {
            tracing.hang_bell(|| self.door_bell())?;
        }
        if !causes.is_idle() {
            self.be_observed();
        }
        self.watch_blocking();
        self.log_questions();
        self.hear_life();
        Ok(())
    }

    fn be_observed(self: &Rc<Self>) {
        let recorder = self.causes.as_ref().and_then(Causes::only_recorder);
        if let Some(recorder) = recorder {
            self.lp.set_observer(Some(Box::new(move |lp, event| {
                recorder.borrow_mut().observe(lp, event);
            })));
            return;
        }
        let weak = Rc::downgrade(self);
        self.lp.set_observer(Some(Box::new(move |_, event| {
            let Some(environment) = weak.upgrade() else { return };
            if let Some(causes) = &environment.causes {
                causes.observe(&environment, event);
            }
        })));
    }

    /// What calls the loop when somebody has come to look.
    fn door_bell(self: &Rc<Self>) -> io::Result<Bell> {
        let weak = Rc::downgrade(self);
        let wakeup = Wakeup::new(&self.lp, move |_, _| {
            if let Some(environment) = weak.upgrade() {
                environment.look();
            }
        });
        wakeup.unreference(&self.lp);
        let sender = wakeup.sender(&self.lp)?;
        Ok(Box::new(move || sender.send()))
    }

    /// Somebody has come.
    fn look(self: &Rc<Self>) {
        let Some((causes, tracing)) = self.causes.as_ref().and_then(|it| Some((it, it.tracing()?)))
        else {
            return;
        };
        if !self.lp.is_observed() {
            self.be_observed();
        }
        tracing.recorder().borrow_mut().resume(&self.lp);
        tracing.tell_status(|| causes.status());
        self.tell_wanted(tracing);
    }

    /// Nobody is there any more. Called outside of all callbacks.
    fn look_away(&self) {
        let Some(causes) = &self.causes else { return };
        if causes.is_idle() {
            self.lp.set_observer(None);
        }
        if let Some(tracing) = causes.tracing() {
            self.tell_wanted(tracing);
        }
    }

    fn tell_wanted(&self, tracing: &Tracing) {
        if let Some(numbers) = tracing.numbers() {
            self.context.enter(|ctx| numbers.tell_wanted(ctx));
        }
    }

    /// Says more about a resource.
    pub(crate) fn describe(&self, id: ResourceId, detail: &Value) {
        let Some(causes) = &self.causes else { return };
        let resource = causes.resource(id);
        let is_numbered = causes.tracing().is_some_and(|tracing| tracing.numbers().is_some());
        if resource.is_none() && !is_numbered {
            return;
        }
        let text = detail.to_string();
        if let Some(tracing) = &causes.tracing {
            tracing.recorder().borrow_mut().detail(&self.lp, id, &text);
        }
        if let Some(resource) = resource {
            *resource.detail.borrow_mut() = text;
        }
    }

    /// Bytes were written to a connection, or read from it by the callback that runs.
    pub(crate) fn moved(&self, way: Way, id: ResourceId, flow: &str, bytes: u64) {
        let Some(tracing) = self.causes.as_ref().and_then(|causes| causes.tracing()) else {
            return;
        };
        let mut recorder = tracing.recorder().borrow_mut();
        match way {
            Way::Out => recorder.sent(&self.lp, id, flow, bytes),
            Way::In => recorder.received(&self.lp, id, flow, bytes),
        }
    }

    /// Something was seen that a lint is about; `stack` is the engine's.
    pub(crate) fn note(&self, lint: &str, text: &str, stack: &str) {
        let place = user_frame(stack, &self.sources).map(|frame| frame.to_string());
        self.note_at(lint, &place.unwrap_or_default(), text);
    }

    pub(crate) fn note_at(&self, lint: &str, place: &str, text: &str) {
        if let Some(tracing) = self.causes.as_ref().and_then(|causes| causes.tracing())
            // The engine's watchdog may come at any time.
            && let Ok(mut recorder) = tracing.recorder().try_borrow_mut()
        {
            recorder.note(&self.lp, lint, place, text);
        }
    }

    pub(crate) fn resource_made(&self, mut resource: Resource) {
        let Some(causes) = &self.causes else { return };
        let id = resource.id;
        // The server may be gone before its connections are.
        resource.server = causes.resource(resource.trigger).filter(|made| made.is_server());
        if let Some(tracing) = &causes.tracing {
            tracing.made(self, &resource);
        }
        causes.alive.borrow_mut().insert(id, Rc::new(resource));
        self.lp.tell(Event::ResourceMade(id));
    }

    /// A callback of a resource begins; one that was never made has a kind and is made here.
    pub(crate) fn resource_begin(
        &self,
        id: ResourceId,
        kind: Option<String>,
        detail: Option<String>,
    ) {
        let Some(causes) = &self.causes else { return };
        let known = causes.alive.borrow().get(&id).cloned();
        let is_new = known.is_none();
        let resource = match (known, &kind) {
            (Some(resource), _) => resource,
            (None, Some(kind)) => Rc::new(Resource::of_nobody(id, kind.clone())),
            (None, None) => return,
        };
        if let Some(tracing) = &causes.tracing {
            tracing.begin(self, &resource, kind.as_deref().filter(|_| is_new), detail.as_deref());
        }
        if let Some(detail) = detail {
            *resource.detail.borrow_mut() = detail;
        }
        causes.alive.borrow_mut().insert(id, resource);
        causes.running.borrow_mut().push(id);
        self.lp.tell(Event::ResourceBegin(id));
    }

    /// A callback is over, the innermost one if there is no id.
    pub(crate) fn resource_end(&self, id: Option<ResourceId>) {
        let Some(causes) = &self.causes else { return };
        let Some(id) = id.or_else(|| causes.running.borrow().last().copied()) else { return };
        let at = causes.running.borrow().iter().rposition(|&running| running == id);
        if let Some(at) = at {
            causes.running.borrow_mut().truncate(at);
        }
        self.lp.tell(Event::ResourceEnd(id));
        let resource = causes.alive.borrow().get(&id).cloned();
        if resource.is_some_and(|resource| resource.is_over_after_callback()) {
            self.resource_gone(id);
        }
    }

    /// An async function goes on after an `await`. Nothing tells where it stops.
    pub(crate) fn resource_resumed(&self, id: ResourceId, is_last: bool) {
        let Some(causes) = &self.causes else { return };
        let known = causes.alive.borrow().get(&id).cloned();
        let Some(resource) = known else { return };
        if let Some(tracing) = &causes.tracing {
            tracing.begin(self, &resource, None, None);
        }
        if is_last {
            self.resource_gone(id);
        }
    }

    /// A mark goes into the queue of promise jobs, or comes out of it.
    pub(crate) fn job_mark(&self, is_queued: bool) {
        let Some(tracing) = self.causes.as_ref().and_then(|causes| causes.tracing()) else {
            return;
        };
        let mut recorder = tracing.recorder().borrow_mut();
        if is_queued {
            recorder.mark_queued(&self.lp);
        } else {
            recorder.mark_run(&self.lp);
        }
    }

    pub(crate) fn resource_gone(&self, id: ResourceId) {
        self.lp.tell(Event::ResourceGone(id));
        if let Some(causes) = &self.causes {
            causes.alive.borrow_mut().remove(&id);
        }
    }

    /// The origin of a handle or request that JavaScript has just given a number for.
    pub(crate) fn origin(&self, label: &'static str) -> Origin {
        Origin::new(label).with_resource(ResourceId(self.shared.take_resource_id()))
    }

    /// What the door is entered for, in the words of the model of a trace.
    pub(crate) fn entry_kind(&self, entry: Entry) -> &'static str {
        match (entry, self.lp.current_phase()) {
            (Entry::Main, _) => "main",
            (Entry::BeforeExit, _) => "beforeExit",
            (Entry::Exit, _) => "exit",
            (Entry::Callback, Phase::Poll | Phase::PendingAfterPoll) => "io",
            (Entry::Callback, Phase::Timers | Phase::Check) => "phase",
            (Entry::Callback, Phase::Closing) => "close",
            (Entry::Callback, _) => "callback",
        }
    }

    /// Runs promise jobs, and lets readers know.
    pub(crate) fn run_told_jobs(&self, ctx: Ctx<'_>) {
        self.lp.tell(Event::JobsBegin);
        ctx.run_microtasks();
        self.lp.tell(Event::JobsEnd);
    }
}
