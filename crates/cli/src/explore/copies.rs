//! The process that runs are copies of, as it sees itself: `roundel explore-runs FLAGS FILE`, which `original.rs` starts.
//!
//! It starts the runtime, answers requests at its standard input, and ends when the search does. Each copy goes on as the
//! run: with the pipes that came with the request, in a process group of its own, by its guide.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use roundel_runtime::{
    Copied, Exit, Guide, Options, Runtime, Schedule, copy_process, open_numbers,
};
use rustix::process::{
    Pid, Signal, WaitOptions, set_parent_process_death_signal, setpgid, waitpid,
};
use serde_json::{Value, json};

use super::TROUBLE;
use super::original::{receive, send};
use crate::standard_modes;

/// Has this process end when the one that started it does, by whatever: a search that is killed leaves no run behind, and a
/// run without end would take all the memory there is.
pub(crate) fn end_with_parent() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    Ok(())
}

/// Serves until the search ends; in a copy it gives how the run has ended.
pub(crate) fn serve(options: Options) -> Result<Option<Exit>, u8> {
    // A parent may have left something open, for every child.
    let given = open_numbers().map_err(|error| trouble(&error.to_string()))?;
    let runtime = Runtime::new_alone(options).map_err(|error| trouble(&error.to_string()))?;
    loop {
        let request =
            receive(rustix::stdio::stdin()).map_err(|error| trouble(&error.to_string()))?;
        let Some((request, pipes)) = request else { return Ok(None) };
        if request["guide"].is_string() {
            let pipe_numbers = pipes.iter().map(AsRawFd::as_raw_fd);
            let shared: Vec<RawFd> = given.iter().copied().chain(pipe_numbers).collect();
            match copy_process(&shared) {
                Ok(Copied::Original(pid)) => {
                    // The copy does the same: whoever comes first.
                    let _ = setpgid(Pid::from_raw(pid), Pid::from_raw(pid));
                    answer(&json!({ "pid": pid }))?;
                }
                Ok(Copied::Copy) => {
                    return begin(&runtime, &request, pipes)
                        .map_err(|error| trouble(&error.to_string()))
                        .map(|()| Some(runtime.run()));
                }
                Err(error) => answer(&json!({ "error": error.to_string() }))?,
            }
        } else if let Some(pid) = request["wait"].as_i64() {
            answer(&ending(pid, request["waits"] == true))?;
        } else {
            let ids = request["preload"].as_array().into_iter().flatten();
            let ids: Vec<String> = ids.filter_map(|id| Some(id.as_str()?.to_owned())).collect();
            match runtime.preload(&ids) {
                true => answer(&json!({ "loaded": ids.len() }))?,
                false => answer(&json!({ "error": "a builtin does not load" }))?,
            }
        }
    }
}

fn answer(message: &Value) -> Result<(), u8> {
    send(rustix::stdio::stdin(), message, &[]).map_err(|error| trouble(&error.to_string()))
}

fn trouble(message: &str) -> u8 {
    eprintln!("roundel explore: {message}");
    TROUBLE
}

fn ending(pid: i64, waits: bool) -> Value {
    let options = if waits { WaitOptions::empty() } else { WaitOptions::NOHANG };
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    match waitpid(pid, options) {
        Ok(Some((_, status))) => json!({ "status": status.as_raw() }),
        Ok(None) => json!({ "status": null }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// Becomes the run.
fn begin(runtime: &Runtime, request: &Value, pipes: Vec<OwnedFd>) -> io::Result<()> {
    let missing = || io::Error::other("a request without its parts");
    let [stdout, stderr] = <[OwnedFd; 2]>::try_from(pipes).map_err(|_| missing())?;
    rustix::stdio::dup2_stderr(stderr)?;
    rustix::stdio::dup2_stdout(stdout)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    setpgid(None, None)?;
    end_with_parent()?;
    standard_modes::remember();
    let text = |name: &str| request[name].as_str();
    let guide: Guide = text("guide").ok_or_else(missing)?.parse().map_err(|_| missing())?;
    let words = request["words"].as_array().into_iter().flatten();
    runtime.follow(Schedule {
        guide,
        log: text("log").ok_or_else(missing)?.into(),
        temporary: text("temporary").ok_or_else(missing)?.into(),
        exec_argv: words.filter_map(|word| Some(word.as_str()?.to_owned())).collect(),
    })
}
