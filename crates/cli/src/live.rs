//! The other end of `--traceable`: a connection to a process that runs.

use std::io::{self, BufRead, BufReader};
use std::os::unix::net::UnixStream;
use std::path::Path;

use roundel_trace::live::{self, Frame, greeting};

/// A process that tells what its loop does.
pub(crate) struct Connection {
    stream: BufReader<UnixStream>,
}

impl Connection {
    /// An `Err` says in words why there is none.
    pub(crate) fn open(pid: u32) -> Result<Connection, String> {
        let path = live::socket(pid).map_err(|error| error.to_string())?;
        let stream = UnixStream::connect(&path).map_err(|error| reason(pid, &error))?;
        let owner = rustix::net::sockopt::socket_peercred(&stream).map_err(|e| e.to_string())?;
        let own = rustix::process::geteuid();
        if owner.uid != own && !owner.uid.is_root() && !own.is_root() {
            return Err(format!("process {pid} is somebody else's"));
        }
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        stream.read_until(b'\n', &mut line).map_err(|error| reason(pid, &error))?;
        match line {
            line if line.is_empty() => Err(format!("process {pid} has just ended")),
            line if line != greeting() => {
                Err(format!("process {pid} runs another version of Roundel"))
            }
            _ => Ok(Connection { stream }),
        }
    }

    /// Waits for what comes next; `None` when the process has ended.
    pub(crate) fn next(&mut self) -> io::Result<Option<Frame>> {
        Frame::read(&mut self.stream)
    }

    /// Ends the wait of another thread in [`next`](Connection::next).
    pub(crate) fn closer(&self) -> io::Result<impl Fn() + Send + use<>> {
        let stream = self.stream.get_ref().try_clone()?;
        Ok(move || {
            // It may be gone already.
            let _ = stream.shutdown(std::net::Shutdown::Both);
        })
    }
}

fn reason(pid: u32, error: &io::Error) -> String {
    if !Path::new(&format!("/proc/{pid}")).exists() {
        return format!("there is no process {pid}");
    }
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => format!(
            "process {pid} can not be looked at: it was not started with roundel --traceable by \
             this user"
        ),
        _ => format!("process {pid}: {error}"),
    }
}

/// The number that was given, or that of the only process there is.
pub(crate) fn chosen(given: Option<&str>) -> Result<u32, String> {
    if let Some(given) = given {
        let pid = given.parse().ok().filter(|pid: &u32| *pid > 0);
        return pid.ok_or_else(|| format!("{given} is no process number"));
    }
    // One that was killed has left its socket behind.
    let alive = |pid: &u32| {
        let is_alive = Path::new(&format!("/proc/{pid}")).exists();
        if let (false, Ok(path)) = (is_alive, live::socket(*pid)) {
            let _ = std::fs::remove_file(path);
        }
        is_alive
    };
    let found = live::processes().map_err(|error| error.to_string())?;
    let found: Vec<u32> = found.into_iter().filter(alive).collect();
    match found[..] {
        [pid] => Ok(pid),
        [] => Err("no process was started with roundel --traceable".to_owned()),
        _ => {
            let shown: Vec<String> = found.iter().map(u32::to_string).collect();
            Err(format!("which one? These can be looked at: {}", shown.join(", ")))
        }
    }
}
