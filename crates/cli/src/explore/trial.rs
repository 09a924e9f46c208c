//! One run of the program by a guide, as a child process, within limits.
//!
//! Runs must not see each other: each has an empty folder for its temporary files, and whatever it has started is killed
//! with it. What it prints is cleared of what differs by itself, the number of the process and the name of that folder.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use roundel_runtime::Guide;
use rustix::process::{Pid, Signal, kill_process_group};

use super::family::Family;
use super::outcome::{End, Outcome};
use super::program::Program;
use super::questions::Log;

/// How often a silent program is asked whether it has ended although something that it started holds its pipes.
const CHECK_EVERY: Duration = Duration::from_millis(50);

/// How long its pipes are read after everything it started was killed.
const GRACE: Duration = Duration::from_secs(2);

/// The codes of a run that the runtime has ended: out of virtual time, and with nothing left to happen.
const TIME_IS_UP: i32 = 124;
const NOTHING_LEFT: i32 = 125;

/// A run that is over.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) outcome: Outcome,
    pub(super) log: Log,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail<'a> {
    Questions,
    /// Also what the answers stand for, and what ran.
    Everything,
    /// And a recording.
    Trace(&'a Path),
}

/// Where one run after the other takes place.
pub(super) struct Slot {
    folder: PathBuf,
    runs: usize,
    family: Arc<Family>,
}

impl Slot {
    pub(super) fn new(parent: &Path, number: usize, family: &Arc<Family>) -> io::Result<Slot> {
        let folder = parent.join(format!("slot-{number}"));
        fs::create_dir(&folder)?;
        Ok(Slot { folder, runs: 0, family: Arc::clone(family) })
    }

    /// Runs the program to its end or to a limit.
    pub(super) fn run(
        &mut self,
        program: &Program,
        guide: &Guide,
        detail: Detail<'_>,
    ) -> Result<Trial, String> {
        program.check_unchanged()?;
        let told = |error: io::Error| format!("a run could not be started: {error}");
        self.runs += 1;
        let log = self.folder.join(format!("log-{}", self.runs));
        let temporary = self.folder.join("tmp");
        // It is not there before the first run.
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir(&temporary).map_err(told)?;
        let mut command = Command::new(std::env::current_exe().map_err(told)?);
        command
            .args(&program.flags)
            .arg(format!("--guide={guide}"))
            .arg(format!("--max-time={}", program.limits.virtual_ms))
            .arg(format!("--schedule-log={}", log.display()));
        match detail {
            Detail::Questions => {}
            Detail::Everything => {
                command.arg("--schedule-detail");
            }
            Detail::Trace(path) => {
                command.arg(crate::trace::option("--trace", path));
            }
        }
        if !program.faults.is_empty() {
            command.arg(format!("--faults={}", program.faults.join(",")));
        }
        command
            .args(&program.runner)
            .arg(&program.file)
            .args(&program.args)
            .env("TMPDIR", &temporary)
            .env("NO_COLOR", "1")
            .env_remove("FORCE_COLOR")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let child = self.family.start(&mut command, &temporary).map_err(told)?;
        let pid = child.id();
        let outcome = watch(child, program);
        self.family.is_over(pid);
        let outcome = outcome.map_err(told)?;
        let text = fs::read_to_string(&log).unwrap_or_default();
        // Gone with the folder at the latest.
        let _ = fs::remove_file(&log);
        let clear = |text: String| {
            text.replace(&format!("(node:{pid}) "), "(node) ")
                .replace(&*temporary.to_string_lossy(), "$TMPDIR")
        };
        let Outcome { end, stdout, stderr } = outcome;
        let outcome = Outcome { end, stdout: clear(stdout), stderr: clear(stderr) };
        Ok(Trial { outcome, log: Log::parse(&text) })
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

type Chunk = (Stream, Vec<u8>);

/// Reads what the child prints until both pipes end, or a limit is met and it is killed with all it has started.
fn watch(mut child: Child, program: &Program) -> io::Result<Outcome> {
    let (sender, chunks) = mpsc::channel();
    if let Some(pipe) = child.stdout.take() {
        read(pipe, Stream::Stdout, sender.clone());
    }
    if let Some(pipe) = child.stderr.take() {
        read(pipe, Stream::Stderr, sender);
    }
    let mut bytes = [Vec::new(), Vec::new()];
    let cut = collect(&mut child, &chunks, &mut bytes, program);
    // What it has started ends with it.
    if let Some(group) = Pid::from_raw(child.id() as i32) {
        // Nobody is left to be killed, most of the time.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let status = child.wait()?;
    if matches!(cut, Ok(None)) {
        while let Ok((stream, chunk)) = chunks.recv_timeout(GRACE) {
            bytes[stream as usize].extend(chunk);
        }
    }
    let [stdout, stderr] = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let end = match cut? {
        Some(cut) => cut,
        None => end_of(status, &stderr),
    };
    Ok(Outcome { end, stdout, stderr })
}

fn collect(
    child: &mut Child,
    chunks: &Receiver<Chunk>,
    bytes: &mut [Vec<u8>; 2],
    program: &Program,
) -> io::Result<Option<End>> {
    let deadline = Instant::now() + program.limits.real;
    let mut left_bytes = program.limits.output_bytes;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match chunks.recv_timeout(left.min(CHECK_EVERY)) {
            Ok((stream, mut chunk)) => {
                let is_too_much = chunk.len() > left_bytes;
                chunk.truncate(left_bytes);
                left_bytes -= chunk.len();
                bytes[stream as usize].extend(chunk);
                if is_too_much {
                    return Ok(Some(End::TooMuchOutput));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            // It has ended, and whoever still holds the pipes is not what was asked for.
            Err(RecvTimeoutError::Timeout) if child.try_wait()?.is_some() => return Ok(None),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(Some(End::Hang)),
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

fn end_of(status: ExitStatus, stderr: &str) -> End {
    let said = |words: &str| {
        stderr.lines().any(|line| line.starts_with("roundel: ") && line.contains(words))
    };
    match status.code() {
        Some(TIME_IS_UP) if said("(--max-time)") => End::Hang,
        Some(NOTHING_LEFT) if said("nothing left to happen") => End::Hang,
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or_default()),
    }
}
