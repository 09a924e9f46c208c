//! Poll handles: call back while a descriptor is ready. And the poll phase, in which they do.
//!
//! Level-triggered: a callback that leaves the descriptor ready is called again in the next iteration. One handle per
//! descriptor. The handle does not own the descriptor: stop or close it before closing the descriptor.
//!
//! The phase: ask the platform, up to 1024 ready descriptors a time and up to 48 times while it has more; call their
//! handles; then finished work, then wakeups (on the simulated platform the seed may put these first); signals last.
//! If nothing is registered and the loop may not block, the platform is not asked at all, and the mailbox's state says
//! whether another thread has something.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::observer::Event;
use crate::slab::Id;
use crate::sys::{MAX_READY, Ready, Wait};
use bitflags::bitflags;
use std::io;
use std::os::fd::RawFd;
use std::time::Duration;

/// How often one poll phase asks while the platform's answer is full.
const MAX_ROUNDS: usize = 48;

/// How often the mailbox is looked at before sleeping, when mail has just been coming quickly: one to two microseconds.
/// Falling asleep and being woken costs several, which a thread that answers at once (`async_pummel` in
/// benchmarks/loop_vs_libuv) would make the loop pay every time. A loop that waits for anything else does not spin.
const LOOKS_BEFORE_SLEEP: usize = 32;

/// Mail that came within this time of the loop's falling asleep came quickly.
const QUICK_NS: u64 = 20_000;

bitflags! {
    /// What a [`Poll`] waits for.
    ///
    /// ```
    /// use roundel_loop::Interest;
    /// let both = Interest::READABLE | Interest::WRITABLE;
    /// assert!(both.contains(Interest::WRITABLE));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Interest: u8 {
        /// There is something to read, or the end of it.
        const READABLE = 1;
        /// There is room to write.
        const WRITABLE = 2;
        /// There is something out of turn to read.
        const PRIORITY = 4;
        /// The other side will write no more.
        const DISCONNECT = 8;
    }
}

bitflags! {
    /// What a descriptor is ready for.
    ///
    /// ```
    /// use roundel_loop::Readiness;
    /// assert!((Readiness::READABLE | Readiness::HANGUP).contains(Readiness::HANGUP));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Readiness: u8 {
        /// Reading will not block.
        const READABLE = 1;
        /// Writing will not block.
        const WRITABLE = 2;
        /// There is something out of turn to read.
        const PRIORITY = 4;
        /// The other side will write no more.
        const DISCONNECT = 8;
        /// Both directions are over. Reported whatever the interest.
        const HANGUP = 16;
        /// Reading or writing will give an error. Reported whatever the interest.
        const ERROR = 32;
    }
}

impl Interest {
    /// What may be reported to somebody with this interest.
    pub(crate) fn may_report(self) -> Readiness {
        Readiness::from_bits_truncate(self.bits()) | Readiness::HANGUP | Readiness::ERROR
    }
}

pub(crate) type PollCallback = Box<dyn FnMut(&EventLoop, Poll, Readiness)>;

pub(crate) struct PollData {
    fd: RawFd,
    interest: Interest,
    /// Counts starts, so that an answer from before a stop is not taken for one from after a start.
    started_at: u64,
}

/// A handle that is called while a descriptor is ready.
///
/// ```
/// use roundel_loop::{EventLoop, Interest, Options, Poll, RunMode};
/// use std::io::{Read, Write};
/// use std::os::fd::AsRawFd;
/// let lp = EventLoop::new(Options::default())?;
/// let (mut reader, mut writer) = std::io::pipe()?;
/// writer.write_all(b"hello")?;
/// Poll::new(&lp, reader.as_raw_fd()).start(&lp, Interest::READABLE, move |lp, poll, _| {
///     let mut text = [0; 5];
///     reader.read_exact(&mut text).unwrap();
///     assert_eq!(&text, b"hello");
///     poll.close_quietly(lp);
/// })?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poll(Id);

handle_methods!(Poll, "Poll::new(&lp, 0)");

impl Poll {
    /// A handle for a descriptor, not started. The descriptor should be non-blocking.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Poll::new(&lp, 0).is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop, fd: RawFd) -> Poll {
        let data = PollData { fd, interest: Interest::empty(), started_at: 0 };
        let poll = Poll(lp.polls.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(poll.key()));
        poll
    }

    /// Calls `callback` whenever the descriptor is ready for one of `interest`, or has hung up or failed. A handle that
    /// is active gets the new interest and callback. Fails as `epoll_ctl` does: for descriptors that are always ready
    /// (files), that another handle watches, or that do not exist.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Interest, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// let error = Poll::new(&lp, -1).start(&lp, Interest::READABLE, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.raw_os_error(), Some(9)); // EBADF
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
    /// use std::os::fd::AsRawFd;
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, _writer) = std::io::pipe()?;
    /// let poll = Poll::new(&lp, reader.as_raw_fd());
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
    /// assert!(!Poll::new(&lp, 0).stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn stop(self, lp: &EventLoop) -> bool {
        let fd = lp.polls.with_mut(self.0, |row| {
            let was_active = row.state.active;
            row.update(&lp.active_count, |state| state.active = false);
            was_active.then_some(row.data.fd)
        });
        let Some(Some(fd)) = fd else { return false };
        lp.backend.deregister(fd);
        lp.emit(|| Event::HandleStopped(self.key()));
        true
    }

    /// The descriptor; `None` once the handle is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Poll};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Poll::new(&lp, 1).fd(&lp), Some(1));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fd(self, lp: &EventLoop) -> Option<RawFd> {
        lp.polls.with(self.0, |row| row.data.fd)
    }

    fn watch<R>(
        self,
        lp: &EventLoop,
        interest: Interest,
        also: impl FnOnce(&mut Row<PollCallback, PollData>) -> R,
    ) -> io::Result<R> {
        let outcome = lp.polls.with_open(self.0, |row| {
            let token = self.0.to_bits();
            if !row.state.active {
                lp.backend.register(row.data.fd, token, interest)?;
                row.data.started_at = lp.poll_rounds.get();
                row.update(&lp.active_count, |state| state.active = true);
            } else if row.data.interest != interest {
                lp.backend.modify(row.data.fd, token, interest)?;
            }
            row.data.interest = interest;
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
    const KIND: HandleKind = HandleKind::Poll;

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<PollCallback, PollData> {
        &lp.polls
    }

    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
    }
}

impl EventLoop {
    /// The poll phase.
    #[inline]
    pub(crate) fn poll(&self, mut wait: Wait) {
        self.counters.poll_begins();
        if wait == Wait::No && !self.platform_may_know() {
            // No time has passed that matters if nothing ran since the clock was read.
            if self.ran_callback.replace(false) {
                self.update_time();
            }
        } else {
            for round in 1..=MAX_ROUNDS {
                let told = self.ask_platform(wait);
                if told < MAX_READY || round == MAX_ROUNDS {
                    break;
                }
                wait = Wait::No;
            }
        }
        if self.has_mail.take() || self.mailbox.wake_up() {
            self.deliver_mail();
            self.run_signals();
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
        let told = self.wait(wait, &mut ready);
        self.count_events(ready.len());
        let round = self.poll_rounds.get() + 1;
        self.poll_rounds.set(round);
        if self.has_mail.get() && self.backend.mail_comes_first() {
            self.deliver_mail();
        }
        for Ready { token, readiness } in ready.drain(..) {
            let id = Id::from_bits(token);
            let callback = self.polls.with_mut(id, |row| {
                let readiness = readiness & row.data.interest.may_report();
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
        self.ready_batch.set(ready);
        told
    }

    /// The wait itself, with the clock read before and after.
    fn wait(&self, mut wait: Wait, ready: &mut Vec<Ready>) -> usize {
        if wait != Wait::No {
            let now_ns = self.backend.now_ns();
            if self.mail_is_quick.get() {
                self.mailbox.look_out(LOOKS_BEFORE_SLEEP);
            }
            let over = matches!(wait, Wait::UntilNs(deadline_ns) if deadline_ns <= now_ns);
            if over || !self.mailbox.fall_asleep() {
                wait = Wait::No;
            } else {
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
        self.mail_is_quick.set(notified && waited_ns < QUICK_NS);
        self.emit(|| Event::PollExit { ready: ready.len(), waited_ns });
        told
    }

    fn ask_until_answered(&self, wait: Wait, ready: &mut Vec<Ready>) -> usize {
        if wait == Wait::No && !self.platform_may_know() {
            return 0;
        }
        loop {
            self.counters.polls.set(self.counters.polls.get() + 1);
            match self.backend.wait(&self.mailbox, wait, || self.awaits_outside(), ready) {
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
