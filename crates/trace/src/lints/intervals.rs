//! Intervals whose work takes longer than they leave for it.

use std::collections::BTreeMap;

use super::{Finding, Lint};
use crate::model::{Callback, Model};
use crate::words::ms;

/// Fewer callbacks say nothing about an interval.
const FEWEST: usize = 3;

/// What is quicker than this depends on the machine rather than on the program.
const NOTICED_NS: u64 = 10_000_000;

const NS_PER_MS: f64 = 1e6;

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    let mut runs: BTreeMap<usize, Vec<&Callback>> = BTreeMap::new();
    for callback in model.callbacks.iter().filter(|callback| &*callback.kind == "timer") {
        if let Some(place) = callback.resource.filter(|_| callback.detail()["repeats"] == true) {
            runs.entry(place).or_default().push(callback);
        }
    }
    for (place, callbacks) in &runs {
        let resource = &model.resources[*place];
        let Some(period_ms) = callbacks[0].detail()["ms"].as_f64() else { continue };
        let period_ns = (period_ms * NS_PER_MS) as u64;
        if callbacks.len() < FEWEST {
            continue;
        }
        let at = model.place_of(resource).unwrap_or_default();
        let mut took: Vec<u64> = callbacks.iter().map(|callback| callback.run_ns()).collect();
        took.sort_unstable();
        let usual_ns = took[took.len() / 2];
        if usual_ns >= period_ns && usual_ns >= NOTICED_NS {
            let text = format!(
                "an interval of {period_ms} ms does work that takes {} ms, so the loop does little \
                 else",
                ms(usual_ns)
            );
            found.push(Finding::new(Lint::SlowInterval, at, text, Some(callbacks[0].id)));
            continue;
        }
        let overlapping = most_at_once(model, callbacks);
        if overlapping >= FEWEST && period_ns >= NOTICED_NS {
            let text = format!(
                "an interval of {period_ms} ms begins work that is not over when the next begins: \
                 up to {overlapping} were under way at once"
            );
            found.push(Finding::new(Lint::SlowInterval, at, text, Some(callbacks[0].id)));
        }
    }
}

/// How many of an interval's callbacks had, at the same time, an `await` of their own that was not over. It has to grow:
/// work that is merely longer than the period has always the same number under way.
fn most_at_once(model: &Model, callbacks: &[&Callback]) -> usize {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for callback in callbacks {
        // An async function that the timer calls waits for the first time inside the timer's callback.
        let mut span: Option<(u64, u64)> = None;
        let mut next = Some(callback.id);
        while let Some(id) = next {
            let waits = model
                .resources
                .iter()
                .find(|resource| &*resource.kind == "await" && resource.made_in == Some(id));
            let Some(waits) = waits else { break };
            let end_ns = waits.first_callback_ns.unwrap_or(u64::MAX);
            span = Some((callback.begin_ns, end_ns));
            next = resumed(model, waits.first_callback_ns, waits.made_ns);
        }
        spans.extend(span);
    }
    let under_way = |at_ns: u64| spans.iter().filter(|(a, b)| (*a..*b).contains(&at_ns)).count();
    let counts: Vec<usize> = spans.iter().map(|(begin_ns, _)| under_way(*begin_ns)).collect();
    let (early, late) = counts.split_at(counts.len() / 2);
    let (early, late) = (early.iter().max(), late.iter().max());
    match (early, late) {
        (Some(early), Some(late)) if late > early => *late,
        _ => 0,
    }
}

/// The callback in which an `await` went on.
fn resumed(model: &Model, at_ns: Option<u64>, made_ns: u64) -> Option<u32> {
    let at_ns = at_ns?;
    let is_it = |callback: &&Callback| {
        callback.begin_ns == at_ns
            && model.resource(callback).is_some_and(|resource| resource.made_ns == made_ns)
    };
    let from = model.callbacks.partition_point(|callback| callback.begin_ns < at_ns);
    model.callbacks[from..].iter().find(is_it).map(|callback| callback.id)
}
