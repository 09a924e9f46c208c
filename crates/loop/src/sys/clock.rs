//! The real clocks, read through libc: it has found the vDSO already, where rustix would look for it once more at
//! start-up (and in a way that valgrind does not survive).

/// Nanoseconds of a clock that never goes back.
#[inline]
pub(crate) fn monotonic_ns() -> u64 {
    read_ns(libc::CLOCK_MONOTONIC)
}

/// Nanoseconds since 1970.
pub(crate) fn wall_ns() -> u64 {
    read_ns(libc::CLOCK_REALTIME)
}

#[inline]
fn read_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer leads to a local; both clocks exist on every kernel that has epoll, so the call can not fail.
    unsafe { libc::clock_gettime(clock, &mut time) };
    // Negative only for a wall clock before 1970.
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds.saturating_mul(1_000_000_000).saturating_add(time.tv_nsec as u64)
}
