//! Lints: every one has a program that shows it and a mended twin in which nothing is found.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use roundel_trace::lints::LINTS;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lints")
}

fn run(words: &[&str], program: &Path) -> Output {
    support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(words)
            .arg(program)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    )
}

/// The lines that lints have written, without what all begin with.
fn findings(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().filter_map(|line| line.strip_prefix("roundel: lint: "));
    lines.filter(|line| line.contains(": ")).map(str::to_owned).collect()
}

/// The programs of the folder by the lint they are about, and whether they are mended.
fn programs() -> Vec<(PathBuf, &'static str, bool)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().replace('_', "-");
        let lint = LINTS.iter().map(|lint| lint.name()).find(|lint| name.starts_with(lint));
        found.push((
            path,
            lint.expect("a program is named after its lint"),
            name.contains(".fixed"),
        ));
    }
    found.sort();
    found
}

#[test]
fn every_lint_has_its_programs_and_its_page() {
    let programs = programs();
    let page = fs::read_to_string(folder().join("../../docs/lints.md")).unwrap();
    for lint in LINTS {
        let name = lint.name();
        let kinds: BTreeSet<bool> = programs
            .iter()
            .filter(|(_, other, _)| *other == name)
            .map(|(_, _, is_mended)| *is_mended)
            .collect();
        assert_eq!(kinds.len(), 2, "{name} has a program and a mended twin");
        assert!(page.contains(&format!("\n## {name}\n")), "docs/lints.md has a section for {name}");
    }
}

#[test]
fn what_is_wrong_is_found_and_named() {
    for (program, lint, _) in programs().iter().filter(|(_, _, is_mended)| !is_mended) {
        let output = run(&["--lint"], program);
        let found = findings(&output);
        let of_it: Vec<_> = found.iter().filter(|line| line.starts_with(lint)).collect();
        assert_eq!(of_it.len(), 1, "{}\n{found:#?}", program.display());
        let file = program.file_name().unwrap().to_string_lossy();
        assert!(of_it[0].contains(&*file), "it names the file: {found:#?}");
    }
}

#[test]
fn nothing_is_found_in_what_is_mended() {
    for (program, _, _) in programs().iter().filter(|(_, _, is_mended)| *is_mended) {
        let output = run(&["--lint=error"], program);
        assert_eq!(findings(&output), [""; 0], "{}", program.display());
        assert_eq!(output.status.code(), Some(0), "{}", program.display());
    }
}

#[test]
fn the_function_that_blocks_is_named() {
    let output = run(&["--lint"], &folder().join("blocked_loop.js"));
    let found = findings(&output);
    assert!(found[0].starts_with("blocked-loop at compute ("), "{found:#?}");
}

#[test]
fn a_finding_is_an_error_if_that_is_asked_for() {
    let program = folder().join("timer_overflow.js");
    assert_eq!(run(&["--lint"], &program).status.code(), Some(0));
    assert_eq!(run(&["--lint=error"], &program).status.code(), Some(1));
    let refused = run(&["--lint=perhaps"], &program);
    assert_eq!(refused.status.code(), Some(9));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--lint must be warn or error"));
}

#[test]
fn the_summary_of_a_trace_has_them() {
    let trace = std::env::temp_dir().join(format!("roundel-lints-{}", std::process::id()));
    let output =
        run(&["trace", "-o", trace.to_str().unwrap()], &folder().join("timer_overflow.js"));
    let _ = fs::remove_file(&trace);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("lints: 1 finding"), "{text}");
    assert!(text.contains("timer-overflow at "), "{text}");
}

#[test]
fn nothing_is_left_behind() {
    let scratch = std::env::temp_dir().join(format!("roundel-lints-left-{}", std::process::id()));
    fs::create_dir(&scratch).unwrap();
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["--lint", "-e", "process.kill(process.pid, 'SIGKILL')"])
            .env("TMPDIR", &scratch),
    );
    assert_eq!(output.status.code(), None);
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
    fs::remove_dir(&scratch).unwrap();
}
