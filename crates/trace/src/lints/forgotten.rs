//! Async functions that are called and not awaited, and that had not done their work when their caller went on.

use std::collections::HashMap;

use super::{Finding, Forgotten, Known, Lint};
use crate::export::{file_of, line_of};
use crate::model::{Model, Resource};

pub(super) fn find(model: &Model, known: &Known<'_>, found: &mut Vec<Finding>) {
    let mut files: HashMap<&str, Vec<Forgotten>> = HashMap::new();
    let mut told: Vec<(&str, u32)> = Vec::new();
    let awaits = model.resources.iter().filter(|resource| &*resource.kind == "await");
    for resource in awaits {
        let Some(position) = resource.position() else { continue };
        let (Some(file), Some(line)) = (file_of(position), line_of(position)) else { continue };
        let forgotten = files.entry(file).or_insert_with(|| (known.forgotten_awaits)(file));
        let Some(call) = forgotten.iter().find(|call| call.awaits.contains(&line)) else {
            continue;
        };
        // Where it failed that has been told already.
        let is_told = found.iter().any(|other| {
            let here = |line| other.place.contains(&format!("{}:{line}:", model.short(file)));
            other.lint == Lint::FloatingPromise && call.awaits.iter().any(here)
        });
        if is_told || told.contains(&(file, call.line)) {
            continue;
        }
        told.push((file, call.line));
        let place = model.short(&format!("{file}:{}", call.line));
        let text = format!(
            "{}() is called without await, and {}; await it, return it, or say that it is meant \
             with void",
            call.function,
            consequence(model, resource)
        );
        found.push(Finding::new(Lint::FloatingPromise, place, text, resource.made_in));
    }
}

fn consequence(model: &Model, resource: &Resource) -> String {
    let place = model.place_of(resource).unwrap_or_default();
    if resource.is_alive() && resource.callbacks == 0 {
        format!("the program ended before it went on at {place}")
    } else {
        format!("who called it went on before what follows {place} was done")
    }
}
