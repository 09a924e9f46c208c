//! Fs event handles: call back when a file, or what is in a folder, changes.
//!
//! One inotify(7) descriptor serves all handles of a loop; it is there while one of them is active. A watch of the kernel
//! belongs to a file, not to a name, so that two handles may share one: `subscribers` knows whose it is.
//!
//! A recursive handle watches every folder below its own. A folder that is made later is watched when the kernel tells of
//! it, and what is found in it then is told of as new, because nobody saw it come. A folder below that goes is told of by
//! the folder it was in; what its own watch says of that is not repeated.

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::interest::Interest;
use crate::observer::Event;
use crate::poll::Poll;
use crate::slab::Id;
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What is read of the kernel's queue at once; a name has up to 255 bytes, and an event 16 beside it.
const BUFFER_BYTES: usize = 4096;

pub(crate) type FsEventCallback = Box<dyn FnMut(&EventLoop, FsEvent, FsChange<'_>)>;

/// What has happened.
///
/// ```
/// use roundel_loop::{FsChange, FsChangeKind};
/// let change = FsChange { kind: FsChangeKind::Rename, name: b"file" };
/// assert_eq!(change.kind, FsChangeKind::Rename);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FsChange<'a> {
    /// How.
    pub kind: FsChangeKind,
    /// To what: a name inside of the watched folder, or the last part of the watched file's own.
    pub name: &'a [u8],
}

/// libuv's two kinds of change.
///
/// ```
/// assert_ne!(roundel_loop::FsChangeKind::Rename, roundel_loop::FsChangeKind::Change);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FsChangeKind {
    /// It came, went, or has another name.
    Rename,
    /// What is in it, or what is known of it, is different.
    Change,
}

/// Whether a handle watches the folders below its own.
///
/// ```
/// assert_ne!(roundel_loop::FsDepth::One, roundel_loop::FsDepth::Recursive);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FsDepth {
    /// What is watched, and what a folder has in it.
    One,
    /// The whole tree.
    Recursive,
}

pub(crate) struct FsEventData {
    root: PathBuf,
    depth: FsDepth,
    /// The folders that are watched, relative to the root.
    watches: HashMap<i32, PathBuf>,
}

#[derive(Default)]
pub(crate) struct FsEvents {
    pub(crate) table: Table<FsEventCallback, FsEventData>,
    queue: RefCell<Option<Queue>>,
}

/// The kernel's side.
struct Queue {
    fd: Rc<OwnedFd>,
    poll: Poll,
    subscribers: HashMap<i32, Vec<Id>>,
}

/// One event as it was read.
struct Told {
    watch: i32,
    flags: ReadFlags,
    name: Option<Vec<u8>>,
}

/// A handle that is called when something changes in the file system.
///
/// ```
/// use roundel_loop::{EventLoop, FsDepth, FsEvent, Options, RunMode};
/// let folder = std::env::temp_dir().join(format!("roundel-doc-{}", std::process::id()));
/// std::fs::create_dir(&folder)?;
/// let lp = EventLoop::new(Options::default())?;
/// FsEvent::new(&lp).start(&lp, &folder, FsDepth::One, |lp, handle, change| {
///     assert_eq!(change.name, b"new");
///     handle.close_quietly(lp);
/// })?;
/// std::fs::write(folder.join("new"), "")?;
/// assert!(!lp.run(RunMode::Default));
/// std::fs::remove_dir_all(folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FsEvent(Id);

handle_methods!(FsEvent, "FsEvent::new(&lp)");

impl FsEvent {
    /// A handle that has not been started.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsEvent, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!FsEvent::new(&lp).is_active(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> FsEvent {
        let data =
            FsEventData { root: PathBuf::new(), depth: FsDepth::One, watches: HashMap::new() };
        let handle = FsEvent(lp.fs_events.table.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(handle.key()));
        handle
    }

    /// Calls `callback` for every change. Fails as inotify_add_watch(2) does, and with EINVAL if the handle is active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsDepth, FsEvent, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// let failed = FsEvent::new(&lp).start(&lp, "/no such file".as_ref(), FsDepth::One, |_, _, _| {});
    /// assert_eq!(failed.unwrap_err().kind(), std::io::ErrorKind::NotFound);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn start(
        self,
        lp: &EventLoop,
        path: &Path,
        depth: FsDepth,
        callback: impl FnMut(&EventLoop, FsEvent, FsChange<'_>) + 'static,
    ) -> io::Result<()> {
        let callback: FsEventCallback = Box::new(callback);
        let is_idle = lp.fs_events.table.with_open(self.0, |row| {
            if row.state.active {
                return false;
            }
            row.data.root = path.to_owned();
            row.data.depth = depth;
            row.callback = Some(callback);
            true
        });
        if is_idle != Some(true) {
            return Err(rustix::io::Errno::INVAL.into());
        }
        lp.open_queue()?;
        if let Err(error) = lp.watch_folder(self.0, Path::new("")) {
            lp.close_queue_if_idle();
            return Err(error);
        }
        if depth == FsDepth::Recursive {
            lp.watch_below(self.0, Path::new(""), &mut |_| {});
        }
        lp.fs_events.table.update(&lp.active_count, self.0, |state| state.active = true);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }

    /// Stops the handle. False if it was not active.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, FsEvent, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!FsEvent::new(&lp).stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn stop(self, lp: &EventLoop) -> bool {
        let watches = lp.fs_events.table.with_mut(self.0, |row| {
            let was_active = row.state.active;
            row.update(&lp.active_count, |state| state.active = false);
            was_active.then(|| std::mem::take(&mut row.data.watches))
        });
        let Some(Some(watches)) = watches else { return false };
        watches.into_keys().for_each(|watch| lp.unsubscribe(watch, self.0));
        lp.close_queue_if_idle();
        lp.emit(|| Event::HandleStopped(self.key()));
        true
    }
}

impl Handle for FsEvent {
    type Callback = FsEventCallback;
    type Data = FsEventData;

    fn kind(self) -> HandleKind {
        HandleKind::FsEvent
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Table<FsEventCallback, FsEventData> {
        &lp.fs_events.table
    }

    fn deactivate(self, lp: &EventLoop) {
        self.stop(lp);
    }
}

/// What libuv watches for.
fn wanted() -> WatchFlags {
    WatchFlags::ATTRIB
        | WatchFlags::CREATE
        | WatchFlags::MODIFY
        | WatchFlags::DELETE
        | WatchFlags::DELETE_SELF
        | WatchFlags::MOVE_SELF
        | WatchFlags::MOVED_FROM
        | WatchFlags::MOVED_TO
}

impl EventLoop {
    fn open_queue(&self) -> io::Result<()> {
        if self.fs_events.queue.borrow().is_some() {
            return Ok(());
        }
        let fd = Rc::new(inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?);
        let poll = Poll::sharing(self, Rc::clone(&fd));
        let reader = Rc::clone(&fd);
        if let Err(error) =
            poll.start(self, Interest::READABLE, move |lp, _, _| lp.read_queue(&reader))
        {
            poll.close_quietly(self);
            return Err(error);
        }
        // The handles keep the loop alive, not what serves them.
        poll.unreference(self);
        let queue = Queue { fd, poll, subscribers: HashMap::new() };
        self.fs_events.queue.replace(Some(queue));
        Ok(())
    }

    fn close_queue_if_idle(&self) {
        let mut queue = self.fs_events.queue.borrow_mut();
        if queue.as_ref().is_some_and(|queue| queue.subscribers.is_empty())
            && let Some(queue) = queue.take()
        {
            queue.poll.close_quietly(self);
        }
    }

    /// Watches a folder of the handle's tree, or the file that is its root.
    fn watch_folder(&self, id: Id, relative: &Path) -> io::Result<()> {
        let mut queue = self.fs_events.queue.borrow_mut();
        let Some(queue) = queue.as_mut() else { return Ok(()) };
        self.fs_events
            .table
            .with_mut(id, |row| {
                let full = if relative.as_os_str().is_empty() {
                    row.data.root.clone()
                } else {
                    row.data.root.join(relative)
                };
                let watch = inotify::add_watch(&*queue.fd, &full, wanted())?;
                let subscribers = queue.subscribers.entry(watch).or_default();
                if !subscribers.contains(&id) {
                    subscribers.push(id);
                }
                row.data.watches.insert(watch, relative.to_owned());
                Ok(())
            })
            .unwrap_or(Ok(()))
    }

    /// Watches all folders below one that is watched, and tells of everything that is found. What can not be watched
    /// (it has gone meanwhile, or is not ours to read) is passed over.
    fn watch_below(&self, id: Id, relative: &Path, found: &mut dyn FnMut(PathBuf)) {
        let root = self.fs_events.table.with(id, |row| row.data.root.clone());
        let Some(root) = root else { return };
        let mut waiting = vec![relative.to_owned()];
        while let Some(inside) = waiting.pop() {
            let Ok(entries) = std::fs::read_dir(root.join(&inside)) else { continue };
            for entry in entries.flatten() {
                let name = inside.join(entry.file_name());
                if entry.file_type().is_ok_and(|kind| kind.is_dir())
                    && self.watch_folder(id, &name).is_ok()
                {
                    waiting.push(name.clone());
                }
                found(name);
            }
        }
    }

    fn unsubscribe(&self, watch: i32, id: Id) {
        let mut queue = self.fs_events.queue.borrow_mut();
        let Some(queue) = queue.as_mut() else { return };
        let Some(subscribers) = queue.subscribers.get_mut(&watch) else { return };
        subscribers.retain(|subscriber| *subscriber != id);
        if subscribers.is_empty() {
            queue.subscribers.remove(&watch);
            // What fails is a watch that the kernel has ended with its file.
            let _ = inotify::remove_watch(&*queue.fd, watch);
        }
    }

    /// Tells of everything that is in the kernel's queue.
    fn read_queue(&self, fd: &Rc<OwnedFd>) {
        let mut buffer = [MaybeUninit::uninit(); BUFFER_BYTES];
        let mut reader = Reader::new(&**fd, &mut buffer);
        loop {
            // Copied out, one at a time: a callback may close whatever it likes.
            let told = match reader.next() {
                Ok(event) => Told {
                    watch: event.wd(),
                    flags: event.events(),
                    name: event.file_name().map(|name| name.to_bytes().to_vec()),
                },
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return,
            };
            let subscribers = self
                .fs_events
                .queue
                .borrow()
                .as_ref()
                .map(|queue| queue.subscribers.get(&told.watch).cloned().unwrap_or_default());
            // The last handle was closed by a callback, and the queue with it.
            let Some(subscribers) = subscribers else { return };
            subscribers.into_iter().for_each(|id| self.tell_fs_event(id, &told));
            if told.flags.contains(ReadFlags::IGNORED) {
                self.forget_watch(told.watch);
            }
        }
    }

    /// The kernel has ended a watch, with its file.
    fn forget_watch(&self, watch: i32) {
        let mut queue = self.fs_events.queue.borrow_mut();
        let Some(queue) = queue.as_mut() else { return };
        for id in queue.subscribers.remove(&watch).unwrap_or_default() {
            self.fs_events.table.with_mut(id, |row| row.data.watches.remove(&watch));
        }
    }

    fn tell_fs_event(&self, id: Id, told: &Told) {
        let place = self.fs_events.table.with(id, |row| {
            row.data
                .watches
                .get(&told.watch)
                .map(|inside| (inside.clone(), row.data.root.clone(), row.data.depth))
        });
        let Some(Some((inside, root, depth))) = place else { return };
        let name = match &told.name {
            Some(name) => inside.join(OsStr::from_bytes(name)),
            // The folder above tells of this.
            None if !inside.as_os_str().is_empty() => return,
            None => PathBuf::from(root.file_name().unwrap_or(root.as_os_str())),
        };
        let contents = ReadFlags::ATTRIB | ReadFlags::MODIFY;
        // A folder is a bit beside what has happened to it.
        let happened = told.flags & !ReadFlags::ISDIR;
        let kind = if (happened & !contents).is_empty() {
            FsChangeKind::Change
        } else {
            FsChangeKind::Rename
        };
        self.call_fs_event(id, kind, name.as_os_str().as_bytes());
        if depth == FsDepth::Recursive
            && told.flags.contains(ReadFlags::ISDIR)
            && told.name.is_some()
        {
            self.follow_folder(id, &name, told.flags);
        }
    }

    /// A folder below has come or gone.
    fn follow_folder(&self, id: Id, name: &Path, flags: ReadFlags) {
        if flags.intersects(ReadFlags::MOVED_FROM | ReadFlags::DELETE) {
            let gone = self.fs_events.table.with(id, |row| {
                let below = row.data.watches.iter().filter(|(_, inside)| inside.starts_with(name));
                below.map(|(watch, _)| *watch).collect::<Vec<_>>()
            });
            for watch in gone.unwrap_or_default() {
                self.fs_events.table.with_mut(id, |row| row.data.watches.remove(&watch));
                self.unsubscribe(watch, id);
            }
        } else if flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO)
            && self.watch_folder(id, name).is_ok()
        {
            let mut found = Vec::new();
            self.watch_below(id, name, &mut |name| found.push(name));
            for name in found {
                self.call_fs_event(id, FsChangeKind::Rename, &name.into_os_string().into_vec());
            }
        }
    }

    fn call_fs_event(&self, id: Id, kind: FsChangeKind, name: &[u8]) {
        let is_active = self.fs_events.table.with(id, |row| row.state.active) == Some(true);
        if !is_active {
            return;
        }
        if let Some(mut callback) = self.fs_events.table.take_callback(id) {
            let handle = FsEvent(id);
            self.call(handle.key(), |lp| callback(lp, handle, FsChange { kind, name }));
            self.fs_events.table.restore_callback(id, callback);
        }
    }
}
