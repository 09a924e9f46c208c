//! `--traceable`: a socket at which a run can be looked at while it goes on (`roundel trace --attach`, `roundel top`).
//!
//! The socket is in a folder that only its user can look into (`roundel_trace::live`), and who connects must be that user
//! or root. A thread waits for connections, and each has a thread that writes what the loop's recorder hands it: the loop
//! itself never waits for anybody.

use std::fs;
use std::io::{self, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use roundel_trace::Sink;
use roundel_trace::live::{self, Frame, greeting};

/// One who connects and does not read is given up after this long.
const PATIENCE: Duration = Duration::from_secs(5);

/// A program that ends waits so long for its last blocks to be read.
const FAREWELL: Duration = Duration::from_millis(300);

/// The socket of this process.
pub(crate) struct Traceable {
    path: PathBuf,
    sink: Arc<Sink>,
    /// Hears of the end of every thread that writes.
    ended: Mutex<Receiver<()>>,
}

impl Traceable {
    /// Begins to listen.
    pub(crate) fn open(sink: &Arc<Sink>) -> io::Result<Traceable> {
        let path = live::socket(std::process::id())?;
        let listener = bind(&path)?;
        let (sender, ended) = channel();
        let accepted = Arc::clone(sink);
        thread::Builder::new()
            .name("roundel-live".to_owned())
            .spawn(move || accept(&listener, &accepted, &sender))?;
        Ok(Traceable { path, sink: Arc::clone(sink), ended: Mutex::new(ended) })
    }

    /// The run is over: those who look get the rest of it.
    pub(crate) fn close(&self) {
        // Somebody may have taken it away; that is what is wanted here.
        let _ = fs::remove_file(&self.path);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that went before.
        while ended.try_recv().is_ok() {}
        let mut writing = self.sink.dismiss();
        let until = Instant::now() + FAREWELL;
        while writing > 0
            && ended.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok()
        {
            writing -= 1;
        }
    }
}

impl Drop for Traceable {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A process of the same number may have been killed and have left its socket. The folder is nobody else's.
fn bind(path: &Path) -> io::Result<UnixListener> {
    match UnixListener::bind(path) {
        Err(error)
            if error.kind() == io::ErrorKind::AddrInUse && UnixStream::connect(path).is_err() =>
        {
            fs::remove_file(path)?;
            UnixListener::bind(path)
        }
        outcome => outcome,
    }
}

fn accept(listener: &UnixListener, sink: &Arc<Sink>, ended: &Sender<()>) {
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            // Out of descriptors, say: it may get better.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if !is_allowed(&connection) {
            continue;
        }
        let frames = sink.watch();
        let ended = ended.clone();
        // Without a thread the connection is dropped, and so is what it would have been sent.
        let _ = thread::Builder::new().name("roundel-live".to_owned()).spawn(move || {
            // The other end may go at any time.
            let _ = write(connection, &frames);
            drop(frames);
            let _ = ended.send(());
        });
    }
}

fn is_allowed(connection: &UnixStream) -> bool {
    let own = rustix::process::geteuid();
    rustix::net::sockopt::socket_peercred(connection)
        .is_ok_and(|peer| peer.uid == own || peer.uid.is_root())
}

fn write(mut connection: UnixStream, frames: &Receiver<Frame>) -> io::Result<()> {
    connection.set_write_timeout(Some(PATIENCE))?;
    connection.write_all(&greeting())?;
    for frame in frames {
        connection.write_all(&frame.to_bytes())?;
    }
    Ok(())
}
