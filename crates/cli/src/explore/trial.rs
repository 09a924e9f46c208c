//! One run of the program by a guide, as a process, within limits.
//!
//! Runs must not see each other: each has an empty folder for its temporary files, and whatever it has started is killed
//! with it. What it prints is cleared of what differs by itself, the number of the process and the name of that folder.

use std::fs;
use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
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
use super::original::Original;
use super::outcome::{End, Limit, Outcome};
use super::own_time::own_time;
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
    original: Option<Arc<Original>>,
}

impl Slot {
    pub(super) fn new(parent: &Path, number: usize, family: &Arc<Family>) -> io::Result<Slot> {
        let folder = parent.join(format!("slot-{number}"));
        fs::create_dir(&folder)?;
        Ok(Slot { folder, runs: 0, family: Arc::clone(family), original: None })
    }

    /// Starts the process that runs are to be copies of, which then takes its time.
    pub(super) fn begin(&self, program: &Program, seed: u64) -> Option<Arc<Original>> {
        let guide = Guide { seed, ..Guide::default() };
        let log = self.folder.join("log-0");
        let mut command = Command::new(std::env::current_exe().ok()?);
        command.arg("explore-runs").args(flags(program, &guide, &log));
        self.complete(&mut command, program);
        // Without it runs take longer.
        Original::start(&mut command, &self.temporary(), &self.family).ok().map(Arc::new)
    }

    /// Has the builtins loaded that the ordinary run has asked for, and makes sure that a copy does what it did: else every
    /// run is a process of its own.
    pub(super) fn prepare(
        &mut self,
        original: Arc<Original>,
        program: &Program,
        seed: u64,
        ordinary: &Trial,
    ) -> Option<Arc<Original>> {
        original.preload(&ordinary.log.builtins).ok()?;
        self.original = Some(Arc::clone(&original));
        let guide = Guide { seed, ..Guide::default() };
        let is_same = self.run(program, &guide, Detail::Questions).is_ok_and(|trial| {
            trial.outcome == ordinary.outcome && trial.log.questions == ordinary.log.questions
        });
        self.original = None;
        is_same.then_some(original)
    }

    /// Makes runs copies of that process.
    pub(super) fn use_copies(&mut self, original: &Arc<Original>) {
        self.original = Some(Arc::clone(original));
    }

    /// Whether runs are copies.
    pub(super) fn has_copies(&self) -> bool {
        self.original.is_some()
    }

    /// Makes every run a process of its own from here on.
    pub(super) fn stop_copies(&mut self) {
        self.original = None;
    }

    fn temporary(&self) -> PathBuf {
        self.folder.join("tmp")
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
        let temporary = self.temporary();
        // It is not there before the first run.
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir(&temporary).map_err(told)?;
        let (process, pipes) = match self.copy(program, guide, detail, &log) {
            Some(copy) => copy,
            None => self.spawn(program, guide, detail, &log).map_err(told)?,
        };
        let pid = process.id();
        let outcome = watch(process, pipes, program);
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

    /// A run as a copy, if it can be one.
    fn copy(
        &self,
        program: &Program,
        guide: &Guide,
        detail: Detail<'_>,
        log: &Path,
    ) -> Option<(Process<'_>, [PipeReader; 2])> {
        let original = self.original.as_deref().filter(|_| detail == Detail::Questions)?;
        let (stdout, stdout_end) = io::pipe().ok()?;
        let (stderr, stderr_end) = io::pipe().ok()?;
        let words = flags(program, guide, log);
        let ends = [stdout_end.as_fd(), stderr_end.as_fd()];
        let temporary = self.temporary();
        let pid = self.family.begin(&temporary, || {
            let pid = original.copy(&guide.to_string(), log, &temporary, &words, ends)?;
            Ok((pid, pid))
        });
        Some((Process::Copied(original, pid.ok()?), [stdout, stderr]))
    }

    fn spawn(
        &self,
        program: &Program,
        guide: &Guide,
        detail: Detail<'_>,
        log: &Path,
    ) -> io::Result<(Process<'_>, [PipeReader; 2])> {
        let (stdout, stdout_end) = io::pipe()?;
        let (stderr, stderr_end) = io::pipe()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(flags(program, guide, log));
        match detail {
            Detail::Questions => {}
            Detail::Everything => {
                command.arg("--schedule-detail");
            }
            Detail::Trace(path) => {
                command.arg(crate::trace::option("--trace", path));
            }
        }
        self.complete(&mut command, program);
        command.stdin(Stdio::null()).stdout(stdout_end).stderr(stderr_end).process_group(0);
        let child = self.family.begin(&self.temporary(), || {
            let child = command.spawn()?;
            let pid = child.id();
            Ok((child, pid))
        })?;
        Ok((Process::Spawned(child), [stdout, stderr]))
    }

    /// What comes after the flags, and the variables.
    fn complete(&self, command: &mut Command, program: &Program) {
        command
            .args(&program.runner)
            .arg(&program.file)
            .args(&program.args)
            .env("TMPDIR", self.temporary())
            .env("NO_COLOR", "1")
            .env_remove("FORCE_COLOR");
    }
}

/// The flags of a run.
fn flags(program: &Program, guide: &Guide, log: &Path) -> Vec<String> {
    let mut flags = program.flags.clone();
    flags.push(format!("--guide={guide}"));
    flags.push(format!("--max-time={}", program.limits.virtual_ms));
    flags.push(format!("--schedule-log={}", log.display()));
    if !program.faults.is_empty() {
        flags.push(format!("--faults={}", program.faults.join(",")));
    }
    flags
}

/// A run that goes on.
enum Process<'a> {
    Spawned(Child),
    Copied(&'a Original, u32),
}

impl Process<'_> {
    fn id(&self) -> u32 {
        match self {
            Process::Spawned(child) => child.id(),
            Process::Copied(_, pid) => *pid,
        }
    }

    fn has_ended(&mut self, known: &mut Option<ExitStatus>) -> io::Result<bool> {
        if known.is_none() {
            *known = match self {
                Process::Spawned(child) => child.try_wait()?,
                Process::Copied(original, pid) => original.end_of(*pid, false)?,
            };
        }
        Ok(known.is_some())
    }

    fn wait(&mut self, known: Option<ExitStatus>) -> io::Result<ExitStatus> {
        match (self, known) {
            (_, Some(status)) => Ok(status),
            (Process::Spawned(child), None) => child.wait(),
            (Process::Copied(original, pid), None) => {
                original.end_of(*pid, true)?.ok_or_else(|| io::Error::other("a run without an end"))
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

type Chunk = (Stream, Vec<u8>);

/// Reads what the child prints until both pipes end, or a limit is met and it is killed with all it has started.
fn watch(
    mut process: Process<'_>,
    [stdout, stderr]: [PipeReader; 2],
    program: &Program,
) -> io::Result<Outcome> {
    let (sender, chunks) = mpsc::channel();
    read(stdout, Stream::Stdout, sender.clone());
    read(stderr, Stream::Stderr, sender);
    let mut bytes = [Vec::new(), Vec::new()];
    let mut status = None;
    let cut = collect(&mut process, &mut status, &chunks, &mut bytes, program);
    // What it has started ends with it.
    if let Some(group) = Pid::from_raw(process.id().cast_signed()) {
        // Nobody is left to be killed, most of the time.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let status = process.wait(status)?;
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
    process: &mut Process<'_>,
    status: &mut Option<ExitStatus>,
    chunks: &Receiver<Chunk>,
    bytes: &mut [Vec<u8>; 2],
    program: &Program,
) -> io::Result<Option<End>> {
    let started = Instant::now();
    let mut deadline = started + program.limits.real;
    let mut left_bytes = program.limits.output_bytes;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // Asked for here, and not where nothing comes: it may print a little for ever.
        if left.is_zero() && !process.has_ended(status)? {
            let had = own_time(process.id(), started);
            if had >= program.limits.real {
                return Ok(Some(End::Hang(Limit::RealTime)));
            }
            deadline = Instant::now() + (program.limits.real - had).max(CHECK_EVERY);
            continue;
        }
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
            Err(RecvTimeoutError::Timeout) if process.has_ended(status)? => return Ok(None),
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
        Some(TIME_IS_UP) if said("(--max-time)") => End::Hang(Limit::VirtualTime),
        Some(NOTHING_LEFT) if said("nothing left to happen") => End::Hang(Limit::NothingLeft),
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or_default()),
    }
}
