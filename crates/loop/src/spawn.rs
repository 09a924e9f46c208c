//! Starting a child process, with what libuv does between fork and exec.
//!
//! A [`Child`] is a process that has been started and that nobody watches. [`Process`](crate::Process) is the handle
//! that tells a loop of its end; who waits by other means (`spawnSync`) uses the child itself. Its end is a descriptor
//! that becomes readable (pidfd_open(2)), so that no signal and no process-wide state is involved, and any number of
//! loops and other libraries can have children side by side.

use crate::sys::{self, Plan};
use rustix::net::{AddressFamily, SocketFlags, SocketType};
use rustix::process::{WaitId, WaitIdOptions};
use std::borrow::Cow;
use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Where programs are looked for when the child's environment does not say (confstr(3)).
const DEFAULT_PATH: &[u8] = b"/bin:/usr/bin";

/// What one of the child's descriptors is to be.
///
/// ```
/// use roundel_loop::Stdio;
/// let shared = Stdio::Inherit(rustix::stdio::stderr());
/// # let _ = shared;
/// ```
#[derive(Debug)]
pub enum Stdio<'fd> {
    /// Nothing; for the standard three, `/dev/null`.
    Ignore,
    /// The same as one of ours.
    Inherit(BorrowedFd<'fd>),
    /// A new pair of sockets, of which [`Child::take_pipe`] gives our end.
    Pipe,
}

/// Which session a child belongs to.
///
/// ```
/// assert_eq!(roundel_loop::Session::default(), roundel_loop::Session::Ours);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Session {
    /// Ours: it gets the signals of our terminal.
    #[default]
    Ours,
    /// Its own, which it leads.
    Own,
}

/// What to start, and how.
///
/// ```
/// use roundel_loop::{SpawnOptions, Stdio};
/// let options = SpawnOptions {
///     stdio: vec![Stdio::Ignore, Stdio::Pipe],
///     ..SpawnOptions::new("echo", ["echo", "hello"])
/// };
/// let mut child = options.spawn()?;
/// assert!(child.wait()?.success());
/// let output = std::fs::File::from(child.take_pipe(1).unwrap());
/// assert_eq!(std::io::read_to_string(output)?, "hello\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct SpawnOptions<'fd> {
    /// The program: a path, or a name that is looked for in the child's `PATH`. A file that the kernel does not know
    /// how to run is run by `/bin/sh`.
    pub file: OsString,
    /// The arguments, the first of which is what the child is called.
    pub args: Vec<OsString>,
    /// `NAME=value`; our own environment if there is none.
    pub env: Option<Vec<OsString>>,
    /// The folder it starts in.
    pub cwd: Option<PathBuf>,
    /// The user it runs as. With a user or a group, the child has no other groups.
    pub uid: Option<u32>,
    /// The group it runs as.
    pub gid: Option<u32>,
    /// Which session it belongs to.
    pub session: Session,
    /// Its descriptors from 0 on.
    pub stdio: Vec<Stdio<'fd>>,
}

impl SpawnOptions<'_> {
    /// A program and its arguments; everything else as it is with us, and no descriptors.
    ///
    /// ```
    /// let options = roundel_loop::SpawnOptions::new("true", ["true"]);
    /// assert!(options.spawn()?.wait()?.success());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new<A: Into<OsString>>(
        file: impl Into<OsString>,
        args: impl IntoIterator<Item = A>,
    ) -> SpawnOptions<'static> {
        SpawnOptions {
            file: file.into(),
            args: args.into_iter().map(Into::into).collect(),
            env: None,
            cwd: None,
            uid: None,
            gid: None,
            session: Session::Ours,
            stdio: Vec::new(),
        }
    }

    /// Starts the program. Fails as the step that failed does: `ENOENT` for a program or a folder that is not there,
    /// `EINVAL` for a string with a zero byte.
    ///
    /// Nothing of ours but [`stdio`](SpawnOptions::stdio) reaches the child if our descriptors are close-on-exec, as
    /// Rust makes them. Signals do what they do by default, and none is blocked.
    ///
    /// ```
    /// let error = roundel_loop::SpawnOptions::new("no such program", ["x"]).spawn().unwrap_err();
    /// assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    /// ```
    pub fn spawn(&self) -> io::Result<Child> {
        let mut ours = Vec::with_capacity(self.stdio.len());
        let mut theirs = Vec::new();
        // At least the standard three: a program does not expect them to be closed.
        let mut numbers = vec![-1; self.stdio.len().max(3)];
        for (stdio, number) in self.stdio.iter().zip(&mut numbers) {
            let mut end = None;
            match stdio {
                Stdio::Ignore => {}
                Stdio::Inherit(fd) => *number = fd.as_raw_fd(),
                Stdio::Pipe => {
                    let (one, other) = pipe()?;
                    *number = other.as_raw_fd();
                    theirs.push(other);
                    end = Some(one);
                }
            }
            ours.push(end);
        }
        let env: Cow<'_, [OsString]> = match &self.env {
            Some(env) => env.into(),
            None => std::env::vars_os().map(pair).collect(),
        };
        let plan = Plan {
            candidates: candidates(&self.file, &env)?,
            args: strings(&self.args)?,
            env: strings(&env)?,
            cwd: self.cwd.as_ref().map(|cwd| string(cwd.as_os_str())).transpose()?,
            uid: self.uid,
            gid: self.gid,
            own_session: self.session == Session::Own,
            stdio: numbers,
        };
        let (pid, pidfd) = sys::spawn(&plan)?;
        Ok(Child { pid, pidfd, status: None, pipes: ours })
    }
}

/// A process that was started. Dropping it lets it run; who wants to know of its end waits for it, or gives it to
/// [`Process::watch`](crate::Process::watch).
///
/// ```
/// use roundel_loop::SpawnOptions;
/// use std::os::unix::process::ExitStatusExt;
/// let mut child = SpawnOptions::new("sleep", ["sleep", "100"]).spawn()?;
/// child.kill(9)?;
/// assert_eq!(child.wait()?.signal(), Some(9));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Child {
    pid: i32,
    pidfd: OwnedFd,
    /// How it ended, once it has been waited for.
    status: Option<ExitStatus>,
    pipes: Vec<Option<OwnedFd>>,
}

impl Child {
    /// Its number.
    ///
    /// ```
    /// let child = roundel_loop::SpawnOptions::new("true", ["true"]).spawn()?;
    /// assert!(child.pid() > 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn pid(&self) -> i32 {
        self.pid
    }

    /// Our end of the pipe to the child's descriptor `number`, the first time; it does not block.
    ///
    /// ```
    /// use roundel_loop::{SpawnOptions, Stdio};
    /// let options = SpawnOptions { stdio: vec![Stdio::Pipe], ..SpawnOptions::new("cat", ["cat"]) };
    /// let mut child = options.spawn()?;
    /// drop(child.take_pipe(0).unwrap());
    /// assert!(child.take_pipe(0).is_none());
    /// assert!(child.wait()?.success());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_pipe(&mut self, number: usize) -> Option<OwnedFd> {
        self.pipes.get_mut(number)?.take()
    }

    /// Sends a signal, or only asks whether it could be sent (0). `ESRCH` once the child has been waited for.
    ///
    /// ```
    /// let mut child = roundel_loop::SpawnOptions::new("true", ["true"]).spawn()?;
    /// child.kill(0)?;
    /// child.wait()?;
    /// assert_eq!(child.kill(0).unwrap_err().raw_os_error(), Some(3)); // ESRCH
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn kill(&self, signal_number: i32) -> io::Result<()> {
        if self.status.is_some() {
            return Err(rustix::io::Errno::SRCH.into());
        }
        sys::kill(self.pid, signal_number)
    }

    /// Waits until it has ended.
    ///
    /// ```
    /// let mut child = roundel_loop::SpawnOptions::new("sh", ["sh", "-c", "exit 3"]).spawn()?;
    /// assert_eq!(child.wait()?.code(), Some(3));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.ended(Blocking::Yes)? {
                return Ok(status);
            }
        }
    }

    /// How it ended, if it has. `ECHILD` if somebody else has waited for it.
    ///
    /// ```
    /// let mut child = roundel_loop::SpawnOptions::new("sleep", ["sleep", "100"]).spawn()?;
    /// assert!(child.try_wait()?.is_none());
    /// child.kill(15)?;
    /// child.wait()?;
    /// assert!(child.try_wait()?.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.ended(Blocking::No)
    }

    fn ended(&mut self, blocking: Blocking) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = reap(&self.pidfd, blocking)?;
        }
        Ok(self.status)
    }
}

impl AsFd for Child {
    /// Readable when the child has ended.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocking {
    Yes,
    No,
}

/// Takes the status of a child that has ended.
pub(crate) fn reap(pidfd: &OwnedFd, blocking: Blocking) -> io::Result<Option<ExitStatus>> {
    let mut options = WaitIdOptions::EXITED;
    options.set(WaitIdOptions::NOHANG, blocking == Blocking::No);
    loop {
        match rustix::process::waitid(WaitId::PidFd(pidfd.as_fd()), options) {
            Ok(None) => return Ok(None),
            // As wait(2) encodes it: the code in the second byte, or the signal in the first with a bit for a dump.
            Ok(Some(status)) => {
                let dumped = if status.dumped() { 0x80 } else { 0 };
                let signal = status.terminating_signal().map_or(0, |signal| signal | dumped);
                let code = status.exit_status().unwrap_or(0);
                return Ok(Some(ExitStatus::from_raw(code << 8 | signal)));
            }
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Our end, which does not block, and the child's.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (family, kind) = (AddressFamily::UNIX, SocketType::STREAM);
    let (ours, theirs) = rustix::net::socketpair(family, kind, SocketFlags::CLOEXEC, None)?;
    rustix::io::ioctl_fionbio(&ours, true)?;
    Ok((ours, theirs))
}

/// Where the program may be, as execvp(3) looks for it, but by the child's environment.
fn candidates(file: &OsStr, env: &[OsString]) -> io::Result<Vec<CString>> {
    let file = file.as_bytes();
    if file.is_empty() || file.contains(&b'/') {
        return Ok(vec![string(OsStr::from_bytes(file))?]);
    }
    let path = env.iter().find_map(|pair| pair.as_bytes().strip_prefix(b"PATH="));
    let folders = path.unwrap_or(DEFAULT_PATH).split(|byte| *byte == b':');
    let place = |folder: &[u8]| {
        // No folder is the one the child starts in.
        let separator: &[u8] = if folder.is_empty() { b"" } else { b"/" };
        string(OsStr::from_bytes(&[folder, separator, file].concat()))
    };
    folders.map(place).collect()
}

fn pair((name, value): (OsString, OsString)) -> OsString {
    OsString::from_vec([name.as_bytes(), b"=", value.as_bytes()].concat())
}

fn strings(strings: &[OsString]) -> io::Result<Vec<CString>> {
    strings.iter().map(|text| string(text)).collect()
}

fn string(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(|_| rustix::io::Errno::INVAL.into())
}
