//! `--warn-blocked` names the function of the program that holds the loop, once, wherever it runs from and whether it
//! computes or waits.

mod support;

use std::process::Command;

/// What holds the loop: the name of the function and its text.
const HOLDING: [(&str, &str); 3] = [
    ("compute", "function compute() { const end = Date.now() + 300; while (Date.now() < end); }"),
    (
        "rest",
        "const cell = new Int32Array(new SharedArrayBuffer(4));\n\
         function rest() { Atomics.wait(cell, 0, 0, 300); }",
    ),
    (
        "call",
        "const { spawnSync } = require('child_process');\n\
         function call() { spawnSync('sleep', ['0.3']); }",
    ),
];

/// How the function comes to run, and what that is called.
const PLACES: [(&str, &str); 8] = [
    ("hold();", "the main script"),
    ("process.nextTick(hold);", "a process.nextTick callback"),
    ("queueMicrotask(hold);", "a queueMicrotask callback"),
    ("Promise.resolve().then(hold);", "promise jobs"),
    ("(async () => { await null; hold(); })();", "promise jobs"),
    ("setTimeout(hold, 1);", "a setTimeout callback"),
    ("setImmediate(hold);", "a setImmediate callback"),
    ("require('fs').stat('.', hold);", "a file callback"),
];

fn warnings(program: &str) -> Vec<String> {
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["--warn-blocked=200", "-e", program])
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    );
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| line.starts_with("roundel: ")).map(str::to_owned).collect()
}

#[test]
fn the_function_is_named_once() {
    for (name, text) in HOLDING {
        for (place, words) in PLACES {
            let program = format!("{text}\n{}", place.replace("hold", name));
            let lines = warnings(&program);
            let named: Vec<_> = lines.iter().filter(|line| line.contains(words)).collect();
            assert_eq!(named.len(), 1, "{program}\n{lines:#?}");
            assert!(named[0].contains(name), "{program}\n{lines:#?}");
        }
    }
}

#[test]
fn many_short_ticks_are_named_by_their_function() {
    let program = "let count = 0;\n\
                   (function again() {\n\
                     const end = Date.now() + 20; while (Date.now() < end);\n\
                     if (count++ < 20) process.nextTick(again);\n\
                   })();";
    let lines = warnings(program);
    assert!(
        lines.iter().any(|line| line.contains("ticks") && line.contains("again")),
        "{lines:#?}"
    );
}

#[test]
fn a_scope_of_the_programs_own_does_not_begin_anew() {
    let program = "const { AsyncResource } = require('async_hooks');\n\
                   const own = new AsyncResource('OWN');\n\
                   function step() { const end = Date.now() + 90; while (Date.now() < end); }\n\
                   setTimeout(() => { for (let i = 0; i < 4; i++) own.runInAsyncScope(step); }, 1);";
    let lines = warnings(program);
    // Who is looked at between two steps is the callback itself, which has no name but its line.
    assert!(
        lines.iter().any(|line| {
            line.contains("a setTimeout callback")
                && (line.contains("step") || line.ends_with("in [eval]:4"))
        }),
        "{lines:#?}"
    );
}
