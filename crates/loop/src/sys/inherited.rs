//! What a process inherits without having asked for it: ignored signals, a mask, descriptors.
//!
//! These are properties of the process, not of a loop: the program that owns the process calls
//! [`reset_inherited_state`] once, before its first thread; a library never does.

use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::path::Path;
use std::ptr;
use std::sync::Mutex;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The signals that have a name. Node leaves the real-time ones as they are.
pub(super) const NAMED_SIGNALS: std::ops::Range<i32> = 1..32;

/// From here on the first number that is not open ends the search for inherited descriptors, as in libuv's
/// `uv_disable_stdio_inheritance`: there is no portable way to ask for the highest.
const FIRST_UNSURE_DESCRIPTOR: i32 = 16;

/// Puts the process into the state in which Node's puts itself when it starts.
///
/// - Signals that the parent ignored (`nohup`, a shell's `&`) do what they do by default again; SIGPIPE and SIGXFSZ are
///   ignored, so that a write says what went wrong. A handler that this process has installed stays.
/// - No signal is blocked.
/// - The soft limit for open descriptors is the hard one.
/// - Low descriptors beyond the standard three that the parent left open are not passed on to children. They are given
///   to the caller, because a parent may mean them (the pipes of Node's `stdio` beyond 2, a channel, a listening socket).
///
/// ```
/// let inherited = roundel_loop::reset_inherited_state();
/// assert!(inherited.take(-1).is_none());
/// ```
pub fn reset_inherited_state() -> Inherited {
    for number in NAMED_SIGNALS {
        match number {
            libc::SIGKILL | libc::SIGSTOP => {}
            libc::SIGPIPE | libc::SIGXFSZ => set_disposition(number, libc::SIG_IGN),
            // After exec nothing is caught: what is caught was installed since, by Rust's own start-up for one.
            _ if disposition(number) == libc::SIG_IGN => set_disposition(number, libc::SIG_DFL),
            _ => {}
        }
    }
    empty_mask();
    raise_descriptor_limit();
    let mut numbers = Vec::new();
    let mut number = libc::STDERR_FILENO + 1;
    loop {
        if set_close_on_exec(number) {
            numbers.push(number);
        } else if number >= FIRST_UNSURE_DESCRIPTOR {
            break;
        }
        number += 1;
    }
    Inherited { numbers: Mutex::new(numbers) }
}

/// As many descriptors as the system allows, as Node has it: the soft limit is low on most systems for the sake of programs
/// that use `select`, which knows no higher numbers.
fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        // One that is refused stays as it was.
        let _ =
            setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}

/// Descriptors that were open when the process began, by number. They belong to nobody until they are taken, and nobody
/// closes them, so that their numbers mean the same for ever.
///
/// ```
/// assert!(roundel_loop::Inherited::default().take(3).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Inherited {
    numbers: Mutex<Vec<RawFd>>,
}

impl Inherited {
    /// The descriptor with that number, for whoever asks first.
    ///
    /// ```
    /// let inherited = roundel_loop::Inherited::default();
    /// assert!(inherited.take(3).is_none());
    /// ```
    pub fn take(&self, number: RawFd) -> Option<OwnedFd> {
        // Nothing panics while the lock is held, so that it is never poisoned.
        let mut numbers = self.numbers.lock().ok()?;
        let index = numbers.iter().position(|known| *known == number)?;
        numbers.swap_remove(index);
        // SAFETY: the number was open before this process opened anything, by the rule for `reset_inherited_state`, the
        // only place where numbers come from; it leaves the list here, so that there is one owner.
        Some(unsafe { OwnedFd::from_raw_fd(number) })
    }
}

/// Keeps children from inheriting descriptors of a file that a library has opened without asking for that.
///
/// ```
/// roundel_loop::close_on_exec("/dev/urandom".as_ref());
/// ```
pub fn close_on_exec(path: &Path) {
    let Ok(descriptors) = std::fs::read_dir("/proc/self/fd") else { return };
    for descriptor in descriptors.flatten() {
        if std::fs::read_link(descriptor.path()).is_ok_and(|target| target == path)
            && let Some(number) = descriptor.file_name().to_str().and_then(|name| name.parse().ok())
            && number > libc::STDERR_FILENO
        {
            set_close_on_exec(number);
        }
    }
}

/// What a signal does: a default, nothing, or the address of a handler.
fn disposition(number: i32) -> libc::sighandler_t {
    // SAFETY: an all-zero sigaction is a valid value, and `sigaction` only writes to it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(number, ptr::null(), &mut action);
        action.sa_sigaction
    }
}

/// Only for `SIG_DFL` and `SIG_IGN`. Fails for no signal that has a name and can be caught. Safe between fork and exec.
pub(super) fn set_disposition(number: i32, disposition: libc::sighandler_t) {
    // SAFETY: an all-zero sigaction is a valid value; the callers pass no address of a function.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = disposition;
        libc::sigaction(number, &action, ptr::null_mut());
    }
}

/// Safe between fork and exec.
pub(super) fn empty_mask() {
    // SAFETY: `sigemptyset` makes the set valid before it is read.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut mask);
        libc::pthread_sigmask(libc::SIG_SETMASK, &mask, ptr::null_mut());
    }
}

/// False if the number is not open.
fn set_close_on_exec(number: i32) -> bool {
    // SAFETY: the call touches no memory, and a number that is not open is an error it reports.
    unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) == 0 }
}
