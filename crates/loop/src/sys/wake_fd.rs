//! The eventfd that wakes a loop which waits in the kernel.

#[cfg(loom)]
pub(crate) use modelled::WakeFd;
#[cfg(not(loom))]
pub(crate) use real::WakeFd;

#[cfg(not(loom))]
mod real {
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
            while let Err(rustix::io::Errno::INTR) = rustix::io::write(&self.0, &1u64.to_ne_bytes())
            {
            }
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
}

/// The same in a model, where a wait in the kernel would be one that loom knows nothing of.
#[cfg(loom)]
mod modelled {
    use crate::sync::{Condvar, Mutex, lock};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};

    pub(crate) struct WakeFd {
        is_readable: Mutex<bool>,
        readable: Condvar,
    }

    impl WakeFd {
        pub(crate) fn new() -> io::Result<WakeFd> {
            Ok(WakeFd { is_readable: Mutex::new(false), readable: Condvar::new() })
        }

        pub(crate) fn signal(&self) {
            *lock(&self.is_readable) = true;
            self.readable.notify_one();
        }

        pub(crate) fn wait(&self) -> io::Result<()> {
            let mut is_readable = lock(&self.is_readable);
            while !*is_readable {
                is_readable =
                    self.readable.wait(is_readable).map_err(|_| io::Error::other("lock"))?;
            }
            *is_readable = false;
            Ok(())
        }
    }

    impl AsFd for WakeFd {
        fn as_fd(&self) -> BorrowedFd<'_> {
            unreachable!("a model has no kernel")
        }
    }
}
