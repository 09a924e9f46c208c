//! Turns, and what was printed in them, as a trace tells of them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use roundel_trace::model::{Callback, Resource};
use roundel_trace::{Model, read};
use serde_json::Value;

use super::line::{Joiner, Line, Stream};

/// The environment that the program runs in; others are its workers.
const MAIN: u32 = 0;

/// One turn of a loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Turn {
    pub(super) id: u64,
    pub(super) kind: String,
    /// `none` outside of the loop.
    pub(super) phase: String,
    pub(super) iteration: u64,
    /// The loop's clock.
    pub(super) ms: f64,
    pub(super) detail: Value,
    /// The turn that scheduled it.
    pub(super) cause: Option<u64>,
    /// Where in the program that was: `file:line:column`.
    pub(super) place: Option<String>,
    /// The same for people: `line 3`, or `other.js:3` in a file that is not the program's own.
    pub(super) at: Option<String>,
    /// The callbacks it follows, if it is a tick, a microtask or the report of rejections.
    pub(super) after: Vec<u64>,
}

/// A whole log.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) turns: BTreeMap<u64, Turn>,
    pub(super) lines: Vec<Line>,
    /// `--max-time` ended the run.
    pub(super) is_out_of_time: bool,
}

/// Reads a trace; what is cut off at its end (the run was killed) is left out.
pub(super) fn parse(bytes: &[u8], program: &Path) -> io::Result<Log> {
    // A run that could not even begin leaves an empty file.
    if bytes.is_empty() {
        return Ok(Log::default());
    }
    Ok(log(&Model::new(&read(bytes).map_err(io::Error::other)?), program))
}

fn log(model: &Model, program: &Path) -> Log {
    let mut joiner = Joiner::new();
    for print in model.prints.iter().filter(|print| print.stream == MAIN) {
        let stream = if print.fd == 2 { Stream::Stderr } else { Stream::Stdout };
        joiner.add(stream, &print.text, print.callback.map(u64::from));
    }
    let callbacks = model.callbacks.iter().filter(|callback| callback.stream == MAIN);
    let main = model.environments.first();
    Log {
        turns: callbacks
            .map(|callback| (callback.id.into(), turn(callback, model, program)))
            .collect(),
        lines: joiner.finish(),
        is_out_of_time: main.is_some_and(|main| main.stopped.as_deref() == Some("max-time")),
    }
}

/// Those of `turns` that printed one of `lines`, and what scheduled them or came before them: a program that never ends
/// has many others.
pub(super) fn behind(lines: &[Line], mut turns: BTreeMap<u64, Turn>) -> BTreeMap<u64, Turn> {
    let mut wanted: Vec<u64> = lines.iter().filter_map(|line| line.turn).collect();
    let mut kept = BTreeMap::new();
    while let Some(id) = wanted.pop() {
        if let Some(turn) = turns.remove(&id) {
            wanted.extend(turn.cause.iter().chain(&turn.after));
            kept.insert(id, turn);
        }
    }
    kept
}

fn turn(callback: &Callback, model: &Model, program: &Path) -> Turn {
    let resource = model.resource(callback);
    let place = resource.and_then(Resource::position).filter(|_| callback.cause.is_some());
    Turn {
        id: callback.id.into(),
        kind: callback.kind.to_string(),
        phase: callback.phase_name().to_owned(),
        iteration: callback.iteration,
        // Thousandths are enough to tell frames apart and short enough to read.
        ms: (callback.loop_ns as f64 / 1e3).round() / 1e3,
        detail: callback.detail(),
        cause: callback.cause.map(u64::from),
        place: place.map(str::to_owned),
        at: place.and_then(|place| shorten(place, program)),
        after: callback.after.iter().copied().map(u64::from).collect(),
    }
}

/// `file:line:column` or `file:line` as people say it.
fn shorten(place: &str, program: &Path) -> Option<String> {
    let mut parts = place.rsplit(':');
    let numbers = place.rsplit(':').take_while(|part| part.parse::<u32>().is_ok()).count().min(2);
    let line = parts.nth(numbers.checked_sub(1)?)?;
    let file = place.rsplitn(numbers + 1, ':').last()?;
    let file = Path::new(file.strip_prefix("file://").unwrap_or(file));
    if file.file_name() == program.file_name() {
        return Some(format!("line {line}"));
    }
    Some(format!("{}:{line}", file.file_name()?.to_string_lossy()))
}

impl Turn {
    /// The delay of a timer as its loop counts it.
    pub(super) fn delay_ms(&self) -> Option<f64> {
        self.detail["ms"].as_f64().filter(|_| self.kind == "timer")
    }

    /// Ticks and microtasks: what runs between two callbacks.
    pub(super) fn is_drained(&self) -> bool {
        matches!(self.kind.as_str(), "tick" | "microtask")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roundel_trace::{Entry, Event, Recording, Timed};

    #[test]
    fn turns_lines_and_an_end() {
        let events = [
            Event::EntryBegin(Entry::Main),
            Event::Printed { fd: 1, text: "a\n".into() },
            Event::Stopped("max-time".into()),
        ];
        let events = events.map(|event| Timed { at_ns: 1, event }).to_vec();
        let streams = vec![roundel_trace::Stream { number: MAIN, events }];
        let recording = Recording { streams, ..Recording::default() };
        let log = log(&Model::new(&recording), Path::new("a.js"));
        assert_eq!(log.turns[&1].kind, "main");
        assert_eq!(log.lines, [Line { stream: Stream::Stdout, text: "a".into(), turn: Some(1) }]);
        assert!(log.is_out_of_time);
    }

    #[test]
    fn turns_behind_a_line_are_kept() {
        let turn = |id, cause| (id, Turn { id, cause, ..Turn::default() });
        let turns = BTreeMap::from([turn(1, None), turn(2, Some(1)), turn(3, Some(1))]);
        let lines = [Line { stream: Stream::Stdout, text: String::new(), turn: Some(3) }];
        assert_eq!(behind(&lines, turns).into_keys().collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn a_place_is_its_line_and_a_file_that_is_not_the_programs() {
        let program = Path::new("/a/b.js");
        assert_eq!(shorten("/a/b.js:3:7", program).as_deref(), Some("line 3"));
        assert_eq!(shorten("file:///a/b.js:12", program).as_deref(), Some("line 12"));
        assert_eq!(shorten("/a/c.js:5:1", program).as_deref(), Some("c.js:5"));
        assert_eq!(shorten("nowhere", program), None);
    }
}
