//! TCP: connections, listeners and their options.

use crate::EventLoop;
use crate::handle::HandleKind;
use crate::stream::{ConnectErrors, Flags, Stream, stream_type};
use crate::sys::{Address, Domain};
use rustix::io::Errno;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::time::Duration;

stream_type! {
    /// A TCP socket.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Read, RunMode, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let server = Tcp::new(&lp);
    /// server.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// server.listen(&lp, 128, |lp, server, connection| {
    ///     let connection = connection.unwrap();
    ///     connection.write(lp, "welcome", |lp, stream, _| {
    ///         stream.close_quietly(lp);
    ///     }).unwrap();
    ///     server.close_quietly(lp);
    /// })?;
    /// Tcp::new(&lp).connect(&lp, server.local_address(&lp)?, |lp, client, result| {
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
    Tcp
}

/// How a socket is bound.
///
/// ```
/// assert!(!roundel_loop::TcpBind::default().ipv6_only);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TcpBind {
    /// An IPv6 socket does not take IPv4 connections.
    pub ipv6_only: bool,
    /// Others may bind the same address, and the kernel spreads connections over them.
    pub reuse_port: bool,
}

impl Tcp {
    /// A handle without a descriptor: to bind and listen, or to connect.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Tcp::new(&lp).local_address(&lp).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> Tcp {
        Tcp(Stream::insert(lp, HandleKind::Tcp, None, Flags::empty()))
    }

    /// A handle for a socket that is open, a listening or a connected one. It is made non-blocking.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    /// let address = listener.local_addr()?;
    /// assert_eq!(Tcp::open(&lp, listener)?.local_address(&lp)?, address);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(lp: &EventLoop, fd: impl Into<OwnedFd>) -> io::Result<Tcp> {
        let (descriptor, _, _) = lp.backend.adopt(fd.into())?;
        let connected = descriptor.peer_address().is_ok();
        let flags = if connected { Flags::READABLE | Flags::WRITABLE } else { Flags::empty() };
        Ok(Tcp(Stream::insert(lp, HandleKind::Tcp, Some(descriptor), flags)))
    }

    /// As [`open`](Tcp::open), for a socket that another process has passed on: what does not listen has been connected,
    /// even if that has ended meanwhile, and whoever reads is told of the end.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    /// let client = std::net::TcpStream::connect(listener.local_addr()?)?;
    /// assert!(!Tcp::receive(&lp, listener)?.is_readable(&lp));
    /// assert!(Tcp::receive(&lp, client)?.is_readable(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn receive(lp: &EventLoop, fd: impl Into<OwnedFd>) -> io::Result<Tcp> {
        let fd = fd.into();
        let listens = rustix::net::sockopt::socket_acceptconn(&fd)?;
        let (descriptor, _, _) = lp.backend.adopt(fd)?;
        let flags = if listens { Flags::empty() } else { Flags::READABLE | Flags::WRITABLE };
        Ok(Tcp(Stream::insert(lp, HandleKind::Tcp, Some(descriptor), flags)))
    }

    /// Gives the socket an address of this machine; port 0 is any that is free. That the address is taken is told by
    /// [`listen`](Tcp::listen), [`connect`](Tcp::connect) and [`local_address`](Tcp::local_address), as libuv has it.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert_ne!(tcp.local_address(&lp)?.port(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind(self, lp: &EventLoop, address: SocketAddr) -> io::Result<()> {
        self.bind_with(lp, address, TcpBind::default())
    }

    /// As [`bind`](Tcp::bind), with options.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp, TcpBind};
    /// let lp = EventLoop::new(Options::default())?;
    /// let any = "127.0.0.1:0".parse().unwrap();
    /// let share = TcpBind { reuse_port: true, ..TcpBind::default() };
    /// let (one, other) = (Tcp::new(&lp), Tcp::new(&lp));
    /// one.bind_with(&lp, any, share)?;
    /// other.bind_with(&lp, one.local_address(&lp)?, share)?;
    /// assert_eq!(one.local_address(&lp)?, other.local_address(&lp)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind_with(
        self,
        lp: &EventLoop,
        address: SocketAddr,
        options: TcpBind,
    ) -> io::Result<()> {
        if options.ipv6_only && address.is_ipv4() {
            return Err(Errno::INVAL.into());
        }
        if self.descriptor(lp).is_err() {
            let descriptor = lp.backend.stream_socket(Domain::of(&address))?;
            self.attach(lp, descriptor, Flags::empty())?;
        }
        let descriptor = self.descriptor(lp)?;
        descriptor.prepare_bind(&address, options)?;
        match descriptor.bind(&Address::Ip(address)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                self.delay_error(lp, &error);
                Ok(())
            }
            other => other,
        }
    }

    /// Calls `callback` with every connection, one per readiness of the socket, or with the error that kept one from
    /// being accepted. A socket that was not bound gets a free port. `backlog` is how many may wait.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let server = Tcp::new(&lp);
    /// server.listen(&lp, 128, |lp, _, connection| {
    ///     if let Ok(connection) = connection {
    ///         connection.close_quietly(lp);
    ///     }
    /// })?;
    /// assert!(lp.alive());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn listen(
        self,
        lp: &EventLoop,
        backlog: i32,
        mut callback: impl FnMut(&EventLoop, Tcp, io::Result<Tcp>) + 'static,
    ) -> io::Result<()> {
        if self.descriptor(lp).is_err() {
            self.bind(lp, (Ipv4Addr::UNSPECIFIED, 0).into())?;
        }
        let callback = move |lp: &EventLoop, listener, result: io::Result<Stream>| {
            callback(lp, Tcp(listener), result.map(Tcp));
        };
        self.begin_listening(lp, backlog, Box::new(callback))
    }

    /// Connects. A connection that is refused, at once or later, is told to the callback; an address that can not be
    /// reached from here is this call's error.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let closed = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    /// Tcp::new(&lp).connect(&lp, closed, |lp, tcp, result| {
    ///     assert_eq!(result.unwrap_err().kind(), std::io::ErrorKind::ConnectionRefused);
    ///     tcp.close_quietly(lp);
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn connect(
        self,
        lp: &EventLoop,
        address: SocketAddr,
        callback: impl FnOnce(&EventLoop, Tcp, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let (domain, to) = (Domain::of(&address), Address::Ip(address));
        if self.descriptor(lp).is_err() {
            self.attach(lp, lp.backend.socket_to(domain, &to)?, Flags::empty())?;
        }
        let callback = move |lp: &EventLoop, stream, result| callback(lp, Tcp(stream), result);
        let errors = ConnectErrors::RefusalCalledBack;
        self.begin_connecting(lp, &to, errors, Box::new(callback))
    }

    /// Whether small writes go out at once instead of waiting for others (Nagle's algorithm).
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// tcp.set_nodelay(&lp, true)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_nodelay(self, lp: &EventLoop, nodelay: bool) -> io::Result<()> {
        self.descriptor(lp)?.set_nodelay(nodelay)
    }

    /// Whether the kernel asks a silent other side whether it is still there: first after `idle`, then every second, ten
    /// times. With less than a second it asks when and as often as the system is set to.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// use std::time::Duration;
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// tcp.set_keepalive(&lp, Some(Duration::from_secs(60)))?;
    /// tcp.set_keepalive(&lp, None)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_keepalive(self, lp: &EventLoop, idle: Option<Duration>) -> io::Result<()> {
        self.descriptor(lp)?.set_keepalive(idle)
    }

    /// How routers are asked to treat what the socket sends: the byte of IPv4's type of service, of IPv6's traffic class.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// tcp.set_type_of_service(&lp, 0x10)?;
    /// assert_eq!(tcp.type_of_service(&lp)?, 0x10);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_type_of_service(self, lp: &EventLoop, value: u8) -> io::Result<()> {
        self.descriptor(lp)?.set_type_of_service(value)
    }

    /// What [`set_type_of_service`](Tcp::set_type_of_service) has set.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Tcp::new(&lp).type_of_service(&lp).is_err()); // It has no descriptor yet.
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn type_of_service(self, lp: &EventLoop) -> io::Result<u8> {
        self.descriptor(lp)?.type_of_service()
    }

    /// Closes the handle and resets the connection: what is unsent is dropped, and the other side gets an error. Fails,
    /// and does not close, if a shutdown is under way.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// tcp.close_reset(&lp, |_| println!("closed"))?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn close_reset(
        self,
        lp: &EventLoop,
        callback: impl FnOnce(&EventLoop) + 'static,
    ) -> io::Result<()> {
        if self.is_shutting(lp) {
            return Err(Errno::INVAL.into());
        }
        self.descriptor(lp)?.reset_on_close()?;
        self.close(lp, callback);
        Ok(())
    }

    /// The socket's own address.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "[::1]:0".parse().unwrap())?;
    /// assert!(tcp.local_address(&lp)?.is_ipv6());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn local_address(self, lp: &EventLoop) -> io::Result<SocketAddr> {
        self.delayed_error(lp)?;
        ip(self.descriptor(lp)?.local_address()?)
    }

    /// The other side's address.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let tcp = Tcp::new(&lp);
    /// tcp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert_eq!(tcp.peer_address(&lp).unwrap_err().kind(), std::io::ErrorKind::NotConnected);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn peer_address(self, lp: &EventLoop) -> io::Result<SocketAddr> {
        self.delayed_error(lp)?;
        ip(self.descriptor(lp)?.peer_address()?)
    }
}

fn ip(address: Address) -> io::Result<SocketAddr> {
    match address {
        Address::Ip(address) => Ok(address),
        // A unix socket that was opened as TCP.
        Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}
