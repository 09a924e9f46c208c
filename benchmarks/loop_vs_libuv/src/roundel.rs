//! The scenarios on roundel-loop.

use crate::clock::{cpu_ns, wall_ns};
use crate::load;
use roundel_loop::{EventLoop, Idle, Lane, Options, RunMode, Timer, Wakeup, WakeupSender, work};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn new_loop() -> EventLoop {
    EventLoop::new(Options::default()).expect("a loop")
}

pub(crate) fn loop_count() -> f64 {
    let lp = new_loop();
    let mut ticks = 0;
    Idle::new(&lp).start(&lp, move |lp, idle| {
        ticks += 1;
        if ticks == load::LOOP_TICKS {
            idle.stop(lp);
        }
    });
    wall_ns(load::LOOP_TICKS, || assert!(!lp.run(RunMode::Default)))
}

pub(crate) fn million_timers() -> f64 {
    let lp = new_loop();
    let fired = Rc::new(Cell::new(0));
    let closed = Rc::new(Cell::new(0));
    let per_timer = cpu_ns(load::TIMERS, || {
        let mut timers = Vec::with_capacity(load::TIMERS as usize);
        for number in 0..load::TIMERS {
            let timer = Timer::new(&lp);
            let fired = Rc::clone(&fired);
            timer.start(&lp, number / load::TIMERS_PER_MS, 0, move |_, _| {
                fired.set(fired.get() + 1)
            });
            timers.push(timer);
        }
        lp.run(RunMode::Default);
        for timer in timers {
            let closed = Rc::clone(&closed);
            timer.close(&lp, move |_| closed.set(closed.get() + 1));
        }
        lp.run(RunMode::Default);
    });
    assert_eq!((fired.get(), closed.get()), (load::TIMERS, load::TIMERS));
    per_timer
}

pub(crate) fn million_async() -> f64 {
    let lp = new_loop();
    let events = Rc::new(Cell::new(0));
    let wakeups: Vec<Wakeup> = (0..load::WAKEUPS)
        .map(|_| {
            let events = Rc::clone(&events);
            Wakeup::new(&lp, move |_, _| events.set(events.get() + 1))
        })
        .collect();
    let senders: Vec<WakeupSender> =
        wakeups.iter().map(|wakeup| wakeup.sender(&lp).expect("a sender")).collect();
    let done = Arc::new(AtomicBool::new(false));
    Timer::new(&lp).start(&lp, load::TIMED_MS, 0, |lp, _| lp.stop());
    let flag = Arc::clone(&done);
    let sender = thread::spawn(move || {
        while !flag.load(Ordering::Relaxed) {
            senders.iter().for_each(WakeupSender::send);
        }
    });
    let total_ns = wall_ns(1, || assert!(lp.run(RunMode::Default)));
    done.store(true, Ordering::Relaxed);
    sender.join().expect("the sending thread");
    total_ns / events.get() as f64
}

pub(crate) fn async_pummel() -> f64 {
    let lp = new_loop();
    let done = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&done);
    let mut pings = 0;
    let wakeup = Wakeup::new(&lp, move |lp, wakeup| {
        pings += 1;
        if pings == load::PINGS {
            flag.store(true, Ordering::Relaxed);
            wakeup.close_quietly(lp);
        }
    });
    let sender = wakeup.sender(&lp).expect("a sender");
    let thread = thread::spawn(move || {
        while !done.load(Ordering::Relaxed) {
            sender.send();
        }
    });
    let per_ping = wall_ns(load::PINGS, || assert!(!lp.run(RunMode::Default)));
    thread.join().expect("the sending thread");
    per_ping
}

pub(crate) fn queue_work() -> f64 {
    fn next(lp: &EventLoop, done: Rc<Cell<u64>>) {
        work(
            lp,
            Lane::Fast,
            || (),
            move |lp, _| {
                done.set(done.get() + 1);
                next(lp, done);
            },
        );
    }
    let lp = new_loop();
    let done = Rc::new(Cell::new(0));
    next(&lp, Rc::clone(&done));
    Timer::new(&lp).start(&lp, load::TIMED_MS, 0, |lp, _| lp.stop());
    let total_ns = wall_ns(1, || assert!(lp.run(RunMode::Default)));
    total_ns / done.get() as f64
}
