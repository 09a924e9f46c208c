//! When ticks and promise jobs run: per callback or per batch, how many turns an `await` takes, which goes first.

use roundel_runtime::{Awaits, Drain, EntryType};

use super::super::case::{Case, Side};
use super::super::describe::number;
use super::super::turn_log::Turn;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "batch-of-timers", explain: batch_of_timers },
    Rule { name: "batch-of-immediates", explain: batch_of_immediates },
    Rule { name: "batch", explain: batch_at_large },
    Rule { name: "await-in-three-turns", explain: await_in_three_turns },
    Rule { name: "entry", explain: entry },
];

/// `a` drains after every callback and `b` after a batch.
fn is_new_and_old(case: &Case) -> bool {
    let drain = |side: &Side<'_>| side.kind().drain;
    drain(&case.a) == Drain::PerCallback && drain(&case.b) == Drain::PerBatch
}

/// For two such loops: what `b` has drained only then, and after how many callbacks.
fn batch<'r>(case: &Case<'r>, kind: &str) -> Option<(&'r Turn, usize)> {
    if !is_new_and_old(case) {
        return None;
    }
    let drained = case.a.here.filter(|turn| turn.is_drained())?;
    let next = case.b.here.filter(|turn| turn.kind == kind)?;
    if !case.a.after(drained).iter().all(|turn| turn.kind == kind) {
        return None;
    }
    // In `b` the same job comes after the whole batch, the callback at hand among it.
    let late = case.b.other?;
    let count = late.after.len();
    (late.after.contains(&next.id) && count > 1).then_some((drained, count))
}

fn batch_of_timers(case: &Case) -> Option<String> {
    let (drained, count) = batch(case, "timer")?;
    let ms = number(case.b.here?.delay_ms()?);
    let (old, what) = (case.b.name(), plural(drained));
    let (which, they) = both(count, "timers");
    Some(format!(
        "{old} drains {what} after {which}, because {they} belong to the {ms} ms list and queues \
         are drained per list; since Node 11 after each timer."
    ))
}

fn batch_of_immediates(case: &Case) -> Option<String> {
    let (drained, count) = batch(case, "immediate")?;
    let (old, what) = (case.b.name(), plural(drained));
    let (which, they) = both(count, "immediates");
    Some(format!(
        "{old} drains {what} after {which}, because {they} are in the queue that one check phase \
         runs and queues are drained when it is empty; since Node 11 after each immediate."
    ))
}

/// Two callbacks of one kind: what was drained between them in one loop, and not in the other, made the difference. Nothing
/// else about timers and immediates differs between the eras.
fn batch_at_large(case: &Case) -> Option<String> {
    let (new, old) = (&case.a, &case.b);
    if !is_new_and_old(case) {
        return None;
    }
    let (callback, batch) = match (case.kinds()?, new.is_window()) {
        (("timer", "timer"), false) => ("timer", "list"),
        (("immediate", "immediate"), false) => ("immediate", "queue"),
        _ => return None,
    };
    Some(format!(
        "In {} ticks and promises of one {callback} run before the next, so they can still change \
         or clear it; in {} they run after the whole {batch}.",
        new.name(),
        old.name()
    ))
}

fn both(count: usize, noun: &str) -> (String, &'static str) {
    if count == 2 {
        (format!("both {noun}"), "both")
    } else {
        (format!("all {count} {noun}"), "all of them")
    }
}

fn plural(drained: &Turn) -> &'static str {
    if drained.kind == "tick" { "ticks" } else { "promises" }
}

/// The loops order promise jobs alike but for this, so it is what decides between two jobs of one drain.
fn await_in_three_turns(case: &Case) -> Option<String> {
    let (new, old) = (&case.a, &case.b);
    if new.kind().awaits != Awaits::OneTurn || old.kind().awaits != Awaits::ThreeTurns {
        return None;
    }
    let turns = [new.here, new.other, old.here, old.other];
    let are_jobs = turns.into_iter().flatten().all(|turn| turn.kind == "microtask");
    let callbacks = |side: &Side<'_>| -> Option<Vec<String>> {
        Some(side.after(side.here?).iter().map(|turn| turn.kind.clone()).collect())
    };
    if !are_jobs || callbacks(new)? != callbacks(old)? || !case.source.contains("async") {
        return None;
    }
    Some(format!(
        "{} comes back from an await of a promise after three turns of the microtask queue, \
         because it wraps the promise in another one and waits for that; since V8 7.2 (Node 12) \
         after one. Jobs queued meanwhile overtake it.",
        old.name()
    ))
}

/// `a` is read as CommonJS and `b` as an ES module.
fn entry(case: &Case) -> Option<String> {
    let is = |run: &super::super::run::Run, entry| run.setting.entry == Some(entry);
    if !case.is_one_loop()
        || !is(case.a.run, EntryType::CommonJs)
        || !is(case.b.run, EntryType::Module)
    {
        return None;
    }
    let (a, b) = case.kinds()?;
    if (a, b) == ("tick", "microtask") {
        return Some(
            "As CommonJS the main script is one callback of the loop: its ticks run before its \
             promise jobs. As an ES module it runs inside a promise job: the microtask queue is \
             emptied first, and ticks follow."
                .to_owned(),
        );
    }
    if case.a.is_window() && case.a.here?.kind == "main" && b == "microtask" {
        return Some(
            "A classic script is one task: what it throws is reported at once, before its \
             microtasks. A module script runs inside a promise job: what it throws travels by a \
             promise, and the jobs queued before it come first."
                .to_owned(),
        );
    }
    None
}
