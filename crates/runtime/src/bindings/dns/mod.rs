//! Names and addresses: the system's resolver, on the lane of the pool that may hang, and questions to name servers.
//!
//! `mod.rs` has what the system's resolver does, `query.rs` one question and what becomes of it, `message.rs` what is said
//! on the wire, `system_files.rs` what the system's files say of names and servers.

mod message;
mod query;
mod system_files;

use std::net::IpAddr;
use std::rc::Rc;

use dns_lookup::{AddrFamily, AddrInfoHints, LookupError, SockType, getaddrinfo, getnameinfo};
use roundel_jsc::{Arguments, Ctx, JsResult, Object, Persistent, Value};
use roundel_loop::{Lane, work};

use crate::addresses;
use crate::environment::Environment;

/// glibc's number of an error beside libuv's. What is not in it is a failure that will not go away.
const CODES: [(i32, i32); 11] = [
    (-1, -3002),
    (-2, -3008),
    (-3, -3001),
    (-4, -3004),
    (-5, -3007),
    (-6, -3005),
    (-7, -3011),
    (-8, -3010),
    (-9, -3000),
    (-10, -3006),
    (-12, -3009),
];
const EAI_FAIL: i32 = -3004;
const EAI_AGAIN: i32 = -3001;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "getaddrinfo", ctx.function("getaddrinfo", get_addr_info))?;
    binding.set(ctx, "getnameinfo", ctx.function("getnameinfo", get_name_info))?;
    binding.set(ctx, "query", ctx.function("query", query::query))?;
    binding.set(ctx, "cancel", ctx.function("cancel", query::cancel))?;
    let servers = ctx.function("systemServers", |ctx, _| {
        let list = ctx.array(&[])?;
        for (index, address) in system_files::servers().iter().enumerate() {
            list.set_index(ctx, index as u32, addresses::to_js(ctx, *address)?)?;
        }
        Ok(list.into())
    });
    binding.set(ctx, "systemServers", servers)?;
    let names = ctx.function("systemNames", |ctx, args| {
        let list = ctx.array(&[])?;
        let Ok(address) = args.at(0).to_rust_string(ctx)?.parse() else { return Ok(list.into()) };
        for (index, name) in system_files::names(address).iter().enumerate() {
            list.set_index(ctx, index as u32, ctx.string(name))?;
        }
        Ok(list.into())
    });
    binding.set(ctx, "systemNames", names)?;
    Ok(binding)
}

/// `getaddrinfo(hostname, family, hints, callback)`: `callback(status, addresses)`, in the resolver's order.
fn get_addr_info<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let hostname = args.at(0).to_rust_string(ctx)?;
    let family = match args.at(1).to_int32(ctx)? {
        4 => AddrFamily::Inet.into(),
        6 => AddrFamily::Inet6.into(),
        _ => 0,
    };
    let flags = args.at(2).to_int32(ctx)?;
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, args.at(3));
    let origin = environment.origin("GetAddrInfoReqWrap");
    let fails = environment.name_fault();
    let job = move || if fails { Err(EAI_AGAIN) } else { resolve(&hostname, family, flags) };
    let id = work(&environment.lp, Lane::Slow, job, move |_, result| {
        let Some(environment) = weak.upgrade() else { return };
        let result = result.unwrap_or(Err(EAI_FAIL));
        environment.callback(|ctx| {
            let Some(function) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            let list = ctx.array(&[])?;
            let status = match result {
                Ok(addresses) => {
                    for (index, address) in addresses.iter().enumerate() {
                        list.set_index(ctx, index as u32, ctx.string(&address.to_string()))?;
                    }
                    0
                }
                Err(status) => status,
            };
            function.call(ctx, None, &[ctx.int32(status), list.into()])?;
            Ok(())
        });
    });
    id.set_origin(&environment.lp, origin);
    Ok(ctx.undefined())
}

fn resolve(hostname: &str, family: i32, flags: i32) -> Result<Vec<IpAddr>, i32> {
    let hints =
        AddrInfoHints { socktype: SockType::Stream.into(), protocol: 0, address: family, flags };
    let found = getaddrinfo(Some(hostname), None, Some(hints)).map_err(code)?;
    // An entry that can not be read is none.
    Ok(found.filter_map(Result::ok).map(|info| info.sockaddr.ip()).collect())
}

fn code(error: LookupError) -> i32 {
    let known = CODES.iter().find(|&&(number, _)| number == error.error_num());
    known.map_or(EAI_FAIL, |&(_, code)| code)
}

/// `getnameinfo(address, port, callback)`: `callback(status, hostname, service)`.
fn get_name_info<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let port = args.at(1).to_uint32(ctx)? as u16;
    let address = addresses::parse(&args.at(0).to_rust_string(ctx)?, port);
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, args.at(2));
    let origin = environment.origin("GetNameInfoReqWrap");
    // A name is wanted, not the address again.
    let job =
        move || getnameinfo(&address.map_err(|_| EAI_FAIL)?, nix::libc::NI_NAMEREQD).map_err(code);
    let id = work(&environment.lp, Lane::Slow, job, move |_, result| {
        let Some(environment) = weak.upgrade() else { return };
        let result = result.unwrap_or(Err(EAI_FAIL));
        environment.callback(|ctx| {
            let Some(function) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            match result {
                Ok((host, service)) => {
                    let found = [ctx.int32(0), ctx.string(&host), ctx.string(&service)];
                    function.call(ctx, None, &found)?;
                }
                Err(status) => {
                    function.call(ctx, None, &[ctx.int32(status)])?;
                }
            }
            Ok(())
        });
    });
    id.set_origin(&environment.lp, origin);
    Ok(ctx.undefined())
}
