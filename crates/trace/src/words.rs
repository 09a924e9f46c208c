//! Callbacks in words: what one is, and why it ran when it did.

use std::fmt::Write;

use roundel_loop::HandleKind;

use crate::event::TurnKind;
use crate::model::{Callback, CallbackId, Model, Resource, Step};

const NS_PER_MS: f64 = 1e6;

/// A wait shorter than this is not worth a word.
const NOTICED_NS: u64 = 500_000;

/// Milliseconds, as short as they can be read: `0.02`, `1.5`, `120`.
pub fn ms(ns: u64) -> String {
    let ms = ns as f64 / NS_PER_MS;
    let digits = match ms {
        _ if ms >= 100.0 => 0,
        _ if ms >= 10.0 => 1,
        _ if ms >= 0.1 => 2,
        _ => 3,
    };
    let text = format!("{ms:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A place without the folders that all of the program's have in common with the working directory.
pub fn short_place(place: &str, folder: &str) -> String {
    let place = place.replace("file://", "");
    if folder.is_empty() { place } else { place.replace(&format!("{folder}/"), "") }
}

impl Model {
    /// Since the beginning of the recording.
    pub fn since_start_ns(&self, at_ns: u64) -> u64 {
        at_ns.saturating_sub(self.environments.first().map_or(0, |main| main.begin_ns))
    }

    fn folder(&self) -> &str {
        self.known("cwd").unwrap_or_default()
    }

    /// Where a resource was made, for people.
    pub fn place_of(&self, resource: &Resource) -> Option<String> {
        (!resource.place.is_empty()).then(|| short_place(&resource.place, self.folder()))
    }

    /// What a callback is: `the 10 ms timer of app.js:3:1`, `a promise job`.
    pub fn name(&self, callback: &Callback) -> String {
        let resource = self.resource(callback);
        let noun = self.noun(callback, resource);
        let function = resource.map_or("", |resource| &*resource.function);
        let function = if function.is_empty() { String::new() } else { format!(" {function}()") };
        match resource.and_then(|resource| self.place_of(resource)) {
            Some(place) => format!("{noun}{function} of {place}"),
            None => format!("{noun}{function}"),
        }
    }

    fn noun(&self, callback: &Callback, resource: Option<&Resource>) -> String {
        let detail = callback.detail();
        match &*callback.kind {
            "main" if callback.stream > 0 => format!("the script of worker {}", callback.stream),
            "main" => "the main script".to_owned(),
            "timer" => {
                let noun = if detail["repeats"] == true { "interval" } else { "timer" };
                match detail["ms"].as_f64() {
                    Some(ms) => format!("the {ms} ms {noun}"),
                    None => format!("the {noun}"),
                }
            }
            "immediate" => "the immediate".to_owned(),
            "tick" => "the tick".to_owned(),
            "microtask" => match resource.map(|resource| &*resource.kind) {
                Some("await") => "what follows the await".to_owned(),
                Some("then") => "the promise callback".to_owned(),
                Some("Microtask") => "the microtask".to_owned(),
                _ => "promise jobs".to_owned(),
            },
            "rejections" => "the report of unhandled rejections".to_owned(),
            "beforeExit" | "exit" => format!("the listeners of {}", callback.kind),
            "io" => match resource {
                Some(resource) => format!("the callback of {}", io_noun(resource)),
                None => match callback.handle {
                    Some(handle) => format!("an I/O callback ({})", handle.name()),
                    None => "an I/O callback".to_owned(),
                },
            },
            "close" => "a close callback".to_owned(),
            "phase" => format!("the {} phase", callback.phase_name()),
            "event" => match detail["type"].as_str() {
                Some(name) => format!("a listener of the event {name}"),
                None => "a listener of an event".to_owned(),
            },
            "task" => match detail["source"].as_str() {
                Some(source) => format!("a task of the {source} queue"),
                None => "a task".to_owned(),
            },
            "callback" => "a callback".to_owned(),
            kind => format!("the {kind}"),
        }
    }

    /// How a callback is written in a chain, with its number and its time.
    pub fn numbered(&self, callback: &Callback) -> String {
        let at = ms(self.since_start_ns(callback.begin_ns));
        format!("#{} {} at {at} ms", callback.id, self.name(callback))
    }

    fn numbered_id(&self, id: CallbackId) -> String {
        self.callback(id)
            .map_or_else(|| format!("#{id}"), |other| format!("#{id} ({})", self.name(other)))
    }

    /// What a step of a chain means.
    pub fn step_words(&self, step: Step) -> &'static str {
        match step {
            Step::Made(_) => "made by",
            Step::Settled(_) => "its promise was settled by",
            Step::Sent(_) => "what it reads was written by",
            Step::After(_) => "after",
            Step::Start => "",
        }
    }

    /// The sentence that says why a callback ran when it did, and not before.
    pub fn why(&self, callback: &Callback) -> String {
        let mut text = self.rule(callback);
        if let Some(wait) = self.wait(callback)
            && wait.waited_ns >= NOTICED_NS
            && matches!(&*callback.kind, "timer" | "io" | "immediate")
        {
            let _ = write!(text, " It waited {} ms", ms(wait.waited_ns));
            match wait.blame.first() {
                Some(blame) if blame.ns * 4 >= wait.waited_ns => {
                    let who = self.numbered_id(blame.callback);
                    let _ = write!(text, ": {who} ran for {} ms of that.", ms(blame.ns));
                }
                _ => text.push('.'),
            }
        }
        text
    }

    fn rule(&self, callback: &Callback) -> String {
        let made_in = callback.cause.map(|id| self.numbered_id(id));
        let iteration = match callback.iteration {
            0 => "before the first iteration".to_owned(),
            number => format!("of iteration {number}"),
        };
        if self.is_page() {
            return self.rule_of_page(callback);
        }
        match &*callback.kind {
            "main" => {
                "The main script runs first, as one callback, before the loop begins.".to_owned()
            }
            "timer" => {
                let due = callback.ready_ns.map_or(String::new(), |ready_ns| {
                    format!("It was due at {} ms. ", ms(self.since_start_ns(ready_ns)))
                });
                format!(
                    "{due}Timers that are due run in the timers phase: this was that {iteration}."
                )
            }
            "immediate" => {
                let cause = callback.cause.and_then(|id| self.callback(id));
                let from_check = cause.is_some_and(|cause| {
                    cause.phase == callback.phase && cause.iteration + 1 == callback.iteration
                });
                let rest = if from_check {
                    " It was made during a check phase, and what is made there waits for the next."
                } else {
                    ""
                };
                format!(
                    "Immediates run in the check phase, right after poll: this was that {iteration}.{rest}"
                )
            }
            "tick" => match made_in {
                Some(made_in) => format!(
                    "Ticks run when the callback that is running has returned, before promise jobs: \
                     this one was queued by {made_in}."
                ),
                None => "Ticks run when the callback that is running has returned, before promise \
                         jobs."
                    .to_owned(),
            },
            "microtask" => self.why_job(callback),
            "rejections" => "Rejections that nobody handled are reported when ticks and promise \
                             jobs have run."
                .to_owned(),
            "io" => self.why_io(callback),
            "close" => "Close callbacks run in the closing phase, after immediates.".to_owned(),
            "beforeExit" => "Nothing kept the loop alive any more.".to_owned(),
            "exit" => "The program ends.".to_owned(),
            _ => "It was its turn.".to_owned(),
        }
    }

    /// The loop is a browser's.
    fn is_page(&self) -> bool {
        matches!(self.known("loop"), Some("chrome" | "firefox"))
    }

    fn rule_of_page(&self, callback: &Callback) -> String {
        let rule = match &*callback.kind {
            "main" => "The script runs as one task.",
            "timer" => "A timer that is due becomes a task; one task runs at a time.",
            "microtask" => return self.why_job(callback).replace(" and no tick is left", ""),
            "frame callback" => "All frame callbacks that were asked for run when a frame is due.",
            "idle callback" => "Idle callbacks run when no task is ready.",
            "event" => "Listeners run where their event is dispatched.",
            "message" => "A message is a task of its own.",
            "scheduler task" => {
                "Tasks of a higher priority run first, those of one in their order."
            }
            "task" => "The oldest task of the queue that was chosen runs.",
            _ => "It was its turn.",
        };
        rule.to_owned()
    }

    fn why_job(&self, callback: &Callback) -> String {
        let Some(resource) = self.resource(callback) else {
            return "Promise jobs run when a callback has returned and no tick is left.".to_owned();
        };
        let settled = callback.queued_in.map(|id| self.numbered_id(id));
        match (settled, &*resource.kind) {
            (Some(settled), "Microtask") => format!(
                "It was queued by {settled}; jobs run in order when a callback has returned and no \
                 tick is left."
            ),
            (Some(settled), _) => format!(
                "What it waited for was settled by {settled}; promise jobs run in order when a \
                 callback has returned and no tick is left."
            ),
            (None, _) => {
                "Promise jobs run when a callback has returned and no tick is left.".to_owned()
            }
        }
    }

    fn why_io(&self, callback: &Callback) -> String {
        let at = callback.ready_ns.map(|ready_ns| ms(self.since_start_ns(ready_ns)));
        match (callback.handle, at) {
            (Some(HandleKind::Work), Some(at)) => format!(
                "A thread of the pool had done its work at {at} ms; finished work is called back in poll."
            ),
            (Some(HandleKind::Process), Some(at)) => {
                format!("The child had ended; poll found that at {at} ms.")
            }
            (Some(HandleKind::Signal), Some(at)) => {
                format!("The signal had come; poll found that at {at} ms.")
            }
            (Some(HandleKind::Wakeup), Some(at)) => {
                format!("Another thread had woken the loop; poll found that at {at} ms.")
            }
            (Some(_), Some(at)) => format!("Poll found its descriptor ready at {at} ms."),
            _ => "Poll brought it.".to_owned(),
        }
    }
}

/// What waits for the system, in words.
pub fn io_noun(resource: &Resource) -> String {
    kind_noun(&resource.kind)
}

/// Node's name for what waits for the system, in words. The names that Node's own log has are written in another way.
pub fn kind_noun(kind: &str) -> String {
    let noun = match kind.to_ascii_uppercase().as_str() {
        "FSREQCALLBACK" | "FSREQPROMISE" => "a file operation",
        "TCPWRAP" | "TCPSOCKETWRAP" => "a TCP socket",
        "TCPSERVERWRAP" => "a TCP server",
        "TCPCONNECTWRAP" => "a TCP connection",
        "PIPEWRAP" => "a pipe",
        "PIPESERVERWRAP" => "a pipe server",
        "PIPECONNECTWRAP" => "a pipe connection",
        "PROCESSWRAP" => "a child process",
        "SIGNALWRAP" => "a signal",
        "TTYWRAP" => "a terminal",
        "UDPWRAP" => "a datagram socket",
        "GETADDRINFOREQWRAP" | "GETNAMEINFOREQWRAP" => "a name lookup",
        "WORKER" => "a worker",
        "MESSAGEPORT" => "a message port",
        "FSEVENTWRAP" | "STATWATCHER" => "a watched file",
        "WRITEWRAP" => "a write",
        "SHUTDOWNWRAP" => "the end of writing",
        _ => kind,
    };
    noun.to_owned()
}

/// What a resource is, whether it has called back or not.
pub fn resource_noun(resource: &Resource) -> String {
    let detail: serde_json::Value = serde_json::from_str(&resource.detail).unwrap_or_default();
    match (&resource.turn, &*resource.kind) {
        (_, "Timeout") => {
            let noun = if detail["repeats"] == true { "interval" } else { "timer" };
            detail["ms"]
                .as_f64()
                .map_or_else(|| format!("a {noun}"), |ms| format!("a {ms} ms {noun}"))
        }
        (_, "Immediate") => "an immediate".to_owned(),
        (_, "TickObject") => "a tick".to_owned(),
        (_, "await") => "an await".to_owned(),
        (_, "then") => "a promise callback".to_owned(),
        (TurnKind::Entry, _) => io_noun(resource),
        (_, kind) => kind.to_owned(),
    }
}
