//! Streams: what sockets, pipes and terminals have in common. Reading, writing, half-close, connections, close.
//!
//! A stream owns its descriptor. All streams are rows of one table, whatever their kind; [`Tcp`](crate::Tcp),
//! [`Pipe`](crate::Pipe) and [`Tty`](crate::Tty) are a [`Stream`] each, with what only they can do.
//!
//! - `read.rs`: up to 32 reads per readiness event into one buffer of the loop's; the callback gets a view of it.
//! - `batch.rs`: the same reads, pulled one by one by an embedder that has entered its guest language once.
//! - `write.rs`: writes are tried at once and queued if there is no room; the queue is drained by vectors.
//! - `connection.rs`: listening, accepting, connecting.
//!
//! When callbacks come:
//!
//! | what | phase |
//! |---|---|
//! | data, end, read errors, connections, connects that take time, queued writes | poll |
//! | writes that went through at once or failed at once, a shutdown with nothing queued, a connect that failed at once | pending |
//! | what a close cancelled: the connect, then the writes in order, then the shutdown, then the close callback | closing |
//!
//! A request (a write, a shutdown, a connect) keeps the loop alive until its callback, even on a stream that is not
//! referenced; a stream that reads or listens does so while it is referenced.
//!
//! What is not here: buffering, encodings, flow control by high-water marks. [`Stream::write_queue_size`] and
//! [`Stream::read_stop`] are what an embedder makes them of.

mod batch;
mod connection;
mod read;
mod write;

pub(crate) use batch::Batch;
pub use batch::{BatchedRead, ReadSink};
pub(crate) use connection::{ConnectErrors, Setup};
use read::READ_SIZE;
pub(crate) use read::ReadCallback;
pub use read::{Chunk, Read};
pub(crate) use write::Output;

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::interest::{Interest, Owner, Readiness, Token, Watch};
use crate::observer::Event;
use crate::pending::Deferred;
use crate::slab::Id;
use crate::sys::Descriptor;
use bitflags::bitflags;
use rustix::io::Errno;
use rustix::termios::Termios;
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::rc::Rc;

bitflags! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Flags: u8 {
        /// The descriptor can be read from.
        const READABLE = 1;
        /// The descriptor can be written to, and no shutdown has been asked for.
        const WRITABLE = 2;
        const READING = 4;
        /// Reads are pulled by the read sink.
        const BATCHED = 8;
        const LISTENING = 16;
        /// On the list of the pending phase.
        const FED = 32;
        /// Writes wait for room instead of being queued.
        const BLOCKING_WRITES = 64;
        /// Messages may carry descriptors.
        const PASSES_FDS = 128;
    }
}

pub(crate) struct StreamData {
    kind: HandleKind,
    pub(crate) flags: Flags,
    watch: Watch,
    read_size: u32,
    /// What the embedder wants to hear with batched reads.
    tag: u64,
    /// `None` before there is one, and after the close. Shared for the length of a call, so that no borrow of the table
    /// is held while foreign code gives the bytes.
    descriptor: Option<Rc<Descriptor>>,
    /// Absent while nothing is being written.
    output: Option<Box<Output>>,
    /// Absent from most streams that are connected.
    setup: Option<Box<Setup>>,
}

pub(crate) type Streams = Table<ReadCallback, StreamData>;
type StreamRow = Row<ReadCallback, StreamData>;

impl StreamData {
    fn interest(&self) -> Interest {
        let mut interest = Interest::empty();
        if self.flags.intersects(Flags::READING | Flags::LISTENING) {
            interest |= Interest::READABLE;
        }
        let connecting = self.setup.as_ref().is_some_and(|setup| setup.waits_for_connect());
        let writing = self.output.as_ref().is_some_and(|output| output.is_blocked());
        if connecting || writing {
            interest |= Interest::WRITABLE;
        }
        interest
    }

    /// Whether the other end may be in another process.
    pub(crate) fn is_outside(&self) -> bool {
        self.descriptor.as_ref().is_some_and(|descriptor| descriptor.is_system())
    }

    pub(crate) fn kind(&self) -> HandleKind {
        self.kind
    }

    /// Tells the loop what the stream wants to know, when that may have changed.
    fn refresh(&mut self, lp: &EventLoop, id: Id) {
        if self.descriptor.is_some() {
            let interest = self.interest();
            self.watch.want(lp, Token::new(Owner::Stream, id), interest);
        }
    }
}

/// A stream of any kind.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
/// let lp = EventLoop::new(Options::default())?;
/// let (ours, theirs) = Pipe::pair(&lp)?;
/// ours.read_start(&lp, |lp, stream, read| match read {
///     Read::Data(chunk) => assert_eq!(&*chunk, b"hello"),
///     Read::End | Read::Error(_) => {
///         stream.close_quietly(lp);
///     }
/// })?;
/// theirs.write(&lp, b"hello", |lp, stream, result| {
///     result.unwrap();
///     stream.close_quietly(lp);
/// })?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    id: Id,
    kind: HandleKind,
}

handle_methods!(Stream, "roundel_loop::Tcp::new(&lp)", Tcp);

impl Stream {
    pub(crate) fn insert(
        lp: &EventLoop,
        kind: HandleKind,
        descriptor: Option<Descriptor>,
        flags: Flags,
    ) -> Stream {
        let data = StreamData {
            kind,
            flags,
            watch: Watch::default(),
            read_size: READ_SIZE as u32,
            tag: 0,
            descriptor: descriptor.map(Rc::new),
            output: None,
            setup: None,
        };
        let stream = Stream { id: lp.streams.insert(Row::new(None, data)), kind };
        lp.emit(|| Event::HandleOpened(stream.key()));
        stream
    }

    /// Gives a stream that has none its descriptor.
    pub(crate) fn attach(
        self,
        lp: &EventLoop,
        descriptor: Descriptor,
        flags: Flags,
    ) -> io::Result<()> {
        let attached = lp.streams.with_open(self.id, |row| {
            if row.data.descriptor.is_some() {
                return Err(Errno::BUSY.into());
            }
            row.data.descriptor = Some(Rc::new(descriptor));
            row.data.flags |= flags;
            Ok(())
        });
        attached.unwrap_or_else(|| Err(Errno::BADF.into()))
    }

    pub(crate) fn descriptor(self, lp: &EventLoop) -> io::Result<Rc<Descriptor>> {
        let descriptor = lp.streams.with(self.id, |row| row.data.descriptor.clone());
        descriptor.flatten().ok_or_else(|| Errno::BADF.into())
    }

    /// The stream's descriptor, as a number; `None` before it has one and after it was closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Tcp::new(&lp).fd(&lp), None);
    /// assert!(Pipe::pair(&lp)?.0.fd(&lp).is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fd(self, lp: &EventLoop) -> Option<RawFd> {
        self.descriptor(lp).ok().map(|descriptor| descriptor.number())
    }

    /// A second descriptor of what the stream has, for another process or another stream.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// let second = Pipe::open(&lp, ours.duplicate(&lp)?)?;
    /// assert_ne!(second.fd(&lp), ours.fd(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn duplicate(self, lp: &EventLoop) -> io::Result<OwnedFd> {
        self.descriptor(lp)?.duplicate()
    }

    /// Whether the stream can be read from: it is connected, or about to be.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Tcp::new(&lp).is_readable(&lp));
    /// assert!(Pipe::pair(&lp)?.0.is_readable(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn is_readable(self, lp: &EventLoop) -> bool {
        self.has(lp, Flags::READABLE)
    }

    /// Whether the stream can be written to: it is connected, or about to be, and has not been shut down.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// ours.shutdown(&lp, |_, _, _| {})?;
    /// assert!(!ours.is_writable(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn is_writable(self, lp: &EventLoop) -> bool {
        self.has(lp, Flags::WRITABLE)
    }

    fn has(self, lp: &EventLoop, flag: Flags) -> bool {
        lp.streams.with(self.id, |row| !row.state.closing && row.data.flags.contains(flag))
            == Some(true)
    }

    pub(crate) fn kind(self) -> HandleKind {
        self.kind
    }

    pub(crate) fn set_flag(self, lp: &EventLoop, flag: Flags, value: bool) -> bool {
        lp.streams.with_open(self.id, |row| row.data.flags.set(flag, value)).is_some()
    }

    /// Keeps the name that a descriptor was bound to, to be removed with it.
    pub(crate) fn keep_name(self, lp: &EventLoop, name: &[u8]) {
        let name = Some(name.into());
        lp.streams.with_open(self.id, |row| row.data.setup.get_or_insert_default().name = name);
    }

    /// The mode that a terminal had before it was changed.
    pub(crate) fn original_mode(self, lp: &EventLoop) -> Option<Termios> {
        lp.streams.with(self.id, |row| row.data.setup.as_ref()?.original_mode.clone()).flatten()
    }

    pub(crate) fn keep_original_mode(self, lp: &EventLoop, mode: Termios) {
        let mode = Some(mode);
        lp.streams
            .with_open(self.id, |row| row.data.setup.get_or_insert_default().original_mode = mode);
    }

    pub(crate) fn take_received(self, lp: &EventLoop) -> Option<OwnedFd> {
        lp.streams.with_mut(self.id, |row| row.data.setup.as_mut()?.received.pop_front()).flatten()
    }
}

impl Handle for Stream {
    type Callback = ReadCallback;
    type Data = StreamData;

    fn kind(self) -> HandleKind {
        self.kind
    }

    fn id(self) -> Id {
        self.id
    }

    fn table(lp: &EventLoop) -> &Streams {
        &lp.streams
    }

    /// The descriptor is closed at once; what is unfinished is cancelled in the closing phase.
    fn deactivate(self, lp: &EventLoop) {
        let descriptor = lp.streams.with_mut(self.id, |row| {
            row.data.flags &= Flags::FED;
            row.update(&lp.active_count, |state| state.active = false);
            let descriptor = row.data.descriptor.take()?;
            let token = Token::new(Owner::Stream, self.id);
            row.data.watch.forget(lp, token, &descriptor);
            if let Some(setup) = &mut row.data.setup {
                setup.received.clear();
            }
            let name = row.data.setup.as_mut().and_then(|setup| setup.name.take());
            Some((descriptor, name))
        });
        if let Some((descriptor, name)) = descriptor.flatten() {
            if let Some(name) = name {
                descriptor.remove_name(&name);
            }
            close_unless_standard(descriptor);
        }
    }
}

/// Closes a descriptor, but not standard input, output and error: the next descriptor to be opened would take their
/// place, and others in the process write there.
fn close_unless_standard(descriptor: Rc<Descriptor>) {
    if let Ok(descriptor) = Rc::try_unwrap(descriptor) {
        descriptor.close_unless_standard();
    }
}

impl EventLoop {
    /// Calls back a stream whose descriptor is ready.
    pub(crate) fn stream_ready(&self, id: Id, readiness: Readiness) {
        let role = self.streams.with_mut(id, |row| {
            if row.state.closing {
                return None;
            }
            let readiness = readiness & row.data.interest().may_report();
            Some((row.data.role(), readiness))
        });
        match role.flatten() {
            None => {}
            Some((Role::Connecting, _)) => self.finish_connect(id),
            Some((Role::Listening, _)) => self.accept_one(id),
            Some((Role::Connected, readiness)) => {
                if readiness.intersects(Readiness::READABLE | Readiness::HANGUP | Readiness::ERROR)
                {
                    self.read_ready(id, readiness);
                } else {
                    self.write_ready(id, readiness);
                }
            }
        }
    }

    /// The stream's turn in the pending phase: what finished in the middle of a call.
    pub(crate) fn stream_pending(&self, id: Id) {
        let role = self.streams.with_mut(id, |row| {
            row.data.flags.remove(Flags::FED);
            (!row.state.closing).then(|| row.data.role())
        });
        match role.flatten() {
            Some(Role::Connecting) => self.finish_connect(id),
            Some(Role::Connected) => self.write_ready(id, Readiness::WRITABLE),
            Some(Role::Listening) | None => {}
        }
    }

    /// In a child process, whose platform knows of no descriptors yet.
    pub(crate) fn watch_streams_again(&self) {
        for id in self.streams.ids() {
            let token = Token::new(Owner::Stream, id);
            self.streams.with_mut(id, |row| row.data.watch.begin_anew(self, token));
        }
    }

    /// Puts the stream on the list of the pending phase.
    fn feed(&self, row: &mut StreamRow, id: Id) {
        if !row.data.flags.contains(Flags::FED) {
            row.data.flags.insert(Flags::FED);
            self.pending.borrow_mut().push_back(Deferred::Stream(id));
        }
    }

    pub(crate) fn settle_stream(&self, token: Token) {
        let id = token.id();
        let failed = self.streams.with_mut(id, |row| {
            let number = row.data.descriptor.as_ref().map(|descriptor| descriptor.number());
            match number {
                Some(fd) => self.settle_watch(&mut row.data.watch, token, fd).err(),
                None => None,
            }
        });
        if let Some(error) = failed.flatten() {
            self.unwatchable(id, error);
        }
    }

    /// The platform can not watch the stream's descriptor: whoever waits for it hears why.
    fn unwatchable(&self, id: Id, error: io::Error) {
        let code = error.raw_os_error().unwrap_or(Errno::IO.raw_os_error());
        self.defer(move |lp| {
            let again = || io::Error::from_raw_os_error(code);
            lp.fail_connect(id, again());
            lp.fail_writes(id, again);
            lp.fail_read(id, again());
        });
    }

    pub(crate) fn request_begins(&self) {
        self.active_count.set(self.active_count.get() + 1);
    }

    pub(crate) fn request_ends(&self) {
        self.active_count.set(self.active_count.get() - 1);
    }

    fn stream_of(&self, id: Id) -> Option<Stream> {
        self.streams.with(id, |row| Stream { id, kind: row.data.kind })
    }

    /// In the closing phase, before the row goes: calls back what the close has cancelled.
    pub(crate) fn finish_stream(&self, id: Id) {
        let cancelled = || io::Error::from_raw_os_error(Errno::CANCELED.raw_os_error());
        self.fail_connect(id, cancelled());
        self.fail_writes(id, cancelled);
        self.fail_shutdown(id, cancelled());
    }
}

/// What a readiness event means to a stream.
enum Role {
    Connecting,
    Listening,
    Connected,
}

impl StreamData {
    fn role(&self) -> Role {
        if self.setup.as_ref().is_some_and(|setup| setup.is_connecting()) {
            Role::Connecting
        } else if self.flags.contains(Flags::LISTENING) {
            Role::Listening
        } else {
            Role::Connected
        }
    }
}

/// Makes a handle type that is a [`Stream`] with methods of its own.
macro_rules! stream_type {
    ($(#[$meta:meta])* $type:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $type(pub(crate) $crate::Stream);

        /// Everything that a stream can do.
        impl std::ops::Deref for $type {
            type Target = $crate::Stream;

            fn deref(&self) -> &$crate::Stream {
                &self.0
            }
        }

        impl From<$type> for $crate::Stream {
            fn from(handle: $type) -> $crate::Stream {
                handle.0
            }
        }

        impl TryFrom<$crate::Stream> for $type {
            type Error = $crate::Stream;

            /// The stream as what it is; itself if it is something else.
            fn try_from(stream: $crate::Stream) -> Result<$type, $crate::Stream> {
                match stream.kind() {
                    $crate::HandleKind::$type => Ok($type(stream)),
                    _ => Err(stream),
                }
            }
        }
    };
}
pub(crate) use stream_type;
