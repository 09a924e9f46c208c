//! Closing: order, timing, and closing from everywhere.

use crate::support::{Calls, Log, both};
use roundel_loop::{Check, Idle, Prepare, RunMode, Timer, Wakeup};

both!(callbacks_come_last_closed_first, |lp| {
    let log = Log::new();
    for name in ["first", "second", "third"] {
        let log = log.clone();
        Timer::new(lp).close(lp, move |_| log.add(name));
    }
    lp.run(RunMode::Default);
    log.expect(&["third", "second", "first"]);
});

both!(the_callback_never_runs_inside_close_itself, |lp| {
    let log = Log::new();
    let entry = log.clone();
    Timer::new(lp).close(lp, move |_| entry.add("closed"));
    log.add("after close");
    lp.run(RunMode::Default);
    log.expect(&["after close", "closed"]);
});

both!(what_is_closed_while_closing_waits_for_the_next_iteration, |lp| {
    let log = Log::new();
    let entry = log.clone();
    Timer::new(lp).close(lp, move |lp| {
        entry.add(("outer", lp.metrics().iterations));
        let entry = entry.clone();
        Timer::new(lp).close(lp, move |lp| entry.add(("inner", lp.metrics().iterations)));
    });
    assert!(!lp.run(RunMode::Default));
    log.expect(&[("outer", 1), ("inner", 2)]);
});

both!(closing_stops_the_handle_at_once, |lp| {
    let (timer, idle) = (Timer::new(lp), Idle::new(lp));
    timer.start(lp, 0, 1, |_, _| unreachable!());
    idle.start(lp, |_, _| unreachable!());
    for closed in [timer.close_quietly(lp), idle.close_quietly(lp)] {
        assert!(closed);
    }
    assert!(!timer.is_active(lp) && timer.is_closing(lp));
    assert!(!idle.start(lp, |_, _| unreachable!()));
    assert!(!lp.run(RunMode::Default));
});

both!(closing_twice_is_refused, |lp| {
    let calls = Calls::new();
    let wakeup = Wakeup::new(lp, |_, _| {});
    let hit = calls.clone();
    assert!(wakeup.close(lp, move |_| {
        hit.hit();
    }));
    assert!(!wakeup.close(lp, |_| unreachable!()));
    assert!(!wakeup.close_quietly(lp));
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(closing_comes_after_check_and_before_timers, |lp| {
    let log = Log::new();
    let (prepare_log, check_log, timer_log) = (log.clone(), log.clone(), log.clone());
    Prepare::new(lp).start(lp, move |lp, prepare| {
        prepare.stop(lp);
        let entry = prepare_log.clone();
        Timer::new(lp).close(lp, move |_| entry.add("closing"));
        let entry = prepare_log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
    });
    Check::new(lp).start(lp, move |lp, check| {
        check.stop(lp);
        check_log.add("check");
    });
    drop(timer_log);
    lp.run(RunMode::Default);
    log.expect(&["check", "closing", "timer"]);
});

both!(a_closing_handle_keeps_poll_from_waiting, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 60_000, 0, |_, _| unreachable!());
    let calls = Calls::new();
    let hit = calls.clone();
    Timer::new(lp).close(lp, move |lp| {
        hit.hit();
        timer.stop(lp);
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(slots_are_reused_and_ids_are_not, |lp| {
    let mut seen = std::collections::HashSet::new();
    for _ in 0..1000 {
        let timer = Timer::new(lp);
        assert!(seen.insert(timer.key().number));
        timer.close_quietly(lp);
        lp.run(RunMode::Default);
    }
    assert_eq!(lp.handle_count(), 0);
});
