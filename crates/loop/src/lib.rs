//! An event loop of libuv's class: phases, handles, a pool of threads, and a simulated twin of the platform.
//!
//! ```
//! use roundel_loop::{Check, EventLoop, Lane, Options, RunMode, Timer, work};
//!
//! let lp = EventLoop::new(Options::default())?;
//! Timer::new(&lp).start(&lp, 1, 0, |lp, _| println!("a timer at {} ms", lp.now()));
//! work(&lp, Lane::Fast, || 6 * 7, |_, answer| println!("from the pool: {}", answer.unwrap()));
//! let check = Check::new(&lp);
//! check.start(&lp, |lp, check| {
//!     println!("after poll");
//!     check.stop(lp);
//! });
//! assert!(!lp.run(RunMode::Default));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! - [`EventLoop`] runs the phases of its [`Profile`] in order, until nothing keeps it alive.
//! - Handles are `Copy` ids: [`Timer`], [`Idle`], [`Prepare`], [`Check`], [`Wakeup`], [`Poll`], [`Signal`], [`Tcp`],
//!   [`Pipe`], [`Tty`], [`Udp`], [`Process`], [`FsEvent`]. The loop is the first argument of everything, the callback the last. A handle
//!   lives until it is closed; an id that has outlived its handle does nothing and says so.
//! - [`work`] runs a job on the [`Pool`] and calls back in the poll phase.
//! - A guest loop, one that a host with a lock and objects of its own is built on, finds [`EventLoop::set_wait_hook`],
//!   [`EventLoop::call_at`], [`EventLoop::break_run`], [`EventLoop::after_fork`], [`Shell`] and [`Profile::ASYNCIO`].
//! - [`EventLoop::metrics`] counts, [`EventLoop::set_observer`] tells all, [`EventLoop::walk`] says what is alive
//!   and why.
//! - [`BackendKind::Simulated`] is the same loop with virtual time, and a [`Chooser`] in place of chance.
//!
//! - [`fs`] has requests about files, each one job of the pool; [`FsEvent`] and [`FsPoll`] tell of changes;
//!   [`address_of_name`] and [`name_of_address`] ask the system's resolver.
//!
//! What is not here: anything about JavaScript.

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod call_at;
mod callback;
mod choice;
mod chooser;
mod closing;
mod event_loop;
mod fork;
pub mod fs;
mod fs_event;
mod fs_poll;
mod guide;
mod handle;
mod heap;
mod interest;
mod mailbox;
mod metrics;
mod names;
mod observer;
mod options;
mod origin;
mod pending;
mod pipe;
mod poll;
mod pool;
mod process;
mod profile;
mod signal;
mod slab;
mod spawn;
mod stream;
mod sync;
#[allow(unsafe_code)]
mod sys;
mod tcp;
#[cfg(all(test, not(loom)))]
mod test_limit;
mod time_gate;
mod timer;
mod tty;
mod udp;
mod wait_hook;
mod wakeup;
mod watcher;
mod work;

pub use call_at::CallId;
pub use choice::{Choice, Instead, Mismatch, Record, RecordError};
pub use chooser::{Asked, ChoiceListener, Chooser, Choosing, Point};
pub use event_loop::EventLoop;
pub use fs_event::{FsChange, FsChangeKind, FsDepth, FsEvent};
pub use fs_poll::FsPoll;
pub use guide::{Candidate, Departure, Guide, GuideError, Habit};
pub use handle::{HandleInfo, HandleKey, HandleKind};
pub use interest::{Interest, Readiness};
pub use metrics::{IdleTime, Metrics, PhaseTiming};
pub use names::{address_of_name, name_of_address};
pub use observer::{Entry, Event, Observer};
pub use options::{BackendKind, Options, RunMode};
pub use origin::{Origin, ResourceId};
pub use pipe::Pipe;
pub use poll::Poll;
pub use pool::Pool;
pub use process::Process;
pub use profile::{Delivery, Phase, Profile, TimersPass};
pub use signal::Signal;
pub use spawn::{Child, Session, SpawnOptions, Stdio};
pub use stream::{BatchedRead, Chunk, Read, ReadSink, Stream};
pub use sys::{
    Copied, Elsewhere, Faults, Inherited, Shell, Simulation, close_on_exec, copy_process,
    open_numbers, reset_inherited_state, set_variable_alone, sweep,
};
pub use tcp::{Tcp, TcpBind};
pub use time_gate::TimeGate;
pub use timer::Timer;
pub use tty::{Tty, TtyMode};
pub use udp::{Datagram, Membership, Udp, UdpBind};
pub use wait_hook::{WaitEdge, WaitHook};
pub use wakeup::{Wakeup, WakeupSender};
pub use watcher::{Check, Idle, Prepare};
pub use work::{Lane, WorkError, WorkId, cancel, work};
