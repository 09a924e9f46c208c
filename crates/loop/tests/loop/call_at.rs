//! Calls at a moment: once, in order with the timers, in nanoseconds where the profile counts them.

use crate::support::{Calls, Log, both, sibling};
use roundel_loop::{Delivery, EventLoop, HandleKind, Options, Profile, RunMode, Timer};
use std::ops::ControlFlow::{self, Continue};
use std::rc::Rc;

const MS: u64 = 1_000_000;

fn add(
    log: &Log<&'static str>,
    name: &'static str,
) -> impl FnOnce(&EventLoop) -> ControlFlow<()> + use<> {
    let log = log.clone();
    move |_| {
        log.add(name);
        Continue(())
    }
}

both!(calls_and_timers_come_by_deadline_and_then_in_the_order_of_asking, |lp| {
    let log = Log::new();
    let at_ns = |ms: u64| (lp.now() + ms) * MS;
    let timer = |ms: u64, name: &'static str| {
        let log = log.clone();
        Timer::new(lp).start(lp, ms, 0, move |_, _| log.add(name));
    };
    lp.call_at(at_ns(2), add(&log, "call 2"));
    timer(2, "timer 2");
    lp.call_at(at_ns(2), add(&log, "call 2 again"));
    timer(1, "timer 1");
    lp.call_at(at_ns(1), add(&log, "call 1"));
    assert!(!lp.run(RunMode::Default));
    log.expect(&["timer 1", "call 1", "call 2", "timer 2", "call 2 again"]);
});

both!(a_call_holds_the_loop_and_leaves_nothing_behind, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    lp.call_at(lp.now_ns() + MS, move |_| {
        hit.hit();
        Continue(())
    });
    assert!(lp.alive());
    let mut kinds = Vec::new();
    lp.walk(|info| kinds.push((info.key.kind, info.active)));
    assert_eq!(kinds, [(HandleKind::Call, true)]);
    assert_eq!(lp.handle_count(), 0);
    assert!(!lp.run(RunMode::Default));
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
    lp.walk(|info| panic!("{info:?}"));
});

both!(a_cancelled_call_is_dropped_at_once_and_its_id_is_stale, |lp| {
    let held = Rc::new(());
    let capture = Rc::clone(&held);
    let id = lp.call_at(0, move |_| {
        let _ = &capture;
        unreachable!()
    });
    assert!(lp.cancel_call(id));
    assert_eq!(Rc::strong_count(&held), 1);
    // The place is used again, and the old id does not reach it.
    lp.call_at(0, |_| Continue(()));
    assert!(!lp.cancel_call(id));
    assert!(lp.alive());
    assert!(!lp.run(RunMode::Default));
});

both!(a_call_made_in_a_pass_waits_for_the_next, |lp| {
    let log = Log::new();
    let inner = log.clone();
    lp.call_at(0, move |lp| {
        inner.add("outer");
        lp.call_at(0, add(&inner, "inner"));
        Continue(())
    });
    let check_log = log.clone();
    roundel_loop::Check::new(lp).start(lp, move |lp, check| {
        check_log.add("check");
        check.close_quietly(lp);
    });
    lp.run(RunMode::Default);
    log.expect(&["outer", "check", "inner"]);
});

both!(a_call_may_cancel_the_next, |lp| {
    let next = Rc::new(std::cell::Cell::new(None));
    let cancelled = Rc::clone(&next);
    lp.call_at(0, move |lp| {
        assert!(lp.cancel_call(cancelled.get().unwrap()));
        Continue(())
    });
    next.set(Some(lp.call_at(0, |_| unreachable!())));
    assert!(!lp.run(RunMode::Default));
});

both!(deadlines_have_the_granularity_of_the_profile, |lp| {
    // Half a millisecond is a whole one to Node, and half a one to asyncio.
    for (profile, at_most_ns) in [(Profile::NODE, MS), (Profile::ASYNCIO, MS / 2)] {
        let lp = sibling(lp, Options { profile, ..Options::default() });
        let base_ns = (lp.now() + 1) * MS;
        lp.call_at(base_ns + MS / 2, |_| Continue(()));
        let timeout = lp.backend_timeout().unwrap().as_nanos() as u64;
        assert_eq!(timeout, base_ns + at_most_ns - lp.now_ns());
        lp.run(RunMode::Default);
        assert!(lp.now_ns() >= base_ns + at_most_ns);
    }
    let coarse = Profile { granularity_ns: 10 * MS, ..Profile::ASYNCIO };
    let lp = sibling(lp, Options { profile: coarse, ..Options::default() });
    lp.call_at(lp.now_ns() + 1, |_| Continue(()));
    lp.run(RunMode::Default);
    assert!(lp.now_ns() % (10 * MS) < 9 * MS, "it waited for a whole step");
});

both!(queued_calls_can_still_be_cancelled, |lp| {
    let profile = Profile::ASYNCIO;
    assert_eq!(profile.delivery, Delivery::Queued);
    let lp = sibling(lp, Options { profile, ..Options::default() });
    let next = Rc::new(std::cell::Cell::new(None));
    let cancelled = Rc::clone(&next);
    lp.call_at(0, move |lp| {
        // Both are in the queue by this time.
        assert!(lp.cancel_call(cancelled.get().unwrap()));
        Continue(())
    });
    next.set(Some(lp.call_at(0, |_| unreachable!())));
    assert!(!lp.run(RunMode::Default));
});

#[test]
fn a_million_calls_are_set_and_cancelled_in_no_time() {
    let lp = crate::support::system_loop();
    let began = std::time::Instant::now();
    for number in 0..1_000_000u64 {
        let id = lp.call_at(lp.now_ns() + number * 1000, |_| unreachable!());
        assert!(lp.cancel_call(id));
    }
    let ids: Vec<_> = (0..1_000_000u64)
        .map(|number| lp.call_at(lp.now_ns() + number % 1000 * MS, |_| unreachable!()))
        .collect();
    assert!(ids.into_iter().all(|id| lp.cancel_call(id)));
    assert!(!lp.alive());
    // A second at most on any machine; more than ten would be quadratic.
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
}
