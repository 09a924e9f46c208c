//! The eras: the same program, in the order of each table.

use crate::support::{Log, both, sibling};
use roundel_loop::{Check, Idle, Options, Phase, Prepare, Profile, RunMode, Timer};

both!(timers_come_last_today_and_came_first_before, |lp| {
    for (profile, expected) in [
        (Profile::NODE, ["idle", "prepare", "check", "closing", "timer"]),
        (Profile::NODE11, ["timer", "idle", "prepare", "check", "closing"]),
        (Profile::NODE10, ["timer", "idle", "prepare", "check", "closing"]),
    ] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
        let entry = log.clone();
        Idle::new(lp).start(lp, move |_, _| entry.add("idle"));
        let entry = log.clone();
        Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
        let entry = log.clone();
        Check::new(lp).start(lp, move |_, _| entry.add("check"));
        let entry = log.clone();
        Timer::new(lp).close(lp, move |_| entry.add("closing"));
        lp.run(RunMode::NoWait);
        assert_eq!(log.items(), expected, "{}", profile.name);
    }
});

both!(the_first_pass_of_a_default_run_fires_due_timers_before_everything, |lp| {
    for profile in [Profile::NODE, Profile::NODE11] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("timer"));
        let entry = log.clone();
        Idle::new(lp).start(lp, move |lp, idle| {
            entry.add("idle");
            idle.stop(lp);
        });
        lp.run(RunMode::Default);
        assert_eq!(log.items(), ["timer", "idle"], "{}", profile.name);
    }
});

both!(another_table_is_another_loop, |lp| {
    const BACKWARDS: Profile = Profile {
        name: "backwards",
        phases: &[Phase::Check, Phase::Poll, Phase::Prepare],
        ..Profile::NODE
    };
    let lp = &sibling(lp, Options { profile: BACKWARDS, ..Options::default() });
    let log = Log::new();
    let entry = log.clone();
    Prepare::new(lp).start(lp, move |_, _| entry.add("prepare"));
    let entry = log.clone();
    Check::new(lp).start(lp, move |_, _| entry.add("check"));
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| unreachable!("there is no idle phase"));
    lp.run(RunMode::NoWait);
    log.expect(&["check", "prepare"]);
});

both!(older_eras_go_on_while_a_timer_is_due, |lp| {
    for (profile, expected) in [
        (Profile::NODE, ["first", "check", "started inside"]),
        (Profile::NODE11, ["first", "started inside", "check"]),
    ] {
        let lp = &sibling(lp, Options { profile, ..Options::default() });
        let log = Log::new();
        let entry = log.clone();
        Timer::new(lp).start(lp, 0, 0, move |lp, _| {
            entry.add("first");
            let entry = entry.clone();
            Timer::new(lp).start(lp, 0, 0, move |_, _| entry.add("started inside"));
        });
        let entry = log.clone();
        let idle = Idle::new(lp);
        idle.start(lp, |_, _| {});
        Check::new(lp).start(lp, move |lp, check| {
            entry.add("check");
            check.stop(lp);
            idle.stop(lp);
        });
        lp.run(RunMode::Default);
        assert_eq!(log.items(), expected, "{}", profile.name);
    }
});
