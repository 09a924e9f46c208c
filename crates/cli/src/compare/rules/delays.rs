//! What a delay is: Node's floor of 1 ms and its lists by duration, a browser's clamp for nested timers.

use super::super::case::Case;
use super::super::describe::number;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "nesting-clamp", explain: nesting_clamp },
    Rule { name: "one-millisecond-floor", explain: floor },
    Rule { name: "timer-lists", explain: lists },
];

/// The deepest level of a timer whose delay is its own, and what a browser makes of shorter delays below it.
const DEEPEST_FREE_LEVEL: f64 = 6.0;
const CLAMP_MS: f64 = 4.0;

/// `a` is Node and `b` a page.
fn is_node_and_page(case: &Case) -> bool {
    !case.a.is_window() && case.b.is_window()
}

/// The page's timer was nested deeply enough to be clamped.
fn nesting_clamp(case: &Case) -> Option<String> {
    if !is_node_and_page(case) {
        return None;
    }
    let turns = [case.b.here, case.b.other];
    let clamped = turns.into_iter().flatten().find(|turn| {
        turn.kind == "timer"
            && turn.detail["nesting"].as_f64().is_some_and(|level| level > DEEPEST_FREE_LEVEL)
            && turn.delay_ms().is_some_and(|ms| ms < CLAMP_MS)
    })?;
    let level = number(clamped.detail["nesting"].as_f64()?);
    Some(format!(
        "{} makes a timer at nesting level {level} wait at least 4 ms, as every timer that is set \
         above level 5; {} has no such clamp, its shortest delay is always 1 ms.",
        case.b.name(),
        case.a.name()
    ))
}

/// Two timers, one of them with a delay below 1 ms in the page.
fn floor(case: &Case) -> Option<String> {
    if !is_node_and_page(case) || case.kinds()? != ("timer", "timer") {
        return None;
    }
    let (node, page) = (case.a.here?, case.b.here?);
    if page.delay_ms()? >= 1.0 || case.a.other?.delay_ms()? != 1.0 {
        return None;
    }
    let tail = if node.delay_ms()? == 1.0 {
        "so both timers are in the 1 ms list and fire in the order they were made"
    } else {
        "so it is not due any earlier"
    };
    Some(format!(
        "{} raises a delay of {} to 1 ms, {tail}; {} has no such floor, and the shorter delay is \
         due first.",
        case.a.name(),
        number(page.delay_ms()?),
        case.b.name()
    ))
}

/// Node goes on with the list it is in, the page takes the timer that was due first.
fn lists(case: &Case) -> Option<String> {
    if !is_node_and_page(case) || case.kinds()? != ("timer", "timer") {
        return None;
    }
    let (in_list, waiting) = (case.a.here?, case.a.other?);
    let (ms, other_ms) = (in_list.delay_ms()?, waiting.delay_ms()?);
    if ms == other_ms || in_list.iteration != waiting.iteration {
        return None;
    }
    Some(format!(
        "{} runs every timer that is due of one list (here the {} ms list) before the next (the \
         {} ms list); {} runs timers by the moment at which each was due.",
        case.a.name(),
        number(ms),
        number(other_ms),
        case.b.name()
    ))
}
