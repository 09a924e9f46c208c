//! `cargo xtask fresh`: the README's commands on a machine that has nothing but Rust.
//!
//! Each release gets a bare root, a clean clone of the commit that is checked out, and the commands
//! exactly as the README has them. What is missing from `scripts/setup` shows here.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use lexopt::Arg;

use crate::debian_root::{DebianRoot, HOME, Release};
use crate::error::{Context, Error, Result, Verdict};
use crate::project::{Project, git};
use crate::table;

const HELP: &str = "\
cargo xtask fresh [12] [13] [--command N] [--keep]

Makes a bare Debian 12 and a bare Debian 13 (or the one that is named) with debootstrap, puts the
Rust toolchain of this machine and a clean clone of the checked-out commit into it, runs the
commands of the README's \"Try it\" there as they are written, and says how long each took. Works as
root, on a Debian. The bare roots are kept in the cache folder, what is made of them is not.

    --command N  only the Nth of the commands
    --keep       leave the root in the cache folder afterwards
";

struct Flags {
    releases: Vec<Release>,
    command: Option<usize>,
    keep: bool,
}

struct Step {
    release: Release,
    command: String,
    good: bool,
    took: Duration,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags { releases: Vec::new(), command: None, keep: false };
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Long("command") => flags.command = Some(args.value()?.parse_number()?),
            Arg::Long("keep") => flags.keep = true,
            Arg::Value(number) => {
                flags.releases.push(Release::by_number(&number.to_string_lossy())?);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if flags.releases.is_empty() {
        flags.releases.extend(Release::ALL);
    }
    let mut commands = commands(&fs::read_to_string(project.root.join("README.md"))?);
    if let Some(number) = flags.command {
        let only = number.checked_sub(1).and_then(|index| commands.get(index).cloned());
        commands = vec![only.ok_or_else(|| Error::new("the README has no such command"))?];
    }
    if commands.is_empty() {
        return Err(Error::new("the README has no commands under \"Try it\""));
    }
    let mut steps = Vec::new();
    for release in &flags.releases {
        steps.extend(run(project, *release, &commands, flags.keep)?);
    }
    Ok(summary(&steps))
}

trait ParseNumber {
    fn parse_number(&self) -> Result<usize>;
}

impl ParseNumber for std::ffi::OsString {
    fn parse_number(&self) -> Result<usize> {
        self.to_string_lossy().parse().context(|| "reading a number".to_owned())
    }
}

fn run(project: &Project, release: Release, commands: &[String], keep: bool) -> Result<Vec<Step>> {
    let root = DebianRoot::bare(project, release, &format!("fresh-{}", release.number()))?;
    let home = root.path.join(HOME);
    clone(project, &home.join("roundel"))?;
    let mut steps = Vec::new();
    for command in commands {
        println!("\n== {release}: {command}");
        let started = Instant::now();
        let status = root
            .shell(&Path::new("/").join(HOME).join("roundel"), command, &[])?
            .status()
            .context(|| "running unshare".to_owned())?;
        let took = started.elapsed();
        println!("== {release}: {status} after {}", minutes(took));
        steps.push(Step { release, command: command.clone(), good: status.success(), took });
    }
    if keep {
        println!("the root is left at {}", root.path.display());
    } else {
        root.remove()?;
    }
    Ok(steps)
}

/// A clone as from a server: nothing that is not committed, nothing shared with this one.
fn clone(project: &Project, to: &Path) -> Result<()> {
    let changes = git(&project.root, &["status", "--porcelain"])?;
    if !changes.is_empty() {
        eprintln!("note: what is not committed is not in the clone");
    }
    let from = project.root.to_string_lossy();
    git(&project.root, &["clone", "--quiet", "--no-local", &from, &to.to_string_lossy()])?;
    Ok(())
}

fn summary(steps: &[Step]) -> Verdict {
    let rows: Vec<Vec<String>> = steps
        .iter()
        .map(|step| {
            let verdict = if step.good { "ok" } else { "FAILED" };
            vec![
                step.release.to_string(),
                step.command.clone(),
                verdict.to_owned(),
                minutes(step.took),
            ]
        })
        .collect();
    println!("\n{}", table::draw(&["root", "command", "", "took"], &rows));
    Verdict::of(steps.iter().all(|step| step.good))
}

fn minutes(took: Duration) -> String {
    format!("{} min {:02} s", took.as_secs() / 60, took.as_secs() % 60)
}

/// The commands of the first block of shell under the heading "Try it", without their comments.
fn commands(readme: &str) -> Vec<String> {
    let lines = readme.lines().skip_while(|line| *line != "## Try it");
    let block = lines.skip_while(|line| *line != "```sh").skip(1);
    block
        .take_while(|line| *line != "```")
        .map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_under_the_heading() {
        let readme =
            "```sh\nno\n```\n## Try it\n\n```sh\na && b   # why\n\nc -- d\n```\n```sh\nno\n```\n";
        assert_eq!(commands(readme), ["a && b", "c -- d"]);
    }

    #[test]
    fn the_readme_has_two() {
        let readme = include_str!("../../README.md");
        assert_eq!(commands(readme).len(), 2);
        assert!(commands(readme).iter().all(|command| command.starts_with("scripts/setup && ")));
    }
}
