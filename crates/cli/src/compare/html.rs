//! The outcome as a page that stands by itself: no script or style from elsewhere, light and dark.
//!
//! Everything is in the markup; the script only pins the turn that was clicked and lights up the same line in the other
//! columns. Without it the page can still be read.

use std::fmt::Write;

use super::arguments::Arguments;
use super::describe;
use super::outcomes::{Difference, Group, Outcomes};
use super::run::Run;
use super::text::{merged, names, parting};
use super::turn_log::Turn;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn render(outcomes: &Outcomes, arguments: &Arguments, source: &str) -> String {
    let name = arguments.file.file_name().unwrap_or_default().to_string_lossy();
    let title = escape(&name);
    let mut body = String::new();
    let under = match loops(outcomes).as_slice() {
        [one] => (*one).to_owned(),
        several => format!("{} loops", several.len()),
    };
    let _ = writeln!(body, "<h1>{title} <small>under {under}</small></h1>");
    let columns: Vec<Column> = outcomes
        .groups
        .iter()
        .map(|group| Column {
            heading: names(group.members.iter().map(|&index| &outcomes.runs[index])),
            run: &outcomes.runs[group.members[0]],
            marked: group.difference.as_ref().map(|difference| difference.line),
        })
        .collect();
    // What was asked for comes first; beside it, where there is room, the lines that it speaks of.
    body.push_str("<div class=\"sides\"><div>\n");
    table(&mut body, &columns, "outcomes");
    legend(&mut body);
    body.push_str("</div>\n");
    program(&mut body, source);
    body.push_str("</div>\n");
    for group in &outcomes.groups {
        if let Some(difference) = &group.difference {
            explanation(&mut body, outcomes, group, difference);
        }
    }
    left_open(&mut body, outcomes);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: compared</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn loops(outcomes: &Outcomes) -> Vec<&str> {
    let mut loops: Vec<&str> = outcomes.runs.iter().map(|run| run.setting.kind.name).collect();
    loops.dedup();
    loops
}

fn program(out: &mut String, source: &str) {
    out.push_str("<details open class=\"program\"><summary>The program</summary><ol>\n");
    for (index, line) in source.lines().enumerate() {
        let _ = writeln!(out, "<li id=\"source-{}\"><code>{}</code></li>", index + 1, escape(line));
    }
    out.push_str("</ol></details>\n");
}

fn explanation(out: &mut String, outcomes: &Outcomes, group: &Group, difference: &Difference) {
    let from = &outcomes.groups[difference.from];
    let run_of = |group: &Group| &outcomes.runs[group.members[0]];
    let all = |group: &Group| names(group.members.iter().map(|&index| &outcomes.runs[index]));
    let _ = writeln!(
        out,
        "<section class=\"reason\"><h2>{} <small>against {}</small></h2><p>{}</p><p class=\"where\">{}</p></section>",
        escape(&all(group)),
        escape(&all(from)),
        escape(&difference.explanation.text),
        escape(&parting(difference.line, &outcomes.runs[difference.with], run_of(group))),
    );
}

struct Column<'r> {
    heading: String,
    run: &'r Run,
    marked: Option<usize>,
}

fn table(out: &mut String, columns: &[Column], class: &str) {
    let _ = write!(out, "<div class=\"scroll\"><table class=\"{class}\"><thead><tr><th></th>");
    for column in columns {
        let _ = write!(out, "<th>{}</th>", escape(&column.heading));
    }
    out.push_str("</tr></thead><tbody>\n");
    let rows = columns.iter().map(|column| column.run.lines.len()).max().unwrap_or(0);
    for row in 0..rows {
        let _ = write!(out, "<tr><th>{}</th>", row + 1);
        for column in columns {
            cell(out, column, row);
        }
        out.push_str("</tr>\n");
    }
    if columns.iter().any(|column| column.run.end.told().is_some()) {
        out.push_str("<tr class=\"end\"><th></th>");
        for column in columns {
            let told = column.run.end.told().unwrap_or_else(|| "ended".to_owned());
            let _ = write!(out, "<td{}>{}</td>", loops_of(column), escape(&told));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Whose cell it is: where columns do not fit, they stand below each other and each says so.
fn loops_of(column: &Column) -> String {
    format!(" data-loops=\"{}\"", escape(&column.heading))
}

fn cell(out: &mut String, column: &Column, row: usize) {
    let Some(line) = column.run.lines.get(row) else {
        let marked = if column.marked == Some(row) { " class=\"marked\"" } else { "" };
        let _ = write!(out, "<td{marked}{}></td>", loops_of(column));
        return;
    };
    let turn = column.run.turn_of(row);
    let kind = turn.map_or("unknown", |turn| class(&turn.kind));
    let marked = if column.marked == Some(row) { " marked" } else { "" };
    let _ = write!(
        out,
        "<td class=\"{}{marked} {}\" tabindex=\"0\" data-line=\"{}\" data-source=\"{}\"{}><code>{}</code>",
        escape(kind),
        line.stream.name(),
        escape(&line.shown()),
        turn.and_then(source_line).unwrap_or_default(),
        loops_of(column),
        escape(&line.shown()),
    );
    if let Some(turn) = turn {
        let run = column.run;
        let _ = write!(out, "<div class=\"turn\"><b>{}</b>", escape(&describe::turn(turn, run)));
        let _ = write!(out, "<br>{}", escape(&describe::position(turn, run)));
        if let Some(cause) = turn.cause.and_then(|id| run.turns.get(&id)) {
            let _ = write!(out, "<br>scheduled by {}", escape(&describe::turn(cause, run)));
        }
        out.push_str("</div>");
    }
    out.push_str("</td>");
}

/// The line of the program that scheduled a turn.
fn source_line(turn: &Turn) -> Option<&str> {
    turn.at.as_deref()?.strip_prefix("line ")
}

/// `frame callback` and `scheduler task` are coloured by what they are.
fn class(kind: &str) -> &str {
    match kind {
        "scheduler task" => "task",
        _ => kind.split(' ').next().unwrap_or_default(),
    }
}

fn legend(out: &mut String) {
    out.push_str("<p class=\"legend\">");
    let kinds = [
        "main",
        "tick",
        "microtask",
        "timer",
        "immediate",
        "io",
        "frame",
        "idle",
        "message",
        "task",
        "event",
    ];
    for kind in kinds {
        let _ = write!(out, "<span class=\"{kind}\">{kind}</span> ");
    }
    out.push_str("</p>\n");
}

fn left_open(out: &mut String, outcomes: &Outcomes) {
    for same in merged(&outcomes.alternatives) {
        let first = same[0];
        let base = &outcomes.runs[first.of];
        let loops = names(same.iter().map(|alternative| &outcomes.runs[alternative.of]));
        let _ = writeln!(
            out,
            "<section class=\"reason open\"><h2>{} <small>may also print this ({})</small></h2><p>{}</p>",
            escape(&loops),
            escape(&first.choice.to_string()),
            escape(&first.explanation.text),
        );
        let columns = [
            Column { heading: "by default".to_owned(), run: base, marked: None },
            Column { heading: first.choice.to_string(), run: &first.run, marked: Some(first.line) },
        ];
        table(out, &columns, "outcomes");
        out.push_str("</section>\n");
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_a_program_prints_is_no_markup() {
        assert_eq!(escape("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
    }
}
