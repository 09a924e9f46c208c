//! Children with a limit: one that does not end in time is killed, with everything it started, and the test says so.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// Far more than any of the programs takes, on a machine that does other things besides.
pub(crate) const LIMIT: Duration = Duration::from_secs(120);

/// A child, and a thread that kills it when the limit is over.
pub(crate) struct Limited {
    child: Option<Child>,
    /// Dropped when the child has ended by itself.
    ended: Option<Sender<()>>,
    /// True if it had to be killed.
    watchdog: Option<JoinHandle<bool>>,
}

impl Limited {
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Limited {
        let child = command.process_group(0).spawn().expect("the command can be started");
        let group = group_of(&child);
        let (ended, is_over) = channel();
        let watchdog = std::thread::spawn(move || {
            let late = is_over.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout);
            if late {
                kill(group);
            }
            late
        });
        Limited { child: Some(child), ended: Some(ended), watchdog: Some(watchdog) }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    #[track_caller]
    pub(crate) fn stdin(&mut self) -> &mut ChildStdin {
        self.child.as_mut().and_then(|child| child.stdin.as_mut()).expect("it is a pipe")
    }

    #[track_caller]
    pub(crate) fn stdout(&mut self) -> &mut ChildStdout {
        self.child.as_mut().and_then(|child| child.stdout.as_mut()).expect("it is a pipe")
    }

    /// Waits for the end and for the end of what it prints.
    #[track_caller]
    pub(crate) fn output(mut self) -> Output {
        let child = self.child.take().expect("it is waited for once");
        let output = child.wait_with_output().expect("what it prints can be read");
        drop(self.ended.take());
        let late = self.watchdog.take().is_some_and(|thread| thread.join().unwrap_or(true));
        assert!(
            !late,
            "the child did not end within {LIMIT:?} and was killed; it printed:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        output
    }
}

impl Drop for Limited {
    /// A test that fails before it waits leaves nothing behind.
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            kill(group_of(&child));
            let _ = child.wait();
        }
    }
}

/// As `Command::output`, with the limit: nothing to read, both outputs are pipes.
#[track_caller]
pub(crate) fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Limited::start(command).output()
}

fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

fn kill(group: Option<Pid>) {
    if let Some(group) = group {
        // It may have ended at the last moment.
        let _ = kill_process_group(group, Signal::KILL);
    }
}
