//! What makes a failing run differ from the ordinary one, read from the logs of both.
//!
//! The decisions are those that the failing run answered otherwise, each with what the two answers stand for. The swap is the
//! first callback that one run has where the other has another: what now comes before what.

use serde_json::Value;

use super::program::Program;
use super::questions::{Event, Log};

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Story {
    pub(super) decisions: Vec<Decision>,
    pub(super) swap: Option<Swap>,
}

/// A question that was answered otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decision {
    /// As a guide writes it.
    pub(super) departure: String,
    pub(super) question: &'static str,
    pub(super) ordinary: String,
    pub(super) here: String,
}

/// Two callbacks that have changed places.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swap {
    /// Runs here, where the ordinary run has the other.
    pub(super) first: Callback,
    /// What the ordinary run has there; `None` if it was over by then.
    pub(super) then: Option<Callback>,
}

/// A callback, by where it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Callback {
    pub(super) kind: String,
    pub(super) function: String,
    pub(super) place: Option<String>,
    /// The line of the source.
    pub(super) line: Option<String>,
}

pub(super) fn tell(program: &Program, ordinary: &Log, here: &Log) -> Story {
    let decisions = here.events.iter().filter_map(|event| match event {
        Event::Asked(at, labels) => {
            let question = &here.questions[*at];
            let told = |answer: usize| labels.get(answer).map(|label| happening(program, label));
            question.departs().then(|| Decision {
                departure: question.answered(question.chosen).to_string(),
                question: asked(&question.point),
                ordinary: told(question.plain).unwrap_or_default(),
                here: told(question.chosen).unwrap_or_default(),
            })
        }
        _ => None,
    });
    let labelled: Vec<Decision> = decisions.collect();
    // Questions without labels have answers that are numbers.
    let decisions = here.questions.iter().filter(|question| question.departs()).map(|question| {
        let departure = question.answered(question.chosen).to_string();
        let known = labelled.iter().find(|decision| decision.departure == departure);
        known.cloned().unwrap_or_else(|| Decision {
            departure,
            question: asked(&question.point),
            ordinary: number(&question.point, question.plain),
            here: number(&question.point, question.chosen),
        })
    });
    Story { decisions: decisions.collect(), swap: swap(program, ordinary, here) }
}

fn swap(program: &Program, ordinary: &Log, here: &Log) -> Option<Swap> {
    let (ordinary, here) = (began(ordinary), began(here));
    let is_same = |(a, b): &(&&Value, &&Value)| identity(a) == identity(b);
    let shared = ordinary.iter().zip(&here).take_while(is_same).count();
    let first = here.get(shared)?;
    Some(Swap {
        first: callback(program, first),
        then: ordinary.get(shared).map(|value| callback(program, value)),
    })
}

/// The callbacks of a run that come from outside the program: what a callback leaves to be done follows it anyhow.
fn began(log: &Log) -> Vec<&Value> {
    let drained = |value: &&Value| !matches!(value["kind"].as_str(), Some("tick" | "microtask"));
    let began = log.events.iter().filter_map(|event| match event {
        Event::Began(value) => Some(value),
        _ => None,
    });
    began.filter(drained).collect()
}

fn identity(value: &Value) -> (&Value, &Value, &Value) {
    (&value["kind"], &value["place"], &value["function"])
}

fn callback(program: &Program, value: &Value) -> Callback {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let place = value["place"].as_str().map(str::to_owned);
    let line = place.as_deref().and_then(|place| program.line_of(place)).map(str::to_owned);
    let kind = told_operation(&value["detail"]).unwrap_or_else(|| told_kind(&text("kind")));
    Callback { kind, function: text("function"), place, line }
}

/// What happens by an answer.
fn happening(program: &Program, label: &Value) -> String {
    let is = &label["is"];
    let told_kind = |kind: &str| told_operation(&is["detail"]).unwrap_or_else(|| told_kind(kind));
    let name = is["kind"].as_str().or(label["label"].as_str()).unwrap_or_default();
    let from = match is["place"].as_str() {
        Some(place) => format!(" from {}", shown_place(program, place)),
        None => String::new(),
    };
    match label["sort"].as_str().unwrap_or_default() {
        "job" => format!("{}{from} is over", told_kind(name)),
        "descriptor" => format!("{}{from} hears from its other end", told_kind(name)),
        "wakeup" => format!("{}{from} is woken up", told_kind(name)),
        "deadline" => "nothing before the next timer is due".to_owned(),
        _ => "nothing more in this poll".to_owned(),
    }
}

/// The file as it was given, where it is the program's.
pub(super) fn shown_place(program: &Program, place: &str) -> String {
    let Some((file, line, column)) = super::program::split_place(place) else {
        return place.to_owned();
    };
    let is_program = program
        .file
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| file.rsplit('/').next() == Some(name));
    let file = if is_program { program.name() } else { file.to_owned() };
    format!("{file}:{line}:{column}")
}

/// A file operation, with the file.
fn told_operation(detail: &Value) -> Option<String> {
    let operation = detail["operation"].as_str()?;
    Some(match detail["path"].as_str() {
        Some(path) => format!("{operation} of {path}"),
        None => operation.to_owned(),
    })
}

/// What people call it.
fn told_kind(kind: &str) -> String {
    match kind {
        "FSREQCALLBACK" | "FSReqCallback" => "a file operation",
        "GETADDRINFOREQWRAP" | "GETNAMEINFOREQWRAP" => "a name lookup",
        "TCPWRAP" | "TCPSERVERWRAP" | "TCPCONNECTWRAP" => "a socket",
        "PIPEWRAP" | "PIPESERVERWRAP" | "PIPECONNECTWRAP" => "a pipe",
        "PROCESSWRAP" => "a child process",
        "MESSAGEPORT" => "a message port",
        "HTTPINCOMINGMESSAGE" => "an HTTP request",
        "HTTPCLIENTREQUEST" => "an HTTP response",
        "timer" | "Timeout" => "a timer",
        "immediate" | "Immediate" => "an immediate",
        "main" => "the main script",
        "" => "something",
        other => return other.to_owned(),
    }
    .to_owned()
}

fn asked(point: &str) -> &'static str {
    match point {
        "next" => "what happens next?",
        "ready" => "which ready descriptor is served next?",
        "mail" => "do finished jobs and wakeups come before ready descriptors?",
        "wakeup" => "which wakeup is called next?",
        "job" => "which waiting job is done next?",
        "clock" => "has a millisecond passed?",
        "read" => "how much does one read give?",
        "write" => "how much does one write take?",
        "refusal" => "is a refused connection told at once?",
        "first-timers" => "has a millisecond passed before the first timers pass?",
        "frame" => "when does the first frame fall?",
        "queues" => "how are task queues served?",
        "task" => "which ready task queue is served next?",
        "fault-econnreset" => "is the connection reset?",
        "fault-epipe" => "is the connection closed?",
        "fault-econnrefused" => "is the connection refused?",
        "fault-lost" => "is the datagram lost?",
        "fault-emfile" => "are there no descriptors left?",
        "fault-enospc" => "is the disk full?",
        "fault-dns" => "does the name server fail to answer?",
        "fault-kill" => "is the child killed?",
        "fault-clock" => "is the clock of the system set?",
        _ => "what does the platform do?",
    }
}

fn number(point: &str, answer: usize) -> String {
    if point == "fault-clock" {
        let set = ["no", "an hour forward (fault: clock)", "an hour back (fault: clock)"];
        return set.get(answer).copied().unwrap_or("otherwise").to_owned();
    }
    if let Some(fault) = point.strip_prefix("fault-") {
        return if answer == 0 { "no".to_owned() } else { format!("yes (fault: {fault})") };
    }
    match (point, answer) {
        ("mail" | "refusal", 0) => "no",
        ("mail" | "refusal", _) => "yes",
        ("clock", 0) => "no",
        ("clock", _) => "yes",
        ("first-timers", 0) => "yes: a 1 ms timer fires before the first immediate",
        ("first-timers", _) => "no: the first immediate runs before a 1 ms timer",
        ("read" | "write", 0) => "all of it",
        ("read" | "write", 1) => "one byte",
        ("read" | "write", 2) => "half of it",
        ("read" | "write", _) => "nothing yet",
        ("frame", 0) => "late",
        ("frame", _) => "early",
        _ => return format!("number {}", answer + 1),
    }
    .to_owned()
}
