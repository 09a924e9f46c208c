//! `cargo xtask browsers pictures`: the pictures of docs/, of real pages in Chromium.
//!
//! The pages are those of `roundel trace view --html` and `roundel replay --html`, made of runs that are made here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::browser::{Browser, Installed};
use crate::child::clean_environment;
use crate::error::{Context, Error, Result};
use crate::project::Project;

const FOLDER: &str = "docs/images";

/// A timer that comes late, because of a callback that computes.
const LATE_TIMER: &str = "const fs = require('node:fs');
const net = require('node:net');

function compute(text) {
  const end = Date.now() + 30;
  while (Date.now() < end);
  return text.length;
}

fs.readFile(__filename, 'utf8', (error, text) => {
  console.log('computed', compute(text));
});

setTimeout(function late() {
  setImmediate(() => console.log('late'));
}, 10);

const server = net.createServer((socket) => socket.end('hello'));
server.listen(0, () => {
  net.connect(server.address().port).on('data', async (data) => {
    await fs.promises.stat('.');
    process.nextTick(() => console.log(String(data)));
    server.close();
  });
});
";

/// Makes all of them anew.
pub(super) fn take(project: &Project, roundel: &Path) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("roundel-pictures-{}", std::process::id()));
    fs::create_dir(&folder).context(|| format!("creating {}", folder.display()))?;
    let camera = Camera { project, roundel, browser: Browser::Chrome.find()?, folder };
    let outcome = camera.trace().and_then(|()| camera.explore());
    // A temporary folder that stays behind is nobody's trouble.
    let _ = fs::remove_dir_all(&camera.folder);
    outcome
}

struct Camera<'a> {
    project: &'a Project,
    roundel: &'a Path,
    browser: Installed,
    folder: PathBuf,
}

impl Camera<'_> {
    fn trace(&self) -> Result<()> {
        let folder = &self.folder;
        fs::write(folder.join("app.js"), LATE_TIMER)?;
        self.run(&["--trace=app.trace", "app.js"])?;
        let records = self.run(&["trace", "view", "app.trace", "--json"])?;
        let late = records
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .find(|record| record["kind"] == "timer" && record["function"] == "late")
            .and_then(|record| record["id"].as_u64())
            .ok_or_else(|| Error::new("the recording has no late timer"))?;
        self.run(&["trace", "view", "app.trace", "--html=app.html"])?;
        self.shoot("app.html", &format!("#s={late}"), "trace_page.png")
    }

    fn explore(&self) -> Result<()> {
        let test = "cache.test.js";
        fs::copy(self.project.root.join("examples").join(test), self.folder.join(test))?;
        let told = self.run(&["explore", "--json", "--jobs=1", test])?;
        let told: Value = serde_json::from_str(&told)
            .map_err(|error| Error::new(format!("roundel explore --json: {error}")))?;
        let token = told["failure"]["token"]
            .as_str()
            .ok_or_else(|| Error::new("no schedule of the example fails"))?;
        self.run(&["replay", token, "--html=both.html", test])?;
        self.shoot("both.html", "", "explore_page.png")
    }

    /// What it prints; how it ends is part of what is shown.
    fn run(&self, words: &[&str]) -> Result<String> {
        let mut command = Command::new(self.roundel);
        clean_environment(&mut command);
        let output = command
            .args(words)
            .current_dir(&self.folder)
            .output()
            .context(|| format!("running {command:?}"))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn shoot(&self, page: &str, moment: &str, picture: &str) -> Result<()> {
        let address = format!("file://{}{moment}", self.folder.join(page).display());
        let path = self.project.root.join(FOLDER).join(picture);
        self.browser.picture(&address, &path)?;
        println!("{FOLDER}/{picture}: {} bytes", fs::metadata(&path)?.len());
        Ok(())
    }
}
