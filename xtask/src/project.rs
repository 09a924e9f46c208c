//! Where things are: the root of the repository and the cache outside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::error::{Context, Error, Result};

/// The places every chore works with.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    /// Downloads and recorded outputs; safe to delete at any time.
    pub(crate) cache: PathBuf,
}

impl Project {
    pub(crate) fn find() -> Result<Project> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .ok_or_else(|| Error::new("xtask does not live inside a repository"))?
            .to_owned();
        let base = std::env::var_os("XDG_CACHE_HOME")
            .filter(|dir| !dir.is_empty())
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")))
            .ok_or_else(|| Error::new("neither XDG_CACHE_HOME nor HOME is set"))?;
        Ok(Project { root, cache: base.join("roundel") })
    }

    /// A folder of the cache, created when missing.
    pub(crate) fn cache_dir(&self, name: &str) -> Result<PathBuf> {
        let dir = self.cache.join(name);
        fs::create_dir_all(&dir).context(|| format!("creating {}", dir.display()))?;
        Ok(dir)
    }

    /// The build folder that cargo uses for this workspace.
    pub(crate) fn target_dir(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(dir) => self.root.join(dir),
            None => self.root.join("target"),
        }
    }

    /// The files of the repository as paths relative to its root: tracked ones and new ones that
    /// no ignore rule covers, sorted.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>> {
        let listing =
            git(&self.root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
        let mut files: Vec<PathBuf> = listing
            .split('\0')
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
            .filter(|path| self.root.join(path).is_file())
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }
}

/// What git prints, run in a folder.
pub(crate) fn git(folder: &Path, args: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .args(args)
        .current_dir(folder)
        .output()
        .context(|| "running git".to_owned())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(format!("git {} failed: {}", args[0], why.trim())))
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
