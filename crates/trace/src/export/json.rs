//! One JSON object a line, for tools. docs/trace.md describes the keys.

use std::io::{self, Write};

use serde_json::{Map, Value, json as object};

use crate::lints::Finding;
use crate::model::{Callback, Model};

/// Writes everything: what is known of the run, its callbacks in order, what it printed, jobs of the pool, choices, what
/// lints have found.
pub fn json(model: &Model, findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    let info: Map<String, Value> =
        model.info.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    writeln!(
        out,
        "{}",
        object!({ "type": "run", "info": info, "cut": model.is_cut, "ring": model.is_ring })
    )?;
    for callback in &model.callbacks {
        writeln!(out, "{}", Value::Object(record(model, callback)))?;
    }
    for print in &model.prints {
        let at = model.since_start_ns(print.at_ns);
        writeln!(
            out,
            "{}",
            object!({
                "type": "print", "callback": print.callback, "fd": print.fd, "text": &*print.text,
                "at": at, "environment": print.stream,
            })
        )?;
    }
    for work in &model.works {
        let resource = work.resource.map(|place| &model.resources[place]);
        writeln!(
            out,
            "{}",
            object!({
                "type": "work", "queuedIn": work.queued_in, "kind": resource.map(|resource| &*resource.kind),
                "queued": model.since_start_ns(work.queued_ns),
                "began": work.ran.map(|(from, _)| model.since_start_ns(from)),
                "ended": work.ran.map(|(_, to)| model.since_start_ns(to)), "environment": work.stream,
            })
        )?;
    }
    for choice in &model.choices {
        writeln!(
            out,
            "{}",
            object!({
                "type": "choice", "point": &*choice.point, "of": choice.of, "chosen": choice.chosen,
                "after": choice.after, "at": model.since_start_ns(choice.at_ns), "environment": choice.stream,
            })
        )?;
    }
    for finding in findings {
        writeln!(
            out,
            "{}",
            object!({
                "type": "finding", "lint": finding.lint.name(), "place": finding.place,
                "text": finding.text, "callback": finding.callback, "count": finding.count,
            })
        )?;
    }
    for environment in &model.environments {
        writeln!(
            out,
            "{}",
            object!({
                "type": "end", "environment": environment.stream, "iterations": environment.iterations.len(),
                "code": environment.exit_code, "stopped": environment.stopped.as_deref(),
                "at": model.since_start_ns(environment.end_ns),
            })
        )?;
    }
    Ok(())
}

fn record(model: &Model, callback: &Callback) -> Map<String, Value> {
    let mut record = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            record.insert(key.to_owned(), value);
        }
    };
    put("type", "callback".into());
    put("id", callback.id.into());
    put("kind", (&*callback.kind).into());
    put("phase", callback.phase_name().into());
    put("iteration", callback.iteration.into());
    put("environment", callback.stream.into());
    put("begin", model.since_start_ns(callback.begin_ns).into());
    put("end", model.since_start_ns(callback.end_ns).into());
    put("self", callback.self_ns.into());
    put("ready", callback.ready_ns.map(|ready_ns| model.since_start_ns(ready_ns)).into());
    put("detail", callback.detail());
    put("parent", callback.parent.into());
    put("cause", callback.cause.into());
    put("settledBy", callback.queued_in.into());
    put("sentBy", callback.sent_in.into());
    if !callback.after.is_empty() {
        put("after", callback.after.clone().into());
    }
    if let Some(resource) = model.resource(callback) {
        put("resource", (&*resource.kind).into());
        put("asyncId", resource.async_id.into());
        put("triggerAsyncId", resource.trigger_async_id.into());
        put("place", resource.position().into());
        if !resource.function.is_empty() {
            put("function", (&*resource.function).into());
        }
    }
    let touched = model.resource(callback).filter(|_| callback.detail.is_none());
    if let Some(touched) = touched.and_then(|made| serde_json::from_str(&made.detail).ok()) {
        put("detail", touched);
    }
    put("handle", callback.handle.map(|handle| handle.name()).into());
    put("name", model.name(callback).into());
    record
}
