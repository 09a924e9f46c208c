//! roundel-loop against libuv: libuv's own benchmark scenarios, both loops in one interleaved run.
//!
//! Every scenario gives nanoseconds per operation. The two loops take turns, the one that begins changes every round,
//! and the medians are compared. `--json` prints an array of {name, roundel_ns, libuv_ns, ratio} and nothing else;
//! `--rounds=N` sets the number of rounds; other arguments are names of scenarios to run.
//!
//! `build.rs` compiles libuv from source; `uv.rs` declares what is used of it:
//! `cargo run --release --manifest-path benchmarks/loop_vs_libuv/Cargo.toml`.

mod clock;
mod ends;
mod libuv;
mod libuv_requests;
mod libuv_streams;
mod roundel;
mod roundel_requests;
mod roundel_streams;
mod uv;

use std::process::ExitCode;

/// What both loops are given.
pub(crate) mod load {
    pub(crate) const LOOP_TICKS: u64 = 2_000_000;
    pub(crate) const TIMERS: u64 = 1_000_000;
    /// A million timers in steps of one millisecond, a thousand to a step, as libuv's benchmark has them.
    pub(crate) const TIMERS_PER_MS: u64 = 1_000;
    pub(crate) const WAKEUPS: usize = 1 << 20;
    pub(crate) const PINGS: u64 = 1_000_000;
    pub(crate) const TIMED_MS: u64 = 1_000;
    pub(crate) const PING_PONGS: u64 = 100_000;
    pub(crate) const PUMP_BLOCK: usize = 64 * 1024;
    pub(crate) const PUMP_BLOCKS: u64 = 16_384;
    pub(crate) const BATCH_WRITES: u64 = 1_000_000;
    pub(crate) const DATAGRAMS: u64 = 300_000;
    /// A small file that every system has.
    pub(crate) const FILE: &str = "/etc/hostname";
    pub(crate) const STATS: u64 = 50_000;
    pub(crate) const FILE_READS: u64 = 20_000;
    /// A program that does nothing.
    pub(crate) const PROGRAM: &str = "/bin/true";
    pub(crate) const CHILDREN: u64 = 500;
    pub(crate) const CONNECTIONS: u64 = 5_000;
    pub(crate) const AT_ONCE: u64 = 100;
}

struct Scenario {
    name: &'static str,
    unit: &'static str,
    roundel: fn() -> f64,
    libuv: fn() -> f64,
}

const SCENARIOS: [Scenario; 14] = [
    Scenario {
        name: "loop_count",
        unit: "iteration with one idle callback",
        roundel: roundel::loop_count,
        libuv: libuv::loop_count,
    },
    Scenario {
        name: "million_timers",
        unit: "timer made, started, fired over a second, closed (CPU time)",
        roundel: roundel::million_timers,
        libuv: libuv::million_timers,
    },
    Scenario {
        name: "million_async",
        unit: "wakeup, one thread sending to a million handles in turn",
        roundel: roundel::million_async,
        libuv: libuv::million_async,
    },
    Scenario {
        name: "async_pummel",
        unit: "wakeup, one thread sending to one handle without pause",
        roundel: roundel::async_pummel,
        libuv: libuv::async_pummel,
    },
    Scenario {
        name: "queue_work",
        unit: "empty job to the pool and back, one at a time",
        roundel: roundel::queue_work,
        libuv: libuv::queue_work,
    },
    Scenario {
        name: "ping_pongs",
        unit: "five bytes over TCP and back, both ends in the loop (CPU time)",
        roundel: roundel_streams::ping_pongs,
        libuv: libuv_streams::ping_pongs,
    },
    Scenario {
        name: "tcp_pump",
        unit: "64 KiB over TCP, both ends in the loop (CPU time)",
        roundel: roundel_streams::tcp_pump,
        libuv: libuv_streams::tcp_pump,
    },
    Scenario {
        name: "pipe_pump",
        unit: "64 KiB over a unix socket, both ends in the loop (CPU time)",
        roundel: roundel_streams::pipe_pump,
        libuv: libuv_streams::pipe_pump,
    },
    Scenario {
        name: "tcp_write_batch",
        unit: "small write, a million queued at once (CPU time)",
        roundel: roundel_streams::tcp_write_batch,
        libuv: libuv_streams::tcp_write_batch,
    },
    Scenario {
        name: "udp_pummel",
        unit: "datagram sent, each after the one before (CPU time)",
        roundel: roundel_streams::udp_pummel,
        libuv: libuv_streams::udp_pummel,
    },
    Scenario {
        name: "tcp_pound",
        unit: "connection made, used and closed, a hundred at once (CPU time)",
        roundel: roundel_requests::tcp_pound,
        libuv: libuv_requests::tcp_pound,
    },
    Scenario {
        name: "fs_stat",
        unit: "stat by the pool, one at a time",
        roundel: roundel_requests::fs_stat,
        libuv: libuv_requests::fs_stat,
    },
    Scenario {
        name: "fs_read",
        unit: "small file read whole by the pool, one at a time",
        roundel: roundel_requests::fs_read,
        libuv: libuv_requests::fs_read,
    },
    Scenario {
        name: "spawn",
        unit: "child started and its end heard of, one at a time",
        roundel: roundel_requests::spawn,
        libuv: libuv_requests::spawn,
    },
];

struct Outcome {
    name: &'static str,
    roundel_ns: f64,
    libuv_ns: f64,
}

fn main() -> ExitCode {
    let mut json = false;
    let mut rounds = 5;
    let mut names = Vec::new();
    for argument in std::env::args().skip(1) {
        match (argument.as_str(), argument.strip_prefix("--rounds=").map(str::parse::<usize>)) {
            ("--json", _) => json = true,
            (_, Some(Ok(count @ 1..))) => rounds = count,
            (name, None) if SCENARIOS.iter().any(|scenario| scenario.name == name) => {
                names.push(argument);
            }
            _ => {
                eprintln!("loop_vs_libuv: unknown argument {argument}");
                eprintln!("usage: loop_vs_libuv [--json] [--rounds=N] [SCENARIO...]");
                return ExitCode::from(2);
            }
        }
    }
    uv::check_sizes();
    let chosen =
        |scenario: &&Scenario| names.is_empty() || names.iter().any(|name| name == scenario.name);
    let mut outcomes = Vec::new();
    for scenario in SCENARIOS.iter().filter(chosen) {
        let outcome = compare(scenario, rounds);
        if !json {
            print_outcome(scenario, &outcome);
        }
        outcomes.push(outcome);
    }
    if json {
        println!("[{}]", outcomes.iter().map(to_json).collect::<Vec<_>>().join(",\n "));
    }
    ExitCode::SUCCESS
}

fn compare(scenario: &Scenario, rounds: usize) -> Outcome {
    let (mut roundel, mut libuv) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        if round % 2 == 0 {
            roundel.push((scenario.roundel)());
            libuv.push((scenario.libuv)());
        } else {
            libuv.push((scenario.libuv)());
            roundel.push((scenario.roundel)());
        }
    }
    Outcome { name: scenario.name, roundel_ns: median(roundel), libuv_ns: median(libuv) }
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

impl Outcome {
    /// Roundel's time as a part of libuv's: below 1 is ahead.
    fn ratio(&self) -> f64 {
        self.roundel_ns / self.libuv_ns
    }
}

fn print_outcome(scenario: &Scenario, outcome: &Outcome) {
    println!(
        "{:<15} roundel {:>9.1} ns   libuv {:>9.1} ns   ratio {:>5.2}   per {}",
        outcome.name,
        outcome.roundel_ns,
        outcome.libuv_ns,
        outcome.ratio(),
        scenario.unit
    );
}

fn to_json(outcome: &Outcome) -> String {
    format!(
        r#"{{"name":"{}","roundel_ns":{:.1},"libuv_ns":{:.1},"ratio":{:.3}}}"#,
        outcome.name,
        outcome.roundel_ns,
        outcome.libuv_ns,
        outcome.ratio()
    )
}
