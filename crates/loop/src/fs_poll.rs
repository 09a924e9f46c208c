//! Fs poll handles: look at a file again and again, and call back when it is different.
//!
//! For file systems that tell of nothing. A look is a job of the pool; the next one is made when the interval has passed
//! since the last began, and at once if it took longer. The first look only remembers.

use crate::{EventLoop, Lane, Timer, work};
use std::cell::RefCell;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::SystemTime;

type Callback = Box<dyn FnMut(&EventLoop, Option<&Metadata>, &io::Result<Metadata>)>;

/// Watches a file by looking at it. Dropping it does not stop it: [`FsPoll::close`] does.
///
/// ```
/// use roundel_loop::{EventLoop, FsPoll, Options, RunMode};
/// let lp = EventLoop::new(Options::default())?;
/// let poll = FsPoll::start(&lp, "/no such file".into(), 10, |_, before, now| {
///     assert!(before.is_none() && now.is_err());
/// });
/// poll.close(&lp);
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct FsPoll {
    state: Rc<State>,
    timer: Timer,
}

struct State {
    path: PathBuf,
    interval_ms: u64,
    callback: RefCell<Option<Callback>>,
    last: RefCell<Last>,
}

/// What earlier looks have found.
#[derive(Default)]
struct Last {
    /// 0 or an errno; nothing before the first look.
    status: Option<i32>,
    /// Kept when the file goes.
    known: Option<Metadata>,
}

impl FsPoll {
    /// Begins to look. `callback(lp, before, now)` is called when two looks differ, and once if the first finds no file.
    /// `before` is what was last known of the file.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsPoll, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// FsPoll::start(&lp, "/".into(), 1000, |_, _, _| {}).close(&lp);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start(
        lp: &EventLoop,
        path: PathBuf,
        interval_ms: u64,
        callback: impl FnMut(&EventLoop, Option<&Metadata>, &io::Result<Metadata>) + 'static,
    ) -> FsPoll {
        let state = Rc::new(State {
            path,
            interval_ms: interval_ms.max(1),
            callback: RefCell::new(Some(Box::new(callback))),
            last: RefCell::default(),
        });
        let poll = FsPoll { state, timer: Timer::new(lp) };
        poll.look(lp);
        poll
    }

    /// Looks no more. Nothing is called back.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsPoll, Options, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// FsPoll::start(&lp, "/".into(), 1, |_, _, _| unreachable!()).close(&lp);
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn close(&self, lp: &EventLoop) {
        self.state.callback.take();
        self.timer.close_quietly(lp);
    }

    /// The timer between two looks, which says whether the loop is kept alive.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsPoll, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let poll = FsPoll::start(&lp, "/".into(), 1000, |_, _, _| {});
    /// assert!(poll.timer().unreference(&lp));
    /// poll.close(&lp);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn timer(&self) -> Timer {
        self.timer
    }

    fn look(&self, lp: &EventLoop) {
        let path = self.state.path.clone();
        let poll = self.clone();
        let began_ms = lp.now();
        let job = move || std::fs::metadata(path);
        work(lp, Lane::Fast, job, move |lp, found| {
            // A pool without threads: nothing was found out.
            if let Ok(found) = found {
                poll.compare(lp, found);
            }
            poll.wait(lp, began_ms);
        });
    }

    fn compare(&self, lp: &EventLoop, found: io::Result<Metadata>) {
        let status = found.as_ref().err().map_or(0, |error| error.raw_os_error().unwrap_or(-1));
        let (is_news, before) = {
            let mut last = self.state.last.borrow_mut();
            let is_news = match (last.status.replace(status), &last.known, &found) {
                (None, _, found) => found.is_err(),
                (Some(0), Some(known), Ok(now)) => key(known) != key(now),
                (Some(before), _, _) => before != status,
            };
            let before = last.known.clone();
            if let Ok(now) = &found {
                last.known = Some(now.clone());
            }
            (is_news, before)
        };
        // Out of its place while it runs: it may close the handle.
        let callback = if is_news { self.state.callback.take() } else { None };
        if let Some(mut callback) = callback {
            callback(lp, before.as_ref(), &found);
            if !self.timer.is_closing(lp) {
                self.state.callback.replace(Some(callback));
            }
        }
    }

    fn wait(&self, lp: &EventLoop, began_ms: u64) {
        let interval_ms = self.state.interval_ms;
        let wait_ms = interval_ms - (lp.now() - began_ms) % interval_ms;
        let poll = self.clone();
        self.timer.start(lp, wait_ms, 0, move |lp, _| poll.look(lp));
    }
}

/// By what libuv compares, as far as Linux knows it.
fn key(metadata: &Metadata) -> ([i64; 4], [u64; 3], [u32; 3], Option<SystemTime>) {
    (
        [metadata.ctime(), metadata.ctime_nsec(), metadata.mtime(), metadata.mtime_nsec()],
        [metadata.size(), metadata.ino(), metadata.dev()],
        [metadata.mode(), metadata.uid(), metadata.gid()],
        metadata.created().ok(),
    )
}
