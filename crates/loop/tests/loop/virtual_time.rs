//! Virtual time with real descriptors.

use crate::support::{Calls, Log};
use roundel_loop::{
    BackendKind, EventLoop, Interest, Lane, Options, Poll, RunMode, Signal, Timer, Udp, Wakeup,
    work,
};
use rustix::process::{Signal as Raised, getpid, kill_process};
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

const HOUR_MS: u64 = 3_600_000;
/// Far more than a jump takes, far less than what is jumped over.
const NO_TIME: Duration = Duration::from_secs(20);

fn virtual_loop() -> EventLoop {
    crate::test_limit::arm();
    let backend = BackendKind::VirtualTime;
    EventLoop::new(Options { backend, pool_threads: Some(4), ..Options::default() }).unwrap()
}

/// A handle that reads `expected` bytes, logs each, and closes.
fn reader(lp: &EventLoop, pipe: PipeReader, expected: usize, log: &Log<String>) -> Poll {
    let pipe = Rc::new(pipe);
    let poll = Poll::sharing(lp, Rc::clone(&pipe));
    let log = log.clone();
    let mut seen = 0;
    let callback = move |lp: &EventLoop, poll: Poll, _| {
        let mut byte = [0];
        (&*pipe).read_exact(&mut byte).unwrap();
        log.add(format!("read {}", byte[0]));
        seen += 1;
        if seen == expected {
            poll.close_quietly(lp);
        }
    };
    poll.start(lp, Interest::READABLE, callback).unwrap();
    poll
}

/// Writes `count` bytes, one each time that `pause` has passed.
fn writer(mut pipe: PipeWriter, count: u8, pause: Duration) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        for number in 0..count {
            thread::sleep(pause);
            pipe.write_all(&[number]).unwrap();
        }
    })
}

fn after(lp: &EventLoop, timeout_ms: u64, name: &'static str, log: &Log<String>) -> Timer {
    let timer = Timer::new(lp);
    let log = log.clone();
    timer.start(lp, timeout_ms, 0, move |_, _| log.add(name.to_owned()));
    timer
}

#[test]
fn sleeps_take_no_time() {
    let started = Instant::now();
    let lp = virtual_loop();
    let start_ms = lp.now();
    let log = Log::new();
    after(&lp, 2 * HOUR_MS, "two hours", &log);
    after(&lp, HOUR_MS, "one hour", &log);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["one hour".to_owned(), "two hours".to_owned()]);
    assert_eq!(lp.now() - start_ms, 2 * HOUR_MS);
    assert!(started.elapsed() < NO_TIME);
}

#[test]
fn a_pipe_between_own_ends_is_read_before_time_jumps() {
    let lp = virtual_loop();
    let log = Log::new();
    let (ours, mut theirs) = std::io::pipe().unwrap();
    theirs.write_all(&[1, 2]).unwrap();
    reader(&lp, ours, 2, &log);
    after(&lp, 1, "timer", &log);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["read 1", "read 2", "timer"].map(str::to_owned));
}

#[test]
fn what_the_outside_is_awaited_for_beats_a_later_timer_and_costs_no_virtual_time() {
    let lp = virtual_loop();
    let start_ms = lp.now();
    let log = Log::new();
    let (ours, theirs) = std::io::pipe().unwrap();
    reader(&lp, ours, 1, &log);
    let timer = after(&lp, HOUR_MS, "timer", &log);
    let outside = writer(theirs, 1, Duration::from_millis(20));
    while log.items().is_empty() {
        lp.run(RunMode::Once);
    }
    assert!(lp.now() - start_ms <= 1);
    timer.stop(&lp);
    assert!(!lp.run(RunMode::Default));
    outside.join().unwrap();
}

#[test]
fn a_deadline_is_waited_for_while_the_outside_is_silent() {
    let lp = virtual_loop();
    let log = Log::new();
    let (ours, theirs) = std::io::pipe().unwrap();
    let poll = reader(&lp, ours, 1, &log);
    let started = Instant::now();
    let start_ms = lp.now();
    Timer::new(&lp).start(&lp, 30, 0, move |lp, _| {
        poll.close_quietly(lp);
    });
    assert!(!lp.run(RunMode::Default));
    assert!(started.elapsed() >= Duration::from_millis(30));
    assert!(lp.now() - start_ms >= 30);
    drop(theirs);
}

/// Otherwise each byte would let the timer wait anew.
#[test]
fn a_talkative_outside_does_not_put_off_a_timer() {
    let lp = virtual_loop();
    let log = Log::new();
    let (ours, theirs) = std::io::pipe().unwrap();
    reader(&lp, ours, 100, &log);
    after(&lp, 50, "timer", &log);
    let outside = writer(theirs, 100, Duration::from_millis(5));
    assert!(!lp.run(RunMode::Default));
    outside.join().unwrap();
    let items = log.items();
    assert_eq!(items.len(), 101);
    let place = items.iter().position(|item| item == "timer").unwrap();
    assert!((1..100).contains(&place), "after {place} of 100 bytes");
}

#[test]
fn a_long_wait_for_the_outside_passes_on_the_clock() {
    let lp = virtual_loop();
    let start_ms = lp.now();
    let log = Log::new();
    let (ours, theirs) = std::io::pipe().unwrap();
    reader(&lp, ours, 1, &log);
    let outside = writer(theirs, 1, Duration::from_millis(1010));
    assert!(!lp.run(RunMode::Default));
    outside.join().unwrap();
    assert_eq!((lp.now() - start_ms) / 1000, 1);
}

#[test]
fn an_unreferenced_descriptor_is_looked_at_but_not_waited_for() {
    let started = Instant::now();
    let lp = virtual_loop();
    let log = Log::new();
    let (ours, mut theirs) = std::io::pipe().unwrap();
    let poll = reader(&lp, ours, 9, &log);
    poll.unreference(&lp);
    after(&lp, HOUR_MS, "an hour", &log);
    Timer::new(&lp).start(&lp, HOUR_MS + 1, 0, move |_, _| theirs.write_all(&[7]).unwrap());
    after(&lp, 2 * HOUR_MS, "two hours", &log);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["an hour", "read 7", "two hours"].map(str::to_owned));
    assert!(started.elapsed() < NO_TIME);
}

#[test]
fn a_wakeup_that_keeps_the_loop_alive_is_waited_for() {
    let lp = virtual_loop();
    let log = Log::new();
    let awaited = log.clone();
    let wakeup = Wakeup::new(&lp, move |lp, wakeup| {
        awaited.add("wakeup".to_owned());
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(&lp).unwrap();
    after(&lp, HOUR_MS, "an hour", &log);
    let outside = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        sender.send();
    });
    assert!(!lp.run(RunMode::Default));
    outside.join().unwrap();
    log.expect(&["wakeup", "an hour"].map(str::to_owned));
}

#[test]
fn a_signal_is_noticed_while_time_jumps() {
    let lp = virtual_loop();
    let signal = Signal::new(&lp);
    let caught = Calls::new();
    let count = caught.clone();
    signal
        .start(&lp, Raised::POWER.as_raw(), move |lp, _| {
            count.hit();
            lp.stop();
        })
        .unwrap();
    signal.unreference(&lp);
    let outside = thread::spawn(|| {
        thread::sleep(Duration::from_millis(20));
        kill_process(getpid(), Raised::POWER).unwrap();
    });
    Timer::new(&lp).start(&lp, 1, 1, |_, _| {});
    assert!(lp.run(RunMode::Default), "the timer repeats for ever");
    outside.join().unwrap();
    assert_eq!(caught.count(), 1);
}

#[test]
fn jobs_finish_in_the_order_of_their_submission_and_do_not_wait_for_the_outside() {
    let lp = virtual_loop();
    let log = Log::new();
    let (ours, mut theirs) = std::io::pipe().unwrap();
    reader(&lp, ours, 1, &log);
    for name in ["first", "second", "third"] {
        let log = log.clone();
        // The first takes longest, which the virtual threads do not see.
        let pause = Duration::from_millis(if name == "first" { 20 } else { 0 });
        work(&lp, Lane::Fast, move || thread::sleep(pause), move |_, _| log.add(name.to_owned()));
    }
    let mut last = Some(log.clone());
    Timer::new(&lp).start(&lp, 5, 0, move |_, _| {
        assert_eq!(last.take().unwrap().items(), ["first", "second", "third"]);
        theirs.write_all(&[1]).unwrap();
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(log.items().last().unwrap(), "read 1");
}

/// Two sockets that answer each other, beside timers: both are in memory, so nothing is waited for.
#[test]
fn datagrams_between_sockets_of_the_loop_take_no_time() {
    let run = || {
        let started = Instant::now();
        let lp = virtual_loop();
        let log = Log::new();
        let server = Udp::new(&lp);
        server.bind(&lp, "0.0.0.0:0".parse().unwrap()).unwrap();
        let entry = log.clone();
        server
            .receive_start(&lp, move |lp, udp, datagram| {
                let datagram = datagram.unwrap();
                entry.add(format!("{} at {}", String::from_utf8_lossy(&datagram.bytes), lp.now()));
                udp.send(lp, "answer", Some(datagram.from), |_, _, result| result.unwrap())
                    .unwrap();
            })
            .unwrap();
        let port = server.local_address(&lp).unwrap().port();
        let client = Udp::new(&lp);
        let (entry, mut answers) = (log.clone(), 0);
        client.bind(&lp, "0.0.0.0:0".parse().unwrap()).unwrap();
        client
            .receive_start(&lp, move |lp, udp, datagram| {
                assert_eq!(datagram.unwrap().from.port(), port);
                entry.add(format!("answer at {}", lp.now()));
                answers += 1;
                if answers == 3 {
                    udp.close_quietly(lp);
                    server.close_quietly(lp);
                }
            })
            .unwrap();
        for number in 0..3 {
            Timer::new(&lp).start(&lp, (number + 1) * HOUR_MS, 0, move |lp, _| {
                let to = std::net::SocketAddr::from(([127, 0, 0, 1], port));
                client
                    .send(lp, format!("question {number}"), Some(to), |_, _, r| r.unwrap())
                    .unwrap();
            });
        }
        assert!(!lp.run(RunMode::Default));
        assert!(started.elapsed() < NO_TIME);
        log.items()
    };
    let items = run();
    assert_eq!(items.len(), 6);
    assert_eq!(items, run());
}

/// A socket that sends to somebody outside, or hears of a group, is the kernel's from then on.
#[test]
fn datagrams_reach_the_outside() {
    let lp = virtual_loop();
    let outside = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = outside.local_addr().unwrap();
    let thread = thread::spawn(move || {
        let mut bytes = [0; 64];
        outside.set_read_timeout(Some(NO_TIME)).unwrap();
        let (length, from) = outside.recv_from(&mut bytes).unwrap();
        outside.send_to(&[&bytes[..length], b"!"].concat(), from).unwrap();
    });
    let udp = Udp::new(&lp);
    udp.bind(&lp, "0.0.0.0:0".parse().unwrap()).unwrap();
    udp.set_ttl(&lp, 9).unwrap();
    udp.set_broadcast(&lp, true).unwrap();
    let log = Log::new();
    let entry = log.clone();
    udp.receive_start(&lp, move |lp, udp, datagram| {
        entry.add(String::from_utf8_lossy(&datagram.unwrap().bytes).into_owned());
        udp.close_quietly(lp);
    })
    .unwrap();
    lp.run(RunMode::NoWait);
    let before = udp.local_address(&lp).unwrap().port();
    udp.send(&lp, "out", Some(address), |_, _, result| result.unwrap()).unwrap();
    assert_ne!(before, 0);
    assert!(!lp.run(RunMode::Default));
    thread.join().unwrap();
    log.expect(&["out!".to_owned()]);
}

#[test]
fn a_file_has_no_readiness_here_either() {
    let lp = virtual_loop();
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let error = Poll::new(&lp, file).start(&lp, Interest::READABLE, |_, _, _| {});
    assert_eq!(error.unwrap_err().raw_os_error(), Some(1), "EPERM");
}
