//! A server that gives back what it gets, and a client that asks it.
//!
//! `cargo run -p roundel-loop --example tcp_echo`; with an address, `-- 127.0.0.1:7000`, the server alone, until ctrl-c.

use std::io;
use std::net::SocketAddr;

use roundel_loop::{EventLoop, Options, Read, RunMode, Stream, Tcp};

fn main() -> io::Result<()> {
    let lp = EventLoop::new(Options::default())?;
    let server = Tcp::new(&lp);
    match std::env::args().nth(1) {
        Some(address) => serve(&lp, server, address.parse().map_err(io::Error::other)?)?,
        None => {
            serve(&lp, server, "127.0.0.1:0".parse().map_err(io::Error::other)?)?;
            ask(&lp, server)?;
        }
    }
    println!("listening on {}", server.local_address(&lp)?);
    lp.run(RunMode::Default);
    Ok(())
}

fn serve(lp: &EventLoop, server: Tcp, address: SocketAddr) -> io::Result<()> {
    server.bind(lp, address)?;
    server.listen(lp, 128, |lp, _, connection| {
        if let Err(error) = connection.and_then(|connection| connection.read_start(lp, echo)) {
            println!("a connection failed: {error}");
        }
    })
}

fn echo(lp: &EventLoop, stream: Stream, read: Read<'_>) {
    let result = match read {
        // Room now is the usual case, and then nothing is allocated.
        Read::Data(chunk) => match stream.try_write(lp, &chunk) {
            Ok(written) if written == chunk.len() => Ok(()),
            other => {
                let rest = chunk[other.unwrap_or(0)..].to_vec();
                stream.write(lp, rest, |lp, stream, result| {
                    if result.is_err() {
                        stream.close_quietly(lp);
                    }
                })
            }
        },
        Read::End => stream.shutdown(lp, |lp, stream, _| {
            stream.close_quietly(lp);
        }),
        Read::Error(error) => Err(error),
    };
    if result.is_err() {
        stream.close_quietly(lp);
    }
}

fn ask(lp: &EventLoop, server: Tcp) -> io::Result<()> {
    Tcp::new(lp).connect(lp, server.local_address(lp)?, move |lp, client, result| {
        if let Err(error) = result.and_then(|()| client.write(lp, "hello", |_, _, _| {})) {
            println!("nobody there: {error}");
        }
        let answered = client.read_start(lp, move |lp, stream, read| {
            if let Read::Data(chunk) = read {
                println!("the server says {:?}", String::from_utf8_lossy(&chunk));
            }
            stream.close_quietly(lp);
            server.close_quietly(lp);
        });
        if let Err(error) = answered {
            println!("no answer: {error}");
        }
    })
}
