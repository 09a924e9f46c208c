//! Operations on directories: listing, making and removing, recursively where asked. Each is one job.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::io::Errno;

use super::job::{During, Failure};

const DIRECTORY: i32 = 2;
const LINK: i32 = 3;

/// libuv's `UV_DIRENT_*`.
fn dirent_type(kind: fs::FileType) -> i32 {
    match kind {
        kind if kind.is_file() => 1,
        kind if kind.is_dir() => DIRECTORY,
        kind if kind.is_symlink() => LINK,
        kind if kind.is_fifo() => 4,
        kind if kind.is_socket() => 5,
        kind if kind.is_char_device() => 6,
        kind if kind.is_block_device() => 7,
        _ => 0,
    }
}

/// Whether an operation goes into the directories it meets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    One,
    Recursive,
}

pub(super) fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// The entries with their types, sorted as libuv sorts them (by name); relative to `root` when recursive.
pub(super) fn list(root: &[u8], depth: Depth) -> Result<Vec<(Vec<u8>, i32)>, Failure> {
    let mut entries = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(inside) = waiting.pop() {
        let mut names: Vec<(Vec<u8>, i32)> = Vec::new();
        for entry in fs::read_dir(path(root).join(&inside)).during("scandir")? {
            let entry = entry.during("scandir")?;
            let kind = entry.file_type().map_or(0, dirent_type);
            let name = inside.join(entry.file_name()).into_os_string().into_vec();
            names.push((name, kind));
        }
        names.sort();
        if depth == Depth::Recursive {
            // A link to a folder is followed, as Node does; one that leads back ends in ELOOP.
            let is_folder = |name: &[u8], kind: i32| {
                kind == DIRECTORY
                    || kind == LINK
                        && fs::metadata(path(root).join(path(name))).is_ok_and(|to| to.is_dir())
            };
            let folders = names.iter().filter(|(name, kind)| is_folder(name, *kind));
            waiting.extend(folders.map(|(name, _)| path(name).to_owned()));
        }
        entries.append(&mut names);
    }
    Ok(entries)
}

pub(super) fn make(bytes: &[u8], mode: u32, depth: Depth) -> Result<Option<Vec<u8>>, Failure> {
    let target = path(bytes);
    let mut builder = fs::DirBuilder::new();
    builder.mode(mode);
    if depth == Depth::One {
        builder.create(target).during("mkdir")?;
        return Ok(None);
    }
    // The first directory that is missing is what the caller is told about.
    let absolute = std::path::absolute(target).during("mkdir")?;
    let missing = absolute.ancestors().take_while(|folder| !folder.exists()).last();
    let Some(first) = missing.map(Path::to_owned) else {
        let is_directory = absolute.is_dir();
        return if is_directory { Ok(None) } else { Err(Failure::new(Errno::EXIST, "mkdir")) };
    };
    builder.recursive(true).create(&absolute).during("mkdir")?;
    Ok(Some(first.into_os_string().into_vec()))
}

/// What `fs.rm` was told.
#[derive(Clone, Copy)]
pub(super) struct Removal {
    pub(super) depth: Depth,
    pub(super) missing: Missing,
    pub(super) max_retries: u32,
    pub(super) retry_delay_ms: u64,
}

/// Whether a path that is not there is an error (`force`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Error,
    Ignored,
}

pub(super) fn remove(bytes: &[u8], removal: Removal) -> Result<(), Failure> {
    let target = path(bytes);
    let mut attempt = 0;
    loop {
        let (result, syscall) = remove_once(target, removal.depth);
        let error = match result {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        if error.kind() == io::ErrorKind::NotFound && removal.missing == Missing::Ignored {
            return Ok(());
        }
        if attempt >= removal.max_retries || !is_transient(&error) {
            return Err(Failure::io(&error, syscall));
        }
        attempt += 1;
        std::thread::sleep(Duration::from_millis(removal.retry_delay_ms * u64::from(attempt)));
    }
}

fn remove_once(target: &Path, depth: Depth) -> (io::Result<()>, &'static str) {
    let metadata = match fs::symlink_metadata(target) {
        Ok(metadata) => metadata,
        Err(error) => return (Err(error), "lstat"),
    };
    if !metadata.is_dir() {
        return (fs::remove_file(target), "unlink");
    }
    match depth {
        Depth::One => (Err(Errno::ISDIR.into()), "rm"),
        Depth::Recursive => (fs::remove_dir_all(target), "rm"),
    }
}

/// The errors that Node tries again after.
fn is_transient(error: &io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    matches!(errno, Some(Errno::BUSY | Errno::MFILE | Errno::NFILE | Errno::NOTEMPTY | Errno::PERM))
}

/// Makes a directory whose name is the prefix and six letters nobody has used.
pub(super) fn make_unique(
    prefix: &[u8],
    mut random: impl FnMut() -> u64,
) -> Result<Vec<u8>, Failure> {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const TRIES: u32 = 100;
    for _ in 0..TRIES {
        let mut name = prefix.to_vec();
        let mut bits = random();
        for _ in 0..6 {
            name.push(LETTERS[(bits % 62) as usize]);
            bits /= 62;
        }
        match fs::DirBuilder::new().mode(0o700).create(path(&name)) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Failure::io(&error, "mkdtemp")),
        }
    }
    Err(Failure::new(Errno::EXIST, "mkdtemp"))
}
