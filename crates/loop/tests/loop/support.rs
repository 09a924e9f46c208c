//! What the tests share: loops on each back-end, counters of calls, a log of order, and descriptors.

use crate::test_limit;
use roundel_loop::{BackendKind, EventLoop, Options, Poll, Readiness};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::RawFd;
use std::rc::Rc;

/// Seed 0 is the plain world, the others are arbitrary.
pub(crate) const SEEDS: [u64; 5] = [0, 1, 2, 77, 0xdead_beef];

/// Makes a module of two tests out of one body, which gets a loop.
macro_rules! both {
    ($(#[$meta:meta])* $name:ident, |$lp:ident| $body:block) => {
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            fn body($lp: roundel_loop::EventLoop) {
                let $lp = &$lp;
                $body
                assert!($lp.take_failure().is_none(), "the platform failed");
            }

            #[test]
            fn epoll() {
                body(crate::support::system_loop());
            }

            #[test]
            fn simulated() {
                for seed in crate::support::SEEDS {
                    body(crate::support::simulated_loop(seed));
                }
            }
        }
    };
}
pub(crate) use both;

/// Makes a module of one test out of a body, which gets a loop with real descriptors.
macro_rules! real {
    ($(#[$meta:meta])* $name:ident, |$lp:ident| $body:block) => {
        $(#[$meta])*
        #[test]
        fn $name() {
            let $lp = &crate::support::system_loop();
            $body
            assert!($lp.take_failure().is_none(), "the platform failed");
        }
    };
}
pub(crate) use real;

pub(crate) fn system_loop() -> EventLoop {
    test_limit::arm();
    EventLoop::new(Options { pool_threads: Some(4), ..Options::default() }).unwrap()
}

pub(crate) fn simulated_loop(seed: u64) -> EventLoop {
    test_limit::arm();
    let backend = BackendKind::Simulated { seed };
    EventLoop::new(Options { backend, pool_threads: Some(4), ..Options::default() }).unwrap()
}

/// The same platform as another loop's, with other options.
pub(crate) fn sibling(lp: &EventLoop, options: Options) -> EventLoop {
    let backend = match lp.simulation() {
        Some(_) => BackendKind::Simulated { seed: 5 },
        None => BackendKind::System,
    };
    EventLoop::new(Options { backend, ..options }).unwrap()
}

/// How often something was called.
#[derive(Clone, Default)]
pub(crate) struct Calls(Rc<Cell<usize>>);

impl Calls {
    pub(crate) fn new() -> Calls {
        Calls::default()
    }

    /// Counts one call and says how many there have been with it.
    pub(crate) fn hit(&self) -> usize {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.get()
    }
}

/// What happened, in order.
pub(crate) struct Log<T>(Rc<RefCell<Vec<T>>>);

impl<T> Clone for Log<T> {
    fn clone(&self) -> Self {
        Log(Rc::clone(&self.0))
    }
}

impl<T: Debug + PartialEq + Clone> Log<T> {
    pub(crate) fn new() -> Log<T> {
        Log(Rc::default())
    }

    pub(crate) fn add(&self, item: T) {
        self.0.borrow_mut().push(item);
    }

    pub(crate) fn items(&self) -> Vec<T> {
        self.0.borrow().clone()
    }

    #[track_caller]
    pub(crate) fn expect(&self, items: &[T]) {
        assert_eq!(*self.0.borrow(), items);
    }
}

/// A descriptor that a test can make readable: a pipe, or a number on the simulated platform.
pub(crate) enum Source {
    Pipe(Rc<PipeReader>, PipeWriter),
    Simulated(RawFd),
}

impl Source {
    pub(crate) fn new(lp: &EventLoop) -> Source {
        thread_local!(static NEXT: Cell<RawFd> = const { Cell::new(1000) });
        match lp.simulation() {
            Some(_) => Source::Simulated(NEXT.replace(NEXT.get() + 1)),
            None => {
                let (reader, writer) = std::io::pipe().unwrap();
                Source::Pipe(Rc::new(reader), writer)
            }
        }
    }

    /// A handle for it, not started.
    pub(crate) fn poll(&self, lp: &EventLoop) -> Poll {
        match self {
            Source::Pipe(reader, _) => Poll::sharing(lp, Rc::clone(reader)),
            Source::Simulated(fd) => Poll::simulated(lp, *fd),
        }
    }

    pub(crate) fn make_readable(&mut self, lp: &EventLoop) {
        match self {
            Source::Pipe(_, writer) => writer.write_all(b"x").unwrap(),
            Source::Simulated(fd) => {
                lp.simulation().unwrap().make_ready(*fd, Readiness::READABLE);
            }
        }
    }

    /// Reads what one `make_readable` wrote.
    pub(crate) fn read(&mut self, lp: &EventLoop) {
        match self {
            Source::Pipe(reader, _) => (&**reader).read_exact(&mut [0]).unwrap(),
            Source::Simulated(fd) => {
                lp.simulation().unwrap().make_unready(*fd, Readiness::READABLE);
            }
        }
    }
}

/// Lets time pass: really, or virtually.
pub(crate) fn burn_ms(lp: &EventLoop, milliseconds: u64) {
    match lp.simulation() {
        Some(simulation) => simulation.pass_time(milliseconds * 1_000_000),
        None => std::thread::sleep(std::time::Duration::from_millis(milliseconds)),
    }
}

/// The bytes of a long message, no two stretches of which are the same.
pub(crate) fn message(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        bytes.extend_from_slice(&(state >> 8).to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// What arrived on a stream, as a length and a hash, in whatever pieces it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest {
    length: usize,
    hash: u64,
}

impl Digest {
    pub(crate) fn new() -> Digest {
        Digest { length: 0, hash: 0xcbf2_9ce4_8422_2325 }
    }

    pub(crate) fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::new();
        digest.add(bytes);
        digest
    }

    /// FNV-1a.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
