//! The kernel's UDP sockets: datagrams and the options that only they have.

use super::descriptor::Address;
use super::sockets::address;
use crate::udp::{Membership, UdpBind};
use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, sockopt};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

pub(super) fn prepare(
    fd: BorrowedFd<'_>,
    address: &SocketAddr,
    options: UdpBind,
) -> io::Result<()> {
    if options.reuse_address {
        sockopt::set_socket_reuseaddr(fd, true)?;
    }
    if options.reuse_port {
        sockopt::set_socket_reuseport(fd, true)?;
    }
    if address.is_ipv6() && options.ipv6_only {
        sockopt::set_ipv6_v6only(fd, true)?;
    }
    Ok(())
}

pub(super) fn send_to(fd: BorrowedFd<'_>, bytes: &[u8], to: Option<&Address>) -> io::Result<usize> {
    loop {
        let result = match to {
            Some(Address::Ip(to)) => rustix::net::sendto(fd, bytes, SendFlags::NOSIGNAL, to),
            Some(Address::Unix(_)) => Err(Errno::AFNOSUPPORT),
            None => rustix::net::send(fd, bytes, SendFlags::NOSIGNAL),
        };
        match result {
            Err(Errno::INTR) => {}
            // The device's queue is full, which passes.
            Err(Errno::NOBUFS) => return Err(Errno::AGAIN.into()),
            result => return Ok(result?),
        }
    }
}

/// Receives into `buffer`, which is empty and has room: who sent it, and how long it was.
pub(super) fn receive_from(
    fd: BorrowedFd<'_>,
    buffer: &mut Vec<u8>,
    limit: usize,
) -> io::Result<(Address, usize)> {
    let space = buffer.spare_capacity_mut();
    let limit = limit.min(space.len());
    let (received, length, from) = loop {
        match rustix::net::recvfrom(fd, &mut space[..limit], RecvFlags::TRUNC) {
            Ok(((bytes, _), length, from)) => break (bytes.len(), length, from),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    // SAFETY: the kernel has written so many bytes at the start of the spare capacity.
    unsafe { buffer.set_len(buffer.len() + received) };
    match from {
        Some(from) => Ok((address(from)?, length)),
        None => Ok((Address::Unix(Vec::new()), length)),
    }
}

pub(super) fn set_remote(fd: BorrowedFd<'_>, remote: Option<&Address>) -> io::Result<()> {
    match remote {
        Some(Address::Ip(remote)) => Ok(rustix::net::connect(fd, remote)?),
        Some(Address::Unix(_)) => Err(Errno::AFNOSUPPORT.into()),
        None => Ok(rustix::net::connect_unspec(fd)?),
    }
}

fn is_ipv6(fd: BorrowedFd<'_>) -> io::Result<bool> {
    Ok(sockopt::socket_domain(fd)? == AddressFamily::INET6)
}

pub(super) fn join(fd: BorrowedFd<'_>, membership: &Membership) -> io::Result<()> {
    let Membership { group, interface, interface_index, source } = membership;
    match (group, source) {
        (IpAddr::V4(group), None) => {
            sockopt::set_ip_add_membership(fd, group, interface)?;
        }
        (IpAddr::V4(group), Some(source)) => {
            sockopt::set_ip_add_source_membership(fd, group, interface, source)?;
        }
        (IpAddr::V6(group), None) => {
            sockopt::set_ipv6_add_membership(fd, group, *interface_index)?;
        }
        (IpAddr::V6(_), Some(_)) => return Err(Errno::AFNOSUPPORT.into()),
    }
    Ok(())
}

pub(super) fn leave(fd: BorrowedFd<'_>, membership: &Membership) -> io::Result<()> {
    let Membership { group, interface, interface_index, source } = membership;
    match (group, source) {
        (IpAddr::V4(group), None) => {
            sockopt::set_ip_drop_membership(fd, group, interface)?;
        }
        (IpAddr::V4(group), Some(source)) => {
            sockopt::set_ip_drop_source_membership(fd, group, interface, source)?;
        }
        (IpAddr::V6(group), None) => {
            sockopt::set_ipv6_drop_membership(fd, group, *interface_index)?;
        }
        (IpAddr::V6(_), Some(_)) => return Err(Errno::AFNOSUPPORT.into()),
    }
    Ok(())
}

pub(super) fn set_broadcast(fd: BorrowedFd<'_>, broadcast: bool) -> io::Result<()> {
    Ok(sockopt::set_socket_broadcast(fd, broadcast)?)
}

pub(super) fn set_ttl(fd: BorrowedFd<'_>, ttl: u32) -> io::Result<()> {
    if is_ipv6(fd)? {
        let hops = u8::try_from(ttl).map_err(|_| Errno::INVAL)?;
        return Ok(sockopt::set_ipv6_unicast_hops(fd, Some(hops))?);
    }
    Ok(sockopt::set_ip_ttl(fd, ttl)?)
}

pub(super) fn set_multicast_ttl(fd: BorrowedFd<'_>, ttl: u32) -> io::Result<()> {
    if is_ipv6(fd)? {
        return Ok(sockopt::set_ipv6_multicast_hops(fd, ttl)?);
    }
    Ok(sockopt::set_ip_multicast_ttl(fd, ttl)?)
}

pub(super) fn set_multicast_loop(fd: BorrowedFd<'_>, comes_back: bool) -> io::Result<()> {
    if is_ipv6(fd)? {
        return Ok(sockopt::set_ipv6_multicast_loop(fd, comes_back)?);
    }
    Ok(sockopt::set_ip_multicast_loop(fd, comes_back)?)
}

pub(super) fn set_multicast_interface(
    fd: BorrowedFd<'_>,
    interface: Ipv4Addr,
    index: u32,
) -> io::Result<()> {
    if is_ipv6(fd)? {
        return Ok(sockopt::set_ipv6_multicast_if(fd, index)?);
    }
    Ok(sockopt::set_ip_multicast_if(fd, &interface)?)
}
