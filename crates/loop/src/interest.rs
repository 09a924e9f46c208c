//! What the loop wants to know of descriptors, and the list of changes that is settled with the platform before poll.
//!
//! A handle that watches a descriptor has a [`Watch`] in its row: what it wants, and what the platform has been told.
//! Changing the first puts the handle on the loop's list of changes; poll goes through the list before it waits. A
//! handle that is stopped and started again within an iteration, or a stream that wants to write and then can, costs
//! no system call.
//!
//! A [`Token`] names the handle to the platform. It carries the generation of the handle's row, so an event that
//! arrives for a handle which is gone finds nobody.

use crate::EventLoop;
use crate::slab::Id;
use crate::sys::Descriptor;
use bitflags::bitflags;
use std::io;
use std::os::fd::RawFd;

bitflags! {
    /// What a [`Poll`](crate::Poll) waits for.
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
        /// Whatever it is, it is told when it comes, and need not be told again while it is there.
        const EDGE = 64;
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

/// Whose descriptor it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Poll,
    Stream,
    Udp,
    Process,
}

/// A handle as the platform names it: its row's generation, two bits for the owner's table, thirty for the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token(u64);

const INDEX_BITS: u32 = 30;
const INDEX_MASK: u64 = (1 << INDEX_BITS) - 1;

impl Token {
    pub(crate) fn new(owner: Owner, id: Id) -> Token {
        // A row has over sixty bytes: memory ends before thirty bits of rows do. All bits set are the mailbox's.
        debug_assert!(u64::from(id.index) < INDEX_MASK);
        let table = match owner {
            Owner::Poll => 0,
            Owner::Stream => 1,
            Owner::Udp => 2,
            Owner::Process => 3,
        };
        Token(u64::from(id.generation) << 32 | table << INDEX_BITS | u64::from(id.index))
    }

    pub(crate) fn from_bits(bits: u64) -> Token {
        Token(bits)
    }

    pub(crate) fn to_bits(self) -> u64 {
        self.0
    }

    pub(crate) fn owner(self) -> Owner {
        match self.0 >> INDEX_BITS & 3 {
            0 => Owner::Poll,
            1 => Owner::Stream,
            2 => Owner::Udp,
            _ => Owner::Process,
        }
    }

    pub(crate) fn id(self) -> Id {
        Id { index: (self.0 & INDEX_MASK) as u32, generation: (self.0 >> 32) as u32 }
    }
}

/// What a handle wants to know of its descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) wanted: Interest,
    /// What the platform has been told; empty if it does not know the descriptor.
    pub(crate) registered: Interest,
    is_listed: bool,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { wanted: Interest::empty(), registered: Interest::empty(), is_listed: false }
    }
}

impl Watch {
    /// Changes what is wanted, before the next poll.
    #[inline]
    pub(crate) fn want(&mut self, lp: &EventLoop, token: Token, interest: Interest) {
        self.wanted = interest;
        if self.registered != interest && !self.is_listed {
            self.is_listed = true;
            lp.changes.borrow_mut().push(token);
        }
    }

    /// Tells the platform at once.
    pub(crate) fn settle(&mut self, lp: &EventLoop, token: Token, fd: RawFd) -> io::Result<()> {
        if self.wanted == self.registered {
            return Ok(());
        }
        let changes = &lp.counters.interest_changes;
        changes.set(changes.get() + 1);
        if self.wanted.is_empty() {
            lp.backend.deregister(fd, token.to_bits());
        } else if self.registered.is_empty() {
            lp.backend.register(fd, token.to_bits(), self.wanted)?;
        } else {
            lp.backend.modify(fd, token.to_bits(), self.wanted)?;
        }
        self.registered = self.wanted;
        Ok(())
    }

    /// For a platform that has forgotten everything: that of a child process.
    pub(crate) fn begin_anew(&mut self, lp: &EventLoop, token: Token) {
        self.registered = Interest::empty();
        self.want(lp, token, self.wanted);
    }

    /// Has the platform forget the descriptor at once, because it is about to be closed: others may have duplicates of
    /// it, and then the kernel would go on reporting on it.
    pub(crate) fn forget(&mut self, lp: &EventLoop, token: Token, descriptor: &Descriptor) {
        self.wanted = Interest::empty();
        // Deregistering can not fail.
        let _ = self.settle(lp, token, descriptor.number());
    }
}

impl EventLoop {
    /// Settles the changes of interest since the last time.
    #[inline]
    pub(crate) fn settle_changes(&self) {
        if !self.changes.borrow().is_empty() {
            self.settle_listed_changes();
        }
    }

    fn settle_listed_changes(&self) {
        let mut changes = self.changes.take();
        for token in changes.drain(..) {
            match token.owner() {
                Owner::Poll => self.settle_poll(token),
                Owner::Stream => self.settle_stream(token),
                Owner::Udp => self.settle_udp(token),
                // What a process wants does not change.
                Owner::Process => {}
            }
        }
        // Failures may have listed others meanwhile; those wait for their turn.
        changes.append(&mut self.changes.borrow_mut());
        self.changes.replace(changes);
    }

    /// Settles one row's interest.
    pub(crate) fn settle_watch(
        &self,
        watch: &mut Watch,
        token: Token,
        fd: RawFd,
    ) -> io::Result<()> {
        watch.is_listed = false;
        watch.settle(self, token, fd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_its_owner_and_id() {
        for owner in [Owner::Poll, Owner::Stream, Owner::Udp, Owner::Process] {
            for id in [
                Id { index: 0, generation: 0 },
                Id { index: (1 << 30) - 2, generation: u32::MAX },
                Id { index: 77, generation: 3 },
            ] {
                let token = Token::from_bits(Token::new(owner, id).to_bits());
                assert_eq!((token.owner(), token.id()), (owner, id));
                assert_ne!(token.to_bits(), u64::MAX, "that is the mailbox's");
            }
        }
    }
}
