//! The Roundel binary that a chore runs: the one that is named, or the release build of this tree.

use std::path::PathBuf;
use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Error, Result};
use crate::jobs;
use crate::project::Project;

/// Names a binary in place of the build.
const VARIABLE: &str = "ROUNDEL_BIN";

/// Which build to make when no binary is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

/// How the person who typed the command chose the binary.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) path: Option<PathBuf>,
    pub(crate) profile: Profile,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { path: None, profile: Profile::Release }
    }
}

/// How a chore runs Roundel: which binary, and how many at once.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) roundel: Choice,
    pub(crate) jobs: usize,
}

impl Default for Running {
    fn default() -> Running {
        Running { roundel: Choice::default(), jobs: jobs::default_count() }
    }
}

impl Running {
    /// As `ci` does: one binary for all chores.
    pub(crate) fn with(binary: PathBuf, jobs: usize) -> Running {
        let roundel = Choice { path: Some(binary), profile: Profile::Release };
        Running { roundel, jobs }
    }

    pub(crate) fn set(&mut self, flag: RunFlag, args: &mut lexopt::Parser) -> Result<()> {
        use lexopt::ValueExt;
        match flag {
            RunFlag::Jobs => self.jobs = args.value()?.parse()?,
            RunFlag::Roundel => self.roundel.path = Some(args.value()?.into()),
            RunFlag::Debug => self.roundel.profile = Profile::Debug,
        }
        Ok(())
    }
}

/// A flag that [`Running`] understands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RunFlag {
    Jobs,
    Roundel,
    Debug,
}

impl RunFlag {
    pub(crate) fn of(arg: &Arg<'_>) -> Option<RunFlag> {
        match arg {
            Arg::Long("jobs") => Some(RunFlag::Jobs),
            Arg::Long("roundel") => Some(RunFlag::Roundel),
            Arg::Long("debug") => Some(RunFlag::Debug),
            _ => None,
        }
    }
}

impl Choice {
    /// The flags every command that runs Roundel understands.
    pub(crate) const HELP: &'static str = "  \
  --roundel PATH  run this binary (also: the variable ROUNDEL_BIN)
    --debug         build and run the debug build instead of the release build
";

    pub(crate) fn binary(&self, project: &Project) -> Result<PathBuf> {
        let named = self.path.clone().or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        if let Some(path) = named {
            return std::path::absolute(&path)
                .ok()
                .filter(|path| path.is_file())
                .ok_or_else(|| Error::new(format!("no file {}", path.display())));
        }
        build(project, self.profile)
    }
}

fn build(project: &Project, profile: Profile) -> Result<PathBuf> {
    let (flag, folder) = match profile {
        Profile::Debug => (None, "debug"),
        Profile::Release => (Some("--release"), "release"),
    };
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--package", "roundel"])
        .args(flag)
        .current_dir(&project.root)
        .status()
        .context(|| "running cargo".to_owned())?;
    if !status.success() {
        return Err(Error::new("the build of roundel failed"));
    }
    Ok(project.target_dir().join(folder).join("roundel"))
}
