//! `cargo xtask differential --hooks`: random programs of promises and async functions, which print what a hook of
//! `async_hooks` was told: events, ids in order of their appearance, and the ids that callbacks run with.
//!
//! There are no timers, whose order is the machine's, and no async function returns a thenable that is no promise:
//! docs/differences.md has that.

use std::path::Path;

use super::kind::Kind;
use crate::counts::Seeds;
use crate::error::Result;
use crate::project::Project;
use crate::rng::Rng;

const HEAD: &str = concat!(
    include_str!("../../../../tests/async_hooks/fixtures/promise_log.js"),
    include_str!("head.js"),
);
const DEPTH: usize = 2;

/// Runs the programs of the seeds on both.
pub(crate) fn run(
    project: &Project,
    roundel: &Path,
    seeds: std::ops::Range<u64>,
    jobs: usize,
) -> Result<Seeds> {
    Kind { name: "hooks", title: "differential --hooks", program }
        .run(project, roundel, seeds, jobs)
}

/// The text of a seed's program.
pub(super) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::new(seed), marks: 0 };
    let mut text = HEAD.to_owned();
    for _ in 0..writer.rng.between(2, 4) {
        let statement = if writer.rng.percent(60) {
            writer.chain(DEPTH)
        } else {
            format!("({})()", writer.async_function(DEPTH))
        };
        text.push_str(&format!("{statement};\n"));
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    AsyncFunction,
    Callback,
}

struct Writer {
    rng: Rng,
    marks: usize,
}

impl Writer {
    fn mark(&mut self) -> String {
        self.marks += 1;
        format!("here('n{}');", self.marks)
    }

    fn thenable(&mut self) -> String {
        format!("{{ then(f) {{ {} f(4); }} }}", self.mark())
    }

    /// Something to resolve a promise with or to await.
    fn value(&mut self, depth: usize) -> String {
        if self.rng.percent(15) { self.thenable() } else { self.plain_value(depth) }
    }

    fn plain_value(&mut self, depth: usize) -> String {
        match self.rng.below(8) {
            0 => "1".to_owned(),
            1 => "Promise.resolve(2)".to_owned(),
            2 => "shared".to_owned(),
            3 => "new Promise((resolve) => setImmediate(resolve))".to_owned(),
            4 => "Promise.reject(5)".to_owned(),
            5 if depth > 0 => format!("({})()", self.async_function(depth - 1)),
            6 if depth > 0 => self.chain(depth - 1),
            _ => "undefined".to_owned(),
        }
    }

    fn async_function(&mut self, depth: usize) -> String {
        format!("async () => {{ {} }}", self.body(depth, Place::AsyncFunction))
    }

    fn body(&mut self, depth: usize, place: Place) -> String {
        let mut text = String::new();
        for _ in 0..self.rng.between(1, 3) {
            let statement = match self.rng.below(9) {
                0..3 if place == Place::AsyncFunction => {
                    let value = self.value(depth);
                    format!("try {{ await {value}; {} }} catch {{ {} }}", self.mark(), self.mark())
                }
                3 if depth > 0 => format!("{};", self.chain(depth - 1)),
                4 if depth > 0 => format!("({})();", self.async_function(depth - 1)),
                5 => format!("process.nextTick(() => {{ {} }});", self.mark()),
                6 => format!("queueMicrotask(() => {{ {} }});", self.mark()),
                7 if depth > 0 => {
                    let body = self.body(depth - 1, Place::Callback);
                    // What it returns is nobody's; what it throws would end the program.
                    format!("setImmediate(() => {{ {body} }});").replace("throw 1;", "")
                }
                _ => self.mark(),
            };
            text.push_str(&statement);
            text.push(' ');
        }
        if self.rng.percent(40) {
            let value = match place {
                Place::AsyncFunction => self.plain_value(depth),
                Place::Callback => self.value(depth),
            };
            text.push_str(&format!("return {value};"));
        } else if self.rng.percent(15) {
            text.push_str("throw 1;");
        }
        text
    }

    fn chain(&mut self, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        let mut text = match self.rng.below(8) {
            0 => format!("Promise.all([{}, {}])", self.value(depth), self.value(depth)),
            1 => format!("Promise.race([{}, {}])", self.value(depth), self.value(depth)),
            2 => format!("Promise.allSettled([{}])", self.value(depth)),
            3 => format!("Promise.any([{}])", self.value(depth)),
            4 => format!("Promise.resolve({})", self.value(depth)),
            5 => "new Promise((resolve, reject) => { reject(1); })".to_owned(),
            6 => {
                let mark = self.mark();
                format!("new Promise((resolve) => {{ {mark} resolve({}); }})", self.value(depth))
            }
            _ => format!("({})()", self.async_function(depth)),
        };
        for _ in 0..self.rng.below(3) {
            let link = match self.rng.below(4) {
                0 => format!(".then(() => {{ {} }})", self.body(less, Place::Callback)),
                1 => format!(".catch(() => {{ {} }})", self.mark()),
                2 => format!(".finally(() => {{ {} }})", self.mark()),
                _ => format!(".then({})", self.async_function(less)),
            };
            text.push_str(&link);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_is_one_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }
}
