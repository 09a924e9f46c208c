//! Runs the program under one setting, as a child process, within limits.
//!
//! The trace goes into a file that the caller has made and that only this user can reach.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::arguments::{Arguments, Limits};
use super::line::{self, Stream};
use super::run::{End, Run};
use super::setting::Setting;
use super::turn_log;

/// How long a pipe may stay open after the program has ended, because a child of its own holds it.
const GRACE: Duration = Duration::from_millis(500);

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
    let printed = watch(child, &arguments.limits)?;
    let log = turn_log::parse(&fs::read(log)?, &arguments.file)?;
    let lines = line::merge(log.lines, &printed.stdout, &printed.stderr);
    let mut lines = if arguments.is_full { lines } else { line::without_stacks(lines) };
    for line in lines.iter_mut().filter(|line| line.stream == Stream::Stderr) {
        // Warnings name the process, which is another one in every run.
        line.text = line.text.replace(&pid, "(node) ");
    }
    let end = match printed.cut {
        Some(cut) => cut,
        None if log.is_out_of_time => End::VirtualTimeMs(arguments.limits.virtual_ms),
        None => end_of(printed.status),
    };
    if matches!(end, End::Lines(_)) {
        lines.truncate(arguments.limits.lines);
    }
    let turns = turn_log::behind(&lines, log.turns);
    Ok(Run { setting: setting.clone(), lines, turns, end })
}

struct Printed {
    stdout: String,
    stderr: String,
    status: ExitStatus,
    /// The limit that ended it.
    cut: Option<End>,
}

type Chunk = (Stream, Vec<u8>);

/// Reads what the child prints until both pipes end, or a limit is met and it is killed.
fn watch(mut child: Child, limits: &Limits) -> io::Result<Printed> {
    let (sender, chunks) = mpsc::channel();
    if let Some(pipe) = child.stdout.take() {
        read(pipe, Stream::Stdout, sender.clone());
    }
    if let Some(pipe) = child.stderr.take() {
        read(pipe, Stream::Stderr, sender);
    }
    let mut bytes = [Vec::new(), Vec::new()];
    let cut = collect(&mut child, &chunks, &mut bytes, limits)?;
    if cut.is_some() {
        child.kill()?;
    }
    let status = child.wait()?;
    let [stdout, stderr] = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Printed { stdout, stderr, status, cut })
}

fn collect(
    child: &mut Child,
    chunks: &Receiver<Chunk>,
    bytes: &mut [Vec<u8>; 2],
    limits: &Limits,
) -> io::Result<Option<End>> {
    let deadline = Instant::now() + Duration::from_millis(limits.real_ms);
    let mut newlines = 0;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match chunks.recv_timeout(left.min(GRACE)) {
            Ok((stream, chunk)) => {
                newlines += chunk.iter().filter(|&&byte| byte == b'\n').count();
                bytes[stream as usize].extend(chunk);
                if newlines > limits.lines {
                    return Ok(Some(End::Lines(limits.lines)));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            // It has ended, and whoever still holds the pipes is not what was asked for.
            Err(RecvTimeoutError::Timeout) if child.try_wait()?.is_some() => return Ok(None),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                return Ok(Some(End::RealTimeMs(limits.real_ms)));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn read(mut pipe: impl Read + Send + 'static, stream: Stream, sender: Sender<Chunk>) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            if sender.send((stream, buffer[..length].to_vec())).is_err() {
                break;
            }
        }
    });
}

fn end_of(status: ExitStatus) -> End {
    match status.code() {
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or_default()),
    }
}
