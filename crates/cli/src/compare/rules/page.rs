//! The loop of a page: frames, task queues, and the checkpoint between listeners.

use super::super::case::{Case, Side};
use super::super::describe;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "frame", explain: frame },
    Rule { name: "task-queues", explain: task_queues },
    Rule { name: "listener-checkpoint", explain: listener_checkpoint },
    Rule { name: "choice", explain: choice },
];

/// The meaning of an answer to a choice point, as the table of loops gives it.
fn meaning(side: &Side, point: &str) -> Option<String> {
    let answer = side.answer(point)?;
    let (choice, _) = side.kind().choices.iter().find(|(other, _)| other.name == point)?;
    let (_, meaning) = choice.answers.iter().find(|(other, _)| *other == answer)?;
    Some(format!("{point}={answer} ({meaning})"))
}

/// A frame callback against something else, and the sides answer differently when a frame falls.
fn frame(case: &Case) -> Option<String> {
    let (a, b) = (case.a.answer("frame")?, case.b.answer("frame")?);
    let turns = [case.a.here, case.a.other, case.b.here, case.b.other];
    let has_frame = turns.into_iter().flatten().any(|turn| turn.kind.starts_with("frame"));
    if a == b || !has_frame {
        return None;
    }
    Some(format!(
        "When a frame falls is not specified, and requestAnimationFrame has no order against \
         other tasks. {}",
        answers(case, "frame")?
    ))
}

/// Two tasks of different queues, and the sides answer differently which queue goes first.
fn task_queues(case: &Case) -> Option<String> {
    let (a, b) = (case.a.answer("queues")?, case.b.answer("queues")?);
    if a == b {
        return None;
    }
    let (one, two) = (case.a.here?, case.b.here?);
    if one.kind == two.kind && one.detail["source"] == two.detail["source"] {
        return None;
    }
    Some(format!(
        "Which of several task queues is served first is up to the browser, here for {} and {}. \
         {}",
        describe::turn(one, case.a.run),
        describe::turn(two, case.b.run),
        answers(case, "queues")?
    ))
}

/// `a` is a page that runs microtasks between two listeners, `b` calls both listeners first.
fn listener_checkpoint(case: &Case) -> Option<String> {
    let job = case.a.here.filter(|turn| turn.kind == "microtask" && case.a.is_window())?;
    let is_listener = case.a.after(job).iter().any(|turn| turn.kind == "event");
    if !is_listener || case.a.other?.kind != "event" || case.b.here?.is_drained() {
        return None;
    }
    Some(format!(
        "{} empties the microtask queue after every listener of an event that a task dispatches, \
         because no script is on the stack between two of them; {} calls all listeners first.",
        case.a.name(),
        case.b.name()
    ))
}

/// One loop with two answers, and nothing more particular is known: the answer is all that differs.
fn choice(case: &Case) -> Option<String> {
    let choice = case.b.run.setting.choice.filter(|_| case.is_one_loop())?;
    let (point, _) = case.b.kind().choices.iter().find(|(other, _)| other.name == choice.point)?;
    Some(format!("The platform leaves open: {} {}", point.question, answers(case, choice.point)?))
}

/// Who has which answer to a choice point.
fn answers(case: &Case, point: &str) -> Option<String> {
    let (a, b) = (meaning(&case.a, point)?, meaning(&case.b, point)?);
    Some(if case.is_one_loop() {
        format!("One order is that of {a}, the other that of {b}.")
    } else {
        format!("{} has {a}; {} has {b}.", case.a.name(), case.b.name())
    })
}
