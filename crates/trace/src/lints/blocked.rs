//! Callbacks that hold the loop, and ticks and promise jobs that never let it go on.

use super::{Finding, Lint};
use crate::model::{Callback, Model, Note};
use crate::words::ms;

/// The note of the runtime that a function of the program was seen while the loop was held.
const NOTE: &str = "blocked-loop";

/// What is known of a run in which the runtime notes such things.
const NOTED: &str = "lints";

/// A function may be seen for the first time when its callback is just over.
const LATE_NS: u64 = 50_000_000;

/// A queue that is starved by fewer is held by one of them.
const FEWEST: usize = 20;

pub(super) fn find(model: &Model, limit_ns: u64, found: &mut Vec<Finding>) {
    let notes: Vec<&Note> = model.notes.iter().filter(|note| &*note.lint == NOTE).collect();
    for callback in model.callbacks.iter().filter(|callback| is_candidate(model, callback)) {
        if callback.self_ns < limit_ns {
            continue;
        }
        // A script that has only begun delays nobody until something is ready.
        if &*callback.kind == "main" && !has_victim(model, callback, limit_ns) {
            continue;
        }
        let Some(place) = seen(model, &notes, callback.stream, callback.begin_ns, callback.end_ns)
        else {
            continue;
        };
        let name = model.name(callback);
        let text = format!("{name} held the loop for {} ms", ms(callback.self_ns));
        let place = if place.is_empty() { own_place(model, callback) } else { place };
        found.push(Finding::new(Lint::BlockedLoop, place, text, Some(callback.id)));
    }
    starvation(model, limit_ns, &notes, found);
}

/// A phase is only where others run, and so is a drain of jobs that are known one by one.
fn is_candidate(model: &Model, callback: &Callback) -> bool {
    let is_drain = &*callback.kind == "microtask" && model.resource(callback).is_none();
    !callback.is_hidden && !is_drain && !matches!(&*callback.kind, "exit" | "rejections")
}

fn own_place(model: &Model, callback: &Callback) -> String {
    let resource = model.resource(callback);
    resource.and_then(|resource| model.place_of(resource)).unwrap_or_default()
}

/// The function of the program that was seen in a span of time, or an empty text. The runtime knows whether the span was
/// the program's or the machine's, which was busy with something else: then there is `None`.
fn seen(model: &Model, notes: &[&Note], stream: u32, begin_ns: u64, end_ns: u64) -> Option<String> {
    if model.known(NOTED).is_none() {
        return Some(String::new());
    }
    let until_ns = end_ns.saturating_add(LATE_NS);
    let is_there =
        |note: &&&Note| note.stream == stream && (begin_ns..=until_ns).contains(&note.at_ns);
    let there = || notes.iter().filter(is_there);
    let named = there().find(|note| !note.place.is_empty()).or_else(|| there().next());
    named.map(|note| model.short(&note.place))
}

/// Something was ready while it ran, for a good part of the limit.
fn has_victim(model: &Model, callback: &Callback, limit_ns: u64) -> bool {
    model.callbacks.iter().any(|other| {
        let waits = other.stream == callback.stream
            && other.begin_ns >= callback.end_ns
            && matches!(&*other.kind, "timer" | "immediate" | "io");
        waits
            && other.ready_ns.is_some_and(|ready_ns| {
                ready_ns >= callback.begin_ns
                    && callback.end_ns.saturating_sub(ready_ns) >= limit_ns / 2
            })
    })
}

/// Ticks and promise jobs that are drained one after the other for so long that the loop starves.
fn starvation(model: &Model, limit_ns: u64, notes: &[&Note], found: &mut Vec<Finding>) {
    let jobs: Vec<&Callback> = model.callbacks.iter().filter(|job| !job.is_hidden).collect();
    for group in jobs.chunk_by(|a, b| {
        a.is_drained() && b.is_drained() && a.stream == b.stream && a.iteration == b.iteration
    }) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let span_ns = last.end_ns.saturating_sub(first.begin_ns);
        let longest_ns = group.iter().map(|job| job.self_ns).max().unwrap_or_default();
        let is_starving = first.is_drained()
            && group.len() >= FEWEST
            && span_ns >= limit_ns
            && longest_ns < limit_ns;
        if !is_starving {
            continue;
        }
        let ticks = group.iter().filter(|job| &*job.kind == "tick").count();
        let kind = if ticks * 2 > group.len() { "ticks" } else { "promise jobs" };
        let Some(place) = seen(model, notes, first.stream, first.begin_ns, last.end_ns) else {
            continue;
        };
        let place = if place.is_empty() { own_place(model, last) } else { place };
        let text = format!(
            "{} {kind} in a row kept the loop from going on for {} ms; the last was {}",
            group.len(),
            ms(span_ns),
            model.name(last),
        );
        found.push(Finding::new(Lint::Starvation, place, text, Some(last.id)));
    }
}
