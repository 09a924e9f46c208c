//! What concerns a whole process: how its engine starts, and what is left of a machine that has ended.
//!
//! Each test of this kind needs a process to itself: it runs this binary again, with the one ignored test that is
//! the child's part.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use roundel_jsc::options::{self, OptionError};
use roundel_jsc::{Class, Context, Live, MainContext, Persistent, Vm, Weak};

/// Runs an ignored test in a process of its own; it must end well, and in time.
#[track_caller]
fn in_a_process(test: &str) {
    let executable = std::env::current_exe().expect("the path of this test");
    let mut command = Command::new(executable);
    command.args(["--exact", test, "--ignored", "--test-threads=1", "--nocapture"]);
    let mut child = command.stdout(Stdio::null()).spawn().expect("a process");
    let deadline = Instant::now() + Duration::from_secs(120);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("{test} does not end");
        }
        thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success(), "{test}: {status}");
}

#[test]
fn threads_start_the_engine_at_the_same_time() {
    for _ in 0..30 {
        in_a_process("child_starts_on_many_threads");
    }
}

#[test]
#[ignore = "a child's part"]
fn child_starts_on_many_threads() {
    const THREADS: usize = 4;
    let barrier = Barrier::new(THREADS);
    let configured = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    barrier.wait();
                    let set = options::configure(|engine| {
                        for name in ["useTailCalls", "useTemporal", "useMathSumPreciseMethod"] {
                            let _ = engine.set_bool(name, false);
                        }
                    });
                    let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
                    let sum = context.enter(|ctx| {
                        let source = "let s = 0; for (let i = 0; i < 1000; i++) s += [i].length; s";
                        ctx.eval(source).ok().and_then(|sum| sum.as_number())
                    });
                    assert_eq!(sum, Some(1000.0));
                    set.is_ok()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .filter(|set| *set)
            .count()
    });
    // One configuration for all, set by one of them.
    assert_eq!(configured, 1);
    assert_eq!(options::configure(|_| ()), Err(OptionError::TooLate));
}

#[test]
fn machines_give_everything_back() {
    in_a_process("child_makes_machines_in_turn");
}

#[test]
#[ignore = "a child's part"]
fn child_makes_machines_in_turn() {
    const WARM: usize = 10;
    const ROUNDS: usize = 60;
    let mut after_warming = (0, 0);
    for round in 0..ROUNDS {
        one_machine();
        assert_eq!(Live::here(), Live::default());
        if round == WARM {
            after_warming = (descriptors(), resident_kilobytes());
        }
    }
    let (descriptors_before, memory_before) = after_warming;
    assert_eq!(descriptors(), descriptors_before);
    let grown = resident_kilobytes().saturating_sub(memory_before);
    // Each machine had 8 MB in its heap; what the allocator keeps for the next one is far less.
    assert!(grown < 24 << 10, "{memory_before} kB grew by {grown} kB");
}

#[test]
fn threads_give_everything_back() {
    in_a_process("child_makes_threads_in_turn");
}

#[test]
#[ignore = "a child's part"]
fn child_makes_threads_in_turn() {
    let descriptors_after = |threads: usize| {
        for _ in 0..threads {
            thread::spawn(one_machine).join().expect("no panic");
        }
        all_descriptors().len()
    };
    let warm = descriptors_after(3);
    assert_eq!(descriptors_after(20), warm);
}

/// A machine with one of everything, and knots that only its end unties.
fn one_machine() {
    let _main_context = MainContext::of_thread();
    let vm = Vm::new().expect("a machine");
    let context = Context::new(&vm).expect("a context");
    let other = Context::new(&vm).expect("a context");
    other.enter(|ctx| ctx.eval("big = Array.from({ length: 1e4 }, (_, i) => ({ i }))").is_ok());
    let kept = context.enter(|ctx| {
        let class: Class<Persistent> = Class::new("Knot");
        let target = ctx.object();
        let knot = class.instantiate(ctx, Persistent::new(ctx, target));
        let _ = target.set(ctx, "knot", knot);
        let weak = Weak::new(ctx, target);
        let state = Persistent::new(ctx, ctx.global());
        let closure = ctx.function("closure", move |ctx, _| Ok(state.get(ctx)));
        let _ = ctx.global().set(ctx, "closure", closure);
        let done = ctx.eval(
            "buffers = []; for (let i = 0; i < 8; i++) buffers.push(new Uint8Array(1 << 20).fill(i)); \
             pending = new Promise(() => {}); closure() === globalThis",
        );
        assert_eq!(done.ok().and_then(|done| done.as_bool()), Some(true));
        (Persistent::new(ctx, target), weak)
    });
    assert!(Live::here().payloads >= 2);
    drop(other);
    drop(context);
    drop(vm);
    drop(kept);
}

/// How many there are, but for the engine's timers: releases from 2.54 on keep one a machine until its thread ends, in
/// plain C too.
fn descriptors() -> usize {
    let is_timer = |path: &Path| path.as_os_str() == "anon_inode:[timerfd]";
    all_descriptors().iter().filter(|path| !is_timer(path)).count()
}

fn all_descriptors() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/proc/self/fd").expect("a list of descriptors");
    entries.flatten().filter_map(|entry| std::fs::read_link(entry.path()).ok()).collect()
}

fn resident_kilobytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
}
