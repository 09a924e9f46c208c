//! Rules about names and places: a small root, snake_case, no file that is a drawer.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Finding;

/// The root holds what a visitor needs, fewer entries than this.
const ROOT_LIMIT: usize = 20;

/// Names that say nothing about what is inside.
const DRAWERS: [&str; 6] = ["utils", "misc", "helpers", "common", "stuff", "impl"];

pub(super) fn check(files: &[PathBuf]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let root: BTreeSet<_> = files.iter().filter_map(|file| file.iter().next()).collect();
    if root.len() >= ROOT_LIMIT {
        let message = format!("the root has {} entries, fewer than {ROOT_LIMIT} fit", root.len());
        findings.push(Finding::new(Path::new("."), 0, message));
    }
    findings.extend(files.iter().filter_map(|file| name(file)));
    findings
}

fn name(file: &Path) -> Option<Finding> {
    let code = file.extension().is_some_and(|extension| {
        ["rs", "js", "mjs", "cjs", "ts", "mts", "cts"].iter().any(|e| extension == *e)
    });
    let input = file.iter().any(|part| part == "fixtures" || part == "node_modules");
    if !code || input {
        return None;
    }
    let stem = file.file_name()?.to_str()?.split('.').next()?;
    if !stem.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        return Some(Finding::new(file, 0, "the name is not snake_case"));
    }
    let drawer = DRAWERS.contains(&stem) || stem.ends_with("_impl") || stem.ends_with("_body");
    drawer.then(|| Finding::new(file, 0, "the name does not say what is inside"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[&str]) -> Vec<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        check(&files).into_iter().map(|f| format!("{} {}", f.file.display(), f.message)).collect()
    }

    #[test]
    fn names() {
        assert!(
            found(&["crates/a/src/timer_list.rs", "crates/runtime/js/bindings/util.d.ts"])
                .is_empty()
        );
        assert_eq!(
            found(&["js/timerList.js", "js/timer-list.js", "src/utils.rs", "src/tcp_impl.rs"])
                .len(),
            4
        );
        assert!(found(&["tests/modules/fixtures/Odd-Name.js", "docs/Any-Name.md"]).is_empty());
    }

    #[test]
    fn a_crowded_root() {
        let files: Vec<String> = (0..ROOT_LIMIT).map(|n| format!("f{n}/x.md")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(found(&files), [". the root has 20 entries, fewer than 20 fit"]);
        assert!(found(&files[1..]).is_empty());
    }
}
