//! One measured run of one script on one runtime.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::rows::Measure;
use crate::child::clean_environment;
use crate::error::{Context, Error, Result};
use crate::peers::Peer;

/// A run that takes longer than this is broken.
const TIMEOUT: Duration = Duration::from_secs(120);

/// As many as `http_scenario.mjs` asks of the others.
const RAW_REQUESTS: &str = "200000";

/// A runtime that takes part.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) name: &'static str,
    /// `None` for Roundel, in either build.
    pub(super) peer: Option<Peer>,
    pub(super) binary: PathBuf,
    /// For the server that is no runtime: the runtime that makes its load.
    pub(super) load_by: Option<PathBuf>,
}

impl Candidate {
    fn command(&self, script: &Path, packages: &Path) -> Command {
        let mut command = Command::new(&self.binary);
        clean_environment(&mut command);
        if let Some(runtime) = &self.load_by {
            let scenario = script.with_file_name("http_scenario.mjs");
            command.arg(runtime).arg(scenario).arg(RAW_REQUESTS);
            return command;
        }
        let is_of_tests = is_of_tests(script);
        if self.peer == Some(Peer::Deno) {
            // Deno looks for a configuration and a lock file in the folders above, and asks
            // before it lets a script see the machine.
            let verb = if is_of_tests { "test" } else { "run" };
            command.args([verb, "--allow-all", "--no-config", "--no-lock"]);
        }
        if is_of_tests && self.peer == Some(Peer::Bun) {
            command.arg("test");
        }
        command.arg(script).env("BENCH_PACKAGES", packages);
        command
    }
}

/// Whether a script has tests, which Bun and Deno run only by a command of their own.
fn is_of_tests(script: &Path) -> bool {
    script.to_string_lossy().ends_with(".test.js")
}

/// What one run gave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) value: f64,
    /// User and system time of the whole process.
    pub(super) cpu_ms: f64,
}

pub(super) fn take(
    candidate: &Candidate,
    script: &Path,
    packages: &Path,
    measure: Measure,
) -> Result<Sample> {
    let what = || format!("{} {}", candidate.name, script.display());
    let started = Instant::now();
    let mut child = candidate
        .command(script, packages)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // Bun tells the results of tests there.
        .stderr(if is_of_tests(script) { Stdio::null() } else { Stdio::inherit() })
        .spawn()
        .context(what)?;
    let watchdog = Watchdog::over(child.id());
    let mut output = String::new();
    if let Some(pipe) = &mut child.stdout {
        pipe.read_to_string(&mut output).context(what)?;
    }
    let used = child.wait4().context(what)?;
    let wall = started.elapsed();
    drop(watchdog);
    if !used.status.success() {
        return Err(Error::new(format!("{} ended with {}", what(), used.status)));
    }
    let value = match measure {
        Measure::NanosecondsInside | Measure::MillisecondsInside => output
            .trim()
            .parse()
            .map_err(|_| Error::new(format!("{} printed `{}`", what(), output.trim())))?,
        Measure::WallMilliseconds => wall.as_secs_f64() * 1e3,
        Measure::PeakMegabytes => used.rusage.maxrss as f64 / (1024.0 * 1024.0),
    };
    let cpu_ms = (used.rusage.utime + used.rusage.stime).as_secs_f64() * 1e3;
    Ok(Sample { value, cpu_ms })
}

/// Ends a run that does not end by itself. Dropping it calls it off.
struct Watchdog {
    _called_off: mpsc::Sender<()>,
}

impl Watchdog {
    fn over(process_id: u32) -> Watchdog {
        let (sender, receiver) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let late = receiver.recv_timeout(TIMEOUT) == Err(mpsc::RecvTimeoutError::Timeout);
            let process = i32::try_from(process_id).ok().and_then(rustix::process::Pid::from_raw);
            if let (true, Some(process)) = (late, process) {
                let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
            }
        });
        Watchdog { _called_off: sender }
    }
}

/// The middle of the values; the mean of the two middle ones when their number is even.
pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => sorted[count / 2],
        count => (sorted[count / 2 - 1] + sorted[count / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }
}
