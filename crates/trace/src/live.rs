//! A run that is looked at while it goes on: where its process can be found, and what goes over the wire.
//!
//! A process that was started with `--traceable` listens at a socket in a folder that only its user can look into. Who
//! connects is sent [`Frame`]s until it goes away: the blocks of a ring, each of which can be understood by itself, and now
//! and then what is alive. Nothing is recorded while nobody is connected.
//!
//! ```text
//!   connect ──► GREETING ──► frame, frame, …
//!   frame: kind (1 byte: B or S) · length (4 bytes, little-endian) · bytes
//! ```

use std::fs::{self, DirBuilder};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use crate::block::{VERSION, head};
use crate::read::{ReadError, Recording, read};
use crate::sink::SLOT_BYTES;

/// What a process says first; the version is that of the file format.
pub fn greeting() -> Vec<u8> {
    format!("roundel live {VERSION}\n").into_bytes()
}

/// No frame is longer.
const LONGEST_FRAME: usize = 1 << 20;

/// Something that a process sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A block of a ring.
    Block(Vec<u8>),
    /// What is alive, as JSON.
    Status(Vec<u8>),
}

impl Frame {
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, body) = match self {
            Frame::Block(body) => (b'B', body),
            Frame::Status(body) => (b'S', body),
        };
        let mut bytes = vec![kind];
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Waits for the next one; `None` where the process has gone.
    pub fn read(from: &mut dyn Read) -> io::Result<Option<Frame>> {
        let mut start = [0; 5];
        if !read_or_end(from, &mut start)? {
            return Ok(None);
        }
        let [kind, a, b, c, d] = start;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if length > LONGEST_FRAME {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too long"));
        }
        let mut body = vec![0; length];
        if !read_or_end(from, &mut body)? {
            return Ok(None);
        }
        match kind {
            b'B' => Ok(Some(Frame::Block(body))),
            b'S' => Ok(Some(Frame::Status(body))),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "a frame of an unknown kind")),
        }
    }
}

/// Fills `bytes`; false where the other end has gone before.
fn read_or_end(from: &mut dyn Read, bytes: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset
            ) =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// The beginning of a file that blocks are added to with [`slot`].
pub fn file_head() -> Vec<u8> {
    head(SLOT_BYTES).to_vec()
}

/// A block as it stands in a file of slots.
pub fn slot(block: &[u8]) -> Vec<u8> {
    let mut slot = block.to_vec();
    slot.resize(SLOT_BYTES as usize, 0);
    slot
}

/// Blocks as a recording.
pub fn recording(blocks: &[Vec<u8>]) -> Result<Recording, ReadError> {
    let mut bytes = file_head();
    for block in blocks {
        bytes.extend(slot(block));
    }
    read(&bytes)
}

/// The folder that sockets are in: made if it is not there, refused if others could look into it.
pub fn folder() -> io::Result<PathBuf> {
    let own = fs::metadata("/proc/self")?.uid();
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let path = match runtime.filter(|path| path.is_absolute()) {
        Some(runtime) => runtime.join("roundel"),
        None => std::env::temp_dir().join(format!("roundel-{own}")),
    };
    match DirBuilder::new().mode(0o700).create(&path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
        }
        _ => {}
    }
    check(&path, own)?;
    Ok(path)
}

/// A link, or a folder of somebody else, might have been put there by whoever wants to listen.
fn check(path: &Path, own: u32) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    let is_private = found.is_dir() && found.uid() == own && found.mode() & 0o077 == 0;
    if is_private {
        return Ok(());
    }
    let what = format!("{} is not a folder of this user alone", path.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, what))
}

/// The socket of a process.
pub fn socket(pid: u32) -> io::Result<PathBuf> {
    Ok(folder()?.join(format!("{pid}.sock")))
}

/// The processes that have one, in the order of their numbers. They may have been killed since.
pub fn processes() -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()?)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".sock"));
        found.extend(number.and_then(|number| number.parse::<u32>().ok()));
    }
    found.sort_unstable();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn frames_are_read_again() {
        let frames = [Frame::Block(vec![1, 2, 3]), Frame::Status(b"{}".to_vec())];
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::to_bytes).collect();
        let mut rest = &bytes[..];
        assert_eq!(Frame::read(&mut rest).unwrap().as_ref(), Some(&frames[0]));
        assert_eq!(Frame::read(&mut rest).unwrap().as_ref(), Some(&frames[1]));
        assert_eq!(Frame::read(&mut rest).unwrap(), None);
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        assert!(Frame::read(&mut &b"B\xff\xff\xff\xff"[..]).is_err());
        assert!(Frame::read(&mut &b"Z\0\0\0\0"[..]).is_err());
        assert_eq!(Frame::read(&mut &b"B\x09\0\0\0abc"[..]).unwrap(), None);
    }

    #[test]
    fn a_folder_that_others_may_look_into_is_refused() {
        let own = fs::metadata("/proc/self").unwrap().uid();
        let scratch = std::env::temp_dir().join(format!("roundel-live-{}", std::process::id()));
        DirBuilder::new().mode(0o700).create(&scratch).unwrap();
        assert!(check(&scratch, own).is_ok());
        assert!(check(&scratch, own + 1).is_err());
        let link = scratch.with_extension("link");
        symlink(&scratch, &link).unwrap();
        assert!(check(&link, own).is_err());
        fs::set_permissions(&scratch, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(check(&scratch, own).is_err());
        fs::remove_file(&link).unwrap();
        fs::remove_dir(&scratch).unwrap();
    }
}
