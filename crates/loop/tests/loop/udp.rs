//! UDP: datagrams, queues, connections, groups.

use crate::support::{Calls, Digest, Log, both, message, real};
use roundel_loop::{EventLoop, Membership, Phase, RunMode, Udp};
use std::io;
use std::net::SocketAddr;

fn any() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

fn bound(lp: &EventLoop) -> Udp {
    let udp = Udp::new(lp);
    udp.bind(lp, any()).unwrap();
    udp
}

both!(datagrams_arrive_one_by_one_and_whole, |lp| {
    let receiver = bound(lp);
    let (calls, lengths) = (Calls::new(), [0, 1, 100, 1400, 30_000]);
    let hit = calls.clone();
    receiver
        .receive_start(lp, move |lp, udp, datagram| {
            let datagram = datagram.unwrap();
            let expected = message(lengths[hit.hit() - 1]);
            assert_eq!(Digest::of(&datagram.bytes), Digest::of(&expected));
            assert!(!datagram.is_cut && datagram.from.ip().is_loopback());
            if hit.count() == lengths.len() {
                udp.close_quietly(lp);
            }
        })
        .unwrap();
    let to = receiver.local_address(lp).unwrap();
    let sender = Udp::new(lp);
    let sent = Calls::new();
    for length in lengths {
        let hit = sent.clone();
        sender
            .send(lp, message(length), Some(to), move |lp, udp, result| {
                result.unwrap();
                if hit.hit() == lengths.len() {
                    udp.close_quietly(lp);
                }
            })
            .unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!((calls.count(), sent.count()), (5, 5));
    assert_eq!(lp.handle_count(), 0);
});

both!(an_answer_goes_back_to_who_asked, |lp| {
    let server = bound(lp);
    server
        .receive_start(lp, |lp, udp, datagram| {
            let datagram = datagram.unwrap();
            let answer = [&*datagram.bytes, b"!"].concat();
            udp.send(lp, answer, Some(datagram.from), |lp, udp, result| {
                result.unwrap();
                udp.close_quietly(lp);
            })
            .unwrap();
        })
        .unwrap();
    let client = Udp::new(lp);
    client.connect(lp, server.local_address(lp).unwrap()).unwrap();
    let log = Log::new();
    let entry = log.clone();
    client
        .receive_start(lp, move |lp, udp, datagram| {
            entry.add(String::from_utf8(datagram.unwrap().bytes.to_vec()).unwrap());
            udp.close_quietly(lp);
        })
        .unwrap();
    while client.try_send(lp, b"hello", None).is_err() {}
    let elsewhere = client.try_send(lp, b"hello", Some(any())).unwrap_err();
    assert_eq!(elsewhere.raw_os_error(), Some(106), "EISCONN");
    assert!(!lp.run(RunMode::Default));
    log.expect(&["hello!".to_owned()]);
});

real!(a_send_that_goes_through_at_once_is_called_back_in_the_pending_phase, |lp| {
    let receiver = bound(lp);
    let log = Log::new();
    let entry = log.clone();
    Udp::new(lp)
        .send(lp, "x", Some(receiver.local_address(lp).unwrap()), move |lp, udp, result| {
            result.unwrap();
            entry.add(lp.current_phase());
            udp.close_quietly(lp);
        })
        .unwrap();
    log.expect(&[]);
    assert!(!lp.run(RunMode::Default));
    log.expect(&[Phase::Pending]);
});

both!(a_datagram_too_long_is_an_error_and_the_next_one_goes, |lp| {
    let receiver = bound(lp);
    let to = Some(receiver.local_address(lp).unwrap());
    let sender = Udp::new(lp);
    let log = Log::new();
    for length in [100_000, 10] {
        let entry = log.clone();
        sender
            .send(lp, vec![0; length], to, move |_, _, result| {
                entry.add(result.err().and_then(|error| error.raw_os_error()));
            })
            .unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    log.expect(&[Some(90), None]);
    assert_eq!(sender.send_queue_size(lp), 0);
});

both!(a_close_calls_back_every_send, |lp| {
    let receiver = bound(lp);
    let to = Some(receiver.local_address(lp).unwrap());
    let sender = Udp::new(lp);
    let (calls, log) = (Calls::new(), Log::new());
    for _ in 0..100 {
        let hit = calls.clone();
        sender
            .send(lp, message(1000), to, move |lp, _, result| {
                hit.hit();
                assert_eq!(lp.current_phase(), Phase::Closing);
                if let Err(error) = result {
                    assert_eq!(error.raw_os_error(), Some(125), "ECANCELED");
                }
            })
            .unwrap();
    }
    let entry = log.clone();
    let count = calls.clone();
    sender.close(lp, move |_| entry.add(count.count()));
    assert!(!lp.run(RunMode::Default));
    log.expect(&[100]);
    assert!(!lp.alive());
});

both!(receiving_stops_and_goes_on, |lp| {
    let receiver = bound(lp);
    let to = Some(receiver.local_address(lp).unwrap());
    let log = Log::new();
    let sender = Udp::new(lp);
    for text in ["one", "two"] {
        while sender.try_send(lp, text.as_bytes(), to).is_err() {}
    }
    for _ in 0..2 {
        let entry = log.clone();
        receiver
            .receive_start(lp, move |lp, udp, datagram| {
                entry.add(String::from_utf8(datagram.unwrap().bytes.to_vec()).unwrap());
                udp.receive_stop(lp);
            })
            .unwrap();
        assert!(!lp.run(RunMode::Default));
    }
    log.expect(&["one".to_owned(), "two".to_owned()]);
});

both!(bad_addresses_are_errors, |lp| {
    let udp = bound(lp);
    let taken = Udp::new(lp).bind(lp, udp.local_address(lp).unwrap()).unwrap_err();
    assert_eq!(taken.kind(), io::ErrorKind::AddrInUse);
    assert_eq!(udp.try_send(lp, b"x", None).unwrap_err().raw_os_error(), Some(89));
    assert_eq!(udp.disconnect(lp).unwrap_err().kind(), io::ErrorKind::NotConnected);
    udp.close_quietly(lp);
    assert_eq!(udp.local_address(lp).unwrap_err().raw_os_error(), Some(9));
    assert!(udp.receive_start(lp, |_, _, _| {}).is_err());
});

real!(nobody_at_the_other_end_is_told_to_a_connected_socket, |lp| {
    let gone = std::net::UdpSocket::bind(any()).unwrap().local_addr().unwrap();
    let udp = Udp::new(lp);
    udp.connect(lp, gone).unwrap();
    let log = Log::new();
    let entry = log.clone();
    udp.receive_start(lp, move |lp, udp, datagram| {
        entry.add(datagram.unwrap_err().kind());
        udp.close_quietly(lp);
    })
    .unwrap();
    udp.try_send(lp, b"hello?", None).unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&[io::ErrorKind::ConnectionRefused]);
});

real!(a_group_hears_what_is_sent_to_it, |lp| {
    let group = "239.255.17.3".parse().unwrap();
    let loopback = "127.0.0.1".parse().unwrap();
    let membership = Membership { interface: loopback, ..Membership::new(group) };
    let receiver = Udp::new(lp);
    receiver.bind(lp, "0.0.0.0:0".parse().unwrap()).unwrap();
    receiver.join(lp, membership).unwrap();
    let sender = bound(lp);
    sender.set_multicast_interface(lp, loopback, 0).unwrap();
    sender.set_multicast_loop(lp, true).unwrap();
    sender.set_multicast_ttl(lp, 0).unwrap();
    let calls = Calls::new();
    let hit = calls.clone();
    receiver
        .receive_start(lp, move |lp, udp, datagram| {
            assert_eq!(&*datagram.unwrap().bytes, b"all");
            udp.leave(lp, membership).unwrap();
            assert!(udp.leave(lp, membership).is_err());
            hit.hit();
            udp.close_quietly(lp);
        })
        .unwrap();
    let port = receiver.local_address(lp).unwrap().port();
    sender.try_send(lp, b"all", Some((group, port).into())).unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});
