//! A loop inside another: its descriptor.

use crate::support::{Calls, simulated_loop, system_loop};
use roundel_loop::{Interest, Lane, Poll, RunMode, Wakeup, work};
use std::io::Write;

#[test]
fn an_outer_loop_drives_an_inner_one_by_its_descriptor() {
    let (outer, inner) = (system_loop(), std::rc::Rc::new(system_loop()));
    let calls = Calls::new();

    let (reader, mut writer) = std::io::pipe().unwrap();
    let hit = calls.clone();
    Poll::new(&inner, reader)
        .start(&inner, Interest::READABLE, move |lp, poll, _| {
            hit.hit();
            poll.close_quietly(lp);
        })
        .unwrap();
    let hit = calls.clone();
    let wakeup = Wakeup::new(&inner, move |lp, wakeup| {
        hit.hit();
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(&inner).unwrap();
    let hit = calls.clone();
    work(
        &inner,
        Lane::Fast,
        || (),
        move |_, _| {
            hit.hit();
        },
    );

    let driven = std::rc::Rc::clone(&inner);
    Poll::new(&outer, inner.fd().unwrap().try_clone_to_owned().unwrap())
        .start(&outer, Interest::READABLE, move |lp, poll, _| {
            if !driven.run(RunMode::NoWait) {
                poll.close_quietly(lp);
            }
        })
        .unwrap();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(5));
        sender.send();
        std::thread::sleep(std::time::Duration::from_millis(5));
        writer.write_all(b"x").unwrap();
    });
    assert!(!outer.run(RunMode::Default));
    thread.join().unwrap();
    assert_eq!(calls.count(), 3);
    assert!(!inner.alive());
}

#[test]
fn what_was_pending_before_the_descriptor_was_asked_for_makes_it_readable() {
    let (outer, inner) = (system_loop(), std::rc::Rc::new(system_loop()));
    let wakeup = Wakeup::new(&inner, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    wakeup.sender(&inner).unwrap().send();
    let driven = std::rc::Rc::clone(&inner);
    Poll::new(&outer, inner.fd().unwrap().try_clone_to_owned().unwrap())
        .start(&outer, Interest::READABLE, move |lp, poll, _| {
            if !driven.run(RunMode::NoWait) {
                poll.close_quietly(lp);
            }
        })
        .unwrap();
    assert!(!outer.run(RunMode::Default));
}

#[test]
fn every_send_makes_it_readable_again() {
    let (outer, inner) = (system_loop(), std::rc::Rc::new(system_loop()));
    let calls = Calls::new();
    let hit = calls.clone();
    let (acknowledge, next) = std::sync::mpsc::channel();
    let wakeup = Wakeup::new(&inner, move |lp, wakeup| {
        if hit.hit() == 20 {
            wakeup.close_quietly(lp);
        }
        let _ = acknowledge.send(());
    });
    let sender = wakeup.sender(&inner).unwrap();
    let driven = std::rc::Rc::clone(&inner);
    Poll::new(&outer, inner.fd().unwrap().try_clone_to_owned().unwrap())
        .start(&outer, Interest::READABLE, move |lp, poll, _| {
            if !driven.run(RunMode::NoWait) {
                poll.close_quietly(lp);
            }
        })
        .unwrap();
    // One at a time: the inner loop is at rest, and only the outer one waits, when the next is sent.
    let thread = std::thread::spawn(move || {
        for _ in 0..20 {
            sender.send();
            next.recv().unwrap();
        }
    });
    assert!(!outer.run(RunMode::Default));
    thread.join().unwrap();
    assert_eq!(calls.count(), 20);
    assert!(
        outer.metrics().iterations < 100,
        "the descriptor is readable only when there is something"
    );
}

#[test]
fn the_simulated_platform_has_no_descriptor() {
    assert!(simulated_loop(1).fd().is_none());
}
