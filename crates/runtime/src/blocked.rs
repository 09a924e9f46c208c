//! `--warn-blocked=MS`: names the callback that holds the loop, and the function of the program that it is in.
//!
//! A reader of the record of causes. What it measures is one callback, or everything that is drained after one: ticks and
//! promise jobs have no callback of the loop to themselves and starve it all the same. Each is told once, as soon as it is
//! noticed, with a second line for how long it took in all.
//!
//! Two ways to notice. The engine's watchdog interrupts a script that computes, so that even one that never ends is
//! named; it comes more often than the limit, because it may find a builtin on the stack, and then the next time will
//! do. What waits instead of computing takes no time of the processor, so the watchdog is silent: whoever waits for the
//! program calls [`Environment::waited`], while the function that asked for it is still on the stack.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use roundel_jsc::{Ctx, Verdict};
use roundel_loop::{Entry, Event, ResourceId};

use crate::causes::Resource;
use crate::environment::Environment;
use crate::sources::Sources;
use crate::stack::user_frame;

pub(crate) struct Blocked {
    limit: Duration,
    says: Says,
    held: RefCell<Option<Held>>,
}

/// Who is told. A recording is told in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Standard error as well, at once.
    Aloud,
    InTheRecording,
}

/// What holds the loop: a callback, or what is drained after one.
struct Held {
    started: Instant,
    /// What the thread had taken of the processor by then, if only a recording is told.
    processor_started: Option<Duration>,
    /// The program was seen to come back from a call that waits.
    has_waited: bool,
    what: What,
    /// The callbacks of resources that run, innermost last.
    running: Vec<(Rc<Resource>, Instant)>,
    /// The tick that ran last.
    last_tick: Option<Rc<Resource>>,
    /// The function of the program that was last seen.
    seen: Option<String>,
    told: Told,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    /// It was named while it lasted: how long it took in all is still to be told.
    While,
    All,
}

#[derive(Clone, Copy)]
enum What {
    /// A callback that is no resource's, in words.
    Entry(&'static str),
    Callback,
    Drain,
}

impl Held {
    fn new(what: What, says: Says) -> Held {
        Held {
            started: Instant::now(),
            processor_started: (says == Says::InTheRecording).then(processor_time),
            has_waited: false,
            what,
            running: Vec::new(),
            last_tick: None,
            seen: None,
            told: Told::Nothing,
        }
    }

    /// A machine that is busy with others takes time as well, and nobody's function is to blame for that.
    fn is_the_programs(&self, limit: Duration) -> bool {
        let took = |started: Duration| processor_time().saturating_sub(started) >= limit / 2;
        self.has_waited || self.processor_started.is_none_or(took)
    }
}

/// What this thread has taken of the processor.
fn processor_time() -> Duration {
    let taken = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(taken).unwrap_or_default()
}

impl Blocked {
    pub(crate) fn new(limit_ms: u64, says: Says) -> Blocked {
        Blocked { limit: Duration::from_millis(limit_ms.max(1)), says, held: RefCell::new(None) }
    }

    pub(crate) fn observe(
        &self,
        environment: &Environment,
        event: &Event,
        resource: Option<&Rc<Resource>>,
    ) {
        match event {
            Event::EntryBegin(entry) => self.begin(What::Entry(entry_words(environment, *entry))),
            Event::EntryDrains => {
                self.end(environment);
                self.begin(What::Drain);
            }
            Event::EntryEnd(_) => self.end(environment),
            Event::ResourceBegin(_) => {
                let Some(resource) = resource else { return };
                let is_outermost =
                    self.held.borrow().as_ref().is_none_or(|held| held.running.is_empty());
                if is_outermost && !resource.is_drained() {
                    self.end(environment);
                    self.begin(What::Callback);
                }
                if let Some(held) = &mut *self.held.borrow_mut() {
                    held.running.push((Rc::clone(resource), Instant::now()));
                }
            }
            Event::ResourceEnd(id) => self.leave(*id, environment),
            _ => {}
        }
    }

    fn begin(&self, what: What) {
        *self.held.borrow_mut() = Some(Held::new(what, self.says));
    }

    /// A callback of a resource returned.
    fn leave(&self, id: ResourceId, environment: &Environment) {
        let is_callback = {
            let mut held = self.held.borrow_mut();
            let Some(held) = &mut *held else { return };
            let Some(at) = held.running.iter().rposition(|(running, _)| running.id == id) else {
                return;
            };
            let (resource, started) = &held.running[at];
            if resource.is_drained() {
                let (tick, took) = (Rc::clone(resource), started.elapsed());
                // A tick that waited is told before its successors are blamed.
                if took >= self.limit {
                    self.tell(held, "held", environment);
                }
                held.last_tick = Some(tick);
            }
            let is_callback = at == 0 && matches!(held.what, What::Callback);
            if !is_callback {
                held.running.truncate(at);
            }
            is_callback
        };
        if is_callback {
            self.end(environment);
            self.begin(What::Drain);
        }
    }

    fn end(&self, environment: &Environment) {
        let Some(mut held) = self.held.borrow_mut().take() else { return };
        let elapsed = held.started.elapsed();
        if elapsed < self.limit {
            return;
        }
        match held.told {
            Told::Nothing => self.tell(&mut held, "held", environment),
            Told::While => {
                self.say(&format!("it held the loop for {} ms in all", elapsed.as_millis()));
            }
            Told::All => {}
        }
    }

    /// Says once what holds the loop.
    fn tell(&self, held: &mut Held, verb: &str, environment: &Environment) {
        if held.told != Told::Nothing || !held.is_the_programs(self.limit) {
            return;
        }
        held.told = if verb == "held" { Told::All } else { Told::While };
        let line = format!(
            "{} {verb} the loop for {} ms",
            self.describe(held, &environment.sources),
            held.started.elapsed().as_millis()
        );
        let seen = held.seen.as_deref().unwrap_or_default();
        environment.note_at("blocked-loop", seen, &line);
        self.say(&if seen.is_empty() { line } else { format!("{line}, in {seen}") });
    }

    fn say(&self, text: &str) {
        if self.says == Says::Aloud {
            // Standard error may be gone; there is nobody else to tell.
            let line = format!("roundel: {text}\n");
            let _ = rustix::io::write(rustix::stdio::stderr(), line.as_bytes());
        }
    }

    fn describe(&self, held: &Held, sources: &Sources) -> String {
        let innermost = held.running.last();
        match (held.what, innermost) {
            (What::Entry(words), None) => words.to_owned(),
            (What::Drain, Some((tick, started))) if started.elapsed() >= self.limit / 2 => {
                describe(tick, sources)
            }
            (What::Drain, innermost) => {
                let tick = innermost.map(|(tick, _)| tick).or(held.last_tick.as_ref());
                match tick {
                    Some(tick) => format!("ticks, the last of them {},", describe(tick, sources)),
                    None => "promise jobs".to_owned(),
                }
            }
            // What a program runs in a scope of its own is still the callback of the loop.
            (_, Some(_)) => describe(&held.running[0].0, sources),
            (What::Callback, None) => "a callback".to_owned(),
        }
    }
}

fn entry_words(environment: &Environment, entry: Entry) -> &'static str {
    match environment.entry_kind(entry) {
        "main" => "the main script",
        "io" => "an I/O callback",
        "phase" => "a phase of the loop",
        "close" => "a close callback",
        "beforeExit" => "a beforeExit listener",
        "exit" => "an exit listener",
        _ => "a callback",
    }
}

fn describe(resource: &Resource, sources: &Sources) -> String {
    let repeats = resource.repeats();
    let kind = match resource.kind.as_str() {
        "Timeout" if repeats => "a setInterval callback",
        "Timeout" => "a setTimeout callback",
        "Immediate" => "a setImmediate callback",
        "TickObject" => "a process.nextTick callback",
        "Microtask" => "a queueMicrotask callback",
        "FSREQCALLBACK" => "a file callback",
        kind => &format!("a {kind} callback"),
    };
    let name = match resource.function.as_str() {
        "" => String::new(),
        name => format!(" {name}"),
    };
    match resource.place(sources) {
        Some(frame) => format!("{kind}{name} (scheduled at {frame})"),
        None => format!("{kind}{name}"),
    }
}

impl Environment {
    /// Arms the engine's watchdog.
    pub(crate) fn watch_blocking(self: &Rc<Self>) {
        let Some(blocked) = self.causes.as_ref().and_then(|causes| causes.blocked()) else {
            return;
        };
        let interval = (blocked.limit / 4).clamp(Duration::from_millis(1), LONGEST_INTERVAL);
        let weak = Rc::downgrade(self);
        self.context.vm().set_time_limit(interval, move |overrun| {
            let Some(environment) = weak.upgrade() else { return Verdict::Continue };
            environment.look_at_stack(|| overrun.backtrace(FRAMES));
            environment.interrupt.verdict()
        });
    }

    /// Tells of what has held the loop for too long, if the program is on the stack.
    fn look_at_stack(&self, stack: impl FnOnce() -> String) {
        let Some(blocked) = self.causes.as_ref().and_then(|causes| causes.blocked()) else {
            return;
        };
        let mut held = blocked.held.borrow_mut();
        let Some(held) = &mut *held else { return };
        if held.told != Told::Nothing {
            return;
        }
        // Also before the limit: on a busy machine the watchdog may not come again in time.
        let Some(frame) = user_frame(&stack(), &self.sources) else { return };
        held.seen = Some(frame.to_string());
        if held.started.elapsed() < blocked.limit {
            return;
        }
        let is_starved = matches!(held.what, What::Drain)
            && held.running.last().is_none_or(|(_, started)| started.elapsed() < blocked.limit / 2);
        blocked.tell(held, if is_starved { "have held" } else { "has held" }, self);
    }

    /// The program may have waited, in a call that is about to return to it.
    pub(crate) fn waited(&self, ctx: Ctx<'_>) {
        let Some(blocked) = self.causes.as_ref().and_then(|causes| causes.blocked()) else {
            return;
        };
        let is_late = |held: &Option<Held>| {
            held.as_ref().is_some_and(|held| held.started.elapsed() >= blocked.limit)
        };
        if is_late(&blocked.held.borrow()) {
            if let Some(held) = &mut *blocked.held.borrow_mut() {
                held.has_waited = true;
            }
            self.look_at_stack(|| ctx.backtrace(FRAMES));
        }
    }
}

const FRAMES: u32 = 64;

/// The watchdog comes at least so often: after that long a function of the program should have been seen.
const LONGEST_INTERVAL: Duration = Duration::from_millis(5);
