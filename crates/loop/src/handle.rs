//! What all handles have in common: being active, referenced and closing; their table; walking them.
//!
//! A handle is a `Copy` id into the table of its kind. States and who may change them:
//!
//! ```text
//!   new ──► inactive ◄──► active          start, stop (the kind's own file)
//!              │            │
//!              └──► closing ◄┘            close: stopped first, never started again
//!                      │
//!                    free                 the closing phase (closing.rs); from here on the id is stale
//! ```
//!
//! `EventLoop::active_count` is the number of handles that are active *and* referenced; every change of
//! either flag goes through [`Table::update`], the only place that counts. A handle's callback is taken out
//! of the table while it runs, so that it may do anything to its own handle, and no borrow is held then.
//! Callbacks that are replaced are dropped by the caller after the borrow ends: their destructors are foreign code.

use crate::EventLoop;
use crate::guide::Candidate;
use crate::interest::{Owner, Token};
use crate::origin::Origin;
use crate::slab::{Id, Slab};
use std::cell::{Cell, RefCell};

/// What a handle is.
///
/// ```
/// assert_eq!(roundel_loop::HandleKind::Timer.name(), "timer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandleKind {
    /// [`Timer`](crate::Timer)
    Timer,
    /// [`Idle`](crate::Idle)
    Idle,
    /// [`Prepare`](crate::Prepare)
    Prepare,
    /// [`Check`](crate::Check)
    Check,
    /// [`Wakeup`](crate::Wakeup)
    Wakeup,
    /// [`Poll`](crate::Poll)
    Poll,
    /// [`Signal`](crate::Signal)
    Signal,
    /// [`Tcp`](crate::Tcp)
    Tcp,
    /// [`Pipe`](crate::Pipe)
    Pipe,
    /// [`Process`](crate::Process)
    Process,
    /// [`CallId`](crate::CallId): nothing that could be stopped or closed, but it keeps the loop alive all the same.
    Call,
    /// [`Tty`](crate::Tty)
    Tty,
    /// [`Udp`](crate::Udp)
    Udp,
    /// [`FsEvent`](crate::FsEvent)
    FsEvent,
    /// [`WorkId`](crate::WorkId): a request, not a handle, but it keeps the loop alive all the same.
    Work,
    /// A callback given to [`EventLoop::defer`]; it has no id of its own.
    Deferred,
}

impl HandleKind {
    /// The kind's name, as traces print it.
    ///
    /// ```
    /// assert_eq!(roundel_loop::HandleKind::Wakeup.name(), "wakeup");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            HandleKind::Timer => "timer",
            HandleKind::Idle => "idle",
            HandleKind::Prepare => "prepare",
            HandleKind::Check => "check",
            HandleKind::Wakeup => "wakeup",
            HandleKind::Poll => "poll",
            HandleKind::Signal => "signal",
            HandleKind::Tcp => "tcp",
            HandleKind::Pipe => "pipe",
            HandleKind::Process => "process",
            HandleKind::Call => "call",
            HandleKind::Tty => "tty",
            HandleKind::Udp => "udp",
            HandleKind::FsEvent => "fs event",
            HandleKind::Work => "work",
            HandleKind::Deferred => "deferred",
        }
    }
}

/// Which handle: its kind and a number that no other handle of that kind has in the life of the loop.
///
/// ```
/// use roundel_loop::{EventLoop, HandleKind, Options, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// assert_eq!(Timer::new(&lp).key().kind, HandleKind::Timer);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandleKey {
    /// What it is.
    pub kind: HandleKind,
    /// Which one.
    pub number: u64,
}

/// One line of [`EventLoop::walk`].
///
/// ```
/// use roundel_loop::{EventLoop, Options, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// Timer::new(&lp).start(&lp, 10, 0, |_, _| {});
/// let mut holding = 0;
/// lp.walk(|info| holding += usize::from(info.active && info.referenced));
/// assert_eq!(holding, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandleInfo {
    /// Which handle.
    pub key: HandleKey,
    /// It has been started (work: it is not finished).
    pub active: bool,
    /// It counts for [`EventLoop::alive`] while active.
    pub referenced: bool,
    /// It has been closed and its closing phase is still to come.
    pub closing: bool,
    /// What the embedder said of it.
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) active: bool,
    pub(crate) referenced: bool,
    pub(crate) closing: bool,
}

impl State {
    pub(crate) const INACTIVE: State = State { active: false, referenced: true, closing: false };

    fn counts(self) -> bool {
        self.active && self.referenced
    }
}

/// One row of a table: the common state and the callback; kinds add their own fields in `data`.
pub(crate) struct Row<C, D> {
    pub(crate) state: State,
    pub(crate) callback: Option<C>,
    pub(crate) data: D,
}

/// All handles of one kind. `origins` is apart because few kinds have many handles and fewer look at it.
pub(crate) struct Table<C, D> {
    rows: RefCell<Slab<Row<C, D>>>,
    origins: RefCell<Vec<Origin>>,
}

impl<C, D> Default for Table<C, D> {
    fn default() -> Self {
        Table { rows: RefCell::default(), origins: RefCell::default() }
    }
}

impl<C, D> Table<C, D> {
    pub(crate) fn insert(&self, row: Row<C, D>) -> Id {
        let id = self.rows.borrow_mut().insert(row);
        if let Some(origin) = self.origins.borrow_mut().get_mut(id.index as usize) {
            *origin = Origin::default();
        }
        id
    }

    #[inline]
    pub(crate) fn with<R>(&self, id: Id, f: impl FnOnce(&Row<C, D>) -> R) -> Option<R> {
        self.rows.borrow().get(id).map(f)
    }

    #[inline]
    pub(crate) fn with_mut<R>(&self, id: Id, f: impl FnOnce(&mut Row<C, D>) -> R) -> Option<R> {
        self.rows.borrow_mut().get_mut(id).map(f)
    }

    /// As [`with_mut`](Table::with_mut), for handles that may still be started.
    #[inline]
    pub(crate) fn with_open<R>(&self, id: Id, f: impl FnOnce(&mut Row<C, D>) -> R) -> Option<R> {
        let mut rows = self.rows.borrow_mut();
        let row = rows.get_mut(id)?;
        if row.state.closing { None } else { Some(f(row)) }
    }

    /// Changes the flags and keeps the loop's count of what holds it alive.
    #[inline]
    pub(crate) fn update(&self, active_count: &Cell<usize>, id: Id, f: impl FnOnce(&mut State)) {
        if let Some(row) = self.rows.borrow_mut().get_mut(id) {
            row.update(active_count, f);
        }
    }

    /// The id of the live row at `index`.
    #[inline]
    pub(crate) fn id_at(&self, index: u32) -> Option<Id> {
        self.rows.borrow().id_at(index)
    }

    #[inline]
    pub(crate) fn take_callback(&self, id: Id) -> Option<C> {
        self.rows.borrow_mut().get_mut(id)?.callback.take()
    }

    /// Puts a callback back after it ran, unless its handle has got another one or is gone.
    #[inline]
    pub(crate) fn restore_callback(&self, id: Id, callback: C) {
        let unwanted = match self.rows.borrow_mut().get_mut(id) {
            Some(row) if row.callback.is_none() => {
                row.callback = Some(callback);
                None
            }
            _ => Some(callback),
        };
        drop(unwanted);
    }

    pub(crate) fn remove(&self, id: Id) -> Option<Row<C, D>> {
        self.rows.borrow_mut().remove(id)
    }

    pub(crate) fn ids(&self) -> Vec<Id> {
        self.rows.borrow().iter().map(|(id, _)| id).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.borrow().len()
    }

    /// Whether one of them is active and referenced.
    pub(crate) fn any_counts(&self) -> bool {
        self.any_counts_with(|_| true)
    }

    /// Whether one of them is active and referenced, and has such data.
    pub(crate) fn any_counts_with(&self, is_such: impl Fn(&D) -> bool) -> bool {
        self.rows.borrow().iter().any(|(_, row)| row.state.counts() && is_such(&row.data))
    }

    pub(crate) fn set_origin(&self, id: Id, origin: Origin) -> bool {
        if self.rows.borrow().get(id).is_none() {
            return false;
        }
        let mut origins = self.origins.borrow_mut();
        if origins.len() <= id.index as usize {
            origins.resize(id.index as usize + 1, Origin::default());
        }
        origins[id.index as usize] = origin;
        true
    }

    pub(crate) fn origin(&self, id: Id) -> Origin {
        if self.rows.borrow().get(id).is_none() {
            return Origin::default();
        }
        self.origins.borrow().get(id.index as usize).copied().unwrap_or_default()
    }

    pub(crate) fn describe(&self, kind: HandleKind, out: &mut Vec<HandleInfo>) {
        self.describe_by(|_| kind, out);
    }

    pub(crate) fn describe_by(&self, kind: impl Fn(&D) -> HandleKind, out: &mut Vec<HandleInfo>) {
        let origins = self.origins.borrow();
        out.extend(self.rows.borrow().iter().map(|(id, row)| HandleInfo {
            key: HandleKey { kind: kind(&row.data), number: id.to_bits() },
            active: row.state.active,
            referenced: row.state.referenced,
            closing: row.state.closing,
            origin: origins.get(id.index as usize).copied().unwrap_or_default(),
        }));
    }
}

impl<C, D> Row<C, D> {
    pub(crate) fn new(callback: Option<C>, data: D) -> Row<C, D> {
        Row { state: State::INACTIVE, callback, data }
    }

    #[inline]
    pub(crate) fn update(&mut self, active_count: &Cell<usize>, f: impl FnOnce(&mut State)) {
        let before = self.state.counts();
        f(&mut self.state);
        let after = self.state.counts();
        match (before, after) {
            (false, true) => active_count.set(active_count.get() + 1),
            (true, false) => active_count.set(active_count.get() - 1),
            _ => {}
        }
    }
}

/// What the common methods need to know of a handle type.
pub(crate) trait Handle: Copy {
    type Callback;
    type Data;
    fn kind(self) -> HandleKind;
    fn id(self) -> Id;
    fn table(lp: &EventLoop) -> &Table<Self::Callback, Self::Data>;
    /// Stops the handle if it is active.
    fn deactivate(self, lp: &EventLoop);
}

pub(crate) fn key<H: Handle>(handle: H) -> HandleKey {
    HandleKey { kind: handle.kind(), number: handle.id().to_bits() }
}

pub(crate) fn state<H: Handle>(lp: &EventLoop, handle: H) -> Option<State> {
    H::table(lp).with(handle.id(), |row| row.state)
}

pub(crate) fn set_referenced<H: Handle>(lp: &EventLoop, handle: H, referenced: bool) -> bool {
    H::table(lp).update(&lp.active_count, handle.id(), |state| state.referenced = referenced);
    state(lp, handle).is_some()
}

impl EventLoop {
    /// Calls `visit` for every handle, every call to come and every unfinished piece of work.
    ///
    /// The list is made before the first call, so `visit` may start, stop and close what it likes.
    ///
    /// ```
    /// use roundel_loop::{Check, EventLoop, HandleKind, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let check = Check::new(&lp);
    /// check.start(&lp, |_, _| {});
    /// lp.walk(|info| assert_eq!((info.key.kind, info.active), (HandleKind::Check, true)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn walk(&self, visit: impl FnMut(HandleInfo)) {
        let mut infos = Vec::new();
        self.timers.table.describe(HandleKind::Timer, &mut infos);
        self.idles.table.describe(HandleKind::Idle, &mut infos);
        self.prepares.table.describe(HandleKind::Prepare, &mut infos);
        self.checks.table.describe(HandleKind::Check, &mut infos);
        self.wakeups.describe(HandleKind::Wakeup, &mut infos);
        self.polls.describe(HandleKind::Poll, &mut infos);
        self.signals.table.describe(HandleKind::Signal, &mut infos);
        self.udps.describe(HandleKind::Udp, &mut infos);
        self.streams.describe_by(|data| data.kind(), &mut infos);
        self.processes.table.describe(HandleKind::Process, &mut infos);
        self.fs_events.table.describe(HandleKind::FsEvent, &mut infos);
        self.calls.describe(&mut infos);
        self.works.describe(HandleKind::Work, &mut infos);
        infos.into_iter().for_each(visit);
    }

    /// The origin of whatever has this key; the default if it is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Idle, Options, Origin};
    /// let lp = EventLoop::new(Options::default())?;
    /// let idle = Idle::new(&lp);
    /// idle.set_origin(&lp, Origin::new("Immediate"));
    /// assert_eq!(lp.origin_of(idle.key()).label, "Immediate");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn origin_of(&self, key: HandleKey) -> Origin {
        let id = Id::from_bits(key.number);
        match key.kind {
            HandleKind::Timer => self.timers.table.origin(id),
            HandleKind::Idle => self.idles.table.origin(id),
            HandleKind::Prepare => self.prepares.table.origin(id),
            HandleKind::Check => self.checks.table.origin(id),
            HandleKind::Wakeup => self.wakeups.origin(id),
            HandleKind::Poll => self.polls.origin(id),
            HandleKind::Signal => self.signals.table.origin(id),
            HandleKind::Process => self.processes.table.origin(id),
            HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty => self.streams.origin(id),
            HandleKind::Udp => self.udps.origin(id),
            HandleKind::FsEvent => self.fs_events.table.origin(id),
            HandleKind::Work => self.works.origin(id),
            HandleKind::Call | HandleKind::Deferred => Origin::default(),
        }
    }

    /// What the embedder said of something that a chooser may choose; nothing for what is no handle.
    ///
    /// ```
    /// use roundel_loop::{Candidate, EventLoop, Options, Origin};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(lp.origin_of_candidate(Candidate::Deadline), Origin::default());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn origin_of_candidate(&self, candidate: Candidate) -> Origin {
        match candidate {
            Candidate::Job(number) => self.works.origin(Id::from_bits(number)),
            Candidate::Wakeup(number) => self.wakeups.origin(Id::from_bits(number)),
            Candidate::Descriptor(bits) => {
                let token = Token::from_bits(bits);
                match token.owner() {
                    Owner::Poll => self.polls.origin(token.id()),
                    Owner::Stream => self.streams.origin(token.id()),
                    Owner::Udp => self.udps.origin(token.id()),
                    Owner::Process => self.processes.table.origin(token.id()),
                }
            }
            Candidate::Deadline | Candidate::Enough => Origin::default(),
        }
    }

    /// How many handles exist, closing ones included.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Timer};
    /// let lp = EventLoop::new(Options::default())?;
    /// let timer = Timer::new(&lp);
    /// assert_eq!(lp.handle_count(), 1);
    /// timer.close_quietly(&lp);
    /// lp.run(RunMode::Default);
    /// assert_eq!(lp.handle_count(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn handle_count(&self) -> usize {
        self.timers.table.len()
            + self.idles.table.len()
            + self.prepares.table.len()
            + self.checks.table.len()
            + self.wakeups.len()
            + self.polls.len()
            + self.signals.table.len()
            + self.streams.len()
            + self.processes.table.len()
            + self.udps.len()
            + self.fs_events.table.len()
    }
}

/// The methods that every handle type has. `$make` is an expression that makes a handle of the type in examples, and
/// `$kind` its kind.
macro_rules! handle_methods {
    ($type:ident, $make:literal) => {
        $crate::handle::handle_methods!($type, $make, $type);
    };
    ($type:ident, $make:literal, $kind:ident) => {
        impl $type {
            /// Lets the handle hold the loop alive while it is active; the state of a new handle.
            /// False if the handle is gone.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// handle.unreference(&lp);
            /// assert!(handle.reference(&lp));
            /// assert!(handle.has_ref(&lp));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn reference(self, lp: &$crate::EventLoop) -> bool {
                $crate::handle::set_referenced(lp, self, true)
            }

            /// Lets the loop end although the handle is active. False if the handle is gone.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// assert!(handle.unreference(&lp));
            /// assert!(!lp.alive());
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn unreference(self, lp: &$crate::EventLoop) -> bool {
                $crate::handle::set_referenced(lp, self, false)
            }

            /// Whether the handle holds the loop alive while it is active.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("assert!((", $make, ").has_ref(&lp));")]
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn has_ref(self, lp: &$crate::EventLoop) -> bool {
                $crate::handle::state(lp, self).is_some_and(|state| state.referenced)
            }

            /// Whether the handle has been started, not stopped and not closed.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// handle.close_quietly(&lp);
            /// assert!(!handle.is_active(&lp));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn is_active(self, lp: &$crate::EventLoop) -> bool {
                $crate::handle::state(lp, self).is_some_and(|state| state.active)
            }

            /// Whether the handle has been closed; true for ever after.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// assert!(!handle.is_closing(&lp));
            /// handle.close_quietly(&lp);
            /// assert!(handle.is_closing(&lp));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn is_closing(self, lp: &$crate::EventLoop) -> bool {
                $crate::handle::state(lp, self).is_none_or(|state| state.closing)
            }

            /// Stops the handle and frees it in the next closing phase, where `callback` is called.
            /// False, and no call, if it was closed before.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, RunMode, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// assert!(handle.close(&lp, |lp| assert_eq!(lp.handle_count(), 0)));
            /// assert!(!handle.close(&lp, |_| unreachable!()));
            /// lp.run(RunMode::Default);
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn close(
                self,
                lp: &$crate::EventLoop,
                callback: impl FnOnce(&$crate::EventLoop) + 'static,
            ) -> bool {
                $crate::closing::close(lp, self, Some(Box::new(callback)))
            }

            /// As [`close`](Self::close), with nothing to call.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// assert!(handle.close_quietly(&lp));
            /// assert!(!handle.close_quietly(&lp));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn close_quietly(self, lp: &$crate::EventLoop) -> bool {
                $crate::closing::close(lp, self, None)
            }

            /// Says who made the handle. False if the handle is gone.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, Origin, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("let handle = ", $make, ";")]
            /// assert!(handle.set_origin(&lp, Origin::new("example")));
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn set_origin(self, lp: &$crate::EventLoop, origin: $crate::Origin) -> bool {
                <Self as $crate::handle::Handle>::table(lp)
                    .set_origin($crate::handle::Handle::id(self), origin)
            }

            /// Who made the handle.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, Options, Origin, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("assert_eq!((", $make, ").origin(&lp), Origin::default());")]
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn origin(self, lp: &$crate::EventLoop) -> $crate::Origin {
                <Self as $crate::handle::Handle>::table(lp).origin($crate::handle::Handle::id(self))
            }

            /// The handle as observers and [`walk`](crate::EventLoop::walk) name it.
            ///
            /// ```
            #[doc = concat!("use roundel_loop::{EventLoop, HandleKind, Options, ", stringify!($type), "};")]
            /// let lp = EventLoop::new(Options::default())?;
            #[doc = concat!("assert_eq!((", $make, ").key().kind, HandleKind::", stringify!($kind), ");")]
            /// # Ok::<(), std::io::Error>(())
            /// ```
            pub fn key(self) -> $crate::HandleKey {
                $crate::handle::key(self)
            }
        }
    };
}
pub(crate) use handle_methods;
