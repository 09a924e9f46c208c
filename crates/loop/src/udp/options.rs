//! What a UDP socket can be told beside its address: groups, broadcast, hops, buffers.

use super::Udp;
use crate::EventLoop;
use crate::sys::Domain;
use rustix::io::Errno;
use std::io;
use std::net::{IpAddr, Ipv4Addr};

/// A multicast group, and from where it is heard.
///
/// ```
/// use roundel_loop::Membership;
/// let group = Membership::new("239.1.2.3".parse().unwrap());
/// assert_eq!(group.source, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The group's address.
    pub group: IpAddr,
    /// The address of the interface, for IPv4; the unspecified one lets the kernel choose.
    pub interface: Ipv4Addr,
    /// The number of the interface, for IPv6; 0 lets the kernel choose.
    pub interface_index: u32,
    /// Who is listened to; everybody if it is `None`. IPv4 only.
    pub source: Option<Ipv4Addr>,
}

impl Membership {
    /// A group, heard from everybody, on the interface that the kernel chooses.
    ///
    /// ```
    /// use roundel_loop::Membership;
    /// assert!(Membership::new("ff02::1".parse().unwrap()).group.is_multicast());
    /// ```
    pub fn new(group: IpAddr) -> Membership {
        let interface = Ipv4Addr::UNSPECIFIED;
        Membership { group, interface, interface_index: 0, source: None }
    }
}

impl Udp {
    /// Joins a multicast group.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Membership, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// let nobody = Membership::new("127.0.0.1".parse().unwrap());
    /// assert!(udp.join(&lp, nobody).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn join(self, lp: &EventLoop, membership: Membership) -> io::Result<()> {
        let domain = domain_of(membership.group);
        // Groups are the kernel's.
        let inside = self.ensure_descriptor(lp, domain)?;
        self.outside_descriptor(lp, inside, domain, None)?.join(&membership)
    }

    /// Leaves a multicast group.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Membership, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let group = Membership::new("239.1.2.3".parse().unwrap());
    /// assert!(Udp::new(&lp).leave(&lp, group).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn leave(self, lp: &EventLoop, membership: Membership) -> io::Result<()> {
        self.descriptor(lp)?.leave(&membership)
    }

    /// Whether datagrams may go to broadcast addresses.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_broadcast(&lp, true)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_broadcast(self, lp: &EventLoop, broadcast: bool) -> io::Result<()> {
        self.descriptor(lp)?.set_broadcast(broadcast)
    }

    /// How many routers a datagram may pass, from 1 to 255.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert!(udp.set_ttl(&lp, 0).is_err());
    /// udp.set_ttl(&lp, 64)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_ttl(self, lp: &EventLoop, ttl: u32) -> io::Result<()> {
        if !(1..=255).contains(&ttl) {
            return Err(Errno::INVAL.into());
        }
        self.descriptor(lp)?.set_ttl(ttl)
    }

    /// The same for multicast, from 0 to 255.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_multicast_ttl(&lp, 1)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_multicast_ttl(self, lp: &EventLoop, ttl: u32) -> io::Result<()> {
        if ttl > 255 {
            return Err(Errno::INVAL.into());
        }
        self.descriptor(lp)?.set_multicast_ttl(ttl)
    }

    /// Whether multicast datagrams come back to this machine.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_multicast_loop(&lp, true)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_multicast_loop(self, lp: &EventLoop, comes_back: bool) -> io::Result<()> {
        self.descriptor(lp)?.set_multicast_loop(comes_back)
    }

    /// The interface that multicast datagrams leave by: an address for IPv4, a number for IPv6.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_multicast_interface(&lp, "127.0.0.1".parse().unwrap(), 0)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_multicast_interface(
        self,
        lp: &EventLoop,
        address: Ipv4Addr,
        index: u32,
    ) -> io::Result<()> {
        self.descriptor(lp)?.set_multicast_interface(address, index)
    }

    /// How many bytes the kernel keeps that nobody has received.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// assert!(udp.receive_buffer_size(&lp)? > 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn receive_buffer_size(self, lp: &EventLoop) -> io::Result<usize> {
        self.descriptor(lp)?.receive_buffer_size()
    }

    /// Asks for such a size. The kernel takes twice as much, for itself, and has limits.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_receive_buffer_size(&lp, 10_000)?;
    /// assert_eq!(udp.receive_buffer_size(&lp)?, 20_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_receive_buffer_size(self, lp: &EventLoop, bytes: usize) -> io::Result<()> {
        self.descriptor(lp)?.set_receive_buffer_size(bytes)
    }

    /// How many bytes the kernel keeps that have not been sent.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// assert!(Udp::new(&lp).send_buffer_size(&lp).is_err()); // It has no descriptor yet.
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn send_buffer_size(self, lp: &EventLoop) -> io::Result<usize> {
        self.descriptor(lp)?.send_buffer_size()
    }

    /// Asks for such a size. The kernel takes twice as much, for itself, and has limits.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Udp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let udp = Udp::new(&lp);
    /// udp.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
    /// udp.set_send_buffer_size(&lp, 10_000)?;
    /// assert_eq!(udp.send_buffer_size(&lp)?, 20_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_send_buffer_size(self, lp: &EventLoop, bytes: usize) -> io::Result<()> {
        self.descriptor(lp)?.set_send_buffer_size(bytes)
    }
}

fn domain_of(address: IpAddr) -> Domain {
    if address.is_ipv4() { Domain::Ipv4 } else { Domain::Ipv6 }
}
