//! The simulated platform: virtual time, and the same world from the same seed.

use crate::support::{Log, simulated_loop};
use roundel_loop::{
    EventLoop, Idle, Interest, Lane, Poll, Readiness, RunMode, Timer, Wakeup, work,
};
use std::collections::HashSet;
use std::io::ErrorKind;

#[test]
fn a_year_passes_in_no_time() {
    let lp = simulated_loop(1);
    let began = std::time::Instant::now();
    let start_ms = lp.now();
    Timer::new(&lp).start(&lp, 365 * 86_400_000, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert!(lp.now() - start_ms >= 365 * 86_400_000);
    assert!(began.elapsed().as_secs() < 10);
}

#[test]
fn the_plain_world_is_exact() {
    let lp = simulated_loop(0);
    let start_ms = lp.now();
    for timeout_ms in [10, 20, 5000] {
        Timer::new(&lp).start(&lp, timeout_ms, 0, move |lp, _| {
            assert_eq!(lp.now(), start_ms + timeout_ms);
        });
    }
    lp.run(RunMode::Default);
}

#[test]
fn watching_the_clock_gets_somewhere() {
    let lp = simulated_loop(0);
    let start_ns = lp.hrtime();
    let wall_ns = lp.wall_clock_ns();
    while lp.hrtime() < start_ns + 5_000_000 {}
    assert!(lp.wall_clock_ns() >= wall_ns + 5_000_000);
}

/// A program with everything in it whose order the platform may choose.
pub(crate) fn program(lp: &EventLoop) -> Vec<String> {
    let log = Log::new();
    for number in 0..5 {
        let entry = log.clone();
        work(
            lp,
            Lane::Fast,
            move || number,
            move |lp, _| {
                entry.add(format!("work {number} at {}", lp.now_ns()));
            },
        );
        let entry = log.clone();
        let wakeup = Wakeup::new(lp, move |lp, wakeup| {
            entry.add(format!("wakeup {number}"));
            wakeup.close_quietly(lp);
        });
        wakeup.sender(lp).unwrap().send();
        let entry = log.clone();
        Poll::simulated(lp, number)
            .start(lp, Interest::READABLE, move |lp, poll, _| {
                entry.add(format!("poll {number}"));
                poll.close_quietly(lp);
            })
            .unwrap();
        lp.simulation().unwrap().make_ready(number, Readiness::READABLE);
        let entry = log.clone();
        Timer::new(lp).start(lp, 1, 0, move |lp, _| {
            let mut key = [0; 4];
            lp.fill_random(&mut key).unwrap();
            entry.add(format!("timer {number} {key:?}"));
        });
    }
    assert!(!lp.run(RunMode::Default));
    log.items()
}

#[test]
fn a_seed_decides_everything_and_seeds_differ() {
    let mut worlds = HashSet::new();
    for seed in 0..50 {
        let world = program(&simulated_loop(seed));
        assert_eq!(world.len(), 20);
        assert_eq!(world, program(&simulated_loop(seed)), "seed {seed}");
        worlds.insert(world);
    }
    assert!(worlds.len() > 45, "{}", worlds.len());
}

/// The first of five things that are ready at the same time, over many seeds.
fn firsts(prepare: impl Fn(&EventLoop, i32, Log<i32>)) -> HashSet<i32> {
    (1..60)
        .map(|seed| {
            let lp = simulated_loop(seed);
            let log = Log::new();
            (0..5).for_each(|number| prepare(&lp, number, log.clone()));
            lp.run(RunMode::NoWait);
            assert_eq!(log.items().len(), 5);
            log.items()[0]
        })
        .collect()
}

#[test]
fn any_ready_descriptor_may_come_first() {
    let firsts = firsts(|lp, number, log| {
        lp.simulation().unwrap().make_ready(number, Readiness::READABLE);
        let poll = Poll::simulated(lp, number);
        poll.start(lp, Interest::READABLE, move |_, _, _| log.add(number)).unwrap();
    });
    assert_eq!(firsts.len(), 5);
}

#[test]
fn any_wakeup_may_come_first() {
    let firsts = firsts(|lp, number, log| {
        let wakeup = Wakeup::new(lp, move |_, _| log.add(number));
        wakeup.sender(lp).unwrap().send();
    });
    assert_eq!(firsts.len(), 5);
}

#[test]
fn descriptors_and_wakeups_may_come_in_either_order() {
    let firsts = firsts(|lp, number, log| match number {
        0 => {
            lp.simulation().unwrap().make_ready(number, Readiness::READABLE);
            let poll = Poll::simulated(lp, number);
            poll.start(lp, Interest::READABLE, move |_, _, _| log.add(number)).unwrap();
        }
        _ => {
            let wakeup = Wakeup::new(lp, move |_, _| log.add(1));
            wakeup.sender(lp).unwrap().send();
        }
    });
    assert_eq!(firsts.len(), 2);
}

#[test]
fn both_answers_to_did_the_millisecond_pass_occur() {
    let mut firsts = HashSet::new();
    for seed in 0..100 {
        let lp = simulated_loop(seed);
        let log = Log::new();
        let (timer_log, check_log) = (log.clone(), log.clone());
        let idle = Idle::new(&lp);
        idle.hold(&lp);
        Timer::new(&lp).start(&lp, 1, 0, move |_, _| timer_log.add("timer"));
        roundel_loop::Check::new(&lp).start(&lp, move |lp, check| {
            check_log.add("check");
            check.stop(lp);
            idle.stop(lp);
        });
        lp.run(RunMode::Default);
        firsts.insert(log.items()[0]);
    }
    assert_eq!(firsts.len(), 2);
}

#[test]
fn a_loop_that_nothing_can_wake_says_so() {
    let lp = simulated_loop(1);
    Poll::simulated(&lp, 3).start(&lp, Interest::READABLE, |_, _, _| unreachable!()).unwrap();
    assert!(lp.run(RunMode::Default));
    assert_eq!(lp.take_failure().unwrap().kind(), ErrorKind::Deadlock);
    assert!(lp.take_failure().is_none());
}

#[test]
fn jobs_overlap_as_far_as_there_are_threads() {
    // Eight jobs of 50 us on four virtual threads take 100 us; on one they would take 400.
    let lp = simulated_loop(0);
    let start_ns = lp.now_ns();
    for _ in 0..8 {
        work(&lp, Lane::Fast, || (), |_, _| {});
    }
    lp.run(RunMode::Default);
    let taken_ns = lp.now_ns() - start_ns;
    assert!((100_000..200_000).contains(&taken_ns), "{taken_ns}");
}
