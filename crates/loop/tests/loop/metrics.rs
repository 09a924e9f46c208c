//! Metrics: what is counted, and what is idle time.

use crate::support::{Source, both, burn_ms};
use roundel_loop::{
    Check, Idle, Interest, Lane, Phase, PhaseTiming, Prepare, RunMode, Timer, Wakeup, work,
};

both!(waiting_for_a_timer_is_idle_time, |lp| {
    let before_ns = lp.hrtime();
    Timer::new(lp).start(lp, 30, 0, |_, _| {});
    lp.run(RunMode::Default);
    let idle_ns = lp.metrics().idle_ns;
    assert!(idle_ns > 25_000_000, "{idle_ns}");
    assert!(idle_ns <= lp.hrtime() - before_ns);
});

both!(a_busy_loop_is_never_idle, |lp| {
    Idle::new(lp).start(lp, |lp, idle| {
        burn_ms(lp, 5);
        idle.stop(lp);
    });
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().idle_ns, 0);
});

both!(callbacks_are_not_idle_time, |lp| {
    Timer::new(lp).start(lp, 10, 0, |lp, _| burn_ms(lp, 40));
    lp.run(RunMode::Default);
    let idle_ns = lp.metrics().idle_ns;
    assert!((5_000_000..35_000_000).contains(&idle_ns), "{idle_ns}");
});

both!(idle_time_is_known_in_the_callback_that_ended_it, |lp| {
    Timer::new(lp).start(lp, 10, 0, |lp, _| assert!(lp.metrics().idle_ns > 5_000_000));
    lp.run(RunMode::Default);
});

both!(iterations_are_counted, |lp| {
    for expected in 1..=5 {
        Check::new(lp).start(lp, |_, _| {});
        lp.run(RunMode::NoWait);
        assert_eq!(lp.metrics().iterations, expected);
    }
});

both!(the_platform_is_asked_only_when_it_can_know_something, |lp| {
    let check = Check::new(lp);
    check.start(lp, |_, _| {});
    let idle = Idle::new(lp);
    idle.hold(lp);
    let wakeup = Wakeup::new(lp, |_, _| {});
    for _ in 0..10 {
        wakeup.sender(lp).unwrap().send();
        lp.run(RunMode::NoWait);
    }
    assert_eq!((lp.metrics().events, lp.metrics().polls), (10, 0));
    let source = Source::new(lp);
    let poll = source.poll(lp);
    poll.start(lp, Interest::READABLE, |_, _, _| {}).unwrap();
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().polls, 1);
    poll.stop(lp);
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().polls, 1);
    idle.stop(lp);
    Timer::new(lp).start(lp, 2, 0, |_, _| {});
    lp.run(RunMode::Once);
    assert_eq!(lp.metrics().polls, 2, "waiting takes one call");
});

both!(events_are_what_poll_brought, |lp| {
    let mut source = Source::new(lp);
    source.make_readable(lp);
    source
        .poll(lp)
        .start(lp, Interest::READABLE, move |lp, poll, _| {
            source.read(lp);
            poll.close_quietly(lp);
        })
        .unwrap();
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().events, 1);
    let wakeup = Wakeup::new(lp, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    wakeup.sender(lp).unwrap().send();
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().events, 2);
    for _ in 0..3 {
        work(lp, Lane::Fast, || (), |_, _| {});
    }
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().events, 5);
    // Timers and the handles of every iteration are no events.
    Timer::new(lp).start(lp, 0, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().events, 5);
});

both!(events_that_came_while_the_loop_was_busy_were_waiting, |lp| {
    let wakeup = Wakeup::new(lp, |lp, wakeup| {
        wakeup.close_quietly(lp);
    });
    wakeup.sender(lp).unwrap().send();
    lp.run(RunMode::Default);
    let metrics = lp.metrics();
    assert_eq!((metrics.events, metrics.events_waiting), (1, 1));
});

both!(events_that_the_loop_waited_for_were_not, |lp| {
    let job = || std::thread::sleep(std::time::Duration::from_millis(20));
    work(lp, Lane::Fast, job, |_, _| {});
    lp.run(RunMode::Default);
    let metrics = lp.metrics();
    assert_eq!((metrics.events, metrics.events_waiting), (1, 0));
});

both!(time_per_phase_is_measured_only_when_asked_for, |lp| {
    let prepare = Prepare::new(lp);
    prepare.start(lp, |lp, _| burn_ms(lp, 3));
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().phase_ns, [0; Phase::COUNT]);
    lp.set_phase_timing(PhaseTiming::On);
    lp.run(RunMode::NoWait);
    let phase_ns = lp.metrics().phase_ns;
    assert!(phase_ns[Phase::Prepare as usize] >= 3_000_000);
    assert!(phase_ns[Phase::Check as usize] < 3_000_000);
    lp.set_phase_timing(PhaseTiming::Off);
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().phase_ns, phase_ns);
});

both!(waiting_belongs_to_the_poll_phase, |lp| {
    lp.set_phase_timing(PhaseTiming::On);
    Timer::new(lp).start(lp, 10, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert!(lp.metrics().phase_ns[Phase::Poll as usize] > 5_000_000);
});
