//! A whole file in one job: open, read or write all of it, close. One trip to the pool instead of Node's four.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::descriptors::Descriptor;
use super::job::{During, Failure};

/// A file by name or by descriptor.
pub(super) enum Source {
    Path(Vec<u8>),
    Open(Descriptor),
}

pub(super) fn open(path: &[u8], flags: i32, mode: u32) -> Result<OwnedFd, Errno> {
    let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
    retry(|| rustix::fs::open(path, flags, Mode::from_raw_mode(mode & 0o7777)))
}

/// Calls again what a signal interrupted.
pub(super) fn retry<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            result => return result,
        }
    }
}

pub(super) fn read(source: &Source, flags: i32) -> Result<Vec<u8>, Failure> {
    match source {
        Source::Path(path) => {
            let file = open(path, flags, 0o666).during("open")?;
            read_all(file.as_fd())
        }
        Source::Open(descriptor) => read_all(descriptor.as_fd()),
    }
}

/// More than this Node does not read at once.
const MAX_FILE_BYTES: u64 = i32::MAX as u64;

/// What is read at once of something that has no size.
const CHUNK_BYTES: usize = 64 * 1024;

fn read_all(fd: BorrowedFd<'_>) -> Result<Vec<u8>, Failure> {
    let size = size_of_file(fd)?;
    if let Some(size) = size {
        // As Node does: what the file grows by meanwhile is not read, and nobody asks for the end.
        let mut bytes = Vec::with_capacity(size);
        while bytes.len() < size && read_some(fd, &mut bytes)? != 0 {}
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    loop {
        bytes.reserve(CHUNK_BYTES);
        if read_some(fd, &mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}

/// Reads behind what there is, no more than there is room for.
fn read_some(fd: BorrowedFd<'_>, bytes: &mut Vec<u8>) -> Result<usize, Failure> {
    retry(|| rustix::io::read(fd, rustix::buffer::spare_capacity(bytes))).during("read")
}

/// The size of a file that has one: those of `/proc` say 0 and are not empty. EFBIG in `fstat`, which the system never
/// says, is what JavaScript knows a file that is too large by.
fn size_of_file(fd: BorrowedFd<'_>) -> Result<Option<usize>, Failure> {
    let stat = rustix::fs::fstat(fd).during("fstat")?;
    if !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file() || stat.st_size <= 0 {
        return Ok(None);
    }
    match u64::try_from(stat.st_size) {
        Ok(size) if size <= MAX_FILE_BYTES => Ok(Some(size as usize)),
        _ => Err(Failure::new(Errno::FBIG, "fstat")),
    }
}

/// Whether the bytes must have reached the disk before the job is done (`flush: true`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flush {
    Yes,
    No,
}

/// A file that is open to be written.
pub(super) enum Target {
    Own(std::fs::File),
    Open(Descriptor),
}

pub(super) fn open_to_write(source: Source, flags: i32, mode: u32) -> Result<Target, Failure> {
    Ok(match source {
        Source::Path(path) => {
            Target::Own(std::fs::File::from(open(&path, flags, mode).during("open")?))
        }
        Source::Open(descriptor) => Target::Open(descriptor),
    })
}

pub(super) fn write(target: &Target, bytes: &[u8], flush: Flush) -> Result<(), Failure> {
    let fd = match target {
        Target::Own(file) => file.as_fd(),
        Target::Open(descriptor) => descriptor.as_fd(),
    };
    write_all(fd, bytes).during("write")?;
    if flush == Flush::Yes {
        rustix::fs::fsync(fd).during("fsync")?;
    }
    Ok(())
}

fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        let written = retry(|| rustix::io::write(fd, bytes))?;
        bytes = &bytes[written..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::DirBuilderExt;

    use super::*;

    #[test]
    fn writes_and_reads_back() {
        // Made new and for its owner alone: what another user has put in its place is not taken.
        let folder = std::env::temp_dir().join(format!("roundel-file-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&folder).unwrap();
        let path = folder.join("file");
        let source = Source::Path(path.to_str().unwrap().as_bytes().to_vec());
        let create = (OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC).bits() as i32;
        let named = Source::Path(path.to_str().unwrap().as_bytes().to_vec());
        let target = open_to_write(named, create, 0o600).unwrap();
        write(&target, b"hello", Flush::No).unwrap();
        assert_eq!(read(&source, 0).unwrap(), b"hello");
        std::fs::remove_dir_all(folder).unwrap();
        let failure = read(&source, 0).unwrap_err();
        assert_eq!((failure.errno, failure.syscall), (-2, "open"));
    }
}
