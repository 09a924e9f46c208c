//! A child run to its end while the program waits: `spawnSync` and its kin.
//!
//! It is over when the child has ended and its pipes are closed, by whoever holds them. A child that is killed for a
//! limit loses its pipes at once, so that what it still writes, if it lives on, is an error to it and not a wait for a
//! reader; then only its end is waited for.

use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use roundel_loop::Child;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

use super::command::{Spec, Target, errno};

const CHUNK_BYTES: usize = 64 * 1024;
const SIGKILL: i32 = 9;

/// Limits of a run.
pub(super) struct Limits {
    pub(super) timeout_ms: Option<u64>,
    /// Bytes of each output.
    pub(super) max_buffer: Option<usize>,
    pub(super) kill_signal: i32,
}

/// How it went.
pub(super) struct Ended {
    pub(super) pid: i32,
    pub(super) status: ExitStatus,
    /// For each of its descriptors what was read, where it was a pipe that we read.
    pub(super) output: Vec<Option<Vec<u8>>>,
    /// Why it was killed, if it was, or else what went wrong with a pipe.
    pub(super) error: Option<Errno>,
}

struct Output {
    fd: Option<OwnedFd>,
    bytes: Option<Vec<u8>>,
}

/// What the child does not read of its input is an error; that it does not is its right, so it is not killed.
struct Input<'bytes> {
    fd: Option<OwnedFd>,
    unsent: &'bytes [u8],
}

struct Run<'bytes> {
    child: Child,
    input: Input<'bytes>,
    outputs: Vec<Output>,
    deadline: Option<Instant>,
    /// Why it was killed.
    killed: Option<Errno>,
    pipe_error: Option<Errno>,
}

pub(super) fn run(spec: Spec, input: &[u8], limits: &Limits) -> Result<Ended, Errno> {
    let is_pipe: Vec<bool> =
        spec.targets.iter().map(|target| matches!(target, Target::Pipe)).collect();
    let mut child = spec.start()?;
    let mut outputs = Vec::with_capacity(is_pipe.len());
    for (number, is_pipe) in is_pipe.into_iter().enumerate() {
        let is_output = is_pipe && number > 0;
        let fd = if is_output { child.take_pipe(number) } else { None };
        outputs.push(Output { fd, bytes: is_output.then(Vec::new) });
    }
    let mut run = Run {
        input: Input { fd: child.take_pipe(0), unsent: input },
        child,
        outputs,
        deadline: limits.timeout_ms.map(|ms| Instant::now() + Duration::from_millis(ms)),
        killed: None,
        pipe_error: None,
    };
    let status = run.finish(limits)?;
    Ok(Ended {
        pid: run.child.pid(),
        status,
        output: run.outputs.into_iter().map(|output| output.bytes).collect(),
        error: run.killed.or(run.pipe_error),
    })
}

impl Run<'_> {
    fn finish(&mut self, limits: &Limits) -> Result<ExitStatus, Errno> {
        let mut status = None;
        loop {
            self.input.send(&mut self.pipe_error);
            if let Some(status) = status
                && self.outputs.iter().all(|output| output.fd.is_none())
                && self.input.fd.is_none()
            {
                return Ok(status);
            }
            let wait = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if wait == Some(Duration::ZERO) {
                self.kill(Errno::TIMEDOUT, limits);
                // The rest has no limit: the child is asked once.
                continue;
            }
            self.wait(status.is_none(), wait);
            for number in 0..self.outputs.len() {
                self.drain(number, limits);
            }
            if status.is_none() {
                status = self.child.try_wait().map_err(errno)?;
            }
        }
    }

    /// Takes what is there; the descriptor is dropped at its end.
    fn drain(&mut self, number: usize, limits: &Limits) {
        let Output { fd, bytes: Some(bytes) } = &mut self.outputs[number] else { return };
        while let Some(pipe) = fd {
            let before = bytes.len();
            bytes.resize(before + CHUNK_BYTES, 0);
            let result = rustix::io::read(pipe, &mut bytes[before..]);
            bytes.truncate(before + result.unwrap_or(0));
            match result {
                Ok(0) => *fd = None,
                Ok(_) if limits.max_buffer.is_some_and(|limit| bytes.len() > limit) => {
                    return self.kill(Errno::NOBUFS, limits);
                }
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => {
                    self.pipe_error = self.pipe_error.or(Some(error));
                    *fd = None;
                }
            }
        }
    }

    fn kill(&mut self, reason: Errno, limits: &Limits) {
        self.killed = self.killed.or(Some(reason));
        if let Err(error) = self.child.kill(limits.kill_signal)
            && errno(error) != Errno::SRCH
        {
            // A signal that it can not be sent; this one it can. It may have ended by itself meanwhile.
            let _ = self.child.kill(SIGKILL);
        }
        self.deadline = None;
        self.input.fd = None;
        self.outputs.iter_mut().for_each(|output| output.fd = None);
    }

    /// Sleeps until a pipe or the end of the child asks for attention.
    fn wait(&self, is_running: bool, timeout: Option<Duration>) {
        let outputs = self.outputs.iter().filter_map(|output| output.fd.as_ref());
        let mut polled: Vec<PollFd<'_>> =
            outputs.map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
        polled.extend(self.input.fd.as_ref().map(|fd| PollFd::new(fd, PollFlags::OUT)));
        if is_running {
            polled.push(PollFd::from_borrowed_fd(self.child.as_fd(), PollFlags::IN));
        }
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: timeout.subsec_nanos().into(),
        });
        // Interrupted or not, the caller looks at everything again.
        let _ = rustix::event::poll(&mut polled, timeout.as_ref());
    }
}

impl Input<'_> {
    /// Writes what there is room for. Where nothing is left to write, the child is told that this is the end.
    fn send(&mut self, failure: &mut Option<Errno>) {
        while let Some(fd) = &self.fd {
            if self.unsent.is_empty() {
                self.fd = None;
                return;
            }
            match rustix::io::write(fd, self.unsent) {
                Ok(count) => self.unsent = &self.unsent[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => {
                    *failure = failure.or(Some(error));
                    self.fd = None;
                }
            }
        }
    }
}
