//! Queues that grow as long as the program runs.

use std::collections::BTreeMap;

use super::{Finding, Lint};
use crate::model::{Model, Resource};
use crate::summary::queue_of;
use crate::words::ms;

/// What is shorter at its end is no trouble yet.
const LONG: i64 = 1000;

/// A run that is shorter says nothing about growth.
const SHORTEST_NS: u64 = 200_000_000;

/// The run is looked at so many times; the queue has to be longer nearly every time.
const LOOKS: u64 = 10;
const GROWN: usize = 8;

/// How the length of a queue changes, and what was put into it.
#[derive(Default)]
struct Steps<'m> {
    changes: Vec<(u64, i64)>,
    places: BTreeMap<&'m str, usize>,
}

impl<'m> Steps<'m> {
    fn add(&mut self, from_ns: u64, to_ns: Option<u64>, made: Option<&'m Resource>) {
        self.changes.push((from_ns, 1));
        self.changes.extend(to_ns.map(|to_ns| (to_ns, -1)));
        if let Some(made) = made {
            *self.places.entry(&*made.place).or_default() += 1;
        }
    }
}

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    let Some(main) = model.environments.first() else { return };
    if main.end_ns.saturating_sub(main.begin_ns) < SHORTEST_NS {
        return;
    }
    let mut queues: BTreeMap<&'static str, Steps<'_>> = BTreeMap::new();
    for resource in model.resources.iter().filter(|resource| resource.stream == 0) {
        // A timer waits because it shall.
        if let Some(queue) = queue_of(&resource.kind).filter(|queue| *queue != "timers") {
            let left_ns = resource.first_callback_ns.or(resource.gone_ns);
            queues.entry(queue).or_default().add(resource.made_ns, left_ns, Some(resource));
        }
    }
    for work in model.works.iter().filter(|work| work.stream == 0) {
        let began_ns = work.ran.map(|(began_ns, _)| began_ns.max(work.queued_ns));
        let made = work.resource.and_then(|place| model.resources.get(place));
        queues.entry("jobs of the pool").or_default().add(work.queued_ns, began_ns, made);
    }
    for (queue, mut steps) in queues {
        steps.changes.sort_unstable();
        let Some(length) = grown(&steps.changes, main.begin_ns, main.end_ns) else { continue };
        let most = steps.places.iter().filter(|(place, _)| !place.is_empty());
        let place = most.max_by_key(|(_, count)| **count).map(|(place, _)| model.short(place));
        let text = format!(
            "{queue} come faster than they are done: {length} of them waited at the end, after {} ms",
            ms(main.end_ns.saturating_sub(main.begin_ns)),
        );
        found.push(Finding::new(Lint::GrowingQueue, place.unwrap_or_default(), text, None));
    }
}

/// The length at the end of a queue that has grown all the time.
fn grown(changes: &[(u64, i64)], begin_ns: u64, end_ns: u64) -> Option<i64> {
    let mut lengths = Vec::new();
    let mut changes = changes.iter().peekable();
    let mut length = 0;
    for look in 1..=LOOKS {
        let at_ns = begin_ns + (end_ns - begin_ns) / LOOKS * look;
        while let Some((_, step)) = changes.next_if(|(changed_ns, _)| *changed_ns <= at_ns) {
            length += step;
        }
        lengths.push(length);
    }
    let rises = lengths.windows(2).filter(|pair| pair[1] > pair[0]).count();
    let last = lengths.last().copied().unwrap_or_default();
    let is_highest = lengths.iter().all(|length| *length <= last);
    (rises >= GROWN && is_highest && last >= LONG).then_some(last)
}
