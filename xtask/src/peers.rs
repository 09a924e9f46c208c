//! The runtimes Roundel is compared with: exact versions, from the npm registry.
//!
//! The packages named here are the ones that hold the binary for one platform, so no install
//! script runs and no wrapper stands between the measurement and the program. This table is the
//! only place where a version is written.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;

/// A runtime that can stand beside Roundel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    Node26,
    Node18,
    Node10,
    Bun,
    Deno,
}

impl Peer {
    pub(crate) const ALL: [Peer; 5] =
        [Peer::Node26, Peer::Node18, Peer::Node10, Peer::Bun, Peer::Deno];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Peer::Node26 => "node",
            Peer::Node18 => "node18",
            Peer::Node10 => "node10",
            Peer::Bun => "bun",
            Peer::Deno => "deno",
        }
    }

    pub(crate) fn by_name(name: &str) -> Result<Peer> {
        let name = if name == "node26" { "node" } else { name };
        Peer::ALL.into_iter().find(|peer| peer.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Peer::ALL.iter().map(|peer| peer.name()).collect();
            Error::new(format!("no peer `{name}`; known are {}", known.join(", ")))
        })
    }

    pub(crate) fn version(self) -> &'static str {
        match self {
            Peer::Node26 => "26.10.0",
            Peer::Node18 => "18.20.8",
            Peer::Node10 => "10.24.1",
            Peer::Bun => "1.4.4",
            Peer::Deno => "2.9.6",
        }
    }

    /// The package with this platform's binary, and the binary's path inside it.
    fn package(self) -> Result<(String, &'static str)> {
        let arch = match std::env::consts::ARCH {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            other => {
                return Err(Error::new(format!("{} has no npm package for {other}", self.name())));
            }
        };
        Ok(match self {
            Peer::Node26 | Peer::Node18 | Peer::Node10 => {
                (format!("node-linux-{arch}"), "bin/node")
            }
            Peer::Bun if arch == "arm64" => ("@oven/bun-linux-aarch64".to_owned(), "bin/bun"),
            Peer::Bun => (format!("@oven/bun-linux-{arch}"), "bin/bun"),
            Peer::Deno => (format!("@deno/linux-{arch}-glibc"), "deno"),
        })
    }

    /// The peer's binary, installed into the cache when it is not there.
    pub(crate) fn binary(self, project: &Project) -> Result<PathBuf> {
        let (package, inside) = self.package()?;
        let dir = project.cache.join("peers").join(format!("{}-{}", self.name(), self.version()));
        let binary = dir.join("node_modules").join(&package).join(inside);
        if !binary.is_file() {
            self.install(&dir, &package)?;
        }
        if !binary.is_file() {
            return Err(Error::new(format!(
                "the package {package}@{} has no file {inside}",
                self.version()
            )));
        }
        Ok(binary)
    }

    fn install(self, dir: &std::path::Path, package: &str) -> Result<()> {
        eprintln!("installing {} {} ...", self.name(), self.version());
        npm_install(dir, &format!("{package}@{}", self.version()))
    }
}

/// Installs a package into a folder of its own.
pub(crate) fn npm_install(dir: &std::path::Path, package: &str) -> Result<()> {
    fs::create_dir_all(dir).context(|| format!("creating {}", dir.display()))?;
    // Without a manifest of its own npm would look for one in the folders above.
    fs::write(dir.join("package.json"), "{\"private\":true}\n")?;
    let output = Command::new("npm")
        .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"])
        .args(["--force", "--loglevel=error"])
        .arg(package)
        .current_dir(dir)
        .output()
        .context(|| "running npm (scripts/setup installs it)".to_owned())?;
    if !output.status.success() {
        return Err(Error::new(format!(
            "npm could not install {package}:\n{}",
            String::from_utf8_lossy(&output.stderr).trim()
        )));
    }
    Ok(())
}

const HELP: &str = "\
cargo xtask peers [NAME...]

Installs the pinned peers (node by default; also node18, node10, bun, deno)
into the cache folder and prints the path of each binary.
";

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut peers = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Value(name) => peers.push(Peer::by_name(&name.to_string_lossy())?),
            other => return Err(other.unexpected().into()),
        }
    }
    if peers.is_empty() {
        peers.push(Peer::Node26);
    }
    for peer in peers {
        println!("{}", peer.binary(project)?.display());
    }
    Ok(Verdict::Good)
}
