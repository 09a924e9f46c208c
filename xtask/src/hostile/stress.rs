//! The programs under tests/ with a collector that never rests: what a handle fails to keep alive is gone at once.

use std::path::PathBuf;

use super::{Program, files_below};
use crate::project::Project;
use crate::rng::Rng;

/// Programs of tests/ that are nothing but JavaScript and files of their own.
const FOLDERS: [&str; 12] = [
    "tests/order",
    "tests/errors",
    "tests/events",
    "tests/buffer",
    "tests/inspect",
    "tests/modules",
    "tests/stream",
    "tests/url",
    "tests/vm",
    "tests/domain",
    "tests/dom",
    "tests/window",
];

/// Programs whose point is their size: a collection every few allocations would take them minutes.
const TOO_LARGE: [&str; 2] = ["tests/dom/size.js", "tests/buffer/longest_string.js"];

/// The engine collects after so many allocations that leave the fast path.
pub(super) fn environment() -> Vec<(&'static str, String)> {
    vec![("JSC_slowPathAllocsBetweenGCs", "12".to_owned())]
}

pub(super) fn collect(project: &Project, files: &[PathBuf]) -> Vec<PathBuf> {
    files_below(files, &FOLDERS, &["js", "cjs", "mjs", "ts"])
        .filter(|path| !TOO_LARGE.iter().any(|large| path.ends_with(large)))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "fixtures"))
        .map(|path| project.root.join(path))
        .collect()
}

/// A program that imports the one of the seed, in its own folder.
pub(super) fn program(files: &[PathBuf], seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    // Every file once before one comes again.
    let file = &files[seed as usize % files.len()];
    let is_page = file.iter().any(|part| part == "dom" || part == "window");
    let mut flags = vec!["--expose-gc"];
    if is_page {
        flags.extend(["--loop=chrome", "--virtual-time", "--max-time=20000"]);
    }
    if rng.percent(30) {
        flags.push("--virtual-time");
    }
    Program {
        extension: "mjs",
        head: String::new(),
        lines: vec![format!("import({:?});", file.to_string_lossy())],
        flags,
        environment: environment(),
        folder: file.parent().map(PathBuf::from),
    }
}
