//! Signals. They belong to the process, so every test here has signal numbers of its own.

use crate::support::{Calls, Log, simulated_loop, system_loop};
use roundel_loop::{EventLoop, Interest, Lane, Poll, RunMode, Signal, Timer, Wakeup, work};
use rustix::process::{getpid, kill_process};
use std::io::Write;

type Named = rustix::process::Signal;

fn raise(signal: Named) {
    kill_process(getpid(), signal).unwrap();
}

/// The body on both back-ends, with a signal for each.
fn on_both(system: Named, simulated: Named, body: impl Fn(&EventLoop, Named)) {
    body(&system_loop(), system);
    body(&simulated_loop(3), simulated);
}

#[test]
fn a_signal_is_delivered_to_its_handle() {
    on_both(Named::USR1, Named::USR1, |lp, which| {
        let calls = Calls::new();
        let hit = calls.clone();
        let signal = Signal::new(lp);
        signal
            .start(lp, which.as_raw(), move |lp, signal| {
                assert_eq!(signal.number(lp), Some(which.as_raw()));
                if hit.hit() == 3 {
                    signal.close_quietly(lp);
                } else {
                    raise(which);
                }
            })
            .unwrap();
        raise(which);
        assert!(!lp.run(RunMode::Default));
        assert_eq!(calls.count(), 3);
    });
}

#[test]
fn a_oneshot_handle_stops_itself() {
    on_both(Named::USR2, Named::USR2, |lp, which| {
        let calls = Calls::new();
        let hit = calls.clone();
        let signal = Signal::new(lp);
        signal
            .start_oneshot(lp, which.as_raw(), move |lp, signal| {
                assert!(!signal.is_active(lp));
                hit.hit();
            })
            .unwrap();
        raise(which);
        assert!(!lp.run(RunMode::Default));
        assert_eq!(calls.count(), 1);
    });
}

#[test]
fn several_handles_in_start_order_and_stopping_one_of_them() {
    on_both(Named::WINCH, Named::WINCH, |lp, which| {
        let log = Log::new();
        let second = Signal::new(lp);
        let third = Signal::new(lp);
        let entry = log.clone();
        Signal::new(lp)
            .start(lp, which.as_raw(), move |lp, signal| {
                entry.add("first");
                second.stop(lp);
                signal.stop(lp);
            })
            .unwrap();
        second.start(lp, which.as_raw(), |_, _| unreachable!()).unwrap();
        let entry = log.clone();
        third
            .start(lp, which.as_raw(), move |lp, signal| {
                entry.add("third");
                signal.stop(lp);
            })
            .unwrap();
        raise(which);
        assert!(!lp.run(RunMode::Default));
        log.expect(&["first", "third"]);
    });
}

#[test]
fn several_loops_on_several_threads_all_get_it() {
    let which = Named::CONT;
    let (ready, count) = std::sync::mpsc::channel();
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let ready = ready.clone();
            std::thread::spawn(move || {
                let lp = system_loop();
                let calls = Calls::new();
                let hit = calls.clone();
                Signal::new(&lp)
                    .start(&lp, which.as_raw(), move |lp, signal| {
                        hit.hit();
                        signal.close_quietly(lp);
                    })
                    .unwrap();
                ready.send(()).unwrap();
                lp.run(RunMode::Default);
                calls.count()
            })
        })
        .collect();
    for _ in 0..3 {
        count.recv().unwrap();
    }
    raise(which);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 1);
    }
}

#[test]
fn the_default_comes_back_with_the_last_handle() {
    // SIGURG is ignored by default, so it can be raised when nobody listens.
    let (lp, which) = (system_loop(), Named::URG);
    let calls = Calls::new();
    let handles = [(); 2].map(|()| {
        let hit = calls.clone();
        let signal = Signal::new(&lp);
        signal
            .start(&lp, which.as_raw(), move |_, _| {
                hit.hit();
            })
            .unwrap();
        signal
    });
    let caught = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("SigCgt")).unwrap();
        let mask = u64::from_str_radix(line.split_whitespace().nth(1).unwrap(), 16).unwrap();
        mask & (1 << (which.as_raw() - 1)) != 0
    };
    assert!(caught());
    handles[0].stop(&lp);
    assert!(caught());
    handles[1].stop(&lp);
    assert!(!caught());
    raise(which);
    assert!(!lp.run(RunMode::NoWait));
    assert_eq!(calls.count(), 0);
}

#[test]
fn numbers_that_can_not_be_caught_are_refused() {
    let lp = system_loop();
    for number in [0, -1, 9, 19, 65, 1000, i32::MAX, i32::MIN] {
        let signal = Signal::new(&lp);
        let error = signal.start(&lp, number, |_, _| {}).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(22), "{number}");
        assert!(!signal.is_active(&lp));
    }
    assert!(!lp.alive());
}

#[test]
fn an_unreferenced_signal_handle_lets_the_loop_end() {
    let lp = system_loop();
    let signal = Signal::new(&lp);
    signal.start(&lp, Named::IO.as_raw(), |_, _| unreachable!()).unwrap();
    signal.unreference(&lp);
    assert!(!lp.run(RunMode::Default));
}

#[test]
fn starting_again_moves_to_the_other_signal() {
    let lp = system_loop();
    let signal = Signal::new(&lp);
    signal.start(&lp, Named::IO.as_raw(), |_, _| unreachable!()).unwrap();
    let calls = Calls::new();
    let hit = calls.clone();
    signal
        .start(&lp, Named::PROF.as_raw(), move |lp, signal| {
            hit.hit();
            signal.close_quietly(lp);
        })
        .unwrap();
    raise(Named::PROF);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
}

#[test]
fn signals_are_the_last_of_poll() {
    let (lp, which) = (system_loop(), Named::VTALARM);
    let log = Log::new();
    let entry = log.clone();
    let signal = Signal::new(&lp);
    signal.start(&lp, which.as_raw(), move |_, _| entry.add("signal")).unwrap();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let entry = log.clone();
    let poll = Poll::new(&lp, reader);
    poll.start(&lp, Interest::READABLE, move |lp, poll, _| {
        entry.add("poll");
        poll.stop(lp);
    })
    .unwrap();
    let entry = log.clone();
    let wakeup = Wakeup::new(&lp, move |_, _| entry.add("wakeup"));
    let entry = log.clone();
    let (finish, finished) = std::sync::mpsc::channel();
    work(&lp, Lane::Fast, move || finish.send(()).unwrap(), move |_, _| entry.add("work"));
    finished.recv().unwrap();
    raise(which);
    wakeup.sender(&lp).unwrap().send();
    writer.write_all(b"x").unwrap();
    // The job's reply is posted a moment after the job has ended.
    std::thread::sleep(std::time::Duration::from_millis(20));
    lp.run(RunMode::NoWait);
    log.expect(&["poll", "work", "wakeup", "signal"]);
}

#[test]
fn a_signal_for_nobody_does_not_end_the_wait() {
    // Another loop's signal interrupts this loop's system call; this one goes on waiting.
    let (lp, other, which) = (system_loop(), system_loop(), Named::ALARM);
    Signal::new(&other).start(&other, which.as_raw(), |_, _| {}).unwrap();
    let start_ms = lp.now();
    Timer::new(&lp).start(&lp, 60, 0, |_, _| {});
    let thread = std::thread::spawn(move || {
        for _ in 0..20 {
            raise(which);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    });
    lp.run(RunMode::Default);
    assert!(lp.now() >= start_ms + 60);
    assert_eq!(lp.metrics().iterations, 1);
    thread.join().unwrap();
}

#[test]
fn deliveries_while_handles_come_and_go() {
    // The list of listeners is replaced while handlers read it.
    let which = Named::TTIN;
    let keeper = system_loop();
    Signal::new(&keeper).start(&keeper, which.as_raw(), |_, _| {}).unwrap();
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let flag = std::sync::Arc::clone(&stop);
    let thread = std::thread::spawn(move || {
        while !flag.load(std::sync::atomic::Ordering::Relaxed) {
            raise(which);
        }
    });
    for _ in 0..300 {
        let lp = system_loop();
        let signal = Signal::new(&lp);
        signal.start(&lp, which.as_raw(), |_, _| {}).unwrap();
        lp.run(RunMode::NoWait);
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    thread.join().unwrap();
    keeper.run(RunMode::NoWait);
}
