//! The examples run, end by themselves and print nothing on standard error.

mod support;

use std::path::Path;
use std::process::{Command, Output};

fn output(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(args)
            .current_dir(root.join("examples"))
            .env("NO_COLOR", "1"),
    )
}

/// Runs an example and gives what it printed.
fn run(args: &[&str]) -> String {
    let output = output(args);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_tour_goes_round() {
    let text = run(&["tour.js"]);
    let stops = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    assert_eq!(stops, 9);
    assert!(text.contains("    check | setImmediate\n   timers | setTimeout 0\n"));
    assert!(text.ends_with("examples/.\n"));
}

#[test]
fn the_order_of_the_queues() {
    let text = run(&["queue_order.js"]);
    let numbers: String = text.lines().filter_map(|line| line.chars().next()).collect();
    assert_eq!(numbers, "123456");
}

#[test]
fn the_small_ones_tell_what_they_claim() {
    assert!(run(&["starvation.js"]).contains("nextTick      no heartbeat at all"));
    assert!(run(&["immediate_or_timer.js"]).contains("in a timer             immediate, then"));
    assert!(run(&["async_stack.js"]).contains("RangeError: no row 7\n   at read_row"));
    assert!(run(&["async_context.js"]).contains("[request 2] in a tick"));
    assert!(run(&["top_level_await.ts"]).contains("lines and is small"));
    assert!(run(&["blocked_loop.js"]).contains("missed some beats"));
    assert!(run(&["graceful_exit.js", "--alone"]).contains("exit with 0 after"));
    assert!(run(&["why_alive.js"]).ends_with("and so it ends\n"));
    assert!(run(&["modules/main.mjs"]).contains("live binding: 1 [ 'count' ]"));
}

#[test]
fn the_flaky_test_passes_and_is_found_out() {
    assert_eq!(run(&["cache.test.js"]), "same\n");
    let found = output(&["explore", "cache.test.js"]);
    assert_eq!(found.status.code(), Some(1));
    let told = String::from_utf8_lossy(&found.stdout);
    assert!(told.starts_with("cache.test.js fails in schedule "), "{told}");
    assert!(told.contains("cache.test.js, asked for at cache.test.js:17:16\n"), "{told}");
}
