//! Wakeups: from this thread, from others, many at once, and after the end.

use crate::support::{Calls, both, sibling};
use roundel_loop::{Check, Idle, Options, RunMode, Timer, Wakeup};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

both!(a_send_from_another_thread_wakes_a_waiting_loop, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let wakeup = Wakeup::new(lp, move |lp, wakeup| {
        hit.hit();
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(lp).unwrap();
    let thread = thread::spawn(move || {
        thread::sleep(std::time::Duration::from_millis(5));
        sender.send();
    });
    assert!(!lp.run(RunMode::Default));
    thread.join().unwrap();
    assert_eq!(calls.count(), 1);
});

both!(sends_before_the_callback_are_one_call, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let wakeup = Wakeup::new(lp, move |_, _| {
        hit.hit();
    });
    let sender = wakeup.sender(lp).unwrap();
    for _ in 0..100 {
        sender.send();
    }
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
    sender.send();
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 2);
});

both!(a_send_from_its_own_callback_is_for_the_next_iteration, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let own = std::rc::Rc::new(std::cell::OnceCell::<roundel_loop::WakeupSender>::new());
    let sender = std::rc::Rc::clone(&own);
    let wakeup = Wakeup::new(lp, move |lp, wakeup| {
        if hit.hit() == 3 {
            wakeup.close_quietly(lp);
        } else {
            sender.get().unwrap().send();
        }
    });
    let _ = own.set(wakeup.sender(lp).unwrap());
    own.get().unwrap().send();
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 3);
});

both!(what_was_written_before_a_send_is_seen_by_the_callback, |lp| {
    const TOTAL: usize = 200_000;
    let value = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&value);
    let wakeup = Wakeup::new(lp, move |lp, wakeup| {
        if seen.load(Ordering::Relaxed) == TOTAL {
            wakeup.close_quietly(lp);
        }
    });
    let sender = wakeup.sender(lp).unwrap();
    let thread = thread::spawn(move || {
        for number in 1..=TOTAL {
            value.store(number, Ordering::Relaxed);
            sender.send();
        }
    });
    // Hangs if the last value is ever missed.
    lp.run(RunMode::Default);
    thread.join().unwrap();
});

both!(many_threads_many_wakeups, |lp| {
    let called = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let called = Arc::clone(&called);
            let senders: Vec<_> = (0..250)
                .map(|_| {
                    let called = Arc::clone(&called);
                    let wakeup = Wakeup::new(lp, move |lp, wakeup| {
                        called.fetch_add(1, Ordering::Relaxed);
                        wakeup.close_quietly(lp);
                    });
                    wakeup.sender(lp).unwrap()
                })
                .collect();
            drop(called);
            thread::spawn(move || senders.iter().for_each(|sender| sender.send()))
        })
        .collect();
    assert!(!lp.run(RunMode::Default));
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(called.load(Ordering::Relaxed), 1000);
    assert_eq!(lp.handle_count(), 0);
});

both!(threads_that_never_stop_sending_do_not_starve_the_loop, |lp| {
    let stop = Arc::new(AtomicBool::new(false));
    let wakeup = Wakeup::new(lp, |_, _| {});
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let (stop, sender) = (Arc::clone(&stop), wakeup.sender(lp).unwrap());
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    sender.send();
                }
            })
        })
        .collect();
    let calls = Calls::new();
    let hit = calls.clone();
    Check::new(lp).start(lp, move |lp, check| {
        if hit.hit() == 1000 {
            check.close_quietly(lp);
            wakeup.close_quietly(lp);
        }
    });
    assert!(!lp.run(RunMode::Default));
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().unwrap();
    }
});

both!(a_closed_wakeup_is_not_called_although_it_was_sent, |lp| {
    let wakeup = Wakeup::new(lp, |_, _| unreachable!());
    let sender = wakeup.sender(lp).unwrap();
    sender.send();
    wakeup.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    sender.send();
    // Its slot belongs to another one now, which must not be called for it.
    let other = Wakeup::new(lp, |_, _| unreachable!());
    sender.send();
    lp.run(RunMode::NoWait);
    assert!(other.is_active(lp));
});

both!(a_sender_may_outlive_the_loop, |lp| {
    let inner = sibling(lp, Options::default());
    let sender = Wakeup::new(&inner, |_, _| unreachable!()).sender(&inner).unwrap();
    drop(inner);
    sender.send();
    thread::spawn(move || sender.send()).join().unwrap();
});

both!(one_callback_can_close_another_that_is_pending, |lp| {
    let calls = Calls::new();
    let handles = std::rc::Rc::new(std::cell::RefCell::new(Vec::<Wakeup>::new()));
    for _ in 0..2 {
        let (hit, all) = (calls.clone(), std::rc::Rc::clone(&handles));
        let wakeup = Wakeup::new(lp, move |lp, _| {
            hit.hit();
            for wakeup in all.borrow().iter() {
                wakeup.close_quietly(lp);
            }
        });
        handles.borrow_mut().push(wakeup);
    }
    for wakeup in handles.borrow().iter() {
        wakeup.sender(lp).unwrap().send();
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(a_wakeup_is_served_in_poll_even_if_the_loop_does_not_wait, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let wakeup = Wakeup::new(lp, move |_, _| {
        hit.hit();
    });
    Idle::new(lp).hold(lp);
    wakeup.sender(lp).unwrap().send();
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 1);
});

both!(a_wakeup_without_a_sender_only_keeps_the_loop_alive, |lp| {
    let wakeup = Wakeup::new(lp, |_, _| unreachable!());
    Timer::new(lp).start(lp, 2, 0, move |lp, _| {
        wakeup.close_quietly(lp);
    });
    assert!(!lp.run(RunMode::Default));
});
