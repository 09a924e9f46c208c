//! `--lint`: what a run shows to be wrong, told when it has ended. docs/lints.md is the manual.
//!
//! The run is recorded as `--trace` does it, into a file that has no name, so that nothing is left behind however the
//! program ends. Lints look at it when the program has ended by itself, by an error or by `process.exit`.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use roundel_runtime::{
    Options, TraceDetail, TraceOptions, TraceTo, forgotten_awaits, independent_awaits,
};
use roundel_trace::lints::{BLOCKED_NS, Finding, Forgotten, Known, find};
use roundel_trace::{Model, read};

use crate::private_folder::PrivateFolder;

/// What a finding does to the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LintMode {
    Warn,
    /// A run that ended well but has findings ends with code 1.
    Error,
}

const FOUND: i32 = 1;

const NS_PER_MS: u64 = 1_000_000;

/// The longest file of a program that is looked into.
const LONGEST_SOURCE: u64 = 1 << 20;

struct Run {
    mode: LintMode,
    recording: PathBuf,
    /// Keeps the recording where it has no name.
    _file: Option<File>,
    blocked_ns: u64,
}

/// The run of this process. The command has one, and whoever ends it may be anywhere on the stack.
static RUN: OnceLock<Run> = OnceLock::new();

/// Has the run recorded.
pub(crate) fn prepare(mode: LintMode, options: &mut Options) -> io::Result<()> {
    let given = options.trace.as_ref().map(|trace| &trace.to);
    let (recording, file) = match given {
        Some(TraceTo::File(path)) => (path.clone(), None),
        _ => {
            let file = nameless_file()?;
            let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
            options.trace = Some(TraceOptions {
                to: TraceTo::File(path.clone()),
                detail: TraceDetail::Promises,
                limit_bytes: None,
            });
            (path, Some(file))
        }
    };
    let blocked_ns = options.warn_blocked_ms.map_or(BLOCKED_NS, |ms| ms.saturating_mul(NS_PER_MS));
    // Asked for once, by the command.
    let _ = RUN.set(Run { mode, recording, _file: file, blocked_ns });
    Ok(())
}

fn nameless_file() -> io::Result<File> {
    let folder = PrivateFolder::new(&std::env::temp_dir())?;
    let path = folder.file("run.trace")?;
    File::options().read(true).write(true).open(path)
}

/// Tells what was found, if somebody asked, and gives the exit code.
pub(crate) fn conclude(code: i32) -> i32 {
    let Some(run) = RUN.get() else { return code };
    let found = match model(&run.recording) {
        Ok(model) => findings(&model, run.blocked_ns),
        Err(message) => {
            say(&format!("the recording can not be read: {message}"));
            return code;
        }
    };
    for finding in &found {
        say(&finding.line());
    }
    if !found.is_empty() {
        let noun = if found.len() == 1 { "finding" } else { "findings" };
        say(&format!("{} {noun}; docs/lints.md says what each means", found.len()));
    }
    if code == 0 && run.mode == LintMode::Error && !found.is_empty() { FOUND } else { code }
}

/// Standard error may be gone; there is nobody else to tell.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "roundel: lint: {line}");
}

fn model(path: &Path) -> Result<Model, String> {
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(|error| error.to_string())?;
    let recording = read(&bytes).map_err(|error| error.to_string())?;
    Ok(Model::new(&recording))
}

/// What lints find in a recorded run. They look into the files of the program as these are now.
pub(crate) fn findings(model: &Model, blocked_ns: u64) -> Vec<Finding> {
    let independent =
        |file: &str| source(file).map_or_else(Vec::new, |text| independent_awaits(&text));
    let forgotten = |file: &str| source(file).map_or_else(Vec::new, |text| forgotten_in(&text));
    find(
        model,
        &Known { blocked_ns, independent_awaits: &independent, forgotten_awaits: &forgotten },
    )
}

fn forgotten_in(text: &str) -> Vec<Forgotten> {
    let found = forgotten_awaits(text).into_iter();
    found
        .map(|one| Forgotten { function: one.function, line: one.line, awaits: one.awaits })
        .collect()
}

/// The text of a file of the program.
fn source(file: &str) -> Option<String> {
    let path = file.strip_prefix("file://").unwrap_or(file);
    // What several have installed is not this program's to change.
    if path.contains("/node_modules/") {
        return None;
    }
    let is_short =
        fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LONGEST_SOURCE);
    is_short.then(|| fs::read_to_string(path).ok()).flatten()
}
