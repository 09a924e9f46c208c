//! The real browsers: where they are, how one is started without a window and without a memory,
//! and how it is ended.
//!
//! Nothing is installed here; a browser that is missing is an error that says which package has
//! it. The browser shares the process group of the command, so that what interrupts the command
//! ends the browser too.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::error::{Context, Error, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Browser {
    Chrome,
    Firefox,
}

impl Browser {
    pub(super) const ALL: [Browser; 2] = [Browser::Chrome, Browser::Firefox];

    /// Also the name of the loop that stands for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Browser::Chrome => "chrome",
            Browser::Firefox => "firefox",
        }
    }

    pub(super) fn by_name(name: &str) -> Result<Browser> {
        Browser::ALL
            .into_iter()
            .find(|browser| browser.name() == name)
            .ok_or_else(|| Error::new(format!("no browser `{name}`; known are chrome, firefox")))
    }

    /// Names a binary in place of the search.
    fn variable(self) -> &'static str {
        match self {
            Browser::Chrome => "ROUNDEL_CHROME",
            Browser::Firefox => "ROUNDEL_FIREFOX",
        }
    }

    /// In order of preference. Debian's `chromium-headless-shell` is a script that stays between
    /// us and the browser, and ending the script does not end the browser; hence the full path.
    fn binaries(self) -> &'static [&'static str] {
        match self {
            Browser::Chrome => &[
                "/usr/lib/chromium/chromium-headless-shell",
                "chrome-headless-shell",
                "chromium",
                "google-chrome",
            ],
            Browser::Firefox => &["firefox-esr", "firefox"],
        }
    }

    pub(super) fn find(self) -> Result<Installed> {
        let binary = match std::env::var_os(self.variable()) {
            Some(named) => Some(PathBuf::from(named)).filter(|path| path.is_file()),
            None => self.binaries().iter().find_map(|name| on_path(name)),
        };
        let package = match self {
            Browser::Chrome => "chromium-headless-shell",
            Browser::Firefox => "firefox-esr",
        };
        let binary = binary.ok_or_else(|| {
            Error::new(format!(
                "no {} found. Debian and Ubuntu: apt-get install {package}; elsewhere set {} to its binary",
                self.name(),
                self.variable()
            ))
        })?;
        let version = version_of(&binary)?;
        Ok(Installed { browser: self, binary, version })
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    // Joining an absolute name gives that name.
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The digits of what `--version` says.
fn version_of(binary: &Path) -> Result<String> {
    let output = Command::new(binary)
        .arg("--version")
        .output()
        .context(|| format!("asking {} for its version", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| word.trim_end_matches("esr").to_owned())
        .ok_or_else(|| Error::new(format!("{} does not say its version", binary.display())))
}

/// A browser of this machine.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) browser: Browser,
    pub(super) version: String,
    binary: PathBuf,
}

impl Installed {
    /// Takes a picture of a page, when it has been drawn; Chromium alone does it without more ado.
    pub(super) fn picture(&self, address: &str, to: &Path) -> Result<()> {
        let profile = std::env::temp_dir().join(format!("roundel-picture-{}", process_tag()));
        let mut command = Command::new(&self.binary);
        command.args(CHROME_FLAGS.iter().filter(|flag| !flag.contains("debugging")));
        command.arg(format!("--user-data-dir={}", profile.display()));
        command.args(["--hide-scrollbars", "--window-size=1000,680", "--virtual-time-budget=2000"]);
        command.arg(format!("--screenshot={}", to.display()));
        if rustix::process::geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        // It ends when it has written the picture, and whether it has is seen by that.
        let _ = fs::remove_file(to);
        let output = command.arg(address).stdin(Stdio::null()).output();
        let _ = fs::remove_dir_all(&profile);
        let output = output.context(|| format!("starting {}", self.binary.display()))?;
        if to.exists() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(Error::new(format!("{} made no picture: {said}", self.binary.display())))
    }

    /// Starts it on an address, with a profile that lives as long as the answer.
    pub(super) fn open(&self, address: &str) -> Result<Running> {
        let profile =
            std::env::temp_dir().join(format!("roundel-{}-{}", self.browser.name(), process_tag()));
        fs::DirBuilder::new()
            .mode(0o700)
            .create(&profile)
            .context(|| format!("creating {}", profile.display()))?;
        let mut command = Command::new(&self.binary);
        match self.browser {
            Browser::Chrome => {
                command.args(CHROME_FLAGS);
                command.arg(format!("--user-data-dir={}", profile.display()));
                if rustix::process::geteuid().is_root() {
                    // Chromium's sandbox refuses to work for root.
                    command.arg("--no-sandbox");
                }
            }
            Browser::Firefox => {
                let prefs: String =
                    FIREFOX_PREFS.iter().map(|pref| format!("user_pref({pref});\n")).collect();
                fs::write(profile.join("user.js"), prefs)?;
                command.args(["--headless", "--no-remote", "--new-instance", "--profile"]);
                command.arg(&profile).env("HOME", &profile);
            }
        }
        let child = command
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context(|| format!("starting {}", self.binary.display()))?;
        Ok(Running { child, profile })
    }
}

/// Different for each browser that this process starts, and for each process.
fn process_tag() -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Quiet, alone, and without what would make one page differ from the next.
const CHROME_FLAGS: [&str; 15] = [
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-features=BackForwardCache",
    "--disable-popup-blocking",
    "--mute-audio",
    // Without a debugging port the headless shell ends when its first page has loaded.
    "--remote-debugging-port=0",
];

const FIREFOX_PREFS: [&str; 16] = [
    "\"app.update.enabled\", false",
    "\"app.normandy.enabled\", false",
    "\"browser.aboutwelcome.enabled\", false",
    "\"browser.sessionhistory.max_total_viewers\", 0",
    "\"browser.shell.checkDefaultBrowser\", false",
    "\"browser.startup.homepage_override.mstone\", \"ignore\"",
    "\"browser.tabs.firefox-view\", false",
    "\"datareporting.policy.dataSubmissionEnabled\", false",
    "\"datareporting.healthreport.uploadEnabled\", false",
    "\"extensions.update.enabled\", false",
    "\"network.captive-portal-service.enabled\", false",
    "\"network.connectivity-service.enabled\", false",
    "\"services.settings.server\", \"data:,#remote-settings-dummy/v1\"",
    "\"toolkit.startup.max_resumed_crashes\", -1",
    "\"toolkit.telemetry.server\", \"\"",
    "\"browser.safebrowsing.downloads.remote.enabled\", false",
];

/// A browser at work. It is ended, and its profile removed, when this is dropped.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    profile: PathBuf,
}

impl Running {
    pub(super) fn has_ended(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Its helpers end when their pipes to it close.
        let _ = self.child.kill();
        let _ = self.child.wait();
        for _ in 0..20 {
            // A helper may still write while it ends.
            if fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}
