//! Datagrams there and back, and how long they took.
//!
//! `cargo run -p roundel-loop --example udp_ping`

use std::io;

use roundel_loop::{EventLoop, Options, RunMode, Udp};

const PINGS: usize = 5;

fn main() -> io::Result<()> {
    let lp = EventLoop::new(Options::default())?;
    let local = "127.0.0.1:0".parse().map_err(io::Error::other)?;

    let mirror = Udp::new(&lp);
    mirror.bind(&lp, local)?;
    mirror.receive_start(&lp, |lp, udp, datagram| {
        if let Ok(datagram) = datagram {
            let from = datagram.from;
            let _ = udp.send(lp, datagram.bytes.into_vec(), Some(from), |_, _, _| {});
        }
    })?;
    // It does not keep the loop going when everybody else has gone.
    mirror.unreference(&lp);

    let client = Udp::new(&lp);
    client.connect(&lp, mirror.local_address(&lp)?)?;
    let mut count = 0;
    client.receive_start(&lp, move |lp, udp, datagram| {
        match datagram.map(|datagram| <[u8; 8]>::try_from(&*datagram.bytes)) {
            Ok(Ok(sent_ns)) => {
                let took_ns = lp.hrtime() - u64::from_ne_bytes(sent_ns);
                println!("{} us", took_ns / 1000);
            }
            other => println!("not what was sent: {other:?}"),
        }
        count += 1;
        if count == PINGS || ping(lp, udp).is_err() {
            udp.close_quietly(lp);
        }
    })?;
    ping(&lp, client)?;
    lp.run(RunMode::Default);
    Ok(())
}

fn ping(lp: &EventLoop, udp: Udp) -> io::Result<()> {
    udp.send(lp, lp.hrtime().to_ne_bytes(), None, |_, _, result| {
        if let Err(error) = result {
            println!("not sent: {error}");
        }
    })
}
