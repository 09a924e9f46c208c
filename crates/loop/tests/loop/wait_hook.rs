//! The hook around the blocking wait.

use crate::support::{Log, simulated_loop, system_loop};
use roundel_loop::{EventLoop, Idle, Interest, Poll, RunMode, Timer, WaitEdge, Wakeup};
use std::cell::Cell;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

/// A loop whose hook writes down its edges.
fn hooked(lp: EventLoop) -> (EventLoop, Log<WaitEdge>) {
    let log = Log::new();
    let edges = log.clone();
    lp.set_wait_hook(Some(Box::new(move |edge| edges.add(edge))));
    (lp, log)
}

#[test]
fn it_is_called_on_both_sides_of_a_wait() {
    let (lp, edges) = hooked(system_loop());
    Timer::new(&lp).start(&lp, 2, 0, |_, _| {});
    lp.run(RunMode::Default);
    edges.expect(&[WaitEdge::Begin, WaitEdge::End]);
    lp.set_wait_hook(None);
    Timer::new(&lp).start(&lp, 2, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert_eq!(edges.items().len(), 2);
}

#[test]
fn it_is_not_called_where_the_thread_does_not_block() {
    let (lp, edges) = hooked(system_loop());
    // A poll that does not wait.
    let idle = Idle::new(&lp);
    idle.hold(&lp);
    lp.run(RunMode::NoWait);
    lp.run(RunMode::Once);
    idle.stop(&lp);
    // A poll that may wait and need not: something is ready.
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(b"x").unwrap();
    Poll::new(&lp, reader)
        .start(&lp, Interest::READABLE, |lp, poll, _| {
            poll.close_quietly(lp);
        })
        .unwrap();
    lp.run(RunMode::Default);
    // Mail that is there already.
    let wakeup = Wakeup::new(&lp, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    wakeup.sender(&lp).unwrap().send();
    lp.run(RunMode::Default);
    // A deadline that is over.
    Timer::new(&lp).start(&lp, 0, 0, |_, _| {});
    lp.run(RunMode::Default);
    edges.expect(&[]);
}

/// As an interpreter's lock: held by the loop's thread except while it waits.
#[test]
fn another_thread_gets_the_lock_while_the_loop_waits() {
    static INTERPRETER: Mutex<usize> = Mutex::new(0);
    let lp = system_loop();
    let held = Cell::new(Some(INTERPRETER.lock().unwrap()));
    lp.set_wait_hook(Some(Box::new(move |edge| match edge {
        WaitEdge::Begin => drop(held.take()),
        WaitEdge::End => held.set(Some(INTERPRETER.lock().unwrap())),
    })));
    let wakeup = Wakeup::new(&lp, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(&lp).unwrap();
    let thread = std::thread::spawn(move || {
        // Blocks until the loop waits, and only then wakes it.
        *INTERPRETER.lock().unwrap() += 1;
        sender.send();
    });
    assert!(!lp.run(RunMode::Default));
    thread.join().unwrap();
    drop(lp);
    assert_eq!(*INTERPRETER.lock().unwrap(), 1);
}

#[test]
fn virtual_time_that_jumps_does_not_block() {
    let (lp, edges) = hooked(simulated_loop(0));
    Timer::new(&lp).start(&lp, 1000, 0, |_, _| {});
    lp.run(RunMode::Default);
    edges.expect(&[]);
    // But another thread is really waited for.
    let wakeup = Wakeup::new(&lp, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(&lp).unwrap();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(5));
        sender.send();
    });
    lp.run(RunMode::Default);
    thread.join().unwrap();
    edges.expect(&[WaitEdge::Begin, WaitEdge::End]);
}
