//! Default, once and nowait, stop, and running again.

use crate::support::{Calls, Log, both};
use roundel_loop::{Check, EventLoop, Idle, Options, Prepare, RunMode, Timer};
use std::time::Instant;

both!(default_runs_until_nothing_is_alive, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Idle::new(lp).start(lp, move |lp, idle| {
        if hit.hit() == 50 {
            idle.stop(lp);
        }
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 50);
});

both!(once_runs_one_iteration, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Idle::new(lp).start(lp, move |lp, idle| {
        if hit.hit() == 3 {
            idle.stop(lp);
        }
    });
    assert!(lp.run(RunMode::Once));
    assert!(lp.run(RunMode::Once));
    assert!(!lp.run(RunMode::Once));
    assert_eq!(calls.count(), 3);
});

both!(nowait_does_not_wait, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 60_000, 0, |_, _| unreachable!());
    let began = Instant::now();
    assert!(lp.run(RunMode::NoWait));
    assert!(began.elapsed().as_secs() < 10);
    assert!(timer.is_active(lp));
});

both!(an_empty_loop_ends_at_once_and_updates_its_time, |lp| {
    let before_ns = lp.now_ns();
    crate::support::burn_ms(lp, 2);
    for mode in [RunMode::Default, RunMode::Once, RunMode::NoWait] {
        assert!(!lp.run(mode));
    }
    assert!(lp.now_ns() >= before_ns + 2_000_000);
    assert_eq!(lp.metrics().iterations, 0);
});

both!(stop_ends_the_run_after_the_iteration, |lp| {
    let log = Log::new();
    let (prepare_log, check_log, timer_log) = (log.clone(), log.clone(), log.clone());
    Prepare::new(lp).start(lp, move |lp, prepare| {
        prepare_log.add("prepare");
        lp.stop();
        prepare.stop(lp);
    });
    Check::new(lp).start(lp, move |lp, check| {
        check_log.add("check");
        check.stop(lp);
    });
    Timer::new(lp).start(lp, 2, 0, move |_, _| timer_log.add("timer"));
    assert!(lp.run(RunMode::Default));
    assert_eq!(log.items()[..2], ["prepare", "check"]);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["prepare", "check", "timer"]);
});

both!(stop_before_run_ends_the_next_run_at_once, |lp| {
    Timer::new(lp).start(lp, 0, 0, |_, _| {});
    lp.stop();
    assert!(lp.run(RunMode::Default));
    assert_eq!(lp.metrics().iterations, 0);
    assert!(!lp.run(RunMode::Default));
});

both!(stop_in_every_phase_leaves_a_loop_that_can_go_on, |lp| {
    let calls = Calls::new();
    let stop = |calls: &Calls| {
        let hit = calls.clone();
        move |lp: &EventLoop| {
            hit.hit();
            lp.stop();
        }
    };
    let in_phase = stop(&calls);
    Idle::new(lp).start(lp, move |lp, idle| {
        in_phase(lp);
        idle.stop(lp);
    });
    let in_phase = stop(&calls);
    Prepare::new(lp).start(lp, move |lp, prepare| {
        in_phase(lp);
        prepare.stop(lp);
    });
    let in_phase = stop(&calls);
    Check::new(lp).start(lp, move |lp, check| {
        in_phase(lp);
        check.stop(lp);
    });
    lp.defer(stop(&calls));
    let in_phase = stop(&calls);
    Timer::new(lp).start(lp, 3, 0, move |lp, _| in_phase(lp));
    Timer::new(lp).close(lp, stop(&calls));
    let mut runs = 0;
    while lp.run(RunMode::Default) {
        runs += 1;
        assert!(runs < 10);
    }
    assert_eq!(calls.count(), 6);
});

both!(stop_keeps_poll_from_blocking, |lp| {
    Timer::new(lp).start(lp, 60_000, 0, |_, _| unreachable!());
    Prepare::new(lp).start(lp, |lp, _| lp.stop());
    let began = Instant::now();
    assert!(lp.run(RunMode::Default));
    assert!(began.elapsed().as_secs() < 10);
});

both!(each_default_run_begins_with_a_timers_pass, |lp| {
    let log = Log::new();
    for round in 0..2 {
        let (idle_log, timer_log) = (log.clone(), log.clone());
        Timer::new(lp).start(lp, 0, 0, move |_, _| timer_log.add(("timer", round)));
        Idle::new(lp).start(lp, move |lp, idle| {
            idle_log.add(("idle", round));
            idle.stop(lp);
            lp.stop();
        });
        lp.run(RunMode::Default);
    }
    log.expect(&[("timer", 0), ("idle", 0), ("timer", 1), ("idle", 1)]);
});

both!(once_and_nowait_begin_without_one, |lp| {
    for mode in [RunMode::Once, RunMode::NoWait] {
        let log = Log::new();
        let (idle_log, timer_log) = (log.clone(), log.clone());
        Timer::new(lp).start(lp, 0, 0, move |_, _| timer_log.add("timer"));
        Idle::new(lp).start(lp, move |lp, idle| {
            idle_log.add("idle");
            idle.stop(lp);
        });
        lp.run(mode);
        log.expect(&["idle", "timer"]);
    }
});

both!(the_run_in_which_the_last_timer_fires_first_still_does_an_iteration, |lp| {
    Timer::new(lp).start(lp, 0, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().iterations, 1);
});

#[test]
fn running_from_a_callback_is_a_mistake_that_is_told() {
    let lp = EventLoop::new(Options::default()).unwrap();
    Idle::new(&lp).start(&lp, |lp, _| {
        let nested = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            lp.run(RunMode::NoWait);
        }));
        assert!(nested.is_err());
    });
    assert!(lp.run(RunMode::NoWait));
}

both!(a_panic_in_a_callback_leaves_a_loop_that_can_go_on, |lp| {
    let calls = Calls::new();
    for place in 0..3 {
        let hit = calls.clone();
        lp.defer(move |_| {
            hit.hit();
            assert_ne!(place, 1, "the middle one");
        });
        let hit = calls.clone();
        Timer::new(lp).close(lp, move |_| {
            hit.hit();
            assert_ne!(place, 1, "the middle one");
        });
        let hit = calls.clone();
        Check::new(lp).start(lp, move |lp, check| {
            hit.hit();
            check.close_quietly(lp);
            assert_ne!(place, 1, "the middle one");
        });
    }
    let mut panics = 0;
    loop {
        let run =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| lp.run(RunMode::Default)));
        match run {
            Ok(alive) => {
                assert!(!alive);
                break;
            }
            Err(_) => panics += 1,
        }
    }
    assert_eq!((panics, calls.count()), (3, 9));
    assert_eq!(lp.handle_count(), 0);
});
