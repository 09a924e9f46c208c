//! How much time a run has had, on a machine that others use as well.
//!
//! What counts is the time that has passed, without that in which the run could have gone on and no processor was free for
//! it; or the time of processors that it has used, if that is more. A run that computes without end has both, one that
//! waits without end the first, and neither becomes longer because the machine is busy.
//!
//! A run is a process group. What its processes did is asked of `/proc` (proc_pid_stat(5), and `schedstat`, which says how
//! long a thread ran and how long it waited to run); where that is not to be had, all time that has passed counts.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;

/// What a process group has used and what it was kept waiting for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shares {
    used: Duration,
    kept_waiting: Duration,
}

/// The time that the process group `group` has had since `started`.
pub(super) fn own_time(group: u32, started: Instant) -> Duration {
    had(started.elapsed(), shares(group))
}

fn had(passed: Duration, shares: Shares) -> Duration {
    passed.saturating_sub(shares.kept_waiting).max(shares.used)
}

fn shares(group: u32) -> Shares {
    let mut sum = Shares::default();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let path = process.path();
        let stat = fs::read_to_string(path.join("stat")).unwrap_or_default();
        let Some(used) = used_in(&stat, group) else { continue };
        sum.used += used;
        sum.kept_waiting += kept_waiting(&path);
    }
    sum
}

/// What a process of the group has used, with those of its children that have ended; `None` if it belongs to another.
fn used_in(stat: &str, group: u32) -> Option<Duration> {
    // The name of the program comes first, in brackets, and may have any letters.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    if number(2) != Some(group.into()) {
        return None;
    }
    let ticks: u64 = (11..15).filter_map(number).sum();
    Some(Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).unwrap_or(100))
}

fn kept_waiting(process: &Path) -> Duration {
    let threads = fs::read_dir(process.join("task")).into_iter().flatten().flatten();
    let waited = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
    });
    waited.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_busy_machine_takes_does_not_count() {
        let s = Duration::from_secs;
        let shares = |used, kept_waiting| Shares { used: s(used), kept_waiting: s(kept_waiting) };
        assert_eq!(had(s(10), shares(2, 8)), s(2), "it computes beside four others");
        assert_eq!(had(s(10), shares(0, 0)), s(10), "it waits for what does not come");
        assert_eq!(had(s(10), shares(15, 12)), s(15), "several of its threads compute");
    }

    #[test]
    fn the_processes_of_a_group_are_found() {
        let stat = "17 (a ) b) R 1 42 42 0 -1 4194304 9 0 0 0 150 25 5 2 20 0 1 0 1 1 1 1";
        let ticks = clock_ticks_per_second() as f64;
        assert_eq!(used_in(stat, 42), Some(Duration::from_secs_f64(182.0 / ticks)));
        assert_eq!(used_in(stat, 17), None);
        assert_eq!(used_in("", 42), None);
    }
}
