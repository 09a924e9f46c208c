//! Reference counting of interest: which handles keep a loop alive.

use crate::support::{Calls, Source, both};
use roundel_loop::{Check, Idle, Interest, Prepare, RunMode, Signal, Timer, Wakeup};

both!(handles_begin_referenced, |lp| {
    assert!(Timer::new(lp).has_ref(lp));
    assert!(Idle::new(lp).has_ref(lp));
    assert!(Prepare::new(lp).has_ref(lp));
    assert!(Check::new(lp).has_ref(lp));
    assert!(Wakeup::new(lp, |_, _| {}).has_ref(lp));
    assert!(Source::new(lp).poll(lp).has_ref(lp));
    assert!(Signal::new(lp).has_ref(lp));
});

both!(an_unreferenced_active_handle_lets_the_loop_end, |lp| {
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| unreachable!());
    idle.unreference(lp);
    let prepare = Prepare::new(lp);
    prepare.start(lp, |_, _| unreachable!());
    prepare.unreference(lp);
    let check = Check::new(lp);
    check.start(lp, |_, _| unreachable!());
    check.unreference(lp);
    let timer = Timer::new(lp);
    timer.start(lp, 0, 0, |_, _| unreachable!());
    timer.unreference(lp);
    Wakeup::new(lp, |_, _| unreachable!()).unreference(lp);
    let source = Source::new(lp);
    let poll = source.poll(lp);
    poll.start(lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    poll.unreference(lp);
    assert!(!lp.run(RunMode::Default));
    assert!(idle.is_active(lp) && poll.is_active(lp));
    poll.stop(lp);
});

both!(unreferencing_in_a_callback_ends_the_loop_after_the_iteration, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Prepare::new(lp).start(lp, move |lp, prepare| {
        hit.hit();
        prepare.unreference(lp);
    });
    // Else poll would wait for ever: an iteration that has begun is finished.
    Idle::new(lp).start(lp, |lp, idle| {
        idle.unreference(lp);
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(unreferenced_handles_are_still_called_while_others_hold_the_loop, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let check = Check::new(lp);
    check.start(lp, move |_, _| {
        hit.hit();
    });
    check.unreference(lp);
    Timer::new(lp).start(lp, 2, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert!(calls.count() >= 1);
});

both!(both_directions_are_idempotent, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 1, 0, |_, _| {});
    for _ in 0..3 {
        timer.unreference(lp);
    }
    assert!(!lp.alive() && !timer.has_ref(lp));
    for _ in 0..3 {
        timer.reference(lp);
    }
    assert!(lp.alive() && timer.has_ref(lp));
    timer.stop(lp);
    assert!(!lp.alive());
});

both!(the_flag_outlives_stop_and_start, |lp| {
    let timer = Timer::new(lp);
    timer.unreference(lp);
    timer.start(lp, 1, 0, |_, _| {});
    assert!(!lp.alive());
    timer.stop(lp);
    timer.start(lp, 1, 0, |_, _| {});
    assert!(!lp.alive() && !timer.has_ref(lp));
    timer.reference(lp);
    assert!(lp.alive());
});

both!(referencing_an_inactive_handle_does_not_keep_the_loop, |lp| {
    let check = Check::new(lp);
    check.unreference(lp);
    check.reference(lp);
    assert!(!lp.run(RunMode::Default));
});

both!(a_closing_handle_keeps_the_loop_even_if_unreferenced, |lp| {
    let calls = Calls::new();
    let timer = Timer::new(lp);
    timer.unreference(lp);
    let hit = calls.clone();
    timer.close(lp, move |_| {
        hit.hit();
    });
    assert!(lp.alive());
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(unreferencing_after_close_does_not_miscount, |lp| {
    let timer = Timer::new(lp);
    timer.start(lp, 1, 0, |_, _| {});
    timer.close_quietly(lp);
    timer.unreference(lp);
    timer.reference(lp);
    let other = Timer::new(lp);
    other.start(lp, 1, 0, |_, _| {});
    assert!(!lp.run(RunMode::Default));
    other.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
});
