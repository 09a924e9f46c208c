//! Names and addresses, by the system's resolver: `getaddrinfo` and `getnameinfo` on the lane of the pool that may hang,
//! so that a name server which does not answer holds up no file.

use crate::{EventLoop, Lane, WorkError, WorkId, work};
use dns_lookup::{AddrInfoHints, LookupError, SockType, getaddrinfo, getnameinfo};
use rustix::io::Errno;
use std::io;
use std::net::SocketAddr;

/// The addresses of a host, in the resolver's order, each once, with `port`. A name that nobody knows is an error in the
/// resolver's words.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, address_of_name};
/// let lp = EventLoop::new(Options::default())?;
/// address_of_name(&lp, "127.0.0.1", 80, |_, found| {
///     assert_eq!(found.unwrap(), ["127.0.0.1:80".parse().unwrap()]);
/// });
/// assert!(!lp.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn address_of_name(
    lp: &EventLoop,
    host: &str,
    port: u16,
    done: impl FnOnce(&EventLoop, io::Result<Vec<SocketAddr>>) + 'static,
) -> WorkId {
    let host = host.to_owned();
    let job = move || -> io::Result<Vec<SocketAddr>> {
        let hints = AddrInfoHints { socktype: SockType::Stream.into(), ..AddrInfoHints::default() };
        let mut addresses = Vec::new();
        for found in getaddrinfo(Some(&host), None, Some(hints)).map_err(failure)? {
            let mut address = found?.sockaddr;
            address.set_port(port);
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        Ok(addresses)
    };
    work(lp, Lane::Slow, job, move |lp, result| done(lp, flattened(result)))
}

/// The name of a host and of the service at a port; what has no name is given in numbers.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, name_of_address};
/// let lp = EventLoop::new(Options::default())?;
/// name_of_address(&lp, "127.0.0.1:9".parse().unwrap(), |_, found| {
///     assert!(!found.unwrap().0.is_empty());
/// });
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn name_of_address(
    lp: &EventLoop,
    address: SocketAddr,
    done: impl FnOnce(&EventLoop, io::Result<(String, String)>) + 'static,
) -> WorkId {
    let job = move || getnameinfo(&address, 0).map_err(failure);
    work(lp, Lane::Slow, job, move |lp, result| done(lp, flattened(result)))
}

fn failure(error: LookupError) -> io::Error {
    error.into()
}

fn flattened<T>(result: Result<io::Result<T>, WorkError>) -> io::Result<T> {
    result.unwrap_or_else(|error| match error {
        WorkError::Cancelled => Err(Errno::CANCELED.into()),
        WorkError::NoThread(error) => Err(error),
        error @ WorkError::Panicked(_) => Err(io::Error::other(error)),
    })
}
