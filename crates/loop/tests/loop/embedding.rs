//! A loop inside another: its descriptor.

use crate::support::{Calls, simulated_loop, system_loop};
use roundel_loop::{Interest, Lane, Poll, RunMode, Wakeup, work};
use std::io::Write;
use std::os::fd::AsRawFd;

#[test]
fn an_outer_loop_drives_an_inner_one_by_its_descriptor() {
    let (outer, inner) = (system_loop(), std::rc::Rc::new(system_loop()));
    let calls = Calls::new();

    let (reader, mut writer) = std::io::pipe().unwrap();
    let hit = calls.clone();
    Poll::new(&inner, reader.as_raw_fd())
        .start(&inner, Interest::READABLE, move |lp, poll, _| {
            let _ = &reader;
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
    Poll::new(&outer, inner.fd().unwrap())
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
    Poll::new(&outer, inner.fd().unwrap())
        .start(&outer, Interest::READABLE, move |lp, poll, _| {
            if !driven.run(RunMode::NoWait) {
                poll.close_quietly(lp);
            }
        })
        .unwrap();
    assert!(!outer.run(RunMode::Default));
}

#[test]
fn the_simulated_platform_has_no_descriptor() {
    assert!(simulated_loop(1).fd().is_none());
}
