//! After a fork: what a loop must do in the child before it can be used there.
//!
//! The child has copies of the parent's descriptors, which name the parent's epoll and eventfd, and none of its threads.
//! Timers, calls, deferred callbacks and handles are plain memory and need nothing.

use crate::EventLoop;
use crate::mailbox::Mailbox;
use crate::work::{Finished, WorkError};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;

impl EventLoop {
    /// Makes the loop usable in a child process, where it is to be called before anything else that is the loop's.
    ///
    /// The loop gets an epoll and an eventfd of its own ([`fd`](EventLoop::fd) is the same number as before), and watches the
    /// same descriptors and signals. Work that was not finished is [cancelled](WorkError::Cancelled) in the child, because the threads are
    /// in the parent; so are children, whose [handles](crate::Process) are stopped. [Senders](crate::WakeupSender) from
    /// before the fork do nothing in the child; a wakeup gives new ones.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer};
    /// let mut lp = EventLoop::new(Options::default())?;
    /// Timer::new(&lp).start(&lp, 1, 0, |_, _| {});
    /// // let child = fork()...; in the child:
    /// lp.after_fork()?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of making descriptors, and of catching signals.
    pub fn after_fork(&mut self) -> io::Result<()> {
        self.backend.after_fork()?;
        let mailbox = Arc::new(Mailbox::new());
        let before = std::mem::replace(&mut self.mailbox, Arc::clone(&mailbox));
        let finished = before.abandon();
        if before.fd().is_some() {
            self.open_mailbox()?;
        }
        self.forget_senders();
        let signals = self.signals.after_fork(&mailbox);
        self.watch_again();
        self.watch_streams_again();
        self.forget_processes();
        finished.into_iter().for_each(|finished| mailbox.post_finished(finished));
        self.cancel_lost_work();
        self.has_mail.set(true);
        signals
    }

    fn cancel_lost_work(&self) {
        let mut batch = self.finished_batch.borrow_mut();
        self.mailbox.take_finished(&mut batch);
        let finished: HashSet<_> = batch.iter().map(|finished| finished.request).collect();
        for request in self.works.ids() {
            if !finished.contains(&request) {
                let result = Err(WorkError::Cancelled);
                let lost = Finished { request, result, started_ns: 0, finished_ns: 0 };
                self.mailbox.post_finished(lost);
            }
        }
    }
}
