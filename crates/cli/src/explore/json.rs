//! What is found, for tools: one object.

use serde_json::{Value, json};

use super::outcome::{End, Outcome};
use super::program::Program;
use super::search::{Findings, Found};
use super::story::Callback;

pub(super) fn render(program: &Program, findings: &Findings) -> String {
    let Findings { runs, distinct, is_exhaustive, coverage, elapsed, failure } = findings;
    let seconds = elapsed.as_secs_f64();
    let report = json!({
        "program": program.name(),
        "schedules": runs,
        "distinct": distinct,
        "exhaustive": is_exhaustive,
        "seconds": seconds,
        "schedulesPerSecond": *runs as f64 / seconds.max(1e-3),
        "choicePoints": coverage.questions,
        "answers": coverage.answers,
        "answersTried": coverage.tried,
        "failure": failure.as_ref().map(found),
    });
    format!("{report}\n")
}

fn found(found: &Found) -> Value {
    let decision = |decision: &super::story::Decision| {
        json!({
            "departure": decision.departure,
            "question": decision.question,
            "ordinary": decision.ordinary,
            "here": decision.here,
        })
    };
    let swap = found.story.swap.as_ref().map(
        |swap| json!({ "first": callback(&swap.first), "then": swap.then.as_ref().map(callback) }),
    );
    json!({
        "schedule": found.at,
        "seconds": found.after.as_secs_f64(),
        "kind": found.failure.told(),
        "message": found.outcome.headline(),
        "decisions": found.story.decisions.iter().map(decision).collect::<Vec<_>>(),
        "swap": swap,
        "ordinary": outcome(&found.ordinary),
        "here": outcome(&found.outcome),
        "repeatable": found.is_repeatable,
        "shrinkingRuns": found.shrinking_runs,
        "token": found.token.to_string(),
    })
}

fn callback(callback: &Callback) -> Value {
    let Callback { kind, function, place, line } = callback;
    json!({ "kind": kind, "function": function, "place": place, "line": line })
}

fn outcome(outcome: &Outcome) -> Value {
    let (code, signal) = match outcome.end {
        End::Exit(code) => (Some(code), None),
        End::Signal(signal) => (None, Some(signal)),
        End::Hang(_) | End::TooMuchOutput => (None, None),
    };
    json!({
        "code": code,
        "signal": signal,
        "hang": matches!(outcome.end, End::Hang(_)),
        "stdout": outcome.stdout,
        "stderr": outcome.stderr,
    })
}
