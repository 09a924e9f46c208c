//! Programs of a kind, one for each seed, run on Node 26 and on Roundel: what they print must be equal.

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

const TIMEOUT: Duration = Duration::from_secs(20);

/// Programs that are made from a seed.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// What progress is shown under.
    pub(super) title: &'static str,
    pub(super) program: fn(u64) -> String,
}

impl Kind {
    /// Runs the programs of the seeds on both.
    pub(super) fn run(
        &self,
        project: &Project,
        roundel: &Path,
        seeds: std::ops::Range<u64>,
        jobs: usize,
    ) -> Result<Seeds> {
        let node = Peer::Node26.binary(project)?;
        let name = self.name;
        let folder = project.cache_dir(&format!("differential/{name}_{}", std::process::id()))?;
        let seeds: Vec<u64> = seeds.collect();
        let judge = |seed: &u64| self.compare(&node, roundel, &folder, *seed);
        let outcomes = judge_all(self.title, jobs, &seeds, judge, |found| found.is_none())?;
        let mut counts = Seeds::new(["same", "different", "racy"]);
        for (seed, difference) in seeds.iter().zip(outcomes) {
            match difference {
                None => counts.passed += 1,
                Some(difference) => {
                    counts.failed += 1;
                    println!("DIFFERENT seed {seed} ({name})\n{difference}");
                }
            }
        }
        if fs::remove_dir(&folder).is_err() {
            println!("programs are in {}", folder.display());
        }
        Ok(counts)
    }

    /// How the program of a seed differs, if it does; then the program stays where it is.
    fn compare(
        &self,
        node: &Path,
        roundel: &Path,
        folder: &Path,
        seed: u64,
    ) -> Result<Option<String>> {
        let file = folder.join(format!("{}_{seed}.js", self.name));
        let text = (self.program)(seed);
        fs::write(&file, text).context(|| format!("writing {}", file.display()))?;
        let expected = run_one(node, &file)?;
        let found = run_one(roundel, &file)?;
        let is_same = expected.stdout == found.stdout
            && expected.ending == found.ending
            && expected.ending != Ending::TimedOut;
        if is_same {
            fs::remove_file(&file)?;
            return Ok(None);
        }
        let mut text = text_diff::lines(&expected.stdout, &found.stdout);
        if expected.ending != found.ending {
            text.push_str(&format!("    - {}\n    + {}\n", expected.ending, found.ending));
        }
        for line in found.stderr.lines().take(6) {
            text.push_str(&format!("    | {line}\n"));
        }
        Ok(Some(text))
    }
}

fn run_one(binary: &Path, file: &Path) -> Result<Finished> {
    let mut command = Command::new(binary);
    child::clean_environment(&mut command);
    command.arg(file).current_dir(file.parent().unwrap_or(Path::new(".")));
    child::run(&mut command, b"", TIMEOUT)
}
