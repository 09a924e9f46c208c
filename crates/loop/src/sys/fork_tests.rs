//! Tests of a loop in a child process. Here, because forking is not safe, and nothing else is about it.

use crate::test_limit;
use crate::{
    EventLoop, Interest, Lane, Options, Pipe, Poll, Read as StreamRead, RunMode, Signal, Tcp,
    Timer, Wakeup, WorkError, work,
};
use rustix::process::{Pid, Signal as Raised, WaitOptions, getpid, kill_process, waitpid};
use std::cell::RefCell;
use std::io::{Read, Write};
use std::rc::Rc;
use std::sync::mpsc;

/// What happened, in order.
#[derive(Clone)]
struct Log<T>(Rc<RefCell<Vec<T>>>);

impl<T: Clone + PartialEq + std::fmt::Debug> Log<T> {
    fn new() -> Log<T> {
        Log(Rc::default())
    }

    fn add(&self, item: T) {
        self.0.borrow_mut().push(item);
    }

    fn items(&self) -> Vec<T> {
        self.0.borrow().clone()
    }

    #[track_caller]
    fn expect(&self, items: &[T]) {
        assert_eq!(*self.0.borrow(), items);
    }
}

fn system_loop() -> EventLoop {
    test_limit::arm();
    EventLoop::new(Options { pool_threads: Some(4), ..Options::default() }).unwrap()
}

/// Runs `child` in a child process, which must say true, and `parent` beside it. Other tests run on other threads: the
/// child has none of them, may not print, and leaves without unwinding.
fn forked(
    mut lp: EventLoop,
    child: impl FnOnce(&EventLoop) -> bool,
    parent: impl FnOnce(&EventLoop),
) {
    // SAFETY: the child calls nothing that a thread which is not there could have locked, but the allocator, which glibc
    // keeps usable.
    match unsafe { libc::fork() } {
        -1 => panic!("{}", std::io::Error::last_os_error()),
        0 => {
            // SAFETY: the child has a limit too; nothing else in it uses the alarm.
            unsafe { libc::alarm(test_limit::LIMIT.as_secs() as u32 / 2) };
            let fine = lp.after_fork().is_ok() && child(&lp);
            // SAFETY: ends the process.
            unsafe { libc::_exit(i32::from(!fine)) }
        }
        id => {
            parent(&lp);
            let (_, status) =
                waitpid(Pid::from_raw(id), WaitOptions::empty()).unwrap().expect("it has ended");
            assert_eq!(status.exit_status(), Some(0));
        }
    }
}

#[test]
fn timers_and_calls_go_on_in_both() {
    let lp = system_loop();
    let log = Log::new();
    let (a, b) = (log.clone(), log.clone());
    Timer::new(&lp).start(&lp, 2, 0, move |_, _| a.add("timer"));
    lp.call_at(0, move |_| {
        b.add("call");
        std::ops::ControlFlow::Continue(())
    });
    let finish = |lp: &EventLoop| !lp.run(RunMode::Default) && log.items() == ["call", "timer"];
    forked(lp, finish, |lp| assert!(finish(lp)));
}

/// The parent's epoll must not learn what the child does with its own.
#[test]
fn descriptors_are_watched_in_both_and_apart() {
    let lp = system_loop();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let log = Log::new();
    let seen = log.clone();
    let reader = Rc::new(reader);
    let poll = Poll::sharing(&lp, Rc::clone(&reader));
    poll.start(&lp, Interest::READABLE, move |lp, poll, _| {
        let mut byte = [0];
        (&*reader).read_exact(&mut byte).unwrap();
        seen.add(byte[0]);
        poll.close_quietly(lp);
    })
    .unwrap();
    writer.write_all(&[1]).unwrap();
    let (mut done, mut child_done) = std::io::pipe().unwrap();
    forked(
        lp,
        |lp| {
            let fine = !lp.run(RunMode::Default) && log.items() == [1];
            child_done.write_all(&[1]).is_ok() && fine
        },
        |lp| {
            done.read_exact(&mut [0]).unwrap();
            // The child has read its byte and closed its handle; ours is still there.
            writer.write_all(&[2]).unwrap();
            assert!(!lp.run(RunMode::Default));
            log.expect(&[2]);
        },
    );
}

/// A stream that was being read, one that was being written and one that listened go on in both, each with its own.
#[test]
fn streams_are_watched_in_both_and_apart() {
    let lp = system_loop();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let log = Log::new();
    let seen = log.clone();
    let incoming = Pipe::open(&lp, reader).unwrap();
    incoming
        .read_start(&lp, move |lp, stream, read| {
            let StreamRead::Data(chunk) = read else { panic!("one chunk each") };
            seen.add(chunk[0]);
            stream.close_quietly(lp);
        })
        .unwrap();
    let listener = Tcp::new(&lp);
    listener.bind(&lp, "127.0.0.1:0".parse().unwrap()).unwrap();
    let seen = log.clone();
    listener
        .listen(&lp, 8, move |lp, server, connection| {
            connection.unwrap().close_quietly(lp);
            seen.add(b'c');
            server.close_quietly(lp);
        })
        .unwrap();
    let address = listener.local_address(&lp).unwrap();
    // The platform knows of both before the fork.
    lp.run(RunMode::NoWait);
    let (mut done, mut child_done) = std::io::pipe().unwrap();
    writer.write_all(&[1]).unwrap();
    let sorted = || {
        let mut items = log.items();
        items.sort_unstable();
        items
    };
    forked(
        lp,
        |lp| {
            let connection = std::net::TcpStream::connect(address).is_ok();
            let fine = connection && !lp.run(RunMode::Default) && sorted() == [1, b'c'];
            child_done.write_all(&[1]).is_ok() && fine
        },
        |lp| {
            done.read_exact(&mut [0]).unwrap();
            // The child has read its byte and closed its handles; ours are still there.
            writer.write_all(&[2]).unwrap();
            let _connection = std::net::TcpStream::connect(address).unwrap();
            assert!(!lp.run(RunMode::Default));
            assert_eq!(sorted(), [2, b'c']);
        },
    );
}

#[test]
fn the_childs_wakeups_are_its_own_and_old_senders_do_nothing() {
    let lp = system_loop();
    let log = Log::new();
    let seen = log.clone();
    let wakeup = Wakeup::new(&lp, move |lp, wakeup| {
        seen.add("woken");
        wakeup.close_quietly(lp);
    });
    let old = wakeup.sender(&lp).unwrap();
    let theirs = old.clone();
    forked(
        lp,
        |lp| {
            theirs.send();
            lp.run(RunMode::NoWait);
            let silent = log.items().is_empty();
            wakeup.sender(lp).unwrap().send();
            silent && !lp.run(RunMode::Default) && log.items() == ["woken"]
        },
        |lp| {
            lp.run(RunMode::NoWait);
            log.expect(&[]);
            old.send();
            assert!(!lp.run(RunMode::Default));
        },
    );
}

#[test]
fn work_that_was_not_finished_is_cancelled_in_the_child_and_its_pool_is_new() {
    let lp = system_loop();
    let (release, gate) = mpsc::channel::<()>();
    let log = Log::new();
    let seen = log.clone();
    work(
        &lp,
        Lane::Fast,
        move || gate.recv().is_ok(),
        move |_, result| {
            seen.add(match result {
                Ok(_) => "done",
                Err(WorkError::Cancelled) => "cancelled",
                Err(_) => "failed",
            });
        },
    );
    forked(
        lp,
        |lp| {
            let seen = log.clone();
            work(
                lp,
                Lane::Fast,
                || (),
                move |_, result| {
                    seen.add(if result.is_ok() { "new" } else { "failed" });
                },
            );
            let mut items = Vec::new();
            if !lp.run(RunMode::Default) {
                items = log.items();
                items.sort();
            }
            items == ["cancelled", "new"]
        },
        |lp| {
            release.send(()).unwrap();
            assert!(!lp.run(RunMode::Default));
            log.expect(&["done"]);
        },
    );
}

#[test]
fn signals_of_the_child_reach_the_childs_loop() {
    let lp = system_loop();
    let log = Log::new();
    let seen = log.clone();
    let signal = Signal::new(&lp);
    signal
        .start(&lp, Raised::XCPU.as_raw(), move |lp, signal| {
            seen.add("caught");
            signal.close_quietly(lp);
        })
        .unwrap();
    forked(
        lp,
        |lp| {
            kill_process(getpid(), Raised::XCPU).is_ok()
                && !lp.run(RunMode::Default)
                && log.items() == ["caught"]
        },
        |lp| {
            lp.run(RunMode::NoWait);
            log.expect(&[]);
            signal.close_quietly(lp);
            assert!(!lp.run(RunMode::Default));
        },
    );
}

#[test]
fn a_loop_that_is_dropped_in_the_child_waits_for_no_thread() {
    let lp = system_loop();
    work(&lp, Lane::Fast, || (), |_, _| {});
    lp.run(RunMode::Default);
    // SAFETY: as in `forked`.
    match unsafe { libc::fork() } {
        0 => {
            // SAFETY: as in `forked`.
            unsafe { libc::alarm(test_limit::LIMIT.as_secs() as u32 / 2) };
            drop(lp);
            // SAFETY: ends the process.
            unsafe { libc::_exit(0) }
        }
        id => {
            let ended = waitpid(Pid::from_raw(id), WaitOptions::empty()).unwrap();
            assert_eq!(ended.expect("it has ended").1.exit_status(), Some(0));
        }
    }
}
