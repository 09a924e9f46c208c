//! Sockets of the simulated platform: both ends are in the process, and what is written to one lies in the other's
//! memory until it is read.
//!
//! They do what the kernel's do, errors included, and are free where those are: the chooser decides how much of a read
//! or a write goes through at once (all, one byte, half, or nothing yet), and whether a refusal is told at once. What a
//! program should survive but does not meet every day is on the menu of [`Faults`].
//!
//! What one end does is on its way until the platform lets it arrive ([`Network::flights`], [`Network::land`]): bytes, ends,
//! connections and errors are [`Seen`] by the other end from then on, all that have been sent by then at once. When that is
//! is the platform's to say (simulated.rs).
//!
//! A socket is a row under a number that is never used again. The numbers begin where no kernel's would be.

use super::Ready;
use super::descriptor::{Address, Domain};
use crate::chooser::{Chooser, Point};
use crate::interest::{Interest, Readiness};
use rustix::io::Errno;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, IoSlice};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::fd::{OwnedFd, RawFd};
use std::rc::Rc;

/// The first number.
pub(super) const FIRST: RawFd = 1 << 28;

/// How many bytes wait on one side until it reads them. Less than a kernel's, so that more is queued.
const CAPACITY: usize = 64 * 1024;

/// How many datagrams do.
const MAX_DATAGRAMS: usize = 64;

/// What UDP over IPv4 leaves for one.
const LONGEST_DATAGRAM: usize = 65_507;

/// Ports for those who do not care which.
const FIRST_FREE_PORT: u16 = 49_152;

const WRITE: Point = Point::new("write", "how much does one write take?");
const REFUSAL: Point = Point::new("refusal", "is a refused connection told at once?");
const RESET: Point = Point::rare("fault-econnreset", "is the connection reset?");
const BROKEN_PIPE: Point = Point::rare("fault-epipe", "is the connection closed?");
const REFUSED: Point = Point::rare("fault-econnrefused", "is the connection refused?");
const LOST: Point = Point::rare("fault-lost", "is the datagram lost?");
const SHORTAGE: Point = Point::rare("fault-emfile", "are there no descriptors left?");

/// What goes wrong on a simulated platform; nothing, unless it is asked for. Reads and writes that are cut short are no
/// faults: every seed but 0 has them.
///
/// ```
/// use roundel_loop::{BackendKind, EventLoop, Faults, Options};
/// let backend = BackendKind::Simulated { seed: 1 };
/// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
/// lp.simulation().unwrap().set_faults(Faults { resets: true, ..Faults::default() });
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Connections are reset now and then, while they are read or written.
    pub resets: bool,
    /// Connects are refused now and then.
    pub refusals: bool,
    /// Datagrams are lost now and then.
    pub losses: bool,
    /// There is no descriptor for a new socket or an accepted connection.
    pub shortage: bool,
    /// The same now and then, for a new socket.
    pub shortages: bool,
    /// Writes find the connection closed now and then.
    pub broken_pipes: bool,
    /// Jobs and what is sent may take seconds while timers fire.
    pub delays: bool,
}

/// All sockets of a simulated platform.
pub(crate) struct Network {
    chooser: Rc<Chooser>,
    sockets: RefCell<BTreeMap<RawFd, Socket>>,
    next_number: Cell<RawFd>,
    next_port: Cell<u16>,
    faults: Cell<Faults>,
    clock_ns: Rc<Cell<u64>>,
}

/// Something that is on its way to a socket whose owner waits for it.
pub(super) struct Flight {
    pub(super) fd: RawFd,
    pub(super) token: u64,
    pub(super) since_ns: u64,
}

/// What of all that was sent to a socket has arrived.
#[derive(Clone, Copy, Default)]
struct Seen {
    bytes: usize,
    datagrams: usize,
    callers: usize,
    connected: bool,
    ended: bool,
    error: bool,
}

struct Socket {
    domain: Domain,
    role: Role,
    local: Option<Address>,
    remote: Option<Address>,
    shares_port: bool,
    /// The other end, while it is open.
    peer: Option<RawFd>,
    inbox: VecDeque<u8>,
    /// How many bytes have been taken out of the inbox.
    taken: u64,
    /// Descriptors that arrive with the byte of a number.
    cargo: VecDeque<(u64, Vec<OwnedFd>)>,
    datagrams: VecDeque<(Address, Vec<u8>)>,
    /// The other side writes no more.
    ended: bool,
    /// This side writes no more.
    shut: bool,
    /// The next call hears of it.
    error: Option<Errno>,
    resets_on_close: bool,
    watched: Option<(u64, Interest)>,
    seen: Seen,
    /// Since when something is on its way.
    flight_ns: Option<u64>,
}

enum Role {
    Fresh,
    Listening {
        backlog: usize,
        queue: VecDeque<RawFd>,
    },
    Connected,
    /// A connect that failed and has not been told.
    Refused,
    Datagram,
}

impl Socket {
    fn new(domain: Domain, role: Role) -> Socket {
        Socket {
            domain,
            role,
            local: None,
            remote: None,
            shares_port: false,
            peer: None,
            inbox: VecDeque::new(),
            taken: 0,
            cargo: VecDeque::new(),
            datagrams: VecDeque::new(),
            ended: false,
            shut: false,
            error: None,
            resets_on_close: false,
            watched: None,
            seen: Seen::default(),
            flight_ns: None,
        }
    }

    /// Everything that there is.
    fn all(&self) -> Seen {
        Seen {
            bytes: self.inbox.len(),
            datagrams: self.datagrams.len(),
            callers: match &self.role {
                Role::Listening { queue, .. } => queue.len(),
                _ => 0,
            },
            connected: matches!(self.role, Role::Connected),
            ended: self.ended,
            error: self.error.is_some(),
        }
    }

    /// All that was on its way has arrived.
    fn land(&mut self) {
        self.seen = self.all();
        self.flight_ns = None;
    }

    /// How many bytes a read may give: none of those behind the next descriptors, if there are bytes before them.
    fn readable(&self) -> usize {
        let next = self.cargo.iter().map(|(at, _)| *at).find(|at| *at > self.taken);
        let limit = next.map_or(usize::MAX, |at| (at - self.taken) as usize);
        self.seen.bytes.min(limit)
    }
}

/// One socket; dropping it closes it.
pub(crate) struct MemorySocket {
    network: Rc<Network>,
    number: RawFd,
}

impl Network {
    pub(super) fn new(chooser: &Rc<Chooser>, clock_ns: &Rc<Cell<u64>>) -> Network {
        Network {
            chooser: Rc::clone(chooser),
            clock_ns: Rc::clone(clock_ns),
            sockets: RefCell::default(),
            next_number: Cell::new(FIRST),
            next_port: Cell::new(FIRST_FREE_PORT),
            faults: Cell::default(),
        }
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.faults.set(faults);
    }

    pub(super) fn faults(&self) -> Faults {
        self.faults.get()
    }

    pub(super) fn stream_socket(self: &Rc<Self>, domain: Domain) -> io::Result<MemorySocket> {
        self.open(Socket::new(domain, Role::Fresh))
    }

    pub(super) fn datagram_socket(self: &Rc<Self>, domain: Domain) -> io::Result<MemorySocket> {
        self.open(Socket::new(domain, Role::Datagram))
    }

    pub(super) fn pair(self: &Rc<Self>) -> io::Result<(MemorySocket, MemorySocket)> {
        let one = self.open(Socket::new(Domain::Unix, Role::Connected))?;
        let other = self.open(Socket::new(Domain::Unix, Role::Connected))?;
        self.join(one.number, other.number);
        Ok((one, other))
    }

    fn open(self: &Rc<Self>, socket: Socket) -> io::Result<MemorySocket> {
        let Faults { shortage, shortages, .. } = self.faults.get();
        if shortage || self.fails(shortages, SHORTAGE) {
            return Err(Errno::MFILE.into());
        }
        Ok(MemorySocket { network: Rc::clone(self), number: self.insert(socket) })
    }

    fn insert(&self, socket: Socket) -> RawFd {
        let number = self.next_number.get();
        self.next_number.set(number + 1);
        self.sockets.borrow_mut().insert(number, socket);
        number
    }

    fn join(&self, one: RawFd, other: RawFd) {
        let mut sockets = self.sockets.borrow_mut();
        for (end, peer) in [(one, other), (other, one)] {
            if let Some(socket) = sockets.get_mut(&end) {
                socket.role = Role::Connected;
                socket.peer = Some(peer);
                socket.land();
            }
        }
    }

    /// Something is on its way to a socket.
    fn sent_to(&self, socket: &mut Socket) {
        socket.flight_ns.get_or_insert(self.clock_ns.get());
    }

    /// What is on its way and awaited, in the order of its sending. What nobody waits for arrives by itself.
    pub(super) fn flights(&self) -> Vec<Flight> {
        let mut flights = Vec::new();
        let mut sockets = self.sockets.borrow_mut();
        let in_flight =
            |(fd, socket): (&RawFd, &Socket)| socket.flight_ns.map(|since_ns| (*fd, since_ns));
        let all: Vec<(RawFd, u64)> = sockets.iter().filter_map(in_flight).collect();
        for (fd, since_ns) in all {
            let Some(socket) = sockets.get(&fd) else { continue };
            let makes = readiness(&sockets, socket, socket.all());
            let news = makes.difference(readiness(&sockets, socket, socket.seen));
            match socket.watched {
                Some((token, interest)) if news.intersects(interest.may_report()) => {
                    flights.push(Flight { fd, token, since_ns });
                }
                _ => {
                    if let Some(socket) = sockets.get_mut(&fd) {
                        socket.land();
                    }
                }
            }
        }
        flights.sort_by_key(|flight| flight.since_ns);
        flights
    }

    /// What was on its way to a socket arrives.
    pub(super) fn land(&self, fd: RawFd) {
        if let Some(socket) = self.sockets.borrow_mut().get_mut(&fd) {
            socket.land();
        }
    }

    /// Whether a watched socket is ready.
    pub(super) fn has_ready(&self) -> bool {
        let sockets = self.sockets.borrow();
        sockets.values().any(|socket| {
            socket.watched.is_some_and(|(_, interest)| {
                readiness(&sockets, socket, socket.seen).intersects(interest.may_report())
            })
        })
    }

    /// Whether a fault that may happen here does.
    fn fails(&self, possible: bool, point: Point) -> bool {
        possible && self.chooser.choose(point, 2) == 1
    }

    /// How much of `amount` goes through at once; 0 is nothing yet.
    fn share(&self, point: Point, amount: usize) -> usize {
        match (self.chooser.choose(point, 4), amount) {
            (0, _) => amount,
            (1, _) => 1,
            (2, _) => amount.div_ceil(2),
            _ => 0,
        }
    }

    fn close(&self, number: RawFd) {
        let mut sockets = self.sockets.borrow_mut();
        let Some(mut socket) = sockets.remove(&number) else { return };
        let waiting = match &mut socket.role {
            Role::Listening { queue, .. } => std::mem::take(queue),
            _ => VecDeque::new(),
        };
        // Unread bytes are lost, and whoever sent them hears of it.
        let resets = socket.resets_on_close || !socket.inbox.is_empty();
        if let Some(peer) = socket.peer.and_then(|peer| sockets.get_mut(&peer)) {
            peer.ended = true;
            peer.peer = None;
            if resets {
                peer.error = Some(Errno::CONNRESET);
            }
            self.sent_to(peer);
        }
        drop(sockets);
        for unlucky in waiting {
            self.reset(unlucky);
            self.close(unlucky);
        }
        // Descriptors that were on their way are closed here, with no borrow held.
        drop(socket);
    }

    fn reset(&self, number: RawFd) {
        if let Some(socket) = self.sockets.borrow_mut().get_mut(&number) {
            socket.resets_on_close = true;
        }
    }

    /// The listener or datagram socket that an address leads to.
    fn find(&self, address: &Address, is_such: impl Fn(&Role) -> bool) -> Option<RawFd> {
        let sockets = self.sockets.borrow();
        let leads_to = |exact: bool| {
            sockets.iter().find(|(_, socket)| {
                is_such(&socket.role)
                    && socket.local.as_ref().is_some_and(|local| match exact {
                        true => local == address,
                        false => reaches(address, local),
                    })
            })
        };
        leads_to(true).or_else(|| leads_to(false)).map(|(number, _)| *number)
    }

    /// Whether somebody in the process can be called at an address.
    pub(super) fn has_listener(&self, address: &Address) -> bool {
        self.find(address, |role| matches!(role, Role::Listening { .. })).is_some()
    }

    /// Whether somebody in the process receives what is sent to an address.
    pub(super) fn has_receiver(&self, address: &Address) -> bool {
        self.find(address, |role| matches!(role, Role::Datagram)).is_some()
    }

    /// Puts a datagram before its receiver, if there is one who wants it and it is not lost.
    pub(super) fn deliver(&self, from: Address, to: &Address, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > LONGEST_DATAGRAM {
            return Err(Errno::MSGSIZE.into());
        }
        let from = match from {
            Address::Ip(local) if local.ip().is_unspecified() => {
                let domain = Domain::of(&local);
                Address::Ip(SocketAddr::new(loopback(domain), local.port()))
            }
            from => from,
        };
        let lost = self.fails(self.faults.get().losses, LOST);
        let receiver = self.find(to, |role| matches!(role, Role::Datagram));
        let mut sockets = self.sockets.borrow_mut();
        if let Some(receiver) = receiver.and_then(|number| sockets.get_mut(&number))
            && receiver.datagrams.len() < MAX_DATAGRAMS
            && receiver.remote.as_ref().is_none_or(|remote| *remote == from)
            && !lost
        {
            receiver.datagrams.push_back((from, bytes.to_vec()));
            self.sent_to(receiver);
        }
        Ok(bytes.len())
    }

    pub(super) fn owns(&self, fd: RawFd) -> bool {
        fd >= FIRST
    }

    pub(super) fn register(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        let mut sockets = self.sockets.borrow_mut();
        let socket = sockets.get_mut(&fd).ok_or(Errno::BADF)?;
        if socket.watched.is_some() {
            return Err(Errno::EXIST.into());
        }
        socket.watched = Some((token, interest));
        Ok(())
    }

    pub(super) fn modify(&self, fd: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        let mut sockets = self.sockets.borrow_mut();
        match sockets.get_mut(&fd) {
            Some(Socket { watched: Some((owner, old)), .. }) if *owner == token => *old = interest,
            _ => return Err(Errno::NOENT.into()),
        }
        Ok(())
    }

    pub(super) fn deregister(&self, fd: RawFd, token: u64) {
        if let Some(socket) = self.sockets.borrow_mut().get_mut(&fd)
            && socket.watched.is_some_and(|(owner, _)| owner == token)
        {
            socket.watched = None;
        }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.sockets.borrow().values().any(|socket| socket.watched.is_some())
    }

    /// Lists the watched sockets that are ready.
    pub(super) fn list_ready(&self, ready: &mut Vec<Ready>) {
        let sockets = self.sockets.borrow();
        for socket in sockets.values() {
            if let Some((token, interest)) = socket.watched {
                let readiness = readiness(&sockets, socket, socket.seen) & interest.may_report();
                if !readiness.is_empty() {
                    ready.push(Ready { token, readiness });
                }
            }
        }
    }
}

/// What a socket is ready for once so much has arrived.
fn readiness(sockets: &BTreeMap<RawFd, Socket>, socket: &Socket, seen: Seen) -> Readiness {
    let mut readiness = Readiness::empty();
    match &socket.role {
        Role::Fresh => readiness |= Readiness::WRITABLE | Readiness::HANGUP,
        Role::Refused => {
            readiness |= Readiness::WRITABLE | Readiness::ERROR | Readiness::HANGUP;
        }
        Role::Listening { .. } => {
            readiness.set(Readiness::READABLE, seen.callers > 0);
        }
        Role::Datagram => {
            readiness |= Readiness::WRITABLE;
            readiness.set(Readiness::READABLE, seen.datagrams > 0);
        }
        Role::Connected => {
            let has_room = |peer: &Socket| peer.inbox.len() < CAPACITY;
            let peer = socket.peer.and_then(|peer| sockets.get(&peer));
            readiness.set(Readiness::READABLE, seen.bytes > 0 || seen.ended || seen.error);
            readiness.set(Readiness::WRITABLE, seen.connected && peer.is_none_or(has_room));
            readiness.set(Readiness::DISCONNECT, seen.ended);
            readiness.set(Readiness::HANGUP, seen.ended && (socket.shut || socket.peer.is_none()));
            readiness.set(Readiness::ERROR, seen.error);
        }
    }
    readiness
}

/// Whether somebody who calls `address` gets who has `local`: its wildcards stand for every address of the machine.
fn reaches(address: &Address, local: &Address) -> bool {
    match (address, local) {
        (Address::Ip(address), Address::Ip(local)) => {
            let everywhere = local.ip().is_unspecified()
                && (local.is_ipv6() || address.is_ipv4() == local.is_ipv4());
            let here = address.ip().is_unspecified() && local.ip().is_loopback();
            address.port() == local.port()
                && (everywhere || here || address.ip().to_canonical() == local.ip().to_canonical())
        }
        (address, local) => address == local,
    }
}

impl MemorySocket {
    pub(super) fn number(&self) -> RawFd {
        self.number
    }

    fn with<R>(&self, f: impl FnOnce(&mut Socket) -> io::Result<R>) -> io::Result<R> {
        f(self.network.sockets.borrow_mut().get_mut(&self.number).ok_or(Errno::BADF)?)
    }

    /// A reset out of nowhere, if it is one's turn: both sides hear of it.
    fn may_break(&self) {
        if self.network.fails(self.network.faults.get().resets, RESET) {
            self.break_off();
        }
    }

    fn break_off(&self) {
        let mut sockets = self.network.sockets.borrow_mut();
        let peer = sockets.get_mut(&self.number).and_then(|socket| {
            socket.error = Some(Errno::CONNRESET);
            socket.ended = true;
            socket.inbox.clear();
            socket.land();
            socket.peer.take()
        });
        if let Some(peer) = peer.and_then(|peer| sockets.get_mut(&peer)) {
            peer.error = Some(Errno::CONNRESET);
            peer.ended = true;
            peer.peer = None;
            self.network.sent_to(peer);
        }
    }

    pub(super) fn read(
        &self,
        buffer: &mut Vec<u8>,
        limit: usize,
        fds: &mut dyn FnMut(OwnedFd),
    ) -> io::Result<usize> {
        self.may_break();
        let available = self.with(|socket| {
            if !matches!(socket.role, Role::Connected) {
                return Err(Errno::NOTCONN.into());
            }
            match socket.readable() {
                0 if std::mem::take(&mut socket.seen.error) => {
                    Err(socket.error.take().unwrap_or(Errno::CONNRESET).into())
                }
                0 if socket.seen.ended => Ok(0),
                0 => Err(Errno::AGAIN.into()),
                available => Ok(available.min(limit)),
            }
        })?;
        if available == 0 {
            return Ok(0);
        }
        let count = self.network.share(Point::READ, available);
        if count == 0 {
            return Err(Errno::AGAIN.into());
        }
        let arrived = self.with(|socket| {
            buffer.extend(socket.inbox.drain(..count));
            socket.taken += count as u64;
            socket.seen.bytes -= count;
            let taken = socket.taken;
            let mut arrived = Vec::new();
            while socket.cargo.front().is_some_and(|(at, _)| *at < taken) {
                arrived.extend(socket.cargo.pop_front().into_iter().flat_map(|(_, fds)| fds));
            }
            Ok(arrived)
        })?;
        arrived.into_iter().for_each(fds);
        Ok(count)
    }

    pub(super) fn write(&self, parts: &[IoSlice<'_>], fds: Vec<OwnedFd>) -> io::Result<usize> {
        self.may_break();
        if self.network.fails(self.network.faults.get().broken_pipes, BROKEN_PIPE) {
            self.break_off();
            return Err(Errno::PIPE.into());
        }
        let peer = self.with(|socket| {
            if !matches!(socket.role, Role::Connected) {
                return Err(Errno::NOTCONN.into());
            }
            if let Some(error) = socket.error.take() {
                socket.seen.error = false;
                return Err(error.into());
            }
            if socket.shut {
                return Err(Errno::PIPE.into());
            }
            socket.peer.ok_or_else(|| Errno::PIPE.into())
        })?;
        let offered: usize = parts.iter().map(|part| part.len()).sum();
        let room = self
            .network
            .sockets
            .borrow()
            .get(&peer)
            .map_or(0, |peer| CAPACITY.saturating_sub(peer.inbox.len()));
        if offered == 0 {
            return Ok(0);
        }
        let count = match offered.min(room) {
            0 => 0,
            possible => self.network.share(WRITE, possible),
        };
        if count == 0 {
            return Err(Errno::AGAIN.into());
        }
        let mut sockets = self.network.sockets.borrow_mut();
        let peer = sockets.get_mut(&peer).ok_or(Errno::PIPE)?;
        if !fds.is_empty() {
            let at = peer.taken + peer.inbox.len() as u64;
            peer.cargo.push_back((at, fds));
        }
        peer.inbox.extend(parts.iter().flat_map(|part| part.iter()).take(count));
        self.network.sent_to(peer);
        Ok(count)
    }

    /// Copies of the descriptors go with the first byte, as the kernel makes them.
    pub(super) fn write_with_fds(&self, bytes: &[u8], fds: &[OwnedFd]) -> io::Result<usize> {
        let copies: io::Result<Vec<OwnedFd>> = fds.iter().map(OwnedFd::try_clone).collect();
        self.write(&[IoSlice::new(bytes)], copies?)
    }

    pub(super) fn shutdown_write(&self) -> io::Result<()> {
        let peer = self.with(|socket| match socket.role {
            Role::Connected => {
                socket.shut = true;
                Ok(socket.peer)
            }
            _ => Err(Errno::NOTCONN.into()),
        })?;
        let mut sockets = self.network.sockets.borrow_mut();
        if let Some(peer) = peer.and_then(|peer| sockets.get_mut(&peer)) {
            peer.ended = true;
            self.network.sent_to(peer);
        }
        Ok(())
    }

    /// Says whether the address to be bound may be another's too.
    pub(super) fn prepare_bind(&self, shares_port: bool) -> io::Result<()> {
        self.with(|socket| {
            socket.shares_port = shares_port;
            Ok(())
        })
    }

    pub(super) fn bind(&self, address: &Address) -> io::Result<()> {
        let network = &self.network;
        let (shares, is_datagram) = self.with(|socket| match socket.local {
            Some(_) => Err(Errno::INVAL.into()),
            None => Ok((socket.shares_port, matches!(socket.role, Role::Datagram))),
        })?;
        let mut address = address.clone();
        let is_taken = |wanted: &Address| {
            network.sockets.borrow().values().any(|other| {
                let same_kind = matches!(other.role, Role::Datagram) == is_datagram;
                let clashes = |local: &Address| reaches(wanted, local) || reaches(local, wanted);
                same_kind
                    && !matches!(other.role, Role::Connected)
                    && !(shares && other.shares_port)
                    && other.local.as_ref().is_some_and(clashes)
            })
        };
        match &mut address {
            Address::Ip(ip) if ip.port() == 0 => loop {
                let port = network.next_port.get();
                network.next_port.set(port.checked_add(1).unwrap_or(FIRST_FREE_PORT));
                ip.set_port(port);
                if !is_taken(&Address::Ip(*ip)) {
                    break;
                }
            },
            taken if is_taken(taken) => return Err(Errno::ADDRINUSE.into()),
            _ => {}
        }
        self.with(|socket| {
            socket.local = Some(address);
            Ok(())
        })
    }

    pub(super) fn listen(&self, backlog: i32) -> io::Result<()> {
        self.with(|socket| {
            if socket.local.is_none() {
                return Err(Errno::INVAL.into());
            }
            let queue = VecDeque::new();
            let backlog = usize::try_from(backlog).unwrap_or(0).max(1);
            match &mut socket.role {
                Role::Fresh => socket.role = Role::Listening { backlog, queue },
                Role::Listening { backlog: old, .. } => *old = backlog,
                _ => return Err(Errno::INVAL.into()),
            }
            Ok(())
        })
    }

    pub(super) fn accept(&self) -> io::Result<MemorySocket> {
        let shortage = self.network.faults.get().shortage;
        let number = self.with(|socket| match &mut socket.role {
            Role::Listening { .. } if socket.seen.callers == 0 => Err(Errno::AGAIN.into()),
            Role::Listening { .. } if shortage => Err(Errno::MFILE.into()),
            Role::Listening { queue, .. } => {
                socket.seen.callers -= 1;
                queue.pop_front().ok_or_else(|| io::Error::from(Errno::AGAIN))
            }
            _ => Err(Errno::INVAL.into()),
        })?;
        Ok(MemorySocket { network: Rc::clone(&self.network), number })
    }

    /// Connects, or notes the refusal for [`take_error`](MemorySocket::take_error).
    pub(super) fn connect(&self, address: &Address) -> io::Result<()> {
        let network = &self.network;
        let (domain, local) = self.with(|socket| match socket.role {
            Role::Fresh => Ok((socket.domain, socket.local.clone())),
            Role::Connected => Err(Errno::ISCONN.into()),
            _ => Err(Errno::INVAL.into()),
        })?;
        let listening = |role: &Role| matches!(role, Role::Listening { .. });
        let found = match network.fails(network.faults.get().refusals, REFUSED) {
            true => None,
            false => network.find(address, listening),
        };
        let Some(listener) = found else {
            if domain == Domain::Unix {
                let is_bound = network.find(address, |_| true).is_some();
                let is_abstract =
                    matches!(address, Address::Unix(name) if name.first() == Some(&0));
                let refused = is_bound || is_abstract;
                return Err(if refused { Errno::CONNREFUSED } else { Errno::NOENT }.into());
            }
            if network.chooser.choose(REFUSAL, 2) == 1 {
                return Err(Errno::CONNREFUSED.into());
            }
            return self.with(|socket| {
                socket.role = Role::Refused;
                socket.error = Some(Errno::CONNREFUSED);
                Ok(())
            });
        };
        let local = local.unwrap_or_else(|| own_address(network, address));
        let mut accepted = Socket::new(domain, Role::Connected);
        accepted.remote = Some(local.clone());
        accepted.local = Some(address.clone());
        {
            let mut sockets = network.sockets.borrow_mut();
            let socket = sockets.get_mut(&listener).ok_or(Errno::CONNREFUSED)?;
            let Role::Listening { backlog, queue } = &mut socket.role else {
                return Err(Errno::CONNREFUSED.into());
            };
            if domain == Domain::Unix && queue.len() > *backlog {
                return Err(Errno::AGAIN.into());
            }
            queue.push_back(network.next_number.get());
            network.sent_to(socket);
        }
        let number = network.insert(accepted);
        network.join(self.number, number);
        self.with(|socket| {
            socket.local = Some(local);
            socket.remote = Some(address.clone());
            // That the other side is there has to be heard of.
            socket.seen.connected = false;
            network.sent_to(socket);
            Ok(())
        })
    }

    pub(super) fn take_error(&self) -> io::Result<()> {
        self.with(|socket| match (&socket.role, socket.error) {
            (Role::Refused, Some(error)) => {
                socket.role = Role::Fresh;
                socket.error = None;
                Err(error.into())
            }
            (_, Some(error)) => Err(error.into()),
            (_, None) => Ok(()),
        })
    }

    pub(super) fn reset_on_close(&self) -> io::Result<()> {
        self.with(|socket| {
            socket.resets_on_close = true;
            Ok(())
        })
    }

    pub(super) fn local_address(&self) -> io::Result<Address> {
        self.with(|socket| Ok(socket.local.clone().unwrap_or_else(|| nowhere(socket.domain))))
    }

    pub(super) fn peer_address(&self) -> io::Result<Address> {
        self.with(|socket| match (&socket.remote, &socket.role) {
            (Some(remote), _) => Ok(remote.clone()),
            (None, Role::Connected) => Ok(nowhere(socket.domain)),
            (None, _) => Err(Errno::NOTCONN.into()),
        })
    }

    /// Sends a datagram, to who has been connected or to who is named.
    pub(super) fn send_to(&self, bytes: &[u8], address: Option<&Address>) -> io::Result<usize> {
        let network = &self.network;
        let (remote, domain) = self.with(|socket| Ok((socket.remote.clone(), socket.domain)))?;
        let address = match (address, remote) {
            (Some(_), Some(_)) => return Err(Errno::ISCONN.into()),
            (Some(address), None) => address.clone(),
            (None, Some(remote)) => remote,
            (None, None) => return Err(Errno::DESTADDRREQ.into()),
        };
        if bytes.len() > LONGEST_DATAGRAM {
            return Err(Errno::MSGSIZE.into());
        }
        if self.with(|socket| Ok(socket.local.is_none()))? {
            self.bind(&nowhere(domain))?;
        }
        if network.share(WRITE, 2) == 0 {
            return Err(Errno::AGAIN.into());
        }
        network.deliver(self.local_address()?, &address, bytes)
    }

    /// Receives a datagram: how much of it fits, who sent it, and how long it was.
    pub(super) fn receive_from(
        &self,
        buffer: &mut Vec<u8>,
        limit: usize,
    ) -> io::Result<(Address, usize)> {
        if self.network.share(Point::READ, 2) == 0 {
            return Err(Errno::AGAIN.into());
        }
        self.with(|socket| {
            if socket.seen.datagrams == 0 {
                return Err(Errno::AGAIN.into());
            }
            let (from, bytes) = socket.datagrams.pop_front().ok_or(Errno::AGAIN)?;
            socket.seen.datagrams -= 1;
            buffer.extend_from_slice(&bytes[..bytes.len().min(limit)]);
            Ok((from, bytes.len()))
        })
    }

    /// Sets or removes the one that a datagram socket talks to.
    pub(super) fn set_remote(&self, address: Option<&Address>) -> io::Result<()> {
        if self.with(|socket| Ok(socket.local.is_none()))? {
            let domain = self.with(|socket| Ok(socket.domain))?;
            self.bind(&nowhere(domain))?;
        }
        self.with(|socket| {
            socket.remote = address.cloned();
            Ok(())
        })
    }
}

impl Drop for MemorySocket {
    fn drop(&mut self) {
        self.network.close(self.number);
    }
}

/// The address of somebody who has none.
fn nowhere(domain: Domain) -> Address {
    match domain {
        Domain::Ipv4 => Address::Ip((Ipv4Addr::UNSPECIFIED, 0).into()),
        Domain::Ipv6 => Address::Ip((std::net::Ipv6Addr::UNSPECIFIED, 0).into()),
        Domain::Unix => Address::Unix(Vec::new()),
    }
}

fn loopback(domain: Domain) -> IpAddr {
    match domain {
        Domain::Ipv6 => std::net::Ipv6Addr::LOCALHOST.into(),
        Domain::Ipv4 | Domain::Unix => Ipv4Addr::LOCALHOST.into(),
    }
}

/// The address that a client gets who calls `address` and was not bound.
fn own_address(network: &Network, address: &Address) -> Address {
    match address {
        Address::Unix(_) => Address::Unix(Vec::new()),
        Address::Ip(address) => {
            let port = network.next_port.get();
            network.next_port.set(port.checked_add(1).unwrap_or(FIRST_FREE_PORT));
            let ip = match address.ip() {
                ip if !ip.is_unspecified() => ip,
                ip if ip.is_ipv4() => Ipv4Addr::LOCALHOST.into(),
                _ => std::net::Ipv6Addr::LOCALHOST.into(),
            };
            Address::Ip(SocketAddr::new(ip, port))
        }
    }
}
