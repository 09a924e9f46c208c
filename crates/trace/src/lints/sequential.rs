//! Awaits in a loop, one after the other, that could all be under way at once.

use std::collections::HashMap;

use super::{Finding, Known, Lint};
use crate::export::{file_of, line_of};
use crate::model::{Model, Resource};

/// Fewer turns are not worth a word.
const FEWEST: usize = 3;

pub(super) fn find(model: &Model, known: &Known<'_>, found: &mut Vec<Finding>) {
    let mut places: HashMap<&str, Vec<&Resource>> = HashMap::new();
    for resource in model.resources.iter().filter(|resource| &*resource.kind == "await") {
        if let Some(position) = resource.position() {
            places.entry(position).or_default().push(resource);
        }
    }
    let mut places: Vec<(&str, Vec<&Resource>)> = places.into_iter().collect();
    places.retain(|(_, awaits)| in_a_row(awaits) >= FEWEST);
    places.sort_by_key(|(position, _)| *position);
    let mut lines: HashMap<&str, Vec<u32>> = HashMap::new();
    for (position, awaits) in places {
        let Some(file) = file_of(position) else { continue };
        let Some(line) = line_of(position) else { continue };
        let independent = lines.entry(file).or_insert_with(|| (known.independent_awaits)(file));
        if !independent.contains(&line) {
            continue;
        }
        let text = format!(
            "{} reads are awaited one after the other, and none needs another's result; one \
             Promise.all would have them all under way at once",
            in_a_row(&awaits),
        );
        let place = awaits.first().and_then(|first| model.place_of(first)).unwrap_or_default();
        let callback = awaits.first().and_then(|first| first.made_in);
        found.push(Finding::new(Lint::SequentialAwaits, place, text, callback));
    }
}

/// How many awaits of one place followed each other: each begins when the one before is over.
fn in_a_row(awaits: &[&Resource]) -> usize {
    let mut longest = 0;
    let mut row = 0;
    let mut before_ns = None;
    for waits in awaits {
        let follows = before_ns.is_some_and(|before_ns| waits.made_ns >= before_ns);
        row = if follows { row + 1 } else { 1 };
        longest = longest.max(row);
        before_ns = waits.first_callback_ns;
    }
    longest
}
