//! `cargo xtask loom`: what threads share in the loop crate, in every order that they and the memory model allow.
//!
//! The models are beside the code (`mod models` of mailbox.rs, wakeup.rs, pool.rs, sys/published.rs). The crate is
//! compiled for them with loom's locks and atomics, in a folder of its own so that the usual build stays warm.

use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Result, Verdict};
use crate::project::Project;

const HELP: &str = "\
cargo xtask loom [FILTER]

Runs the models of mailbox, wakeups, signals and pool through every order of their threads.
";

/// What the names of all models have.
pub(crate) const MODELS: &str = "loom_";

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut filter = MODELS.to_owned();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Value(text) => filter = text.to_string_lossy().into_owned(),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(if check(project, &filter)? { Verdict::Good } else { Verdict::Bad })
}

/// Whether all models hold whose names contain `filter`.
pub(crate) fn check(project: &Project, filter: &str) -> Result<bool> {
    let status = Command::new("cargo")
        .current_dir(&project.root)
        .env("RUSTFLAGS", "--cfg loom")
        .args(["test", "--quiet", "--release", "-p", "roundel-loop", "--lib", "--target-dir"])
        .arg(project.root.join("target/loom"))
        .arg(filter)
        .status()
        .context(|| "running cargo test".to_owned())?;
    Ok(status.success())
}
