//! Which sockets of a run in virtual time are the program's own on both sides.
//!
//! What is sent to such a socket comes out of the same process: nothing of the world is to be waited for, and the clock may jump
//! while it is watched. They are sockets that listen at a loopback address or at a path, and connections whose other end has a
//! name that one of this process's sockets has. Everything else is the world's: pipes, terminals, unnamed pairs, which a
//! child may have the other end of.

use rustix::net::{AddressFamily, SocketAddrAny, SocketType, getpeername, getsockname, sockopt};
use rustix::process::getpid;
use std::fs;
use std::net::SocketAddr;
use std::os::fd::{BorrowedFd, RawFd};

pub(crate) fn is_inside(fd: BorrowedFd<'_>) -> bool {
    match getpeername(fd) {
        Ok(Some(peer)) if is_local(&peer) => is_one_of_ours(&peer),
        Ok(_) if is_accepted_at_path(fd) => {
            sockopt::socket_peercred(fd).is_ok_and(|peer| peer.pid == getpid())
        }
        _ => is_awaiting_peers(fd),
    }
}

/// Whether a connection was made to a path, by somebody who has no name.
fn is_accepted_at_path(fd: BorrowedFd<'_>) -> bool {
    getsockname(fd).is_ok_and(|own| is_path(&own))
}

/// Whether a socket that is not connected listens, or receives datagrams, where only this machine sends.
fn is_awaiting_peers(fd: BorrowedFd<'_>) -> bool {
    let Ok(name) = getsockname(fd) else { return false };
    let receives = sockopt::socket_acceptconn(fd).unwrap_or(false)
        || sockopt::socket_type(fd) == Ok(SocketType::DGRAM);
    receives && is_local(&name)
}

fn is_local(name: &SocketAddrAny) -> bool {
    match SocketAddr::try_from(name.clone()) {
        Ok(address) => address.ip().is_loopback(),
        Err(_) => is_path(name),
    }
}

fn is_path(name: &SocketAddrAny) -> bool {
    // An unnamed one has the family alone.
    name.address_family() == AddressFamily::UNIX && name.addr_len() > 2
}

fn is_one_of_ours(name: &SocketAddrAny) -> bool {
    let Ok(entries) = fs::read_dir("/proc/self/fd") else { return false };
    let mut numbers =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.any(|number: RawFd| {
        // SAFETY: the number is not -1 and is handed to one system call; if nothing is open under it any more, the call says so.
        let fd = unsafe { BorrowedFd::borrow_raw(number) };
        getsockname(fd).is_ok_and(|own| own == *name)
    })
}
