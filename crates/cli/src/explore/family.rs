//! The processes of the runs, those that a run has left behind, and what becomes of both when the search is interrupted.
//!
//! A run is a process group, which is killed with it. What has left the group (a daemon, a detached child) becomes a child
//! of this process when its parent ends (prctl(2), PR_SET_CHILD_SUBREAPER), and is found among its children.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use nix::sys::signal::{SigSet, Signal as Interrupt};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, waitpid,
};

/// What a shell adds to the number of a signal that ended a command.
const SIGNALLED: i32 = 128;

/// A process that makes others faster than they are killed is given up after so many.
const MOST_STRANGERS: usize = 10_000;

/// How long the end of a killed process is waited for: the kernel may hold it for its disk.
const LONGEST_DEATH_S: i64 = 5;

pub(super) struct Family {
    /// The runs that go on, each with its folder for temporary files.
    running: Mutex<BTreeMap<i32, PathBuf>>,
}

impl Family {
    /// Of one search, which keeps everything in `folder`. Called before there are other threads: they hold what is held here.
    pub(super) fn new(folder: &Path) -> Arc<Family> {
        // Where that is not to be had, what has left its group stays.
        let _ = set_child_subreaper(Some(getpid()));
        let family = Arc::new(Family { running: Mutex::default() });
        let mut held = SigSet::empty();
        for signal in [Interrupt::SIGINT, Interrupt::SIGTERM, Interrupt::SIGHUP] {
            held.add(signal);
        }
        // The standard library starts a child with nothing held.
        if held.thread_block().is_ok() {
            let (family, folder) = (Arc::clone(&family), folder.to_owned());
            thread::spawn(move || {
                if let Ok(signal) = held.wait() {
                    family.end(&folder);
                    std::process::exit(SIGNALLED + signal as i32);
                }
            });
        }
        family
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<i32, PathBuf>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a process whose temporary files are in `temporary`; `start` gives its number.
    pub(super) fn begin<T>(
        &self,
        temporary: &Path,
        start: impl FnOnce() -> io::Result<(T, u32)>,
    ) -> io::Result<T> {
        // Held over both: what is no run is a stranger.
        let mut running = self.running();
        let (started, pid) = start()?;
        running.insert(pid.cast_signed(), temporary.to_owned());
        Ok(started)
    }

    /// A run has ended and was waited for: what it has left behind ends with it.
    pub(super) fn is_over(&self, pid: u32) {
        let mut running = self.running();
        running.remove(&pid.cast_signed());
        let mut left = MOST_STRANGERS;
        loop {
            let strangers: Vec<i32> = children()
                .into_iter()
                .filter(|pid| !running.contains_key(pid) && !belongs_to_one_of(*pid, &running))
                .collect();
            if strangers.is_empty() || left == 0 {
                return;
            }
            left = left.saturating_sub(strangers.len());
            for pid in strangers.into_iter().filter_map(Pid::from_raw) {
                // It may have ended by itself.
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
            }
        }
    }

    /// Ends everything, from whatever thread.
    fn end(&self, folder: &Path) {
        // Kept to the end: nothing begins any more.
        let running = self.running();
        let runs: Vec<Pid> = running.keys().copied().filter_map(Pid::from_raw).collect();
        for pid in &runs {
            let _ = kill_process_group(*pid, Signal::KILL);
        }
        runs.into_iter().for_each(wait_until_gone);
        let _ = fs::remove_dir_all(folder);
        // Whoever waits for the lock waits in vain: the process ends.
        std::mem::forget(running);
    }
}

/// Until a process that was killed is no more, whoever is to be told of its end: what it has to give back it gives back by
/// then, and files it would have written are not written any more.
fn wait_until_gone(pid: Pid) {
    // Without a descriptor there is no process either, or the kernel is older than they are.
    let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else { return };
    let limit = Timespec { tv_sec: LONGEST_DEATH_S, tv_nsec: 0 };
    let _ = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&limit));
}

/// The children of this process, all of its threads', by their numbers.
fn children() -> Vec<i32> {
    let mut found = Vec::new();
    for thread in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        // Absent in kernels without CONFIG_PROC_CHILDREN.
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        found.extend(text.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
    }
    found
}

/// Whether a process was started by one of the runs that go on: it has its folder in the environment.
fn belongs_to_one_of(pid: i32, running: &BTreeMap<i32, PathBuf>) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    running.values().any(|folder| {
        let folder = folder.as_os_str().as_bytes();
        environment.windows(folder.len()).any(|part| part == folder)
    })
}
