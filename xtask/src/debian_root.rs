//! A bare Debian in a folder: made by debootstrap, kept in the cache, entered by chroot.
//!
//! The folder in the cache stays as debootstrap left it; work is done in copies. Nothing about the
//! network is written here: archive, proxies, registries and certificates are those that this
//! machine is configured with.
//!
//! What is mounted is mounted in a namespace of its own, and processes get one too, so that both
//! are gone when the command is, however it ends.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Context, Error, Result};
use crate::project::Project;

/// The releases that Roundel is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Release {
    Debian12,
    Debian13,
}

impl Release {
    pub(crate) const ALL: [Release; 2] = [Release::Debian12, Release::Debian13];

    pub(crate) fn number(self) -> &'static str {
        match self {
            Release::Debian12 => "12",
            Release::Debian13 => "13",
        }
    }

    fn codename(self) -> &'static str {
        match self {
            Release::Debian12 => "bookworm",
            Release::Debian13 => "trixie",
        }
    }

    pub(crate) fn by_number(number: &str) -> Result<Release> {
        Release::ALL
            .into_iter()
            .find(|release| release.number() == number)
            .ok_or_else(|| Error::new(format!("no release `{number}`; known are 12 and 13")))
    }
}

impl std::fmt::Display for Release {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Debian {}", self.number())
    }
}

/// Where the Rust toolchain is inside a root.
const TOOLCHAIN: &str = "/opt/rust";

/// The home folder inside a root.
pub(crate) const HOME: &str = "root";

/// Files that say how registries are reached, visible at the same place inside. Those in the home
/// folder are relative.
const CONFIGURATION: [&str; 9] = [
    ".npmrc",
    ".cargo/config.toml",
    ".cargo/config",
    ".config/pip/pip.conf",
    ".pip/pip.conf",
    "/etc/npmrc",
    "/usr/etc/npmrc",
    "/etc/pip.conf",
    "/etc/apt/auth.conf",
];

/// Variables with the same purpose: whole names, or beginnings that end in `_`; letter case does
/// not matter.
const VARIABLES: [&str; 17] = [
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "ftp_proxy",
    "no_proxy",
    "npm_config_",
    "pip_",
    "cargo_registries_",
    "cargo_registry_",
    "cargo_source_",
    "cargo_http_",
    "cargo_net_",
    "ssl_cert_",
    "curl_ca_",
    "git_ssl_",
    "node_extra_ca_certs",
    "requests_ca_bundle",
];

/// A folder that can be entered.
#[derive(Debug)]
pub(crate) struct DebianRoot {
    pub(crate) path: PathBuf,
}

impl DebianRoot {
    /// A root at `cache/roots/NAME`, with nothing in it but what debootstrap puts there. One that
    /// was there before is replaced.
    pub(crate) fn bare(project: &Project, release: Release, name: &str) -> Result<DebianRoot> {
        let roots = project.cache_dir("roots")?;
        let base = base(&roots, release)?;
        let path = roots.join(name);
        remove(&path)?;
        let mut copy = Command::new("cp");
        copy.args(["--archive", "--reflink=auto"]).arg(&base).arg(&path);
        succeed(&mut copy, "copying the root")?;
        let root = DebianRoot { path };
        root.configure(release)?;
        // debootstrap knows the release as it came out. Without its lists apt asks for those of today, security updates
        // among them, as a machine does that is kept current.
        remove(&root.path.join("var/lib/apt/lists"))?;
        Ok(root)
    }

    /// The root at `cache/roots/NAME`, made when it is not there.
    pub(crate) fn kept(project: &Project, release: Release, name: &str) -> Result<DebianRoot> {
        let path = project.cache_dir("roots")?.join(name);
        if path.join("etc").is_dir() {
            may_enter()?;
            let root = DebianRoot { path };
            root.configure(release)?;
            return Ok(root);
        }
        DebianRoot::bare(project, release, name)
    }

    pub(crate) fn remove(self) -> Result<()> {
        remove(&self.path)
    }

    /// Tells the root how this machine reaches the network.
    fn configure(&self, release: Release) -> Result<()> {
        let archives = Archives::of_host()?;
        fs::write(self.path.join("etc/apt/sources.list"), archives.sources(release))?;
        fs::write(self.path.join("etc/apt/apt.conf.d/90host"), apt_configuration()?)?;
        for file in ["etc/resolv.conf", "etc/hosts"] {
            if let Ok(text) = fs::read(Path::new("/").join(file)) {
                fs::write(self.path.join(file), text)?;
            }
        }
        // Authorities that this machine trusts beyond the usual. The usual ones come with a package,
        // which is for scripts/setup to install; only apt over TLS could not wait for that.
        let local = "usr/local/share/ca-certificates";
        copy_files(&Path::new("/").join(local), &self.path.join(local))?;
        if archives.need_certificates() {
            let bundle = "etc/ssl/certs/ca-certificates.crt";
            let inside = self.path.join(bundle);
            fs::create_dir_all(inside.parent().unwrap_or(&self.path))?;
            fs::copy(Path::new("/").join(bundle), inside)
                .context(|| format!("copying /{bundle}"))?;
        }
        Ok(())
    }

    /// A command that runs a line of shell inside, in `folder` as it is named there. `mounts` are
    /// folders of this machine that are visible inside at the same path.
    pub(crate) fn shell(&self, folder: &Path, line: &str, mounts: &[&Path]) -> Result<Command> {
        let toolchain = toolchain()?;
        let mut script = String::from("set -e\n");
        let mut mount = |from: &Path, inside: &Path, options: &str| -> Result<()> {
            let target = self.inside(inside);
            make_mount_point(from, &target)?;
            script.push_str(&format!("mount {options} {} {}\n", quoted(from), quoted(&target)));
            Ok(())
        };
        mount(Path::new("proc"), Path::new("/proc"), "-t proc")?;
        mount(Path::new("/dev"), Path::new("/dev"), "--rbind")?;
        mount(&toolchain, Path::new(TOOLCHAIN), "--bind -o ro")?;
        for path in mounts {
            mount(path, path, "--bind")?;
        }
        let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
        for file in CONFIGURATION {
            let from = home.join(file);
            if from.is_file() {
                let inside = if file.starts_with('/') {
                    PathBuf::from(file)
                } else {
                    Path::new("/").join(HOME).join(file)
                };
                mount(&from, &inside, "--bind -o ro")?;
            }
        }
        script.push_str(&format!("exec chroot {} /usr/bin/env -i \"$@\"\n", quoted(&self.path)));
        let mut command = unshared();
        command.args(["sh", "-c", &script, "sh"]);
        command.args(environment(std::env::vars_os()));
        command.args(["sh", "-c", &format!("cd {} && {line}", quoted(folder))]);
        Ok(command)
    }

    fn inside(&self, path: &Path) -> PathBuf {
        self.path.join(path.strip_prefix("/").unwrap_or(path))
    }
}

/// The untouched root of a release, made when it is not there.
fn base(roots: &Path, release: Release) -> Result<PathBuf> {
    may_enter()?;
    let base = roots.join(format!("debian-{}", release.number()));
    if base.is_dir() {
        return Ok(base);
    }
    let archives = Archives::of_host()?;
    let debootstrap = debootstrap()?;
    eprintln!("making a root of {release} ...");
    let partial = roots.join(format!("partial-{}", std::process::id()));
    // It mounts /proc, and one that is ended by a signal leaves that behind.
    let mut command = unshared();
    command.arg(debootstrap).args(["--variant=minbase", release.codename()]);
    command.arg(&partial).arg(&archives.main);
    let made = succeed(&mut command, "debootstrap");
    if made.is_err() {
        remove(&partial)?;
    }
    made?;
    fs::rename(&partial, &base).context(|| format!("moving to {}", base.display()))?;
    Ok(base)
}

/// What follows sees its own mounts and processes, which end with it, and it ends with this command.
fn unshared() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare"]);
    command.args(["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]);
    command
}

fn may_enter() -> Result<()> {
    if rustix::process::geteuid().is_root() {
        return Ok(());
    }
    Err(Error::new(
        "this makes a Debian root and enters it by chroot, which only root may do: \
         sudo --preserve-env=HOME,PATH cargo xtask ...",
    ))
}

/// debootstrap's path; it is installed when apt has it.
fn debootstrap() -> Result<PathBuf> {
    let places = ["/usr/sbin/debootstrap", "/usr/bin/debootstrap"].map(PathBuf::from);
    let found = || places.iter().find(|path| path.is_file()).cloned();
    if found().is_none() {
        eprintln!("installing debootstrap ...");
        let script = "apt-get install -y -qq debootstrap || { apt-get update -qq && apt-get install -y -qq debootstrap; }";
        let _ = Command::new("sh")
            .args(["-c", script])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .output();
    }
    found().ok_or_else(|| {
        Error::new("no debootstrap, and apt-get could not install it: install it and try again")
    })
}

/// Where packages come from.
#[derive(Debug, PartialEq, Eq)]
struct Archives {
    main: String,
    security: Option<String>,
}

impl Archives {
    /// The archives that this machine's apt is configured with.
    fn of_host() -> Result<Archives> {
        let output = Command::new("apt-get")
            .args(["indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"])
            .output()
            .context(|| "running apt-get: a Debian root needs a machine with apt".to_owned())?;
        let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
        Archives::parse(&String::from_utf8_lossy(&output.stdout), &system).ok_or_else(|| {
            Error::new("no archive of Debian in this machine's apt sources; it must be a Debian")
        })
    }

    /// From lines of a suite and its address, and the text of os-release.
    fn parse(targets: &str, system: &str) -> Option<Archives> {
        let codename = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
        let codename = codename.trim_matches('"');
        let address = |suite: &str| {
            targets.lines().find_map(|line| {
                let (name, address) = line.split_once(' ')?;
                (name == suite).then(|| address.trim_end_matches('/').to_owned())
            })
        };
        system.lines().find(|line| matches!(*line, "ID=debian" | "ID=\"debian\""))?;
        let main = address(codename)?;
        Some(Archives { main, security: address(&format!("{codename}-security")) })
    }

    /// The root's own sources.list.
    fn sources(&self, release: Release) -> String {
        let name = release.codename();
        let main = &self.main;
        let mut text = format!("deb {main} {name} main\ndeb {main} {name}-updates main\n");
        if let Some(security) = &self.security {
            text.push_str(&format!("deb {security} {name}-security main\n"));
        }
        text
    }

    fn need_certificates(&self) -> bool {
        let addresses = std::iter::once(&self.main).chain(&self.security);
        addresses.into_iter().any(|address| address.starts_with("https:"))
    }
}

/// What this machine's apt knows about proxies and connections, as a file for another apt.
fn apt_configuration() -> Result<String> {
    let output = Command::new("apt-config")
        .arg("dump")
        .output()
        .context(|| "running apt-config".to_owned())?;
    let kept = |line: &&str| {
        ["Acquire::http::", "Acquire::https::", "Acquire::Retries", "Acquire::Check-Valid-Until"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter(kept).map(|line| format!("{line}\n")).collect())
}

/// The folder of the toolchain that runs this command. A toolchain is self-contained, so it can be
/// used without rustup from wherever it is mounted.
fn toolchain() -> Result<PathBuf> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "sysroot"])
        .output()
        .context(|| "running rustc".to_owned())?;
    let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if path.join("bin/cargo").is_file() {
        return Ok(path);
    }
    Err(Error::new(format!("no toolchain with a cargo in {}: rustup installs one", path.display())))
}

/// The variables inside, as `NAME=value`.
fn environment(host: impl Iterator<Item = (OsString, OsString)>) -> Vec<OsString> {
    let path =
        format!("{TOOLCHAIN}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    let mut all: Vec<OsString> =
        vec![format!("PATH={path}").into(), format!("HOME=/{HOME}").into(), "LANG=C.UTF-8".into()];
    for (name, value) in host.filter(|(name, _)| is_about_the_network(name)) {
        let mut variable = name;
        variable.push("=");
        variable.push(value);
        all.push(variable);
    }
    all
}

fn is_about_the_network(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    VARIABLES
        .iter()
        .any(|known| if known.ends_with('_') { name.starts_with(known) } else { name == *known })
}

/// What is mounted needs something of its kind to be mounted on.
fn make_mount_point(from: &Path, target: &Path) -> Result<()> {
    if target.exists() {
        return Ok(());
    }
    if from.is_file() {
        fs::create_dir_all(target.parent().unwrap_or(target))?;
        fs::write(target, "")?;
        fs::set_permissions(target, fs::Permissions::from_mode(0o600))?;
    } else {
        fs::create_dir_all(target)?;
    }
    Ok(())
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    fs::create_dir_all(to)?;
    for entry in entries {
        let entry = entry?;
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Deletes a root. Nothing is mounted in it: mounts live in the namespace of the command.
fn remove(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).context(|| format!("removing {}", path.display()))?;
    }
    Ok(())
}

fn succeed(command: &mut Command, what: &str) -> Result<()> {
    let output = command.output().context(|| format!("running {what}"))?;
    if output.status.success() {
        return Ok(());
    }
    // debootstrap says what went wrong on its standard output.
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    Err(Error::new(format!(
        "{what} failed:\n{}",
        lines[lines.len().saturating_sub(10)..].join("\n")
    )))
}

/// A path as one word of the shell.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGETS: &str = "nodistro https://packages.example/node/\n\
        bookworm http://mirror.example/debian/\n\
        bookworm-updates http://mirror.example/debian/\n\
        bookworm-security https://security.example/debian-security/\n";

    #[test]
    fn archives_are_those_of_the_machine() {
        let system = "ID=debian\nVERSION_CODENAME=bookworm\n";
        let archives = Archives::parse(TARGETS, system).expect("a Debian");
        assert_eq!(
            archives.sources(Release::Debian13),
            "deb http://mirror.example/debian trixie main\n\
             deb http://mirror.example/debian trixie-updates main\n\
             deb https://security.example/debian-security trixie-security main\n"
        );
        assert!(archives.need_certificates());
    }

    #[test]
    fn another_distribution_has_no_archive_of_debian() {
        assert_eq!(Archives::parse(TARGETS, "ID=ubuntu\nVERSION_CODENAME=bookworm\n"), None);
        assert_eq!(Archives::parse(TARGETS, "ID=debian\nVERSION_CODENAME=sid\n"), None);
    }

    #[test]
    fn of_the_environment_only_the_way_to_the_network_is_seen() {
        let host = ["HTTPS_PROXY", "npm_config_registry", "RUSTFLAGS", "CARGO_TARGET_DIR", "PIPX"];
        let host = host.into_iter().map(|name| (name.into(), "value".into()));
        let inside: Vec<OsString> = environment(host).split_off(3);
        assert_eq!(inside, ["HTTPS_PROXY=value", "npm_config_registry=value"]);
    }

    #[test]
    fn a_path_is_one_word() {
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }
}
