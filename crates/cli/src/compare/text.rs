//! The outcome for a terminal: columns where they fit, blocks where they do not, and the reasons below.

use std::fmt::Write;
use std::ops::Range;

use super::arguments::Arguments;
use super::describe::quoted;
use super::line::Line;
use super::outcomes::{Alternative, Group, Outcomes};
use super::run::Run;
use super::setting;
use super::terminal::{Colours, Paint, cut, width, wrap};

const MARK: &str = "▶ ";
const NO_MARK: &str = "  ";
/// The widest column, unless all is to be shown.
const WIDEST: usize = 48;
/// How many rows are shown, and how many of those that are the same before the first difference.
const ROWS: usize = 40;
const ROWS_BEFORE: usize = 6;

pub(super) fn render(outcomes: &Outcomes, arguments: &Arguments) -> String {
    let page = Page { outcomes, arguments, colours: Colours::of_stdout(), width: width() };
    let mut out = page.summary();
    out.push('\n');
    out.push_str(&page.columns().unwrap_or_else(|| page.blocks()));
    for group in &outcomes.groups {
        out.push_str(&page.difference(group));
    }
    out.push_str(&page.left_open());
    out
}

/// `node, node11`: what runs were run under.
pub(super) fn names<'r>(runs: impl Iterator<Item = &'r Run>) -> String {
    setting::names(runs.map(|run| &run.setting))
}

/// Alternatives of several loops that are one: the same answer, the same lines from the same place.
pub(super) fn merged(alternatives: &[Alternative]) -> Vec<Vec<&Alternative>> {
    let mut merged: Vec<Vec<&Alternative>> = Vec::new();
    for alternative in alternatives {
        let same = merged.iter_mut().find(|group| {
            group[0].choice == alternative.choice
                && group[0].line == alternative.line
                && group[0].run.is_same(&alternative.run)
        });
        match same {
            Some(group) => group.push(alternative),
            None => merged.push(vec![alternative]),
        }
    }
    merged
}

struct Page<'o> {
    outcomes: &'o Outcomes,
    arguments: &'o Arguments,
    colours: Colours,
    width: usize,
}

impl<'o> Page<'o> {
    fn summary(&self) -> String {
        let runs = &self.outcomes.runs;
        let file = self.arguments.file.display();
        let each = if self.arguments.entries.len() > 1 { "ways to run it" } else { "loops" };
        match (runs.as_slice(), self.outcomes.groups.len()) {
            ([one], _) => format!("{file} under {}\n", one.setting),
            (_, 1) => format!("{file}: the same under {}\n", names(runs.iter())),
            (_, groups) => format!("{file}: {} {each}, {groups} outcomes\n", runs.len()),
        }
    }

    fn first_of(&self, group: &Group) -> &'o Run {
        &self.outcomes.runs[group.members[0]]
    }

    fn heading(&self, group: &Group) -> String {
        names(group.members.iter().map(|&index| &self.outcomes.runs[index]))
    }

    /// The lines of a group as it shows them, the way it ended last.
    fn cells(&self, group: &Group) -> Vec<String> {
        let run = self.first_of(group);
        let mut cells: Vec<String> = run.lines.iter().map(Line::shown).collect();
        cells.extend(run.end.told().map(|end| format!("({end})")));
        cells
    }

    /// The rows to show: all of them, or those around the first difference.
    fn rows(&self, count: usize) -> Range<usize> {
        if self.arguments.is_full || count <= ROWS {
            return 0..count;
        }
        let differences = self.outcomes.groups.iter().filter_map(|group| group.difference.as_ref());
        let first = differences.map(|difference| difference.line).min().unwrap_or(0);
        let start = if first < ROWS { 0 } else { (first - ROWS_BEFORE).min(count) };
        start..(start + ROWS).min(count)
    }

    /// All groups side by side; `None` if they do not fit.
    fn columns(&self) -> Option<String> {
        let groups = &self.outcomes.groups;
        let cells: Vec<Vec<String>> = groups.iter().map(|group| self.cells(group)).collect();
        let headings: Vec<String> = groups.iter().map(|group| self.heading(group)).collect();
        let rows = self.rows(cells.iter().map(Vec::len).max().unwrap_or(0));
        let widths = self.widths(&headings, &cells, &rows)?;
        let mut out = self.row(&headings, &widths, |_| false, Paint::Heading);
        let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        out.push_str(&self.row(&rules, &widths, |_| false, Paint::Dim));
        self.skipped(&mut out, rows.start, "before, all the same");
        for index in rows.clone() {
            let texts: Vec<String> =
                cells.iter().map(|cells| cells.get(index).cloned().unwrap_or_default()).collect();
            let is_marked = |column: usize| {
                groups[column].difference.as_ref().is_some_and(|it| it.line == index)
            };
            out.push_str(&self.row(&texts, &widths, is_marked, Paint::Mark));
        }
        let longest = cells.iter().map(Vec::len).max().unwrap_or(0);
        self.skipped(&mut out, longest - rows.end, "more");
        Some(out)
    }

    fn widths(
        &self,
        headings: &[String],
        cells: &[Vec<String>],
        rows: &Range<usize>,
    ) -> Option<Vec<usize>> {
        let widest = if self.arguments.is_full { usize::MAX } else { WIDEST };
        let widths: Vec<usize> = headings
            .iter()
            .zip(cells)
            .map(|(heading, cells)| {
                let lines = cells.iter().take(rows.end).skip(rows.start);
                let longest = lines.map(|text| text.chars().count()).max().unwrap_or(0);
                longest.min(widest).max(heading.chars().count())
            })
            .collect();
        let total: usize = widths.iter().map(|width| width + MARK.chars().count() + 1).sum();
        (total <= self.width).then_some(widths)
    }

    fn row(
        &self,
        texts: &[String],
        widths: &[usize],
        is_marked: impl Fn(usize) -> bool,
        paint: Paint,
    ) -> String {
        let mut out = String::new();
        for (column, (text, &width)) in texts.iter().zip(widths).enumerate() {
            let text = format!("{:<width$}", cut(text, width));
            let marked = is_marked(column);
            let mark = if marked { MARK } else { NO_MARK };
            let painted = marked || !matches!(paint, Paint::Mark);
            out.push_str(&self.colours.paint(paint, mark));
            out.push_str(&if painted { self.colours.paint(paint, &text) } else { text });
            out.push(' ');
        }
        format!("{}\n", out.trim_end())
    }

    fn skipped(&self, out: &mut String, count: usize, what: &str) {
        if count > 0 {
            let noun = if count == 1 { "line" } else { "lines" };
            let text = format!("{NO_MARK}… {count} {noun} {what} (--full shows them)\n");
            out.push_str(&self.colours.paint(Paint::Dim, &text));
        }
    }

    /// One group under the other.
    fn blocks(&self) -> String {
        let mut out = String::new();
        for group in &self.outcomes.groups {
            if !out.is_empty() {
                out.push('\n');
            }
            let _ = writeln!(out, "{}", self.colours.paint(Paint::Heading, &self.heading(group)));
            let cells = self.cells(group);
            let rows = self.rows(cells.len());
            self.skipped(&mut out, rows.start, "before, all the same");
            let width = if self.arguments.is_full { usize::MAX } else { self.width - 2 };
            for index in rows.clone() {
                let marked = group.difference.as_ref().is_some_and(|it| it.line == index);
                let line =
                    format!("{}{}", if marked { MARK } else { NO_MARK }, cut(&cells[index], width));
                let line = line.trim_end();
                let shown =
                    if marked { self.colours.paint(Paint::Mark, line) } else { line.to_owned() };
                let _ = writeln!(out, "{shown}");
            }
            self.skipped(&mut out, cells.len() - rows.end, "more");
        }
        out
    }

    fn difference(&self, group: &Group) -> String {
        let Some(difference) = &group.difference else { return String::new() };
        let from = &self.outcomes.runs[difference.with];
        let run = self.first_of(group);
        let other = self.heading(&self.outcomes.groups[difference.from]);
        let heading = format!("{} against {other}", self.heading(group));
        self.reason(&heading, &parting(difference.line, from, run), &difference.explanation.text)
    }

    /// A heading, where two runs part, and why.
    fn reason(&self, heading: &str, parting: &str, why: &str) -> String {
        let heading = wrap(heading, "", self.width);
        format!(
            "\n{}\n{}{}",
            self.colours.paint(Paint::Heading, heading.trim_end()),
            self.colours.paint(Paint::Dim, &wrap(parting, "  ", self.width)),
            wrap(why, "  ", self.width)
        )
    }

    fn left_open(&self) -> String {
        let mut out = String::new();
        for same in merged(&self.outcomes.alternatives) {
            let first = same[0];
            let base = &self.outcomes.runs[first.of];
            let loops = names(same.iter().map(|alternative| &self.outcomes.runs[alternative.of]));
            let heading = format!("{loops} may also print (--choose={})", first.choice);
            let rest: Vec<String> =
                first.run.lines.iter().skip(first.line).map(Line::shown).collect();
            let parting = parting(first.line, base, &first.run);
            let order = format!("{parting}; from there on: {}", rest.join(" · "));
            let longest = if self.arguments.is_full { usize::MAX } else { 3 * self.width };
            let text = &first.explanation.text;
            out.push_str(&self.reason(&heading, &cut(&order, longest), text));
        }
        out
    }
}

/// Where two runs part: `line 3: "timer2" instead of "promise1"`.
pub(super) fn parting(line: usize, from: &Run, run: &Run) -> String {
    let number = line + 1;
    match (from.lines.get(line), run.lines.get(line)) {
        (Some(expected), Some(found)) => {
            format!(
                "line {number}: {} instead of {}",
                quoted(&found.shown()),
                quoted(&expected.shown())
            )
        }
        (Some(expected), None) => {
            format!("line {number}: the end instead of {}", quoted(&expected.shown()))
        }
        (None, Some(found)) => {
            format!("line {number}: {} instead of the end", quoted(&found.shown()))
        }
        (None, None) => "at the end".to_owned(),
    }
}
