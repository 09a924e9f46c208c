//! The scenarios of files, children and connections that come and go, on roundel-loop.

use crate::clock::{cpu_ns, wall_ns};
use crate::load;
use roundel_loop::{EventLoop, Options, Process, Read, RunMode, SpawnOptions, Tcp, fs};
use std::cell::Cell;
use std::net::SocketAddr;
use std::path::Path;
use std::rc::Rc;

fn new_loop() -> EventLoop {
    EventLoop::new(Options::default()).expect("a loop")
}

pub(crate) fn fs_stat() -> f64 {
    fn next(lp: &EventLoop, left: u64) {
        if left > 0 {
            fs::stat(lp, load::FILE, move |lp, found| {
                found.expect("a file");
                next(lp, left - 1);
            });
        }
    }
    let lp = new_loop();
    wall_ns(load::STATS, || {
        next(&lp, load::STATS);
        assert!(!lp.run(RunMode::Default));
    })
}

pub(crate) fn fs_read() -> f64 {
    fn next(lp: &EventLoop, path: Rc<Path>, left: u64) {
        if left > 0 {
            fs::read(lp, Rc::clone(&path), move |lp, bytes| {
                assert!(!bytes.expect("a file").is_empty());
                next(lp, path, left - 1);
            });
        }
    }
    let lp = new_loop();
    let path: Rc<Path> = Path::new(load::FILE).into();
    wall_ns(load::FILE_READS, || {
        next(&lp, path, load::FILE_READS);
        assert!(!lp.run(RunMode::Default));
    })
}

pub(crate) fn spawn() -> f64 {
    fn next(lp: &EventLoop, left: u64) {
        if left == 0 {
            return;
        }
        let options = SpawnOptions::new(load::PROGRAM, [load::PROGRAM]);
        Process::spawn(lp, &options, move |lp, process, status| {
            assert!(status.expect("an end").success());
            process.close_quietly(lp);
            next(lp, left - 1);
        })
        .expect("a child");
    }
    let lp = new_loop();
    wall_ns(load::CHILDREN, || {
        next(&lp, load::CHILDREN);
        assert!(!lp.run(RunMode::Default));
    })
}

/// The connections that are still to be made, and those that are over.
struct Pound {
    server: Tcp,
    address: SocketAddr,
    started: Cell<u64>,
    ended: Cell<u64>,
}

pub(crate) fn tcp_pound() -> f64 {
    let lp = new_loop();
    let server = Tcp::new(&lp);
    server.bind(&lp, "127.0.0.1:0".parse().expect("an address")).expect("a port");
    server
        .listen(&lp, 1024, |lp, _, connection| {
            let connection = connection.expect("a connection");
            connection
                .read_start(lp, |lp, stream, read| match read {
                    Read::Data(chunk) => {
                        stream.write(lp, chunk.into_vec(), |_, _, _| {}).expect("a write");
                    }
                    _ => {
                        stream.close_quietly(lp);
                    }
                })
                .expect("reading");
        })
        .expect("listening");
    let address = server.local_address(&lp).expect("an address");
    let pound = Pound { server, address, started: Cell::new(0), ended: Cell::new(0) };
    let pound = Rc::new(pound);
    cpu_ns(load::CONNECTIONS, || {
        for _ in 0..load::AT_ONCE {
            connect(&lp, &pound);
        }
        assert!(!lp.run(RunMode::Default));
    })
}

fn connect(lp: &EventLoop, pound: &Rc<Pound>) {
    if pound.started.get() == load::CONNECTIONS {
        return;
    }
    pound.started.set(pound.started.get() + 1);
    let pound = Rc::clone(pound);
    Tcp::new(lp)
        .connect(lp, pound.address, move |lp, client, result| {
            result.expect("a connection");
            client.write(lp, b"PING\n", |_, _, _| {}).expect("a write");
            client
                .read_start(lp, move |lp, client, _| {
                    client.close_quietly(lp);
                    pound.ended.set(pound.ended.get() + 1);
                    if pound.ended.get() == load::CONNECTIONS {
                        pound.server.close_quietly(lp);
                    }
                    connect(lp, &pound);
                })
                .expect("reading");
        })
        .expect("connecting");
}
