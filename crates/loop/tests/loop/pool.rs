//! Work on the pool: results, errors, cancelling, lanes, sharing, ending.

use crate::support::{Calls, Log, both};
use roundel_loop::{
    Check, EventLoop, Idle, Lane, Options, Pool, RunMode, WorkError, WorkId, cancel, work,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

/// Occupies every thread of a pool until the sender is dropped or used. On the simulated platform jobs do not begin
/// before the loop polls, so there is nothing to occupy.
fn occupy(lp: &EventLoop, threads: usize) -> Option<Vec<Sender<()>>> {
    if lp.simulation().is_some() {
        return None;
    }
    let (ready, started) = mpsc::channel();
    let gates = (0..threads)
        .map(|_| {
            let (release, gate) = mpsc::channel::<()>();
            let ready = ready.clone();
            work(
                lp,
                Lane::Fast,
                move || {
                    ready.send(()).unwrap();
                    let _ = gate.recv();
                },
                |_, _| {},
            );
            release
        })
        .collect();
    for _ in 0..threads {
        started.recv().unwrap();
    }
    Some(gates)
}

both!(a_job_runs_and_its_result_comes_back, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let here = thread::current().id();
    let real = lp.simulation().is_none();
    work(
        lp,
        Lane::Fast,
        move || (thread::current().id() != here, "result".to_owned()),
        move |_, result| {
            let (elsewhere, text) = result.unwrap();
            assert_eq!(elsewhere, real);
            assert_eq!(text, "result");
            hit.hit();
        },
    );
    assert_eq!(calls.count(), 0);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(the_callback_never_runs_inside_work_itself, |lp| {
    let log = Log::new();
    let entry = log.clone();
    work(lp, Lane::Fast, || (), move |_, _| entry.add("done"));
    thread::sleep(std::time::Duration::from_millis(5));
    log.add("queued");
    lp.run(RunMode::Default);
    log.expect(&["queued", "done"]);
});

both!(completions_arrive_in_poll, |lp| {
    let log = Log::new();
    let (prepare_log, done_log, check_log) = (log.clone(), log.clone(), log.clone());
    work(lp, Lane::Fast, || (), move |_, _| done_log.add("done"));
    let prepare = roundel_loop::Prepare::new(lp);
    prepare.start(lp, move |lp, prepare| {
        prepare_log.add("prepare");
        prepare.stop(lp);
    });
    Check::new(lp).start(lp, move |lp, check| {
        check_log.add("check");
        check.stop(lp);
    });
    lp.run(RunMode::Default);
    log.expect(&["prepare", "done", "check"]);
});

both!(work_can_be_queued_from_a_completion, |lp| {
    fn next(lp: &EventLoop, left: usize, calls: Calls) {
        work(
            lp,
            Lane::Fast,
            move || left,
            move |lp, left| {
                calls.hit();
                match left.unwrap() {
                    0 => {}
                    left => next(lp, left - 1, calls),
                }
            },
        );
    }
    let calls = Calls::new();
    next(lp, 99, calls.clone());
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 100);
});

both!(a_thousand_jobs_all_finish_once, |lp| {
    let ran = Arc::new(AtomicUsize::new(0));
    let calls = Calls::new();
    for number in 0..1000 {
        let (ran, hit) = (Arc::clone(&ran), calls.clone());
        let lane = if number % 3 == 0 { Lane::Slow } else { Lane::Fast };
        work(
            lp,
            lane,
            move || ran.fetch_add(1, Ordering::Relaxed),
            move |_, _| {
                hit.hit();
            },
        );
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!((ran.load(Ordering::Relaxed), calls.count()), (1000, 1000));
});

both!(a_panicking_job_is_an_error_and_the_pool_goes_on, |lp| {
    let log = Log::new();
    for number in 0..20 {
        let log = log.clone();
        work(
            lp,
            Lane::Fast,
            move || match number % 3 {
                0 => std::panic::resume_unwind(Box::new("text")),
                1 => std::panic::resume_unwind(Box::new(String::from("owned"))),
                _ => std::panic::resume_unwind(Box::new(5)),
            },
            move |_, result: Result<(), WorkError>| match result {
                Err(WorkError::Panicked(message)) => log.add((number, message)),
                other => panic!("{other:?}"),
            },
        );
    }
    assert!(!lp.run(RunMode::Default));
    let mut seen = log.items();
    seen.sort();
    assert_eq!(seen.len(), 20);
    assert_eq!(seen[0].1, "text");
    assert_eq!(seen[1].1, "owned");
    assert_eq!(seen[2].1, "a value that is not text");
    let calls = Calls::new();
    let hit = calls.clone();
    work(
        lp,
        Lane::Fast,
        || 1,
        move |_, result| {
            assert_eq!(result.unwrap(), 1);
            hit.hit();
        },
    );
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});

both!(queued_work_can_be_cancelled, |lp| {
    let gates = occupy(lp, 4);
    let log = Log::new();
    let ids: Vec<WorkId> = (0..6)
        .map(|number| {
            let log = log.clone();
            work(
                lp,
                Lane::Fast,
                move || number,
                move |_, result| {
                    log.add(match result {
                        Ok(number) => Ok(number),
                        Err(WorkError::Cancelled) => Err(number),
                        Err(other) => panic!("{other}"),
                    });
                },
            )
        })
        .collect();
    assert!(cancel(lp, ids[1]));
    assert!(cancel(lp, ids[4]));
    assert!(!cancel(lp, ids[1]), "once is enough");
    assert!(log.items().is_empty(), "the callback comes in poll, not in cancel");
    drop(gates);
    assert!(!lp.run(RunMode::Default));
    let mut outcomes = log.items();
    outcomes.sort_by_key(|outcome| match outcome {
        Ok(number) | Err(number) => *number,
    });
    assert_eq!(outcomes, [Ok(0), Err(1), Ok(2), Ok(3), Err(4), Ok(5)]);
});

both!(a_cancelled_job_is_dropped_at_once, |lp| {
    let gates = occupy(lp, 4);
    let token = Arc::new(());
    let held = Arc::clone(&token);
    let id = work(lp, Lane::Fast, move || drop(held), |_, _| {});
    cancel(lp, id);
    assert_eq!(Arc::strong_count(&token), 1);
    drop(gates);
    lp.run(RunMode::Default);
});

both!(finished_work_can_not_be_cancelled, |lp| {
    let id = work(lp, Lane::Fast, || (), |_, result| assert!(result.is_ok()));
    lp.run(RunMode::Default);
    assert!(!cancel(lp, id));
});

both!(cancelling_from_a_callback_works, |lp| {
    let gates = occupy(lp, 4);
    let calls = Calls::new();
    let hit = calls.clone();
    let victim = work(
        lp,
        Lane::Fast,
        || unreachable!(),
        move |_, result: Result<(), _>| {
            assert!(matches!(result, Err(WorkError::Cancelled)));
            hit.hit();
        },
    );
    let hit = calls.clone();
    lp.defer(move |lp| {
        assert!(cancel(lp, victim));
        hit.hit();
    });
    // The pending phase comes before the poll phase of the same iteration, so one iteration does both.
    lp.run(RunMode::NoWait);
    assert_eq!(calls.count(), 2);
    drop(gates);
    lp.run(RunMode::Default);
});

both!(slow_work_leaves_threads_for_the_rest, |lp| {
    // On the real platform: two slow jobs block, the others must not take a thread, fast ones get through.
    let (release, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let real = lp.simulation().is_none();
    let log = Log::new();
    for _ in 0..6 {
        let (gate, log) = (Arc::clone(&gate), log.clone());
        work(
            lp,
            Lane::Slow,
            move || {
                if real {
                    let _ = gate.lock().unwrap().recv();
                }
            },
            move |_, _| log.add("slow"),
        );
    }
    let release = std::cell::RefCell::new(Some(release));
    let fast_left = std::cell::Cell::new(8);
    let shared = std::rc::Rc::new((release, fast_left));
    for _ in 0..8 {
        let (log, shared) = (log.clone(), std::rc::Rc::clone(&shared));
        work(
            lp,
            Lane::Fast,
            || (),
            move |_, _| {
                log.add("fast");
                shared.1.set(shared.1.get() - 1);
                if shared.1.get() == 0 {
                    shared.0.borrow_mut().take();
                }
            },
        );
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(log.items().len(), 14);
    if real {
        assert_eq!(log.items()[..8], ["fast"; 8]);
    }
});

#[test]
fn threads_start_when_needed_and_no_more_than_allowed() {
    let pool = Pool::new(3);
    let lp = EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() }).unwrap();
    assert_eq!(pool.threads(), 0);
    work(&lp, Lane::Fast, || (), |_, _| {});
    assert_eq!(pool.threads(), 1);
    lp.run(RunMode::Default);
    let gates = occupy(&lp, 3);
    assert_eq!(pool.threads(), 3);
    for _ in 0..10 {
        work(&lp, Lane::Fast, || (), |_, _| {});
    }
    assert_eq!(pool.threads(), 3);
    drop(gates);
    lp.run(RunMode::Default);
}

#[test]
fn jobs_run_side_by_side_up_to_the_size() {
    let lp = EventLoop::new(Options { pool_threads: Some(3), ..Options::default() }).unwrap();
    // Each waits for the two others: with fewer threads than three this never ends.
    let barrier = Arc::new(std::sync::Barrier::new(3));
    for _ in 0..3 {
        let barrier = Arc::clone(&barrier);
        work(&lp, Lane::Fast, move || barrier.wait().is_leader(), |_, _| {});
    }
    assert!(!lp.run(RunMode::Default));
}

#[test]
fn loops_share_a_pool_and_get_their_own_results() {
    let pool = Pool::new(2);
    let loops = [(); 2].map(|()| {
        EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() }).unwrap()
    });
    let log = Log::new();
    for (which, lp) in loops.iter().enumerate() {
        for _ in 0..10 {
            let log = log.clone();
            work(
                lp,
                Lane::Fast,
                move || which,
                move |_, result| {
                    log.add((which, result.unwrap()));
                },
            );
        }
    }
    loops[1].run(RunMode::Default);
    assert_eq!(log.items(), [(1, 1); 10]);
    loops[0].run(RunMode::Default);
    assert_eq!(log.items()[10..], [(0, 0); 10]);
}

#[test]
fn a_loop_can_not_cancel_the_work_of_another_that_shares_its_pool() {
    let pool = Pool::new(1);
    let loops = [(); 2].map(|()| {
        EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() }).unwrap()
    });
    let gates = occupy(&loops[0], 1);
    let theirs = work(&loops[0], Lane::Fast, || 7, |_, result| assert_eq!(result.unwrap(), 7));
    let _ours = work(&loops[1], Lane::Fast, || 8, |_, result| assert_eq!(result.unwrap(), 8));
    assert!(!cancel(&loops[1], theirs));
    drop(gates);
    loops[0].run(RunMode::Default);
    loops[1].run(RunMode::Default);
}

#[test]
fn dropping_a_loop_finishes_what_runs_and_forgets_what_waits() {
    let pool = Pool::new(1);
    let lp = EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() }).unwrap();
    let gates = occupy(&lp, 1);
    let ran = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&ran);
    work(&lp, Lane::Fast, move || counter.fetch_add(1, Ordering::Relaxed), |_, _| unreachable!());
    drop(lp);
    assert_eq!(Arc::strong_count(&ran), 1, "the job that waited is gone");
    drop(gates);
    drop(pool);
    assert_eq!(ran.load(Ordering::Relaxed), 0);
}

#[test]
fn a_job_may_own_the_last_handle_of_its_pool() {
    let pool = Pool::new(1);
    let lp = EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() }).unwrap();
    let (send, dropped) = mpsc::channel();
    let (release, gate) = mpsc::channel::<()>();
    let (begin, begun) = mpsc::channel();
    work(
        &lp,
        Lane::Fast,
        move || {
            begin.send(()).unwrap();
            let _ = gate.recv();
            drop(pool);
            send.send(()).unwrap();
        },
        |_, _| {},
    );
    begun.recv().unwrap();
    drop(lp);
    drop(release);
    dropped.recv().unwrap();
}

both!(work_keeps_a_loop_alive_that_has_nothing_else, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    let idle = Idle::new(lp);
    idle.start(lp, |_, _| {});
    idle.unreference(lp);
    work(
        lp,
        Lane::Fast,
        || thread::sleep(std::time::Duration::from_millis(2)),
        move |_, _| {
            hit.hit();
        },
    );
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});
