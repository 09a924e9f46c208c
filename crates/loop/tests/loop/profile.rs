//! The eras: the same program, in the order of each table.

use crate::support::{Log, Source, both, sibling};
use roundel_loop::{
    Check, Idle, Interest, Lane, Options, Phase, Prepare, Profile, RunMode, Timer, Wakeup, work,
};
use std::ops::ControlFlow;

both!(timers_come_last_today_and_came_first_before, |lp| {
    for (profile, expected) in [
        (Profile::NODE, ["idle", "prepare", "check", "closing", "timer"]),
        (Profile::NODE11, ["timer", "idle", "prepare", "check", "closing"]),
        (Profile::NODE10, ["timer", "idle", "prepare", "check", "closing"]),
    ] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
        let entry = log.clone();
        Idle::new(lp).start(lp, move |_, _| entry.add("idle"));
        let entry = log.clone();
        Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
        let entry = log.clone();
        Check::new(lp).start(lp, move |_, _| entry.add("check"));
        let entry = log.clone();
        Timer::new(lp).close(lp, move |_| entry.add("closing"));
        lp.run(RunMode::NoWait);
        assert_eq!(log.items(), expected, "{}", profile.name);
    }
});

both!(the_first_pass_of_a_default_run_fires_due_timers_before_everything, |lp| {
    for profile in [Profile::NODE, Profile::NODE11] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
        let entry = log.clone();
        Idle::new(lp).start(lp, move |lp, idle| {
            entry.add("idle");
            idle.stop(lp);
        });
        lp.run(RunMode::Default);
        assert_eq!(log.items(), ["timer", "idle"], "{}", profile.name);
    }
});

both!(another_table_is_another_loop, |lp| {
    const BACKWARDS: Profile = Profile {
        name: "backwards",
        phases: &[Phase::Check, Phase::Poll, Phase::Prepare],
        ..Profile::NODE
    };
    let lp = &sibling(lp, Options { profile: BACKWARDS, ..Options::default() });
    let log = Log::new();
    let entry = log.clone();
    Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
    let entry = log.clone();
    Check::new(lp).start(lp, move |_, _| entry.add("check"));
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| unreachable!("there is no idle phase"));
    lp.run(RunMode::NoWait);
    log.expect(&["check", "prepare"]);
});

both!(older_eras_go_on_while_a_timer_is_due, |lp| {
    for (profile, expected) in [
        (Profile::NODE, ["first", "check", "started inside"]),
        (Profile::NODE11, ["first", "started inside", "check"]),
    ] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |lp, _| {
            entry.add("first");
            let entry = entry.clone();
            Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("started inside"));
        });
        let entry = log.clone();
        let idle = Idle::new(lp);
        idle.start(lp, |_, _| {});
        Check::new(lp).start(lp, move |lp, check| {
            entry.add("check");
            check.stop(lp);
            idle.stop(lp);
        });
        lp.run(RunMode::Default);
        assert_eq!(log.items(), expected, "{}", profile.name);
    }
});

both!(asyncio_runs_exactly_what_was_ready_when_the_pass_began, |lp| {
    let lp = &sibling(lp, Options { profile: Profile::ASYNCIO, ..Options::default() });
    let log = Log::new();
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let entry = log.clone();
    source
        .poll(lp)
        .start(lp, Interest::READABLE, move |lp, poll, _| {
            source.read(lp);
            entry.add("descriptor");
            let entry = entry.clone();
            lp.defer(move |_| entry.add("deferred by the descriptor"));
            poll.close_quietly(lp);
        })
        .unwrap();
    let entry = log.clone();
    lp.call_at(0, move |lp| {
        entry.add("overdue call");
        let inner = entry.clone();
        lp.call_at(0, move |_| {
            inner.add("call made by the call");
            ControlFlow::Continue(())
        });
        let inner = entry.clone();
        lp.defer(move |_| inner.add("deferred by the call"));
        ControlFlow::Continue(())
    });
    let entry = log.clone();
    lp.defer(move |lp| {
        entry.add("first");
        let entry = entry.clone();
        lp.defer(move |_| entry.add("deferred by the first"));
    });
    // What was deferred, then descriptors, then deadlines, and nothing that these ask for.
    assert!(lp.run(RunMode::Once));
    log.expect(&["first", "descriptor", "overdue call"]);
    assert!(!lp.run(RunMode::Once));
    assert_eq!(
        log.items()[3..],
        [
            "deferred by the first",
            "deferred by the descriptor",
            "deferred by the call",
            "call made by the call"
        ]
    );
});

both!(what_an_earlier_callback_of_the_pass_stops_is_not_called, |lp| {
    let lp = &sibling(lp, Options { profile: Profile::ASYNCIO, ..Options::default() });
    let mut source = Source::new(lp);
    source.make_readable(lp);
    let poll = source.poll(lp);
    poll.start(lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    let timer = Timer::new(lp);
    timer.start(lp, 0, 0, |_, _| unreachable!());
    let again = Timer::new(lp);
    let log = Log::new();
    let entry = log.clone();
    again.start(lp, 0, 0, move |_, _| entry.add("again"));
    lp.defer(move |lp| {
        poll.stop(lp);
        timer.stop(lp);
        // Started anew: due a second time, and called for that alone.
        again.reset(lp, 1, 0);
    });
    lp.run(RunMode::Once);
    log.expect(&[]);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["again"]);
});

both!(work_and_wakeups_wait_for_their_turn_in_the_queue, |lp| {
    let lp = &sibling(lp, Options { profile: Profile::ASYNCIO, ..Options::default() });
    let log = Log::new();
    let entry = log.clone();
    let wakeup = Wakeup::new(lp, move |lp, wakeup| {
        entry.add("wakeup");
        wakeup.close_quietly(lp);
    });
    wakeup.sender(lp).unwrap().send();
    let entry = log.clone();
    lp.defer(move |_| entry.add("deferred before"));
    lp.run(RunMode::Once);
    log.expect(&["deferred before", "wakeup"]);
    let entry = log.clone();
    work(lp, Lane::Fast, || (), move |_, _| entry.add("work"));
    assert!(!lp.run(RunMode::Default));
    assert_eq!(log.items()[2..], ["work"]);
});
