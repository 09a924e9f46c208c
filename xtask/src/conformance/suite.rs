//! Node's own tests: fetched from Debian's source package when they are first needed, checked by
//! hash, kept in the cache, never in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Context, Error, Result};
use crate::project::{Project, sha256_hex};

const ARCHIVE: &str = "nodejs_18.20.4+dfsg.orig.tar.xz";
const ADDRESS: &str = "http://deb.debian.org/debian/pool/main/n/nodejs";
/// As Debian's signed index of sources has it.
const SHA256: &str = "6ce58062c71eae37d9c5ac31eeaeff9c2d48561d21c2849179d056c9c1bd9ebc";

/// The folders of tests that are single programs.
const FOLDERS: [&str; 4] = ["parallel", "sequential", "es-module", "async-hooks"];

#[derive(Debug)]
pub(super) struct Suite {
    /// The folder that holds `test`.
    pub(super) root: PathBuf,
}

impl Suite {
    /// The suite in the cache, fetched when it is not there.
    pub(super) fn open(project: &Project) -> Result<Suite> {
        let cache = project.cache_dir("conformance")?;
        let root = cache.join("node-18.20.4");
        if !root.join("test/parallel").is_dir() {
            let archive = fetch(&cache)?;
            extract(&archive, &cache, &root)?;
            fs::remove_file(&archive)?;
        }
        Ok(Suite { root })
    }

    /// The test files, as `parallel/test-timers.js`, sorted.
    pub(super) fn files(&self) -> Result<Vec<String>> {
        let mut files = Vec::new();
        for folder in FOLDERS {
            let dir = self.root.join("test").join(folder);
            for entry in fs::read_dir(&dir).context(|| format!("reading {}", dir.display()))? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if name.starts_with("test-") && (name.ends_with(".js") || name.ends_with(".mjs")) {
                    files.push(format!("{folder}/{name}"));
                }
            }
        }
        files.sort();
        Ok(files)
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.root.join("test").join(file)
    }
}

fn fetch(cache: &Path) -> Result<PathBuf> {
    eprintln!("fetching the tests of Node 18.20.4 (28 MB) ...");
    let archive = cache.join(ARCHIVE);
    let address = format!("{ADDRESS}/{ARCHIVE}");
    // apt's own fetcher knows the machine's proxies; elsewhere curl does.
    let mut by_apt = Command::new("/usr/lib/apt/apt-helper");
    by_apt.arg("download-file").arg(&address).arg(&archive);
    let mut by_curl = Command::new("curl");
    by_curl.args(["--fail", "--silent", "--show-error", "--location", "--output"]);
    by_curl.arg(&archive).arg(&address);
    let fetched = [by_apt, by_curl].into_iter().any(|mut command| {
        command.output().is_ok_and(|output| output.status.success()) && archive.is_file()
    });
    if !fetched {
        return Err(Error::new(format!("could not fetch {address} (neither apt nor curl)")));
    }
    let found = sha256_hex(&fs::read(&archive)?);
    if found != SHA256 {
        fs::remove_file(&archive)?;
        return Err(Error::new(format!("{ARCHIVE} has the hash {found}, expected {SHA256}")));
    }
    Ok(archive)
}

fn extract(archive: &Path, cache: &Path, root: &Path) -> Result<()> {
    let partial = cache.join(format!("partial-{}", std::process::id()));
    fs::create_dir_all(&partial)?;
    let output = Command::new("tar")
        .args(["--extract", "--xz", "--strip-components=1", "--wildcards"])
        .arg("--directory")
        .arg(&partial)
        .arg("--file")
        .arg(archive)
        .args(["*/test/common", "*/test/fixtures", "*/test/message"])
        .args(FOLDERS.map(|folder| format!("*/test/{folder}")))
        .output()
        .context(|| "running tar".to_owned())?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Error::new(format!("tar failed: {}", why.trim())));
    }
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    fs::rename(&partial, root).context(|| format!("moving to {}", root.display()))
}
