//! The simulated back-end: a platform made of numbers, the same for the same choices.
//!
//! - The clock stands still while the loop waits for nothing, and jumps to the next deadline when nothing is ready.
//!   Every look at it takes a microsecond, so that a program which watches the clock gets somewhere.
//! - A descriptor is a number, ready when a test says so through [`Simulation`]; or, in virtual time, a real one, which
//!   `outside.rs` watches; or a socket of `memory_sockets.rs`, whose other end is in the process too.
//! - Jobs run on the loop's thread, when the loop polls. Each then takes virtual time, on as many virtual threads as
//!   the pool would have, and its result arrives when that time is over.
//! - Wherever the real platform is free, the loop's chooser decides: how much time passes between two readings of the
//!   loop's clock (and so whether a millisecond is over), which job is done first and how long it takes, the order of
//!   what is ready at the same time. The plain world: a microsecond per reading, 50 us per job, everything in order.
//!
//! What is outside the simulation stays real: other threads may send wakeups, and signals may come. When nothing
//! virtual is left to wait for, the loop really waits for those. In virtual time it also waits, before it jumps to a
//! deadline, as long as the jump would have taken, if something outside keeps the loop alive.

use super::memory_sockets::{Faults, Network};
use super::outside::{Outside, Waited};
use super::random::Random;
use super::{Host, MAX_READY, Ready, Wait, WakeFd};
use crate::chooser::{Chooser, Point};
use crate::interest::{Interest, Readiness};
use crate::mailbox::Mailbox;
use crate::slab::{Id, Slab};
use crate::work::{Finished, Job, Lane};
use rustix::io::Errno;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::sync::Arc;

/// The virtual clocks' first readings: one second after boot, and a round wall-clock moment (2024-01-01T00:00:00Z).
const BOOT_NS: u64 = 1_000_000_000;
const WALL_AT_BOOT_NS: u64 = 1_704_067_200_000_000_000;
const READ_COST_NS: u64 = 1_000;
/// How much time passes between two readings of the loop's clock.
const READ_NS: [u64; 2] = [READ_COST_NS, 1_250_000];
/// How long a job takes. No two durations add up to a third, so that few jobs end at the same moment by chance.
const JOB_NS: [u64; 6] = [50_000, 11_000, 170_000, 430_000, 1_030_000, 2_300_000];

pub(crate) struct Simulated {
    clock_ns: Cell<u64>,
    chooser: Rc<Chooser>,
    entropy: RefCell<Random>,
    /// Present in virtual time, and then every descriptor but those of the network is there.
    outside: Option<Outside>,
    /// Sockets with both ends in the process.
    pub(super) network: Rc<Network>,
    descriptors: RefCell<BTreeMap<RawFd, Descriptor>>,
    /// Readiness to come: when, and of which descriptor.
    arrivals: RefCell<Vec<Arrival>>,
    jobs: RefCell<Jobs>,
    pool_size: usize,
}

#[derive(Default)]
struct Descriptor {
    ready: Readiness,
    watched: Option<(u64, Interest)>,
}

struct Arrival {
    at_ns: u64,
    fd: RawFd,
    readiness: Readiness,
}

#[derive(Default)]
struct Jobs {
    waiting: Slab<Job>,
    order: VecDeque<Id>,
    running: Vec<Running>,
}

struct Running {
    until_ns: u64,
    lane: Lane,
    finished: Finished,
}

impl Simulated {
    pub(crate) fn new(
        chooser: &Rc<Chooser>,
        pool_size: usize,
        outside: Option<Outside>,
    ) -> Simulated {
        Simulated {
            clock_ns: Cell::new(BOOT_NS),
            // Apart from the choices, so that a program's own use of randomness does not change the order of things.
            entropy: RefCell::new(Random::new(chooser.seed() ^ 0x5eed_5eed_5eed_5eed)),
            network: Rc::new(Network::new(chooser)),
            chooser: Rc::clone(chooser),
            outside,
            descriptors: RefCell::default(),
            arrivals: RefCell::default(),
            jobs: RefCell::default(),
            pool_size,
        }
    }

    /// Whether descriptors are numbers: in virtual time they are the kernel's.
    pub(crate) fn has_numbers(&self) -> bool {
        self.outside.is_none()
    }

    pub(crate) fn now_ns(&self) -> u64 {
        self.advance(READ_COST_NS);
        self.clock_ns.get()
    }

    /// Next to nothing has passed, or over a millisecond.
    pub(crate) fn loop_time_ns(&self) -> u64 {
        self.advance(READ_NS[self.chooser.choose(Point::CLOCK, READ_NS.len())]);
        self.clock_ns.get()
    }

    pub(crate) fn wall_ns(&self) -> u64 {
        self.now_ns().saturating_sub(BOOT_NS).saturating_add(WALL_AT_BOOT_NS)
    }

    pub(crate) fn fill_random(&self, bytes: &mut [u8]) {
        self.entropy.borrow_mut().fill(bytes);
    }

    pub(crate) fn choose_order<T>(&self, point: Point, items: &mut [T]) {
        self.chooser.choose_order(point, items);
    }

    pub(crate) fn mail_comes_first(&self) -> bool {
        self.chooser.choose(Point::MAIL, 2) == 1
    }

    /// Whether there is a real world beside the simulated one.
    pub(crate) fn has_outside(&self) -> bool {
        self.outside.is_some()
    }

    pub(crate) fn register(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        if self.network.owns(fd) {
            return self.network.register(fd, token, interest);
        }
        if let Some(outside) = &self.outside {
            return outside.epoll.register(fd, token, interest);
        }
        if fd < 0 {
            return Err(Errno::BADF.into());
        }
        let mut descriptors = self.descriptors.borrow_mut();
        let descriptor = descriptors.entry(fd).or_default();
        if descriptor.watched.is_some() {
            return Err(Errno::EXIST.into());
        }
        descriptor.watched = Some((token, interest));
        Ok(())
    }

    pub(crate) fn modify(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        if self.network.owns(fd) {
            return self.network.modify(fd, token, interest);
        }
        if let Some(outside) = &self.outside {
            return outside.epoll.modify(fd, token, interest);
        }
        match self.descriptors.borrow_mut().get_mut(&fd) {
            Some(Descriptor { watched: watched @ Some(_), .. }) => {
                *watched = Some((token, interest));
                Ok(())
            }
            _ => Err(Errno::NOENT.into()),
        }
    }

    pub(crate) fn deregister(&self, fd: RawFd, token: u64) {
        if self.network.owns(fd) {
            return self.network.deregister(fd, token);
        }
        if let Some(outside) = &self.outside {
            return outside.epoll.deregister(fd, token);
        }
        if let Some(descriptor) = self.descriptors.borrow_mut().get_mut(&fd)
            && descriptor.watched.is_some_and(|(owner, _)| owner == token)
        {
            descriptor.watched = None;
        }
    }

    /// The eventfd; a simulation without descriptors reads it itself when nothing else is left.
    pub(crate) fn attach_wake_fd(&self, fd: &WakeFd) -> io::Result<()> {
        self.outside.as_ref().map_or(Ok(()), |outside| outside.epoll.attach_wake_fd(fd))
    }

    pub(crate) fn needs_asking(&self) -> bool {
        let jobs = self.jobs.borrow();
        let watched = |descriptor: &Descriptor| descriptor.watched.is_some();
        jobs.waiting.len() > 0
            || !jobs.running.is_empty()
            || self.outside.as_ref().is_some_and(|outside| outside.epoll.registered() > 0)
            || self.descriptors.borrow().values().any(watched)
            || self.network.is_watched()
    }

    pub(crate) fn submit(&self, job: Job) -> Id {
        let mut jobs = self.jobs.borrow_mut();
        let id = jobs.waiting.insert(job);
        jobs.order.push_back(id);
        id
    }

    pub(crate) fn withdraw(&self, ticket: Id) -> Option<Job> {
        self.jobs.borrow_mut().waiting.remove(ticket)
    }

    pub(crate) fn abandon_jobs(&self) {
        let abandoned = std::mem::take(&mut *self.jobs.borrow_mut());
        drop(abandoned);
    }

    pub(crate) fn wait(
        &self,
        mailbox: &Arc<Mailbox>,
        wait: Wait,
        host: &impl Host,
        ready: &mut Vec<Ready>,
    ) -> io::Result<usize> {
        let deadline_ns = match wait {
            Wait::UntilNs(deadline_ns) => deadline_ns,
            Wait::No | Wait::Forever => u64::MAX,
        };
        loop {
            self.start_jobs();
            self.apply_arrivals();
            let finished = self.finish_jobs(mailbox);
            let told = self.list_ready(ready)?;
            if finished > 0 || !ready.is_empty() || wait == Wait::No || mailbox.is_notified() {
                return Ok(told);
            }
            if let Some(next_ns) = self.next_event_ns()
                && next_ns <= deadline_ns
            {
                self.advance_to(next_ns);
                continue;
            }
            match &self.outside {
                Some(outside) if wait == Wait::Forever || host.awaits_outside() => {
                    let clock_ns = self.clock_ns.get();
                    let Waited { told, over, passed_ns } =
                        host.while_blocked(|| outside.wait(clock_ns, wait, ready))?;
                    self.choose_order(Point::READY, ready);
                    self.advance(passed_ns);
                    if over {
                        self.advance_to(deadline_ns);
                    }
                    if over || !ready.is_empty() || mailbox.is_notified() {
                        return Ok(told);
                    }
                }
                None if wait == Wait::Forever => {
                    let Some(fd) = mailbox.fd() else {
                        // Nobody could ever wake the loop. The real platform would sleep for ever.
                        return Err(io::Error::new(
                            io::ErrorKind::Deadlock,
                            "the simulated platform has nothing left to happen",
                        ));
                    };
                    host.while_blocked(|| fd.wait())?;
                    return Ok(0);
                }
                _ => {
                    self.advance_to(deadline_ns);
                    return Ok(0);
                }
            }
        }
    }

    pub(crate) fn after_fork(&mut self) -> io::Result<()> {
        self.outside.as_mut().map_or(Ok(()), |outside| outside.epoll.after_fork())
    }

    fn advance(&self, by_ns: u64) {
        self.clock_ns.set(self.clock_ns.get().saturating_add(by_ns));
    }

    fn advance_to(&self, at_ns: u64) {
        self.clock_ns.set(self.clock_ns.get().max(at_ns));
    }

    /// Gives the virtual threads that are free their next jobs.
    fn start_jobs(&self) {
        while let Some(job) = self.next_job() {
            let lane = job.lane;
            let taken_ns = JOB_NS[self.chooser.choose(Point::JOB_TIME, JOB_NS.len())];
            let until_ns = self.clock_ns.get().saturating_add(taken_ns);
            // No borrow is held here: the job is foreign code.
            let mut finished = job.perform(|| 0);
            finished.started_ns = self.clock_ns.get();
            finished.finished_ns = until_ns;
            self.jobs.borrow_mut().running.push(Running { until_ns, lane, finished });
        }
    }

    fn next_job(&self) -> Option<Job> {
        let mut jobs = self.jobs.borrow_mut();
        let Jobs { waiting, order, running } = &mut *jobs;
        order.retain(|id| waiting.get(*id).is_some());
        let free = self.pool_size.saturating_sub(running.len());
        let slow_running = running.iter().filter(|running| running.lane == Lane::Slow).count();
        let slow_is_full = slow_running >= self.pool_size.div_ceil(2);
        let may_run =
            |id: &Id| waiting.get(*id).is_some_and(|job| job.lane == Lane::Fast || !slow_is_full);
        // Threads take the oldest jobs, but which of those that were taken gets on first is open.
        let places = order.iter().enumerate().filter(|(_, id)| may_run(id)).map(|(place, _)| place);
        let taken: Vec<usize> = places.take(free).collect();
        let place = *taken.get(self.chooser.choose(Point::JOB, taken.len()))?;
        waiting.remove(order.remove(place)?)
    }

    /// Posts the results whose time has come, earliest first, and says how many.
    fn finish_jobs(&self, mailbox: &Arc<Mailbox>) -> usize {
        let now_ns = self.clock_ns.get();
        let mut due: Vec<Running> = {
            let mut jobs = self.jobs.borrow_mut();
            jobs.running.extract_if(.., |running| running.until_ns <= now_ns).collect()
        };
        due.sort_by_key(|running| running.until_ns);
        let count = due.len();
        for running in due {
            mailbox.post_finished(running.finished);
        }
        count
    }

    fn apply_arrivals(&self) {
        let now_ns = self.clock_ns.get();
        let mut arrivals = self.arrivals.borrow_mut();
        let mut descriptors = self.descriptors.borrow_mut();
        arrivals.retain(|arrival| {
            let due = arrival.at_ns <= now_ns;
            if due {
                descriptors.entry(arrival.fd).or_default().ready |= arrival.readiness;
            }
            !due
        });
    }

    /// Lists what is ready and says how much there was to tell.
    fn list_ready(&self, ready: &mut Vec<Ready>) -> io::Result<usize> {
        if let Some(outside) = &self.outside {
            let told = outside.look(ready)?;
            self.network.list_ready(ready);
            self.choose_order(Point::READY, ready);
            return Ok(told.max(ready.len()));
        }
        for descriptor in self.descriptors.borrow().values() {
            if let Some((token, interest)) = descriptor.watched {
                let readiness = descriptor.ready & interest.may_report();
                if !readiness.is_empty() {
                    ready.push(Ready { token, readiness });
                }
            }
        }
        self.network.list_ready(ready);
        self.choose_order(Point::READY, ready);
        ready.truncate(MAX_READY);
        Ok(ready.len())
    }

    /// When the next job finishes or the next readiness arrives that somebody watches for.
    fn next_event_ns(&self) -> Option<u64> {
        let job_ns = self.jobs.borrow().running.iter().map(|running| running.until_ns).min();
        let descriptors = self.descriptors.borrow();
        let is_watched = |fd: &RawFd| descriptors.get(fd).is_some_and(|d| d.watched.is_some());
        let arrival_ns = self
            .arrivals
            .borrow()
            .iter()
            .filter(|arrival| is_watched(&arrival.fd))
            .map(|arrival| arrival.at_ns)
            .min();
        job_ns.into_iter().chain(arrival_ns).min()
    }
}

/// The strings of a simulated platform, for whoever plays the world. In virtual time only the clock hangs on them:
/// descriptors are the kernel's.
///
/// ```
/// use roundel_loop::{BackendKind, EventLoop, Interest, Options, Poll, Readiness, RunMode};
/// let backend = BackendKind::Simulated { seed: 1 };
/// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
/// let poll = Poll::simulated(&lp, 3);
/// poll.start(&lp, Interest::READABLE, |lp, poll, readiness| {
///     assert!(readiness.contains(Readiness::READABLE));
///     poll.close_quietly(lp);
/// })?;
/// lp.simulation().unwrap().make_ready_after(3, Readiness::READABLE, 2_000_000_000);
/// let start_ms = lp.now();
/// assert!(!lp.run(RunMode::Default));
/// assert!(lp.now() >= start_ms + 2000); // Two seconds that took no time.
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Simulation<'a>(&'a Simulated);

impl<'a> Simulation<'a> {
    pub(crate) fn new(simulated: &'a Simulated) -> Simulation<'a> {
        Simulation(simulated)
    }

    /// Makes a descriptor ready, until [`make_unready`](Simulation::make_unready).
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, Readiness};
    /// let backend = BackendKind::Simulated { seed: 0 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// lp.simulation().unwrap().make_ready(5, Readiness::WRITABLE);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn make_ready(self, fd: RawFd, readiness: Readiness) {
        self.0.descriptors.borrow_mut().entry(fd).or_default().ready |= readiness;
    }

    /// Makes a descriptor ready once so much virtual time has passed.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, Readiness};
    /// let backend = BackendKind::Simulated { seed: 0 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// lp.simulation().unwrap().make_ready_after(5, Readiness::READABLE, 1_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn make_ready_after(self, fd: RawFd, readiness: Readiness, after_ns: u64) {
        let at_ns = self.0.clock_ns.get().saturating_add(after_ns);
        self.0.arrivals.borrow_mut().push(Arrival { at_ns, fd, readiness });
    }

    /// Takes readiness back, as reading everything or filling the buffer would.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options, Readiness};
    /// let backend = BackendKind::Simulated { seed: 0 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// lp.simulation().unwrap().make_unready(5, Readiness::READABLE);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn make_unready(self, fd: RawFd, readiness: Readiness) {
        if let Some(descriptor) = self.0.descriptors.borrow_mut().get_mut(&fd) {
            descriptor.ready.remove(readiness);
        }
    }

    /// Sets what goes wrong with sockets.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Faults, Options, Tcp};
    /// let backend = BackendKind::Simulated { seed: 1 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// lp.simulation().unwrap().set_faults(Faults { shortage: true, ..Faults::default() });
    /// assert!(Tcp::new(&lp).bind(&lp, "127.0.0.1:0".parse().unwrap()).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_faults(self, faults: Faults) {
        self.0.network.set_faults(faults);
    }

    /// Lets virtual time pass, as a callback that computes for so long would.
    ///
    /// ```
    /// use roundel_loop::{BackendKind, EventLoop, Options};
    /// let backend = BackendKind::Simulated { seed: 0 };
    /// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
    /// let before_ns = lp.hrtime();
    /// lp.simulation().unwrap().pass_time(5_000_000);
    /// assert!(lp.hrtime() >= before_ns + 5_000_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn pass_time(self, by_ns: u64) {
        self.0.advance(by_ns);
    }
}
