//! A callback that ends the run at once: nothing after it runs, and nothing is lost.

use crate::support::{Calls, Digest, Log, Source, both, message, sibling};
use roundel_loop::{
    BatchedRead, Check, EventLoop, Idle, Interest, Lane, Options, Phase, Pipe, Prepare, Profile,
    Read, RunMode, Signal, Timer, Wakeup, work,
};
use rustix::process::{Signal as Raised, getpid, kill_process};
use std::ops::ControlFlow;

/// Runs until the loop is over and says how often a callback ended the run.
fn run_over(lp: &EventLoop) -> usize {
    let mut breaks = 0;
    loop {
        match lp.try_run(RunMode::Default) {
            ControlFlow::Break(()) => breaks += 1,
            ControlFlow::Continue(alive) => {
                assert!(!alive);
                return breaks;
            }
        }
        assert!(breaks < 10_000);
    }
}

/// Every callback ends the run; each is called as often and in the same order as without.
fn everything(lp: &EventLoop, ends: fn(&EventLoop)) -> Log<String> {
    let log = Log::new();
    let entry = |name: &str| {
        let (log, name) = (log.clone(), name.to_owned());
        move |lp: &EventLoop| {
            log.add(name.clone());
            ends(lp);
        }
    };
    for number in 0..3 {
        let done = entry(&format!("timer {number}"));
        let closed = entry(&format!("timer {number} closed"));
        let closed = std::cell::Cell::new(Some(closed));
        Timer::new(lp).start(lp, 0, 0, move |lp, timer| {
            timer.close(lp, closed.take().unwrap());
            done(lp);
        });
        let done = entry(&format!("call {number}"));
        lp.call_at(0, move |lp| {
            done(lp);
            ControlFlow::Continue(())
        });
        lp.defer(entry(&format!("deferred {number}")));
        let done = entry(&format!("work {number}"));
        work(lp, Lane::Fast, || (), move |lp, _| done(lp));
        let done = entry(&format!("wakeup {number}"));
        let wakeup = Wakeup::new(lp, move |lp, wakeup| {
            wakeup.close_quietly(lp);
            done(lp);
        });
        wakeup.sender(lp).unwrap().send();
        let mut source = Source::new(lp);
        source.make_readable(lp);
        let done = entry(&format!("poll {number}"));
        source
            .poll(lp)
            .start(lp, Interest::READABLE, move |lp, poll, _| {
                source.read(lp);
                poll.close_quietly(lp);
                done(lp);
            })
            .unwrap();
        if !lp.profile().phases.contains(&Phase::Check) {
            continue;
        }
        let done = entry(&format!("check {number}"));
        Check::new(lp).start(lp, move |lp, check| {
            check.close_quietly(lp);
            done(lp);
        });
        let done = entry(&format!("prepare {number}"));
        Prepare::new(lp).start(lp, move |lp, prepare| {
            prepare.close_quietly(lp);
            done(lp);
        });
        let done = entry(&format!("idle {number}"));
        Idle::new(lp).start(lp, move |lp, idle| {
            idle.close_quietly(lp);
            done(lp);
        });
    }
    log
}

/// Of all names, those of one kind, in order.
fn of_kind(log: &Log<String>, kind: &str) -> Vec<String> {
    let is_such = |name: &String| name.starts_with(kind) && !name.ends_with("closed");
    log.items().into_iter().filter(is_such).collect()
}

both!(every_callback_may_end_the_run_and_every_callback_is_called, |lp| {
    for profile in [Profile::NODE, Profile::NODE11, Profile::ASYNCIO] {
        let through = sibling(lp, Options { profile, ..Options::default() });
        let whole = everything(&through, |_| {});
        assert_eq!(run_over(&through), 0);
        let cut = sibling(lp, Options { profile, ..Options::default() });
        let pieces = everything(&cut, EventLoop::break_run);
        // One for each callback.
        assert_eq!(run_over(&cut), pieces.items().len(), "{}", profile.name);
        let sorted = |log: &Log<String>| {
            let mut items = log.items();
            items.sort();
            items
        };
        assert_eq!(sorted(&pieces), sorted(&whole), "{}", profile.name);
        for kind in ["timer", "call", "deferred", "check", "prepare", "idle"] {
            assert_eq!(of_kind(&pieces, kind), of_kind(&whole, kind), "{}", profile.name);
        }
        assert_eq!((cut.handle_count(), cut.alive()), (0, false));
    }
});

/// Sends a message over each of three pipes; every read, end, write and shutdown ends the run. What came, in order.
fn messages(lp: &EventLoop, sent: &[u8], ends: fn(&EventLoop)) -> Log<(usize, Digest)> {
    let log = Log::new();
    for number in 0..3 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        let (entry, mut came) = (log.clone(), Digest::new());
        theirs
            .read_start(lp, move |lp, stream, read| {
                match read {
                    Read::Data(chunk) => came.add(&chunk),
                    Read::End => {
                        entry.add((number, came));
                        stream.close_quietly(lp);
                    }
                    Read::Error(error) => panic!("{error}"),
                }
                ends(lp);
            })
            .unwrap();
        for piece in sent.chunks(100_000) {
            let written = move |lp: &EventLoop, _, result: std::io::Result<()>| {
                result.unwrap();
                ends(lp);
            };
            ours.write(lp, Box::<[u8]>::from(piece), written).unwrap();
        }
        ours.shutdown(lp, move |lp, stream, result| {
            result.unwrap();
            stream.close_quietly(lp);
            ends(lp);
        })
        .unwrap();
    }
    log
}

both!(a_read_that_ends_the_run_loses_no_bytes, |lp| {
    let sent = message(1_000_000);
    for profile in [Profile::NODE, Profile::NODE11, Profile::ASYNCIO] {
        let cut = sibling(lp, Options { profile, ..Options::default() });
        let came = messages(&cut, &sent, EventLoop::break_run);
        let breaks = run_over(&cut);
        // Three ends, three shutdowns and ten writes each, and at least as many reads as pipes.
        assert!(breaks >= 3 + 3 + 30 + 3, "{breaks}");
        let mut items = came.items();
        items.sort_by_key(|(number, _)| *number);
        assert_eq!(items, [0, 1, 2].map(|number| (number, Digest::of(&sent))), "{}", profile.name);
        assert_eq!((cut.handle_count(), cut.alive()), (0, false));
    }
});

both!(a_batch_of_reads_that_ends_the_run_goes_on_in_the_next, |lp| {
    let seen = Log::new();
    let entry = seen.clone();
    // One read a call, and the run is over after each.
    lp.set_read_sink(Some(Box::new(move |lp| {
        if let Some(BatchedRead { stream, tag, read }) = lp.next_read() {
            match read {
                Read::Data(chunk) => entry.add((tag, chunk.to_vec())),
                Read::End => {
                    stream.close_quietly(lp);
                }
                Read::Error(error) => panic!("{error}"),
            }
            lp.break_run();
        }
    })));
    for tag in 0..5 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        theirs.read_start_batched(lp, tag).unwrap();
        ours.write(lp, vec![tag as u8], |lp, stream, result| {
            result.unwrap();
            stream.close_quietly(lp);
        })
        .unwrap();
    }
    assert!(run_over(lp) >= 10, "five reads and five ends");
    lp.set_read_sink(None);
    let mut items = seen.items();
    items.sort();
    assert_eq!(items, [0, 1, 2, 3, 4].map(|tag| (tag, vec![tag as u8])));
    assert_eq!(lp.handle_count(), 0);
});

both!(the_rest_of_the_iteration_follows_when_the_loop_is_run_again, |lp| {
    let log = Log::new();
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let poll_log = log.clone();
    source
        .poll(lp)
        .start(lp, Interest::READABLE, move |lp, poll, _| {
            source.read(lp);
            poll.close_quietly(lp);
            poll_log.add("poll");
            lp.break_run();
        })
        .unwrap();
    let check_log = log.clone();
    Check::new(lp).start(lp, move |lp, check| {
        check_log.add("check");
        check.close_quietly(lp);
    });
    // Nothing will ever become ready again: a new iteration would wait for ever before the check.
    let forever = Wakeup::new(lp, |_, _| unreachable!());
    let _sender = forever.sender(lp).unwrap();
    assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Break(()));
    log.expect(&["poll"]);
    let iterations = lp.metrics().iterations;
    assert!(lp.run(RunMode::Once));
    log.expect(&["poll", "check"]);
    assert_eq!(lp.metrics().iterations, iterations, "it is the same iteration");
});

both!(a_run_that_a_callback_ended_is_not_a_run_that_was_stopped, |lp| {
    lp.call_at(0, |lp| {
        lp.stop();
        ControlFlow::Break(())
    });
    let calls = Calls::new();
    let hit = calls.clone();
    lp.call_at(0, move |_| {
        hit.hit();
        ControlFlow::Continue(())
    });
    assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Break(()));
    assert_eq!(calls.count(), 0);
    assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Continue(false));
    assert_eq!(calls.count(), 1);
});

#[test]
fn signals_are_not_lost() {
    let lp = crate::support::system_loop();
    let log = Log::new();
    for name in ["first", "second"] {
        let log = log.clone();
        Signal::new(&lp)
            .start(&lp, Raised::STKFLT.as_raw(), move |lp, signal| {
                log.add(name);
                if log.items().len() > 2 {
                    signal.close_quietly(lp);
                }
                lp.break_run();
            })
            .unwrap();
    }
    for _ in 0..2 {
        kill_process(getpid(), Raised::STKFLT).unwrap();
        assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Break(()));
        assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Break(()));
    }
    log.expect(&["first", "second", "first", "second"]);
    assert_eq!(lp.try_run(RunMode::Default), ControlFlow::Continue(false));
}
