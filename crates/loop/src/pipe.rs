//! Pipes: unix sockets, anonymous pipes, and any other descriptor that is read and written like one.
//!
//! A name is a path, or an abstract name: a zero byte and then anything, which is in no file system and gone with its
//! last socket. A path that was bound is removed when the handle is closed.
//!
//! Descriptors travel in messages over unix sockets ([`Pipe::write_with_fds`], [`Pipe::take_fd`]), on pipes that say so
//! before they read ([`Pipe::set_passes_fds`]).

use crate::EventLoop;
use crate::handle::HandleKind;
use crate::stream::{ConnectErrors, Flags, Stream, stream_type};
use crate::sys::{Address, Domain};
use std::io;
use std::os::fd::OwnedFd;

stream_type! {
    /// A unix socket or a pipe.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let server = Pipe::new(&lp);
    /// let name = format!("\0roundel-doc-{}", std::process::id());
    /// server.bind(&lp, &name)?;
    /// server.listen(&lp, 128, |lp, server, connection| {
    ///     let connection = connection.unwrap();
    ///     connection.write(lp, "welcome", |lp, stream, _| {
    ///         stream.close_quietly(lp);
    ///     }).unwrap();
    ///     server.close_quietly(lp);
    /// })?;
    /// let client = Pipe::new(&lp);
    /// client.connect(&lp, &name, |lp, client, result| {
    ///     result.unwrap();
    ///     client.read_start(lp, |lp, stream, read| match read {
    ///         Read::Data(chunk) => assert_eq!(&*chunk, b"welcome"),
    ///         _ => {
    ///             stream.close_quietly(lp);
    ///         }
    ///     }).unwrap();
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    Pipe
}

impl Pipe {
    /// A handle without a descriptor: to bind and listen, or to connect.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(!Pipe::new(&lp).is_writable(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> Pipe {
        Pipe(Stream::insert(lp, HandleKind::Pipe, None, Flags::empty()))
    }

    /// A handle for a descriptor that is open: a pipe, a socket, a character device. It is made non-blocking. Files and
    /// folders are refused: poll can not wait for them.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, writer) = std::io::pipe()?;
    /// let (reader, writer) = (Pipe::open(&lp, reader)?, Pipe::open(&lp, writer)?);
    /// assert!(reader.is_readable(&lp) && !reader.is_writable(&lp));
    /// assert!(writer.is_writable(&lp) && !writer.is_readable(&lp));
    /// assert!(Pipe::open(&lp, std::fs::File::open("/proc/self/exe")?).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(lp: &EventLoop, fd: impl Into<OwnedFd>) -> io::Result<Pipe> {
        let (descriptor, readable, writable) = lp.backend.adopt(fd.into())?;
        let mut flags = Flags::empty();
        flags.set(Flags::READABLE, readable);
        flags.set(Flags::WRITABLE, writable);
        Ok(Pipe(Stream::insert(lp, HandleKind::Pipe, Some(descriptor), flags)))
    }

    /// Two ends of a new connection, each for reading and writing.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// assert!(ours.is_readable(&lp) && theirs.is_readable(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn pair(lp: &EventLoop) -> io::Result<(Pipe, Pipe)> {
        let (one, other) = lp.backend.socket_pair()?;
        let both = Flags::READABLE | Flags::WRITABLE;
        let pipe = |end| Pipe(Stream::insert(lp, HandleKind::Pipe, Some(end), both));
        Ok((pipe(one), pipe(other)))
    }

    /// Gives the handle a name for others to connect to.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let pipe = Pipe::new(&lp);
    /// assert!(pipe.bind(&lp, "/no such folder/socket").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind(self, lp: &EventLoop, name: impl AsRef<[u8]>) -> io::Result<()> {
        if self.descriptor(lp).is_err() {
            self.attach(lp, lp.backend.stream_socket(Domain::Unix)?, Flags::empty())?;
        }
        let name = name.as_ref();
        self.descriptor(lp)?.bind(&Address::Unix(name.to_vec()))?;
        self.keep_name(lp, name);
        Ok(())
    }

    /// Calls `callback` with every connection, one per readiness of the socket, or with the error that kept one from
    /// being accepted. The handle has been bound. `backlog` is how many may wait.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Pipe::new(&lp).listen(&lp, 1, |_, _, _| {}).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn listen(
        self,
        lp: &EventLoop,
        backlog: i32,
        mut callback: impl FnMut(&EventLoop, Pipe, io::Result<Pipe>) + 'static,
    ) -> io::Result<()> {
        let callback = move |lp: &EventLoop, listener, result: io::Result<Stream>| {
            callback(lp, Pipe(listener), result.map(Pipe));
        };
        self.begin_listening(lp, backlog, Box::new(callback))
    }

    /// Connects to a name. Whatever goes wrong with that is told to the callback, in the pending phase.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// Pipe::new(&lp).connect(&lp, "/no such socket", |lp, pipe, result| {
    ///     assert_eq!(result.unwrap_err().kind(), std::io::ErrorKind::NotFound);
    ///     pipe.close_quietly(lp);
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn connect(
        self,
        lp: &EventLoop,
        name: impl AsRef<[u8]>,
        callback: impl FnOnce(&EventLoop, Pipe, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let address = Address::Unix(name.as_ref().to_vec());
        if self.descriptor(lp).is_err() {
            self.attach(lp, lp.backend.socket_to(Domain::Unix, &address)?, Flags::empty())?;
        }
        let callback = move |lp: &EventLoop, stream, result| callback(lp, Pipe(stream), result);
        self.begin_connecting(lp, &address, ConnectErrors::AllCalledBack, Box::new(callback))
    }

    /// The name the handle was bound to; empty if it has none.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let pipe = Pipe::new(&lp);
    /// pipe.bind(&lp, "\0some name")?;
    /// assert_eq!(pipe.local_name(&lp)?, b"\0some name");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn local_name(self, lp: &EventLoop) -> io::Result<Vec<u8>> {
        name(self.descriptor(lp)?.local_address()?)
    }

    /// The name of the other side; empty if it has none.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Pipe::pair(&lp)?.0.peer_name(&lp)?, b"");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn peer_name(self, lp: &EventLoop) -> io::Result<Vec<u8>> {
        name(self.descriptor(lp)?.peer_address()?)
    }

    /// Whether descriptors that come with messages are kept. Said before reading starts. False if the handle is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Pipe::pair(&lp)?.0.set_passes_fds(&lp, true));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_passes_fds(self, lp: &EventLoop, passes: bool) -> bool {
        self.set_flag(lp, Flags::PASSES_FDS, passes)
    }

    /// As [`write`](Stream::write), with descriptors that arrive with the first of the bytes, of which there is at least
    /// one. They are closed here once they have gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// let (reader, _writer) = std::io::pipe()?;
    /// ours.write_with_fds(&lp, "take this", vec![reader.into()], |lp, stream, result| {
    ///     result.unwrap();
    ///     stream.close_quietly(lp);
    /// })?;
    /// theirs.set_passes_fds(&lp, true);
    /// theirs.read_start(&lp, move |lp, stream, read| {
    ///     assert!(matches!(read, Read::Data(_)));
    ///     assert!(theirs.take_fd(lp).is_some());
    ///     assert!(theirs.take_fd(lp).is_none());
    ///     stream.close_quietly(lp);
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_with_fds<B: AsRef<[u8]> + 'static>(
        self,
        lp: &EventLoop,
        bytes: B,
        fds: Vec<OwnedFd>,
        callback: impl FnOnce(&EventLoop, Stream, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.write_passing(lp, bytes, fds, callback)
    }

    /// Takes the descriptor that came first, of those that nobody has taken. What is left when the handle is closed is
    /// closed with it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Pipe::pair(&lp)?.0.take_fd(&lp).is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_fd(self, lp: &EventLoop) -> Option<OwnedFd> {
        self.take_received(lp)
    }
}

fn name(address: Address) -> io::Result<Vec<u8>> {
    match address {
        Address::Unix(name) => Ok(name),
        // An IP socket that was opened as a pipe.
        Address::Ip(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}
