//! What one world has and the other has not: a program dies of a name that is not there.

use super::super::case::{Case, Side};
use super::super::line::Stream;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "missing-global", explain: missing },
    Rule { name: "timer-handle", explain: timer_handle },
];

/// The names that `--node-globals` adds to a page.
const ADDED: [&str; 6] =
    ["setImmediate", "clearImmediate", "process", "require", "Buffer", "global"];

/// Names of Node's world, and what the page's lacks with each.
const NODE_ONLY: &[(&str, &str)] = &[
    (
        "setImmediate",
        "a page has task queues instead of phases, so there is no check phase and no immediate",
    ),
    (
        "clearImmediate",
        "a page has task queues instead of phases, so there is no check phase and no immediate",
    ),
    (
        "process",
        "a page has no process, and so no ticks: microtasks are all that runs between two tasks",
    ),
    ("require", "a page has no CommonJS modules and no builtin ones"),
    ("module", "a page has no CommonJS modules"),
    ("exports", "a page has no CommonJS modules"),
    ("Buffer", "a page has typed arrays only"),
    ("global", "a page calls it globalThis or window"),
    ("__filename", "a page has no CommonJS modules"),
    ("__dirname", "a page has no CommonJS modules"),
];

/// Names of a page's world, and what Node's loop lacks with each.
const PAGE_ONLY: &[(&str, &str)] = &[
    ("requestAnimationFrame", "Node's loop draws nothing, so it has no frames"),
    ("cancelAnimationFrame", "Node's loop draws nothing, so it has no frames"),
    (
        "requestIdleCallback",
        "Node's loop waits in poll when nothing is to do; it has no idle callbacks",
    ),
    (
        "cancelIdleCallback",
        "Node's loop waits in poll when nothing is to do; it has no idle callbacks",
    ),
    (
        "scheduler",
        "Node's loop has phases and no priorities (its scheduler is in node:timers/promises)",
    ),
    ("MutationObserver", "Node has no document to observe"),
    ("document", "Node has no document"),
    ("window", "Node calls it globalThis"),
    ("self", "Node calls it globalThis"),
    ("alert", "Node has no windows to show"),
    ("XMLHttpRequest", "Node has no XMLHttpRequest"),
    ("postMessage", "Node's main thread has nobody to post to"),
];

/// `b` died of a name that `a` has.
fn missing(case: &Case) -> Option<String> {
    let name = missing_name(&case.b)?;
    if case.a.is_window() == case.b.is_window() {
        return era(case, &name);
    }
    let table = if case.b.is_window() { NODE_ONLY } else { PAGE_ONLY };
    let Some((_, reason)) = table.iter().find(|(known, _)| *known == name) else {
        // Not a fact about loops: the name may as well be one that Roundel lacks.
        return Some(format!(
            "Roundel has no {name} under {}; whether the real one has it is not said by that.",
            case.b.name()
        ));
    };
    let can_be_added =
        case.b.is_window() && !case.b.run.setting.node_globals && ADDED.contains(&name.as_str());
    let hint = if can_be_added { " --node-globals adds Node's names to a page." } else { "" };
    Some(format!("{} has no {name}: {reason}.{hint}", case.b.name()))
}

/// The same between two Nodes: the name came later.
fn era(case: &Case, name: &str) -> Option<String> {
    let since = case.b.kind().era.arrival(name)?;
    case.a.kind().era.arrival(name).is_none().then(|| {
        let (old, version) = (case.b.name(), case.b.kind().era.node);
        format!("{old} has no {name}, as Node {version}: it came with Node {since}.")
    })
}

/// The name in "ReferenceError: x is not defined", if that is what the side prints.
fn missing_name(side: &Side) -> Option<String> {
    let line = side.line.filter(|line| line.stream == Stream::Stderr)?;
    // Errors name their lines above the message; it is the next one that speaks of a reference.
    let from = side.run.lines.iter().position(|other| std::ptr::eq(other, line))?;
    let message = side.run.lines[from..]
        .iter()
        .find_map(|line| line.text.split_once("ReferenceError: ").map(|(_, message)| message))?;
    // JavaScriptCore's words and V8's.
    message
        .strip_prefix("Can't find variable: ")
        .or_else(|| message.strip_suffix(" is not defined"))
        .map(str::to_owned)
}

/// `b` is a page and died of a method of Node's timers.
fn timer_handle(case: &Case) -> Option<String> {
    let line = case.b.line.filter(|line| line.stream == Stream::Stderr && case.b.is_window())?;
    let methods = ["ref", "unref", "hasRef", "refresh"];
    let is_method = |name: &&&str| line.text.contains(&format!(".{name} is not a function"));
    let method = methods.iter().find(is_method)?;
    Some(format!(
        "setTimeout gives a number in {} and an object in {}: there is no {method} in a page, where \
         nothing keeps the loop alive and nothing has to.",
        case.b.name(),
        case.a.name()
    ))
}
