//! The eventfd that wakes a loop which waits in the kernel.

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

pub(crate) struct WakeFd(OwnedFd);

impl WakeFd {
    pub(crate) fn new() -> io::Result<WakeFd> {
        Ok(WakeFd(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?))
    }

    /// Makes the descriptor readable. Async-signal-safe: a bare system call.
    pub(crate) fn signal(&self) {
        // Interrupted: try again. Full (after 2^64 - 2 signals nobody read): it is readable, which is all that counts.
        while let Err(rustix::io::Errno::INTR) = rustix::io::write(&self.0, &1u64.to_ne_bytes()) {}
    }

    /// Blocks until the descriptor is readable, and makes it unreadable.
    pub(crate) fn wait(&self) -> io::Result<()> {
        poll(&mut [PollFd::new(&self.0, PollFlags::IN)], None)?;
        let mut count = [0; 8];
        let _ = rustix::io::read(&self.0, &mut count);
        Ok(())
    }
}

impl AsFd for WakeFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
