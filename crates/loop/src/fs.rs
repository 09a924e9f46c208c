//! File requests: each is one job of the pool, whatever it takes, and one callback in the poll phase.
//!
//! libuv has a request for each system call; here a request is what a program wants. A whole file is read, written or
//! copied, a whole tree removed, by one job: one trip to a thread and back in place of four or of thousands. What is not
//! among these is [`request`] with a job of one's own, in which any number of calls go together.
//!
//! On the simulated platform the files are the real ones; when a job is done, and which first, is the chooser's.

use crate::{EventLoop, Lane, WorkError, WorkId, work};
use rustix::io::Errno;
use std::ffi::OsString;
use std::fs::{self, File, FileType, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Has a thread of the pool do something with files, then calls `done` with what came of it. Work that was cancelled
/// with [`cancel`](crate::cancel) is `ECANCELED`.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// // Two calls, one trip.
/// let job = || Ok((std::fs::metadata("/")?.is_dir(), std::fs::read_dir("/")?.count()));
/// fs::request(&lp, job, |_, found| assert!(found.unwrap().0));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn request<T: Send + 'static>(
    lp: &EventLoop,
    job: impl FnOnce() -> io::Result<T> + Send + 'static,
    done: impl FnOnce(&EventLoop, io::Result<T>) + 'static,
) -> WorkId {
    work(lp, Lane::Fast, job, move |lp, result| {
        let result = result.unwrap_or_else(|error| match error {
            WorkError::Cancelled => Err(Errno::CANCELED.into()),
            WorkError::NoThread(error) => Err(error),
            error @ WorkError::Panicked(_) => Err(io::Error::other(error)),
        });
        done(lp, result);
    })
}

/// A request about one path, which is kept for the job.
fn about<T: Send + 'static>(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    job: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
    done: impl FnOnce(&EventLoop, io::Result<T>) + 'static,
) -> WorkId {
    let path = path.as_ref().to_owned();
    request(lp, move || job(&path), done)
}

/// A request about two paths.
fn between<T: Send + 'static>(
    lp: &EventLoop,
    (from, to): (impl AsRef<Path>, impl AsRef<Path>),
    job: impl FnOnce(&Path, &Path) -> io::Result<T> + Send + 'static,
    done: impl FnOnce(&EventLoop, io::Result<T>) + 'static,
) -> WorkId {
    let (from, to) = (from.as_ref().to_owned(), to.as_ref().to_owned());
    request(lp, move || job(&from, &to), done)
}

/// What a path leads to.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::stat(&lp, "/", |_, found| assert!(found.unwrap().is_dir()));
/// fs::stat(&lp, "/no/such", |_, found| {
///     assert_eq!(found.unwrap_err().kind(), std::io::ErrorKind::NotFound);
/// });
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn stat(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<Metadata>) + 'static,
) -> WorkId {
    about(lp, path, |path| fs::metadata(path), done)
}

/// What a path names: of a symbolic link, the link itself.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::lstat(&lp, "/proc/self", |_, found| assert!(found.unwrap().is_symlink()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lstat(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<Metadata>) + 'static,
) -> WorkId {
    about(lp, path, |path| fs::symlink_metadata(path), done)
}

/// Opens a file.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// let mut options = std::fs::OpenOptions::new();
/// options.read(true);
/// fs::open(&lp, "/dev/null", options, |_, file| assert!(file.is_ok()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    options: OpenOptions,
    done: impl FnOnce(&EventLoop, io::Result<File>) + 'static,
) -> WorkId {
    about(lp, path, move |path| options.open(path), done)
}

/// A whole file: opened, read and closed by one job.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::read(&lp, "/dev/null", |_, bytes| assert!(bytes.unwrap().is_empty()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<Vec<u8>>) + 'static,
) -> WorkId {
    about(lp, path, |path| fs::read(path), done)
}

/// Makes these bytes the whole of a file.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::write(&lp, "/dev/null", b"gone".to_vec(), |_, written| written.unwrap());
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    bytes: Vec<u8>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    about(lp, path, move |path| fs::write(path, bytes), done)
}

/// Writes these bytes at the end of a file, which is made if it is not there.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::append(&lp, "/dev/null", b"gone".to_vec(), |_, written| written.unwrap());
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn append(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    bytes: Vec<u8>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    let job = move |path: &Path| -> io::Result<()> {
        OpenOptions::new().append(true).create(true).open(path)?.write_all(&bytes)
    };
    about(lp, path, job, done)
}

/// Copies a file with its permissions; how many bytes that were.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::copy(&lp, "/no/such", "/tmp/copy", |_, copied| assert!(copied.is_err()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn copy(
    lp: &EventLoop,
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<u64>) + 'static,
) -> WorkId {
    between(lp, (from, to), |from, to| fs::copy(from, to), done)
}

/// Gives a file or a folder another name.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::rename(&lp, "/no/such", "/no/other", |_, renamed| assert!(renamed.is_err()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn rename(
    lp: &EventLoop,
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    between(lp, (from, to), |from, to| fs::rename(from, to), done)
}

/// Makes a symbolic link at `link` that says `target`.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::symlink(&lp, "anything", "/no/such/link", |_, made| assert!(made.is_err()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn symlink(
    lp: &EventLoop,
    target: impl AsRef<Path>,
    link: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    between(lp, (target, link), |target, link| std::os::unix::fs::symlink(target, link), done)
}

/// What a symbolic link says.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::read_link(&lp, "/proc/self", |_, said| assert!(said.unwrap().is_relative()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_link(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<PathBuf>) + 'static,
) -> WorkId {
    about(lp, path, |path| fs::read_link(path), done)
}

/// Sets who may do what.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// use std::os::unix::fs::PermissionsExt;
/// let lp = EventLoop::new(Options::default())?;
/// let wanted = std::fs::Permissions::from_mode(0o600);
/// fs::set_permissions(&lp, "/no/such", wanted, |_, set| assert!(set.is_err()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn set_permissions(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    permissions: Permissions,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    about(lp, path, move |path| fs::set_permissions(path, permissions), done)
}

/// Makes a folder and those above it that are not there.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::make_folders(&lp, "/", |_, made| made.unwrap());
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn make_folders(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    about(lp, path, |path| fs::create_dir_all(path), done)
}

/// The names in a folder with what they are, all of them by one job, in the system's order.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::read_folder(&lp, "/", |_, entries| {
///     assert!(entries.unwrap().iter().any(|(name, kind)| name == "proc" && kind.is_dir()));
/// });
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_folder(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<Vec<(OsString, FileType)>>) + 'static,
) -> WorkId {
    let job = |path: &Path| -> io::Result<Vec<(OsString, FileType)>> {
        fs::read_dir(path)?
            .map(|entry| entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))))
            .collect()
    };
    about(lp, path, job, done)
}

/// Removes a file, or a folder with all that is in it; symbolic links are removed, not followed.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, fs};
/// let lp = EventLoop::new(Options::default())?;
/// fs::remove(&lp, "/no/such", |_, removed| assert!(removed.is_err()));
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove(
    lp: &EventLoop,
    path: impl AsRef<Path>,
    done: impl FnOnce(&EventLoop, io::Result<()>) + 'static,
) -> WorkId {
    let job = |path: &Path| -> io::Result<()> {
        if fs::symlink_metadata(path)?.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        }
    };
    about(lp, path, job, done)
}
