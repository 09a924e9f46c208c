//! A child run to its end while the program waits: `spawnSync` and its kin.

use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal};

use super::command::Spec;

/// Limits of a run.
pub(super) struct Limits {
    pub(super) timeout_ms: Option<u64>,
    /// Bytes of each output.
    pub(super) max_buffer: Option<usize>,
    pub(super) kill_signal: i32,
}

/// How it went.
pub(super) struct Ended {
    pub(super) pid: u32,
    pub(super) status: ExitStatus,
    /// Of stdout and stderr, where they were pipes.
    pub(super) output: [Option<Vec<u8>>; 2],
    /// Why it was killed, if it was.
    pub(super) error: Option<Errno>,
}

struct Output {
    fd: Option<OwnedFd>,
    bytes: Option<Vec<u8>>,
}

impl Output {
    fn new(fd: Option<OwnedFd>) -> Result<Output, Errno> {
        if let Some(fd) = &fd {
            let flags = rustix::fs::fcntl_getfl(fd)?;
            rustix::fs::fcntl_setfl(fd, flags | OFlags::NONBLOCK)?;
        }
        Ok(Output { bytes: fd.is_some().then(Vec::new), fd })
    }

    /// Takes what is there; the descriptor is dropped at its end.
    fn drain(&mut self) {
        let mut chunk = vec![0; 64 * 1024];
        while let Some(fd) = &self.fd {
            match rustix::io::read(fd, &mut chunk[..]) {
                Ok(count) if count > 0 => {
                    self.bytes.get_or_insert_default().extend_from_slice(&chunk[..count]);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                _ => self.fd = None,
            }
        }
    }

    fn exceeds(&self, limit: Option<usize>) -> bool {
        limit.is_some_and(|limit| self.bytes.as_ref().is_some_and(|bytes| bytes.len() > limit))
    }
}

pub(super) fn run(spec: Spec, input: &[u8], limits: &Limits) -> Result<Ended, Errno> {
    let mut child = spec.start()?;
    let pid = child.id();
    let deadline = limits.timeout_ms.map(|ms| Instant::now() + Duration::from_millis(ms));
    let mut outputs = [
        Output::new(child.stdout.take().map(OwnedFd::from))?,
        Output::new(child.stderr.take().map(OwnedFd::from))?,
    ];
    let mut stdin = child.stdin.take();
    if let Some(stdin) = &stdin {
        let flags = rustix::fs::fcntl_getfl(stdin)?;
        rustix::fs::fcntl_setfl(stdin, flags | OFlags::NONBLOCK)?;
    }
    let mut unsent = input;
    let process = Pid::from_raw(pid as i32).ok_or(Errno::SRCH)?;
    let pidfd = rustix::process::pidfd_open(process, PidfdFlags::empty())?;
    let mut error = None;
    let mut ended = false;
    while !ended || outputs.iter().any(|output| output.fd.is_some()) {
        if unsent.is_empty() {
            stdin = None;
        }
        let wait = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if wait == Some(Duration::ZERO) && error.is_none() {
            error = Some(Errno::TIMEDOUT);
            kill(process, limits.kill_signal);
        }
        if error.is_some() {
            // Whoever inherited the pipes may hold them open for long; the child itself is what we wait for.
            break;
        }
        wait_for(&outputs, stdin.as_ref().map(AsFd::as_fd), (!ended).then(|| pidfd.as_fd()), wait);
        outputs.iter_mut().for_each(Output::drain);
        // Looked at before the end of the child is: its last words may be the ones too many.
        if outputs.iter().any(|output| output.exceeds(limits.max_buffer)) {
            error = Some(Errno::NOBUFS);
            kill(process, limits.kill_signal);
            break;
        }
        if let Some(pipe) = &mut stdin {
            match pipe.write(unsent) {
                Ok(count) => unsent = &unsent[count..],
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                // It does not read all of its input, which is its right.
                Err(_) => unsent = &[],
            }
        }
        ended = ended || child.try_wait().is_ok_and(|status| status.is_some());
    }
    drop(stdin);
    let status = child.wait().map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::CHILD))?;
    let [stdout, stderr] = outputs;
    Ok(Ended { pid, status, output: [stdout.bytes, stderr.bytes], error })
}

/// Sleeps until an output, the input or the end of the child asks for attention.
fn wait_for(
    outputs: &[Output; 2],
    input: Option<std::os::fd::BorrowedFd<'_>>,
    pidfd: Option<std::os::fd::BorrowedFd<'_>>,
    timeout: Option<Duration>,
) {
    let mut polled: Vec<PollFd<'_>> = outputs
        .iter()
        .filter_map(|output| output.fd.as_ref())
        .map(|fd| PollFd::new(fd, PollFlags::IN))
        .collect();
    polled.extend(input.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
    polled.extend(pidfd.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: timeout.as_secs() as i64,
        tv_nsec: timeout.subsec_nanos().into(),
    });
    // Interrupted or not, the caller looks at everything again.
    let _ = rustix::event::poll(&mut polled, timeout.as_ref());
}

fn kill(process: Pid, signal: i32) {
    if let Some(signal) = Signal::from_named_raw(signal) {
        // It may have ended by itself meanwhile.
        let _ = rustix::process::kill_process(process, signal);
    }
}

/// The exit code, or the signal that ended it.
pub(super) fn code_and_signal(status: ExitStatus) -> (Option<i32>, Option<i32>) {
    (status.code(), status.signal())
}
