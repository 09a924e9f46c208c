//! The real back-end's descriptors: level-triggered epoll, `epoll_pwait2` timeouts in nanoseconds.

use super::{Host, MAX_READY, Ready, Wait, WakeFd, monotonic_ns};
use crate::interest::{Interest, Readiness};
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::{DupFlags, Errno};
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// The token of the mailbox's eventfd, which is never listed: the mailbox's own state says what it means.
const WAKE_TOKEN: u64 = u64::MAX;

/// No handle's token either.
const NOBODY: u64 = u64::MAX;

pub(crate) struct Epoll {
    fd: OwnedFd,
    registered: Cell<usize>,
    /// By number: the token under which a descriptor was last registered. The kernel forgets a descriptor that is closed,
    /// and its number may come back as another's; who deregisters the old one must not take the new one away.
    owners: RefCell<Vec<u64>>,
    events: RefCell<Vec<epoll::Event>>,
    /// The kernel is older than 5.11 and knows milliseconds only.
    coarse: Cell<bool>,
    /// The last blocking wait found more than one descriptor ready: chances are that the next one need not block.
    is_busy: Cell<bool>,
}

impl Epoll {
    pub(crate) fn new() -> io::Result<Epoll> {
        Ok(Epoll {
            fd: epoll::create(CreateFlags::CLOEXEC)?,
            registered: Cell::new(0),
            owners: RefCell::default(),
            events: RefCell::default(),
            coarse: Cell::new(false),
            is_busy: Cell::new(true),
        })
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    #[inline]
    pub(crate) fn registered(&self) -> usize {
        self.registered.get()
    }

    pub(crate) fn register(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        with_fd(fd, |fd| {
            epoll::add(&self.fd, fd, EventData::new_u64(token), event_flags(interest))
        })?;
        let mut owners = self.owners.borrow_mut();
        let place = fd as usize;
        if owners.len() <= place {
            owners.resize(place + 1, NOBODY);
        }
        // A number that the kernel takes again has been closed since: its old owner is not registered any more.
        if std::mem::replace(&mut owners[place], token) == NOBODY {
            self.registered.set(self.registered.get() + 1);
        }
        Ok(())
    }

    fn is_owner(&self, fd: RawFd, token: u64) -> bool {
        let place = usize::try_from(fd).unwrap_or(usize::MAX);
        self.owners.borrow().get(place) == Some(&token)
    }

    pub(crate) fn modify(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        if !self.is_owner(fd, token) {
            return Err(Errno::NOENT.into());
        }
        Ok(with_fd(fd, |fd| {
            epoll::modify(&self.fd, fd, EventData::new_u64(token), event_flags(interest))
        })?)
    }

    pub(crate) fn deregister(&self, fd: RawFd, token: u64) {
        if !self.is_owner(fd, token) {
            return;
        }
        // It fails if the descriptor has been closed already, and then the kernel has forgotten it by itself.
        let _ = with_fd(fd, |fd| epoll::delete(&self.fd, fd));
        self.owners.borrow_mut()[fd as usize] = NOBODY;
        self.registered.set(self.registered.get() - 1);
    }

    /// Edge-triggered: every write makes one event, and nobody has to read the eventfd empty.
    pub(crate) fn attach_wake_fd(&self, fd: &WakeFd) -> io::Result<()> {
        let flags = EventFlags::IN | EventFlags::ET;
        Ok(epoll::add(&self.fd, fd.as_fd(), EventData::new_u64(WAKE_TOKEN), flags)?)
    }

    pub(crate) fn wait(&self, wait: Wait, ready: &mut Vec<Ready>) -> io::Result<usize> {
        let mut events = self.events.borrow_mut();
        events.clear();
        events.reserve(MAX_READY);
        let timeout = match wait {
            Wait::No => Some(Timespec { tv_sec: 0, tv_nsec: 0 }),
            Wait::Forever => None,
            Wait::UntilNs(deadline_ns) => Some(self.timeout(deadline_ns)),
        };
        match self.ask(&mut events, timeout.as_ref()) {
            Ok(()) => {}
            Err(Errno::NOSYS) if !self.coarse.get() => {
                self.coarse.set(true);
                drop(events);
                return self.wait(wait, ready);
            }
            Err(error) => return Err(error.into()),
        }
        for event in events.iter() {
            let (token, flags) = (event.data.u64(), event.flags);
            if token != WAKE_TOKEN {
                ready.push(Ready { token, readiness: readiness(flags) });
            }
        }
        Ok(events.len())
    }

    /// As [`wait`](Epoll::wait), for a host that wants to know when it blocks. If much was ready the last time, it is told only
    /// if nothing is ready; else what it does then costs less than asking the kernel twice.
    pub(crate) fn wait_for(
        &self,
        host: &impl Host,
        wait: Wait,
        ready: &mut Vec<Ready>,
    ) -> io::Result<usize> {
        if wait == Wait::No || !host.has_wait_hook() {
            return self.wait(wait, ready);
        }
        if self.is_busy.get() {
            let told = self.wait(Wait::No, ready)?;
            if told > 0 {
                return Ok(told);
            }
        }
        let told = host.while_blocked(|| self.wait(wait, ready))?;
        self.is_busy.set(told > 1);
        Ok(told)
    }

    /// A new instance under the same number. The parent's stays as it is.
    pub(crate) fn after_fork(&mut self) -> io::Result<()> {
        let new = epoll::create(CreateFlags::CLOEXEC)?;
        rustix::io::dup3(&new, &mut self.fd, DupFlags::CLOEXEC)?;
        self.registered.set(0);
        self.owners.borrow_mut().clear();
        Ok(())
    }

    fn timeout(&self, deadline_ns: u64) -> Timespec {
        let left_ns = deadline_ns.saturating_sub(monotonic_ns());
        Timespec {
            tv_sec: i64::try_from(left_ns / 1_000_000_000).unwrap_or(i64::MAX),
            tv_nsec: (left_ns % 1_000_000_000) as _,
        }
    }

    fn ask(&self, events: &mut Vec<epoll::Event>, timeout: Option<&Timespec>) -> Result<(), Errno> {
        // Where there is nothing to measure, the older call says the same: it reads no time from memory, and is a third cheaper.
        let is_measured = timeout.is_some_and(|time| (time.tv_sec, time.tv_nsec) != (0, 0));
        if self.coarse.get() || !is_measured {
            return wait_in_milliseconds(&self.fd, events, timeout);
        }
        epoll::wait(&self.fd, rustix::buffer::spare_capacity(events), timeout).map(|_| ())
    }
}

/// Calls `f` with the descriptor that the caller named by number.
fn with_fd<R>(fd: RawFd, f: impl FnOnce(BorrowedFd<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
    if fd < 0 {
        return Err(Errno::BADF);
    }
    // SAFETY: the number is not -1. It is handed to `epoll_ctl` alone, which answers EBADF if it names nothing, and it
    // is not kept.
    f(unsafe { BorrowedFd::borrow_raw(fd) })
}

/// `epoll_wait`, with the timeout rounded up so that no timer is early. `events` is empty and has room.
fn wait_in_milliseconds(
    fd: &OwnedFd,
    events: &mut Vec<epoll::Event>,
    timeout: Option<&Timespec>,
) -> Result<(), Errno> {
    let timeout_ms = match timeout {
        None => -1,
        Some(time) => {
            let rounded_up = (time.tv_nsec + 999_999) / 1_000_000;
            i32::try_from(time.tv_sec.saturating_mul(1000).saturating_add(rounded_up))
                .unwrap_or(i32::MAX)
        }
    };
    let space = events.spare_capacity_mut();
    let length = i32::try_from(space.len()).unwrap_or(i32::MAX);
    let start = space.as_mut_ptr().cast::<libc::epoll_event>();
    // SAFETY: there is room for `length` events at `start`, and rustix's event has the kernel's layout, as libc's has.
    let count = unsafe { libc::epoll_wait(fd.as_raw_fd(), start, length, timeout_ms) };
    let Ok(count) = usize::try_from(count) else {
        return Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO));
    };
    // SAFETY: the kernel has written the first `count` events.
    unsafe { events.set_len(count) };
    Ok(())
}

fn event_flags(interest: Interest) -> EventFlags {
    let mut flags = EventFlags::empty();
    for (bit, flag) in [
        (Interest::READABLE, EventFlags::IN),
        (Interest::WRITABLE, EventFlags::OUT),
        (Interest::PRIORITY, EventFlags::PRI),
        (Interest::DISCONNECT, EventFlags::RDHUP),
        (Interest::EDGE, EventFlags::ET),
    ] {
        if interest.contains(bit) {
            flags |= flag;
        }
    }
    flags
}

fn readiness(flags: EventFlags) -> Readiness {
    let mut readiness = Readiness::empty();
    for (flag, bit) in [
        (EventFlags::IN, Readiness::READABLE),
        (EventFlags::OUT, Readiness::WRITABLE),
        (EventFlags::PRI, Readiness::PRIORITY),
        (EventFlags::RDHUP, Readiness::DISCONNECT),
        (EventFlags::HUP, Readiness::HANGUP),
        (EventFlags::ERR, Readiness::ERROR),
    ] {
        if flags.contains(flag) {
            readiness |= bit;
        }
    }
    readiness
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// On a kernel that has `epoll_pwait2`, and as if it had not.
    fn on_each(body: impl Fn(&Epoll)) {
        for coarse in [false, true] {
            let epoll = Epoll::new().unwrap();
            epoll.coarse.set(coarse);
            body(&epoll);
        }
    }

    #[test]
    fn a_wait_is_not_shorter_than_asked_for() {
        on_each(|epoll| {
            for wanted_ns in [1, 300_000, 2_100_000] {
                let deadline_ns = monotonic_ns() + wanted_ns;
                let mut ready = Vec::new();
                assert_eq!(epoll.wait(Wait::UntilNs(deadline_ns), &mut ready).unwrap(), 0);
                assert!(monotonic_ns() >= deadline_ns);
            }
        });
    }

    #[test]
    fn readiness_is_listed_with_its_token() {
        on_each(|epoll| {
            let (reader, mut writer) = std::io::pipe().unwrap();
            epoll.register(reader.as_raw_fd(), 42, Interest::READABLE).unwrap();
            assert_eq!(epoll.registered(), 1);
            let mut ready = Vec::new();
            assert_eq!(epoll.wait(Wait::No, &mut ready).unwrap(), 0);
            writer.write_all(b"x").unwrap();
            assert_eq!(epoll.wait(Wait::Forever, &mut ready).unwrap(), 1);
            assert_eq!((ready[0].token, ready[0].readiness), (42, Readiness::READABLE));
            epoll.deregister(reader.as_raw_fd(), 7);
            assert_eq!(epoll.registered(), 1, "that is somebody else's");
            epoll.deregister(reader.as_raw_fd(), 42);
            assert_eq!(epoll.registered(), 0);
        });
    }

    #[test]
    fn an_edge_is_told_once() {
        on_each(|epoll| {
            let (reader, mut writer) = std::io::pipe().unwrap();
            epoll.register(reader.as_raw_fd(), 42, Interest::READABLE | Interest::EDGE).unwrap();
            let mut ready = Vec::new();
            for _ in 0..2 {
                writer.write_all(b"x").unwrap();
                assert_eq!(epoll.wait(Wait::Forever, &mut ready).unwrap(), 1);
                assert_eq!(epoll.wait(Wait::No, &mut ready).unwrap(), 0, "it is still readable");
            }
        });
    }

    #[test]
    fn the_wake_fd_ends_a_wait_and_is_not_listed() {
        on_each(|epoll| {
            let wake_fd = WakeFd::new().unwrap();
            epoll.attach_wake_fd(&wake_fd).unwrap();
            assert_eq!(epoll.registered(), 0);
            let mut ready = Vec::new();
            for _ in 0..2 {
                wake_fd.signal();
                assert_eq!(epoll.wait(Wait::Forever, &mut ready).unwrap(), 1);
                assert_eq!(epoll.wait(Wait::No, &mut ready).unwrap(), 0, "one write, one event");
            }
            assert!(ready.is_empty());
        });
    }
}
