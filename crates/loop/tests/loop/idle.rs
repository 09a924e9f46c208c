//! Idle, prepare and check: once per iteration, in the right phase, in the right order.

use crate::support::{Calls, Log, both, burn_ms};
use roundel_loop::{Check, Idle, Prepare, RunMode, Timer};

both!(phases_come_in_order, |lp| {
    let log = Log::new();
    let entry = log.clone();
    Check::new(lp).start(lp, move |_, _| entry.add("check"));
    let entry = log.clone();
    Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
    let entry = log.clone();
    Idle::new(lp).start(lp, move |_, _| entry.add("idle"));
    let entry = log.clone();
    Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
    let entry = log.clone();
    lp.defer(move |_| entry.add("pending"));
    let entry = log.clone();
    Timer::new(lp).close(lp, move |_| entry.add("closing"));
    lp.run(RunMode::NoWait);
    log.expect(&["pending", "idle", "prepare", "check", "closing", "timer"]);
});

both!(an_idle_handle_does_not_starve_timers, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let idle = Idle::new(lp);
    idle.start(lp, move |_, _| {
        hit.hit();
    });
    let checks = Calls::new();
    let hit = checks.clone();
    let check = Check::new(lp);
    check.start(lp, move |_, _| {
        hit.hit();
    });
    Timer::new(lp).start(lp, 5, 0, move |lp, _| {
        idle.stop(lp);
        check.stop(lp);
    });
    assert!(!lp.run(RunMode::Default));
    assert!(calls.count() > 0);
    assert_eq!(calls.count(), checks.count());
});

both!(the_last_started_is_called_first, |lp| {
    let log = Log::new();
    for name in ["first", "second", "third"] {
        let log = log.clone();
        Check::new(lp).start(lp, move |_, _| log.add(name));
    }
    lp.run(RunMode::NoWait);
    lp.run(RunMode::NoWait);
    log.expect(&["third", "second", "first", "third", "second", "first"]);
});

both!(one_started_in_a_pass_waits_for_the_next, |lp| {
    let log = Log::new();
    let entry = log.clone();
    Idle::new(lp).start(lp, move |lp, idle| {
        entry.add("outer");
        idle.stop(lp);
        let entry = entry.clone();
        Idle::new(lp).start(lp, move |lp, idle| {
            entry.add("inner");
            idle.stop(lp);
        });
    });
    lp.run(RunMode::NoWait);
    log.expect(&["outer"]);
    lp.run(RunMode::NoWait);
    log.expect(&["outer", "inner"]);
    assert!(!lp.alive());
});

both!(one_stopped_in_a_pass_is_not_called, |lp| {
    let victim = Prepare::new(lp);
    victim.start(lp, |_, _| unreachable!());
    Prepare::new(lp).start(lp, move |lp, prepare| {
        assert!(victim.stop(lp));
        prepare.stop(lp);
    });
    lp.run(RunMode::NoWait);
    assert!(!lp.alive());
});

both!(one_restarted_in_a_pass_waits_for_the_next, |lp| {
    let log = Log::new();
    let (first, second) = (log.clone(), log.clone());
    let victim = Check::new(lp);
    let restart = move |lp: &roundel_loop::EventLoop| {
        let entry = first.clone();
        victim.start(lp, move |_, _| entry.add("victim"));
    };
    restart(lp);
    Check::new(lp).start(lp, move |lp, check| {
        second.add("restarter");
        victim.stop(lp);
        restart(lp);
        check.stop(lp);
    });
    lp.run(RunMode::NoWait);
    log.expect(&["restarter"]);
    lp.run(RunMode::NoWait);
    log.expect(&["restarter", "victim"]);
});

both!(stopping_and_starting_at_random_calls_exactly_the_active_ones, |lp| {
    let mut random = 99u64;
    let mut next = move |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(7);
        (random >> 33) as usize % end
    };
    let log: Log<usize> = Log::new();
    let handles: Vec<Check> = (0..20).map(|_| Check::new(lp)).collect();
    let mut started: Vec<usize> = Vec::new();
    let mut seen = 0;
    for _ in 0..300 {
        let which = next(handles.len());
        if let Some(place) = started.iter().position(|other| *other == which) {
            assert!(handles[which].stop(lp));
            started.remove(place);
        } else {
            let log = log.clone();
            handles[which].start(lp, move |_, _| log.add(which));
            started.push(which);
        }
        lp.run(RunMode::NoWait);
        let expected: Vec<usize> = started.iter().rev().copied().collect();
        assert_eq!(log.items()[seen..], expected);
        seen += expected.len();
    }
});

both!(starting_an_active_one_replaces_its_callback_in_place, |lp| {
    let log = Log::new();
    let first = Check::new(lp);
    first.start(lp, |_, _| unreachable!());
    let entry = log.clone();
    Check::new(lp).start(lp, move |_, _| entry.add("second"));
    let entry = log.clone();
    first.start(lp, move |_, _| entry.add("first"));
    lp.run(RunMode::NoWait);
    log.expect(&["second", "first"]);
});

both!(a_held_idle_handle_keeps_poll_from_waiting_and_calls_nothing, |lp| {
    let idle = Idle::new(lp);
    idle.hold(lp);
    let checks = Calls::new();
    let hit = checks.clone();
    Check::new(lp).start(lp, move |lp, check| {
        if hit.hit() == 1000 {
            idle.stop(lp);
            check.stop(lp);
        }
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(checks.count(), 1000);
    assert_eq!(lp.metrics().idle_ns, 0);
    assert_eq!(lp.metrics().polls, 0, "there is nothing to ask the platform for");
});

both!(time_passes_while_nothing_but_a_held_idle_handle_is_there, |lp| {
    // No callback runs between two readings of the clock, and it must be read all the same.
    let idle = Idle::new(lp);
    idle.hold(lp);
    if lp.simulation().is_some() {
        burn_ms(lp, 10);
    }
    let start_ms = lp.now();
    Timer::new(lp).start(lp, 5, 0, move |lp, _| {
        idle.stop(lp);
    });
    if lp.simulation().is_some() {
        burn_ms(lp, 10);
    }
    assert!(!lp.run(RunMode::Default));
    assert!(lp.now() >= start_ms + 5);
});
