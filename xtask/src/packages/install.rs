//! The folder that packages are installed into, by npm, without running their scripts.
//!
//! A folder belongs to one set of packages: its name is the hash of their versions. What is there
//! and complete is not touched again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::error::{Context, Error, Result};
use crate::project::{Project, sha256_hex};

/// Written when npm is done: a folder without it is an attempt.
const MARK: &str = "installed";

/// The folder that has these packages, if it is there.
pub(super) fn present(project: &Project, packages: &BTreeMap<String, String>) -> Option<PathBuf> {
    let folder = folder(project, packages);
    folder.join(MARK).is_file().then_some(folder)
}

/// The folder that has these packages, installed when it is not there.
pub(crate) fn ensure(project: &Project, packages: &BTreeMap<String, String>) -> Result<PathBuf> {
    if let Some(folder) = present(project, packages) {
        return Ok(folder);
    }
    let folder = folder(project, packages);
    eprintln!("installing {} packages into {} ...", packages.len(), folder.display());
    fs::create_dir_all(&folder).context(|| format!("creating {}", folder.display()))?;
    let manifest = json!({ "private": true, "dependencies": packages });
    fs::write(folder.join("package.json"), format!("{manifest:#}\n"))?;
    npm(&folder)?;
    for package in packages.keys() {
        if !folder.join("node_modules").join(package).join("package.json").is_file() {
            return Err(Error::new(format!("npm did not install {package}")));
        }
    }
    fs::write(folder.join(MARK), "")?;
    Ok(folder)
}

fn folder(project: &Project, packages: &BTreeMap<String, String>) -> PathBuf {
    let words: Vec<String> =
        packages.iter().map(|(package, version)| format!("{package}@{version}")).collect();
    project.cache.join("packages").join(&sha256_hex(words.join(" ").as_bytes())[..16])
}

fn npm(folder: &Path) -> Result<()> {
    let output = Command::new("npm")
        .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
        // Some packages refuse each other's newest versions as peers; none of the programs mixes
        // them.
        .arg("--legacy-peer-deps")
        .current_dir(folder)
        .output()
        .context(|| "running npm (scripts/setup installs it)".to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(format!("npm could not install the packages:\n{}", why.trim())))
}
