//! TCP: connections, listeners, resets, delayed errors.

use crate::support::{Calls, Digest, Log, message, real};
use roundel_loop::{EventLoop, Phase, Read, RunMode, Tcp};
use std::io;
use std::net::SocketAddr;

fn any() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// A server that gives its first `connections` to `then` and closes after them.
fn serve(
    lp: &EventLoop,
    connections: usize,
    mut then: impl FnMut(&EventLoop, Tcp) + 'static,
) -> SocketAddr {
    let server = Tcp::new(lp);
    server.bind(lp, any()).unwrap();
    let calls = Calls::new();
    server
        .listen(lp, 128, move |lp, server, connection| {
            then(lp, connection.unwrap());
            if calls.hit() == connections {
                server.close_quietly(lp);
            }
        })
        .unwrap();
    server.local_address(lp).unwrap()
}

real!(an_echo_gives_back_what_it_got, |lp| {
    let address = serve(lp, 3, |lp, connection| {
        connection
            .read_start(lp, |lp, stream, read| match read {
                Read::Data(chunk) => {
                    stream.write(lp, chunk.into_vec(), |_, _, result| result.unwrap()).unwrap();
                }
                Read::End => {
                    stream
                        .shutdown(lp, |lp, stream, _| {
                            stream.close_quietly(lp);
                        })
                        .unwrap();
                }
                Read::Error(error) => panic!("{error}"),
            })
            .unwrap();
    });
    let done = Calls::new();
    for length in [1, 100_000, 3 << 20] {
        let hit = done.clone();
        Tcp::new(lp)
            .connect(lp, address, move |lp, client, result| {
                result.unwrap();
                assert_eq!(client.peer_address(lp).unwrap(), address);
                client.set_nodelay(lp, true).unwrap();
                let sent = message(length);
                let (expected, mut came) = (Digest::of(&sent), Digest::new());
                client.write(lp, sent, |_, _, result| result.unwrap()).unwrap();
                client.shutdown(lp, |_, _, result| result.unwrap()).unwrap();
                client
                    .read_start(lp, move |lp, stream, read| match read {
                        Read::Data(chunk) => came.add(&chunk),
                        Read::End => {
                            assert_eq!(came, expected);
                            hit.hit();
                            stream.close_quietly(lp);
                        }
                        Read::Error(error) => panic!("{error}"),
                    })
                    .unwrap();
            })
            .unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(done.count(), 3);
    assert_eq!(lp.handle_count(), 0);
});

real!(one_connection_is_accepted_per_event, |lp| {
    let accepted = Calls::new();
    let hit = accepted.clone();
    let address = serve(lp, 3, move |lp, connection| {
        hit.hit();
        connection.close_quietly(lp);
    });
    let clients: Vec<_> = (0..3).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
    for expected in [1, 2, 3] {
        lp.run(RunMode::NoWait);
        assert_eq!(accepted.count(), expected);
    }
    drop(clients);
    assert!(!lp.run(RunMode::Default));
});

real!(a_refused_connection_is_told_to_the_callback, |lp| {
    let closed = std::net::TcpListener::bind(any()).unwrap().local_addr().unwrap();
    let log = Log::new();
    let entry = log.clone();
    Tcp::new(lp)
        .connect(lp, closed, move |lp, tcp, result| {
            entry.add(result.unwrap_err().kind());
            assert!(!tcp.is_writable(lp));
            tcp.close_quietly(lp);
        })
        .unwrap();
    log.expect(&[]);
    assert!(!lp.run(RunMode::Default));
    log.expect(&[io::ErrorKind::ConnectionRefused]);
});

real!(a_taken_address_is_told_late, |lp| {
    let taken = std::net::TcpListener::bind(any()).unwrap();
    let address = taken.local_addr().unwrap();
    let in_use = io::ErrorKind::AddrInUse;
    let listener = Tcp::new(lp);
    listener.bind(lp, address).unwrap();
    assert_eq!(listener.local_address(lp).unwrap_err().kind(), in_use);
    assert_eq!(listener.listen(lp, 1, |_, _, _| {}).unwrap_err().kind(), in_use);
    listener.close_quietly(lp);
    let client = Tcp::new(lp);
    client.bind(lp, address).unwrap();
    let log = Log::new();
    let entry = log.clone();
    client
        .connect(lp, address, move |lp, client, result| {
            entry.add((lp.current_phase(), result.unwrap_err().kind()));
            client.close_quietly(lp);
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&[(Phase::Pending, in_use)]);
});

real!(a_reset_is_an_error_on_the_other_side, |lp| {
    let log = Log::new();
    let entry = log.clone();
    let address = serve(lp, 1, move |lp, connection| {
        let entry = entry.clone();
        connection
            .read_start(lp, move |lp, stream, read| {
                let Read::Error(error) = read else { panic!("{read:?}") };
                entry.add(error.kind());
                stream.close_quietly(lp);
            })
            .unwrap();
    });
    Tcp::new(lp)
        .connect(lp, address, |lp, client, result| {
            result.unwrap();
            client.close_reset(lp, |_| {}).unwrap();
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&[io::ErrorKind::ConnectionReset]);
});

real!(writes_before_the_connection_wait_for_it, |lp| {
    let log = Log::new();
    let entry = log.clone();
    let address = serve(lp, 1, move |lp, connection| {
        let entry = entry.clone();
        connection
            .read_start(lp, move |lp, stream, read| match read {
                Read::Data(chunk) => entry.add(String::from_utf8(chunk.to_vec()).unwrap()),
                _ => {
                    stream.close_quietly(lp);
                }
            })
            .unwrap();
    });
    let client = Tcp::new(lp);
    let entry = log.clone();
    client
        .connect(lp, address, move |_, _, result| {
            result.unwrap();
            entry.add("connected".to_owned());
        })
        .unwrap();
    assert_eq!(client.try_write(lp, b"x").unwrap_err().kind(), io::ErrorKind::WouldBlock);
    let entry = log.clone();
    client
        .write(lp, "early", move |lp, stream, result| {
            result.unwrap();
            entry.add("written".to_owned());
            stream.close_quietly(lp);
        })
        .unwrap();
    assert_eq!(client.write_queue_size(lp), 5);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["connected", "written", "early"].map(str::to_owned));
});

real!(a_second_connect_is_refused, |lp| {
    let address = serve(lp, 1, |lp, connection| {
        connection.close_quietly(lp);
    });
    let client = Tcp::new(lp);
    client
        .connect(lp, address, |lp, client, result| {
            result.unwrap();
            client.close_quietly(lp);
        })
        .unwrap();
    let error = client.connect(lp, address, |_, _, _| unreachable!()).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(114), "EALREADY");
    assert!(!lp.run(RunMode::Default));
});
