//! UDP: datagrams.
//!
//! A send is tried at once and queued if there is no room; its callback comes in the pending phase if it went through at
//! once, else in poll. Receiving is up to 32 datagrams per readiness event, into the loop's read buffer.
//!
//! `options.rs` has groups, hops and buffers. What is not here: several datagrams in one system call.

mod options;

pub use options::Membership;

use crate::EventLoop;
use crate::handle::{Handle, HandleKind, Row, Table, handle_methods};
use crate::interest::{Interest, Owner, Readiness, Token, Watch};
use crate::observer::Event;
use crate::pending::Deferred;
use crate::slab::Id;
use crate::stream::Chunk;
use crate::sys::{Address, Descriptor, Domain};
use rustix::io::Errno;
use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::{OwnedFd, RawFd};
use std::rc::Rc;

/// How many datagrams are received or sent per readiness event. libuv's number.
const MAX_PER_EVENT: usize = 32;

/// How much is received at most: the longest datagram there is.
const RECEIVE_SIZE: usize = 64 * 1024;

pub(crate) type ReceiveCallback = Box<dyn FnMut(&EventLoop, Udp, io::Result<Datagram<'_>>)>;
type SendCallback = Box<dyn FnOnce(&EventLoop, Udp, io::Result<()>)>;

pub(crate) struct UdpData {
    descriptor: Option<Rc<Descriptor>>,
    watch: Watch,
    is_fed: bool,
    /// There is one address to send to.
    is_connected: bool,
    queue: VecDeque<Send>,
    queued_bytes: usize,
    completed: VecDeque<(SendCallback, io::Result<()>)>,
}

impl UdpData {
    /// Whether others than the process itself may be heard of.
    pub(crate) fn is_outside(&self) -> bool {
        self.descriptor.as_ref().is_some_and(|descriptor| descriptor.is_system())
    }
}

struct Send {
    bytes: Box<dyn AsRef<[u8]>>,
    to: Option<Address>,
    callback: SendCallback,
}

pub(crate) type Udps = Table<ReceiveCallback, UdpData>;
type UdpRow = Row<ReceiveCallback, UdpData>;

/// A datagram, in the loop's buffer.
#[derive(Debug)]
pub struct Datagram<'a> {
    /// What it says.
    pub bytes: Chunk<'a>,
    /// Who sent it.
    pub from: SocketAddr,
    /// It was longer than the buffer, and the rest is lost.
    pub is_cut: bool,
}

/// How a socket is bound.
///
/// ```
/// assert!(!roundel_loop::UdpBind::default().reuse_address);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UdpBind {
    /// An IPv6 socket does not take IPv4 datagrams.
    pub ipv6_only: bool,
    /// Others may bind the same address; the last to do so gets what comes.
    pub reuse_address: bool,
    /// Others may bind the same address, and the kernel spreads datagrams over them.
    pub reuse_port: bool,
}

/// A UDP socket.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Udp};
/// let lp = EventLoop::new(Options::default())?;
/// let receiver = Udp::new(&lp);
/// receiver.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
/// receiver.receive_start(&lp, |lp, udp, datagram| {
///     assert_eq!(&*datagram.unwrap().bytes, b"hello");
///     udp.close_quietly(lp);
/// })?;
/// let sender = Udp::new(&lp);
/// sender.send(&lp, "hello", Some(receiver.local_address(&lp)?), |lp, udp, result| {
///     result.unwrap();
///     udp.close_quietly(lp);
/// })?;
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Udp(Id);

handle_methods!(Udp, "Udp::new(&lp)");

impl Udp {
    /// A handle without a descriptor, which comes with the first bind, connect, send or start.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Udp::new(&lp).fd(&lp), None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(lp: &EventLoop) -> Udp {
        Udp::insert(lp, None)
    }

    /// A handle for a socket that is open. It is made non-blocking.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::open(&lp, std::net::UdpSocket::bind("127.0.0.1:0")?)?;
    /// assert_ne!(udp.local_address(&lp)?.port(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(lp: &EventLoop, fd: impl Into<OwnedFd>) -> io::Result<Udp> {
        let (descriptor, _, _) = lp.backend.adopt(fd.into())?;
        Ok(Udp::insert(lp, Some(descriptor)))
    }

    fn insert(lp: &EventLoop, descriptor: Option<Descriptor>) -> Udp {
        let is_connected =
            descriptor.as_ref().is_some_and(|descriptor| descriptor.peer_address().is_ok());
        let data = UdpData {
            descriptor: descriptor.map(Rc::new),
            watch: Watch::default(),
            is_fed: false,
            is_connected,
            queue: VecDeque::new(),
            queued_bytes: 0,
            completed: VecDeque::new(),
        };
        let udp = Udp(lp.udps.insert(Row::new(None, data)));
        lp.emit(|| Event::HandleOpened(udp.key()));
        udp
    }

    fn descriptor(self, lp: &EventLoop) -> io::Result<Rc<Descriptor>> {
        let descriptor = lp.udps.with(self.0, |row| row.data.descriptor.clone());
        descriptor.flatten().ok_or_else(|| Errno::BADF.into())
    }

    /// The descriptor, made if there is none.
    fn ensure_descriptor(self, lp: &EventLoop, domain: Domain) -> io::Result<Rc<Descriptor>> {
        if let Ok(descriptor) = self.descriptor(lp) {
            return Ok(descriptor);
        }
        let descriptor = Rc::new(lp.backend.datagram_socket(domain)?);
        let kept = Rc::clone(&descriptor);
        lp.udps
            .with_open(self.0, |row| row.data.descriptor = Some(kept))
            .ok_or_else(|| io::Error::from(Errno::BADF))?;
        Ok(descriptor)
    }

    /// The socket's descriptor, as a number; `None` before it has one and after it was closed.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert!(udp.fd(&lp).is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fd(self, lp: &EventLoop) -> Option<RawFd> {
        self.descriptor(lp).ok().map(|descriptor| descriptor.number())
    }

    /// Another descriptor of the same socket, for another process or another loop.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// let second = Udp::open(&lp, udp.duplicate(&lp)?)?;
    /// assert_eq!(second.local_address(&lp)?, udp.local_address(&lp)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn duplicate(self, lp: &EventLoop) -> io::Result<OwnedFd> {
        self.descriptor(lp)?.duplicate()
    }

    /// Gives the socket an address of this machine; port 0 is any that is free.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (one, other) = (Udp::new(&lp), Udp::new(&lp));
    /// one.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// let error = other.bind(&lp, one.local_address(&lp)?).unwrap_err();
    /// assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind(self, lp: &EventLoop, address: SocketAddr) -> io::Result<()> {
        self.bind_with(lp, address, UdpBind::default())
    }

    /// As [`bind`](Udp::bind), with options.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp, UdpBind};
    /// let lp = EventLoop::new(Options::default())?;
    /// let share = UdpBind { reuse_address: true, ..UdpBind::default() };
    /// let (one, other) = (Udp::new(&lp), Udp::new(&lp));
    /// one.bind_with(&lp, "127.0.0.1:0".parse().unwrap(), share)?;
    /// other.bind_with(&lp, one.local_address(&lp)?, share)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind_with(
        self,
        lp: &EventLoop,
        address: SocketAddr,
        options: UdpBind,
    ) -> io::Result<()> {
        if options.ipv6_only && address.is_ipv4() {
            return Err(Errno::INVAL.into());
        }
        let descriptor = self.ensure_descriptor(lp, Domain::of(&address))?;
        descriptor.prepare_datagrams(&address, options)?;
        descriptor.bind(&Address::Ip(address))
    }

    /// Talks to one address only: sends go there, and nothing is received from others.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (one, other) = (Udp::new(&lp), Udp::new(&lp));
    /// one.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// other.connect(&lp, one.local_address(&lp)?)?;
    /// assert_eq!(other.peer_address(&lp)?, one.local_address(&lp)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn connect(self, lp: &EventLoop, address: SocketAddr) -> io::Result<()> {
        self.ensure_descriptor(lp, Domain::of(&address))?;
        if self.is_connected(lp) {
            return Err(Errno::ISCONN.into());
        }
        let descriptor = self.descriptor_towards(lp, address)?;
        descriptor.set_remote(Some(&Address::Ip(address)))?;
        lp.udps.with_mut(self.0, |row| row.data.is_connected = true);
        Ok(())
    }

    /// Talks to everybody again.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// assert!(udp.disconnect(&lp).is_err());
    /// udp.connect(&lp, "127.0.0.1:9".parse().unwrap())?;
    /// udp.disconnect(&lp)?;
    /// assert!(udp.peer_address(&lp).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn disconnect(self, lp: &EventLoop) -> io::Result<()> {
        if !self.is_connected(lp) {
            return Err(Errno::NOTCONN.into());
        }
        self.descriptor(lp)?.set_remote(None)?;
        lp.udps.with_mut(self.0, |row| row.data.is_connected = false);
        Ok(())
    }

    fn is_connected(self, lp: &EventLoop) -> bool {
        lp.udps.with(self.0, |row| row.data.is_connected) == Some(true)
    }

    /// The socket's own address.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Udp::new(&lp).local_address(&lp).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn local_address(self, lp: &EventLoop) -> io::Result<SocketAddr> {
        ip(self.descriptor(lp)?.local_address()?)
    }

    /// The address that the socket has been connected to.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert_eq!(udp.peer_address(&lp).unwrap_err().kind(), std::io::ErrorKind::NotConnected);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn peer_address(self, lp: &EventLoop) -> io::Result<SocketAddr> {
        ip(self.descriptor(lp)?.peer_address()?)
    }

    /// Sends at once or not at all. `WouldBlock` if there is no room or others wait.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let receiver = Udp::new(&lp);
    /// receiver.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// let sent = Udp::new(&lp).try_send(&lp, b"hello", Some(receiver.local_address(&lp)?))?;
    /// assert_eq!(sent, 5);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_send(
        self,
        lp: &EventLoop,
        bytes: &[u8],
        to: Option<SocketAddr>,
    ) -> io::Result<usize> {
        if lp.udps.with_open(self.0, |row| row.data.queue.is_empty()) != Some(true) {
            return Err(Errno::AGAIN.into());
        }
        let descriptor = self.descriptor_to_send(lp, to)?;
        lp.backend.send_datagram(&descriptor, bytes, to.map(Address::Ip).as_ref())
    }

    fn descriptor_to_send(
        self,
        lp: &EventLoop,
        to: Option<SocketAddr>,
    ) -> io::Result<Rc<Descriptor>> {
        match (to, self.is_connected(lp)) {
            (Some(_), true) => Err(Errno::ISCONN.into()),
            (Some(to), false) => self.descriptor_towards(lp, to),
            (None, true) => self.descriptor(lp),
            (None, false) => Err(Errno::DESTADDRREQ.into()),
        }
    }

    /// The descriptor, made if there is none, and another one if that can not reach an address.
    fn descriptor_towards(self, lp: &EventLoop, to: SocketAddr) -> io::Result<Rc<Descriptor>> {
        let inside = self.ensure_descriptor(lp, Domain::of(&to))?;
        self.outside_descriptor(lp, inside, Domain::of(&to), Some(&Address::Ip(to)))
    }

    /// A socket of the kernel's in the place of one in memory, if `to` takes that, under the same port if it is free. What
    /// the old one has not read is lost, as datagrams may be.
    pub(crate) fn outside_descriptor(
        self,
        lp: &EventLoop,
        inside: Rc<Descriptor>,
        domain: Domain,
        to: Option<&Address>,
    ) -> io::Result<Rc<Descriptor>> {
        let Some(outside) = lp.backend.outside_datagram_socket(domain, &inside, to)? else {
            return Ok(inside);
        };
        if let Ok(Address::Ip(local)) = inside.local_address()
            && local.port() != 0
            && outside.bind(&Address::Ip(local)).is_err()
        {
            outside.bind(&Address::Ip(SocketAddr::new(local.ip(), 0)))?;
        }
        let outside = Rc::new(outside);
        let kept = Rc::clone(&outside);
        let moved = lp.udps.with_open(self.0, |row| {
            row.data.watch.forget(lp, self.token(), &inside);
            row.data.descriptor = Some(kept);
            refresh(lp, row, self.0);
        });
        moved.map(|()| outside).ok_or_else(|| Errno::BADF.into())
    }

    /// Sends a datagram, after those before it, and calls back. `to` is `None` for a socket that is connected.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let error = Udp::new(&lp).send(&lp, "to nobody", None, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.raw_os_error(), Some(89)); // EDESTADDRREQ
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn send<B: AsRef<[u8]> + 'static>(
        self,
        lp: &EventLoop,
        bytes: B,
        to: Option<SocketAddr>,
        callback: impl FnOnce(&EventLoop, Udp, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.descriptor_to_send(lp, to)?;
        // Foreign code, called while the table is free.
        let length = bytes.as_ref().len();
        let callback: SendCallback = Box::new(callback);
        let send = Send { bytes: Box::new(bytes), to: to.map(Address::Ip), callback };
        let is_first = lp.udps.with_open(self.0, |row| {
            lp.request_begins();
            row.data.queued_bytes += length;
            row.data.queue.push_back(send);
            row.data.queue.len() == 1
        });
        match is_first {
            None => return Err(Errno::BADF.into()),
            Some(true) => lp.flush_datagrams(self),
            Some(false) => {}
        }
        lp.feed_udp(self);
        Ok(())
    }

    /// How many bytes wait to be sent.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Udp::new(&lp).send_queue_size(&lp), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn send_queue_size(self, lp: &EventLoop) -> usize {
        lp.udps.with(self.0, |row| row.data.queued_bytes).unwrap_or(0)
    }

    /// How many datagrams wait to be sent.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert_eq!(Udp::new(&lp).send_queue_count(&lp), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn send_queue_count(self, lp: &EventLoop) -> usize {
        lp.udps.with(self.0, |row| row.data.queue.len()).unwrap_or(0)
    }

    /// Calls `callback` with every datagram, and with errors, which do not end it. A socket that was not bound gets a free
    /// port. One that is receiving gets the new callback.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// Udp::new(&lp).receive_start(&lp, |_, _, _| {})?;
    /// assert!(lp.alive());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn receive_start(
        self,
        lp: &EventLoop,
        callback: impl FnMut(&EventLoop, Udp, io::Result<Datagram<'_>>) + 'static,
    ) -> io::Result<()> {
        if self.descriptor(lp).is_err() {
            self.bind(lp, (Ipv4Addr::UNSPECIFIED, 0).into())?;
        }
        let callback: ReceiveCallback = Box::new(callback);
        let replaced = lp.udps.with_open(self.0, |row| {
            row.update(&lp.active_count, |state| state.active = true);
            refresh(lp, row, self.0);
            row.callback.replace(callback)
        });
        let Some(replaced) = replaced else { return Err(Errno::BADF.into()) };
        drop(replaced);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }

    /// Stops receiving. False if it was not.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// assert!(!udp.receive_stop(&lp));
    /// udp.receive_start(&lp, |_, _, _| {})?;
    /// assert!(udp.receive_stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn receive_stop(self, lp: &EventLoop) -> bool {
        let stopped = lp.udps.with_mut(self.0, |row| {
            let was_active = row.state.active;
            row.update(&lp.active_count, |state| state.active = false);
            refresh(lp, row, self.0);
            was_active
        });
        if stopped == Some(true) {
            lp.emit(|| Event::HandleStopped(self.key()));
        }
        stopped == Some(true)
    }

    fn token(self) -> Token {
        Token::new(Owner::Udp, self.0)
    }
}

fn ip(address: Address) -> io::Result<SocketAddr> {
    match address {
        Address::Ip(address) => Ok(address),
        // A unix socket that was opened as UDP.
        Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn refresh(lp: &EventLoop, row: &mut UdpRow, id: Id) {
    if row.data.descriptor.is_none() {
        return;
    }
    let mut interest = Interest::empty();
    interest.set(Interest::READABLE, row.state.active);
    interest.set(Interest::WRITABLE, !row.data.queue.is_empty());
    row.data.watch.want(lp, Token::new(Owner::Udp, id), interest);
}

impl Handle for Udp {
    type Callback = ReceiveCallback;
    type Data = UdpData;

    fn kind(self) -> HandleKind {
        HandleKind::Udp
    }

    fn id(self) -> Id {
        self.0
    }

    fn table(lp: &EventLoop) -> &Udps {
        &lp.udps
    }

    fn deactivate(self, lp: &EventLoop) {
        let descriptor = lp.udps.with_mut(self.0, |row| {
            row.update(&lp.active_count, |state| state.active = false);
            let descriptor = row.data.descriptor.take()?;
            row.data.watch.forget(lp, self.token(), &descriptor);
            Some(descriptor)
        });
        drop(descriptor);
    }
}

impl EventLoop {
    pub(crate) fn udp_ready(&self, id: Id, readiness: Readiness) {
        let udp = Udp(id);
        let wrong = Readiness::ERROR | Readiness::HANGUP;
        if readiness.intersects(Readiness::READABLE | wrong) {
            self.receive_datagrams(udp);
        }
        if readiness.intersects(Readiness::WRITABLE | wrong) {
            self.udp_pending(id);
        }
    }

    /// Sends what there is room for, and calls back what has been sent.
    pub(crate) fn udp_pending(&self, id: Id) {
        let open = self.udps.with_open(id, |row| row.data.is_fed = false);
        if open.is_some() {
            self.flush_datagrams(Udp(id));
            self.call_senders(Udp(id));
        }
    }

    /// Puts the socket on the list of the pending phase, if it has something to call back.
    fn feed_udp(&self, udp: Udp) {
        self.udps.with_mut(udp.0, |row| {
            if !row.data.completed.is_empty() && !row.data.is_fed {
                row.data.is_fed = true;
                self.pending.borrow_mut().push_back(Deferred::Udp(udp.0));
            }
        });
    }

    fn receive_datagrams(&self, udp: Udp) {
        for _ in 0..MAX_PER_EVENT {
            let descriptor = self
                .udps
                .with(udp.0, |row| row.state.active.then(|| row.data.descriptor.clone()).flatten());
            let Some(Some(descriptor)) = descriptor else { return };
            let mut buffer = self.take_read_buffer();
            let received = match descriptor.receive_from(&mut buffer, RECEIVE_SIZE) {
                Ok((Address::Ip(from), length)) => {
                    let is_cut = length > buffer.len();
                    Ok(Datagram { bytes: Chunk::new(self, buffer), from, is_cut })
                }
                Ok((Address::Unix(_), _)) => return self.read_buffer.set(buffer),
                Err(error) => {
                    self.read_buffer.set(buffer);
                    if error.kind() == io::ErrorKind::WouldBlock {
                        return;
                    }
                    Err(error)
                }
            };
            drop(descriptor);
            let failed = received.is_err();
            let Some(mut callback) = self.udps.take_callback(udp.0) else { return };
            self.call(udp.key(), |lp| callback(lp, udp, received));
            self.udps.restore_callback(udp.0, callback);
            if failed || self.is_breaking() {
                return;
            }
        }
    }

    fn flush_datagrams(&self, udp: Udp) {
        for _ in 0..MAX_PER_EVENT {
            let next = self.udps.with_mut(udp.0, |row| {
                let descriptor = row.data.descriptor.clone()?;
                Some((descriptor, row.data.queue.pop_front()?))
            });
            let Some(Some((descriptor, send))) = next else { break };
            let bytes = (*send.bytes).as_ref();
            let length = bytes.len();
            let result = self.backend.send_datagram(&descriptor, bytes, send.to.as_ref());
            let is_full =
                result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
            // The bytes are foreign: dropped after the borrow.
            let done = self.udps.with_mut(udp.0, |row| {
                if is_full {
                    row.data.queue.push_front(send);
                    return None;
                }
                row.data.queued_bytes -= length.min(row.data.queued_bytes);
                row.data.completed.push_back((send.callback, result.map(|_| ())));
                Some(send.bytes)
            });
            drop(done);
            if is_full {
                break;
            }
        }
        self.udps.with_mut(udp.0, |row| refresh(self, row, udp.0));
    }

    fn call_senders(&self, udp: Udp) {
        let count = self.udps.with(udp.0, |row| row.data.completed.len()).unwrap_or(0);
        for _ in 0..count {
            let completed = self.udps.with_mut(udp.0, |row| row.data.completed.pop_front());
            let Some(Some((callback, result))) = completed else { return };
            self.request_ends();
            self.call(udp.key(), |lp| callback(lp, udp, result));
            if self.is_breaking() && !udp.is_closing(self) {
                // The others wait for the next run.
                self.feed_udp(udp);
                return;
            }
        }
    }

    /// In the closing phase, before the row goes: calls back what the close has cancelled.
    pub(crate) fn finish_udp(&self, id: Id) {
        let cancelled = self.udps.with_mut(id, |row| {
            let queue = std::mem::take(&mut row.data.queue);
            row.data.queued_bytes = 0;
            let mut bytes = Vec::new();
            for send in queue {
                row.data.completed.push_back((send.callback, Err(Errno::CANCELED.into())));
                bytes.push(send.bytes);
            }
            bytes
        });
        drop(cancelled);
        self.call_senders(Udp(id));
    }

    pub(crate) fn settle_udp(&self, token: Token) {
        let failed = self.udps.with_mut(token.id(), |row| {
            let fd = row.data.descriptor.as_ref()?.number();
            self.settle_watch(&mut row.data.watch, token, fd).err()
        });
        if let Some(Some(error)) = failed {
            let udp = Udp(token.id());
            self.defer(move |lp| {
                if let Some(mut callback) = lp.udps.take_callback(udp.0) {
                    lp.call(udp.key(), |lp| callback(lp, udp, Err(error)));
                    lp.udps.restore_callback(udp.0, callback);
                }
            });
        }
    }
}
