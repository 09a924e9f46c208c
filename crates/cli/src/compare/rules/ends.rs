//! How a program ends: rejections nobody handles, and limits.

use super::super::case::{Case, Side};
use super::super::line::Stream;
use super::super::run::End;
use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "unhandled-rejection", explain: rejection },
    Rule { name: "warning", explain: warning },
    Rule { name: "limit", explain: limit },
];

/// What a loop does with a rejection that nobody handles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Policy {
    Warns,
    Dies,
    Reports,
}

fn policy(side: &Side) -> Policy {
    if side.is_window() {
        Policy::Reports
    } else if side
        .run
        .lines
        .iter()
        .any(|line| line.text.contains("UnhandledPromiseRejectionWarning"))
    {
        Policy::Warns
    } else {
        Policy::Dies
    }
}

fn is_report(side: &Side) -> bool {
    side.here.is_some_and(|turn| turn.kind == "rejections")
        || side.line.is_some_and(|line| {
            line.stream == Stream::Stderr && line.text.contains("nhandledPromiseRejection")
        })
}

/// `b` warns or reports where `a` dies.
fn rejection(case: &Case) -> Option<String> {
    let (a, b) = (policy(&case.a), policy(&case.b));
    if a != Policy::Dies || a == b || !(is_report(&case.a) || is_report(&case.b)) {
        return None;
    }
    let (dies, goes_on) = (case.a.name(), case.b.name());
    Some(match b {
        Policy::Warns => format!(
            "{goes_on} only warns of a rejection that nobody handles and goes on; since Node 15 it \
             is an uncaught exception, and {dies} ends with code 1."
        ),
        _ => format!(
            "{goes_on} tells the window of a rejection that nobody handles (unhandledrejection) \
             and goes on; in {dies} it is an uncaught exception that ends the process with code 1."
        ),
    })
}

/// `a` warns of something that `b` does not.
fn warning(case: &Case) -> Option<String> {
    let name = warning_name(&case.a)?;
    if case.b.run.lines.iter().any(|line| line.text.contains(name)) {
        return None;
    }
    Some(format!("{} warns here ({name}), {} does not.", case.a.name(), case.b.name()))
}

/// The name in `(node) TimeoutNegativeWarning: …`.
fn warning_name<'r>(side: &Side<'r>) -> Option<&'r str> {
    let line = side.line.filter(|line| line.stream == Stream::Stderr)?;
    let (before, _) = line.text.split_once(": ")?;
    before.split_whitespace().last().filter(|name| name.ends_with("Warning"))
}

/// `b` was stopped where `a` went on or ended.
fn limit(case: &Case) -> Option<String> {
    if case.b.line.is_some() {
        return None;
    }
    let stopped =
        matches!(case.b.run.end, End::VirtualTimeMs(_) | End::RealTimeMs(_) | End::Lines(_));
    let told = case.b.run.end.told().filter(|_| stopped)?;
    let other = case.a.run.end.told().unwrap_or_else(|| "ended by itself".to_owned());
    Some(format!("{} was {told}; {} {other}.", case.b.run.setting, case.a.run.setting))
}
