//! A temporary folder that nobody else can look into or prepare.
//!
//! `$TMPDIR` is usually shared: whoever guesses a name there first can put a symbolic link in its place, and what is
//! written goes where the link points. A folder that is made new, for its owner alone, has no such names.

use std::fs::{self, DirBuilder, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A name that is taken is no accident; after so many somebody is in the way.
const TRIES: u32 = 32;

/// Gone with this value, and all that is in it.
pub(crate) struct PrivateFolder {
    path: PathBuf,
}

impl PrivateFolder {
    /// Makes one below `parent`.
    pub(crate) fn new(parent: &Path) -> io::Result<PrivateFolder> {
        let mut outcome = Err(io::Error::from(io::ErrorKind::AlreadyExists));
        for number in 0..TRIES {
            // Each state of the standard library's hash tables has its own random key.
            let tag = RandomState::new().hash_one(number);
            let path = parent.join(format!("roundel-{tag:016x}"));
            // mkdir(2) follows no link and takes nothing that is there.
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(PrivateFolder { path }),
                Err(error) => outcome = Err(error),
            }
            if outcome.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::AlreadyExists) {
                break;
            }
        }
        outcome.map_err(|error| {
            io::Error::new(error.kind(), format!("a folder in {}: {error}", parent.display()))
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes an empty file in it, for its owner alone.
    pub(crate) fn file(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.path.join(name);
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        Ok(path)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // Nobody is left to tell that a temporary folder stays behind.
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it was made above").permissions().mode() & 0o777
    }

    #[test]
    fn it_is_its_owners_and_goes_away() {
        let folder = PrivateFolder::new(&std::env::temp_dir()).expect("a temporary folder");
        let path = folder.path.clone();
        let file = folder.file("a.jsonl").expect("a file in it");
        assert_eq!((mode(&path), mode(&file)), (0o700, 0o600));
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn what_is_there_is_never_opened() {
        let folder = PrivateFolder::new(&std::env::temp_dir()).expect("a temporary folder");
        let victim = folder.file("victim").expect("a file in it");
        std::os::unix::fs::symlink(&victim, folder.path.join("link")).expect("a link");
        assert_eq!(folder.file("link").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = PrivateFolder::new(Path::new("/no/such/folder")).err().expect("an error");
        assert!(error.to_string().contains("/no/such/folder"));
    }
}
