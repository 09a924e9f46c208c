//! The two clocks of the scenarios: wall time, and the CPU time of the calling thread.

use std::time::Instant;

/// Nanoseconds of wall time per operation.
pub(crate) fn wall_ns(operations: u64, body: impl FnOnce()) -> f64 {
    let began = Instant::now();
    body();
    began.elapsed().as_nanos() as f64 / operations as f64
}

/// Nanoseconds of this thread's CPU time per operation, for scenarios that mostly wait.
pub(crate) fn cpu_ns(operations: u64, body: impl FnOnce()) -> f64 {
    let began = thread_cpu_ns();
    body();
    (thread_cpu_ns() - began) as f64 / operations as f64
}

fn thread_cpu_ns() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
