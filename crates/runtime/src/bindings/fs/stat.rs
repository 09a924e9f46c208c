//! The numbers of a stat, in the order of Node's Stats.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::time::UNIX_EPOCH;

use super::descriptors::Descriptor;
use super::job::STAT_FIELDS;

pub(super) fn of_descriptor(descriptor: &Descriptor) -> io::Result<Metadata> {
    // The standard library reads metadata of a file it owns: a duplicate, for the moment.
    File::from(descriptor.as_fd().try_clone_to_owned()?).metadata()
}

pub(super) fn fields(metadata: &Metadata) -> [i64; STAT_FIELDS] {
    // A file system that does not know when a file was made gives the change time, as libuv does.
    let birth = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let (birth_s, birth_ns) = birth.map_or((metadata.ctime(), metadata.ctime_nsec()), |birth| {
        (birth.as_secs() as i64, i64::from(birth.subsec_nanos()))
    });
    [
        metadata.dev() as i64,
        i64::from(metadata.mode()),
        metadata.nlink() as i64,
        i64::from(metadata.uid()),
        i64::from(metadata.gid()),
        metadata.rdev() as i64,
        metadata.blksize() as i64,
        metadata.ino() as i64,
        metadata.size() as i64,
        metadata.blocks() as i64,
        metadata.atime(),
        metadata.atime_nsec(),
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.ctime(),
        metadata.ctime_nsec(),
        birth_s,
        birth_ns,
    ]
}
