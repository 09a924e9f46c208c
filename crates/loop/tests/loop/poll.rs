//! Poll handles: readiness, interest, stopping within a batch, and bad descriptors.

use crate::support::{Calls, Log, Source, both, system_loop};
use roundel_loop::{Check, EventLoop, Idle, Interest, Poll, Readiness, RunMode, Timer};
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;

/// A source that is readable and its handle, which reads and then calls `then`.
fn readable(lp: &EventLoop, mut then: impl FnMut(&EventLoop, Poll) + 'static) -> Poll {
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let poll = source.poll(lp);
    poll.start(lp, Interest::READABLE, move |lp, poll, readiness| {
        assert!(readiness.contains(Readiness::READABLE));
        source.read(lp);
        then(lp, poll);
    })
    .unwrap();
    poll
}

both!(a_ready_descriptor_is_reported_in_poll, |lp| {
    let log = Log::new();
    let (poll_log, check_log) = (log.clone(), log.clone());
    readable(lp, move |lp, poll| {
        poll_log.add("poll");
        poll.stop(lp);
    });
    Check::new(lp).start(lp, move |lp, check| {
        check_log.add("check");
        check.stop(lp);
    });
    assert!(!lp.run(RunMode::Default));
    log.expect(&["poll", "check"]);
});

both!(readiness_is_reported_until_it_is_consumed, |lp| {
    let calls = Calls::new();
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let hit = calls.clone();
    source
        .poll(lp)
        .start(lp, Interest::READABLE, move |lp, poll, _| {
            if hit.hit() == 5 {
                source.read(lp);
                poll.close_quietly(lp);
            }
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 5);
});

both!(a_descriptor_becomes_ready_while_the_loop_runs, |lp| {
    let source = Rc::new(RefCell::new(Source::new(lp)));
    let calls = Calls::new();
    let (hit, reader) = (calls.clone(), Rc::clone(&source));
    let poll = source.borrow().poll(lp);
    poll.start(lp, Interest::READABLE, move |lp, poll, _| {
        reader.borrow_mut().read(lp);
        hit.hit();
        poll.close_quietly(lp);
    })
    .unwrap();
    let entry = calls.clone();
    Timer::new(lp).start(lp, 3, 0, move |lp, _| {
        assert_eq!(entry.count(), 0);
        source.borrow_mut().make_readable(lp);
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(a_stopped_handle_is_not_called, |lp| {
    let poll = readable(lp, |_, _| unreachable!());
    assert!(poll.stop(lp));
    assert!(!poll.stop(lp));
    assert!(!lp.run(RunMode::Default));
});

both!(a_handle_can_stop_others_of_the_same_batch, |lp| {
    let all = Rc::new(RefCell::new(Vec::<Poll>::new()));
    let calls = Calls::new();
    for _ in 0..10 {
        let (others, hit) = (Rc::clone(&all), calls.clone());
        let poll = readable(lp, move |lp, _| {
            hit.hit();
            for poll in others.borrow().iter() {
                poll.stop(lp);
            }
        });
        all.borrow_mut().push(poll);
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(a_handle_can_close_others_of_the_same_batch_and_open_new_ones, |lp| {
    let all = Rc::new(RefCell::new(Vec::<Poll>::new()));
    let calls = Calls::new();
    for _ in 0..4 {
        let (others, hit) = (Rc::clone(&all), calls.clone());
        let poll = readable(lp, move |lp, _| {
            hit.hit();
            for poll in others.borrow_mut().drain(..) {
                poll.close_quietly(lp);
            }
            let hit = hit.clone();
            readable(lp, move |lp, poll| {
                hit.hit();
                poll.close_quietly(lp);
            });
        });
        all.borrow_mut().push(poll);
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 2);
});

both!(one_restarted_by_another_of_the_batch_waits_for_the_next_poll, |lp| {
    let mut sources = [Source::new(lp), Source::new(lp)];
    let polls = [sources[0].poll(lp), sources[1].poll(lp)];
    let log = Log::new();
    for (which, source) in sources.iter_mut().enumerate() {
        source.make_readable(lp);
        let entry = log.clone();
        polls[which]
            .start(lp, Interest::READABLE, move |lp, own, _| {
                entry.add("first");
                own.stop(lp);
                let other = polls[1 - which];
                other.stop(lp);
                let entry = entry.clone();
                other
                    .start(lp, Interest::READABLE, move |lp, poll, _| {
                        entry.add("second");
                        poll.stop(lp);
                    })
                    .unwrap();
            })
            .unwrap();
    }
    lp.run(RunMode::NoWait);
    log.expect(&["first"]);
    lp.run(RunMode::NoWait);
    log.expect(&["first", "second"]);
    assert!(!lp.alive());
});

both!(more_than_one_batch_is_served_in_one_poll, |lp| {
    // 1024 is the size of a batch. Simulated descriptors cost nothing; real ones are limited, see below.
    if lp.simulation().is_none() {
        return;
    }
    let calls = Calls::new();
    for _ in 0..1500 {
        let hit = calls.clone();
        readable(lp, move |lp, poll| {
            hit.hit();
            poll.close_quietly(lp);
        });
    }
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1500);
});

both!(a_second_handle_for_a_descriptor_is_refused, |lp| {
    let source = Source::new(lp);
    let first = source.poll(lp);
    first.start(lp, Interest::READABLE, |_, _, _| {}).unwrap();
    let second = source.poll(lp);
    let error = second.start(lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
    assert!(!second.is_active(lp));
    first.stop(lp);
    second.start(lp, Interest::READABLE, |_, _, _| {}).unwrap();
    second.stop(lp);
});

both!(interest_can_change_while_active, |lp| {
    let log = Log::new();
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let poll = source.poll(lp);
    let entry = log.clone();
    poll.start(lp, Interest::DISCONNECT, move |_, _, readiness| entry.add(readiness)).unwrap();
    lp.run(RunMode::NoWait);
    log.expect(&[]);
    poll.set_interest(lp, Interest::READABLE).unwrap();
    lp.run(RunMode::NoWait);
    log.expect(&[Readiness::READABLE]);
    poll.stop(lp);
    assert!(poll.set_interest(lp, Interest::READABLE).is_err());
});

both!(an_idle_loop_polls_descriptors_without_waiting, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Idle::new(lp).hold(lp);
    readable(lp, move |lp, poll| {
        hit.hit();
        poll.stop(lp);
    });
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
});

#[test]
fn descriptors_that_can_not_be_polled_are_refused() {
    let lp = system_loop();
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let poll = Poll::new(&lp, file);
    let error = poll.start(&lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
    for bad in [-1, i32::MIN, i32::MAX, 0] {
        let error =
            Poll::simulated(&lp, bad).start(&lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(9), "{bad}");
    }
    assert!(!lp.alive());
}

#[test]
fn both_directions_and_the_end_of_a_stream() {
    let lp = system_loop();
    let (ours, mut theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    let ours = Rc::new(ours);
    ours.set_nonblocking(true).unwrap();
    theirs.write_all(b"ping").unwrap();
    let log = Log::new();
    let entry = log.clone();
    let mut theirs = Some(theirs);
    let interest = Interest::READABLE | Interest::WRITABLE | Interest::DISCONNECT;
    Poll::sharing(&lp, Rc::clone(&ours))
        .start(&lp, interest, move |lp, poll, readiness| {
            let mut text = [0; 16];
            let read = (&*ours).read(&mut text).unwrap();
            assert!(readiness.contains(Readiness::WRITABLE | Readiness::READABLE));
            entry.add(String::from_utf8_lossy(&text[..read]).into_owned());
            match theirs.take() {
                Some(theirs) => drop(theirs),
                None => {
                    assert!(readiness.contains(Readiness::HANGUP | Readiness::DISCONNECT));
                    poll.close_quietly(lp);
                }
            }
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&["ping".to_owned(), String::new()]);
}

#[test]
fn a_hangup_is_reported_whatever_the_interest() {
    let lp = system_loop();
    let (reader, writer) = std::io::pipe().unwrap();
    let poll = Poll::new(&lp, writer);
    let calls = Calls::new();
    let hit = calls.clone();
    poll.start(&lp, Interest::PRIORITY, move |lp, poll, readiness| {
        assert!(readiness.contains(Readiness::ERROR));
        hit.hit();
        poll.close_quietly(lp);
    })
    .unwrap();
    drop(reader);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
}

/// The ends that a program drops stay open while a handle watches them.
#[test]
fn a_share_keeps_the_descriptor_open() {
    let lp = system_loop();
    let (reader, mut writer) = io::pipe().unwrap();
    let reader = Rc::new(reader);
    let poll = Poll::sharing(&lp, Rc::clone(&reader));
    let calls = Calls::new();
    let hit = calls.clone();
    poll.start(&lp, Interest::READABLE, move |lp, poll, _| {
        hit.hit();
        poll.close_quietly(lp);
    })
    .unwrap();
    drop(reader);
    writer.write_all(b"x").unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
    assert_eq!(writer.write(b"x").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn a_handle_closes_the_descriptor_it_owns() {
    let lp = system_loop();
    let (reader, mut writer) = io::pipe().unwrap();
    let poll = Poll::new(&lp, reader);
    poll.start(&lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    writer.write_all(b"").unwrap();
    poll.close_quietly(&lp);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(writer.write(b"x").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}
