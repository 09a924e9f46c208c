//! Which of the things that can happen in a run are about what another one is about as well: one file, that one of them
//! changes, or one variable of the program. Schedules in which such a thing is late are tried before others.

use std::collections::BTreeSet;

use roundel_runtime::{SharingFunction, shared_at, sharing_functions};
use serde_json::Value;

/// What only looks at a file.
const READING: [&str; 7] =
    ["access", "lstat", "readFile", "readdir", "readlink", "realpath", "stat"];

/// For each of the labels of a log, in the program of this text.
pub(super) fn conflicts(labels: &[Value], source: &str) -> Vec<bool> {
    // Most programs have a few; a long list is not worth its squares.
    const MOST: usize = 1000;
    let functions = sharing_functions(source);
    let things: Vec<Thing<'_>> =
        labels.iter().take(MOST).map(|label| Thing::new(label, &functions)).collect();
    let other = |nth: usize| things.iter().enumerate().filter(move |(other, _)| *other != nth);
    let is_one = |(nth, thing): (usize, &Thing<'_>)| other(nth).any(|(_, one)| thing.meets(one));
    things.iter().enumerate().map(is_one).collect()
}

struct Thing<'a> {
    path: Option<&'a str>,
    changes: bool,
    variables: BTreeSet<&'a str>,
}

impl<'a> Thing<'a> {
    fn new(label: &'a Value, functions: &'a [SharingFunction]) -> Thing<'a> {
        let is = &label["is"];
        let detail = &is["detail"];
        let line = is["place"].as_str().and_then(|place| place.rsplit(':').nth(1)?.parse().ok());
        Thing {
            path: detail["path"].as_str().filter(|path| !path.is_empty()),
            changes: !READING.contains(&detail["operation"].as_str().unwrap_or_default()),
            variables: line.map_or_else(BTreeSet::new, |line| shared_at(functions, line)),
        }
    }

    fn meets(&self, other: &Thing<'_>) -> bool {
        let is_one_file = self.path.is_some() && self.path == other.path;
        is_one_file && (self.changes || other.changes)
            || !self.variables.is_disjoint(&other.variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(operation: &str, path: &str, line: u32) -> Value {
        let detail = serde_json::json!({ "operation": operation, "path": path });
        serde_json::json!({ "is": { "detail": detail, "place": format!("/a.js:{line}:1") } })
    }

    #[test]
    fn files_that_change_and_variables_that_are_shared_are_conflicts() {
        let source = "let n = 0;\nf(() => { n++; });\nf(() => n);\nf(() => 1);\n";
        let labels = [
            label("readFile", "/a", 4),
            label("readFile", "/a", 4),
            label("stat", "/b", 4),
            label("writeFile", "/b", 4),
            label("stat", "/c", 2),
            label("stat", "/d", 3),
            Value::Null,
        ];
        assert_eq!(conflicts(&labels, source), [false, false, true, true, true, true, false]);
    }
}
