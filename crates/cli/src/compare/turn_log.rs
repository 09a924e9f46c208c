//! Reads the log that `--turn-log` writes: turns, and what was printed in them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::line::{Joiner, Line, Stream};

/// One turn of a loop, as the log tells of it.
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

/// Reads `text`; what is cut off at its end (the run was killed) is left out.
pub(super) fn parse(text: &str, program: &Path) -> Log {
    let mut log = Log::default();
    let mut joiner = Joiner::new();
    for record in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if let Some(id) = record["turn"].as_u64().filter(|_| record["kind"].is_string()) {
            log.turns.insert(id, turn(id, &record, program));
        } else if let (Some(fd), Some(text)) = (record["write"].as_u64(), record["text"].as_str()) {
            let stream = if fd == 2 { Stream::Stderr } else { Stream::Stdout };
            joiner.add(stream, text, record["turn"].as_u64().filter(|&id| id != 0));
        } else if record["stopped"] == "max-time" {
            log.is_out_of_time = true;
        }
    }
    log.lines = joiner.finish();
    log
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

fn turn(id: u64, record: &Value, program: &Path) -> Turn {
    let text = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
    let after =
        record["after"].as_array().map(|ids| ids.iter().filter_map(Value::as_u64).collect());
    Turn {
        id,
        kind: text("kind"),
        phase: text("phase"),
        iteration: record["iteration"].as_u64().unwrap_or_default(),
        ms: record["ms"].as_f64().unwrap_or_default(),
        detail: record["detail"].clone(),
        cause: record["cause"].as_u64(),
        place: record["place"].as_str().map(str::to_owned),
        at: record["place"].as_str().and_then(|place| shorten(place, program)),
        after: after.unwrap_or_default(),
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

    #[test]
    fn turns_lines_and_a_cut_end() {
        let text = concat!(
            r#"{"turn":1,"kind":"main","phase":"none","iteration":0,"ms":0}"#,
            "\n",
            r#"{"write":1,"turn":1,"text":"a\n"}"#,
            "\n",
            r#"{"stopped":"max-time","ms":5}"#,
            "\n",
            r#"{"write":1,"tu"#,
        );
        let log = parse(text, Path::new("a.js"));
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
