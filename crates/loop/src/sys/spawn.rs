//! Making a process: a clone that shares our memory until it has become another program.
//!
//! The child runs [`child_main`] on a stack of its own while the calling thread waits, as with vfork(2): nothing is
//! copied, however large the process is, and what went wrong is left in memory where the parent reads it. Rules for
//! all that runs in the child:
//!
//! - system calls only, and those of glibc that are nothing else. It allocates nothing, takes no lock, panics nowhere:
//!   other threads of the parent go on and may hold any lock. Ids are set by system call, because glibc's functions
//!   would set them in the threads of the parent too.
//! - signals are blocked from before the clone until just before the exec, and by then none is caught any more, so no
//!   handler of the parent runs in the child.
//! - it changes nothing but [`Plan`], which belongs to this call.

use super::inherited::{NAMED_SIGNALS, empty_mask, set_disposition};
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::ptr;

/// Ample for `child_main`, which has no large locals and calls nothing deep.
const STACK_BYTES: usize = 64 * 1024;

const SHELL: &CStr = c"/bin/sh";
const NULL_DEVICE: &CStr = c"/dev/null";

/// What the child is to become, with everything allocated beforehand.
pub(crate) struct Plan {
    /// Where the program may be, in the order in which to try.
    pub(crate) candidates: Vec<CString>,
    pub(crate) args: Vec<CString>,
    pub(crate) env: Vec<CString>,
    pub(crate) cwd: Option<CString>,
    pub(crate) uid: Option<u32>,
    pub(crate) gid: Option<u32>,
    pub(crate) own_session: bool,
    /// What is to be the child's descriptor 0, 1, …; -1 for none.
    pub(crate) stdio: Vec<RawFd>,
}

/// The plan as system calls want it. The pointers lead into the plan.
struct Prepared<'plan> {
    plan: &'plan Plan,
    argv: Vec<*const libc::c_char>,
    /// As `argv`, for the shell: its name, the script's path, the rest.
    shell_argv: Vec<*const libc::c_char>,
    envp: Vec<*const libc::c_char>,
    stdio: Vec<RawFd>,
    /// Why the child could not become the program; 0 if it did.
    errno: i32,
}

/// Starts the process; gives its number and its descriptor.
pub(crate) fn spawn(plan: &Plan) -> io::Result<(i32, OwnedFd)> {
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
    };
    let argv = pointers(&plan.args);
    let shell_argv = [SHELL.as_ptr(), ptr::null()].into_iter().chain(argv.iter().copied().skip(1));
    let mut prepared = Prepared {
        plan,
        // Without a name the script's path would be the last argument.
        shell_argv: shell_argv.chain([ptr::null()]).collect(),
        argv,
        envp: pointers(&plan.env),
        stdio: plan.stdio.clone(),
        errno: 0,
    };
    // Not cleared: of its pages the child touches two or three.
    let mut stack: Vec<u128> = Vec::with_capacity(STACK_BYTES / size_of::<u128>());
    let mut pidfd: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    let blocked = BlockedSignals::new();
    // SAFETY: the child runs on `stack`, whose end is aligned, and this thread goes on only when the child has left it
    // (CLONE_VFORK), so `stack`, `prepared` and `pidfd` outlive its use of them. What it does is safe beside the other
    // threads, by the rules at the top of the file. `pidfd` is where CLONE_PIDFD stores the descriptor.
    let pid = unsafe {
        libc::clone(
            child_main,
            stack.spare_capacity_mut().as_mut_ptr_range().end.cast(),
            flags,
            (&raw mut prepared).cast(),
            &raw mut pidfd,
        )
    };
    let failure = io::Error::last_os_error();
    drop(blocked);
    if pid < 0 {
        return Err(failure);
    }
    // SAFETY: the kernel has just made the descriptor for us.
    let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
    if prepared.errno != 0 {
        // It has ended: only its number is left to be given back.
        let _ = super::super::spawn::reap(&pidfd, super::super::spawn::Blocking::Yes);
        return Err(io::Error::from_raw_os_error(prepared.errno));
    }
    Ok((pid, pidfd))
}

/// Sends a signal to a child that has not been waited for, so that the number is still its own.
pub(crate) fn kill(pid: i32, signal_number: i32) -> io::Result<()> {
    // SAFETY: the call touches no memory.
    let result = unsafe { libc::kill(pid, signal_number) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// All signals are blocked in this thread until it is dropped.
struct BlockedSignals(libc::sigset_t);

impl BlockedSignals {
    fn new() -> BlockedSignals {
        // SAFETY: `sigfillset` makes the set valid before it is read; the old mask is written before it is.
        unsafe {
            let mut all: libc::sigset_t = std::mem::zeroed();
            let mut before: libc::sigset_t = std::mem::zeroed();
            libc::sigfillset(&mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
            BlockedSignals(before)
        }
    }
}

impl Drop for BlockedSignals {
    fn drop(&mut self) {
        // SAFETY: the mask is the one that `new` found.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, ptr::null_mut()) };
    }
}

extern "C" fn child_main(prepared: *mut libc::c_void) -> libc::c_int {
    // SAFETY: `spawn` passes the address of its own `Prepared` and does not touch it before this function has ended.
    let prepared = unsafe { &mut *prepared.cast::<Prepared<'_>>() };
    // Only a failure comes back.
    let Err(errno) = become_program(prepared);
    prepared.errno = errno;
    // SAFETY: ends the child alone; `exit` would run what the parent has registered.
    unsafe { libc::_exit(127) }
}

/// The order of the steps is libuv's (`uv__process_child_init`).
fn become_program(prepared: &mut Prepared<'_>) -> Result<std::convert::Infallible, i32> {
    for number in NAMED_SIGNALS {
        if number != libc::SIGKILL && number != libc::SIGSTOP {
            set_disposition(number, libc::SIG_DFL);
        }
    }
    let plan = prepared.plan;
    // SAFETY: the calls get pointers into the plan, which the parent keeps, and numbers.
    unsafe {
        if plan.own_session {
            // Can not fail: a new process leads no group.
            libc::setsid();
        }
        place_descriptors(&mut prepared.stdio)?;
        if let Some(cwd) = &plan.cwd {
            check(libc::chdir(cwd.as_ptr()))?;
        }
        if plan.uid.is_some() || plan.gid.is_some() {
            // Groups of the parent are not the child's. Fails for who may not; then setting the ids decides.
            libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>());
        }
        if let Some(gid) = plan.gid {
            check(libc::syscall(libc::SYS_setgid, gid) as i32)?;
        }
        if let Some(uid) = plan.uid {
            check(libc::syscall(libc::SYS_setuid, uid) as i32)?;
        }
    }
    empty_mask();
    execute(prepared)
}

/// Puts the descriptors at their places.
fn place_descriptors(stdio: &mut [RawFd]) -> Result<(), i32> {
    let count = stdio.len() as RawFd;
    // SAFETY: the calls get numbers and a constant string. A number that is not open is an error they report.
    unsafe {
        // What lies where another is to be placed moves out of the way first.
        for (place, fd) in stdio.iter_mut().enumerate() {
            if *fd >= 0 && *fd < place as RawFd {
                *fd = check(libc::fcntl(*fd, libc::F_DUPFD_CLOEXEC, count))?;
            }
        }
        for (place, &fd) in stdio.iter().enumerate() {
            let place = place as RawFd;
            if fd < 0 {
                if place <= libc::STDERR_FILENO {
                    let access = if place == 0 { libc::O_RDONLY } else { libc::O_RDWR };
                    let null = check(libc::open(NULL_DEVICE.as_ptr(), access | libc::O_CLOEXEC))?;
                    put(null, place)?;
                    if null != place {
                        libc::close(null);
                    }
                }
                continue;
            }
            put(fd, place)?;
            if place <= libc::STDERR_FILENO {
                // Programs expect standard descriptors that block; ours may be in use by the loop.
                let flags = libc::fcntl(place, libc::F_GETFL);
                if flags >= 0 && flags & libc::O_NONBLOCK != 0 {
                    libc::fcntl(place, libc::F_SETFL, flags & !libc::O_NONBLOCK);
                }
            }
        }
    }
    Ok(())
}

/// Makes `place` the same as `fd`, and lets it pass the exec.
///
/// # Safety
///
/// Only in the child: what was open at `place` is closed.
unsafe fn put(fd: RawFd, place: RawFd) -> Result<(), i32> {
    // SAFETY: the calls touch no memory; the caller says that `place` may be closed.
    unsafe {
        if fd == place {
            check(libc::fcntl(fd, libc::F_SETFD, 0))?;
        } else {
            check(libc::dup2(fd, place))?;
        }
    }
    Ok(())
}

/// As execvp(3): a file that the kernel takes for no program is a script of the shell; of the places that were searched
/// one without permission is better news than none.
fn execute(prepared: &mut Prepared<'_>) -> Result<std::convert::Infallible, i32> {
    let (argv, envp) = (prepared.argv.as_ptr(), prepared.envp.as_ptr());
    let mut answer = libc::ENOENT;
    for candidate in &prepared.plan.candidates {
        // SAFETY: both lists end with a null pointer and lead into the plan.
        unsafe { libc::execve(candidate.as_ptr(), argv, envp) };
        let mut error = errno();
        if error == libc::ENOEXEC {
            if let Some(script) = prepared.shell_argv.get_mut(1) {
                *script = candidate.as_ptr();
            }
            // SAFETY: as above.
            unsafe { libc::execve(SHELL.as_ptr(), prepared.shell_argv.as_ptr(), envp) };
            error = errno();
        }
        match error {
            libc::EACCES => answer = error,
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {
                if answer != libc::EACCES {
                    answer = error;
                }
            }
            _ => return Err(error),
        }
    }
    Err(answer)
}

fn check(result: libc::c_int) -> Result<libc::c_int, i32> {
    if result < 0 { Err(errno()) } else { Ok(result) }
}

fn errno() -> i32 {
    // SAFETY: the location is that of the thread which waits for this child; nobody else uses it meanwhile.
    unsafe { *libc::__errno_location() }
}
