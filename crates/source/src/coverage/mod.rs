//! Counters in a text, and what their counts say about its lines and branches.
//!
//! An engine's C API tells nobody what has run. So, when somebody asks for coverage, a text is given counters before
//! anything else happens to it: [`count`] puts one at the beginning of every function and of every block that may or may
//! not run, and one behind every statement after which a function may not go on. [`Table::functions`] makes of their
//! values what V8 reports for the same text: for each function its ranges with how often each ran.

mod names;
mod ranges;
mod tokens;
mod visitor;

pub use ranges::{FunctionCoverage, Range};

use oxc_allocator::Allocator;

use crate::edit::{Edits, utf16_len};
use crate::parse::{self, Goal, Language};
use crate::position::Positions;
use crate::stack;

/// A text that counts.
#[derive(Clone, Debug)]
pub struct Counted {
    pub code: String,
    pub positions: Positions,
    /// The name under which the text looks for the array of its counters.
    pub counters: String,
    pub table: Table,
}

/// What the counters of a text stand for.
#[derive(Clone, Debug)]
pub struct Table {
    functions: Vec<FunctionBlocks>,
    /// How many counters there are.
    pub counters: u32,
}

/// One function, with offsets in UTF-16 code units.
#[derive(Clone, Debug)]
struct FunctionBlocks {
    name: String,
    start: u32,
    end: u32,
    /// What counts its calls; the text as a whole is called once.
    counter: Option<u32>,
    /// It is compiled before it is called, and so has blocks to report even if it never is.
    eager: bool,
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    /// `None` for what begins behind a statement and goes on to wherever the next block begins.
    end: Option<u32>,
    /// `None` for what can not be reached.
    counter: Option<u32>,
}

/// Gives a text its counters. `None` for what can not be parsed: whoever runs it will say what is wrong.
pub fn count(source: &str, language: Language, goal: Goal) -> Option<Counted> {
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let program = parse::parse(&allocator, source, language, goal).ok()?;
        let counters = name_for(source);
        let mut edits = Edits::new(source);
        let mut table = visitor::record(&program, &counters, &mut edits);
        table.count_in_utf16(source);
        let (code, positions) = edits.apply();
        Some(Counted { code, positions, counters, table })
    })
}

fn name_for(source: &str) -> String {
    let mut name = "$$v".to_owned();
    let mut tries = 0;
    while memchr::memmem::find(source.as_bytes(), name.as_bytes()).is_some() {
        tries += 1;
        name = format!("$$v{tries}_");
    }
    name
}

impl Table {
    fn count_in_utf16(&mut self, source: &str) {
        if source.is_ascii() {
            return;
        }
        let mut offsets: Vec<&mut u32> = Vec::new();
        for function in &mut self.functions {
            offsets.push(&mut function.start);
            offsets.push(&mut function.end);
            for block in &mut function.blocks {
                offsets.push(&mut block.start);
                offsets.extend(block.end.as_mut());
            }
        }
        offsets.sort_by_key(|offset| **offset);
        let (mut at, mut units) = (0, 0);
        for offset in offsets {
            let target = *offset as usize;
            units += utf16_len(&source[at..target]);
            at = target;
            *offset = units;
        }
    }

    /// What V8 would report, given the values of the counters.
    pub fn functions(&self, counts: &[f64]) -> Vec<FunctionCoverage> {
        ranges::functions(&self.functions, counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        let counted = count(source, Language::JavaScript, Goal::CommonJs).unwrap();
        assert_eq!(counted.code.replace("$$v", "$"), expected, "{source}");
        let parsed = parse::parse(
            &Allocator::default(),
            &counted.code,
            Language::JavaScript,
            Goal::CommonJs,
        )
        .map(|_| ());
        assert_eq!(parsed, Ok(()), "{source}");
    }

    #[test]
    fn statements() {
        check("if (a) b; else c; d", "if (a) {$[0]++;b;} else {$[1]++;c;};$[2]++; d");
        check("if(a){}b", "if(a){$[0]++;};$[1]++;b");
        check("while (a) { b }", "while (a) {$[0]++; b }");
        check("do x(); while (a) y()", "do {$[0]++;x();} while (a);$[1]++; y()");
        check("switch (a) { case /*:*/ 1: b }", "switch (a) { case /*:*/ 1:$[0]++; b }");
        check("try { a() } catch { b() } c()", "try { a() } catch {$[0]++; b() };$[1]++; c()");
        check(
            "try { a() } catch { b() } finally { c() }",
            "try { a() ;$[1]++;} catch {$[0]++; b() ;$[1]++;} finally {$[2]++; c() }",
        );
    }

    #[test]
    fn expressions() {
        check("a && b || c", "a &&($[1]++, b) ||($[0]++, c)");
        check("a ? b : c", "a ?($[0]++, b) :($[1]++, c)");
        check("a?.b?.(c)", "a?.[($[1]++,\"b\")]?.(...($[0]++,[]),c)");
        check("async () => await a", "async () => ($[0]++,[await a,$[1]++][0])");
    }

    #[test]
    fn functions() {
        check("function f() { 'use strict' }", "function f() { 'use strict';$[0]++; }");
        check(
            "class A { a = 1; static b }",
            "class A { a = ($[0]++,1); static{$[1]++;} static b }",
        );
        check("class A { a = () => 1 }", "class A { #$0=$[0]++;a = () => ($[1]++,1) }");
    }

    fn report(source: &str, counts: &[f64]) -> Vec<String> {
        let counted = count(source, Language::JavaScript, Goal::CommonJs).unwrap();
        assert_eq!(counted.table.counters as usize, counts.len(), "{}", counted.code);
        let text: Vec<u16> = source.encode_utf16().collect();
        let mut lines = Vec::new();
        for function in counted.table.functions(counts) {
            for range in function.ranges {
                let slice = &text[range.start as usize..range.end as usize];
                lines.push(format!("{} {}", range.count, String::from_utf16_lossy(slice)));
            }
        }
        lines
    }

    #[test]
    fn what_was_not_reached_is_a_range() {
        let source = "function é(a) { if (a) { return 1 } return 2 }";
        assert_eq!(
            report(source, &[2.0, 2.0, 0.0]),
            [format!("1 {source}"), format!("2 {source}"), "0  return 2 ".to_owned(),]
        );
    }

    #[test]
    fn what_ran_as_often_as_what_is_around_it_is_none() {
        assert_eq!(report("a && b;", &[1.0]), ["1 a && b;"]);
        assert_eq!(report("a && b;", &[0.0]), ["1 a && b;", "0 && b"]);
    }
}
