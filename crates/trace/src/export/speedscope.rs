//! The file format of speedscope.app: callbacks as a flame chart, one profile per environment.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::{file_of, line_of};
use crate::model::{Callback, Model};

/// Writes one object.
pub fn speedscope(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    let mut frames = Frames::default();
    let profiles: Vec<Value> = model
        .environments
        .iter()
        .map(|environment| {
            let end_ns = environment.end_ns;
            let events = events(model, environment.stream, end_ns, &mut frames);
            json!({
                "type": "evented",
                "name": if environment.stream == 0 { "main".to_owned() } else { format!("worker {}", environment.stream) },
                "unit": "nanoseconds",
                "startValue": 0,
                "endValue": model.since_start_ns(end_ns),
                "events": events,
            })
        })
        .collect();
    let file = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": model.known("program"),
        "exporter": "roundel trace",
        "shared": { "frames": frames.list },
        "profiles": profiles,
    });
    writeln!(out, "{file}")
}

#[derive(Default)]
struct Frames {
    list: Vec<Value>,
    numbers: HashMap<String, usize>,
}

impl Frames {
    fn number(&mut self, model: &Model, callback: &Callback) -> usize {
        let name = model.name(callback);
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let position = model.resource(callback).and_then(|resource| resource.position());
        let mut frame = json!({ "name": name });
        if let Some(position) = position {
            frame["file"] = file_of(position).into();
            frame["line"] = line_of(position).into();
        }
        self.list.push(frame);
        self.numbers.insert(name, self.list.len() - 1);
        self.list.len() - 1
    }
}

/// Opens and closes in order: what is open closes no later than what it is in.
fn events(model: &Model, stream: u32, end_ns: u64, frames: &mut Frames) -> Vec<Value> {
    let mut events = Vec::new();
    let mut open: Vec<(usize, u64)> = Vec::new();
    let close = |open: &mut Vec<(usize, u64)>, until_ns: u64, events: &mut Vec<Value>| {
        while let Some(&(frame, at_ns)) = open.last()
            && at_ns <= until_ns
        {
            open.pop();
            events.push(json!({ "type": "C", "frame": frame, "at": model.since_start_ns(at_ns) }));
        }
    };
    for callback in model.shown().filter(|callback| callback.stream == stream) {
        close(&mut open, callback.begin_ns, &mut events);
        let frame = frames.number(model, callback);
        let outer_ns = open.last().map_or(end_ns, |&(_, at_ns)| at_ns);
        let at = model.since_start_ns(callback.begin_ns);
        events.push(json!({ "type": "O", "frame": frame, "at": at }));
        open.push((
            frame,
            callback.end_ns.clamp(callback.begin_ns, outer_ns.max(callback.begin_ns)),
        ));
    }
    close(&mut open, u64::MAX, &mut events);
    events
}
