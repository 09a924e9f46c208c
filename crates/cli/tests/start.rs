//! `crates/runtime/start.txt` is what a program loads that asks for nothing: those builtins stand together in the
//! executable, so that an empty file takes little memory.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const LISTED: &str = include_str!("../../runtime/start.txt");

/// These run before there is a list of what was loaded.
const BEFORE_THE_LIST: [&str; 2] = ["bootstrap/loader", "internal/primordials"];

#[test]
fn what_every_program_loads_is_listed() {
    let program = "const loaded = process.moduleLoadList.slice(); console.log(loaded.join('\\n'))";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("start.js");
    fs::write(&file, program).expect("a program");
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .arg(&file)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    );
    let printed = String::from_utf8_lossy(&output.stdout);
    let loaded = printed.lines().filter_map(|line| line.strip_prefix("NativeModule "));
    let loaded: BTreeSet<&str> = loaded.chain(BEFORE_THE_LIST).collect();
    let listed = LISTED.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(loaded, listed.collect());
}
