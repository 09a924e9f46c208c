//! Deferred callbacks.

use crate::support::{Calls, Log, both, sibling};
use roundel_loop::{Check, Options, Prepare, Profile, RunMode};

both!(run_in_order_in_the_pending_phase, |lp| {
    let log = Log::new();
    for number in 0..5 {
        let log = log.clone();
        lp.defer(move |_| log.add(number));
    }
    assert!(lp.alive());
    assert!(!lp.run(RunMode::Default));
    log.expect(&[0, 1, 2, 3, 4]);
});

both!(one_deferred_before_poll_by_a_pending_callback_runs_after_poll, |lp| {
    let log = Log::new();
    let (outer, prepare_log, check_log) = (log.clone(), log.clone(), log.clone());
    lp.defer(move |lp| {
        outer.add("outer");
        let inner = outer.clone();
        lp.defer(move |_| inner.add("inner"));
    });
    Prepare::new(lp).start(lp, move |_, _| prepare_log.add("prepare"));
    Check::new(lp).start(lp, move |_, _| check_log.add("check"));
    lp.run(RunMode::NoWait);
    log.expect(&["outer", "prepare", "inner", "check"]);
});

both!(the_older_profiles_have_one_pending_phase, |lp| {
    let lp = &sibling(lp, Options { profile: Profile::NODE11, ..Options::default() });
    let log = Log::new();
    let (prepare_log, check_log) = (log.clone(), log.clone());
    Prepare::new(lp).start(lp, move |lp, prepare| {
        prepare.stop(lp);
        let entry = prepare_log.clone();
        lp.defer(move |_| entry.add("deferred"));
    });
    Check::new(lp).start(lp, move |_, _| check_log.add("check"));
    lp.run(RunMode::NoWait);
    log.expect(&["check"]);
    lp.run(RunMode::NoWait);
    log.expect(&["check", "deferred", "check"]);
});

both!(a_callback_that_defers_itself_gets_eight_rounds_after_poll, |lp| {
    fn again(lp: &roundel_loop::EventLoop, calls: Calls) {
        lp.defer(move |lp| {
            calls.hit();
            again(lp, calls);
        });
    }
    let calls = Calls::new();
    again(lp, calls.clone());
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1 + 8);
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 2 * (1 + 8));
});
