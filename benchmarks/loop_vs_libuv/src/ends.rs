//! What the scenarios of streams give to both loops: connections that are open, and somebody who swallows bytes.

use std::io::Read;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;

/// Both ends of a TCP connection over the loopback device.
pub(crate) fn tcp() -> (OwnedFd, OwnedFd) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a client");
    let (server, _) = listener.accept().expect("a connection");
    for end in [&client, &server] {
        end.set_nodelay(true).expect("a socket option");
    }
    (client.into(), server.into())
}

/// Both ends of a unix socket.
pub(crate) fn unix() -> (OwnedFd, OwnedFd) {
    let (one, other) = UnixStream::pair().expect("a pair");
    (one.into(), other.into())
}

/// Two UDP sockets, the first connected to the second.
pub(crate) fn udp() -> (OwnedFd, OwnedFd) {
    let receiver = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let sender = UdpSocket::bind("127.0.0.1:0").expect("a port");
    sender.connect(receiver.local_addr().expect("an address")).expect("a route");
    (sender.into(), receiver.into())
}

/// A connection whose other end is read by a thread until it ends.
pub(crate) fn swallowed() -> (OwnedFd, JoinHandle<u64>) {
    let (ours, theirs) = tcp();
    let thread = std::thread::spawn(move || {
        let mut theirs = TcpStream::from(theirs);
        let (mut buffer, mut total) = (vec![0; 1 << 18], 0);
        while let Ok(read @ 1..) = theirs.read(&mut buffer) {
            total += read as u64;
        }
        total
    });
    (ours, thread)
}
