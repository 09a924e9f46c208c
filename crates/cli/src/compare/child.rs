//! Runs the program under one setting, as a child process, within limits.
//!
//! The trace goes into a file that the caller has made and that only this user can reach.

use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::arguments::{Arguments, Limits};
use super::line::{self, Stream};
use super::run::{End, Run};
use super::setting::Setting;
use super::turn_log;
use crate::pipes::{Pipes, Printed};

/// How often a silent program is asked whether it has ended although a child of its own still holds its pipes.
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// Runs the program to its end or to a limit.
pub(super) fn run(setting: &Setting, arguments: &Arguments, log: &Path) -> io::Result<Run> {
    let child = Command::new(std::env::current_exe()?)
        .args(&arguments.flags)
        .args(setting.flags())
        .arg("--virtual-time")
        .arg(format!("--max-time={}", arguments.limits.virtual_ms))
        .arg(format!("--trace={}", log.display()))
        .arg("--trace-detail=turns")
        .arg(&arguments.file)
        .args(&arguments.args)
        .env("NO_COLOR", "1")
        .env_remove("FORCE_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let pid = format!("(node:{}) ", child.id());
    let finished = watch(child, &arguments.limits)?;
    let log = turn_log::parse(&fs::read(log)?, &arguments.file)?;
    let lines = line::merge(log.lines, &finished.stdout, &finished.stderr);
    let mut lines = if arguments.is_full { lines } else { line::without_stacks(lines) };
    for line in lines.iter_mut().filter(|line| line.stream == Stream::Stderr) {
        // Warnings name the process, which is another one in every run.
        line.text = line.text.replace(&pid, "(node) ");
    }
    let end = match finished.cut {
        Some(cut) => cut,
        None if log.is_out_of_time => End::VirtualTimeMs(arguments.limits.virtual_ms),
        None => end_of(finished.status),
    };
    if matches!(end, End::Lines(_)) {
        lines.truncate(arguments.limits.lines);
    }
    let turns = turn_log::behind(&lines, log.turns);
    Ok(Run { setting: setting.clone(), lines, turns, end })
}

struct Finished {
    stdout: String,
    stderr: String,
    status: ExitStatus,
    /// The limit that ended it.
    cut: Option<End>,
}

/// Reads what the child prints until both pipes end, or a limit is met and it is killed.
fn watch(mut child: Child, limits: &Limits) -> io::Result<Finished> {
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("a child without pipes"));
    };
    let mut pipes = Pipes::new(stdout, stderr);
    let cut = collect(&mut child, &mut pipes, limits)?;
    if cut.is_some() {
        child.kill()?;
    }
    let status = child.wait()?;
    let [stdout, stderr] = pipes.into_texts();
    Ok(Finished { stdout, stderr, status, cut })
}

fn collect(child: &mut Child, pipes: &mut Pipes, limits: &Limits) -> io::Result<Option<End>> {
    let deadline = Instant::now() + Duration::from_millis(limits.real_ms);
    let mut newlines = 0;
    let mut has_ended = false;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match pipes.next(left.min(CHECK_EVERY))? {
            Printed::Bytes(bytes) => {
                newlines += bytes.iter().filter(|&&byte| byte == b'\n').count();
                if newlines > limits.lines {
                    return Ok(Some(End::Lines(limits.lines)));
                }
            }
            Printed::End => return Ok(None),
            // It has ended, and whoever still holds the pipes is not what was asked for.
            Printed::Nothing if has_ended => return Ok(None),
            Printed::Nothing => {
                has_ended = child.try_wait()?.is_some();
                if left.is_zero() && !has_ended {
                    return Ok(Some(End::RealTimeMs(limits.real_ms)));
                }
            }
        }
    }
}

fn end_of(status: ExitStatus) -> End {
    match status.code() {
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or_default()),
    }
}
