//! The page that `roundel trace view --html` makes, in the real browsers: a script does what a person does.
//!
//! The pages are of runs that are made here: one with everything that a Node program has, one of a page, and one with a
//! million callbacks. Nothing is recorded; what the script says must begin with `ok`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::browser::Browser;
use super::program::with_prelude;
use super::server::Page;
use super::session;
use crate::counts::Counts;
use crate::error::{Context, Error, Result};

const CHECKS: &str = include_str!("trace_page_checks.js");

/// A program whose recording is shown: its name, the flags of its run, its text.
const PROGRAMS: [(&str, &[&str], &str); 4] = [
    (
        "node",
        &[],
        "const fs = require('fs'), net = require('net'), { Worker } = require('worker_threads');
         fs.readFile(__filename, () => { setImmediate(() => console.log('immediate')); setTimeout(() => {}, 2); });
         (async () => { for (let i = 0; i < 20; i++) await fs.promises.stat('.'); })();
         process.nextTick(() => Promise.resolve().then(() => console.log('job')));
         const beat = setInterval(() => {}, 1);
         const server = net.createServer((socket) => socket.end('hello')).listen(0, () => {
           net.connect(server.address().port).on('close', () => server.close()).resume();
         });
         new Worker('setTimeout(() => {}, 5)', { eval: true }).on('exit', () => clearInterval(beat));",
    ),
    (
        "choices",
        &["--virtual-time", "--seed=3"],
        "const fs = require('fs');
         for (let i = 0; i < 6; i++) fs.stat('/', () => setTimeout(() => console.log(i), i));",
    ),
    (
        "page",
        &["--loop=chrome"],
        "setTimeout(() => console.log('task'), 1);
         requestAnimationFrame(() => Promise.resolve().then(() => console.log('frame')));
         requestIdleCallback(() => console.log('idle'));
         const { port1, port2 } = new MessageChannel();
         port1.onmessage = () => port1.close();
         port2.postMessage(1);",
    ),
    (
        "million",
        &["--trace-detail=turns"],
        "let left = 1000000;
         function turn() { for (let i = 0; i < 1000 && left > 0; i++, left--) process.nextTick(() => {}); if (left > 0) setImmediate(turn); }
         turn();",
    ),
];

/// Shows the pages in the browsers that there are.
pub(super) fn check(roundel: &Path, browsers: &[Browser]) -> Result<Counts> {
    let folder = std::env::temp_dir().join(format!("roundel-trace-page-{}", std::process::id()));
    fs::create_dir(&folder).context(|| format!("creating {}", folder.display()))?;
    let outcome = check_in(roundel, browsers, &folder);
    // A temporary folder that stays behind is nobody's trouble.
    let _ = fs::remove_dir_all(&folder);
    outcome
}

fn check_in(roundel: &Path, browsers: &[Browser], folder: &Path) -> Result<Counts> {
    let mut pages = Vec::new();
    for (name, flags, text) in PROGRAMS {
        pages.push(Page {
            path: format!("{name}.html"),
            html: page(roundel, folder, name, flags, text)?,
        });
    }
    let mut counts = Counts::default();
    for browser in browsers {
        let installed = browser.find()?;
        let tallies = session::run(&installed, folder, &pages, 1)?;
        for ((name, _, _), tally) in PROGRAMS.iter().zip(&tallies) {
            let said: Vec<&str> = tally.outputs().flat_map(|(output, _)| output.lines()).collect();
            let (good, bad): (Vec<&str>, Vec<&str>) =
                said.into_iter().partition(|line| line.starts_with("ok "));
            counts.passed += good.len();
            counts.failed += bad.len() + usize::from(good.is_empty());
            if good.is_empty() {
                println!("FAIL {} {name}: the page's script did not run", browser.name());
            }
            for line in bad {
                println!("{} {name}: {line}", browser.name());
            }
        }
    }
    Ok(counts)
}

/// Records a program and gives its page with the checks in it.
fn page(roundel: &Path, folder: &Path, name: &str, flags: &[&str], text: &str) -> Result<String> {
    let file = |extension: &str| folder.join(format!("{name}.{extension}"));
    fs::write(file("js"), text)?;
    let trace = format!("--trace={}", file("trace").display());
    let mut run = Command::new(roundel);
    succeed(run.arg(trace).args(flags).arg(file("js")))?;
    let html = format!("--html={}", file("html").display());
    let mut view = Command::new(roundel);
    succeed(view.args(["trace", "view"]).arg(file("trace")).arg(html))?;
    let page = fs::read_to_string(file("html"))?;
    let page = with_prelude(&page);
    Ok(page.replacen("</body>", &format!("<script>{CHECKS}</script></body>"), 1))
}

fn succeed(command: &mut Command) -> Result<()> {
    let output = command.output().context(|| "running Roundel".to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::new(format!("{command:?} fails: {}", String::from_utf8_lossy(&output.stderr))))
}
