//! A failing program, made smaller as long as it still fails: stages, nodes and parts of nodes
//! are taken away one at a time, or replaced by what they contain.

use super::model::{Body, Kind, Launcher, Listener, Node, Program};

/// Each attempt costs two processes; beyond this the program is small enough or stubborn.
const ATTEMPT_LIMIT: usize = 400;

/// The smallest program found for which `fails` still holds.
pub(super) fn minimise(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut attempts = 0;
    let mut position = 0;
    // After a success the same position names what came next, so the walk goes on from there;
    // a whole round without success is the end.
    let mut last_success = None;
    loop {
        let Some(candidate) = edits(&best).nth(position) else {
            if last_success.take().is_none() {
                return best;
            }
            position = 0;
            continue;
        };
        attempts += 1;
        if attempts > ATTEMPT_LIMIT {
            return best;
        }
        if fails(&candidate) {
            best = candidate;
            last_success = Some(position);
        } else {
            position += 1;
        }
    }
}

/// Every program that is one step smaller, the big steps first.
fn edits(program: &Program) -> impl Iterator<Item = Program> + '_ {
    let stages = (0..program.stages.len()).filter(|_| program.stages.len() > 1).map(|index| {
        let mut smaller = program.clone();
        smaller.stages.remove(index);
        smaller
    });
    let nodes = (0..program.node_count()).flat_map(move |index| {
        [Edit::Remove, Edit::Unwrap, Edit::DropPart]
            .into_iter()
            .filter_map(move |edit| edited(program, index, edit))
    });
    let launchers = program
        .stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| stage.launcher != Launcher::Direct)
        .map(|(index, _)| {
            let mut smaller = program.clone();
            smaller.stages[index].launcher = Launcher::Direct;
            smaller
        });
    let handlers = [
        program.exit_code.is_some().then(|| Program { exit_code: None, ..program.clone() }),
        program.on_rejection.then(|| Program { on_rejection: false, ..program.clone() }),
        program.on_uncaught.map(|_| Program { on_uncaught: None, ..program.clone() }),
        (program.on_uncaught == Some(Listener::Queues))
            .then(|| Program { on_uncaught: Some(Listener::Logs), ..program.clone() }),
    ];
    stages.chain(nodes).chain(launchers).chain(handlers.into_iter().flatten())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    Remove,
    /// The node's bodies take its place.
    Unwrap,
    /// The last of its sources, links or timers goes.
    DropPart,
}

/// The program with the node of this number, counted in reading order, edited.
fn edited(program: &Program, index: usize, edit: Edit) -> Option<Program> {
    let mut smaller = program.clone();
    let mut left = index;
    for stage in &mut smaller.stages {
        if let Some(changed) = edit_body(&mut stage.body, &mut left, edit) {
            return changed.then_some(smaller);
        }
    }
    None
}

/// `None` when the node is not in this body; otherwise whether the edit made sense.
fn edit_body(body: &mut Body, left: &mut usize, edit: Edit) -> Option<bool> {
    for at in 0..body.len() {
        if *left == 0 {
            return Some(match edit {
                Edit::Remove => {
                    body.remove(at);
                    true
                }
                Edit::Unwrap => {
                    let inside: Body = body[at].bodies.drain(..).flatten().collect();
                    let sensible = !inside.is_empty();
                    body.splice(at..=at, inside);
                    sensible
                }
                Edit::DropPart => drop_part(&mut body[at]),
            });
        }
        *left -= 1;
        for inner in &mut body[at].bodies {
            if let Some(changed) = edit_body(inner, left, edit) {
                return Some(changed);
            }
        }
    }
    None
}

fn drop_part(node: &mut Node) -> bool {
    match &mut node.kind {
        Kind::Chain { links, .. } if links.len() > 1 => {
            links.pop();
            node.bodies.pop();
            true
        }
        Kind::AsyncFunction { awaits, .. } if awaits.len() > 1 => {
            awaits.pop();
            node.bodies.pop();
            true
        }
        Kind::DueTimeouts(durations) if durations.len() > 1 => {
            durations.pop();
            node.bodies.pop();
            true
        }
        Kind::SpreadTimeouts { .. } | Kind::Emitter { .. } if node.bodies.len() > 1 => {
            node.bodies.pop();
            true
        }
        Kind::AsyncGenerator { yields: sources, .. }
        | Kind::ForAwait { sources }
        | Kind::Combine { sources, .. }
            if sources.len() > 1 =>
        {
            sources.pop();
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::generator;
    use super::super::javascript::{self, Dialect};
    use super::super::model::Entry;
    use super::*;

    fn write(program: &Program) -> String {
        javascript::write(program, Dialect::Modern)
    }

    /// Whatever a program is said to fail by is all that is left of it.
    #[test]
    fn only_the_cause_is_left() {
        let mut tried = 0;
        for seed in 0..60 {
            let program = generator::program(seed, Entry::CommonJs);
            let fails = |program: &Program| write(program).contains("queueMicrotask(");
            if !fails(&program) {
                continue;
            }
            tried += 1;
            let small = minimise(&program, fails);
            assert!(fails(&small));
            assert!(small.node_count() <= 1, "seed {seed}\n{}", write(&small));
        }
        assert!(tried > 10);
    }
}
