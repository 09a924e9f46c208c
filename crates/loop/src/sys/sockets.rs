//! The kernel's sockets, pipes and terminals: the system calls that streams are made of, each tried again when a
//! signal interrupts it. Every descriptor is non-blocking and closed on exec.

use super::descriptor::{Address, Domain};
use crate::tcp::TcpBind;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{FileType, OFlags, fcntl_getfl, fcntl_setfl, fstat};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, Shutdown,
    SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, sockopt,
};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// How many descriptors one message may carry. The kernel's own limit is 253.
const MAX_PASSED: usize = 64;

/// Room for them in a message that is received, counted in headers, which are what it has to be aligned as.
const CONTROL_HEADERS: usize = {
    // SAFETY: a computation.
    let bytes = unsafe { libc::CMSG_SPACE((MAX_PASSED * size_of::<RawFd>()) as u32) };
    (bytes as usize).div_ceil(size_of::<libc::cmsghdr>())
};

pub(super) fn socket(domain: Domain, kind: SocketType) -> io::Result<OwnedFd> {
    let family = match domain {
        Domain::Ipv4 => AddressFamily::INET,
        Domain::Ipv6 => AddressFamily::INET6,
        Domain::Unix => AddressFamily::UNIX,
    };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    Ok(rustix::net::socket_with(family, kind, flags, None)?)
}

pub(super) fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    Ok(rustix::net::socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)?)
}

pub(super) fn set_nonblocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    let flags = fcntl_getfl(fd)?;
    if !flags.contains(OFlags::NONBLOCK) {
        fcntl_setfl(fd, flags | OFlags::NONBLOCK)?;
    }
    Ok(())
}

/// Which directions a descriptor was opened for: readable, writable.
pub(super) fn directions(fd: BorrowedFd<'_>) -> io::Result<(bool, bool)> {
    let mode = fcntl_getfl(fd)? & OFlags::RWMODE;
    Ok((mode != OFlags::WRONLY, mode != OFlags::RDONLY))
}

/// Whether poll can say when the descriptor is ready, which it can not of files and folders.
pub(super) fn is_pollable(fd: BorrowedFd<'_>) -> io::Result<bool> {
    let kind = FileType::from_raw_mode(fstat(fd)?.st_mode);
    Ok(!matches!(kind, FileType::RegularFile | FileType::Directory | FileType::BlockDevice))
}

/// Appends at most `limit` bytes to `buffer`, which has room for them.
pub(super) fn read(fd: BorrowedFd<'_>, buffer: &mut Vec<u8>, limit: usize) -> io::Result<usize> {
    let space = buffer.spare_capacity_mut();
    let limit = limit.min(space.len());
    let read = loop {
        match rustix::io::read(fd, &mut space[..limit]) {
            Ok((read, _)) => break read.len(),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    // SAFETY: the kernel has written so many bytes at the start of the spare capacity.
    unsafe { buffer.set_len(buffer.len() + read) };
    Ok(read)
}

/// As [`read`], from a socket: the kernel has less to look at than in a read(2), which may be that of a file.
pub(super) fn receive(fd: BorrowedFd<'_>, buffer: &mut Vec<u8>, limit: usize) -> io::Result<usize> {
    let space = buffer.spare_capacity_mut();
    let limit = limit.min(space.len());
    let received = loop {
        match rustix::net::recv(fd, &mut space[..limit], RecvFlags::empty()) {
            Ok(((received, _), _)) => break received.len(),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    // SAFETY: the kernel has written so many bytes at the start of the spare capacity.
    unsafe { buffer.set_len(buffer.len() + received) };
    Ok(received)
}

/// As [`read`], and keeps the descriptors that come along.
///
/// By recvmsg(2) itself: what `rustix` offers takes initialised bytes only, and 64 KiB of zeros for every message cost more
/// than the message.
pub(super) fn receive_with_fds(
    fd: BorrowedFd<'_>,
    buffer: &mut Vec<u8>,
    limit: usize,
    fds: &mut dyn FnMut(OwnedFd),
) -> io::Result<usize> {
    let space = buffer.spare_capacity_mut();
    let mut part =
        libc::iovec { iov_base: space.as_mut_ptr().cast(), iov_len: limit.min(space.len()) };
    let mut control = [MaybeUninit::<libc::cmsghdr>::uninit(); CONTROL_HEADERS];
    // SAFETY: a structure of numbers and pointers, for which zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    let received = loop {
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control);
        // SAFETY: the message leads to one part, the spare capacity of `buffer` or less, and to `control`; both outlive the
        // call, and their lengths are theirs.
        let received =
            unsafe { libc::recvmsg(fd.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) };
        if let Ok(received) = usize::try_from(received) {
            break received;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    };
    // SAFETY: the kernel has written so many bytes at the start of the spare capacity.
    unsafe { buffer.set_len(buffer.len() + received) };
    // SAFETY: `message` is as the kernel has left it: its control bytes are whole headers with their data.
    unsafe { each_passed(&message, fds) };
    Ok(received)
}

/// Calls `fds` with every descriptor that a message has brought.
///
/// # Safety
/// `message` must be one that recvmsg(2) has just filled in, and nobody may have taken its descriptors.
unsafe fn each_passed(message: &libc::msghdr, fds: &mut dyn FnMut(OwnedFd)) {
    // SAFETY: the caller's promise; the same for each call below, whose header is one of this message.
    let mut header = unsafe { libc::CMSG_FIRSTHDR(message) };
    while !header.is_null() {
        // SAFETY: see above.
        let (level, kind, length) =
            unsafe { ((*header).cmsg_level, (*header).cmsg_type, (*header).cmsg_len) };
        if (level, kind) == (libc::SOL_SOCKET, libc::SCM_RIGHTS) {
            // SAFETY: see above.
            let (data, head) =
                unsafe { (libc::CMSG_DATA(header).cast::<RawFd>(), libc::CMSG_LEN(0) as usize) };
            for index in 0..(length - head) / size_of::<RawFd>() {
                // SAFETY: the header's length says that there are so many, each a new descriptor of this process.
                fds(unsafe { OwnedFd::from_raw_fd(data.add(index).read_unaligned()) });
            }
        }
        // SAFETY: see above.
        header = unsafe { libc::CMSG_NXTHDR(message, header) };
    }
}

pub(super) fn write(fd: BorrowedFd<'_>, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match rustix::io::write(fd, bytes) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// As [`write`], to a socket.
pub(super) fn send(fd: BorrowedFd<'_>, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match rustix::net::send(fd, bytes, SendFlags::NOSIGNAL) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

pub(super) fn write_vectored(fd: BorrowedFd<'_>, parts: &[IoSlice<'_>]) -> io::Result<usize> {
    loop {
        match rustix::io::writev(fd, parts) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// Writes bytes with descriptors attached to the first of them.
pub(super) fn send_with_fds(
    fd: BorrowedFd<'_>,
    bytes: &[u8],
    fds: &[OwnedFd],
) -> io::Result<usize> {
    let borrowed: Vec<BorrowedFd<'_>> = fds.iter().map(AsFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_PASSED))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(Errno::INVAL.into());
    }
    loop {
        let slices = [IoSlice::new(bytes)];
        match rustix::net::sendmsg(fd, &slices, &mut control, SendFlags::NOSIGNAL) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// What is no socket has nobody to tell: its reader sees the end when the descriptor is closed.
pub(super) fn shutdown_write(fd: BorrowedFd<'_>) -> io::Result<()> {
    match rustix::net::shutdown(fd, Shutdown::Write) {
        Err(Errno::NOTSOCK) => Ok(()),
        result => Ok(result?),
    }
}

pub(super) fn accept(fd: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    loop {
        match rustix::net::accept_with(fd, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

pub(super) fn bind(fd: BorrowedFd<'_>, address: &Address) -> io::Result<()> {
    match address {
        Address::Ip(address) => Ok(rustix::net::bind(fd, address)?),
        Address::Unix(name) => Ok(rustix::net::bind(fd, &unix_address(name)?)?),
    }
}

/// Begins a connection. `Ok` also if it is still in progress.
pub(super) fn connect(fd: BorrowedFd<'_>, address: &Address) -> io::Result<()> {
    loop {
        let result = match address {
            Address::Ip(address) => rustix::net::connect(fd, address),
            Address::Unix(name) => rustix::net::connect(fd, &unix_address(name)?),
        };
        match result {
            // An interrupted connect goes on in the kernel; asking again says so with EALREADY.
            Err(Errno::INTR) => {}
            Err(Errno::INPROGRESS | Errno::ALREADY) => return Ok(()),
            result => return Ok(result?),
        }
    }
}

pub(super) fn listen(fd: BorrowedFd<'_>, backlog: i32) -> io::Result<()> {
    Ok(rustix::net::listen(fd, backlog)?)
}

/// Takes the error that is kept on a socket: how a connection attempt ended.
pub(super) fn take_error(fd: BorrowedFd<'_>) -> io::Result<()> {
    Ok(sockopt::socket_error(fd)??)
}

pub(super) fn prepare_bind(
    fd: BorrowedFd<'_>,
    address: &SocketAddr,
    options: TcpBind,
) -> io::Result<()> {
    sockopt::set_socket_reuseaddr(fd, true)?;
    if options.reuse_port {
        sockopt::set_socket_reuseport(fd, true)?;
    }
    if address.is_ipv6() {
        sockopt::set_ipv6_v6only(fd, options.ipv6_only)?;
    }
    Ok(())
}

pub(super) fn set_nodelay(fd: BorrowedFd<'_>, nodelay: bool) -> io::Result<()> {
    Ok(sockopt::set_tcp_nodelay(fd, nodelay)?)
}

pub(super) fn set_keepalive(fd: BorrowedFd<'_>, idle: Option<Duration>) -> io::Result<()> {
    sockopt::set_socket_keepalive(fd, idle.is_some())?;
    if let Some(idle) = idle.filter(|idle| idle.as_secs() > 0) {
        sockopt::set_tcp_keepidle(fd, idle)?;
        sockopt::set_tcp_keepintvl(fd, Duration::from_secs(1))?;
        sockopt::set_tcp_keepcnt(fd, 10)?;
    }
    Ok(())
}

pub(super) fn set_type_of_service(fd: BorrowedFd<'_>, value: u8) -> io::Result<()> {
    if sockopt::socket_domain(fd)? == AddressFamily::INET6 {
        // What goes to an IPv4 address by way of an IPv6 socket has a field of its own.
        let _ = sockopt::set_ip_tos(fd, value);
        return Ok(sockopt::set_ipv6_tclass(fd, value.into())?);
    }
    Ok(sockopt::set_ip_tos(fd, value)?)
}

pub(super) fn type_of_service(fd: BorrowedFd<'_>) -> io::Result<u8> {
    if sockopt::socket_domain(fd)? == AddressFamily::INET6 {
        return Ok(u8::try_from(sockopt::ipv6_tclass(fd)?).unwrap_or(0));
    }
    Ok(sockopt::ip_tos(fd)?)
}

pub(super) fn remove_name(name: &[u8]) {
    if !matches!(name, [] | [0, ..]) {
        let _ = rustix::fs::unlink(name);
    }
}

pub(super) fn close_unless_standard(fd: OwnedFd) {
    if fd.as_raw_fd() <= 2 {
        std::mem::forget(fd);
    }
}

/// Makes the close of a connection a reset: what is unsent is dropped, and the other side gets an error.
pub(super) fn reset_on_close(fd: BorrowedFd<'_>) -> io::Result<()> {
    Ok(sockopt::set_socket_linger(fd, Some(Duration::ZERO))?)
}

pub(super) fn local_address(fd: BorrowedFd<'_>) -> io::Result<Address> {
    address(rustix::net::getsockname(fd)?)
}

pub(super) fn peer_address(fd: BorrowedFd<'_>) -> io::Result<Address> {
    match rustix::net::getpeername(fd)? {
        Some(peer) => address(peer),
        None => Ok(Address::Unix(Vec::new())),
    }
}

pub(super) fn address(address: SocketAddrAny) -> io::Result<Address> {
    match address.address_family() {
        AddressFamily::UNIX => {
            let unix = SocketAddrUnix::try_from(address)?;
            let name = match (unix.path_bytes(), unix.abstract_name()) {
                (Some(path), _) => path.to_vec(),
                (None, Some(name)) if !name.is_empty() => [&[0], name].concat(),
                _ => Vec::new(),
            };
            Ok(Address::Unix(name))
        }
        _ => Ok(Address::Ip(SocketAddr::try_from(address)?)),
    }
}

/// A name that begins with a zero byte is an abstract one.
fn unix_address(name: &[u8]) -> io::Result<SocketAddrUnix> {
    Ok(match name {
        [] => return Err(Errno::INVAL.into()),
        [0, rest @ ..] => SocketAddrUnix::new_abstract_name(rest)?,
        path => SocketAddrUnix::new(path)?,
    })
}

/// Waits until the descriptor has room.
pub(super) fn wait_writable(fd: BorrowedFd<'_>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    loop {
        match poll(&mut [PollFd::new(&fd, PollFlags::OUT)], None) {
            Err(Errno::INTR) => {}
            result => return result.map(|_| ()).map_err(Into::into),
        }
    }
}

/// A descriptor that is good for nothing but being closed when another is needed.
pub(super) fn spare() -> io::Result<OwnedFd> {
    use rustix::fs::{Mode, open};
    Ok(open("/", OFlags::RDONLY | OFlags::CLOEXEC | OFlags::PATH, Mode::empty())?)
}

pub(super) fn number(fd: &OwnedFd) -> i32 {
    fd.as_raw_fd()
}
