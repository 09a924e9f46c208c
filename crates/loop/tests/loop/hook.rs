//! The hook between callbacks.

use crate::support::{Calls, Log, Source, both, sibling};
use roundel_loop::{
    Check, EventLoop, Idle, Interest, Lane, Options, Poll, Prepare, Profile, RunMode, Timer,
    Wakeup, work,
};

/// Two callbacks in every phase, and the hook, in a log.
fn trace(lp: &EventLoop) -> Vec<&'static str> {
    let log = Log::new();
    let entry = log.clone();
    lp.set_after_callback(Some(Box::new(move |_| entry.add("hook"))));
    for _ in 0..2 {
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
        let entry = log.clone();
        lp.defer(move |_| entry.add("pending"));
        let entry = log.clone();
        Idle::new(lp).start(lp, move |_, _| entry.add("idle"));
        let entry = log.clone();
        Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
        let entry = log.clone();
        let wakeup = Wakeup::new(lp, move |_, _| entry.add("wakeup"));
        wakeup.sender(lp).unwrap().send();
        let entry = log.clone();
        Check::new(lp).start(lp, move |_, _| entry.add("check"));
        let entry = log.clone();
        Timer::new(lp).close(lp, move |_| entry.add("closing"));
    }
    lp.run(RunMode::NoWait);
    log.items()
}

both!(after_every_callback, |lp| {
    for profile in [Profile::NODE, Profile::NODE11] {
        let trace = trace(&sibling(lp, Options { profile, ..Options::default() }));
        assert_eq!(trace.len(), 28);
        for pair in trace.chunks(2) {
            assert_ne!(pair[0], "hook");
            assert_eq!(pair[1], "hook");
        }
    }
});

both!(after_every_batch_of_timers_and_checks_in_the_oldest_era, |lp| {
    let trace = trace(&sibling(lp, Options { profile: Profile::NODE10, ..Options::default() }));
    let expected = [
        "timer", "timer", "hook", "pending", "hook", "pending", "hook", "idle", "hook", "idle",
        "hook", "prepare", "hook", "prepare", "hook", "wakeup", "hook", "wakeup", "hook", "check",
        "check", "hook", "closing", "hook", "closing", "hook",
    ];
    assert_eq!(trace, expected);
});

both!(after_descriptors_and_work_too, |lp| {
    let log = Log::new();
    let entry = log.clone();
    lp.set_after_callback(Some(Box::new(move |_| entry.add("hook"))));
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let entry = log.clone();
    Poll::new(lp, source.fd())
        .start(lp, Interest::READABLE, move |lp, poll, _| {
            entry.add("poll");
            source.read(lp);
            poll.close_quietly(lp);
        })
        .unwrap();
    lp.run(RunMode::Default);
    let entry = log.clone();
    work(lp, Lane::Fast, || (), move |_, _| entry.add("work"));
    lp.run(RunMode::Default);
    log.expect(&["poll", "hook", "work", "hook"]);
});

both!(may_start_stop_and_close_handles, |lp| {
    let check = Check::new(lp);
    let calls = Calls::new();
    let hit = calls.clone();
    lp.set_after_callback(Some(Box::new(move |lp| {
        check.close_quietly(lp);
        if hit.hit() == 1 {
            Timer::new(lp).start(lp, 1, 0, |_, _| {});
        }
    })));
    check.start(lp, |_, _| {});
    Check::new(lp).start(lp, |lp, other| {
        other.stop(lp);
    });
    // Else the first poll would wait for ever.
    Timer::new(lp).close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 2, "one check and the timer: the other check was closed in between");
});

both!(may_be_removed_and_replaced_from_inside, |lp| {
    let calls = Calls::new();
    let (first, second) = (calls.clone(), calls.clone());
    lp.set_after_callback(Some(Box::new(move |lp| {
        first.hit();
        let second = second.clone();
        lp.set_after_callback(Some(Box::new(move |lp| {
            second.hit();
            lp.set_after_callback(None);
        })));
    })));
    for _ in 0..5 {
        lp.defer(|_| {});
    }
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 2);
});
