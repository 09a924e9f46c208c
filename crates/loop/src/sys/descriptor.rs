//! A descriptor that a handle owns: the kernel's, or one of the simulated platform. Dropping it closes it.
//!
//! All that streams do to one goes through here, so that a stream is the same code on each platform.

use super::memory_sockets::MemorySocket;
use super::{datagrams, sockets, terminals};
use crate::tcp::TcpBind;
use crate::tty::TtyMode;
use crate::udp::{Membership, UdpBind};
use rustix::net::{SocketType, sockopt};
use rustix::termios::Termios;
use std::io::{self, IoSlice};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd, RawFd};
use std::time::Duration;

/// The family of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    Ipv4,
    Ipv6,
    Unix,
}

impl Domain {
    pub(crate) fn of(address: &SocketAddr) -> Domain {
        if address.is_ipv4() { Domain::Ipv4 } else { Domain::Ipv6 }
    }
}

/// Where a socket is. The name of a unix socket is a path, an abstract name after a zero byte, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Address {
    Ip(SocketAddr),
    Unix(Vec<u8>),
}

pub(crate) enum Descriptor {
    System(SystemDescriptor),
    Memory(MemorySocket),
}

/// A descriptor of the kernel.
pub(crate) struct SystemDescriptor {
    fd: OwnedFd,
    calls: Calls,
}

/// The system calls that bytes go through.
#[derive(Clone, Copy)]
enum Calls {
    /// read(2) and write(2): of anything.
    ReadWrite,
    /// recv(2) and send(2): known to be a socket.
    SendReceive,
}

impl SystemDescriptor {
    fn opened(fd: OwnedFd) -> SystemDescriptor {
        SystemDescriptor { fd, calls: Calls::ReadWrite }
    }

    fn socket(fd: OwnedFd) -> SystemDescriptor {
        SystemDescriptor { fd, calls: Calls::SendReceive }
    }
}

impl std::ops::Deref for SystemDescriptor {
    type Target = OwnedFd;

    fn deref(&self) -> &OwnedFd {
        &self.fd
    }
}

impl Descriptor {
    /// The kernel's descriptor, for what only those can do.
    fn fd(&self) -> io::Result<BorrowedFd<'_>> {
        match self {
            Descriptor::System(fd) => Ok(fd.as_fd()),
            Descriptor::Memory(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    pub(crate) fn is_system(&self) -> bool {
        matches!(self, Descriptor::System(_))
    }

    /// The number under which the platform knows it.
    pub(crate) fn number(&self) -> RawFd {
        match self {
            Descriptor::System(fd) => sockets::number(fd),
            Descriptor::Memory(socket) => socket.number(),
        }
    }

    /// Another descriptor of the same thing.
    pub(crate) fn duplicate(&self) -> io::Result<OwnedFd> {
        match self {
            Descriptor::System(fd) => fd.try_clone(),
            Descriptor::Memory(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// A descriptor that somebody else has opened, made non-blocking, and whether it can be read and written.
    pub(crate) fn adopt(fd: OwnedFd) -> io::Result<(Descriptor, bool, bool)> {
        if !sockets::is_pollable(fd.as_fd())? {
            return Err(rustix::io::Errno::INVAL.into());
        }
        let (readable, writable) = sockets::directions(fd.as_fd())?;
        sockets::set_nonblocking(fd.as_fd())?;
        Ok((Descriptor::System(SystemDescriptor::opened(fd)), readable, writable))
    }

    /// The terminal that a descriptor leads to, opened anew, and whether it can be read and written.
    pub(crate) fn open_terminal(fd: OwnedFd) -> io::Result<(Descriptor, bool, bool)> {
        let fd = terminals::open_anew(fd)?;
        let (readable, writable) = sockets::directions(fd.as_fd())?;
        Ok((Descriptor::System(SystemDescriptor::opened(fd)), readable, writable))
    }

    /// Appends at most `limit` bytes to `buffer`, which has room for them. 0 is the end.
    #[inline]
    pub(crate) fn read(&self, buffer: &mut Vec<u8>, limit: usize) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => match fd.calls {
                Calls::ReadWrite => sockets::read(fd.as_fd(), buffer, limit),
                Calls::SendReceive => sockets::receive(fd.as_fd(), buffer, limit),
            },
            Descriptor::Memory(socket) => socket.read(buffer, limit, &mut drop),
        }
    }

    /// As [`read`](Descriptor::read), and keeps the descriptors that come along.
    pub(crate) fn receive_with_fds(
        &self,
        buffer: &mut Vec<u8>,
        limit: usize,
        fds: &mut dyn FnMut(OwnedFd),
    ) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => sockets::receive_with_fds(fd.as_fd(), buffer, limit, fds),
            Descriptor::Memory(socket) => socket.read(buffer, limit, fds),
        }
    }

    #[inline]
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => match fd.calls {
                Calls::ReadWrite => sockets::write(fd.as_fd(), bytes),
                Calls::SendReceive => sockets::send(fd.as_fd(), bytes),
            },
            Descriptor::Memory(socket) => socket.write(&[IoSlice::new(bytes)], Vec::new()),
        }
    }

    #[inline]
    pub(crate) fn write_vectored(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => sockets::write_vectored(fd.as_fd(), parts),
            Descriptor::Memory(socket) => socket.write(parts, Vec::new()),
        }
    }

    pub(crate) fn send_with_fds(&self, bytes: &[u8], fds: &[OwnedFd]) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => sockets::send_with_fds(fd.as_fd(), bytes, fds),
            Descriptor::Memory(socket) => socket.write_with_fds(bytes, fds),
        }
    }

    pub(crate) fn shutdown_write(&self) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::shutdown_write(fd.as_fd()),
            Descriptor::Memory(socket) => socket.shutdown_write(),
        }
    }

    pub(crate) fn bind(&self, address: &Address) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::bind(fd.as_fd(), address),
            Descriptor::Memory(socket) => socket.bind(address),
        }
    }

    pub(crate) fn listen(&self, backlog: i32) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::listen(fd.as_fd(), backlog),
            Descriptor::Memory(socket) => socket.listen(backlog),
        }
    }

    pub(crate) fn accept(&self) -> io::Result<Descriptor> {
        match self {
            Descriptor::System(fd) => {
                Ok(Descriptor::System(SystemDescriptor::socket(sockets::accept(fd.as_fd())?)))
            }
            Descriptor::Memory(socket) => Ok(Descriptor::Memory(socket.accept()?)),
        }
    }

    /// Begins a connection. `Ok` also if it is still in progress.
    pub(crate) fn connect(&self, address: &Address) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::connect(fd.as_fd(), address),
            Descriptor::Memory(socket) => socket.connect(address),
        }
    }

    /// How a connection that was in progress ended.
    pub(crate) fn take_error(&self) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::take_error(fd.as_fd()),
            Descriptor::Memory(socket) => socket.take_error(),
        }
    }

    pub(crate) fn prepare_bind(&self, address: &SocketAddr, options: TcpBind) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::prepare_bind(fd.as_fd(), address, options),
            Descriptor::Memory(socket) => socket.prepare_bind(options.reuse_port),
        }
    }

    pub(crate) fn set_nodelay(&self, nodelay: bool) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::set_nodelay(fd.as_fd(), nodelay),
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_keepalive(&self, idle: Option<Duration>) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::set_keepalive(fd.as_fd(), idle),
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_type_of_service(&self, value: u8) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::set_type_of_service(fd.as_fd(), value),
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn type_of_service(&self) -> io::Result<u8> {
        match self {
            Descriptor::System(fd) => sockets::type_of_service(fd.as_fd()),
            Descriptor::Memory(_) => Ok(0),
        }
    }

    /// Removes the path of a unix socket. It may be gone, or somebody else's, which is not this handle's business.
    pub(crate) fn remove_name(&self, name: &[u8]) {
        if let Descriptor::System(_) = self {
            sockets::remove_name(name);
        }
    }

    /// Closes it, unless it is standard input, output or error.
    pub(crate) fn close_unless_standard(self) {
        match self {
            Descriptor::System(fd) => sockets::close_unless_standard(fd.fd),
            Descriptor::Memory(socket) => drop(socket),
        }
    }

    pub(crate) fn reset_on_close(&self) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => sockets::reset_on_close(fd.as_fd()),
            Descriptor::Memory(socket) => socket.reset_on_close(),
        }
    }

    pub(crate) fn local_address(&self) -> io::Result<Address> {
        match self {
            Descriptor::System(fd) => sockets::local_address(fd.as_fd()),
            Descriptor::Memory(socket) => socket.local_address(),
        }
    }

    pub(crate) fn peer_address(&self) -> io::Result<Address> {
        match self {
            Descriptor::System(fd) => sockets::peer_address(fd.as_fd()),
            Descriptor::Memory(socket) => socket.peer_address(),
        }
    }

    pub(crate) fn prepare_datagrams(
        &self,
        address: &SocketAddr,
        options: UdpBind,
    ) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::prepare(fd.as_fd(), address, options),
            Descriptor::Memory(socket) => {
                socket.prepare_bind(options.reuse_port || options.reuse_address)
            }
        }
    }

    /// Sends a datagram.
    pub(crate) fn send_to(&self, bytes: &[u8], to: Option<&Address>) -> io::Result<usize> {
        match self {
            Descriptor::System(fd) => datagrams::send_to(fd.as_fd(), bytes, to),
            Descriptor::Memory(socket) => socket.send_to(bytes, to),
        }
    }

    /// Receives a datagram into `buffer`, which has room: who sent it, and how long it was.
    pub(crate) fn receive_from(
        &self,
        buffer: &mut Vec<u8>,
        limit: usize,
    ) -> io::Result<(Address, usize)> {
        match self {
            Descriptor::System(fd) => datagrams::receive_from(fd.as_fd(), buffer, limit),
            Descriptor::Memory(socket) => socket.receive_from(buffer, limit),
        }
    }

    /// Sets or removes the one that a datagram socket talks to.
    pub(crate) fn set_remote(&self, remote: Option<&Address>) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::set_remote(fd.as_fd(), remote),
            Descriptor::Memory(socket) => socket.set_remote(remote),
        }
    }

    pub(crate) fn join(&self, membership: &Membership) -> io::Result<()> {
        datagrams::join(self.fd()?, membership)
    }

    pub(crate) fn leave(&self, membership: &Membership) -> io::Result<()> {
        datagrams::leave(self.fd()?, membership)
    }

    pub(crate) fn set_broadcast(&self, broadcast: bool) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::set_broadcast(fd.as_fd(), broadcast),
            // Nothing goes further than the process.
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_ttl(&self, ttl: u32) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::set_ttl(fd.as_fd(), ttl),
            // Nothing goes further than the process.
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_multicast_ttl(&self, ttl: u32) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::set_multicast_ttl(fd.as_fd(), ttl),
            // Nothing goes further than the process.
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_multicast_loop(&self, comes_back: bool) -> io::Result<()> {
        match self {
            Descriptor::System(fd) => datagrams::set_multicast_loop(fd.as_fd(), comes_back),
            // Nothing goes further than the process.
            Descriptor::Memory(_) => Ok(()),
        }
    }

    pub(crate) fn set_multicast_interface(
        &self,
        interface: Ipv4Addr,
        index: u32,
    ) -> io::Result<()> {
        datagrams::set_multicast_interface(self.fd()?, interface, index)
    }

    pub(crate) fn receive_buffer_size(&self) -> io::Result<usize> {
        Ok(sockopt::socket_recv_buffer_size(self.fd()?)?)
    }

    pub(crate) fn set_receive_buffer_size(&self, bytes: usize) -> io::Result<()> {
        Ok(sockopt::set_socket_recv_buffer_size(self.fd()?, bytes)?)
    }

    pub(crate) fn send_buffer_size(&self) -> io::Result<usize> {
        Ok(sockopt::socket_send_buffer_size(self.fd()?)?)
    }

    pub(crate) fn set_send_buffer_size(&self, bytes: usize) -> io::Result<()> {
        Ok(sockopt::set_socket_send_buffer_size(self.fd()?, bytes)?)
    }

    pub(crate) fn terminal_mode(&self) -> io::Result<Termios> {
        terminals::mode(self.fd()?)
    }

    pub(crate) fn set_terminal_mode(&self, original: &Termios, mode: TtyMode) -> io::Result<()> {
        terminals::set_mode(self.fd()?, original, mode)
    }

    pub(crate) fn window_size(&self) -> io::Result<(u16, u16)> {
        terminals::window_size(self.fd()?)
    }

    /// Waits until there is room to write.
    pub(crate) fn wait_writable(&self) -> io::Result<()> {
        sockets::wait_writable(self.fd()?)
    }
}

/// A descriptor kept in reserve for the day when there are no others.
pub(crate) struct Spare(OwnedFd);

impl Spare {
    pub(crate) fn new() -> io::Result<Spare> {
        Ok(Spare(sockets::spare()?))
    }

    /// Gives the descriptor back and runs `body` in the room this makes.
    pub(crate) fn spend(self, body: impl FnOnce()) -> Option<Spare> {
        drop(self.0);
        body();
        Spare::new().ok()
    }
}

pub(super) fn system_socket(domain: Domain, kind: SocketType) -> io::Result<Descriptor> {
    Ok(Descriptor::System(SystemDescriptor::socket(sockets::socket(domain, kind)?)))
}

pub(super) fn system_pair() -> io::Result<(Descriptor, Descriptor)> {
    let (one, other) = sockets::socket_pair()?;
    let of = |fd| Descriptor::System(SystemDescriptor::socket(fd));
    Ok((of(one), of(other)))
}
