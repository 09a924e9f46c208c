//! The outcome as JSON. The shape is described in docs/compare.md; a change that a reader could notice changes `VERSION`.

use serde_json::{Value, json};

use super::arguments::Arguments;
use super::outcomes::Outcomes;
use super::rules::Explanation;
use super::run::{End, Run};
use super::setting::{Choice, entry_name};
use super::turn_log::Turn;

const VERSION: u32 = 1;

pub(super) fn render(outcomes: &Outcomes, arguments: &Arguments) -> String {
    let groups: Vec<Value> = outcomes
        .groups
        .iter()
        .map(|group| {
            let difference = group.difference.as_ref().map(|difference| {
                json!({
                    "from": difference.from,
                    "run": difference.with,
                    "line": difference.line,
                    "rule": difference.explanation.rule,
                    "explanation": difference.explanation.text,
                })
            });
            json!({ "runs": group.members, "difference": difference })
        })
        .collect();
    let alternatives: Vec<Value> = outcomes
        .alternatives
        .iter()
        .map(|alternative| {
            let Explanation { rule, text } = &alternative.explanation;
            json!({
                "of": alternative.of,
                "choice": choice(alternative.choice),
                "line": alternative.line,
                "rule": rule,
                "explanation": text,
                "run": run(&alternative.run),
            })
        })
        .collect();
    let page = json!({
        "version": VERSION,
        "program": arguments.file.to_string_lossy(),
        "arguments": arguments.args,
        "same": outcomes.groups.len() == 1,
        "runs": outcomes.runs.iter().map(run).collect::<Vec<_>>(),
        "groups": groups,
        "alternatives": alternatives,
    });
    format!("{page:#}\n")
}

fn run(run: &Run) -> Value {
    let lines: Vec<Value> = run
        .lines
        .iter()
        .map(|line| json!({ "stream": line.stream.name(), "text": line.text, "turn": line.turn }))
        .collect();
    json!({
        "loop": run.setting.kind.name,
        "entry": run.setting.entry.map(entry_name),
        "choice": run.setting.choice.map(choice),
        "lines": lines,
        "turns": run.turns.values().map(turn).collect::<Vec<_>>(),
        "end": end(run.end),
    })
}

fn choice(choice: Choice) -> Value {
    json!({ "point": choice.point, "answer": choice.answer })
}

fn turn(turn: &Turn) -> Value {
    json!({
        "id": turn.id,
        "kind": turn.kind,
        "phase": turn.phase,
        "iteration": turn.iteration,
        "ms": turn.ms,
        "detail": turn.detail,
        "cause": turn.cause,
        "place": turn.place,
        "after": turn.after,
    })
}

fn end(end: End) -> Value {
    match end {
        End::Exit(code) => json!({ "kind": "exit", "code": code }),
        End::Signal(signal) => json!({ "kind": "signal", "signal": signal }),
        End::VirtualTimeMs(ms) => json!({ "kind": "virtual-time", "limit": ms }),
        End::RealTimeMs(ms) => json!({ "kind": "real-time", "limit": ms }),
        End::Lines(lines) => json!({ "kind": "lines", "limit": lines }),
    }
}
