//! Which phase comes first: timers against the others, and the race of the first timers pass.

use super::super::case::Case;
use super::super::turn_log::Turn;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "first-timers", explain: first_timers },
    Rule { name: "timers-phase", explain: timers_phase },
    Rule { name: "immediate-is-a-task", explain: immediate_is_a_task },
];

/// One loop, two answers.
fn first_timers(case: &Case) -> Option<String> {
    let (a, b) = (case.a.answer("first-timers")?, case.b.answer("first-timers")?);
    let turns = [case.a.here, case.a.other, case.b.here, case.b.other];
    let is_race = turns.into_iter().flatten().any(|turn| turn.kind == "timer");
    if !case.is_one_loop() || a == b || !is_race {
        return None;
    }
    Some(
        "Both orders are legal: it depends on whether a millisecond passes between the main \
         script's setTimeout and the first timers pass. If it does (first-timers=due) the timer \
         fires there; if not, poll and check come first and the immediate wins."
            .to_owned(),
    )
}

/// `a` runs timers at the end of an iteration and `b` at its beginning.
fn timers_phase(case: &Case) -> Option<String> {
    let (new, old) = (case.a.kind(), case.b.kind());
    if new.world != old.world || !new.phases.timers_before_loop || old.phases.timers_before_loop {
        return None;
    }
    let is_timer = |turn: &Turn| turn.kind == "timer";
    if case.b.line.is_none() && case.a.here.is_some_and(is_timer) {
        return Some(format!(
            "{} runs the timers phase at the end of an iteration (libuv 1.45, Node 20), before it \
             asks whether anything keeps the loop alive: a timer without ref that is due still \
             fires. {} asks first, because its timers phase is at the beginning of the next \
             iteration.",
            new.name, old.name
        ));
    }
    if is_timer(case.a.here?) == is_timer(case.b.here?) {
        return None;
    }
    Some(format!(
        "{} runs the timers phase at the end of an iteration, after poll, check and closing \
         (libuv 1.45, Node 20); {} at the beginning, before poll.",
        new.name, old.name
    ))
}

/// `a` is Node and `b` a page with Node's names, and one of the lines is an immediate's.
fn immediate_is_a_task(case: &Case) -> Option<String> {
    if case.a.is_window() || !case.b.is_window() {
        return None;
    }
    let turns = [case.b.here, case.b.other];
    turns.into_iter().flatten().find(|turn| turn.kind == "immediate")?;
    Some(format!(
        "{} runs immediates in a phase of their own, check, which follows poll and comes before \
         timers that became due meanwhile; {} has no phases, and there an immediate is a task like \
         others, in the order in which tasks were queued.",
        case.a.name(),
        case.b.name()
    ))
}
