//! The pool: threads that do blocking work for one loop or for several.
//!
//! All of it is under one lock: a slab of waiting jobs, a queue of tickets per lane, and the number of threads that
//! wait for more. A thread takes the oldest job of any lane that it may take from. Threads start when there is a job
//! and nobody waiting for one, up to the pool's size, so a program that never needs the pool never has it. A ticket
//! whose job was withdrawn is a stale id and is skipped.
//!
//! While jobs come one soon after another, one of the threads that have nothing to do does not sleep at once but looks out
//! for the next job a few microseconds long, without the lock, by the count of submissions. Who submits a job while
//! somebody looks out need not wake anybody, because looking out ends under the lock with one more look for a job.
//!
//! Dropping the last handle of a pool drops the jobs that wait, and joins the threads once each has finished its own. In a
//! child process, where the threads are not, a pool of the parent's is left alone: nobody could unlock it.

use crate::mailbox::Mailbox;
use crate::slab::{Id, Slab};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::thread::{self, JoinHandle};
use crate::sync::{Condvar, Mutex, MutexGuard, ShortSleeps, lock, look_out};
use crate::sys;
use crate::work::{Finished, Job, Lane, WorkError};
use rustix::process::{Pid, getpid};
use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};

const DEFAULT_THREADS: usize = 4;
const MAX_THREADS: usize = 1024;

/// How long a thread looks out for a job before it sleeps, if jobs have just been coming quickly: longer than a loop takes to
/// wake up, which is what the next job waits for as long as the loop sleeps.
const LOOK_OUT_NS: u64 = 20_000;

/// A job that was taken up by a thread within this time of a thread's falling asleep came quickly. The loop's waking up and
/// the thread's are a part of it.
const QUICK_NS: u64 = 60_000;

/// Threads for blocking work. Clones are handles of the same pool; give one to several loops to share it.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Pool};
/// let pool = Pool::new(2);
/// let first = EventLoop::new(Options { pool: Some(pool.clone()), ..Options::default() })?;
/// let second = EventLoop::new(Options { pool: Some(pool), ..Options::default() })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Pool(Arc<Owner>);

/// Joins the threads when the last handle goes. The threads themselves hold only `Shared`.
struct Owner(Arc<Shared>);

struct Shared {
    size: usize,
    /// The process that has the threads.
    process: Pid,
    state: Mutex<State>,
    job_waits: Condvar,
    /// How many jobs there have been: written under the lock, looked at without it.
    submissions: AtomicU64,
}

#[derive(Default)]
struct State {
    jobs: Slab<Waiting>,
    fast: VecDeque<Ticket>,
    slow: VecDeque<Ticket>,
    slow_running: usize,
    /// How many threads sleep, and when the last of them fell asleep.
    idle: usize,
    idle_since_ns: u64,
    /// One of the threads looks out.
    looks_out: bool,
    short_sleeps: ShortSleeps,
    threads: Vec<JoinHandle<()>>,
    ending: bool,
}

struct Waiting {
    job: Job,
    reply_to: Arc<Mailbox>,
}

struct Ticket {
    /// Over both lanes, so that the oldest can be found.
    number: u64,
    id: Id,
}

impl Pool {
    /// A pool of at most `threads` threads (1 to 1024), none of which is started yet.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Pool::new(0).size(), 1);
    /// ```
    pub fn new(threads: usize) -> Pool {
        let size = threads.clamp(1, MAX_THREADS);
        let (state, job_waits) = (Mutex::default(), Condvar::new());
        let submissions = AtomicU64::new(0);
        let shared = Shared { size, process: getpid(), state, job_waits, submissions };
        Pool(Arc::new(Owner(Arc::new(shared))))
    }

    /// A pool of its own for a child process.
    pub(crate) fn after_fork(&mut self) {
        *self = Pool::new(self.size());
    }

    /// A pool of the size that the environment variable `UV_THREADPOOL_SIZE` says, or of 4.
    ///
    /// ```
    /// assert!(roundel_loop::Pool::from_env().size() >= 1);
    /// ```
    pub fn from_env() -> Pool {
        let wanted = std::env::var("UV_THREADPOOL_SIZE").ok();
        Pool::new(wanted.as_deref().map_or(DEFAULT_THREADS, parse_size))
    }

    /// How many threads the pool may have.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Pool::new(2).size(), 2);
    /// ```
    pub fn size(&self) -> usize {
        self.0.0.size
    }

    /// How many threads have been started.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Pool::new(2).threads(), 0);
    /// ```
    pub fn threads(&self) -> usize {
        lock(&self.0.0.state).threads.len()
    }

    /// Queues a job, whose result goes to `reply_to`. `None` if there is no thread to do it: then the reply is
    /// already there.
    pub(crate) fn submit(&self, job: Job, reply_to: Arc<Mailbox>) -> Option<Id> {
        let shared = &self.0.0;
        let mut state = lock(&shared.state);
        let lane = job.lane;
        let id = state.jobs.insert(Waiting { job, reply_to });
        // Whoever sees the number changed takes the lock to look for the job.
        let number = shared.submissions.fetch_add(1, Ordering::Relaxed);
        match lane {
            Lane::Fast => state.fast.push_back(Ticket { number, id }),
            Lane::Slow => state.slow.push_back(Ticket { number, id }),
        }
        let looking = usize::from(state.looks_out);
        let needs_waking = state.idle > 0 && state.jobs.len() > looking;
        // The waiting threads may have been called for earlier jobs and not be running yet.
        if state.jobs.len() > state.idle + looking
            && state.threads.len() < shared.size
            && let Err(error) = start_thread(shared, &mut state)
            && state.threads.is_empty()
        {
            let waiting = state.jobs.remove(id)?;
            drop(state);
            waiting.reply_to.post_finished(Finished {
                request: waiting.job.request,
                result: Err(WorkError::NoThread(error)),
                started_ns: 0,
                finished_ns: 0,
            });
            return None;
        }
        // Called when the lock is free: a thread that wakes up to a lock that is held goes to sleep again.
        drop(state);
        if needs_waking {
            shared.job_waits.notify_one();
        }
        Some(id)
    }

    /// Takes back a job that no thread has taken up and that belongs to this request of this loop.
    pub(crate) fn withdraw(&self, ticket: Id, request: Id, owner: &Arc<Mailbox>) -> Option<Job> {
        let mut state = lock(&self.0.0.state);
        let waiting = state.jobs.get(ticket)?;
        if waiting.job.request != request || !Arc::ptr_eq(&waiting.reply_to, owner) {
            return None;
        }
        let waiting = state.jobs.remove(ticket)?;
        Some(waiting.job)
    }

    /// Takes back all that a loop has waiting, because the loop is going away.
    pub(crate) fn withdraw_all(&self, owner: &Arc<Mailbox>) {
        if self.0.0.is_elsewhere() {
            return;
        }
        let mut state = lock(&self.0.0.state);
        let tickets: Vec<Id> = state
            .jobs
            .iter()
            .filter(|(_, waiting)| Arc::ptr_eq(&waiting.reply_to, owner))
            .map(|(id, _)| id)
            .collect();
        let withdrawn: Vec<_> = tickets.into_iter().map(|id| state.jobs.remove(id)).collect();
        drop(state);
        drop(withdrawn);
    }
}

/// As libuv reads it: leading digits count, nothing readable is 1, too many are the most there can be, and so is a
/// negative number, which libuv stores without its sign.
fn parse_size(text: &str) -> usize {
    let text = text.trim_start();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match text[..end].parse::<usize>() {
        Ok(0) => 1,
        Ok(size) if !negative => size.min(MAX_THREADS),
        Err(_) if end == 0 => 1,
        _ => MAX_THREADS,
    }
}

fn start_thread(shared: &Arc<Shared>, state: &mut State) -> std::io::Result<()> {
    let name = format!("roundel-pool-{}", state.threads.len());
    let theirs = Arc::clone(shared);
    let handle = thread::Builder::new().name(name).spawn(move || theirs.serve())?;
    state.threads.push(handle);
    Ok(())
}

impl Shared {
    /// This is a child process, and the threads are in its parent.
    fn is_elsewhere(&self) -> bool {
        getpid() != self.process
    }

    /// A thread's life.
    fn serve(&self) {
        let mut state = lock(&self.state);
        while !state.ending {
            let Some(waiting) = state.next_job(self.size.div_ceil(2)) else {
                state = if state.short_sleeps.pays() && !state.looks_out {
                    self.look_out(state)
                } else {
                    self.sleep(state)
                };
                continue;
            };
            drop(state);
            let lane = waiting.job.lane;
            let finished = waiting.job.perform(sys::monotonic_ns);
            waiting.reply_to.post_finished(finished);
            drop(waiting.reply_to);
            state = lock(&self.state);
            if lane == Lane::Slow {
                state.slow_running -= 1;
            }
        }
    }

    /// The lock is free meanwhile.
    fn look_out<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.looks_out = true;
        let before = self.submissions.load(Ordering::Relaxed);
        drop(state);
        let saw = look_out(LOOK_OUT_NS, || self.submissions.load(Ordering::Relaxed) != before);
        let mut state = lock(&self.state);
        state.looks_out = false;
        // A job that another thread was quicker to take, or that may not be done yet, is no reason to look out again.
        let has_job = !state.fast.is_empty();
        state.short_sleeps.looked_out(saw && has_job);
        state
    }

    fn sleep<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.idle += 1;
        state.idle_since_ns = now_ns();
        let mut state = self.job_waits.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        let slept_ns = now_ns().saturating_sub(state.idle_since_ns);
        state.short_sleeps.slept(slept_ns < QUICK_NS);
        state
    }
}

#[cfg(not(loom))]
fn now_ns() -> u64 {
    sys::monotonic_ns()
}

/// In a model every sleep is a short one, so that threads look out.
#[cfg(loom)]
fn now_ns() -> u64 {
    0
}

impl State {
    /// The oldest waiting job that may be done, given how many slow ones may run at a time.
    fn next_job(&mut self, slow_limit: usize) -> Option<Waiting> {
        loop {
            let slow = match self.slow.front() {
                Some(ticket) if self.slow_running < slow_limit => Some(ticket.number),
                _ => None,
            };
            let lane = match (self.fast.front().map(|ticket| ticket.number), slow) {
                (None, None) => return None,
                (Some(fast), Some(slow)) if slow < fast => Lane::Slow,
                (None, Some(_)) => Lane::Slow,
                (Some(_), _) => Lane::Fast,
            };
            let ticket = match lane {
                Lane::Fast => self.fast.pop_front(),
                Lane::Slow => self.slow.pop_front(),
            }?;
            if let Some(waiting) = self.jobs.remove(ticket.id) {
                if lane == Lane::Slow {
                    self.slow_running += 1;
                }
                return Some(waiting);
            }
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if self.0.is_elsewhere() {
            return;
        }
        let (threads, abandoned) = {
            let mut state = lock(&self.0.state);
            state.ending = true;
            (std::mem::take(&mut state.threads), std::mem::take(&mut state.jobs))
        };
        self.0.job_waits.notify_all();
        drop(abandoned);
        for thread in threads {
            // A job may own the last handle of the pool that runs it, and a thread can not wait for itself.
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_read_as_libuv_reads_it() {
        for (text, size) in [
            ("4", 4),
            ("0", 1),
            ("", 1),
            ("many", 1),
            (" 8", 8),
            ("16 threads", 16),
            ("-3", 1024),
            ("5000", 1024),
            ("99999999999999999999999", 1024),
        ] {
            assert_eq!(parse_size(text), size, "{text:?}");
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::work::Timing;

    fn job(index: u32) -> Job {
        let request = Id { index, generation: 0 };
        let run = Box::new(move || -> crate::work::Payload { Box::new(index) });
        Job { request, lane: Lane::Fast, timing: Timing::Unmeasured, run }
    }

    fn collect(mailbox: &Mailbox, count: usize) {
        let mut finished = VecDeque::new();
        while finished.len() < count {
            if mailbox.fall_asleep() {
                mailbox.fd().unwrap().wait().unwrap();
            }
            if mailbox.wake_up() {
                mailbox.take_finished(&mut finished);
            }
        }
    }

    fn opened() -> Arc<Mailbox> {
        let mailbox = Mailbox::new();
        mailbox.open(|_| Ok(())).unwrap();
        Arc::new(mailbox)
    }

    /// No job is forgotten by threads that are falling asleep, and the threads end with the pool.
    #[test]
    fn loom_every_job_is_done_and_the_threads_end() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let (pool, mailbox) = (Pool::new(1), opened());
            pool.submit(job(0), Arc::clone(&mailbox));
            collect(&mailbox, 1);
            // The thread may be anywhere between its first job and its sleep.
            pool.submit(job(1), Arc::clone(&mailbox));
            collect(&mailbox, 1);
            drop(pool);
        });
    }

    /// A job is either withdrawn or done, never both and never neither.
    #[test]
    fn loom_a_job_is_withdrawn_or_done() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let (pool, mailbox) = (Pool::new(1), opened());
            let request = Id { index: 0, generation: 0 };
            let ticket = pool.submit(job(0), Arc::clone(&mailbox)).unwrap();
            match pool.withdraw(ticket, request, &mailbox) {
                Some(_) => {
                    drop(pool);
                    assert!(!mailbox.is_notified());
                }
                None => collect(&mailbox, 1),
            }
        });
    }
}
