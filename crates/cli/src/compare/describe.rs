//! Turns in words.

use super::run::Run;
use super::turn_log::Turn;

/// What a turn is: "the 1 ms timer of line 3", "a microtask after the main script".
pub(super) fn turn(turn: &Turn, run: &Run) -> String {
    let line = turn.at.as_deref().map_or(String::new(), |at| format!(" of {at}"));
    match turn.kind.as_str() {
        "main" => "the main script".to_owned(),
        "timer" => {
            let noun = if turn.detail["repeats"] == true { "interval" } else { "timer" };
            match turn.delay_ms() {
                Some(ms) => format!("the {} ms {noun}{line}", number(ms)),
                None => format!("the {noun}{line}"),
            }
        }
        "immediate" => format!("the immediate{line}"),
        "tick" => format!("the tick{line}"),
        "microtask" => match callbacks(turn, run) {
            Some(callbacks) => format!("a microtask after {callbacks}"),
            None => "a microtask".to_owned(),
        },
        "rejections" => "the report of unhandled rejections".to_owned(),
        "io" => "an I/O callback".to_owned(),
        "close" => "a closing callback".to_owned(),
        "beforeExit" | "exit" => format!("the listeners of {}", turn.kind),
        "frame callback" | "idle callback" | "message" => format!("the {}{line}", turn.kind),
        "scheduler task" => match turn.detail["priority"].as_str() {
            Some(priority) => format!("the {priority} task{line}"),
            None => format!("the task{line}"),
        },
        "event" => match turn.detail["type"].as_str() {
            Some(name) => format!("a listener of the event {name}"),
            None => "a listener of an event".to_owned(),
        },
        "task" => match turn.detail["source"].as_str() {
            Some(source) => format!("a task of the {source} queue{line}"),
            None => format!("a task{line}"),
        },
        "phase" => "a callback".to_owned(),
        kind => format!("a {kind} callback{line}"),
    }
}

/// Where in the loop a turn runs: "in the check phase of iteration 1, at 0 ms".
pub(super) fn position(turn: &Turn, run: &Run) -> String {
    let time = format!("at {} ms", number(turn.ms));
    if turn.phase == "none" || run.setting.kind.world == roundel_runtime::World::Window {
        return time;
    }
    // The pass that Node 20 and later make before the first iteration.
    if turn.iteration == 0 {
        return format!("in the {} pass before the first iteration, {time}", turn.phase);
    }
    format!("in the {} phase of iteration {}, {time}", turn.phase, turn.iteration)
}

/// "the main script", "both timers", "the 3 immediates", or the one callback itself.
pub(super) fn callbacks(turn: &Turn, run: &Run) -> Option<String> {
    let callbacks: Vec<&Turn> = turn.after.iter().filter_map(|id| run.turns.get(id)).collect();
    match callbacks.as_slice() {
        [] => None,
        [one] => Some(self::turn(one, run)),
        [first, ..] if callbacks.iter().all(|other| other.kind == first.kind) => {
            Some(format!("the {} {}s", callbacks.len(), first.kind))
        }
        _ => Some(format!("{} callbacks", callbacks.len())),
    }
}

/// Milliseconds without what nobody reads: 16.667 stays, 1.002 is 1.
pub(super) fn number(ms: f64) -> String {
    let rounded = (ms * 10.0).round() / 10.0;
    format!("{rounded}")
}

/// A printed line as a sentence quotes it.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() > LONGEST {
        let cut: String = text.chars().take(LONGEST - 1).collect();
        format!("\"{cut}…\"")
    } else {
        format!("\"{text}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_quotes_are_short() {
        assert_eq!(number(1.002), "1");
        assert_eq!(number(16.667), "16.7");
        assert_eq!(quoted("a"), "\"a\"");
        assert_eq!(quoted(&"x".repeat(50)).chars().count(), 42);
    }
}
