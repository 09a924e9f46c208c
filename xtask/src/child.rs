//! Running one program to its end or to its deadline, with what it printed.
//!
//! The program gets its own process group, so that a deadline also ends what it started. Its
//! output is read by this thread with `poll`, never by helpers that could outlive it.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use crate::error::{Context, Result};

/// Output beyond this is cut: a program in a loop must not fill the memory.
const OUTPUT_LIMIT: usize = 16 << 20;

/// How often a silent program is asked whether it has ended although something it started still
/// holds its pipes.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Code(i32),
    Signal(i32),
    TimedOut,
}

impl Ending {
    /// By a signal that a process brings upon itself. Whatever the machine is busy with, no program may end so.
    pub(crate) fn is_crash(self) -> bool {
        const CRASHES: [Signal; 6] =
            [Signal::SEGV, Signal::BUS, Signal::ILL, Signal::ABORT, Signal::TRAP, Signal::FPE];
        matches!(self, Ending::Signal(signal) if CRASHES.iter().any(|it| it.as_raw() == signal))
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Code(code) => write!(f, "exit code {code}"),
            Ending::Signal(signal) => write!(f, "signal {signal}"),
            Ending::TimedOut => f.write_str("timed out"),
        }
    }
}

/// Everything a finished program left.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) ending: Ending,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The variables a test program sees: enough to run, nothing that changes what it prints.
pub(crate) fn clean_environment(command: &mut Command) {
    command.env_clear();
    for name in ["PATH", "HOME", "TMPDIR", "USER", "LD_LIBRARY_PATH", "CARGO_TARGET_DIR"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("LANG", "C.UTF-8").env("TZ", "UTC").env("TERM", "dumb");
}

/// Runs the command; `input` is what it reads on its standard input.
pub(crate) fn run(command: &mut Command, input: &[u8], timeout: Duration) -> Result<Finished> {
    let deadline = Instant::now() + timeout;
    let stdin = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    let mut child = command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .context(|| format!("starting {}", command.get_program().display()))?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that ends without reading closes the pipe; that is its right.
        let _ = pipe.write_all(input);
    }
    let (stdout, stderr, in_time) = read_both(&mut child, deadline)?;
    let ended = in_time && ends_before(&child, deadline)?;
    // Also after a good end: what it left running would go on beside the next one.
    kill_group(&child);
    let status = child.wait()?;
    let ending = if ended { ending_of(status) } else { Ending::TimedOut };
    Ok(Finished {
        ending,
        stdout: String::from_utf8_lossy(&stdout).into_owned(),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

/// Reads both pipes until they close; the flag says whether that was before the deadline.
fn read_both(child: &mut Child, deadline: Instant) -> Result<(Vec<u8>, Vec<u8>, bool)> {
    let mut stdout = child.stdout.take();
    let mut stderr = child.stderr.take();
    let mut out = Vec::new();
    let mut err = Vec::new();
    let mut ended = false;
    while stdout.is_some() || stderr.is_some() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok((out, err, false));
        }
        let mut fds = Vec::with_capacity(2);
        if let Some(pipe) = &stdout {
            fds.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let Some(pipe) = &stderr {
            fds.push(PollFd::new(pipe, PollFlags::IN));
        }
        let wait = rustix::event::Timespec::try_from(left.min(CHECK_EVERY))
            .context(|| "a timeout".to_owned())?;
        match rustix::event::poll(&mut fds, Some(&wait)) {
            // Something the program started holds the pipes open: one quiet round after the
            // program's own end is the end of its output.
            Ok(0) if ended => break,
            Ok(0) => {
                ended = has_ended(child)?;
                continue;
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
        drop(fds);
        let mut ready = ready.into_iter();
        if stdout.is_some() && ready.next() == Some(true) && read_some(&mut stdout, &mut out)? {
            stdout = None;
        }
        if stderr.is_some() && ready.next() == Some(true) && read_some(&mut stderr, &mut err)? {
            stderr = None;
        }
    }
    Ok((out, err, true))
}

/// Reads once; true at the end of the stream.
fn read_some(pipe: &mut Option<impl Read>, into: &mut Vec<u8>) -> Result<bool> {
    let Some(pipe) = pipe else { return Ok(true) };
    let mut buffer = [0u8; 65536];
    let count = pipe.read(&mut buffer)?;
    let room = OUTPUT_LIMIT.saturating_sub(into.len());
    into.extend_from_slice(&buffer[..count.min(room)]);
    Ok(count == 0)
}

fn ends_before(child: &Child, deadline: Instant) -> Result<bool> {
    while !has_ended(child)? {
        if Instant::now() >= deadline {
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(true)
}

/// Asks without taking the answer: until it is taken, the process id stays that of this child, and
/// so does its group.
pub(crate) fn has_ended(child: &Child) -> Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let Some(process) = process_of(child) else { return Ok(true) };
    match rustix::process::waitid(WaitId::Pid(process), options) {
        Ok(status) => Ok(status.is_some()),
        Err(error) => Err(std::io::Error::from(error).into()),
    }
}

fn process_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Code(code),
        (None, Some(signal)) => Ending::Signal(signal),
        (None, None) => Ending::TimedOut,
    }
}

/// Ends the program and what it started, before its end is taken.
pub(crate) fn kill_group(child: &Child) {
    if let Some(group) = process_of(child) {
        // Nothing is left to be killed when all has ended by itself.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, input: &[u8], timeout_ms: u64) -> Finished {
        run(Command::new("sh").args(["-c", script]), input, Duration::from_millis(timeout_ms))
            .expect("sh starts")
    }

    #[test]
    fn output_and_code() {
        let done = sh("cat; echo err >&2; exit 3", b"in", 5000);
        assert_eq!(done.ending, Ending::Code(3));
        assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("in", "err\n"));
    }

    #[test]
    fn a_deadline_ends_the_whole_group() {
        let started = Instant::now();
        let done = sh("sleep 30 & echo started; wait", b"", 300);
        assert_eq!(done.ending, Ending::TimedOut);
        assert_eq!(done.stdout, "started\n");
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_signal_is_told_apart() {
        assert_eq!(sh("kill -9 $$", b"", 5000).ending, Ending::Signal(9));
    }

    #[test]
    fn a_left_behind_grandchild_does_not_hold_the_output() {
        let started = Instant::now();
        let done = sh("sleep 3 & echo done", b"", 20_000);
        assert_eq!((done.ending, done.stdout.as_str()), (Ending::Code(0), "done\n"));
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}
