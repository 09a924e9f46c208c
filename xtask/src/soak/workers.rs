//! Workers started and ended by the thousand: nothing of them may be left.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::child::{self, Ending};
use crate::error::{Context, Error, Result};
use crate::project::Project;

const PROGRAM: &str = include_str!("workers.js");

/// What a worker may take on a busy machine, on the average.
const PATIENCE_MS: u64 = 500;
const GRACE: Duration = Duration::from_secs(60);

/// Memory that a collector has not given back, or the allocator keeps, is no leak below this.
const SPARE_MEGABYTES: u64 = 48;
/// The engine keeps some of its own threads for a while.
const SPARE_THREADS: u64 = 4;

/// What went wrong with so many workers.
pub(crate) fn run(project: &Project, roundel: &Path, count: u64) -> Result<Vec<String>> {
    let folder = project.cache_dir("soak")?;
    let file = folder.join(format!("workers_{}.js", std::process::id()));
    fs::write(&file, PROGRAM).context(|| format!("writing {}", file.display()))?;
    let mut command = Command::new(roundel);
    child::clean_environment(&mut command);
    command.arg("--expose-gc").arg(&file).arg(count.to_string());
    let limit = Duration::from_millis(count * PATIENCE_MS) + GRACE;
    let finished = child::run(&mut command, b"", limit)?;
    fs::remove_file(&file)?;
    if finished.ending != Ending::Code(0) {
        return Ok(vec![format!("{}\n{}", finished.ending, finished.stderr)]);
    }
    let report: Value = serde_json::from_str(finished.stdout.trim())
        .map_err(|error| Error::new(format!("{error} in: {}", finished.stdout)))?;
    println!("soak: {count} workers: {report}");
    Ok(judge(&report))
}

fn judge(report: &Value) -> Vec<String> {
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(u64::MAX);
    let mut problems = Vec::new();
    if number("/tally/wrong") != 0 {
        problems
            .push(format!("{} workers ended otherwise than they should", number("/tally/wrong")));
    }
    for what in ["ended", "exited", "failed", "terminated", "midMessage"] {
        if number(&format!("/tally/{what}")) == 0 {
            problems.push(format!("no worker has {what}"));
        }
    }
    for (what, spare) in
        [("descriptors", 0), ("threads", SPARE_THREADS), ("megabytes", SPARE_MEGABYTES)]
    {
        let (before, after) =
            (number(&format!("/before/{what}")), number(&format!("/after/{what}")));
        if after > before.saturating_add(spare) {
            problems.push(format!("{before} {what} before, {after} after"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_left_is_told() {
        let tally = json!({ "wrong": 0, "ended": 1, "exited": 1, "failed": 1, "terminated": 1, "midMessage": 1 });
        let same = json!({ "descriptors": 9, "threads": 5, "megabytes": 50 });
        assert!(judge(&json!({ "tally": tally, "before": same, "after": same })).is_empty());
        let more = json!({ "descriptors": 10, "threads": 50, "megabytes": 500 });
        assert_eq!(judge(&json!({ "tally": tally, "before": same, "after": more })).len(), 3);
    }
}
