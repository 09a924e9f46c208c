//! `cargo xtask terminal`: keys typed into Roundel on a pseudo-terminal, and what it writes compared with what Node wrote.
//!
//! The scenes lie in `tests/terminal`, each with the recorded answers of Node. `drive.py` beside them does the typing:
//! a child with a controlling terminal of its own needs code between fork and exec, which is not for safe Rust.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lexopt::{Arg, ValueExt};

use crate::child::{self, Ending};
use crate::error::{Context, Error, Result, Verdict};
use crate::peers::Peer;
use crate::project::Project;
use crate::roundel::{Choice, RunFlag, Running};

const HELP: &str = "\
cargo xtask terminal [FILTER...] [options]

Types the keys of the scenes in tests/terminal into Roundel on a pseudo-terminal and compares
every answer with Node's, which is recorded. A FILTER is part of a name.

    --record        ask Node again and rewrite the scenes
";

const LIMIT: Duration = Duration::from_secs(300);

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut running = Running::default();
    let (mut filters, mut record) = (Vec::new(), false);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("record") => record = true,
            Arg::Value(filter) => filters.push(filter.string()?),
            other => match RunFlag::of(&other) {
                Some(flag) => running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    let scenes = scenes(project, &filters)?;
    if scenes.is_empty() {
        return Err(Error::new("no scene matches"));
    }
    let (verb, binary) = match record {
        true => ("record", Peer::Node26.binary(project)?),
        false => ("check", running.roundel.binary(project)?),
    };
    Ok(Verdict::of(drive(project, verb, &binary, &scenes)?))
}

/// Whether every scene goes as it went on Node.
pub(crate) fn check_all(project: &Project, roundel: &Path) -> Result<bool> {
    drive(project, "check", roundel, &scenes(project, &[])?)
}

fn drive(project: &Project, verb: &str, binary: &Path, scenes: &[PathBuf]) -> Result<bool> {
    let mut command = Command::new("python3");
    command.arg(folder(project).join("drive.py")).arg(verb).arg(binary).args(scenes);
    let finished = child::run(&mut command, b"", LIMIT)?;
    print!("{}", finished.stdout);
    eprint!("{}", finished.stderr);
    Ok(finished.ending == Ending::Code(0))
}

fn folder(project: &Project) -> PathBuf {
    project.root.join("tests/terminal")
}

fn scenes(project: &Project, filters: &[String]) -> Result<Vec<PathBuf>> {
    let folder = folder(project);
    let mut scenes = Vec::new();
    for entry in fs::read_dir(&folder).context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_scene = path.extension().is_some_and(|extension| extension == "json");
        if is_scene && (filters.is_empty() || filters.iter().any(|filter| name.contains(filter))) {
            scenes.push(path);
        }
    }
    scenes.sort();
    Ok(scenes)
}
