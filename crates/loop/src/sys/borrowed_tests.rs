//! Tests of poll handles whose descriptor was closed under them. Here, because only unsafe code gets that far.

use crate::{EventLoop, Interest, Options, Pipe, Poll, RunMode, Timer};
use std::cell::Cell;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::rc::Rc;

/// A descriptor under a number of the test's choice, which no other test will be given.
fn at_number(fd: impl AsRawFd, number: RawFd) -> OwnedFd {
    // SAFETY: nobody has the number, which is far beyond those that are handed out; the copy has one owner.
    unsafe {
        assert_eq!(libc::dup3(fd.as_raw_fd(), number, libc::O_CLOEXEC), number);
        OwnedFd::from_raw_fd(number)
    }
}

fn system_loop() -> EventLoop {
    crate::test_limit::arm();
    EventLoop::new(Options::default()).unwrap()
}

/// A handle for a number alone.
fn by_number(lp: &EventLoop, number: RawFd) -> Poll {
    // SAFETY: that the number goes away is what is tested; nothing is read or written by it.
    Poll::borrowing(lp, unsafe { BorrowedFd::borrow_raw(number) })
}

#[test]
fn a_descriptor_closed_under_its_handle_does_no_harm() {
    let lp = system_loop();
    let (reader, writer) = io::pipe().unwrap();
    let reader = at_number(reader, 901);
    let poll = by_number(&lp, 901);
    poll.start(&lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    drop((reader, writer));
    lp.run(RunMode::NoWait);
    assert!(poll.stop(&lp));
    assert!(!lp.run(RunMode::Default));
}

/// The number of a closed descriptor comes back as another's. The handle of the old one must leave it alone.
#[test]
fn a_stale_handle_does_not_take_a_reused_number_away() {
    let lp = &system_loop();
    let (reader, writer) = io::pipe().unwrap();
    let reader = at_number(reader, 902);
    let stale = by_number(lp, 902);
    stale.start(lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    lp.run(RunMode::NoWait);
    drop((reader, writer));
    let (reader, mut writer) = io::pipe().unwrap();
    let calls = Rc::new(Cell::new(0));
    let hits = Rc::clone(&calls);
    Pipe::open(lp, at_number(reader, 902))
        .unwrap()
        .read_start(lp, move |lp, stream, _| {
            hits.set(hits.get() + 1);
            stream.close_quietly(lp);
        })
        .unwrap();
    lp.run(RunMode::NoWait);
    assert!(stale.stop(lp));
    lp.run(RunMode::NoWait);
    stale.close_quietly(lp);
    writer.write_all(b"x").unwrap();
    // It comes at once, or never.
    Timer::new(lp).start(lp, 5_000, 0, |lp, _| lp.stop());
    lp.run(RunMode::Once);
    assert_eq!(calls.get(), 1);
}
