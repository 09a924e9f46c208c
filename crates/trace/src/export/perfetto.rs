//! Trace events, the JSON that ui.perfetto.dev and chrome://tracing read: phases, callbacks, queues and the pool as tracks,
//! arrows from cause to effect, counters for the lengths of queues.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::pool;
use crate::model::{Callback, Model};
use crate::summary::queue_of;

/// The tracks of an environment.
const PHASES: u32 = 1;
const CALLBACKS: u32 = 2;
const TICKS: u32 = 3;
const JOBS: u32 = 4;
const POOL: u32 = 10;

/// Writes one object with the list of events.
pub fn perfetto(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    let mut events = Events {
        out,
        is_first: true,
        start_ns: model.environments.first().map_or(0, |main| main.begin_ns),
    };
    events.out.write_all(b"{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")?;
    for environment in &model.environments {
        let pid = environment.stream + 1;
        let name = match environment.stream {
            0 => model.known("program").unwrap_or("roundel").to_owned(),
            number => format!("worker {number}"),
        };
        events.push(
            &json!({ "ph": "M", "pid": pid, "name": "process_name", "args": { "name": name } }),
        )?;
        for (tid, name) in
            [(PHASES, "phases"), (CALLBACKS, "callbacks"), (TICKS, "ticks"), (JOBS, "promise jobs")]
        {
            events.push(&json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": { "name": name } }))?;
            events.push(&json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_sort_index", "args": { "sort_index": tid } }))?;
        }
        for span in &environment.phases {
            let args = json!({ "iteration": span.iteration });
            events.span(pid, PHASES, span.phase.name(), span.begin_ns, span.end_ns, &args)?;
        }
        for poll in environment.polls.iter().filter(|poll| poll.waited_ns > 0) {
            let args = json!({ "ready": poll.ready });
            let from_ns = poll.end_ns.saturating_sub(poll.waited_ns).max(poll.begin_ns);
            events.span(pid, PHASES, "idle", from_ns, poll.end_ns, &args)?;
        }
    }
    for callback in model.shown() {
        let args = json!({
            "id": callback.id, "iteration": callback.iteration, "phase": callback.phase_name(), "why": model.why(callback),
        });
        let (pid, tid) = (callback.stream + 1, track(callback));
        events.span(pid, tid, &model.name(callback), callback.begin_ns, callback.end_ns, &args)?;
        let cause = model.step(callback.id).target().and_then(|id| model.callback(id));
        if let Some(cause) = cause.filter(|cause| !cause.is_hidden) {
            // An arrow must begin inside of its slice.
            let from_ns = cause.end_ns.saturating_sub(1).max(cause.begin_ns).min(callback.begin_ns);
            let arrow = |phase: &str, ts: f64, other: &Callback| {
                json!({
                    "ph": phase, "bp": "e", "cat": "cause", "name": "cause", "id": callback.id, "ts": ts,
                    "pid": other.stream + 1, "tid": track(other),
                })
            };
            events.push(&arrow("s", events.us(from_ns), cause))?;
            events.push(&arrow("f", events.us(callback.begin_ns), callback))?;
        }
    }
    for (lane, work) in pool::lanes(model) {
        let Some((from_ns, to_ns)) = work.ran else { continue };
        let resource = work.resource.map(|place| &model.resources[place]);
        let name = resource.map_or_else(|| "work".to_owned(), crate::words::io_noun);
        let (pid, tid) = (work.stream + 1, POOL + lane as u32);
        let label = format!("pool {}", lane + 1);
        events.push(&json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": { "name": label } }))?;
        events.span(pid, tid, &name, from_ns, to_ns, &json!({}))?;
    }
    counters(model, &mut events)?;
    events.out.write_all(b"\n]}\n")
}

fn track(callback: &Callback) -> u32 {
    match &*callback.kind {
        "tick" => TICKS,
        "microtask" => JOBS,
        _ => CALLBACKS,
    }
}

fn counters(model: &Model, events: &mut Events<'_>) -> io::Result<()> {
    let mut steps: BTreeMap<(u32, &str), Vec<(u64, i64)>> = BTreeMap::new();
    for resource in &model.resources {
        let Some(queue) = queue_of(&resource.kind) else { continue };
        let steps = steps.entry((resource.stream, queue)).or_default();
        steps.push((resource.made_ns, 1));
        let left = if queue == "timers" { None } else { resource.first_callback_ns };
        steps.extend(left.or(resource.gone_ns).map(|left_ns| (left_ns, -1)));
    }
    for ((stream, queue), mut steps) in steps {
        steps.sort_unstable();
        let mut count = 0;
        for (at_ns, step) in steps {
            count += step;
            let ts = events.us(at_ns);
            events.push(&json!({ "ph": "C", "pid": stream + 1, "name": queue, "ts": ts, "args": { "waiting": count } }))?;
        }
    }
    Ok(())
}

struct Events<'w> {
    out: &'w mut dyn Write,
    is_first: bool,
    start_ns: u64,
}

impl Events<'_> {
    fn us(&self, at_ns: u64) -> f64 {
        at_ns.saturating_sub(self.start_ns) as f64 / 1e3
    }

    fn span(
        &mut self,
        pid: u32,
        tid: u32,
        name: &str,
        begin_ns: u64,
        end_ns: u64,
        args: &Value,
    ) -> io::Result<()> {
        let (ts, dur) = (self.us(begin_ns), end_ns.saturating_sub(begin_ns) as f64 / 1e3);
        self.push(&json!({ "ph": "X", "pid": pid, "tid": tid, "name": name, "ts": ts, "dur": dur, "args": args }))
    }

    fn push(&mut self, event: &Value) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.out.write_all(b",\n")?;
        }
        write!(self.out, "{event}")
    }
}
