//! The simulated back-end: a platform made of numbers, the same for the same choices.
//!
//! - The clock stands still while the loop waits for nothing, and jumps to the next deadline when nothing is ready.
//!   Every look at it takes a microsecond, so that a program which watches the clock gets somewhere.
//! - A descriptor is a number, ready when a test says so through [`Simulation`]; or, in virtual time, a real one, which
//!   `outside.rs` watches; or a socket of `memory_sockets.rs`, whose other end is in the process too.
//! - Jobs run on the loop's thread, when the loop polls. Each then takes virtual time, on as many virtual threads as
//!   the pool would have, and its result arrives when that time is over.
//! - What one end of a socket sends is on its way until it arrives at the other.
//! - Wherever the real platform is free, the loop's chooser decides: how much time passes between two readings of the
//!   loop's clock (and so whether a millisecond is over), in which order jobs are done, and what happens next: which
//!   job is over, what arrives where, or that nothing does until later. The plain world: a microsecond per reading,
//!   50 us per job, no time for what is sent, everything in order.
//!
//! What happens next is asked until the answer is that this is enough for one poll. There are limits to how late things may
//! be, without which the set of schedules would have no end: nothing waits through more than [`PATIENCE`] polls in
//! which nothing else happens, nor through timers for longer than [`MAX_DELAY_NS`].
//!
//! What is outside the simulation stays real: other threads may send wakeups, and signals may come. When nothing
//! virtual is left to wait for, the loop really waits for those. In virtual time it also waits, before it jumps to a
//! deadline, as long as the jump would have taken, if something outside keeps the loop alive.

use super::memory_sockets::{Faults, Flight, Network};
use super::outside::{Outside, Waited};
use super::random::Random;
use super::{Host, MAX_READY, Ready, Wait, WakeFd};
use crate::chooser::{Chooser, Point};
use crate::guide::Candidate;
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
/// How long a job takes, if nothing else is chosen.
const JOB_NS: u64 = 50_000;
/// In how many polls in which nothing else happens something that could come may fail to.
const PATIENCE: u32 = 2;
/// How long something may be on its way while timers fire, and how long if delays are among the faults.
const MAX_DELAY_NS: u64 = 50_000_000;
const FAULTY_DELAY_NS: u64 = 10_000_000_000;
/// After so many polls in a row that each found something outside, every further one takes a millisecond. Otherwise timers
/// would never come in a program that always has something to read.
const CROWDED_POLLS: u32 = 10_000;
const CROWDED_POLL_NS: u64 = 1_000_000;

pub(crate) struct Simulated {
    clock_ns: Rc<Cell<u64>>,
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
    /// How many polls went by in which each of these could have happened.
    passed_over: RefCell<Vec<(Candidate, u32)>>,
    /// Polls in a row that found something outside.
    crowded: Cell<u32>,
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
    since_ns: u64,
    until_ns: u64,
    lane: Lane,
    finished: Finished,
}

/// Something that has not happened yet.
struct Pending {
    candidate: Candidate,
    what: What,
    since_ns: u64,
    /// When it happens in the plain world.
    plain_ns: u64,
}

#[derive(Clone, Copy)]
enum What {
    /// The job of a request is over.
    Job(Id),
    /// What was on its way to a socket arrives.
    Flight(RawFd),
}

/// What has happened in a poll.
#[derive(Default)]
struct Happened {
    any: bool,
    /// The answer was that nothing happens before the deadline.
    nothing_before_deadline: bool,
}

impl Simulated {
    pub(crate) fn new(
        chooser: &Rc<Chooser>,
        pool_size: usize,
        outside: Option<Outside>,
    ) -> Simulated {
        let clock_ns = Rc::new(Cell::new(BOOT_NS));
        Simulated {
            network: Rc::new(Network::new(chooser, &clock_ns)),
            clock_ns,
            passed_over: RefCell::default(),
            crowded: Cell::new(0),
            // Apart from the choices, so that a program's own use of randomness does not change the order of things.
            entropy: RefCell::new(Random::new(chooser.seed() ^ 0x5eed_5eed_5eed_5eed)),
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

    /// Next to nothing has passed, or over a millisecond, which makes a difference if a timer is running.
    pub(crate) fn loop_time_ns(&self, has_timers: bool) -> u64 {
        let answers = if has_timers { READ_NS.len() } else { 1 };
        self.advance(READ_NS[self.chooser.choose(Point::CLOCK, answers)]);
        self.clock_ns.get()
    }

    pub(crate) fn wall_ns(&self) -> u64 {
        self.now_ns().saturating_sub(BOOT_NS).saturating_add(WALL_AT_BOOT_NS)
    }

    pub(crate) fn fill_random(&self, bytes: &mut [u8]) {
        self.entropy.borrow_mut().fill(bytes);
    }

    pub(crate) fn choose_order<T>(
        &self,
        point: Point,
        items: &mut [T],
        candidate: impl Fn(&T) -> Candidate,
    ) {
        self.chooser.choose_order_of(point, items, candidate);
    }

    fn order_ready(&self, ready: &mut [Ready]) {
        self.choose_order(Point::READY, ready, |ready| Candidate::Descriptor(ready.token));
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
            let mut told = self.list_outside(ready)?;
            self.note_crowd(ready);
            if !host.shares_time() {
                self.note_calls(mailbox);
            }
            let may_wait = wait != Wait::No
                && ready.is_empty()
                && !mailbox.is_notified()
                && !self.network.has_ready();
            let arrival_ns = self.next_arrival_ns().filter(|at_ns| *at_ns <= deadline_ns);
            let happened = self.let_happen(mailbox, may_wait.then_some(wait), arrival_ns);
            self.network.list_ready(ready);
            self.order_ready(ready);
            if self.outside.is_none() {
                ready.truncate(MAX_READY);
            }
            told = told.max(ready.len());
            if happened.any || !ready.is_empty() || wait == Wait::No || mailbox.is_notified() {
                return Ok(told);
            }
            if let Some(arrival_ns) = arrival_ns
                && !happened.nothing_before_deadline
            {
                self.advance_to(arrival_ns);
                continue;
            }
            if let (Some(outside), Wait::UntilNs(deadline_ns)) = (&self.outside, wait)
                && !host.may_pass(deadline_ns)
            {
                let clock_ns = self.clock_ns.get();
                let Waited { told, .. } =
                    host.while_blocked(|| outside.wait(clock_ns, Wait::Forever, ready))?;
                self.order_ready(ready);
                return Ok(told);
            }
            match &self.outside {
                // The real platform would sleep for ever, and so would whoever waits for the end of the run.
                Some(_)
                    if wait == Wait::Forever
                        && self.chooser.is_guided()
                        && !host.awaits_outside() =>
                {
                    return Err(nothing_left());
                }
                Some(outside) if wait == Wait::Forever || host.awaits_outside() => {
                    let clock_ns = self.clock_ns.get();
                    let Waited { told, over, passed_ns } =
                        host.while_blocked(|| outside.wait(clock_ns, wait, ready))?;
                    self.order_ready(ready);
                    if !host.shares_time() {
                        self.advance(passed_ns);
                    }
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
                        return Err(nothing_left());
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

    fn note_crowd(&self, ready: &[Ready]) {
        if self.outside.is_none() {
            return;
        }
        let polls = if ready.is_empty() { 0 } else { self.crowded.get().saturating_add(1) };
        self.crowded.set(polls);
        if polls > CROWDED_POLLS {
            self.advance(CROWDED_POLL_NS);
        }
    }

    /// Other threads, which are not in virtual time with this one, may call at every poll: then their time counts.
    fn note_calls(&self, mailbox: &Mailbox) {
        let Some(outside) = &self.outside else { return };
        let passed_ns = if mailbox.take_call() { outside.is_called() } else { outside.is_left() };
        self.advance(passed_ns);
    }

    fn advance(&self, by_ns: u64) {
        self.clock_ns.set(self.clock_ns.get().saturating_add(by_ns));
    }

    pub(crate) fn advance_to(&self, at_ns: u64) {
        self.clock_ns.set(self.clock_ns.get().max(at_ns));
    }

    /// Gives the virtual threads that are free their next jobs.
    fn start_jobs(&self) {
        while let Some(job) = self.next_job() {
            let lane = job.lane;
            let since_ns = self.clock_ns.get();
            let until_ns = since_ns.saturating_add(JOB_NS);
            // No borrow is held here: the job is foreign code.
            let mut finished = job.perform(|| 0);
            finished.started_ns = since_ns;
            finished.finished_ns = until_ns;
            self.jobs.borrow_mut().running.push(Running { since_ns, until_ns, lane, finished });
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
        let candidate = |place: &usize| {
            let job = order.get(*place).and_then(|id| waiting.get(*id));
            Candidate::Job(job.map_or(0, |job| job.request.to_bits()))
        };
        let among: Vec<Candidate> = match self.chooser.is_quiet() {
            true => Vec::new(),
            false => taken.iter().map(candidate).collect(),
        };
        let place = *taken.get(self.chooser.choose_among(Point::JOB, &among, 0))?;
        waiting.remove(order.remove(place)?)
    }

    /// Lets things happen, as many as the chooser wants to. `idle` is there if the loop would wait otherwise: then the clock
    /// may jump to the first of them, unless something of the test's comes before.
    fn let_happen(
        &self,
        mailbox: &Arc<Mailbox>,
        idle: Option<Wait>,
        arrival_ns: Option<u64>,
    ) -> Happened {
        let mut happened = Happened::default();
        loop {
            let pending = self.pending();
            let idle = idle.filter(|_| !happened.any);
            let Some(answer) = self.choose_next(&pending, idle, arrival_ns) else {
                if !happened.any {
                    self.pass_over(&pending);
                }
                return happened;
            };
            let Some(next) = pending.get(answer) else {
                happened.nothing_before_deadline = true;
                return happened;
            };
            if idle.is_some() {
                let limit_ns = match idle {
                    Some(Wait::UntilNs(deadline_ns)) => deadline_ns.saturating_sub(READ_COST_NS),
                    _ => u64::MAX,
                };
                self.advance_to(next.plain_ns.min(limit_ns));
            }
            self.happen(mailbox, next);
            happened.any = true;
        }
    }

    /// Which of what is pending comes next; `None` if nothing does, and a number beyond if nothing does before the deadline.
    fn choose_next(
        &self,
        pending: &[Pending],
        idle: Option<Wait>,
        arrival_ns: Option<u64>,
    ) -> Option<usize> {
        let first = pending.first()?;
        let is_due = first.plain_ns <= self.clock_ns.get();
        if let Some(arrival_ns) = arrival_ns
            && idle.is_some()
            && arrival_ns < first.plain_ns
        {
            return None;
        }
        let waiting = match idle {
            None => self.has_patience(pending).then_some(Candidate::Enough),
            Some(Wait::UntilNs(deadline_ns)) => {
                let max_delay_ns = match self.network.faults().delays {
                    true => FAULTY_DELAY_NS,
                    false => MAX_DELAY_NS,
                };
                let may_last = |pending: &Pending| {
                    deadline_ns.saturating_sub(pending.since_ns) <= max_delay_ns
                        || pending.plain_ns > deadline_ns
                };
                pending.iter().all(may_last).then_some(Candidate::Deadline)
            }
            Some(_) => None,
        };
        let plain_is_waiting = waiting.is_some()
            && match idle {
                None => !is_due,
                Some(Wait::UntilNs(deadline_ns)) => first.plain_ns > deadline_ns,
                Some(_) => false,
            };
        let plain = if plain_is_waiting { pending.len() } else { 0 };
        let answer = if self.chooser.is_quiet() {
            plain
        } else {
            let among: Vec<Candidate> =
                pending.iter().map(|pending| pending.candidate).chain(waiting).collect();
            self.chooser.choose_among(Point::NEXT, &among, plain)
        };
        (answer < pending.len() || idle.is_some()).then_some(answer)
    }

    /// Everything that may happen, the plain world's next first.
    fn pending(&self) -> Vec<Pending> {
        let flight = |flight: Flight| Pending {
            candidate: Candidate::Descriptor(flight.token),
            what: What::Flight(flight.fd),
            since_ns: flight.since_ns,
            plain_ns: flight.since_ns,
        };
        let mut pending: Vec<Pending> = self.network.flights().into_iter().map(flight).collect();
        let jobs = self.jobs.borrow();
        pending.extend(jobs.running.iter().map(|running| Pending {
            candidate: Candidate::Job(running.finished.request.to_bits()),
            what: What::Job(running.finished.request),
            since_ns: running.since_ns,
            plain_ns: running.until_ns,
        }));
        pending.sort_by_key(|pending| pending.plain_ns);
        pending
    }

    fn happen(&self, mailbox: &Arc<Mailbox>, pending: &Pending) {
        self.passed_over.borrow_mut().retain(|(candidate, _)| *candidate != pending.candidate);
        match pending.what {
            What::Flight(fd) => self.network.land(fd),
            What::Job(request) => {
                let mut jobs = self.jobs.borrow_mut();
                let is_it = |running: &Running| running.finished.request == request;
                let running = jobs.running.iter().position(is_it).map(|at| jobs.running.remove(at));
                drop(jobs);
                if let Some(running) = running {
                    mailbox.post_finished(running.finished);
                }
            }
        }
    }

    /// Whether all that could happen may be left for a later poll.
    fn has_patience(&self, pending: &[Pending]) -> bool {
        let passed_over = self.passed_over.borrow();
        let count = |candidate: Candidate| {
            passed_over.iter().find(|(other, _)| *other == candidate).map_or(0, |(_, count)| *count)
        };
        pending.iter().all(|pending| {
            pending.plain_ns > self.clock_ns.get() || count(pending.candidate) < PATIENCE
        })
    }

    fn pass_over(&self, pending: &[Pending]) {
        if self.chooser.is_quiet() {
            return;
        }
        let mut passed_over = self.passed_over.borrow_mut();
        for pending in pending.iter().filter(|pending| pending.plain_ns <= self.clock_ns.get()) {
            match passed_over.iter_mut().find(|(other, _)| *other == pending.candidate) {
                Some((_, count)) => *count += 1,
                None => passed_over.push((pending.candidate, 1)),
            }
        }
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

    /// Lists the ready descriptors that are not the network's, and says how much there was to tell.
    fn list_outside(&self, ready: &mut Vec<Ready>) -> io::Result<usize> {
        if let Some(outside) = &self.outside {
            return outside.look(ready);
        }
        for descriptor in self.descriptors.borrow().values() {
            if let Some((token, interest)) = descriptor.watched {
                let readiness = descriptor.ready & interest.may_report();
                if !readiness.is_empty() {
                    ready.push(Ready { token, readiness });
                }
            }
        }
        Ok(ready.len())
    }

    /// When the next readiness arrives that somebody watches for.
    fn next_arrival_ns(&self) -> Option<u64> {
        let descriptors = self.descriptors.borrow();
        let is_watched = |fd: &RawFd| descriptors.get(fd).is_some_and(|d| d.watched.is_some());
        let arrivals = self.arrivals.borrow();
        let watched = arrivals.iter().filter(|arrival| is_watched(&arrival.fd));
        watched.map(|arrival| arrival.at_ns).min()
    }
}

fn nothing_left() -> io::Error {
    io::Error::new(io::ErrorKind::Deadlock, "the simulated platform has nothing left to happen")
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
