//! The virtual environment that the loop is built into.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Context, Error, Result};
use crate::project::Project;

/// A package of PyPI.
#[derive(Clone, Copy)]
pub(super) struct Package(pub(super) &'static str);

pub(super) struct Environment {
    root: PathBuf,
}

impl Environment {
    /// The environment in the cache, one for each version of Python, made when it is missing. `python` is a program; without
    /// one it is what `PYTHON` names, or the first `python3` in the path.
    pub(super) fn prepare(project: &Project, python: Option<&Path>) -> Result<Environment> {
        let python = match python {
            Some(python) => python.as_os_str().to_owned(),
            None => std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into()),
        };
        let name = Path::new(&python).display();
        let version = Command::new(&python)
            .args(["-c", "import sysconfig; print(sysconfig.get_config_var('SOABI'))"])
            .output()
            .context(|| format!("running {name}"))?;
        let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
        if version.is_empty() {
            return Err(Error::new(format!("{name} does not say which version it is")));
        }
        let environment = Environment { root: project.cache_dir("python")?.join(version) };
        if !environment.python().exists() {
            let status = Command::new(&python)
                .args(["-m", "venv"])
                .arg(&environment.root)
                .status()
                .context(|| format!("running {name} -m venv"))?;
            if !status.success() {
                // What is half made would pass for whole the next time.
                let _ = fs::remove_dir_all(&environment.root);
                return Err(Error::new(format!(
                    "{name} -m venv failed; scripts/setup installs it"
                )));
            }
        }
        Ok(environment)
    }

    pub(super) fn python(&self) -> PathBuf {
        self.root.join("bin/python")
    }

    /// Builds the loop with the workspace's own build folder and installs it.
    pub(super) fn install_roundel(&self, project: &Project, release: bool) -> Result<()> {
        self.install(&[Package("maturin>=1.9,<2")])?;
        let mut command = Command::new(self.root.join("bin/maturin"));
        command
            .args(["develop", "--quiet"])
            .current_dir(project.root.join("crates/py"))
            .env("VIRTUAL_ENV", &self.root)
            .env("CARGO_TARGET_DIR", project.target_dir());
        if release {
            command.arg("--release");
        }
        let status = command.status().context(|| "running maturin".to_owned())?;
        if status.success() { Ok(()) } else { Err(Error::new("maturin develop failed")) }
    }

    /// Installs packages that are missing.
    pub(super) fn install(&self, packages: &[Package]) -> Result<()> {
        let names = packages.iter().map(|package| package.0);
        let missing: Vec<&str> = names.filter(|name| !self.marker(name).exists()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let status = Command::new(self.python())
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(&missing)
            .status()
            .context(|| "running pip".to_owned())?;
        if !status.success() {
            return Err(Error::new(format!("pip could not install {}", missing.join(" "))));
        }
        for name in missing {
            let marker = self.marker(name);
            fs::write(&marker, "").context(|| format!("writing {}", marker.display()))?;
        }
        Ok(())
    }

    /// A file that says that a package was installed: asking pip takes half a second each time.
    fn marker(&self, package: &str) -> PathBuf {
        let name: String = package.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        self.root.join(format!(".installed-{name}"))
    }
}
