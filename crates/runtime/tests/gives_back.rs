//! A run gives everything back: descriptors, threads, machines, memory. Alone in its process, as it counts what the
//! process has.

use std::process::{Command, Stdio};
use std::{env, fs};

use roundel_jsc::Live;
use roundel_runtime::{Entry, Exit, Options, PrintResult, Runtime};

/// Leaves as much behind as a program can: timers, a file, a worker of the pool, ports, contexts, a listener of signals,
/// a compiled module, a job that is cut off.
const PROGRAM: &str = "
    const fs = require('fs');
    const vm = require('vm');
    fs.openSync('/dev/null');
    setInterval(() => {}, 1e6);
    process.on('SIGUSR2', () => {});
    const { port1, port2 } = new MessageChannel();
    const others = [vm.createContext({ shared: port1 }), vm.createContext()];
    vm.runInContext('later = () => shared', others[0]);
    const registry = new FinalizationRegistry(() => {});
    registry.register({}, 1);
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => {
      port2.on('message', () => {
        fs.readFile('/proc/self/status', () => {
          fs.readFile('/proc/self/status', () => {});
          process.exit(3);
        });
      });
      port1.postMessage({ some: ['data'] });
    });
";

const RUNS: usize = 40;

/// By how much 40 runs may grow the process. One environment that stays takes 2.6 MB.
const ROOM_KIB: usize = 8 * 1024;

/// How many threads more the engine may have afterwards: its collector and its compilers start theirs when there is work
/// and end them after seconds without any. Threads that runs leave behind would be `RUNS`.
const ROOM_THREADS: usize = RUNS / 4;

#[derive(Debug)]
struct Held {
    descriptors: usize,
    threads: usize,
    resident_kib: usize,
}

fn held() -> Held {
    let count = |directory| fs::read_dir(directory).map_or(0, Iterator::count);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident_kib =
        resident.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    Held {
        descriptors: count("/proc/self/fd"),
        threads: count("/proc/self/task"),
        resident_kib: resident_kib.unwrap_or(0),
    }
}

fn run() {
    let entry = Entry::Eval { source: PROGRAM.to_owned(), print: PrintResult::No };
    let runtime = Runtime::new(Options::new(entry)).expect("an environment");
    assert_eq!(runtime.run(), Exit::Code(3));
    assert_eq!(Live::here(), Live::default());
}

#[test]
fn forty_runs_leave_nothing_behind() {
    // What the engine and the allocator keep for the process is there after a few.
    for _ in 0..5 {
        run();
    }
    let before = held();
    for _ in 0..RUNS {
        run();
    }
    let after = held();
    assert_eq!(after.descriptors, before.descriptors);
    assert!(after.threads < before.threads + ROOM_THREADS, "{before:?} {after:?}");
    assert!(after.resident_kib < before.resident_kib + ROOM_KIB, "{before:?} {after:?}");
    runs_under_stress();
}

#[test]
#[ignore = "a part of the test below, in a process of its own"]
fn three_runs() {
    for _ in 0..3 {
        run();
    }
}

/// What is freed too early is used after its end when the collector runs all the time.
fn runs_under_stress() {
    let status = Command::new(env::current_exe().expect("a test has a file"))
        .args(["--ignored", "--exact", "three_runs"])
        .envs([
            ("JSC_slowPathAllocsBetweenGCs", "13"),
            ("JSC_sweepSynchronously", "true"),
            ("JSC_scribbleFreeCells", "true"),
        ])
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}
