//! The HTTP server that a browser is pointed at: loopback only, one request a connection.
//!
//! A path with `?run=N` is the page of the Nth run, any other path is a file below the root as it
//! is, and `POST /report?run=N` brings what the page printed; the answer to it is the address of
//! the next page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::error::{Context, Error, Result};

/// Browsers open connections ahead of need; an idle one is given up after this.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

const BODY_LIMIT: u64 = 4 << 20;

/// One page to be shown.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Where it seems to be, relative to the root; addresses in it are relative to this.
    pub(super) path: String,
    pub(super) html: String,
}

/// What a page printed.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) run: usize,
    pub(super) output: String,
}

pub(super) struct Server {
    address: SocketAddr,
    reports: Receiver<Report>,
    site: Arc<Site>,
}

struct Site {
    root: PathBuf,
    pages: Vec<Page>,
    /// For each run, which page it shows.
    runs: Vec<usize>,
    reports: Sender<Report>,
}

impl Server {
    /// Serves until the process ends. `runs` are indices into `pages`, in the order of showing.
    pub(super) fn start(root: &Path, pages: Vec<Page>, runs: Vec<usize>) -> Result<Server> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context(|| "listening".to_owned())?;
        let address = listener.local_addr()?;
        let (sender, reports) = channel();
        let site = Arc::new(Site { root: root.to_owned(), pages, runs, reports: sender });
        let shared = Arc::clone(&site);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let site = Arc::clone(&shared);
                // A browser that goes away in the middle is no error of ours.
                std::thread::spawn(move || drop(site.answer(stream)));
            }
        });
        Ok(Server { address, reports, site })
    }

    /// The address of the page of a run.
    pub(super) fn address_of(&self, run: usize) -> Result<String> {
        let path = self.site.address_of(run).ok_or_else(|| Error::new("no page to show"))?;
        Ok(format!("http://{}{path}", self.address))
    }

    /// The next report, or none when there was none for so long.
    pub(super) fn report(&self, timeout: Duration) -> Option<Report> {
        self.reports.recv_timeout(timeout).ok()
    }
}

impl Site {
    fn address_of(&self, run: usize) -> Option<String> {
        let page = self.pages.get(*self.runs.get(run)?)?;
        Some(format!("/{}?run={run}", page.path))
    }

    fn answer(&self, stream: TcpStream) -> Result<()> {
        stream.set_read_timeout(Some(READ_TIMEOUT))?;
        let mut reader = BufReader::new(stream);
        let Some(request) = Request::read(&mut reader)? else { return Ok(()) };
        let stream = reader.into_inner();
        if request.method == "POST" {
            return self.take_report(stream, request);
        }
        if let Some(page) = request.run.and_then(|run| self.pages.get(*self.runs.get(run)?)) {
            return respond(stream, "200 OK", "text/html; charset=utf-8", page.html.as_bytes());
        }
        let inside = !request.path.split('/').any(|part| part == "..");
        match std::fs::read(self.root.join(&request.path)) {
            Ok(bytes) if inside => respond(stream, "200 OK", media_type(&request.path), &bytes),
            _ => respond(stream, "404 Not Found", "text/plain", b"no such file"),
        }
    }

    fn take_report(&self, stream: TcpStream, request: Request) -> Result<()> {
        let Some(run) = request.run.filter(|_| request.path == "report") else {
            return respond(stream, "404 Not Found", "text/plain", b"");
        };
        let next = self.address_of(run + 1).unwrap_or_default();
        // The one who asked may have given up.
        let _ = self.reports.send(Report { run, output: request.body });
        respond(stream, "200 OK", "text/plain", next.as_bytes())
    }
}

#[derive(Debug)]
struct Request {
    method: String,
    /// Without the leading slash and the query.
    path: String,
    /// The number in `?run=N`.
    run: Option<usize>,
    body: String,
}

impl Request {
    /// None when the connection closes without a request.
    fn read(reader: &mut impl BufRead) -> Result<Option<Request>> {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let run = query.strip_prefix("run=").and_then(|number| number.parse().ok());
        let mut length = 0;
        loop {
            let mut header = String::new();
            reader.read_line(&mut header)?;
            let Some((name, value)) = header.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = Vec::new();
        reader.take(length.min(BODY_LIMIT)).read_to_end(&mut body)?;
        Ok(Some(Request {
            method: method.to_owned(),
            path: path.trim_start_matches('/').to_owned(),
            run,
            body: String::from_utf8_lossy(&body).into_owned(),
        }))
    }
}

fn respond(mut stream: TcpStream, status: &str, media_type: &str, body: &[u8]) -> Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    Ok(stream.flush()?)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Request {
        Request::read(&mut text.as_bytes()).expect("text reads").expect("a request")
    }

    #[test]
    fn requests_are_taken_apart() {
        let page = read("GET /timers/zero.js?run=12 HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_eq!((page.path.as_str(), page.run), ("timers/zero.js", Some(12)));
        let report = read(
            "POST /report?run=3 HTTP/1.1\r\ncontent-length: 3\r\n\r\na\nbjunk that is not read",
        );
        assert_eq!(
            (report.path.as_str(), report.run, report.body.as_str()),
            ("report", Some(3), "a\nb")
        );
        assert_eq!(read("GET /fixtures/a.txt HTTP/1.1\r\n\r\n").run, None);
    }

    #[test]
    fn a_site_answers_pages_files_and_reports() {
        let page = Page { path: "x/a.js".to_owned(), html: "<p>hello".to_owned() };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let server = Server::start(root, vec![page], vec![0, 0]).expect("loopback listens");
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(server.address).expect("it listens");
            stream.write_all(request.as_bytes()).expect("it reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it answers");
            answer
        };
        assert!(ask("GET /x/a.js?run=1 HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n<p>hello"));
        assert!(ask("GET /Cargo.toml HTTP/1.1\r\n\r\n").contains("name = \"xtask\""));
        assert!(ask("GET /../Cargo.toml HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        let next = ask("POST /report?run=0 HTTP/1.1\r\nContent-Length: 2\r\n\r\nok");
        assert!(next.ends_with("\r\n\r\n/x/a.js?run=1"), "{next}");
        let report = server.report(Duration::from_secs(5)).expect("a report came");
        assert_eq!((report.run, report.output.as_str()), (0, "ok"));
    }
}
