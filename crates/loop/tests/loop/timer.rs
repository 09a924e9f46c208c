//! Timers: when they fire, in which order, how often, and what stops them.

use crate::support::{Calls, Log, both, burn_ms, sibling};
use roundel_loop::{Check, Idle, Options, Prepare, Profile, RunMode, Timer};

both!(fires_once_and_not_early, |lp| {
    let calls = Calls::new();
    let start_ns = lp.now_ns();
    let hit = calls.clone();
    Timer::new(lp).start(lp, 20, 0, move |lp, timer| {
        hit.hit();
        assert!(!timer.is_active(lp));
        // Whole milliseconds of loop time: from the millisecond in which it was started.
        assert!(lp.hrtime() >= (start_ns / 1_000_000 + 20) * 1_000_000);
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(many_run_to_completion, |lp| {
    let calls = Calls::new();
    for step in 0..10 {
        let hit = calls.clone();
        Timer::new(lp).start(lp, step * 3, 0, move |lp, timer| {
            hit.hit();
            let again = hit.clone();
            timer.close(lp, move |_| {
                again.hit();
            });
        });
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 20);
    assert_eq!(lp.handle_count(), 0);
});

both!(a_repeating_timer_fires_until_stopped, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let start_ms = lp.now();
    Timer::new(lp).start(lp, 5, 3, move |lp, timer| {
        assert!(timer.is_active(lp));
        assert!(lp.now() >= start_ms + 5 + 3 * hit.count() as u64);
        if hit.hit() == 4 {
            timer.stop(lp);
        }
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 4);
});

both!(a_timer_that_was_never_started_does_not_fire, |lp| {
    let timer = Timer::new(lp);
    assert!(!timer.stop(lp));
    assert!(!timer.again(lp));
    assert!(!lp.alive());
    assert!(!lp.run(RunMode::Default));
});

both!(closing_before_the_deadline_keeps_it_from_firing, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 1, 0, |_, _| unreachable!());
    timer.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
});

both!(starting_twice_keeps_only_the_second_callback, |lp| {
    let calls = Calls::new();
    let timer = Timer::new(lp);
    timer.start(lp, 86_400_000, 0, |_, _| unreachable!());
    let hit = calls.clone();
    timer.start(lp, 2, 0, move |_, _| {
        hit.hit();
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(fire_by_deadline_then_by_start_order, |lp| {
    let log = Log::new();
    for (name, timeout_ms) in [("c", 4), ("a", 2), ("d", 4), ("b", 2)] {
        let log = log.clone();
        Timer::new(lp).start(lp, timeout_ms, 0, move |_, _| log.add(name));
    }
    lp.run(RunMode::Default);
    log.expect(&["a", "b", "c", "d"]);
});

both!(restarting_moves_a_timer_behind_its_equals, |lp| {
    let log = Log::new();
    let first = Timer::new(lp);
    for (name, timer) in [("first", first), ("second", Timer::new(lp))] {
        let log = log.clone();
        timer.start(lp, 5, 0, move |_, _| log.add(name));
    }
    first.reset(lp, 5, 0);
    lp.run(RunMode::Default);
    log.expect(&["second", "first"]);
});

both!(overdue_timers_keep_the_order_of_their_deadlines, |lp| {
    let log = Log::new();
    for (name, timeout_ms) in [("late", 9), ("early", 1), ("middle", 5)] {
        let log = log.clone();
        Timer::new(lp).start(lp, timeout_ms, 0, move |_, _| log.add(name));
    }
    burn_ms(lp, 20);
    lp.run(RunMode::NoWait);
    log.expect(&["early", "middle", "late"]);
});

both!(a_timer_started_in_a_pass_waits_for_the_next, |lp| {
    let log = Log::new();
    let (outer, inner) = (log.clone(), log.clone());
    Timer::new(lp).start(lp, 0, 0, move |lp, _| {
        outer.add("outer");
        let inner = inner.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| inner.add("inner"));
    });
    lp.run(RunMode::NoWait);
    log.expect(&["outer"]);
    lp.run(RunMode::NoWait);
    log.expect(&["outer", "inner"]);
});

both!(a_zero_timer_that_starts_itself_does_not_starve_the_loop, |lp| {
    let fired = Calls::new();
    let hit = fired.clone();
    Timer::new(lp).start(lp, 0, 0, move |lp, timer| {
        hit.hit();
        timer.reset(lp, 0, 0);
    });
    let checks = Calls::new();
    let hit = checks.clone();
    Check::new(lp).start(lp, move |lp, _| {
        if hit.hit() == 10 {
            lp.stop();
        }
    });
    lp.run(RunMode::Default);
    assert_eq!(checks.count(), 10);
    assert!((10..=11).contains(&fired.count()), "{}", fired.count());
});

both!(a_zero_repeat_of_a_zero_timer_fires_once, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Timer::new(lp).start(lp, 0, 0, move |_, _| {
        hit.hit();
    });
    lp.run(RunMode::Default);
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(huge_timeouts_never_fire_and_do_not_overflow, |lp| {
    let far = [u64::MAX, u64::MAX / 2, 1 << 45].map(|timeout_ms| {
        let timer = Timer::new(lp);
        timer.start(lp, timeout_ms, 0, |_, _| unreachable!());
        timer
    });
    let calls = Calls::new();
    let hit = calls.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, _| {
        hit.hit();
        for timer in far {
            assert!(timer.due_in(lp).unwrap() > 1 << 40);
            timer.stop(lp);
        }
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(a_huge_repeat_does_not_overflow, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let tick = Timer::new(lp);
    tick.start(lp, 2, 2, move |lp, timer| {
        if hit.hit() == 2 {
            timer.stop(lp);
        }
    });
    let huge = Timer::new(lp);
    huge.start(lp, 1, u64::MAX, |lp, timer| {
        assert!(timer.is_active(lp));
        timer.unreference(lp);
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 2);
    assert!(huge.is_active(lp));
});

both!(again_restarts_with_the_repeat, |lp| {
    let log = Log::new();
    let repeating = Timer::new(lp);
    let entry = log.clone();
    repeating.start(lp, 10_000, 4, move |lp, timer| {
        entry.add("repeat");
        timer.stop(lp);
    });
    let entry = log.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, _| {
        entry.add("again");
        assert!(repeating.again(lp));
        assert_eq!(repeating.due_in(lp), Some(4));
    });
    lp.run(RunMode::Default);
    log.expect(&["again", "repeat"]);
});

both!(again_without_a_repeat_leaves_the_timer_alone, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 50, 0, |_, _| {});
    assert!(timer.again(lp));
    assert_eq!(timer.due_in(lp), Some(50));
    timer.close_quietly(lp);
    assert!(!timer.again(lp));
});

both!(set_repeat_counts_from_the_next_firing, |lp| {
    let calls = Calls::new();
    let timer = Timer::new(lp);
    let hit = calls.clone();
    timer.start(lp, 2, 1000, move |lp, timer| match hit.hit() {
        1 => {
            // The pass has scheduled the next firing already, with the repeat as it was.
            assert_eq!(timer.due_in(lp), Some(1000));
            timer.set_repeat(lp, 7);
            assert_eq!(timer.due_in(lp), Some(1000));
            timer.again(lp);
            assert_eq!(timer.due_in(lp), Some(7));
        }
        _ => {
            timer.stop(lp);
        }
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 2);
    assert_eq!(timer.repeat_ms(lp), 7);
});

both!(due_in_counts_down_and_stops_at_zero, |lp| {
    let timer = Timer::new(lp);
    assert_eq!(timer.due_in(lp), None);
    timer.start(lp, 10, 0, |_, _| {});
    assert_eq!(timer.due_in(lp), Some(10));
    burn_ms(lp, 4);
    assert_eq!(timer.due_in(lp), Some(10), "the loop's time stands until it is updated");
    lp.update_time();
    assert!(timer.due_in(lp).unwrap() <= 6);
    burn_ms(lp, 20);
    lp.update_time();
    assert_eq!(timer.due_in(lp), Some(0));
    timer.stop(lp);
    assert_eq!(timer.due_in(lp), None);
});

both!(an_earlier_callback_can_stop_a_timer_that_is_due, |lp| {
    let victim = Timer::new(lp);
    let calls = Calls::new();
    let hit = calls.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, _| {
        hit.hit();
        assert!(victim.stop(lp));
    });
    victim.start(lp, 1, 0, |_, _| unreachable!());
    burn_ms(lp, 5);
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(an_earlier_callback_can_put_off_a_timer_that_is_due, |lp| {
    let log = Log::new();
    let victim = Timer::new(lp);
    let entry = log.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, _| {
        entry.add("first");
        victim.reset(lp, 0, 0);
    });
    let entry = log.clone();
    victim.start(lp, 1, 0, move |_, _| entry.add("victim"));
    burn_ms(lp, 5);
    lp.run(RunMode::NoWait);
    log.expect(&["first"]);
    lp.run(RunMode::NoWait);
    log.expect(&["first", "victim"]);
});

both!(a_callback_can_replace_itself, |lp| {
    let log = Log::new();
    let entry = log.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, timer| {
        entry.add("old");
        let entry = entry.clone();
        timer.start(lp, 1, 0, move |_, _| entry.add("new"));
    });
    lp.run(RunMode::Default);
    log.expect(&["old", "new"]);
});

both!(a_callback_can_close_itself_and_its_id_is_stale_after, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 1, 1, |lp, timer| {
        assert!(timer.close_quietly(lp));
        assert!(!timer.start(lp, 1, 0, |_, _| unreachable!()));
        assert!(!timer.reset(lp, 1, 0));
    });
    lp.run(RunMode::Default);
    let other = Timer::new(lp);
    other.start(lp, 1000, 0, |_, _| {});
    assert_ne!(timer, other);
    assert!(!timer.stop(lp) && other.is_active(lp));
    assert!(timer.is_closing(lp));
    assert_eq!(timer.due_in(lp), None);
    assert!(!timer.set_repeat(lp, 1));
    assert!(!timer.unreference(lp));
});

both!(never_fires_before_its_time_whatever_the_iteration_does, |lp| {
    // A loop that keeps spinning sees every millisecond boundary.
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| {});
    let start_ms = lp.now();
    Timer::new(lp).start(lp, 10, 0, move |lp, _| {
        assert!(lp.hrtime() / 1_000_000 >= start_ms + 10);
        idle.stop(lp);
    });
    lp.run(RunMode::Default);
});

both!(a_timer_started_in_check_fires_after_poll_of_the_same_iteration_at_the_earliest, |lp| {
    let log = Log::new();
    let (check_log, prepare_log) = (log.clone(), log.clone());
    let prepare = Prepare::new(lp);
    prepare.start(lp, move |_, _| prepare_log.add("prepare"));
    let check = Check::new(lp);
    check.start(lp, move |lp, check| {
        check_log.add("check");
        check.stop(lp);
        prepare.stop(lp);
        let entry = check_log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
    });
    lp.run(RunMode::NoWait);
    log.expect(&["prepare", "check", "timer"]);
});

both!(time_is_fresh_after_a_callback_that_took_long, |lp| {
    // The timer is started in the check phase; what the idle callback burnt must not count against it.
    let log = Log::new();
    let (idle_log, check_log) = (log.clone(), log.clone());
    let idle = Idle::new(lp);
    idle.start(lp, move |lp, _| {
        idle_log.add("idle");
        if idle_log.items().len() == 1 {
            burn_ms(lp, 10);
        }
    });
    let check = Check::new(lp);
    check.start(lp, move |lp, check| {
        check.stop(lp);
        let check_log = check_log.clone();
        Timer::new(lp).start(lp, 5, 0, move |lp, _| {
            check_log.add("timer");
            idle.stop(lp);
        });
    });
    lp.run(RunMode::Default);
    assert!(log.items().iter().filter(|entry| **entry == "idle").count() >= 2);
    assert_eq!(log.items().last(), Some(&"timer"));
});

both!(what_ran_before_poll_does_not_make_a_timer_late, |lp| {
    // The wait is measured from the moment it begins, not from the loop's time, which the callback has made stale.
    let mut least_late_ns = u64::MAX;
    for _ in 0..10 {
        let prepare = Prepare::new(lp);
        prepare.start(lp, |lp, prepare| {
            burn_ms(lp, 3);
            prepare.close_quietly(lp);
        });
        let fired_ns = std::rc::Rc::new(std::cell::Cell::new(0));
        let fired = std::rc::Rc::clone(&fired_ns);
        lp.update_time();
        let due_ns = (lp.now() + 6) * 1_000_000;
        Timer::new(lp).start(lp, 6, 0, move |lp, _| fired.set(lp.hrtime()));
        lp.run(RunMode::Default);
        assert!(fired_ns.get() >= due_ns);
        least_late_ns = least_late_ns.min(fired_ns.get() - due_ns);
    }
    assert!(least_late_ns < 2_000_000, "{least_late_ns}");
});

both!(a_late_repeat_does_not_catch_up, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let timer = Timer::new(lp);
    timer.start(lp, 1, 1000, move |lp, timer| {
        hit.hit();
        assert_eq!(timer.due_in(lp), Some(1000), "from the pass, not from the deadline");
    });
    burn_ms(lp, 30);
    lp.run(RunMode::NoWait);
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
    timer.stop(lp);
});

both!(once_fires_a_timer_it_waited_for_in_every_profile, |lp| {
    for profile in [Profile::NODE, Profile::NODE11, Profile::NODE10] {
        let lp = sibling(lp, Options { profile, ..Options::default() });
        let calls = Calls::new();
        let hit = calls.clone();
        Timer::new(&lp).start(&lp, 5, 0, move |_, _| {
            hit.hit();
        });
        assert!(!lp.run(RunMode::Once));
        assert_eq!(calls.count(), 1, "{}", profile.name);
    }
});

both!(once_and_nowait_do_not_fire_a_repeat_twice, |lp| {
    for mode in [RunMode::Once, RunMode::NoWait] {
        let calls = Calls::new();
        let hit = calls.clone();
        let timer = Timer::new(lp);
        timer.start(lp, 5, 5, move |lp, _| {
            hit.hit();
            burn_ms(lp, 12);
        });
        burn_ms(lp, 6);
        lp.run(mode);
        assert_eq!(calls.count(), 1, "{mode:?}");
        timer.close_quietly(lp);
        lp.run(RunMode::NoWait);
    }
});

both!(an_unreferenced_timer_does_not_fire_if_nothing_else_is_there, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 10, 0, |_, _| unreachable!());
    timer.unreference(lp);
    assert!(!lp.run(RunMode::Default));
});

both!(a_hundred_thousand_fire_in_order, |lp| {
    let log = std::rc::Rc::new(std::cell::Cell::new((0u64, 0u64)));
    let mut random = 12345u64;
    for order in 0..100_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let timeout_ms = (random >> 33) % 64;
        let log = std::rc::Rc::clone(&log);
        Timer::new(lp).start(lp, timeout_ms, 0, move |_, _| {
            assert!((timeout_ms, order) >= log.get(), "{:?}", log.get());
            log.set((timeout_ms, order));
        });
    }
    burn_ms(lp, 70);
    lp.run(RunMode::NoWait);
    assert!(!lp.alive());
});
