//! The scenarios of streams on roundel-loop.

use crate::clock::cpu_ns;
use crate::{ends, load};
use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode, Stream, Tcp, Udp};
use std::cell::Cell;
use std::rc::Rc;

fn new_loop() -> EventLoop {
    EventLoop::new(Options::default()).expect("a loop")
}

pub(crate) fn ping_pongs() -> f64 {
    let lp = new_loop();
    let (client, server) = ends::tcp();
    let (client, server) =
        (Tcp::open(&lp, client).expect("TCP"), Tcp::open(&lp, server).expect("TCP"));
    let echo = |lp: &EventLoop, stream: Stream, read: Read<'_>| match read {
        Read::Data(chunk) => {
            stream.write(lp, chunk.into_vec(), |_, _, _| {}).expect("a write");
        }
        _ => {
            stream.close_quietly(lp);
        }
    };
    server.read_start(&lp, echo).expect("reading");
    let mut rounds = 0;
    client
        .read_start(&lp, move |lp, stream, read| {
            rounds += 1;
            if rounds == load::PING_PONGS {
                stream.close_quietly(lp);
            } else {
                echo(lp, stream, read);
            }
        })
        .expect("reading");
    client.write(&lp, b"PING\n", |_, _, _| {}).expect("a write");
    cpu_ns(load::PING_PONGS, || assert!(!lp.run(RunMode::Default)))
}

/// One end writes blocks as fast as they go, the other drops them.
fn pump(lp: &EventLoop, writer: Stream, reader: Stream) -> f64 {
    fn next(lp: &EventLoop, stream: Stream, block: &Rc<Vec<u8>>, left: &Rc<Cell<u64>>) {
        if left.get() == 0 {
            stream.close_quietly(lp);
            return;
        }
        left.set(left.get() - 1);
        let (again, count) = (Rc::clone(block), Rc::clone(left));
        let written = move |lp: &EventLoop, stream, _| next(lp, stream, &again, &count);
        stream.write(lp, Shared(Rc::clone(block)), written).expect("a write");
    }
    let total = Rc::new(Cell::new(0));
    let count = Rc::clone(&total);
    reader
        .read_start(lp, move |lp, stream, read| match read {
            Read::Data(chunk) => count.set(count.get() + chunk.len() as u64),
            _ => {
                stream.close_quietly(lp);
            }
        })
        .expect("reading");
    let block = Rc::new(vec![7; load::PUMP_BLOCK]);
    let left = Rc::new(Cell::new(load::PUMP_BLOCKS));
    let per_block = cpu_ns(load::PUMP_BLOCKS, || {
        next(lp, writer, &block, &left);
        assert!(!lp.run(RunMode::Default));
    });
    assert_eq!(total.get(), load::PUMP_BLOCKS * load::PUMP_BLOCK as u64);
    per_block
}

/// A block that many writes share.
struct Shared(Rc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

pub(crate) fn tcp_pump() -> f64 {
    let lp = new_loop();
    let (writer, reader) = ends::tcp();
    let (writer, reader) =
        (Tcp::open(&lp, writer).expect("TCP"), Tcp::open(&lp, reader).expect("TCP"));
    pump(&lp, *writer, *reader)
}

pub(crate) fn pipe_pump() -> f64 {
    let lp = new_loop();
    let (writer, reader) = ends::unix();
    let (writer, reader) =
        (Pipe::open(&lp, writer).expect("a pipe"), Pipe::open(&lp, reader).expect("a pipe"));
    pump(&lp, *writer, *reader)
}

pub(crate) fn tcp_write_batch() -> f64 {
    let lp = new_loop();
    let (ours, thread) = ends::swallowed();
    let tcp = Tcp::open(&lp, ours).expect("TCP");
    let done = Rc::new(Cell::new(0));
    let per_write = cpu_ns(load::BATCH_WRITES, || {
        for _ in 0..load::BATCH_WRITES {
            let done = Rc::clone(&done);
            tcp.write(&lp, b"Hello, world.\n", move |lp, stream, result| {
                result.expect("a write");
                done.set(done.get() + 1);
                if done.get() == load::BATCH_WRITES {
                    stream.close_quietly(lp);
                }
            })
            .expect("a write");
        }
        assert!(!lp.run(RunMode::Default));
    });
    assert_eq!(thread.join().expect("the reader"), load::BATCH_WRITES * 14);
    per_write
}

pub(crate) fn udp_pummel() -> f64 {
    fn next(lp: &EventLoop, udp: Udp, left: u64) {
        if left == 0 {
            udp.close_quietly(lp);
            return;
        }
        udp.send(lp, b"RANG TANG DING DONG", None, move |lp, udp, _| next(lp, udp, left - 1))
            .expect("a send");
    }
    let lp = new_loop();
    let (sender, receiver) = ends::udp();
    let (sender, receiver) =
        (Udp::open(&lp, sender).expect("UDP"), Udp::open(&lp, receiver).expect("UDP"));
    let mut came = 0;
    receiver
        .receive_start(&lp, move |lp, udp, datagram| {
            datagram.expect("a datagram");
            came += 1;
            if came == load::DATAGRAMS {
                udp.close_quietly(lp);
            }
        })
        .expect("receiving");
    // What is lost on the way does not come: the run ends with the sender at the latest.
    receiver.unreference(&lp);
    next(&lp, sender, load::DATAGRAMS);
    cpu_ns(load::DATAGRAMS, || assert!(!lp.run(RunMode::Default)))
}
