//! `roundel trace --attach PID`: records what a running program does, until it ends or somebody has seen enough.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal};
use roundel_trace::live::{Frame, file_head, slot};

use super::arguments::Attach;
use crate::live::{Connection, chosen};

pub(super) fn run(attach: &Attach) -> Result<u8, String> {
    let pid = chosen(attach.pid.as_deref())?;
    let mut held = SigSet::empty();
    held.add(Signal::SIGINT);
    held.add(Signal::SIGTERM);
    // Before there is a second thread, which would get them otherwise.
    held.thread_block().map_err(|error| error.to_string())?;
    let mut connection = Connection::open(pid)?;
    let stop = connection.closer().map_err(|error| error.to_string())?;
    thread::spawn(move || {
        if held.wait().is_ok() {
            stop();
        }
    });
    if let Some(seconds) = attach.seconds {
        let stop = connection.closer().map_err(|error| error.to_string())?;
        thread::spawn(move || {
            thread::sleep(Duration::from_secs_f64(seconds));
            stop();
        });
    } else {
        eprintln!("roundel trace: recording process {pid}; Ctrl-C ends that");
    }
    let shown = attach.output.display();
    let blocks =
        receive(&mut connection, &attach.output).map_err(|error| format!("{shown}: {error}"))?;
    if blocks == 0 {
        return Err(format!("process {pid} has told nothing: its loop was waiting, or held"));
    }
    super::sum_up(&attach.output)?;
    Ok(0)
}

/// Writes the blocks that come; gives how many there were.
fn receive(connection: &mut Connection, path: &Path) -> io::Result<u64> {
    let mut file =
        File::options().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(&file_head())?;
    let mut blocks = 0;
    while let Some(frame) = connection.next()? {
        if let Frame::Block(block) = frame {
            file.write_all(&slot(&block))?;
            blocks += 1;
        }
    }
    Ok(blocks)
}
