//! The least an HTTP server can cost on this machine: level-triggered epoll, `httparse` and one send for each answer, of
//! the same bytes that Node sends. No routing, no objects, no timeouts, no bodies.
//!
//! `raw_http RUNTIME SCENARIO REQUESTS`: the load is `benchmarks/runtime/http_scenario.mjs`, run by a runtime, as it is for
//! every other server of the row. Prints the CPU time for one request, in nanoseconds, when the last has come.

#![forbid(unsafe_code)]

use std::env;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::process::{Command, ExitCode};
use std::thread;

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::time::{ClockId, clock_gettime};

/// `GET / HTTP/1.1`, `Host: localhost`: what `http_hello.mjs` asks for, as the load takes it.
const REQUEST: &str = "R0VUIC8gSFRUUC8xLjENCkhvc3Q6IGxvY2FsaG9zdA0KDQo=";

/// What Node answers to it, with a moment that does not pass: a cached line costs nothing either.
const ANSWER: &[u8] =
    b"HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: keep-alive\r\n\
    Keep-Alive: timeout=5\r\nContent-Length: 5\r\n\r\nhello";

const LISTENER: u64 = 0;
const EVENTS_AT_ONCE: usize = 1024;
const READ_BYTES: usize = 64 * 1024;
const MAX_HEADERS: usize = 32;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (Some(runtime), Some(scenario), Some(requests)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        eprintln!("raw_http RUNTIME SCENARIO REQUESTS");
        return ExitCode::FAILURE;
    };
    match requests
        .parse()
        .map_err(io::Error::other)
        .and_then(|count| run(&runtime, &scenario, count))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("raw_http: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(runtime: &str, scenario: &str, requests: u64) -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port().to_string();
    let mut load = Command::new(runtime)
        .args([scenario, "load", &port, "1", &requests.to_string(), REQUEST])
        .spawn()?;
    // It ends with the process: the load may have connections open when the last request has come.
    thread::spawn(move || {
        serve(&listener, requests).map_err(|error| eprintln!("raw_http: {error}"))
    });
    if load.wait()?.success() { Ok(()) } else { Err(io::Error::other("the load failed")) }
}

/// A connection with the part of a request that has come.
struct Connection {
    stream: TcpStream,
    begun: Vec<u8>,
}

fn serve(listener: &TcpListener, requests: u64) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let poll = epoll::create(CreateFlags::CLOEXEC)?;
    epoll::add(&poll, listener.as_fd(), EventData::new_u64(LISTENER), EventFlags::IN)?;
    let mut connections: Vec<Option<Connection>> = vec![None];
    let mut events = Vec::with_capacity(EVENTS_AT_ONCE);
    let mut buffer = vec![0; READ_BYTES];
    let mut meter = Meter { requests, warm_up: requests / 5, count: 0, before_ns: 0 };
    loop {
        events.clear();
        match epoll::wait(&poll, rustix::buffer::spare_capacity(&mut events), None) {
            Err(rustix::io::Errno::INTR) => continue,
            other => other?,
        };
        for event in &events {
            let place = event.data.u64() as usize;
            if event.data.u64() == LISTENER {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(true)?;
                stream.set_nodelay(true)?;
                let data = EventData::new_u64(connections.len() as u64);
                epoll::add(&poll, stream.as_fd(), data, EventFlags::IN)?;
                connections.push(Some(Connection { stream, begun: Vec::new() }));
            } else if let Some(connection) = &mut connections[place]
                && !answer(connection, &mut buffer, &mut meter)
            {
                connections[place] = None;
            }
        }
    }
}

/// Takes in what has come and answers each whole request. False when the connection is over.
fn answer(connection: &mut Connection, buffer: &mut [u8], meter: &mut Meter) -> bool {
    let count = match connection.stream.read(buffer) {
        Ok(0) => return false,
        Ok(count) => count,
        Err(error) => return error.kind() == ErrorKind::WouldBlock,
    };
    // The usual request is whole and is parsed where it was read.
    let joined;
    let mut input = &buffer[..count];
    if !connection.begun.is_empty() {
        connection.begun.extend_from_slice(input);
        joined = std::mem::take(&mut connection.begun);
        input = &joined;
    }
    while !input.is_empty() {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        match httparse::Request::new(&mut headers).parse(input) {
            Ok(httparse::Status::Complete(length)) => input = &input[length..],
            Ok(httparse::Status::Partial) => break,
            Err(_) => return false,
        }
        meter.request();
        if connection.stream.write_all(ANSWER).is_err() {
            return false;
        }
    }
    connection.begun.extend_from_slice(input);
    true
}

/// The CPU time between the end of the warm-up and the last request, as `http_scenario.mjs` takes it.
struct Meter {
    requests: u64,
    warm_up: u64,
    count: u64,
    before_ns: i128,
}

impl Meter {
    fn request(&mut self) {
        self.count += 1;
        if self.count == self.warm_up {
            self.before_ns = cpu_ns();
        }
        if self.count == self.requests {
            let used_ns = cpu_ns() - self.before_ns;
            println!("{}", used_ns as f64 / (self.requests - self.warm_up) as f64);
        }
    }
}

fn cpu_ns() -> i128 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    i128::from(time.tv_sec) * 1_000_000_000 + i128::from(time.tv_nsec)
}
