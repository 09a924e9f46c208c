//! Poll handles: call back while a descriptor is ready. And the poll phase, in which they do.
//!
//! Level-triggered: a callback that leaves the descriptor ready is called again in the next iteration. One handle per
//! descriptor.
//!
//! A handle owns its descriptor ([`Poll::new`]) or has a share in it ([`Poll::sharing`]), so that it is open as long as the
//! handle is. A host that has only a number borrows it ([`Poll::borrowing`]), and in making a `BorrowedFd` of the number
//! promises the same. If the promise is broken, the kernel has forgotten the descriptor, and the number may come back as
//! another's: a handle that has lost its number to another leaves that one alone.
//!
//! The phase: ask the platform, up to 1024 ready descriptors a time and up to 48 times while it has more; call their
//! handles; then finished work, then wakeups (on the simulated platform the chooser may put these first); signals and the ends of
//! children last. If nothing is registered and the loop may not block, the platform is not asked at all, and the mailbox's state says
//! whether another thread has something.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::interest::{Interest, Owner, Readiness, Token, Watch};
use crate::observer::Event;
use crate::pending::Deferred;
use crate::profile::Delivery;
use crate::slab::Id;
use crate::sys::{MAX_READY, Ready, Wait};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::rc::Rc;
use std::time::Duration;

/// How often one poll phase asks while the platform's answer is full.
const MAX_ROUNDS: usize = 48;

/// How long the mailbox is looked at before sleeping, when mail has just been coming quickly. Falling asleep and being woken
/// costs as much, which a thread that answers at once (`async_pummel`, `fs_stat` in benchmarks/loop_vs_libuv) would make the
/// loop pay every time. A loop that waits for anything else does not spin.
const LOOK_OUT_NS: u64 = 20_000;

/// Mail that came within this time of the loop's falling asleep came quickly. The waking up of who sends it may be a part of
/// it, and the loop's own is.
const QUICK_NS: u64 = 60_000;

pub(crate) type PollCallback = Box<dyn FnMut(&EventLoop, Poll, Readiness)>;

pub(crate) struct PollData {
    fd: RawFd,
    _keeper: Keeper,
    watch: Watch,
    /// Counts starts, so that an answer from before a stop is not taken for one from after a start.
    started_at: u64,
}

/// What keeps the descriptor open; kept for its drop.
enum Keeper {
    Owned {
        _fd: OwnedFd,
    },
    Shared {
        _with: Rc<dyn AsFd>,
    },
    /// Somebody else, or nobody: simulated descriptors need none.
    Elsewhere,
}

/// A handle that is called while a descriptor is ready.
///
/// ```
/// use roundel_loop::{EventLoop, Interest, Options, Poll, RunMode};
/// use std::io::{Read, Write};
/// use std::rc::Rc;
/// let lp = EventLoop::new(Options::default())?;
/// let (reader, mut writer) = std::io::pipe()?;
/// writer.write_all(b"hello")?;
/// let reader = Rc::new(reader);
/// Poll::sharing(&lp, reader.clone()).start(&lp, Interest::READABLE, move |lp, poll, _| {
///     let mut text = [0; 5];
///     (&*reader).read_exact(&mut text).unwrap();
///     assert_eq!(&text, b"hello");
///     poll.close_quietly(lp);
/// })?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poll(Id);

handle_methods!(Poll, "Poll::new(&lp, std::io::pipe()?.0)");

impl Poll {
    /// A handle that owns its descriptor and closes it when the handle is closed. It is not started. The descriptor
    /// should be non-blocking.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Interest, Options, Poll, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, writer) = std::io::pipe()?;
    /// drop(writer);
    /// Poll::new(&lp, reader).start(&lp, Interest::READABLE, |lp, poll, _| {
    ///     poll.close_quietly(lp);
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop, fd: impl Into<OwnedFd>) -> Poll {
        let fd = fd.into();
        Poll::insert(lp, fd.as_raw_fd(), Keeper::Owned { _fd: fd })
    }

    /// A handle for a descriptor that others read and write: it stays open as long as one of them or the handle is there.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// use std::rc::Rc;
    /// let lp = EventLoop::new(Options::default())?;
    /// let reader = Rc::new(std::io::pipe()?.0);
    /// let poll = Poll::sharing(&lp, reader.clone());
    /// assert_eq!(Rc::strong_count(&reader), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sharing(lp: &EventLoop, owner: Rc<impl AsFd + 'static>) -> Poll {
        let fd = owner.as_fd().as_raw_fd();
        Poll::insert(lp, fd, Keeper::Shared { _with: owner })
    }

    /// A handle for a descriptor that somebody else keeps open. For hosts that know descriptors by their numbers: whoever
    /// makes a `BorrowedFd<'static>` of a number answers for it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// use std::os::fd::AsFd;
    /// let lp = EventLoop::new(Options::default())?;
    /// let stdin: &'static std::io::Stdin = Box::leak(Box::new(std::io::stdin()));
    /// assert_eq!(Poll::borrowing(&lp, stdin.as_fd()).fd(&lp), Some(0));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn borrowing(lp: &EventLoop, fd: BorrowedFd<'static>) -> Poll {
        Poll::insert(lp, fd.as_raw_fd(), Keeper::Elsewhere)
    }

    /// A handle for a descriptor of the simulated platform, which is a number that [`Simulation`](crate::Simulation)
    /// makes ready. On any other platform there is no such descriptor.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Interest, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// let error = Poll::simulated(&lp, 3).start(&lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.raw_os_error(), Some(9)); // EBADF
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn simulated(lp: &EventLoop, number: RawFd) -> Poll {
        let fd = if lp.backend.has_numbers() { number } else { -1 };
        Poll::insert(lp, fd, Keeper::Elsewhere)
    }

    fn insert(lp: &EventLoop, fd: RawFd, _keeper: Keeper) -> Poll {
        let data = PollData { fd, _keeper, watch: Watch::default(), started_at: 0 };
        let poll = Poll(lp.polls.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(poll.key()));
        poll
    }

    /// Calls `callback` whenever the descriptor is ready for one of `interest`, or has hung up or failed. A handle that
    /// is active gets the new interest and callback. Fails as `epoll_ctl` does: for descriptors that are always ready
    /// (files) or that another handle watches.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Interest, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// let file = std::fs::File::open("/proc/self/exe")?;
    /// let error = Poll::new(&lp, file).start(&lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.raw_os_error(), Some(1)); // EPERM
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start(
        self,
        lp: &EventLoop,
        interest: Interest,
        callback: impl FnMut(&EventLoop, Poll, Readiness) + 'static,
    ) -> io::Result<()> {
        let callback: PollCallback = Box::new(callback);
        let replaced = self.watch(lp, interest, |row| row.callback.replace(callback))?;
        drop(replaced);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }

    /// Changes what an active handle waits for, and keeps its callback.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Interest, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, _writer) = std::io::pipe()?;
    /// let poll = Poll::new(&lp, reader);
    /// assert!(poll.set_interest(&lp, Interest::READABLE).is_err());
    /// poll.start(&lp, Interest::READABLE, |_, _, _| {})?;
    /// poll.set_interest(&lp, Interest::READABLE | Interest::DISCONNECT)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_interest(self, lp: &EventLoop, interest: Interest) -> io::Result<()> {
        if !self.is_active(lp) {
            return Err(io::Error::new(io::ErrorKind::NotConnected, "the poll is not active"));
        }
        self.watch(lp, interest, |_| ())
    }

    /// Stops the handle. False if it was not active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Poll::new(&lp, std::io::pipe()?.0).stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn stop(self, lp: &EventLoop) -> bool {
        let stopped = lp.polls.with_mut(self.0, |row| {
            let was_active = row.state.active;
            row.update(&lp.active_count, |state| state.active = false);
            row.data.watch.want(lp, self.token(), Interest::empty());
            was_active
        });
        if stopped == Some(true) {
            lp.emit(|| Event::HandleStopped(self.key()));
        }
        stopped == Some(true)
    }

    /// The descriptor; `None` once the handle is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// use std::os::fd::AsRawFd;
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, _writer) = std::io::pipe()?;
    /// let number = reader.as_raw_fd();
    /// assert_eq!(Poll::new(&lp, reader).fd(&lp), Some(number));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fd(self, lp: &EventLoop) -> Option<RawFd> {
        lp.polls.with(self.0, |row| row.data.fd)
    }

    fn token(self) -> Token {
        Token::new(Owner::Poll, self.0)
    }

    fn watch<R>(
        self,
        lp: &EventLoop,
        interest: Interest,
        also: impl FnOnce(&mut Row<PollCallback, PollData>) -> R,
    ) -> io::Result<R> {
        let is_new = |row: &Row<PollCallback, PollData>| row.data.watch.registered.is_empty();
        if lp.polls.with(self.0, is_new) == Some(true) {
            // The descriptor may be known by a handle that has been stopped.
            lp.settle_changes();
        }
        let outcome = lp.polls.with_open(self.0, |row| {
            row.data.watch.want(lp, self.token(), interest);
            if row.data.watch.registered.is_empty() {
                // At once: whether the platform can watch the descriptor is this call's answer.
                if let Err(error) = row.data.watch.settle(lp, self.token(), row.data.fd) {
                    row.data.watch.want(lp, self.token(), Interest::empty());
                    return Err(error);
                }
            }
            if !row.state.active {
                row.data.started_at = lp.poll_rounds.get();
                row.update(&lp.active_count, |state| state.active = true);
            }
            Ok(also(row))
        });
        outcome.unwrap_or_else(|| {
            Err(io::Error::new(io::ErrorKind::NotFound, "the poll handle is closed"))
        })
    }
}

impl Handle for Poll {
    type Callback = PollCallback;
    type Data = PollData;

    fn kind(self) -> HandleKind {
        HandleKind::Poll
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<PollCallback, PollData> {
        &lp.polls
    }

    /// The platform forgets the descriptor at once: its owner may be about to close it.
    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
        lp.settle_poll(self.token());
    }
}

impl EventLoop {
    /// The poll phase.
    #[inline]
    pub(crate) fn poll(&self, mut wait: Wait) {
        self.counters.poll_begins();
        self.settle_changes();
        if !self.pending.borrow().is_empty() {
            // A descriptor turned out not to be watchable, and whoever waits for it has to hear of it.
            wait = Wait::No;
        }
        if wait == Wait::No && !self.platform_may_know() {
            // No time has passed that matters if nothing ran since the clock was read.
            if self.ran_callback.replace(false) {
                self.update_time();
            }
        } else {
            for round in 1..=MAX_ROUNDS {
                let told = self.ask_platform(wait);
                if told < MAX_READY || round == MAX_ROUNDS || self.is_breaking() {
                    break;
                }
                wait = Wait::No;
            }
        }
        if self.is_breaking() {
            return;
        }
        if self.has_mail.take() || self.mailbox.wake_up() {
            self.deliver_mail();
            self.run_signals();
            self.has_mail.set(self.is_breaking());
        }
        if !self.is_breaking() {
            self.run_ended();
        }
    }

    /// Whether the platform could have something to tell to a loop that does not wait. An embedder's loop watches the
    /// descriptor, which stays readable until the platform has been asked.
    #[inline]
    fn platform_may_know(&self) -> bool {
        self.embedded.get() || self.backend.needs_asking()
    }

    fn deliver_mail(&self) {
        self.delivers_mail.set(true);
        self.run_finished();
        self.run_wakeups();
        self.delivers_mail.set(false);
    }

    /// Waits, then calls the handles whose descriptors are ready. Says how much the platform had to tell.
    fn ask_platform(&self, wait: Wait) -> usize {
        let mut ready = self.ready_batch.take();
        ready.clear();
        let told = self.wait(wait, &mut ready);
        self.count_events(ready.len());
        let any_ready = !ready.is_empty();
        self.ready_batch.replace(ready);
        self.ready_next.set(0);
        let round = self.poll_rounds.get() + 1;
        self.poll_rounds.set(round);
        if self.has_mail.get() && any_ready && self.backend.mail_comes_first() {
            self.deliver_mail();
        }
        // What a callback that ends the run leaves over is still ready when the platform is asked again.
        while !self.is_breaking()
            && let Some(ready) = self.peek_ready()
        {
            self.skip_ready();
            match self.profile().delivery {
                Delivery::AtOnce => self.serve(ready, round),
                Delivery::Queued => {
                    self.pending.borrow_mut().push_back(Deferred::Ready(ready, round));
                }
            }
        }
        told
    }

    /// Calls the handle of a descriptor that was ready in that round.
    pub(crate) fn serve(&self, Ready { token, readiness }: Ready, round: u64) {
        let token = Token::from_bits(token);
        match token.owner() {
            Owner::Poll => self.poll_ready(token.id(), readiness, round),
            Owner::Stream => self.stream_ready(token.id(), readiness),
            Owner::Udp => self.udp_ready(token.id(), readiness),
            Owner::Process => {
                self.note_ended(token.id());
                if self.profile().delivery == Delivery::Queued {
                    self.run_ended();
                }
            }
        }
    }

    /// The ready descriptor whose turn it is.
    pub(crate) fn peek_ready(&self) -> Option<Ready> {
        self.ready_batch.borrow().get(self.ready_next.get()).copied()
    }

    pub(crate) fn skip_ready(&self) {
        self.ready_next.set(self.ready_next.get() + 1);
    }

    fn poll_ready(&self, id: Id, readiness: Readiness, round: u64) {
        let callback = self.polls.with_mut(id, |row| {
            let readiness = readiness & row.data.watch.wanted.may_report();
            if !row.state.active || row.data.started_at >= round || readiness.is_empty() {
                return None;
            }
            row.callback.take().map(|callback| (callback, readiness))
        });
        if let Some((mut callback, readiness)) = callback.flatten() {
            let poll = Poll(id);
            self.call(poll.key(), |lp| callback(lp, poll, readiness));
            self.polls.restore_callback(id, callback);
        }
    }

    pub(crate) fn settle_poll(&self, token: Token) {
        // What fails is a descriptor that was closed under its handle: nothing will come from it.
        let _ = self
            .polls
            .with_mut(token.id(), |row| self.settle_watch(&mut row.data.watch, token, row.data.fd));
    }

    /// In a child process, whose platform knows of no descriptors yet.
    pub(crate) fn watch_again(&self) {
        for id in self.polls.ids() {
            let token = Token::new(Owner::Poll, id);
            self.polls.with_mut(id, |row| row.data.watch.begin_anew(self, token));
        }
    }

    /// The wait itself, with the clock read before and after.
    fn wait(&self, mut wait: Wait, ready: &mut Vec<Ready>) -> usize {
        let mut short_waits = self.short_waits.get();
        let mut sleeps = false;
        if wait != Wait::No {
            let now_ns = self.backend.now_ns();
            let looks_out = short_waits.pays();
            if looks_out {
                short_waits.looked_out(self.mailbox.look_out(LOOK_OUT_NS));
            }
            let over = matches!(wait, Wait::UntilNs(deadline_ns) if deadline_ns <= now_ns);
            sleeps = !over && self.mailbox.fall_asleep();
            if !sleeps {
                wait = Wait::No;
            }
            if sleeps || looks_out {
                self.counters.wait_begins(now_ns);
            }
        }
        self.emit(|| Event::PollEnter(self.duration_of(wait)));
        let told = self.ask_until_answered(wait, ready);
        // Awake before the callbacks, not after: who sends meanwhile need not write to the eventfd.
        let notified = self.mailbox.wake_up();
        self.has_mail.set(self.has_mail.get() || notified);
        self.update_time();
        self.ran_callback.set(false);
        let waited_ns = self.counters.wait_ends(self.now_ns());
        if sleeps {
            short_waits.slept(notified && waited_ns < QUICK_NS);
        }
        self.short_waits.set(short_waits);
        self.emit(|| Event::PollExit { ready: ready.len(), waited_ns });
        self.hold_to_record();
        told
    }

    fn ask_until_answered(&self, wait: Wait, ready: &mut Vec<Ready>) -> usize {
        if wait == Wait::No && !self.platform_may_know() {
            return 0;
        }
        loop {
            self.counters.polls.set(self.counters.polls.get() + 1);
            match self.backend.wait(&self.mailbox, wait, self, ready) {
                Ok(told) => return told,
                // A signal. If it was for this loop it has notified the mailbox; if not, the wait goes on.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    if wait == Wait::No || self.mailbox.is_notified() {
                        return 0;
                    }
                }
                Err(error) => {
                    self.poll_failed(error);
                    return 0;
                }
            }
        }
    }

    fn duration_of(&self, wait: Wait) -> Option<Duration> {
        match wait {
            Wait::No => Some(Duration::ZERO),
            Wait::Forever => None,
            Wait::UntilNs(deadline_ns) => {
                Some(Duration::from_nanos(deadline_ns.saturating_sub(self.backend.now_ns())))
            }
        }
    }
}
