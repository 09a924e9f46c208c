//! Idle, prepare and check handles: called once in every iteration, each in its phase.
//!
//! The three differ only in the phase, and in that an active idle handle keeps poll from blocking.
//!
//! The active ones are a list in start order, walked backwards: the last started is called first, as in libuv.
//! What is started during a pass lands behind the point where the walk began and waits for the next pass; what is
//! stopped during a pass leaves a hole, and the holes are closed when the pass is over. A pass that the end of a run cut
//! short goes on when the loop is run again.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::observer::Event;
use crate::slab::Id;
use std::cell::{Cell, RefCell};

/// A place in the list whose handle was stopped during the pass.
const HOLE: u32 = u32::MAX;

pub(crate) type WatcherCallback = Box<dyn FnMut(&EventLoop, Id)>;

pub(crate) struct WatcherData {
    /// Where the handle is in the list; meaningless while it is not active.
    position: u32,
}

#[derive(Default)]
pub(crate) struct Watchers {
    pub(crate) table: Table<WatcherCallback, WatcherData>,
    list: RefCell<Vec<u32>>,
    active: Cell<usize>,
    passing: Cell<bool>,
    /// How much of the list a pass has still to go through that the end of a run cut short.
    rest: Cell<Option<usize>>,
}

impl Watchers {
    #[inline]
    pub(crate) fn any_active(&self) -> bool {
        self.active.get() > 0
    }

    fn open(&self, lp: &EventLoop, kind: HandleKind) -> Id {
        let id = self.table.insert(Row::new(None, WatcherData { position: HOLE }));
        lp.emit(|| Event::HandleOpened(key(kind, id)));
        id
    }

    fn start(
        &self,
        lp: &EventLoop,
        kind: HandleKind,
        id: Id,
        callback: Option<WatcherCallback>,
    ) -> bool {
        let replaced = self.table.with_open(id, |row| {
            if !row.state.active {
                let mut list = self.list.borrow_mut();
                row.data.position = list.len() as u32;
                list.push(id.index);
                self.active.set(self.active.get() + 1);
                row.update(&lp.active_count, |state| state.active = true);
            }
            std::mem::replace(&mut row.callback, callback)
        });
        let opened = replaced.is_some();
        drop(replaced);
        if opened {
            lp.emit(|| Event::HandleStarted(key(kind, id)));
        }
        opened
    }

    fn stop(&self, lp: &EventLoop, kind: HandleKind, id: Id) -> bool {
        let stopped = self.table.with_mut(id, |row| {
            if !row.state.active {
                return false;
            }
            row.update(&lp.active_count, |state| state.active = false);
            self.list.borrow_mut()[row.data.position as usize] = HOLE;
            self.active.set(self.active.get() - 1);
            true
        });
        let stopped = stopped == Some(true);
        if stopped {
            if !self.passing.get() {
                self.close_holes();
            }
            lp.emit(|| Event::HandleStopped(key(kind, id)));
        }
        stopped
    }

    /// Outside a pass: drops the holes at the end at once, and all of them when they outnumber the rest.
    fn close_holes(&self) {
        let mut list = self.list.borrow_mut();
        while list.last() == Some(&HOLE) {
            list.pop();
        }
        if list.len() <= 2 * self.active.get() {
            return;
        }
        list.retain(|index| *index != HOLE);
        for (position, index) in list.iter().enumerate() {
            if let Some(id) = self.table.id_at(*index) {
                self.table.with_mut(id, |row| row.data.position = position as u32);
            }
        }
    }

    #[inline]
    pub(crate) fn run(&self, lp: &EventLoop, kind: HandleKind) {
        if self.any_active() {
            self.run_active(lp, kind);
        }
    }

    fn run_active(&self, lp: &EventLoop, kind: HandleKind) {
        self.passing.set(true);
        let started = self.rest.take().unwrap_or_else(|| self.list.borrow().len());
        for position in (0..started).rev() {
            if lp.is_breaking() {
                self.rest.set(Some(position + 1));
                return;
            }
            let index = self.list.borrow()[position];
            if index == HOLE {
                continue;
            }
            let Some(id) = self.table.id_at(index) else { continue };
            if let Some(mut callback) = self.table.take_callback(id) {
                lp.call(key(kind, id), |lp| callback(lp, id));
                self.table.restore_callback(id, callback);
            }
        }
        self.passing.set(false);
        if self.list.borrow().len() > self.active.get() {
            self.close_holes();
        }
    }

    /// Ends a pass that a panic cut short.
    pub(crate) fn recover(&self) {
        self.passing.set(false);
        self.rest.set(None);
    }
}

fn key(kind: HandleKind, id: Id) -> crate::HandleKey {
    crate::HandleKey { kind, number: id.to_bits() }
}

macro_rules! watcher {
    ($type:ident, $field:ident, $phase:literal, $make:literal) => {
        #[doc = concat!("A handle that is called in the ", $phase, " phase of every iteration, last started first.")]
        ///
        /// ```
        #[doc = concat!("use roundel_loop::{EventLoop, Options, RunMode, ", stringify!($type), "};")]
        /// let lp = EventLoop::new(Options::default())?;
        #[doc = concat!("let handle = ", stringify!($type), "::new(&lp);")]
        /// handle.start(&lp, |lp, handle| {
        ///     handle.stop(lp);
        /// });
        /// assert!(!lp.run(RunMode::NoWait));
        /// # Ok::<(), std::io::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $type(Id);

        handle_methods!($type, $make);

        impl $type {
            /// A handle that has not been started.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("assert!(!", stringify!($type), "::new(&lp).is_active(&lp));")]
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn new(lp: &EventLoop) -> $type {
                $type(lp.$field.open(lp, HandleKind::$type))
            }

            /// Calls `callback` in every iteration. A handle that is active keeps its place and gets the new
            /// callback. False if the handle is closed.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("assert!(", stringify!($type), "::new(&lp).start(&lp, |_, _| {}));")]
            /// assert!(lp.alive());
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn start(
                self,
                lp: &EventLoop,
                mut callback: impl FnMut(&EventLoop, $type) + 'static,
            ) -> bool {
                let callback: WatcherCallback = Box::new(move |lp, id| callback(lp, $type(id)));
                lp.$field.start(lp, HandleKind::$type, self.0, Some(callback))
            }

            /// Stops the handle. False if it was not active.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", stringify!($type), "::new(&lp);")]
            /// assert!(!handle.stop(&lp));
            /// handle.start(&lp, |_, _| {});
            /// assert!(handle.stop(&lp));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn stop(self, lp: &EventLoop) -> bool {
                lp.$field.stop(lp, HandleKind::$type, self.0)
            }
        }

        impl Handle for $type {
            type Callback = WatcherCallback;
            type Data = WatcherData;

            fn kind(self) -> HandleKind {
                HandleKind::$type
            }

            fn id(self) -> Id {
                self.0
            }

            fn table(lp: &EventLoop) -> &Table<WatcherCallback, WatcherData> {
                &lp.$field.table
            }

            fn deactivate(self, lp: &EventLoop) {
                self.stop(lp);
            }
        }
    };
}

watcher!(Idle, idles, "idle", "Idle::new(&lp)");
watcher!(Prepare, prepares, "prepare", "Prepare::new(&lp)");
watcher!(Check, checks, "check", "Check::new(&lp)");

impl Idle {
    /// Starts the handle with nothing to call: poll does not block while it is active, and no more.
    /// False if the handle is closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Idle, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// Idle::new(&lp).hold(&lp);
    /// assert_eq!(lp.backend_timeout(), Some(std::time::Duration::ZERO));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn hold(self, lp: &EventLoop) -> bool {
        lp.idles.start(lp, HandleKind::Idle, self.0, None)
    }
}
