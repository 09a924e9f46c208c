//! Random programs: callbacks that do anything to any handle, in any phase. Whatever they do, the loop's idea of being
//! alive agrees with what a walk shows, nothing is called that was stopped or closed, and the loop ends empty.

use crate::support::{both, simulated_loop};
use roundel_loop::{
    Check, EventLoop, Idle, Lane, Prepare, RunMode, Timer, Wakeup, WakeupSender, WorkId, cancel,
    work,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Every handle ever made, and how many steps are left before the program only closes.
struct World {
    random: Cell<u64>,
    steps_left: Cell<u32>,
    timers: RefCell<Vec<Timer>>,
    idles: RefCell<Vec<Idle>>,
    prepares: RefCell<Vec<Prepare>>,
    checks: RefCell<Vec<Check>>,
    wakeups: RefCell<Vec<(Wakeup, WakeupSender)>>,
    works: RefCell<Vec<WorkId>>,
}

impl World {
    fn new(seed: u64) -> Rc<World> {
        Rc::new(World {
            random: Cell::new(seed),
            steps_left: Cell::new(400),
            timers: RefCell::default(),
            idles: RefCell::default(),
            prepares: RefCell::default(),
            checks: RefCell::default(),
            wakeups: RefCell::default(),
            works: RefCell::default(),
        })
    }

    fn below(&self, end: u64) -> u64 {
        let next = self.random.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1442);
        self.random.set(next);
        (next >> 33) % end
    }

    fn pick<T: Clone>(&self, items: &RefCell<Vec<T>>) -> Option<T> {
        let items = items.borrow();
        match items.len() {
            0 => None,
            length => Some(items[self.below(length as u64) as usize].clone()),
        }
    }
}

/// The stop, close, reference and unreference that all handles have.
macro_rules! meddle {
    ($world:expr, $lp:expr, $handle:expr) => {
        match $world.below(4) {
            0 => $handle.close_quietly($lp),
            1 => $handle.unreference($lp),
            2 => $handle.reference($lp),
            _ => $handle.close($lp, {
                let world = Rc::clone($world);
                move |lp| step(lp, &world)
            }),
        }
    };
}

/// Makes a handle of a kind that runs every iteration and starts it.
macro_rules! watch {
    ($world:expr, $lp:expr, $kind:ident, $list:ident) => {{
        let world = Rc::clone($world);
        let handle = match $world.below(2) {
            0 => $kind::new($lp),
            _ => $world.pick(&$world.$list).unwrap_or_else(|| $kind::new($lp)),
        };
        $world.$list.borrow_mut().push(handle);
        handle.start($lp, move |lp, own| {
            assert!(own == handle && own.is_active(lp) && !own.is_closing(lp));
            step(lp, &world);
        })
    }};
}

fn step(lp: &EventLoop, world: &Rc<World>) {
    check_alive(lp);
    if world.steps_left.get() == 0 {
        return close_everything(lp, world);
    }
    world.steps_left.set(world.steps_left.get() - 1);
    let again = Rc::clone(world);
    match world.below(16) {
        0 | 1 => {
            let timer = world.pick(&world.timers).unwrap_or_else(|| Timer::new(lp));
            world.timers.borrow_mut().push(timer);
            let (timeout_ms, repeat_ms) = (world.below(4), world.below(3));
            timer.start(lp, timeout_ms, repeat_ms, move |lp, own| {
                assert!(own == timer && !own.is_closing(lp));
                step(lp, &again);
            });
        }
        2 => {
            let timer = Timer::new(lp);
            world.timers.borrow_mut().push(timer);
            timer.start(lp, world.below(3), 0, move |lp, _| step(lp, &again));
        }
        3 => _ = watch!(world, lp, Idle, idles),
        4 => _ = watch!(world, lp, Prepare, prepares),
        5 => _ = watch!(world, lp, Check, checks),
        6 => {
            let wakeup = Wakeup::new(lp, move |lp, _| step(lp, &again));
            let sender = wakeup.sender(lp).unwrap();
            world.wakeups.borrow_mut().push((wakeup, sender));
        }
        7 => {
            if let Some((_, sender)) = world.pick(&world.wakeups) {
                sender.send();
            }
        }
        8 => {
            let id = work(lp, Lane::Fast, || (), move |lp, _| step(lp, &again));
            world.works.borrow_mut().push(id);
        }
        9 => _ = world.pick(&world.works).map(|id| cancel(lp, id)),
        10 => lp.defer(move |lp| step(lp, &again)),
        11 => {
            _ = world.pick(&world.timers).map(|timer| match world.below(3) {
                0 => timer.stop(lp),
                1 => timer.again(lp),
                _ => timer.reset(lp, 1, 0),
            })
        }
        12 => {
            world.pick(&world.idles).map(|idle| idle.stop(lp));
            world.pick(&world.checks).map(|check| check.stop(lp));
            world.pick(&world.prepares).map(|prepare| prepare.stop(lp));
        }
        13 => _ = world.pick(&world.timers).map(|timer| meddle!(world, lp, timer)),
        14 => _ = world.pick(&world.checks).map(|check| meddle!(world, lp, check)),
        _ => _ = world.pick(&world.wakeups).map(|(wakeup, _)| meddle!(world, lp, wakeup)),
    }
    check_alive(lp);
}

fn close_everything(lp: &EventLoop, world: &World) {
    world.timers.borrow().iter().for_each(|timer| _ = timer.close_quietly(lp));
    world.idles.borrow().iter().for_each(|idle| _ = idle.close_quietly(lp));
    world.prepares.borrow().iter().for_each(|prepare| _ = prepare.close_quietly(lp));
    world.checks.borrow().iter().for_each(|check| _ = check.close_quietly(lp));
    world.wakeups.borrow().iter().for_each(|(wakeup, _)| _ = wakeup.close_quietly(lp));
}

/// What holds the loop by its handles must be what the loop thinks holds it.
fn check_alive(lp: &EventLoop) {
    let mut held = false;
    lp.walk(|info| held |= info.active && info.referenced);
    if held {
        assert!(lp.alive());
    }
}

fn play(lp: &EventLoop, seed: u64) -> u64 {
    let world = World::new(seed);
    let mut starts = 0;
    // A program that runs dry is given another push; one that only waits for itself would never end.
    while world.steps_left.get() > 0 {
        starts += 1;
        assert!(starts < 5_000);
        step(lp, &world);
        lp.run(RunMode::NoWait);
    }
    close_everything(lp, &world);
    assert!(!lp.run(RunMode::Default), "seed {seed}");
    let mut left = 0;
    lp.walk(|_| left += 1);
    assert_eq!((left, lp.handle_count()), (0, 0), "seed {seed}");
    world.random.get()
}

both!(any_program_leaves_an_empty_loop, |lp| {
    for seed in 0..40 {
        play(lp, seed);
    }
});

#[test]
fn the_same_program_in_the_same_world_is_the_same_run() {
    for seed in 0..40 {
        let (first, second) = (simulated_loop(seed), simulated_loop(seed));
        assert_eq!(play(&first, seed), play(&second, seed));
        assert_eq!(first.metrics(), second.metrics());
        assert_eq!(first.now_ns(), second.now_ns());
    }
}
