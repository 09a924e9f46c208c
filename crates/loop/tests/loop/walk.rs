//! Walking the handles: why is the loop still alive.

use crate::support::{Source, both};
use roundel_loop::{
    Check, HandleKind, Idle, Interest, Lane, Origin, Prepare, ResourceId, RunMode, Signal, Timer,
    Wakeup, work,
};

both!(every_kind_is_listed_with_its_state, |lp| {
    Timer::new(lp).start(lp, 1, 0, |_, _| {});
    Idle::new(lp);
    Prepare::new(lp).unreference(lp);
    Check::new(lp).close_quietly(lp);
    Wakeup::new(lp, |_, _| {});
    let source = Source::new(lp);
    let poll = source.poll(lp);
    poll.start(lp, Interest::READABLE, |_, _, _| {}).unwrap();
    Signal::new(lp);
    work(lp, Lane::Fast, || (), |_, _| {});
    let mut lines = Vec::new();
    lp.walk(|info| lines.push((info.key.kind, info.active, info.referenced, info.closing)));
    assert_eq!(
        lines,
        [
            (HandleKind::Timer, true, true, false),
            (HandleKind::Idle, false, true, false),
            (HandleKind::Prepare, false, false, false),
            (HandleKind::Check, false, true, true),
            (HandleKind::Wakeup, true, true, false),
            (HandleKind::Poll, true, true, false),
            (HandleKind::Signal, false, true, false),
            (HandleKind::Work, true, true, false),
        ]
    );
    poll.stop(lp);
});

both!(origins_are_kept_and_do_not_leak_to_the_next_owner_of_a_slot, |lp| {
    let timer = Timer::new(lp);
    let other = Timer::new(lp);
    other.set_origin(lp, Origin::new("other").with_resource(ResourceId(9)));
    timer.set_origin(lp, Origin::new("Timeout"));
    assert_eq!(timer.origin(lp), Origin::new("Timeout"));
    assert_eq!(lp.origin_of(other.key()), Origin { label: "other", resource: ResourceId(9) });
    timer.close_quietly(lp);
    lp.run(RunMode::Default);
    assert_eq!(timer.origin(lp), Origin::default());
    let reused = Timer::new(lp);
    assert_eq!(reused.origin(lp), Origin::default());
    assert_eq!(lp.origin_of(timer.key()), Origin::default());
});

both!(the_visitor_may_change_the_handles, |lp| {
    let timers: Vec<Timer> = (0..5).map(|_| Timer::new(lp)).collect();
    let mut seen = 0;
    lp.walk(|info| {
        seen += 1;
        Timer::new(lp);
        for timer in &timers {
            timer.close_quietly(lp);
        }
        assert!(!info.closing);
    });
    assert_eq!(seen, 5);
    assert_eq!(lp.handle_count(), 10);
});
