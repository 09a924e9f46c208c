//! One program in a folder and a process group of its own, with a limit of time and of memory.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::Program;
use crate::child::{clean_environment, has_ended, kill_group};
use crate::error::{Context, Result};

/// Far more than any program needs, on a machine that does other things besides.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// What a process may have in memory. The engine reserves more addresses than any limit of setrlimit(2) lets it.
const MEMORY_LIMIT_BYTES: u64 = 3 << 30;

const LOOK_EVERY: Duration = Duration::from_millis(5);

pub(super) struct Sandbox {
    pub(super) roundel: PathBuf,
    pub(super) folder: PathBuf,
    pub(super) network: Network,
}

/// What a program reaches through sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Network {
    /// Itself alone: it has a network of its own, with nothing in it but the loopback.
    Own,
    /// Whatever the machine reaches, so nothing that makes sockets is called.
    Shared,
}

/// Lets a program have the network that it is started in. Without ip(8) not even the loopback is up.
const WITH_LOOPBACK: &str = "ip link set lo up 2>/dev/null; exec \"$0\" \"$@\"";

impl Network {
    /// Its own, where the system lets everybody make one (network_namespaces(7)).
    pub(super) fn find() -> Network {
        let made = Command::new("unshare").args(["-rn", "true"]).stderr(Stdio::null()).status();
        if made.is_ok_and(|status| status.success()) { Network::Own } else { Network::Shared }
    }

    /// The command that runs a program in it.
    fn command(self, program: &Path) -> Command {
        match self {
            Network::Own => {
                let mut command = Command::new("unshare");
                command.args(["-rn", "sh", "-c", WITH_LOOPBACK]).arg(program);
                command
            }
            Network::Shared => Command::new(program),
        }
    }
}

/// What became of a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It ended, whatever it said.
    Lived,
    TooLarge,
    /// By a signal, by a panic, or not at all.
    Died(String),
}

impl Outcome {
    pub(super) fn is_failure(&self) -> bool {
        matches!(self, Outcome::Died(_))
    }
}

/// What a program met that did not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Time,
    Memory,
}

impl Sandbox {
    pub(super) fn run(&self, name: &str, program: &Program) -> Result<Outcome> {
        let folder = self.folder.join(name);
        fs::create_dir(&folder).context(|| format!("creating {}", folder.display()))?;
        let file = folder.join(format!("program.{}", program.extension));
        fs::write(&file, program.text())?;
        let said = self.folder.join(format!("{name}.stderr"));
        let mut command = self.network.command(&self.roundel);
        clean_environment(&mut command);
        command
            .args(&program.flags)
            .arg(&file)
            .envs(program.environment.iter().map(|(name, value)| (name, value)))
            .env("TMPDIR", &folder)
            .env("HOME", &folder)
            .current_dir(program.folder.as_ref().unwrap_or(&folder))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said)?)
            .process_group(0);
        let mut child = command.spawn().context(|| "starting roundel".to_owned())?;
        let limit = watch(&child)?;
        // Also after a good end: what it left running would go on beside the next one.
        kill_group(&child);
        let status = child.wait()?;
        let stderr = String::from_utf8_lossy(&fs::read(&said)?).into_owned();
        // A program may have taken its own rights away.
        let _ = fs::remove_dir_all(&folder);
        fs::remove_file(&said)?;
        Ok(judge(limit, status, &stderr))
    }
}

fn judge(limit: Option<Limit>, status: ExitStatus, stderr: &str) -> Outcome {
    let panic = stderr.lines().find(|line| line.contains("panicked at"));
    match (limit, panic, status.signal()) {
        (Some(Limit::Memory), ..) => Outcome::TooLarge,
        (Some(Limit::Time), ..) => {
            Outcome::Died(format!("no end after {} s", TIME_LIMIT.as_secs()))
        }
        (None, Some(panic), _) => Outcome::Died(format!("a panic: {panic}")),
        (None, None, Some(signal)) => Outcome::Died(format!("signal {signal}")),
        (None, None, None) => Outcome::Lived,
    }
}

fn watch(child: &Child) -> Result<Option<Limit>> {
    let started = Instant::now();
    while !has_ended(child)? {
        if started.elapsed() > TIME_LIMIT {
            return Ok(Some(Limit::Time));
        }
        if resident_bytes(child).is_some_and(|bytes| bytes > MEMORY_LIMIT_BYTES) {
            return Ok(Some(Limit::Memory));
        }
        std::thread::sleep(LOOK_EVERY);
    }
    Ok(None)
}

/// The second number of proc_pid_statm(5), in pages.
fn resident_bytes(child: &Child) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{}/statm", child.id())).ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signals_panics_and_hangs_are_failures() {
        let judge = |limit, raw, stderr| judge(limit, ExitStatus::from_raw(raw), stderr);
        assert_eq!(judge(None, 0, ""), Outcome::Lived);
        assert_eq!(judge(None, 1 << 8, "Error: boom"), Outcome::Lived);
        assert_eq!(judge(None, 11, ""), Outcome::Died("signal 11".to_owned()));
        assert!(judge(None, 1 << 8, "thread 'main' panicked at a.rs:1:2").is_failure());
        assert!(judge(Some(Limit::Time), 9, "").is_failure());
        assert_eq!(judge(Some(Limit::Memory), 9, ""), Outcome::TooLarge);
    }
}
