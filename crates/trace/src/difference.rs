//! Two runs of one program: where they part, and what waited at that moment.

use crate::event::{Text, TurnKind};
use crate::model::{Callback, CallbackId, Model, Resource};
use crate::words::{ms, resource_noun};

/// The first callbacks that are not the same; `None` on the side of a run that was over by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    pub ordinary: Option<CallbackId>,
    pub here: Option<CallbackId>,
}

/// Where two runs part; `None` if they do not. What is drained after a callback follows from it and does not count.
pub fn parting(ordinary: &Model, here: &Model) -> Option<Parting> {
    let (one, other) = (turns(ordinary), turns(here));
    let shared = one
        .iter()
        .zip(&other)
        .take_while(|(a, b)| identity(ordinary, a) == identity(here, b))
        .count();
    let [one, other] = [one, other].map(|turns| turns.get(shared).map(|turn| turn.id));
    (one.is_some() || other.is_some()).then_some(Parting { ordinary: one, here: other })
}

fn turns(model: &Model) -> Vec<&Callback> {
    model.shown().filter(|callback| callback.stream == 0 && !callback.is_drained()).collect()
}

fn identity<'m>(model: &'m Model, callback: &'m Callback) -> (&'m Text, Option<[&'m Text; 3]>) {
    let made = model.resource(callback);
    (&callback.kind, made.map(|made| [&made.kind, &made.place, &made.function]))
}

/// A queue, and what is in it, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    pub name: &'static str,
    pub waiting: Vec<String>,
}

/// What waited at a moment, in the order in which it was made.
pub fn queues_at(model: &Model, at_ns: u64) -> Vec<Queue> {
    let names = ["ticks", "promise callbacks", "timers", "immediates", "the platform"];
    let mut queues = names.map(|name| Queue { name, waiting: Vec::new() });
    for resource in model.resources.iter().filter(|resource| waits_at(resource, at_ns)) {
        let place = match &*resource.kind {
            "TickObject" => 0,
            "await" | "then" | "Microtask" => 1,
            "Timeout" => 2,
            "Immediate" => 3,
            _ if resource.turn == TurnKind::Entry => 4,
            _ => continue,
        };
        let mut line = resource_noun(resource);
        let about: serde_json::Value = serde_json::from_str(&resource.detail).unwrap_or_default();
        if let (Some(operation), Some(path)) = (about["operation"].as_str(), about["path"].as_str())
        {
            line = format!("{operation} of {path}");
        }
        if let Some(made) = model.place_of(resource) {
            line = format!("{line}, made at {made}");
        }
        if let Some(delay_ms) = about["ms"].as_f64().filter(|_| place == 2) {
            let due_ns = resource.made_ns.saturating_add((delay_ms * 1e6) as u64);
            line = format!("{line}, due at {} ms", ms(model.since_start_ns(due_ns)));
        }
        queues[place].waiting.push(line);
    }
    queues.into_iter().filter(|queue| !queue.waiting.is_empty()).collect()
}

fn waits_at(resource: &Resource, at_ns: u64) -> bool {
    let repeats = resource.detail.contains("\"repeats\":true");
    let left_ns = match resource.first_callback_ns {
        Some(called_ns) if !repeats => Some(called_ns),
        _ => resource.gone_ns,
    };
    resource.stream == 0
        && !resource.place.is_empty()
        && resource.made_ns < at_ns
        && left_ns.is_none_or(|left_ns| left_ns >= at_ns)
}
