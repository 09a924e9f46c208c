//! The loop as a whole: alive, time, the limit of poll, two loops side by side, dropping.

use crate::support::{Calls, Source, both, burn_ms, sibling};
use roundel_loop::{Check, EventLoop, Idle, Lane, Options, RunMode, Signal, Timer, Wakeup, work};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

both!(alive_while_anything_needs_it, |lp| {
    assert!(!lp.alive());
    let timer = Timer::new(lp);
    assert!(!lp.alive(), "an inactive handle does not count");
    timer.start(lp, 1, 0, |_, _| {});
    assert!(lp.alive());
    timer.stop(lp);
    assert!(!lp.alive());
    let id = work(lp, Lane::Fast, || (), |_, _| {});
    assert!(lp.alive());
    lp.run(RunMode::Default);
    assert!(!lp.alive() && !id.is_active(lp));
    lp.defer(|_| {});
    assert!(lp.alive());
    lp.run(RunMode::Default);
    timer.close_quietly(lp);
    assert!(lp.alive());
    lp.run(RunMode::Default);
    assert!(!lp.alive());
});

both!(time_stands_still_until_updated, |lp| {
    let before_ns = lp.now_ns();
    burn_ms(lp, 3);
    assert_eq!(lp.now_ns(), before_ns);
    lp.update_time();
    assert!(lp.now_ns() >= before_ns + 3_000_000);
    assert_eq!(lp.now(), lp.now_ns() / 1_000_000);
    assert!(lp.hrtime() >= lp.now_ns());
});

both!(backend_timeout_follows_the_state, |lp| {
    let zero = Some(Duration::ZERO);
    assert_eq!(lp.backend_timeout(), zero, "nothing is alive");
    let timer = Timer::new(lp);
    timer.start(lp, 100, 0, |_, _| {});
    let timeout = lp.backend_timeout().unwrap();
    assert!(timeout > Duration::from_millis(98) && timeout <= Duration::from_millis(100));
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| {});
    assert_eq!(lp.backend_timeout(), zero, "an idle handle");
    idle.stop(lp);
    lp.stop();
    assert_eq!(lp.backend_timeout(), zero, "stopping");
    lp.run(RunMode::NoWait);
    assert_ne!(lp.backend_timeout(), zero);
    idle.close_quietly(lp);
    assert_eq!(lp.backend_timeout(), zero, "a closing handle");
    lp.run(RunMode::NoWait);
    lp.defer(|_| {});
    assert_eq!(lp.backend_timeout(), zero, "a pending callback");
    lp.run(RunMode::NoWait);
    timer.stop(lp);
    Wakeup::new(lp, |_, _| {});
    assert_eq!(lp.backend_timeout(), None, "only a wakeup");
});

both!(an_overdue_timer_means_no_waiting, |lp| {
    Timer::new(lp).start(lp, 1, 0, |_, _| {});
    burn_ms(lp, 5);
    lp.update_time();
    assert_eq!(lp.backend_timeout(), Some(Duration::ZERO));
});

both!(two_loops_do_not_see_each_other, |lp| {
    let other = sibling(lp, Options::default());
    let (ours, theirs) = (Calls::new(), Calls::new());
    let hit = ours.clone();
    Timer::new(lp).start(lp, 1, 0, move |_, _| {
        hit.hit();
    });
    let hit = theirs.clone();
    Timer::new(&other).start(&other, 1, 0, move |_, _| {
        hit.hit();
    });
    lp.run(RunMode::Default);
    assert_eq!((ours.count(), theirs.count()), (1, 0));
    other.run(RunMode::Default);
    assert_eq!((ours.count(), theirs.count()), (1, 1));
});

both!(a_callback_may_run_another_loop, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    Timer::new(lp).start(lp, 1, 0, move |lp, _| {
        let inner = sibling(lp, Options::default());
        let hit = hit.clone();
        Timer::new(&inner).start(&inner, 1, 0, move |_, _| {
            hit.hit();
        });
        inner.run(RunMode::Default);
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(dropping_a_loop_drops_its_callbacks, |lp| {
    let token = Rc::new(());
    let shared = Arc::new(());
    {
        let lp = sibling(lp, Options { pool_threads: Some(1), ..Options::default() });
        let held = Rc::clone(&token);
        Timer::new(&lp).start(&lp, 1, 0, move |_, _| drop(Rc::clone(&held)));
        let held = Rc::clone(&token);
        Check::new(&lp).start(&lp, move |_, _| drop(Rc::clone(&held)));
        let held = Rc::clone(&token);
        Wakeup::new(&lp, move |_, _| drop(Rc::clone(&held)));
        let held = Rc::clone(&token);
        lp.defer(move |_| drop(held));
        let held = Rc::clone(&token);
        Timer::new(&lp).close(&lp, move |_| drop(held));
        for _ in 0..3 {
            let (held, sent) = (Rc::clone(&token), Arc::clone(&shared));
            work(&lp, Lane::Fast, move || drop(sent), move |_, _| drop(held));
        }
    }
    assert_eq!(Rc::strong_count(&token), 1);
    assert_eq!(Arc::strong_count(&shared), 1);
});

both!(callbacks_may_use_the_loop_in_their_destructors, |lp| {
    // A callback that is replaced, and one whose handle is freed, are dropped with no borrow held.
    struct Nosy(std::rc::Weak<EventLoop>, Calls);
    impl Drop for Nosy {
        fn drop(&mut self) {
            if let Some(lp) = self.0.upgrade() {
                Timer::new(&lp).start(&lp, 0, 0, |_, _| {});
                lp.walk(|_| {});
                self.1.hit();
            }
        }
    }
    let calls = Calls::new();
    let lp = Rc::new(sibling(lp, Options::default()));
    let nosy = || Nosy(Rc::downgrade(&lp), calls.clone());
    let (first, second) = (nosy(), nosy());
    let timer = Timer::new(&lp);
    timer.start(&lp, 1, 0, move |_, _| {
        let _ = &first;
    });
    timer.start(&lp, 1, 0, move |_, _| {
        let _ = &second;
    });
    assert_eq!(calls.count(), 1);
    timer.close_quietly(&lp);
    let third = nosy();
    let idle = Idle::new(&lp);
    idle.hold(&lp);
    let check = Check::new(&lp);
    check.start(&lp, move |lp, check| {
        let _ = &third;
        check.start(lp, move |lp, check| {
            check.close_quietly(lp);
            idle.close_quietly(lp);
        });
    });
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 3);
});

both!(every_kind_of_handle_survives_being_used_when_stale, |lp| {
    let (timer, idle) = (Timer::new(lp), Idle::new(lp));
    let (poll, signal) = (Source::new(lp).poll(lp), Signal::new(lp));
    let wakeup = Wakeup::new(lp, |_, _| {});
    timer.close_quietly(lp);
    idle.close_quietly(lp);
    poll.close_quietly(lp);
    signal.close_quietly(lp);
    wakeup.close_quietly(lp);
    lp.run(RunMode::Default);
    assert_eq!(lp.handle_count(), 0);
    assert!(!timer.start(lp, 1, 0, |_, _| {}) && !timer.stop(lp) && !timer.has_ref(lp));
    assert!(!idle.start(lp, |_, _| {}) && !idle.hold(lp) && !idle.stop(lp));
    assert!(poll.start(lp, roundel_loop::Interest::READABLE, |_, _, _| {}).is_err());
    assert!(!poll.stop(lp) && poll.fd(lp).is_none());
    assert!(signal.start(lp, 10, |_, _| {}).is_err() && !signal.stop(lp));
    assert!(wakeup.sender(lp).is_err());
    assert!(!wakeup.reference(lp) && wakeup.is_closing(lp));
    assert!(!timer.set_origin(lp, roundel_loop::Origin::new("late")));
    assert!(!lp.alive());
});
