//! The recorder: what happens, as numbers in a buffer.
//!
//! One per environment. It asks the clock once an event, and nothing is allocated for one, except where a text is seen for
//! the first time. A full buffer is a block of the file; one that is not full is written when something is printed, before a
//! wait that may be long, and before any wait if it is old, so that what a killed program leaves behind ends where it
//! printed or waited.
//!
//! Texts are written once and then called by number. In a ring the earlier blocks may be gone, so there every block begins
//! anew: it says where the loop is, and describes each resource that it tells of.
//!
//! Whoever tells much does so in numbers ([`Numbered`], [`Recorder::number_of`]): texts are looked up once, and what is
//! alive is kept here if it may have to be described again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use roundel_loop::{Choice, Entry, Event as LoopEvent, EventLoop, HandleKey, Phase, ResourceId};

use crate::buffer::Buffer;
use crate::codes::{Coded, tag};
use crate::event::HandleChange;
use crate::roster::{Numbered, Roster};
use crate::sink::{SLOT_RECORDS, Sink};
use crate::told::{Telling, TickTexts, Told};

/// A buffer of this size is written.
const FULL_BYTES: usize = 60 * 1024;

/// And in a ring, where an event and its texts must still fit into the slot.
const FULL_IN_RING: usize = SLOT_RECORDS - 6 * LONGEST_TEXT - 1024;

/// The longest text in a ring.
const LONGEST_TEXT: usize = 2 * 1024;

/// A wait that may take longer than this is worth a block.
const LONG_WAIT: Duration = Duration::from_millis(20);

/// A busy server waits "for ever" ten thousand times a second: so many blocks may be written for such waits in a row, and one
/// more whenever so much time has passed.
const WRITES_IN_A_ROW: u32 = 8;
const BETWEEN_WRITES: Duration = Duration::from_millis(20);

/// A block is overdue after this long, and somebody looks after so many events.
const OVERDUE: Duration = Duration::from_millis(100);
const EVENTS_BETWEEN_LOOKS: u32 = 256;

/// What calls back, in the words of whoever made it.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    pub resource: ResourceId,
    pub trigger: u64,
    pub kind: &'a str,
    /// The kind of turn that its callbacks are; `entry` if they are the loop's own, empty if they run inside another.
    pub turn: &'a str,
    pub function: &'a str,
    pub detail: &'a str,
    pub place: &'a str,
}

/// What is told in numbers.
struct Numbers {
    tell_wanted: Box<dyn Fn(bool)>,
    /// Where a resource may have to be described again.
    again: Option<Again>,
}

/// What it takes to describe a resource in a block that does not have what came before.
#[derive(Default)]
struct Again {
    roster: Roster,
    texts: Vec<Rc<str>>,
    numbers: HashMap<Rc<str>, u32>,
}

impl Again {
    /// Unlike the numbers in a block these stay.
    fn number_of(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let text: Rc<str> = text.into();
        self.texts.push(Rc::clone(&text));
        let number = self.texts.len() as u32;
        self.numbers.insert(text, number);
        number
    }

    fn text(&self, number: u32) -> Rc<str> {
        let at = (number as usize).checked_sub(1);
        at.and_then(|at| self.texts.get(at)).map_or_else(|| "".into(), Rc::clone)
    }
}

/// Writes down what happens in one environment.
pub struct Recorder {
    sink: Arc<Sink>,
    stream: u32,
    buffer: Buffer,
    base_ns: u64,
    last_ns: u64,
    loop_ns: u64,
    /// The loop's clock is virtual: reading it would make it go.
    is_virtual: bool,
    texts: HashMap<Box<str>, u32>,
    /// Those that this block of a ring describes.
    described: HashSet<ResourceId>,
    written_at: Option<Instant>,
    /// Blocks that may be written before they are full, and when the last of them was granted.
    grants: u32,
    granted_at: Instant,
    iteration: u64,
    phase: Phase,
    /// Since the clock was last asked whether a block is overdue.
    events: u32,
    /// Since the last record.
    passed_ns: u64,
    full_bytes: usize,
    info: Vec<(String, String)>,
    /// How many had wanted this when it was last told what the run is.
    arrivals: u32,
    /// Of what is told in numbers.
    numbers: Option<Numbers>,
    told: Option<(Box<dyn Telling>, TickTexts)>,
    /// Callbacks that were told to be over, and the time is still to come.
    ends: Vec<u64>,
    /// A file wants everything.
    is_live: bool,
    /// Whether somebody wanted this when that was last asked.
    was_wanted: bool,
    /// The time of the last event is good for a callback that begins: nothing of the program has run since.
    is_fresh: bool,
    /// The last event was the end of the outermost callback.
    has_just_ended: bool,
    /// The last event was the end of a drain of promise jobs, and nothing of the program has run since.
    has_just_drained: bool,
    /// Callbacks that run, one inside the other.
    depth: u32,
    /// Code of the program runs that is in no callback: the main script, listeners of `exit`, promise jobs.
    is_outside: bool,
}

impl Recorder {
    /// Begins a stream in `sink`, with what is known of the run: pairs of names and values.
    pub fn new(sink: &Arc<Sink>, lp: &EventLoop, info: &[(&str, &str)]) -> Recorder {
        let is_virtual = lp.simulation().is_some();
        let now_ns = if is_virtual { lp.now_ns() } else { lp.hrtime() };
        let mut recorder = Recorder {
            sink: Arc::clone(sink),
            stream: sink.next_stream(),
            buffer: Buffer::new(FULL_BYTES + 4096),
            base_ns: now_ns,
            last_ns: now_ns,
            loop_ns: lp.now_ns(),
            is_virtual,
            texts: HashMap::new(),
            described: HashSet::new(),
            written_at: None,
            grants: WRITES_IN_A_ROW,
            granted_at: Instant::now(),
            iteration: 0,
            phase: Phase::UpdateTime,
            events: 0,
            passed_ns: 0,
            full_bytes: if sink.is_ring() { FULL_IN_RING } else { FULL_BYTES },
            info: info.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            arrivals: sink.arrivals(),
            numbers: None,
            told: None,
            ends: Vec::new(),
            is_live: sink.is_live(),
            was_wanted: sink.is_wanted(),
            is_fresh: false,
            has_just_ended: false,
            has_just_drained: false,
            depth: 0,
            is_outside: false,
        };
        recorder.introduce(lp);
        recorder
    }

    /// Expects to be told in numbers; `tell_wanted` is told whether anybody reads what is recorded, from now on and
    /// whenever that changes. While nobody does, only what is made and what is gone is of interest.
    pub fn take_numbers(&mut self, tell_wanted: Box<dyn Fn(bool)>) {
        tell_wanted(self.was_wanted);
        let described = self.sink.is_ring().then(Again::default);
        self.numbers = Some(Numbers { tell_wanted, again: described });
    }

    /// Takes what is told there as well, in a recording that describes nothing again.
    pub fn take_told(&mut self, telling: Box<dyn Telling>, texts: TickTexts) {
        debug_assert!(!self.sink.is_ring());
        self.told = Some((telling, texts));
    }

    /// Writes what was told since the last event.
    pub fn catch_up(&mut self, lp: &EventLoop) {
        self.write_told();
        if !self.ends.is_empty() {
            self.pass_until(if self.is_virtual { lp.now_ns() } else { lp.hrtime() });
            self.write_ends();
        }
    }

    #[inline]
    fn has_been_told(&self) -> bool {
        self.told.as_ref().is_some_and(|(telling, _)| !telling.is_empty())
    }

    /// All but the ends that nothing came after.
    #[inline]
    fn write_told(&mut self) {
        if self.has_been_told() {
            self.take_all();
        }
    }

    fn take_all(&mut self) {
        let Some((telling, texts)) = self.told.take() else { return };
        telling.take(&mut |told| match told {
            Told::Tick { id, trigger, function } => {
                self.write_ends();
                let TickTexts { kind, turn } = texts;
                let made = Numbered { id, trigger, kind, turn, function, detail: 0, place: 0 };
                self.describe_numbered(&made, 0);
            }
            Told::Begins(id) => {
                self.write_ends();
                self.is_fresh = false;
                self.depth += 1;
                self.write(tag::BEGIN, &[numbered(ResourceId(id)), 0, 0]);
            }
            Told::Ends(id) => self.ends.push(id),
        });
        self.told = Some((telling, texts));
    }

    #[inline]
    fn write_ends(&mut self) {
        for at in 0..self.ends.len() {
            let id = self.ends[at];
            self.depth = self.depth.saturating_sub(1);
            self.is_fresh = self.depth == 0 && !self.is_outside;
            self.write(tag::END, &[numbered(ResourceId(id))]);
        }
        self.ends.clear();
    }

    /// The number of what it writes among those who write to the same place.
    pub fn stream(&self) -> u32 {
        self.stream
    }

    /// Whether what calls back is described in every block that tells of it.
    pub fn describes_again(&self) -> bool {
        self.sink.is_ring()
    }

    /// The number of a text, for those who tell in numbers.
    pub fn number_of(&mut self, text: &str) -> u32 {
        match self.numbers.as_mut().and_then(|numbers| numbers.again.as_mut()) {
            Some(again) => again.number_of(text),
            None => self.text(text) as u32,
        }
    }

    /// Something that will call back was made, at the time of the last event.
    pub fn made_numbered(&mut self, lp: &EventLoop, made: Numbered) {
        let is_wanted = self.is_wanted(lp);
        if let Some(again) = self.again() {
            again.roster.insert(made);
        }
        if is_wanted {
            self.begin_record();
            self.describe_numbered(&made, 0);
        }
    }

    /// A callback of something that was told in numbers begins.
    pub fn begin_numbered(&mut self, lp: &EventLoop, id: u64) {
        if !self.is_wanted(lp) {
            return;
        }
        self.write_told();
        if std::mem::take(&mut self.is_fresh) {
            self.begin_record();
            self.tell_loop_time(lp.now_ns());
        } else {
            self.begin_event(lp);
        }
        self.depth += 1;
        if self.sink.is_ring()
            && !self.described.contains(&ResourceId(id))
            && let Some(made) = self.again().and_then(|again| again.roster.get(id))
        {
            self.describe_numbered(&made, 1);
        }
        self.write(tag::BEGIN, &[numbered(ResourceId(id)), 0, 0]);
    }

    /// It is over.
    pub fn end_numbered(&mut self, lp: &EventLoop, id: u64) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        self.depth = self.depth.saturating_sub(1);
        self.is_fresh = self.depth == 0 && !self.is_outside;
        self.has_just_ended = self.is_fresh;
        self.write(tag::END, &[numbered(ResourceId(id))]);
    }

    /// What was told in numbers will not call back any more.
    pub fn gone_numbered(&mut self, lp: &EventLoop, id: u64) {
        if self.is_wanted(lp) {
            self.begin_record();
            self.write(tag::GONE, &[numbered(ResourceId(id))]);
        }
        if let Some(again) = self.again() {
            again.roster.remove(id);
        }
    }

    /// How many of each kind are alive, as far as they were told in numbers and are kept.
    pub fn alive(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        let Some(again) = self.numbers.as_ref().and_then(|numbers| numbers.again.as_ref()) else {
            return counts;
        };
        for kind in again.roster.kinds() {
            *counts.entry(again.text(kind).to_string()).or_default() += 1;
        }
        counts
    }

    fn again(&mut self) -> Option<&mut Again> {
        self.numbers.as_mut()?.again.as_mut()
    }

    fn describe_numbered(&mut self, made: &Numbered, is_again: u64) {
        let mut texts = [made.kind, made.turn, made.function, made.detail, made.place];
        if let Some(again) = self.again() {
            let known = texts.map(|number| again.text(number));
            // The numbers of this block.
            for (number, text) in texts.iter_mut().zip(&known) {
                *number = self.text(text) as u32;
            }
            self.described.insert(ResourceId(made.id));
        }
        let [kind, turn, function, detail, place] = texts.map(u64::from);
        let id = numbered(ResourceId(made.id));
        self.write(tag::MADE, &[id, made.trigger, kind, turn, function, detail, place, is_again]);
    }

    /// Says what the run is.
    fn introduce(&mut self, lp: &EventLoop) {
        self.write(tag::LOOP_TIME, &[lp.now_ns()]);
        for (name, value) in std::mem::take(&mut self.info) {
            let fields = [self.text(&name), self.text(&value)];
            self.write(tag::INFO, &fields);
            self.info.push((name, value));
        }
        // In a ring this block stays.
        if self.stream == 0 {
            self.flush();
        }
    }

    /// Goes on after a time in which nobody wanted this and the loop's events were not told.
    pub fn resume(&mut self, lp: &EventLoop) {
        (self.iteration, self.phase) = (lp.metrics().iterations, lp.current_phase());
        self.is_wanted(lp);
    }

    /// Whether anybody reads this; who has come since the last time is told what the run is.
    #[inline]
    pub fn is_wanted(&mut self, lp: &EventLoop) -> bool {
        !self.is_live || self.is_looked_at(lp)
    }

    fn is_looked_at(&mut self, lp: &EventLoop) -> bool {
        let is_wanted = self.sink.is_wanted();
        if is_wanted != self.was_wanted {
            self.was_wanted = is_wanted;
            // What began or ended meanwhile was not told.
            (self.depth, self.is_fresh) = (0, false);
            if let Some(numbers) = &self.numbers {
                (numbers.tell_wanted)(is_wanted);
            }
        }
        if !is_wanted {
            return false;
        }
        let arrivals = self.sink.arrivals();
        if arrivals != self.arrivals {
            self.flush();
            self.arrivals = arrivals;
            let now_ns = if self.is_virtual { lp.now_ns() } else { lp.hrtime() };
            (self.base_ns, self.last_ns, self.passed_ns) = (now_ns, now_ns, 0);
            self.introduce(lp);
        }
        true
    }

    /// Takes an event of the loop's observer. Resources that are made or begin come by
    /// [`made`](Recorder::made) and [`begin`](Recorder::begin), with what they are.
    pub fn observe(&mut self, lp: &EventLoop, event: &LoopEvent) {
        match *event {
            LoopEvent::IterationBegin(number) => self.iteration = number,
            LoopEvent::PhaseBegin(phase) => self.phase = phase,
            _ => {}
        }
        if !self.is_wanted(lp) {
            return;
        }
        // Jobs are drained when a callback has ended, and it is left when they are, if nothing has run since.
        let is_same_moment = match event {
            LoopEvent::JobsBegin => self.has_just_ended,
            LoopEvent::CallbackEnd { .. } | LoopEvent::EntryEnd(_) => self.has_just_drained,
            _ => false,
        };
        let has_been_told = self.has_been_told();
        if has_been_told {
            self.take_all();
        }
        if is_same_moment && !has_been_told {
            self.open_record();
            self.tell_loop_time(lp.now_ns());
        } else {
            self.open_event(lp);
        }
        self.has_just_drained = *event == LoopEvent::JobsEnd
            && self.told.as_ref().is_some_and(|(telling, _)| telling.is_calm());
        self.follow(event);
        match *event {
            LoopEvent::RunBegin => self.write(tag::RUN_BEGIN, &[]),
            LoopEvent::RunEnd => self.write(tag::RUN_END, &[]),
            LoopEvent::IterationBegin(number) => self.write(tag::ITERATION, &[number]),
            LoopEvent::PhaseBegin(phase) => {
                self.write(tag::PHASE_BEGIN, &[phase.code().into()]);
            }
            LoopEvent::PhaseEnd(phase) => self.write(tag::PHASE_END, &[phase.code().into()]),
            LoopEvent::PollEnter(timeout) => {
                // 0 is for ever, all others are one too many.
                let timeout_ns = timeout.map_or(0, |timeout| {
                    u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1).saturating_add(1)
                });
                self.write(tag::POLL_ENTER, &[timeout_ns]);
                if timeout.is_none_or(|timeout| timeout > LONG_WAIT) || self.is_old() {
                    self.flush_if_granted();
                }
            }
            LoopEvent::PollExit { ready, waited_ns } => {
                self.write(tag::POLL_EXIT, &[ready as u64, waited_ns]);
            }
            LoopEvent::CallbackBegin { key, resource } => {
                let [kind, number] = key_code(key);
                self.write(tag::CALLBACK_BEGIN, &[kind, number, numbered(resource)]);
            }
            LoopEvent::CallbackEnd { key, .. } => self.write(tag::CALLBACK_END, &key_code(key)),
            LoopEvent::HandleOpened(key) => self.handle(lp, HandleChange::Opened, key),
            LoopEvent::HandleStarted(key) => self.handle(lp, HandleChange::Started, key),
            LoopEvent::HandleStopped(key) => self.handle(lp, HandleChange::Stopped, key),
            LoopEvent::HandleClosing(key) => self.handle(lp, HandleChange::Closing, key),
            LoopEvent::HandleClosed(key) => self.handle(lp, HandleChange::Closed, key),
            LoopEvent::WorkQueued(key) => {
                let [kind, number] = key_code(key);
                let resource = numbered(lp.origin_of(key).resource);
                self.write(tag::WORK_QUEUED, &[kind, number, resource]);
            }
            LoopEvent::WorkFinished { key, started_ns, finished_ns } => {
                let [kind, number] = key_code(key);
                self.write(tag::WORK_FINISHED, &[kind, number, started_ns, finished_ns]);
            }
            LoopEvent::WorkCancelled(key) => self.write(tag::WORK_CANCELLED, &key_code(key)),
            LoopEvent::EntryBegin(entry) => self.write(tag::ENTRY_BEGIN, &[entry.code().into()]),
            LoopEvent::EntryEnd(entry) => self.write(tag::ENTRY_END, &[entry.code().into()]),
            LoopEvent::EntryDrains => self.write(tag::ENTRY_DRAINS, &[]),
            LoopEvent::JobsBegin => self.write(tag::JOBS_BEGIN, &[]),
            LoopEvent::JobsEnd => self.write(tag::JOBS_END, &[]),
            LoopEvent::ResourceMade(_) | LoopEvent::ResourceBegin(_) => {}
            LoopEvent::ResourceEnd(id) => self.write(tag::END, &[numbered(id)]),
            LoopEvent::ResourceGone(id) => self.write(tag::GONE, &[numbered(id)]),
        }
    }

    /// Whose code runs after an event of the loop.
    fn follow(&mut self, event: &LoopEvent) {
        match event {
            LoopEvent::EntryBegin(entry) => {
                // What an exception left open in an earlier entry.
                self.depth = 0;
                self.is_outside = *entry != Entry::Callback;
                self.is_fresh = !self.is_outside;
            }
            LoopEvent::JobsBegin => (self.is_outside, self.is_fresh) = (true, false),
            LoopEvent::EntryDrains | LoopEvent::JobsEnd | LoopEvent::CallbackBegin { .. } => {
                self.is_outside = false;
                self.is_fresh = self.depth == 0;
            }
            _ => {}
        }
    }

    fn handle(&mut self, lp: &EventLoop, change: HandleChange, key: HandleKey) {
        let [kind, number] = key_code(key);
        let resource = numbered(lp.origin_of(key).resource);
        self.write(tag::HANDLE, &[change.code().into(), kind, number, resource]);
    }

    /// Something that will call back was made.
    pub fn made(&mut self, lp: &EventLoop, made: &Described<'_>) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        self.describe(made, 0);
    }

    fn describe(&mut self, made: &Described<'_>, again: u64) {
        let fields = [
            numbered(made.resource),
            made.trigger,
            self.text(made.kind),
            self.text(made.turn),
            self.text(made.function),
            self.text(made.detail),
            self.text(made.place),
            again,
        ];
        self.write(tag::MADE, &fields);
        if self.sink.is_ring() {
            self.described.insert(made.resource);
        }
    }

    /// A callback of a resource begins. What was never made has a `kind`; `known` describes it for those who have not
    /// been told.
    pub fn begin(
        &mut self,
        lp: &EventLoop,
        resource: ResourceId,
        kind: Option<&str>,
        detail: Option<&str>,
        known: Option<&Described<'_>>,
    ) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        if let Some(known) = known
            && self.sink.is_ring()
            && !self.described.contains(&resource)
        {
            self.describe(known, 1);
        }
        let (kind, detail) = (self.text(kind.unwrap_or("")), self.text(detail.unwrap_or("")));
        self.write(tag::BEGIN, &[numbered(resource), kind, detail]);
    }

    /// A mark was queued behind the promise jobs there are.
    pub fn mark_queued(&mut self, lp: &EventLoop) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        self.write(tag::MARK_QUEUED, &[]);
    }

    /// The oldest mark has had its turn.
    pub fn mark_run(&mut self, lp: &EventLoop) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        self.write(tag::MARK_RUN, &[]);
    }

    /// Something was printed on a standard descriptor.
    pub fn printed(&mut self, lp: &EventLoop, fd: u32, text: &str) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        // Not by number: what is printed is rarely the same.
        let text = self.cut(text);
        self.write(tag::PRINTED, &[fd.into(), text.len() as u64]);
        self.buffer.extend(text.as_bytes());
        // A program that is killed has printed it, and why is to be read; in a ring a block takes a whole slot.
        if !self.sink.is_ring() {
            self.flush();
        }
    }

    /// Something was seen that a lint is about.
    pub fn note(&mut self, lp: &EventLoop, lint: &str, place: &str, text: &str) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        let fields = [self.text(lint), self.text(place), self.text(text)];
        self.write(tag::NOTE, &fields);
    }

    /// More is known of a resource than when it was made.
    pub fn detail(&mut self, lp: &EventLoop, resource: ResourceId, detail: &str) {
        if let Some(again) = self.again() {
            let number = again.number_of(detail);
            again.roster.set_detail(resource.0, number);
        }
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        let detail = self.text(detail);
        self.write(tag::DETAIL, &[numbered(resource), detail]);
    }

    /// Bytes were written to a connection. `flow` is what both ends call the way that they go.
    pub fn sent(&mut self, lp: &EventLoop, resource: ResourceId, flow: &str, bytes: u64) {
        self.moved(lp, tag::SENT, resource, flow, bytes);
    }

    /// Bytes were read from it, which the callback that runs is for.
    pub fn received(&mut self, lp: &EventLoop, resource: ResourceId, flow: &str, bytes: u64) {
        self.moved(lp, tag::RECEIVED, resource, flow, bytes);
    }

    fn moved(&mut self, lp: &EventLoop, tag: u8, resource: ResourceId, flow: &str, bytes: u64) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        let flow = self.text(flow);
        self.write(tag, &[numbered(resource), flow, bytes]);
    }

    /// A choice was made, at the time of the last event.
    pub fn choice(&mut self, choice: &Choice) {
        if !self.sink.is_wanted() {
            return;
        }
        let point = self.text(&choice.point);
        self.write(tag::CHOICE, &[point, choice.of as u64, choice.chosen as u64]);
    }

    /// Somebody ends the run.
    pub fn stopped(&mut self, lp: &EventLoop, by: &str) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        let by = self.text(by);
        self.write(tag::STOPPED, &[by]);
    }

    /// The program has ended: the last that there is to say.
    pub fn ended(&mut self, lp: &EventLoop, code: i32) {
        if !self.is_wanted(lp) {
            return;
        }
        self.begin_event(lp);
        // As a number without a sign: 0, -1, 1, -2, …
        let code = i64::from(code);
        self.write(tag::ENDED, &[((code << 1) ^ (code >> 63)) as u64]);
        self.flush();
    }

    /// Writes what there is.
    pub fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        self.sink.write(self.stream, self.base_ns, self.buffer.as_slice());
        self.buffer.clear();
        self.base_ns = self.last_ns - self.passed_ns;
        if self.sink.is_ring() {
            self.texts.clear();
            self.described.clear();
        }
    }

    /// Whether what is not written yet began long ago. In a ring a block takes a whole slot, whatever is in it.
    fn is_old(&self) -> bool {
        let age_ns = self.last_ns.saturating_sub(self.base_ns);
        Duration::from_nanos(age_ns) >= BETWEEN_WRITES && !self.sink.is_ring()
    }

    fn flush_if_granted(&mut self) {
        let now = Instant::now();
        if now.duration_since(self.granted_at) >= BETWEEN_WRITES {
            let granted =
                now.duration_since(self.granted_at).as_nanos() / BETWEEN_WRITES.as_nanos();
            let granted = u32::try_from(granted).unwrap_or(u32::MAX);
            self.grants = self.grants.saturating_add(granted).min(WRITES_IN_A_ROW);
            self.granted_at = now;
        }
        if self.grants > 0 {
            self.grants -= 1;
            self.written_at = Some(now);
            self.flush();
        }
    }

    /// Begins an event: the only place where a block ends, so that an event and the texts it names are in one.
    fn begin_event(&mut self, lp: &EventLoop) {
        self.write_told();
        self.open_event(lp);
    }

    fn open_event(&mut self, lp: &EventLoop) {
        self.open_record();
        let loop_ns = lp.now_ns();
        self.pass_until(if self.is_virtual { loop_ns } else { lp.hrtime() });
        self.write_ends();
        self.tell_loop_time(loop_ns);
    }

    /// The same for what happens at the time of the last event.
    fn begin_record(&mut self) {
        self.write_told();
        self.write_ends();
        self.open_record();
    }

    fn open_record(&mut self) {
        (self.has_just_ended, self.has_just_drained) = (false, false);
        self.end_full_block();
        if self.buffer.is_empty() && self.sink.is_ring() {
            self.write(tag::STATE, &[self.iteration, self.phase.code().into()]);
        }
    }

    #[inline]
    fn tell_loop_time(&mut self, loop_ns: u64) {
        if loop_ns != self.loop_ns {
            self.loop_ns = loop_ns;
            self.write(tag::LOOP_TIME, &[loop_ns]);
        }
    }

    fn end_full_block(&mut self) {
        self.events += 1;
        if self.buffer.len() >= self.full_bytes {
            self.flush();
        } else if self.events >= EVENTS_BETWEEN_LOOKS {
            self.events = 0;
            if self.written_at.is_none_or(|at| at.elapsed() >= OVERDUE) {
                self.flush_if_granted();
            }
        }
    }

    fn pass_until(&mut self, now_ns: u64) {
        let passed_ns = now_ns.saturating_sub(self.last_ns);
        self.last_ns += passed_ns;
        self.passed_ns += passed_ns;
    }

    fn write(&mut self, tag: u8, fields: &[u64]) {
        self.buffer.record(tag, std::mem::take(&mut self.passed_ns), fields);
    }

    /// The number of a text; 0 is the empty one.
    fn text(&mut self, text: &str) -> u64 {
        if text.is_empty() {
            return 0;
        }
        let text = self.cut(text);
        if let Some(&number) = self.texts.get(text) {
            return number.into();
        }
        let number = self.texts.len() as u32 + 1;
        self.texts.insert(text.into(), number);
        self.buffer.record(tag::TEXT, text.len() as u64, &[]);
        self.buffer.extend(text.as_bytes());
        number.into()
    }

    fn cut<'t>(&self, text: &'t str) -> &'t str {
        if !self.sink.is_ring() || text.len() <= LONGEST_TEXT {
            return text;
        }
        let mut end = LONGEST_TEXT;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        &text[..end]
    }
}

/// Resources that have no async id have numbers from here on.
pub const WITHOUT_ASYNC_ID: u64 = 1 << 52;

/// A resource's number in the file: even for async ids, odd for what has none.
fn numbered(resource: ResourceId) -> u64 {
    match resource.0.checked_sub(WITHOUT_ASYNC_ID) {
        Some(number) => number * 2 + 1,
        None => resource.0 * 2,
    }
}

fn key_code(key: HandleKey) -> [u64; 2] {
    [key.kind.code().into(), key.number]
}
