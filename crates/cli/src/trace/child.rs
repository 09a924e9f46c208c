//! A program as a child of this process, with our terminal, whose end is waited for whatever comes.
//!
//! What a terminal sends (Ctrl-C) goes to both; it is the program's, and we wait for what it makes of it. Other signals
//! are handed on.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::Pid;

/// What a shell adds to the number of a signal that ended a command.
const SIGNALLED: i32 = 128;

/// Runs this executable with `words` and gives the exit code.
pub(crate) fn run_child(words: &[OsString]) -> Result<u8, String> {
    let mut held = SigSet::empty();
    for signal in [Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM, Signal::SIGHUP] {
        held.add(signal);
    }
    // The standard library starts a child with nothing held.
    held.thread_block().map_err(|error| error.to_string())?;
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child =
        Command::new(executable).args(words).spawn().map_err(|error| error.to_string())?;
    let pid = Pid::from_raw(child.id().cast_signed());
    let is_terminals = std::io::stdin().is_terminal();
    std::thread::spawn(move || {
        while let Ok(signal) = held.wait() {
            let has_it = is_terminals && matches!(signal, Signal::SIGINT | Signal::SIGQUIT);
            if !has_it {
                // It may have ended; nobody is left to tell.
                let _ = kill(pid, signal);
            }
        }
    });
    let status = child.wait().map_err(|error| error.to_string())?;
    let code = status.code().unwrap_or_else(|| SIGNALLED + status.signal().unwrap_or_default());
    Ok(code as u8)
}
