//! What the system's files say: `/etc/resolv.conf` of name servers, `/etc/hosts` of names.

use std::fs::read_to_string;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::addresses;

const DOMAIN_PORT: u16 = 53;

/// The name servers; the machine itself if there are none.
pub(super) fn servers() -> Vec<SocketAddr> {
    let text = read_to_string("/etc/resolv.conf").unwrap_or_default();
    let mut servers: Vec<SocketAddr> = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if words.next() != Some("nameserver") {
            continue;
        }
        let address = words.next().and_then(|word| addresses::parse(word, DOMAIN_PORT).ok());
        servers.extend(address.filter(|address| !servers.contains(address)));
    }
    if servers.is_empty() {
        servers.push((Ipv4Addr::LOCALHOST, DOMAIN_PORT).into());
    }
    servers
}

/// The names of an address.
pub(super) fn names(address: IpAddr) -> Vec<String> {
    let text = read_to_string("/etc/hosts").unwrap_or_default();
    let mut names = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        if words.next().and_then(|word| word.parse::<IpAddr>().ok()) == Some(address) {
            names.extend(words.map(str::to_owned));
        }
    }
    names
}
