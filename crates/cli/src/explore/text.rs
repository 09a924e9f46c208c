//! What is found, for people.

use std::fmt::Write;

use roundel_trace::summary::counted;

use super::arguments::Arguments;
use super::outcome::Outcome;
use super::program::Program;
use super::search::{Findings, Found};
use super::story::{self, Callback};

/// Where a column ends, and how many lines are shown of each output.
const WIDTH: usize = 46;
const MAX_LINES: usize = 40;

pub(super) fn render(program: &Program, arguments: &Arguments, findings: &Findings) -> String {
    let mut out = String::new();
    match &findings.failure {
        None => passed(&mut out, arguments, findings),
        Some(found) => failed(&mut out, program, findings, found),
    }
    out
}

fn passed(out: &mut String, arguments: &Arguments, findings: &Findings) {
    let Findings { runs, distinct, is_exhaustive, coverage, elapsed, .. } = findings;
    let seconds = elapsed.as_secs_f64();
    let per_second = *runs as f64 / seconds.max(1e-3);
    if *is_exhaustive {
        let all = match distinct {
            0 | 1 => "the only schedule passes".to_owned(),
            count => format!("all {count} schedules pass"),
        };
        let runs = counted(*runs, "run");
        let _ = writeln!(out, "{all} ({runs}, {seconds:.1} s)");
        return;
    }
    let noun = if *runs == 1 { "schedule passes" } else { "schedules pass" };
    let _ = writeln!(out, "{runs} {noun} ({seconds:.1} s, {per_second:.0} a second)");
    let _ = writeln!(
        out,
        "{coverage}; --runs={} or more would try others",
        arguments.runs.saturating_mul(4)
    );
}

fn failed(out: &mut String, program: &Program, findings: &Findings, found: &Found) {
    let name = program.name();
    let told = found.failure.told();
    if found.departures.is_empty() {
        let _ = writeln!(out, "{name} fails in its ordinary schedule: {told}\n");
        if let Some(headline) = found.outcome.headline() {
            let _ = writeln!(out, "  {}\n", cut_to(headline, 2 * WIDTH));
        }
        output(out, "it prints", &found.outcome);
        let _ = writeln!(out, "\nreplay: {}", found.token);
        return;
    }
    let _ = writeln!(out, "{name} fails in schedule {} of {}: {told}\n", found.at, findings.runs);
    if let Some(headline) = found.outcome.headline() {
        let _ = writeln!(out, "  {}\n", cut_to(headline, 2 * WIDTH));
    }
    let decisions = &found.story.decisions;
    match decisions.len() {
        1 => out.push_str("One decision of the platform makes the difference\n"),
        count => {
            let _ = writeln!(out, "{count} decisions of the platform make the difference");
        }
    }
    // One thing that is late is late in several decisions.
    for alike in decisions.chunk_by(|a, b| (a.question, &a.ordinary) == (b.question, &b.ordinary)) {
        let [first, others @ ..] = alike else { continue };
        let _ = writeln!(out, "  {}", first.question);
        let _ = writeln!(out, "    ordinarily  {}", first.ordinary);
        let _ = writeln!(out, "    here        {}", first.here);
        if !others.is_empty() {
            let _ = writeln!(out, "    and {} more not yet", counted(others.len(), "time"));
        }
    }
    if let Some(swap) = &found.story.swap {
        out.push_str("\nThis callback\n");
        callback(out, program, &swap.first);
        match &swap.then {
            Some(then) => {
                out.push_str("comes before this one, which ordinarily comes first\n");
                callback(out, program, then);
            }
            None => out.push_str("comes where the ordinary run is over\n"),
        }
    }
    out.push('\n');
    side_by_side(out, &found.ordinary, &found.outcome);
    if !found.is_repeatable {
        out.push_str(
            "\nA second run by the same decisions did something else: the program depends on something\n\
             outside, as files, children or the network, and the token may not show the failure.\n",
        );
    }
    let _ = writeln!(out, "\nreplay: {}", found.token);
}

fn callback(out: &mut String, program: &Program, callback: &Callback) {
    let Callback { kind, function, place, line } = callback;
    let function = if function.is_empty() { String::new() } else { format!(", {function}") };
    match place {
        Some(place) => {
            let place = story::shown_place(program, place);
            let _ = writeln!(out, "  {kind}{function}, asked for at {place}");
        }
        None => {
            let _ = writeln!(out, "  {kind}{function}");
        }
    }
    if let Some(line) = line {
        let _ = writeln!(out, "    | {line}");
    }
}

fn output(out: &mut String, heading: &str, outcome: &Outcome) {
    let lines = lines(outcome);
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "{heading}");
    for line in lines.iter().take(MAX_LINES) {
        let _ = writeln!(out, "  {}", cut_to(line, 2 * WIDTH));
    }
    tell_more(out, lines.len());
}

fn tell_more(out: &mut String, lines: usize) {
    let more = lines.saturating_sub(MAX_LINES);
    if more > 0 {
        let _ = writeln!(out, "  ... {}", counted(more, "more line"));
    }
}

fn lines(outcome: &Outcome) -> Vec<&str> {
    outcome.stdout.lines().chain(outcome.stderr.lines()).collect()
}

/// Both outputs, the lines that differ with a mark.
fn side_by_side(out: &mut String, ordinary: &Outcome, here: &Outcome) {
    let (left, right) = (lines(ordinary), lines(here));
    let _ = writeln!(out, "  {:<WIDTH$}   here", "ordinarily");
    for row in 0..left.len().max(right.len()).min(MAX_LINES) {
        let (left, right) = (left.get(row).copied(), right.get(row).copied());
        let mark = if left == right { ' ' } else { '|' };
        let left = cut(left.unwrap_or_default());
        let line = format!("  {left:<WIDTH$} {mark} {}", cut(right.unwrap_or_default()));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    tell_more(out, left.len().max(right.len()));
}

fn cut(line: &str) -> String {
    cut_to(line, WIDTH)
}

fn cut_to(line: &str, width: usize) -> String {
    let line = line.replace('\t', "  ");
    if line.chars().count() <= width {
        return line;
    }
    let mut short: String = line.chars().take(width - 3).collect();
    short.push_str("...");
    short
}
