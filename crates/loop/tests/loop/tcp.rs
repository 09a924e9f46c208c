//! TCP: connections, listeners, resets, delayed errors.

use crate::support::{Calls, Digest, Log, SEEDS, both, message, real, simulated_loop, system_loop};
use roundel_loop::{EventLoop, Faults, Phase, Read, RunMode, Tcp};
use std::io;
use std::net::SocketAddr;

fn any() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// An address where nobody listens.
fn nobody(lp: &EventLoop) -> SocketAddr {
    let tcp = Tcp::new(lp);
    tcp.bind(lp, any()).unwrap();
    let address = tcp.local_address(lp).unwrap();
    tcp.close_quietly(lp);
    address
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

both!(an_echo_gives_back_what_it_got, |lp| {
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

both!(a_refused_connection_is_told_to_the_callback, |lp| {
    let closed = nobody(lp);
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

both!(a_taken_address_is_told_late, |lp| {
    let taken = Tcp::new(lp);
    taken.bind(lp, any()).unwrap();
    taken.listen(lp, 1, |_, _, _| unreachable!()).unwrap();
    taken.unreference(lp);
    let address = taken.local_address(lp).unwrap();
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

both!(a_reset_is_an_error_on_the_other_side, |lp| {
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

both!(writes_before_the_connection_wait_for_it, |lp| {
    let log = Log::new();
    let entry = log.clone();
    let address = serve(lp, 1, move |lp, connection| {
        let (entry, mut text) = (entry.clone(), Vec::new());
        connection
            .read_start(lp, move |lp, stream, read| match read {
                Read::Data(chunk) => text.extend_from_slice(&chunk),
                _ => {
                    entry.add(String::from_utf8(std::mem::take(&mut text)).unwrap());
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

both!(a_second_connect_is_refused, |lp| {
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

/// Two hundred connections at once, some cut off in the middle.
fn hostile(lp: &EventLoop, connections: usize) {
    let (opened, closed) = (Calls::new(), Calls::new());
    let server = Tcp::new(lp);
    server.bind(lp, any()).unwrap();
    let (hit, gone) = (opened.clone(), closed.clone());
    server
        .listen(lp, 511, move |lp, _, connection| {
            hit.hit();
            let (gone, mut came) = (gone.clone(), Digest::new());
            connection
                .unwrap()
                .read_start(lp, move |lp, stream, read| match read {
                    Read::Data(chunk) => came.add(&chunk),
                    Read::End | Read::Error(_) => {
                        if matches!(read, Read::End) {
                            assert_eq!(came, Digest::of(&message(70_000)));
                        }
                        gone.hit();
                        stream.close_quietly(lp);
                    }
                })
                .unwrap();
        })
        .unwrap();
    let address = server.local_address(lp).unwrap();
    let (connected, left) = (Calls::new(), Calls::new());
    for _ in 0..connections {
        let (connected, left) = (connected.clone(), left.clone());
        let done = move |lp: &EventLoop| {
            if left.hit() == connections {
                server.unreference(lp);
            }
        };
        Tcp::new(lp)
            .connect(lp, address, move |lp, client, result| {
                if result.is_err() {
                    client.close(lp, done);
                    return;
                }
                connected.hit();
                client.write(lp, message(70_000), |_, _, _| {}).unwrap();
                let end = client.shutdown(lp, |lp, stream, _| {
                    stream.close(lp, done);
                });
                end.unwrap();
            })
            .unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(left.count(), connections);
    assert!(connected.count() >= opened.count());
    assert_eq!(opened.count(), closed.count(), "nobody is left behind");
    server.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(lp.handle_count(), 0);
}

both!(two_hundred_connections_at_once, |lp| {
    hostile(lp, 200);
});

#[test]
fn faults_lose_nothing_but_what_they_cut_off() {
    for seed in SEEDS.into_iter().chain(10..30) {
        let lp = simulated_loop(seed);
        let faults = Faults { resets: true, refusals: true, ..Faults::default() };
        lp.simulation().unwrap().set_faults(faults);
        hostile(&lp, 40);
        assert!(lp.take_failure().is_none());
    }
}

#[test]
fn a_shortage_of_descriptors_is_told_and_passes() {
    let lp = &simulated_loop(3);
    let server = Tcp::new(lp);
    server.bind(lp, any()).unwrap();
    let log = Log::new();
    let entry = log.clone();
    server
        .listen(lp, 1, move |lp, server, connection| match connection {
            Ok(connection) => {
                entry.add(0);
                connection.close_quietly(lp);
                server.close_quietly(lp);
            }
            Err(error) => {
                entry.add(error.raw_os_error().unwrap());
                lp.simulation().unwrap().set_faults(Faults::default());
            }
        })
        .unwrap();
    Tcp::new(lp)
        .connect(lp, server.local_address(lp).unwrap(), |lp, client, result| {
            result.unwrap();
            client.close_quietly(lp);
        })
        .unwrap();
    lp.simulation().unwrap().set_faults(Faults { shortage: true, ..Faults::default() });
    assert!(!lp.run(RunMode::Default));
    log.expect(&[24, 0]);
}

/// Runs the test below in a process with few descriptors.
#[test]
fn a_listener_survives_the_last_descriptor() {
    let script = "ulimit -n 24; exec \"$0\" --exact tcp::with_few_descriptors --ignored";
    let test = std::env::current_exe().unwrap();
    let output = std::process::Command::new("sh").args(["-c", script]).arg(test).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "needs a process of its own: a_listener_survives_the_last_descriptor starts it"]
fn with_few_descriptors() {
    let lp = &system_loop();
    let server = Tcp::new(lp);
    server.bind(lp, any()).unwrap();
    let accepted = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let kept = std::rc::Rc::clone(&accepted);
    server
        .listen(lp, 64, move |_, _, connection| kept.borrow_mut().push(connection.unwrap()))
        .unwrap();
    let address = server.local_address(lp).unwrap();
    let clients: Vec<_> = std::iter::repeat_with(|| std::net::TcpStream::connect(address))
        .map_while(Result::ok)
        .collect();
    assert!(clients.len() > 5, "{}", clients.len());
    for _ in 0..clients.len() {
        lp.run(RunMode::NoWait);
    }
    assert!(accepted.borrow().is_empty(), "there was no descriptor for anybody");
    for mut client in clients {
        // Shown out: the end or a reset, and not a wait for ever.
        client.set_read_timeout(Some(std::time::Duration::from_secs(10))).unwrap();
        let read = io::Read::read(&mut client, &mut [0]);
        assert!(
            !matches!(&read, Err(error) if error.kind() == io::ErrorKind::WouldBlock),
            "{read:?}"
        );
    }
    let _client = std::net::TcpStream::connect(address).unwrap();
    lp.run(RunMode::NoWait);
    assert_eq!(accepted.borrow().len(), 1, "and whoever comes later is served");
}
