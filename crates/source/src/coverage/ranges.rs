//! From counted blocks to the ranges that V8 reports.
//!
//! A block that begins behind a statement ends where the next one begins, or with what is around it. Then everything goes
//! that says nothing: neighbours and nested blocks that ran equally often, and what lies inside of what never ran.

use super::{Block, FunctionBlocks};

/// A function and how often its parts ran; the first range is the function itself.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCoverage {
    pub name: String,
    pub ranges: Vec<Range>,
    /// Whether there are more ranges than the function itself to be had.
    pub is_block_coverage: bool,
}

/// A part of a text, in UTF-16 code units, and how often it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub start: u32,
    pub end: u32,
    pub count: f64,
}

pub(super) fn functions(functions: &[FunctionBlocks], counts: &[f64]) -> Vec<FunctionCoverage> {
    let value = |counter: Option<u32>| {
        counter.map_or(0.0, |at| counts.get(at as usize).copied().unwrap_or(0.0))
    };
    let mut sorted: Vec<&FunctionBlocks> = functions.iter().collect();
    // The text as a whole, which nothing counts, comes before a function that is all of it.
    sorted.sort_by_key(|function| {
        (function.start, u32::MAX - function.end, function.counter.is_some())
    });
    let mut reported = Vec::new();
    // Ends and counts of the functions around.
    let mut around: Vec<(u32, f64)> = Vec::new();
    for function in sorted {
        while around.last().is_some_and(|&(end, _)| end <= function.start) {
            around.pop();
        }
        let count = if function.counter.is_some() { value(function.counter) } else { 1.0 };
        let whole = Range { start: function.start, end: function.end, count };
        let mut ranges = vec![whole];
        ranges.extend(blocks(whole, &function.blocks, value));
        let is_parent_covered = around.last().is_none_or(|&(_, count)| count > 0.0);
        if count > 0.0 || is_parent_covered || ranges.len() > 1 {
            reported.push(FunctionCoverage {
                name: function.name.clone(),
                ranges,
                is_block_coverage: count > 0.0 || function.eager,
            });
        }
        around.push((function.end, count));
    }
    reported
}

/// A block on its way to a range.
#[derive(Clone, Copy)]
struct Part {
    start: u32,
    end: Option<u32>,
    count: f64,
}

impl Part {
    fn ends_by(&self, at: u32) -> bool {
        self.end.is_none_or(|end| end <= at)
    }
}

fn blocks(whole: Range, blocks: &[Block], value: impl Fn(Option<u32>) -> f64) -> Vec<Range> {
    let mut parts: Vec<Part> = blocks
        .iter()
        .map(|block| Part { start: block.start, end: block.end, count: value(block.counter) })
        .collect();
    sort(&mut parts);
    without_aliases(&mut parts);
    close(&mut parts, whole);
    join_neighbours(&mut parts, whole);
    sort(&mut parts);
    join_equals(&mut parts);
    retain(&mut parts, whole, |part, around| part.count != around.count);
    join_neighbours(&mut parts, whole);
    retain(&mut parts, whole, |part, around| part.count != 0.0 || around.count != 0.0);
    parts
        .iter()
        .filter_map(|part| {
            let end = part.end.filter(|&end| end != part.start)?;
            Some(Range { start: part.start, end, count: part.count })
        })
        .collect()
}

/// By beginnings, the wider first, and what has no end yet behind those.
fn sort(parts: &mut [Part]) {
    parts.sort_by_key(|part| (part.start, part.end.map_or(u32::MAX, |end| u32::MAX - 1 - end)));
}

/// What begins behind a statement only cuts what is around it: where a block with an end begins, that one says more.
fn without_aliases(parts: &mut Vec<Part>) {
    let mut before: Option<u32> = None;
    parts.retain(|part| {
        let is_alias = part.end.is_none() && before == Some(part.start);
        before = Some(part.start);
        !is_alias
    });
}

/// The parts around each part, innermost last; the function is always there.
struct Nesting(Vec<Part>);

impl Nesting {
    fn of(whole: Range) -> Self {
        Self(vec![Part { start: whole.start, end: Some(whole.end), count: whole.count }])
    }

    fn enter(&mut self, start: u32) -> Part {
        while self.0.len() > 1 && self.0.last().is_some_and(|part| part.ends_by(start)) {
            self.0.pop();
        }
        self.0[self.0.len() - 1]
    }
}

/// Gives an end to what has none.
fn close(parts: &mut Vec<Part>, whole: Range) {
    let mut nesting = Nesting::of(whole);
    let mut closed: Vec<Part> = Vec::with_capacity(parts.len());
    for at in 0..parts.len() {
        let mut part = parts[at];
        let around = nesting.enter(part.start);
        if part.start >= whole.end {
            continue;
        }
        let end_around = around.end.unwrap_or(whole.end);
        if part.end.is_none() {
            let next = parts.get(at + 1).filter(|next| next.start < end_around);
            let is_function = around.start == whole.start && end_around == whole.end;
            // The brace at the end of a function belongs to no block.
            let last = if is_function { end_around - 1 } else { end_around };
            part.end = Some(next.map_or(last, |next| next.start));
        }
        closed.push(part);
        nesting.0.push(part);
    }
    *parts = closed;
}

/// Makes one of two that meet and ran equally often.
fn join_neighbours(parts: &mut Vec<Part>, whole: Range) {
    let mut nesting = Nesting::of(whole);
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    for at in 0..parts.len() {
        let part = parts[at];
        let end_around = nesting.enter(part.start).end.unwrap_or(whole.end);
        if let Some(next) = parts.get_mut(at + 1)
            && next.start < end_around
            && part.end == Some(next.start)
            && part.count == next.count
        {
            next.start = part.start;
            continue;
        }
        kept.push(part);
        nesting.0.push(part);
    }
    *parts = kept;
}

/// Makes one of two with the same bounds.
fn join_equals(parts: &mut Vec<Part>) {
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts.iter() {
        match kept.last_mut() {
            Some(last) if (last.start, last.end) == (part.start, part.end) => {
                last.count = last.count.max(part.count);
            }
            _ => kept.push(*part),
        }
    }
    *parts = kept;
}

/// Keeps the parts that differ from what is around them as `says_something` asks.
fn retain(parts: &mut Vec<Part>, whole: Range, says_something: impl Fn(&Part, &Part) -> bool) {
    let mut nesting = Nesting::of(whole);
    parts.retain(|part| {
        let around = nesting.enter(part.start);
        let keep = says_something(part, &around);
        if keep {
            nesting.0.push(*part);
        }
        keep
    });
}
