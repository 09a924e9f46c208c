//! The loop's behaviour, one file per noun, each test on both back-ends.
//!
//! The behaviours are those that libuv tests for the same nouns, told in this crate's words, and those that are this
//! crate's own. `both!` makes two tests of each: one on epoll, one on the simulated platform with several seeds.

mod support;
#[path = "../../src/test_limit.rs"]
mod test_limit;

mod break_run;
mod call_at;
mod chooser;
mod closing;
mod embedding;
mod event_loop;
mod fs;
mod idle;
mod metrics;
mod names;
mod observer;
mod pending;
mod pipe;
mod poll;
mod pool;
mod process;
mod profile;
mod random;
mod reference;
mod run_modes;
mod shell;
mod signal;
mod simulation;
mod stream;
mod tcp;
mod timer;
mod tty;
mod udp;
mod virtual_time;
mod wait_hook;
mod wakeup;
mod walk;
