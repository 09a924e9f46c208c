//! The workers of an environment: threads with an environment of their own.
//!
//! A worker is started with options made from those of its parent and the end of a channel, over which the two talk
//! (`internal/worker`). It ends by itself or is ended; then its end of the channel is dropped, which the parent hears of
//! like of any message. By then the exit code is there to be asked for, and the thread has nothing left to do but return.
//!
//! A worker that waits for shared memory cannot be reached. It tells before it does what it waits for ([`Waiting`]), so that
//! whoever ends it can notify it.
//!
//! When the parent ends, its workers end first: nothing of them runs after its last callback.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use roundel_jsc::SharedMemory;
use roundel_loop::IdleTime;

use crate::activity::Busy;
use crate::channel::Port;
use crate::exit::{Ending, Exit};
use crate::interrupt::Handle;
use crate::options::Options;
use crate::runtime::Runtime;

/// How long the end of a program waits for that of a worker. Only one that is held up outside JavaScript takes longer; it is
/// left where it is, and goes with the process.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(crate) struct Workers {
    running: RefCell<HashMap<u32, Worker>>,
}

struct Worker {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

/// What the two threads tell each other.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    /// How to end it, once it is there.
    handle: Option<Handle>,
    is_to_end: bool,
    waiting: Option<Waiting>,
    /// How long its loop has waited, and since when it turns.
    idle: Option<IdleTime>,
    loop_began: Option<Instant>,
    has_ended: bool,
    exit: Option<Exit>,
    /// Why it could not be started.
    failure: Option<String>,
}

/// What `Atomics.wait` waits for: an element of shared memory.
pub(crate) struct Waiting {
    pub(crate) memory: SharedMemory,
    pub(crate) byte_offset: usize,
}

/// How a worker ended.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) failure: Option<String>,
}

impl Workers {
    /// Starts the thread `number`, with a stack of that size.
    pub(crate) fn start(
        &self,
        number: u32,
        options: Options,
        parent: Port,
        stack_bytes: usize,
        busy: Option<Busy>,
    ) -> io::Result<()> {
        let shared = Arc::new(Shared::default());
        let told = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name(format!("worker {number}"))
            .stack_size(stack_bytes)
            .spawn(move || run(options, parent, &told, busy))?;
        self.running.borrow_mut().insert(number, Worker { shared, thread });
        Ok(())
    }

    /// Ends the worker as soon as it can be ended. What it waits for, if it does, is to be notified, and this to be called
    /// again until it has ended.
    pub(crate) fn terminate(&self, number: u32) -> Option<Waiting> {
        let running = self.running.borrow();
        let shared = &running.get(&number)?.shared;
        shared.terminate();
        shared.lock().waiting.take()
    }

    /// How long the worker's loop has waited, and for how long it has been turning; `None` before it turns and when it has ended.
    pub(crate) fn loop_times(&self, number: u32) -> Option<(Duration, Duration)> {
        let running = self.running.borrow();
        let state = running.get(&number)?.shared.lock();
        let idle = Duration::from_nanos(state.idle.as_ref()?.ns());
        (!state.has_ended).then_some((idle, state.loop_began?.elapsed()))
    }

    /// Takes leave of a worker that has ended.
    pub(crate) fn take_leave(&self, number: u32) -> Option<Ended> {
        let worker = self.running.borrow_mut().remove(&number)?;
        Some(worker.join())
    }

    /// Ends all of them and waits.
    pub(crate) fn end(&self) {
        let running = std::mem::take(&mut *self.running.borrow_mut());
        for worker in running.values() {
            worker.shared.terminate();
        }
        for worker in running.into_values() {
            if worker.shared.has_ended_within(PATIENCE) {
                worker.join();
            }
        }
    }
}

impl Worker {
    fn join(self) -> Ended {
        // Panics of a binding are exceptions of the program's; one beyond that is told as a failure to run.
        let _ = self.thread.join();
        let state = self.shared.lock();
        Ended { code: state.exit.map_or(FAILED, Exit::code), failure: state.failure.clone() }
    }
}

/// The code of a worker that could not be started.
const FAILED: i32 = 1;

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every step leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn terminate(&self) {
        let mut state = self.lock();
        state.is_to_end = true;
        if let Some(handle) = &state.handle {
            handle.interrupt();
        }
    }

    /// The worker's loop begins to turn.
    pub(crate) fn loop_begins(&self) {
        self.lock().loop_began = Some(Instant::now());
    }

    /// Tells what the worker is going to wait for. False if it is to end instead.
    pub(crate) fn wait_for(&self, waiting: Waiting) -> bool {
        let mut state = self.lock();
        if !state.is_to_end {
            state.waiting = Some(waiting);
        }
        !state.is_to_end
    }

    /// It waits no more. False if it is to end.
    pub(crate) fn go_on(&self) -> bool {
        let mut state = self.lock();
        let waited_for = state.waiting.take();
        let goes_on = !state.is_to_end;
        drop(state);
        drop(waited_for);
        goes_on
    }

    fn has_ended_within(&self, limit: Duration) -> bool {
        let state = self.lock();
        let waited = self.ended.wait_timeout_while(state, limit, |state| !state.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }

    fn end(&self, exit: Option<Exit>, failure: Option<String>) {
        let mut state = self.lock();
        state.handle = None;
        state.has_ended = true;
        state.exit = exit;
        state.failure = failure;
        self.ended.notify_all();
    }
}

/// How many descriptors an environment may take when it is made.
const DESCRIPTORS: usize = 12;

/// Whether there are descriptors left: the engine's main loop ends the process where it gets none.
fn check_descriptors() -> Result<(), String> {
    let taken: Result<Vec<_>, _> = (0..DESCRIPTORS)
        .map(|_| rustix::event::eventfd(0, rustix::event::EventfdFlags::CLOEXEC))
        .collect();
    match taken {
        Ok(_) => Ok(()),
        Err(rustix::io::Errno::MFILE) => Err("EMFILE".to_owned()),
        Err(rustix::io::Errno::NFILE) => Err("ENFILE".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The life of a worker's thread.
///
/// Of a page's worker `busy` counts until the environment does.
fn run(options: Options, parent: Port, shared: &Arc<Shared>, busy: Option<Busy>) {
    // As in Node: what is ended before it has begun ends well.
    let before_it_began = Some(Exit::Code(0));
    if shared.lock().is_to_end {
        return shared.end(before_it_began, None);
    }
    if let Err(error) = check_descriptors() {
        return shared.end(None, Some(error));
    }
    let options = Options { ending: Ending::Returns, ..options };
    let (family, thread_id) = (options.family.clone(), options.thread_id);
    let made = Runtime::new(options).and_then(|runtime| Ok((runtime.handle()?, runtime)));
    let (handle, runtime) = match made {
        Ok(made) => made,
        Err(error) => return shared.end(None, Some(error.to_string())),
    };
    drop(busy);
    runtime.become_worker(Arc::clone(shared), parent);
    let is_to_end = {
        let mut state = shared.lock();
        state.handle = Some(handle);
        state.idle = Some(runtime.idle_time());
        state.is_to_end
    };
    if is_to_end {
        return shared.end(before_it_began, None);
    }
    // The end of the channel goes with the environment, after the code is known.
    runtime.run_and_then(|exit| {
        family.forget(thread_id);
        shared.end(Some(exit), None);
    });
}
