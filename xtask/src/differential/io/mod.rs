//! `cargo xtask differential --io`: random programs whose events come through poll: sockets between their own ends, pipes,
//! children, files, streams, names, datagrams, crypto, zlib, TLS, workers.
//!
//! `scenes.js` and `secure_scenes.js` have what can be played and log everything that happens; the seed chooses the scenes and what happens in
//! them (`choices.rs`). Kernels and pools are free in more ways than timers are, so Node is asked several times first, and
//! only where it agrees with itself is there an answer to be equal to. Scenes that are played together hang on the speed of
//! different things: if each of them went as on Node and only their lines are mixed otherwise, that is a race.

mod choices;
mod secure;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::child::{self, Ending, Finished};
use crate::counts::Seeds;
use crate::error::{Context, Result};
use crate::peers::Peer;
use crate::progress::judge_all;
use crate::project::Project;
use crate::text_diff;

const SCENES: &str = include_str!("scenes.js");

const TIMEOUT: Duration = Duration::from_secs(20);

/// How often Node must say the same before it counts.
const AGREEMENTS: usize = 3;

/// How often both are asked again after a difference.
const REPEATS: usize = 5;

enum Outcome {
    Same,
    Racy,
    Different(String),
}

/// The text of a seed's program.
pub(super) fn program(seed: u64, only: Option<&str>) -> String {
    format!("{SCENES}\n{}\nplay({});\n", secure::scenes(), choices::of(seed, only))
}

/// Runs the programs of the seeds on both.
pub(crate) fn run(
    project: &Project,
    roundel: &Path,
    seeds: std::ops::Range<u64>,
    only: Option<&str>,
    jobs: usize,
) -> Result<Seeds> {
    let node = Peer::Node26.binary(project)?;
    let folder = project.cache_dir(&format!("differential/io_{}", std::process::id()))?;
    let seeds: Vec<u64> = seeds.collect();
    let judge = |seed: &u64| compare(&node, roundel, &folder, *seed, only);
    let is_good = |outcome: &Outcome| !matches!(outcome, Outcome::Different(_));
    let outcomes = judge_all("differential --io", jobs, &seeds, judge, is_good)?;
    let mut counts = Seeds::new(["same", "different", "racy"]);
    for (seed, outcome) in seeds.iter().zip(outcomes) {
        match outcome {
            Outcome::Same => counts.passed += 1,
            Outcome::Racy => counts.neither += 1,
            Outcome::Different(why) => {
                counts.failed += 1;
                println!("DIFFERENT seed {seed} (io)\n{why}");
            }
        }
    }
    if fs::remove_dir(&folder).is_err() {
        println!("programs are in {}", folder.display());
    }
    Ok(counts)
}

fn compare(
    node: &Path,
    roundel: &Path,
    folder: &Path,
    seed: u64,
    only: Option<&str>,
) -> Result<Outcome> {
    let file = folder.join(format!("io_{seed}.js"));
    fs::write(&file, program(seed, only)).context(|| format!("writing {}", file.display()))?;
    let outcome = judge(node, roundel, &file)?;
    if !matches!(outcome, Outcome::Different(_)) {
        fs::remove_file(&file)?;
    }
    Ok(outcome)
}

fn judge(node: &Path, roundel: &Path, file: &Path) -> Result<Outcome> {
    let expected = run_one(node, file)?;
    for _ in 1..AGREEMENTS {
        if !same(&expected, &run_one(node, file)?) {
            return Ok(Outcome::Racy);
        }
    }
    let found = run_one(roundel, file)?;
    if same(&expected, &found) {
        return Ok(Outcome::Same);
    }
    for _ in 0..REPEATS {
        let again = run_one(node, file)?;
        // Both are busy with the same kernel: one equal answer says that the order is free.
        if !same(&expected, &again) || same(&expected, &run_one(roundel, file)?) {
            return Ok(Outcome::Racy);
        }
    }
    if expected.ending == found.ending && by_scene(&expected.stdout) == by_scene(&found.stdout) {
        return Ok(Outcome::Racy);
    }
    let mut text = text_diff::lines(&expected.stdout, &found.stdout);
    if expected.ending != found.ending {
        text.push_str(&format!("    - {}\n    + {}\n", expected.ending, found.ending));
    }
    for line in found.stderr.lines().take(6) {
        text.push_str(&format!("    | {line}\n"));
    }
    Ok(Outcome::Different(text))
}

/// The lines of each scene, whose name is their first word.
fn by_scene(output: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut scenes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in output.lines() {
        let scene = line.split(' ').next().unwrap_or_default();
        scenes.entry(scene).or_default().push(line);
    }
    scenes
}

fn run_one(binary: &Path, file: &Path) -> Result<Finished> {
    let mut command = Command::new(binary);
    child::clean_environment(&mut command);
    command.arg(file).current_dir(file.parent().unwrap_or(Path::new(".")));
    child::run(&mut command, b"", TIMEOUT)
}

fn same(left: &Finished, right: &Finished) -> bool {
    left.stdout == right.stdout && left.ending == right.ending && left.ending != Ending::TimedOut
}

#[cfg(test)]
mod tests {
    use super::by_scene;

    #[test]
    fn scenes_are_told_apart_and_keep_their_order() {
        assert_eq!(by_scene("s1 a\ns2 b\ns1 c"), by_scene("s1 a\ns1 c\ns2 b"));
        assert_ne!(by_scene("s1 a\ns1 c"), by_scene("s1 c\ns1 a"));
    }
}
