//! Socket addresses between the two languages: text and a port on one side, `SocketAddr` on the other.

use std::io;
use std::net::{IpAddr, SocketAddr, SocketAddrV6};

use roundel_jsc::{Ctx, JsResult, Value};
use rustix::io::Errno;

/// An address that JavaScript has checked to be one, with its scope after a `%`.
pub(crate) fn parse(text: &str, port: u16) -> io::Result<SocketAddr> {
    let invalid = || io::Error::from(Errno::INVAL);
    let (address, scope) = text.split_once('%').unwrap_or((text, ""));
    let address: IpAddr = address.parse().map_err(|_| invalid())?;
    match address {
        IpAddr::V6(address) if !scope.is_empty() => {
            let scope = match scope.parse() {
                Ok(index) => index,
                // A name that is no interface's is no scope, as in libuv's `uv_ip6_addr`.
                Err(_) => nix::net::if_::if_nametoindex(scope).unwrap_or(0),
            };
            Ok(SocketAddrV6::new(address, port, 0, scope).into())
        }
        address => Ok(SocketAddr::new(address, port)),
    }
}

/// The address without its port.
pub(crate) fn text(address: &SocketAddr) -> String {
    match address {
        SocketAddr::V6(v6) if v6.scope_id() != 0 && v6.ip().is_unicast_link_local() => {
            format!("{}%{}", v6.ip(), interface_name(v6.scope_id()))
        }
        other => other.ip().to_string(),
    }
}

pub(crate) fn family(address: &SocketAddr) -> &'static str {
    if address.is_ipv4() { "IPv4" } else { "IPv6" }
}

/// `[address, family, port]`.
pub(crate) fn to_js<'js>(ctx: Ctx<'js>, address: SocketAddr) -> JsResult<'js, Value<'js>> {
    let parts = [
        ctx.string(&text(&address)),
        ctx.string(family(&address)),
        ctx.number(address.port().into()),
    ];
    Ok(ctx.array(&parts)?.into())
}

/// The interface's name; its number if it has gone meanwhile.
fn interface_name(index: u32) -> String {
    let name = nix::net::if_::if_indextoname(index).ok().and_then(|name| name.into_string().ok());
    name.unwrap_or_else(|| index.to_string())
}
