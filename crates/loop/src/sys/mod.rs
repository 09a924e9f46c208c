//! The platform, real or simulated.
//!
//! A back-end provides:
//!
//! - `now_ns`: a clock that never goes back, and `wall_ns`: the time of day;
//! - `fill_random`: random bytes;
//! - `register`, `modify`, `deregister`: level-triggered interest in a descriptor under a token, and
//!   `registered`: how many descriptors there are;
//! - `stream_socket`, `datagram_socket`, `socket_pair`: new descriptors, which are then their own (`descriptor.rs`);
//! - `wait`: block until a descriptor is ready, the mailbox is notified or a deadline has come, and list what is ready;
//! - `attach_wake_fd`: have `wait` return when the mailbox's eventfd is written to;
//! - `submit`, `withdraw`: run a job somewhere, post its result to the mailbox;
//! - `choose_order`, `mail_comes_first`: put things that the platform may deliver in any order into one (the simulated
//!   ones ask the loop's chooser);
//! - `after_fork`: descriptors and threads of its own for a child process;
//! - `fd`: a descriptor that is readable when `wait` would find something, for loops inside other loops.
//!
//! One file per mechanism: `epoll.rs` and `simulated.rs` are the back-ends, `outside.rs` is what of the first the second
//! uses in virtual time, `descriptor.rs` what streams do to descriptors, `sockets.rs`, `datagrams.rs` and `terminals.rs` the
//! kernel's answers to it, `memory_sockets.rs` the simulated platform's, `clock.rs` the real clocks, `wake_fd.rs` the eventfd, `signals.rs` the signal handler, `published.rs` what it reads,
//! `random.rs` the seeded numbers, `shell.rs` what lets other threads hold a loop, `inherited.rs` what a process gets
//! from its parent, `spawn.rs` what it gives to its children, `copy.rs` a copy of it. All `unsafe` code of the crate is in this folder.

#[cfg(not(target_os = "linux"))]
compile_error!("the loop runs on Linux: epoll is the only back-end for a real platform");

#[cfg(all(test, not(loom)))]
mod borrowed_tests;
mod clock;
mod copy;
mod datagrams;
mod descriptor;
mod epoll;
#[cfg(all(test, not(loom)))]
mod fork_tests;
mod inherited;
mod memory_sockets;
mod outside;
mod published;
mod random;
mod shell;
mod signals;
mod simulated;
mod sockets;
mod spawn;
mod terminals;
mod wake_fd;

pub(crate) use clock::monotonic_ns;
pub use copy::{Copied, copy_process, open_numbers, set_variable_alone};
pub(crate) use descriptor::{Address, Descriptor, Domain, Spare};
pub use inherited::{Inherited, close_on_exec, reset_inherited_state};
pub use memory_sockets::Faults;
pub(crate) use random::Random;
pub use shell::{Elsewhere, Shell, sweep};
pub(crate) use signals::SignalRegistration;
pub use simulated::Simulation;
pub(crate) use spawn::{Plan, kill, spawn};
pub(crate) use wake_fd::WakeFd;

use crate::chooser::{Chooser, Point};
use crate::guide::Candidate;
use crate::interest::{Interest, Readiness};
use crate::mailbox::Mailbox;
use crate::pool::Pool;
use crate::slab::Id;
use crate::work::Job;
use epoll::Epoll;
use outside::Outside;
use rustix::net::SocketType;
use simulated::Simulated;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::rc::Rc;
use std::sync::Arc;

/// How many ready descriptors one `wait` lists at most.
pub(crate) const MAX_READY: usize = 1024;

/// How long `wait` may block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    No,
    UntilNs(u64),
    Forever,
}

/// A descriptor that is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    pub(crate) token: u64,
    pub(crate) readiness: Readiness,
}

/// What `wait` asks of the loop that waits.
pub(crate) trait Host {
    /// Whether anything but time and jobs keeps the loop alive.
    fn awaits_outside(&self) -> bool;
    /// Whether virtual time is that of other loops, too.
    fn shares_time(&self) -> bool;
    /// Whether virtual time may jump to this deadline.
    fn may_pass(&self, deadline_ns: u64) -> bool;
    /// Whether somebody wants to know when the thread blocks.
    fn has_wait_hook(&self) -> bool;
    /// Calls `wait`, which blocks the thread, and tells about it before and after.
    fn while_blocked<R>(&self, wait: impl FnOnce() -> R) -> R;
}

pub(crate) enum Backend {
    Epoll(Epoll, Pool),
    Simulated(Box<Simulated>),
}

impl Backend {
    pub(crate) fn epoll(pool: Pool) -> io::Result<Backend> {
        Ok(Backend::Epoll(Epoll::new()?, pool))
    }

    pub(crate) fn simulated(chooser: &Rc<Chooser>, pool: &Pool) -> Backend {
        Backend::Simulated(Box::new(Simulated::new(chooser, pool.size(), None)))
    }

    /// The simulated world with real descriptors.
    pub(crate) fn virtual_time(chooser: &Rc<Chooser>, pool: &Pool) -> io::Result<Backend> {
        let simulated = Simulated::new(chooser, pool.size(), Some(Outside::new()?));
        Ok(Backend::Simulated(Box::new(simulated)))
    }

    #[inline]
    pub(crate) fn now_ns(&self) -> u64 {
        match self {
            Backend::Epoll(..) => monotonic_ns(),
            Backend::Simulated(simulated) => simulated.now_ns(),
        }
    }

    /// The clock for the loop's own time; on the simulated platform the chooser decides how much has passed.
    #[inline]
    pub(crate) fn loop_time_ns(&self, has_timers: impl FnOnce() -> bool) -> u64 {
        match self {
            Backend::Epoll(..) => monotonic_ns(),
            Backend::Simulated(simulated) => simulated.loop_time_ns(has_timers()),
        }
    }

    /// The simulated clock goes forward to what another one shows; the real one is the same for all.
    pub(crate) fn catch_up(&self, now_ns: u64) {
        if let Backend::Simulated(simulated) = self {
            simulated.advance_to(now_ns);
        }
    }

    pub(crate) fn wall_ns(&self) -> u64 {
        match self {
            Backend::Epoll(..) => clock::wall_ns(),
            Backend::Simulated(simulated) => simulated.wall_ns(),
        }
    }

    pub(crate) fn fill_random(&self, bytes: &mut [u8]) -> io::Result<()> {
        match self {
            Backend::Epoll(..) => random::fill_from_system(bytes),
            Backend::Simulated(simulated) => {
                simulated.fill_random(bytes);
                Ok(())
            }
        }
    }

    pub(crate) fn register(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        match self {
            Backend::Epoll(epoll, _) => epoll.register(fd, token, interest),
            Backend::Simulated(simulated) => simulated.register(fd, token, interest),
        }
    }

    pub(crate) fn modify(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        match self {
            Backend::Epoll(epoll, _) => epoll.modify(fd, token, interest),
            Backend::Simulated(simulated) => simulated.modify(fd, token, interest),
        }
    }

    /// Ends the interest of `token`, if it is still the one that is registered for the number.
    pub(crate) fn deregister(&self, fd: RawFd, token: u64) {
        match self {
            Backend::Epoll(epoll, _) => epoll.deregister(fd, token),
            Backend::Simulated(simulated) => simulated.deregister(fd, token),
        }
    }

    /// A socket to listen or to connect with. On a simulated platform both ends are in the process.
    pub(crate) fn stream_socket(&self, domain: Domain) -> io::Result<Descriptor> {
        match self {
            Backend::Epoll(..) => descriptor::system_socket(domain, SocketType::STREAM),
            Backend::Simulated(simulated) => {
                Ok(Descriptor::Memory(simulated.network.stream_socket(domain)?))
            }
        }
    }

    /// A socket to connect with. In virtual time others than the process itself can be called.
    pub(crate) fn socket_to(&self, domain: Domain, address: &Address) -> io::Result<Descriptor> {
        match self {
            Backend::Simulated(simulated)
                if simulated.has_outside() && !simulated.network.has_listener(address) =>
            {
                descriptor::system_socket(domain, SocketType::STREAM)
            }
            _ => self.stream_socket(domain),
        }
    }

    /// A socket for datagrams. On a simulated platform it reaches others in the process.
    pub(crate) fn datagram_socket(&self, domain: Domain) -> io::Result<Descriptor> {
        match self {
            Backend::Simulated(simulated) => {
                Ok(Descriptor::Memory(simulated.network.datagram_socket(domain)?))
            }
            Backend::Epoll(..) => descriptor::system_socket(domain, SocketType::DGRAM),
        }
    }

    /// A socket for datagrams in the place of one that reaches others in the process only; `None` if it need not be
    /// another, or if there is nothing else to be reached. In virtual time there is.
    pub(crate) fn outside_datagram_socket(
        &self,
        domain: Domain,
        inside: &Descriptor,
        to: Option<&Address>,
    ) -> io::Result<Option<Descriptor>> {
        match self {
            Backend::Simulated(simulated)
                if simulated.has_outside()
                    && !inside.is_system()
                    && to.is_none_or(|to| !simulated.network.has_receiver(to)) =>
            {
                descriptor::system_socket(domain, SocketType::DGRAM).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Sends a datagram. In virtual time the kernel's sockets reach those in the process too.
    pub(crate) fn send_datagram(
        &self,
        socket: &Descriptor,
        bytes: &[u8],
        to: Option<&Address>,
    ) -> io::Result<usize> {
        if let (Backend::Simulated(simulated), Some(to)) = (self, to)
            && socket.is_system()
            && simulated.network.has_receiver(to)
        {
            return simulated.network.deliver(socket.local_address()?, to, bytes);
        }
        socket.send_to(bytes, to)
    }

    /// Two ends of a connection. In virtual time they are the kernel's: one of them may be for a child.
    pub(crate) fn socket_pair(&self) -> io::Result<(Descriptor, Descriptor)> {
        match self {
            Backend::Simulated(simulated) if !simulated.has_outside() => {
                let (one, other) = simulated.network.pair()?;
                Ok((Descriptor::Memory(one), Descriptor::Memory(other)))
            }
            _ => descriptor::system_pair(),
        }
    }

    /// A descriptor that somebody else has opened, and whether it can be read and written. A simulated platform without
    /// the kernel's descriptors has no use for it.
    pub(crate) fn adopt(&self, fd: OwnedFd) -> io::Result<(Descriptor, bool, bool)> {
        self.needs_descriptors()?;
        Descriptor::adopt(fd)
    }

    /// The same for a terminal.
    pub(crate) fn open_terminal(&self, fd: OwnedFd) -> io::Result<(Descriptor, bool, bool)> {
        self.needs_descriptors()?;
        Descriptor::open_terminal(fd)
    }

    fn needs_descriptors(&self) -> io::Result<()> {
        match self {
            Backend::Simulated(simulated) if !simulated.has_outside() => {
                Err(io::ErrorKind::Unsupported.into())
            }
            _ => Ok(()),
        }
    }

    /// Whether the ends of real children can be waited for.
    pub(crate) fn has_children(&self) -> bool {
        match self {
            Backend::Epoll(..) => true,
            Backend::Simulated(simulated) => simulated.has_outside(),
        }
    }

    /// Whether `wait` could find something without blocking that the mailbox does not know of.
    #[inline]
    pub(crate) fn needs_asking(&self) -> bool {
        match self {
            Backend::Epoll(epoll, _) => epoll.registered() > 0,
            Backend::Simulated(simulated) => simulated.needs_asking(),
        }
    }

    pub(crate) fn attach_wake_fd(&self, fd: &WakeFd) -> io::Result<()> {
        match self {
            Backend::Epoll(epoll, _) => epoll.attach_wake_fd(fd),
            Backend::Simulated(simulated) => simulated.attach_wake_fd(fd),
        }
    }

    /// Lists what is ready in `ready`, which is empty, and says how many things the platform had to tell, which is
    /// `MAX_READY` or more if there may be others. `Interrupted` is an answer like any other: the caller knows
    /// whether there is time left.
    pub(crate) fn wait(
        &self,
        mailbox: &Arc<Mailbox>,
        wait: Wait,
        host: &impl Host,
        ready: &mut Vec<Ready>,
    ) -> io::Result<usize> {
        match self {
            Backend::Epoll(epoll, _) => epoll.wait_for(host, wait, ready),
            Backend::Simulated(simulated) => simulated.wait(mailbox, wait, host, ready),
        }
    }

    pub(crate) fn submit(&self, job: Job, mailbox: &Arc<Mailbox>) -> Option<Id> {
        match self {
            Backend::Epoll(_, pool) => pool.submit(job, Arc::clone(mailbox)),
            Backend::Simulated(simulated) => Some(simulated.submit(job)),
        }
    }

    pub(crate) fn withdraw(&self, ticket: Id, request: Id, mailbox: &Arc<Mailbox>) -> Option<Job> {
        match self {
            Backend::Epoll(_, pool) => pool.withdraw(ticket, request, mailbox),
            Backend::Simulated(simulated) => simulated.withdraw(ticket),
        }
    }

    /// Jobs that no thread has taken up are dropped.
    pub(crate) fn abandon_jobs(&self, mailbox: &Arc<Mailbox>) {
        match self {
            Backend::Epoll(_, pool) => pool.withdraw_all(mailbox),
            Backend::Simulated(simulated) => simulated.abandon_jobs(),
        }
    }

    #[inline]
    pub(crate) fn choose_order<T>(
        &self,
        point: Point,
        items: &mut [T],
        candidate: impl Fn(&T) -> Candidate,
    ) {
        match self {
            Backend::Epoll(..) => {}
            Backend::Simulated(simulated) => simulated.choose_order(point, items, candidate),
        }
    }

    /// Whether finished work and wakeups are delivered before ready descriptors. A real platform may do either.
    #[inline]
    pub(crate) fn mail_comes_first(&self) -> bool {
        match self {
            Backend::Epoll(..) => false,
            Backend::Simulated(simulated) => simulated.mail_comes_first(),
        }
    }

    /// Gives a child process descriptors of its own in place of its parent's, with nothing registered, and threads of its
    /// own. Their numbers stay as they were.
    pub(crate) fn after_fork(&mut self) -> io::Result<()> {
        match self {
            Backend::Epoll(epoll, pool) => {
                epoll.after_fork()?;
                pool.after_fork();
                Ok(())
            }
            Backend::Simulated(simulated) => simulated.after_fork(),
        }
    }

    /// Whether descriptors that are numbers alone are watched here.
    pub(crate) fn has_numbers(&self) -> bool {
        match self {
            Backend::Epoll(..) => false,
            Backend::Simulated(simulated) => simulated.has_numbers(),
        }
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Backend::Epoll(epoll, _) => Some(epoll.fd()),
            Backend::Simulated(_) => None,
        }
    }

    pub(crate) fn simulation(&self) -> Option<Simulation<'_>> {
        match self {
            Backend::Epoll(..) => None,
            Backend::Simulated(simulated) => Some(Simulation::new(simulated)),
        }
    }
}
