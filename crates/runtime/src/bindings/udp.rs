//! UDP sockets of the loop, held by JavaScript by number. Each datagram is a callback of its own.

use std::cell::RefCell;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::fd::AsFd;
use std::rc::Rc;

use roundel_jsc::{Arguments, Bytes, Ctx, JsResult, Object, Persistent, TypedArray, Value};
use roundel_loop::{Datagram, EventLoop, Membership, Udp, UdpBind};
use rustix::io::Errno;

use super::fs::descriptors::Descriptors;
use crate::addresses;
use crate::environment::Environment;

/// Bits of `bind`'s flags.
const IPV6_ONLY: u32 = 1;
const REUSE_ADDRESS: u32 = 4;
const REUSE_PORT: u32 = 8;

/// The open sockets of an environment. Number 0 is nobody's.
struct Sockets {
    open: RefCell<Vec<Option<Udp>>>,
    free: RefCell<Vec<u32>>,
}

impl Sockets {
    fn of(ctx: Ctx<'_>) -> Rc<Sockets> {
        if let Some(sockets) = ctx.data::<Sockets>() {
            return sockets;
        }
        let sockets = Rc::new(Sockets { open: RefCell::new(vec![None]), free: RefCell::default() });
        if let Some(context) = ctx.context() {
            context.set_data(sockets.clone());
        }
        sockets
    }

    fn insert(&self, udp: Udp) -> u32 {
        let mut open = self.open.borrow_mut();
        if let Some(number) = self.free.borrow_mut().pop() {
            open[number as usize] = Some(udp);
            return number;
        }
        open.push(Some(udp));
        open.len() as u32 - 1
    }

    fn get(&self, number: u32) -> Option<Udp> {
        self.open.borrow().get(number as usize).copied().flatten()
    }

    fn remove(&self, number: u32) -> Option<Udp> {
        self.open.borrow_mut().get_mut(number as usize)?.take()
    }
}

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    for (name, value) in
        [("IPV6_ONLY", IPV6_ONLY), ("REUSE_ADDRESS", REUSE_ADDRESS), ("REUSE_PORT", REUSE_PORT)]
    {
        binding.set(ctx, name, ctx.number(value.into()))?;
    }
    binding.set(ctx, "create", ctx.function("create", new_socket))?;
    binding.set(ctx, "open", ctx.function("open", open))?;
    binding.set(ctx, "bind", ctx.function("bind", bind))?;
    binding.set(ctx, "connect", ctx.function("connect", connect))?;
    let disconnect = ctx
        .function("disconnect", |ctx, args| with_socket(ctx, args, |lp, udp| udp.disconnect(lp)));
    binding.set(ctx, "disconnect", disconnect)?;
    binding.set(ctx, "send", ctx.function("send", send))?;
    binding.set(ctx, "receiveStart", ctx.function("receiveStart", receive_start))?;
    let receive_stop = ctx.function("receiveStop", |ctx, args| {
        with_socket(ctx, args, |lp, udp| {
            udp.receive_stop(lp);
            Ok(())
        })
    });
    binding.set(ctx, "receiveStop", receive_stop)?;
    binding.set(ctx, "close", ctx.function("close", close))?;
    let local = ctx.function("localAddress", |ctx, args| address(ctx, args, Udp::local_address));
    binding.set(ctx, "localAddress", local)?;
    let peer = ctx.function("peerAddress", |ctx, args| address(ctx, args, Udp::peer_address));
    binding.set(ctx, "peerAddress", peer)?;
    add_handle(ctx, binding)?;
    add_options(ctx, binding)?;
    Ok(binding)
}

/// What every handle has.
fn add_handle<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let set_ref = ctx.function("setRef", |ctx, args| {
        let held = args.at(1).to_bool(ctx);
        with_socket(ctx, args, |lp, udp| {
            if held {
                udp.reference(lp);
            } else {
                udp.unreference(lp);
            }
            Ok(())
        })
    });
    binding.set(ctx, "setRef", set_ref)?;
    let has_ref = ctx.function("hasRef", |ctx, args| {
        let udp = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?);
        Ok(ctx.boolean(udp.is_some_and(|udp| udp.has_ref(&Environment::of(ctx).lp))))
    });
    binding.set(ctx, "hasRef", has_ref)?;
    let descriptor = ctx.function("fd", |ctx, args| {
        let udp = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let fd = udp.and_then(|udp| udp.fd(&Environment::of(ctx).lp));
        Ok(ctx.int32(fd.unwrap_or(-Errno::BADF.raw_os_error())))
    });
    binding.set(ctx, "fd", descriptor)?;
    let duplicate = ctx.function("duplicate", |ctx, args| {
        let udp = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let Some(udp) = udp else { return Ok(bad(ctx)) };
        Ok(ctx.int32(match udp.duplicate(&Environment::of(ctx).lp) {
            Ok(fd) => Descriptors::of(ctx).insert(fd),
            Err(error) => -code(&error),
        }))
    });
    binding.set(ctx, "duplicate", duplicate)?;
    let queue_size = ctx.function("sendQueueSize", |ctx, args| {
        let udp = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let size = udp.map_or(0, |udp| udp.send_queue_size(&Environment::of(ctx).lp));
        Ok(ctx.number(size as f64))
    });
    binding.set(ctx, "sendQueueSize", queue_size)?;
    let queue_count = ctx.function("sendQueueCount", |ctx, args| {
        let udp = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let count = udp.map_or(0, |udp| udp.send_queue_count(&Environment::of(ctx).lp));
        Ok(ctx.number(count as f64))
    });
    binding.set(ctx, "sendQueueCount", queue_count)
}

fn add_options<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let broadcast = ctx.function("setBroadcast", |ctx, args| {
        let wanted = args.at(1).to_bool(ctx);
        with_socket(ctx, args, |lp, udp| udp.set_broadcast(lp, wanted))
    });
    binding.set(ctx, "setBroadcast", broadcast)?;
    let ttl = ctx.function("setTTL", |ctx, args| {
        let ttl = args.at(1).to_uint32(ctx)?;
        with_socket(ctx, args, |lp, udp| udp.set_ttl(lp, ttl))
    });
    binding.set(ctx, "setTTL", ttl)?;
    let multicast_ttl = ctx.function("setMulticastTTL", |ctx, args| {
        let ttl = args.at(1).to_uint32(ctx)?;
        with_socket(ctx, args, |lp, udp| udp.set_multicast_ttl(lp, ttl))
    });
    binding.set(ctx, "setMulticastTTL", multicast_ttl)?;
    let multicast_loop = ctx.function("setMulticastLoopback", |ctx, args| {
        let comes_back = args.at(1).to_bool(ctx);
        with_socket(ctx, args, |lp, udp| udp.set_multicast_loop(lp, comes_back))
    });
    binding.set(ctx, "setMulticastLoopback", multicast_loop)?;
    let multicast_interface = ctx.function("setMulticastInterface", |ctx, args| {
        let address = addresses::parse(&args.at(1).to_rust_string(ctx)?, 0);
        with_socket(ctx, args, |lp, udp| {
            let address = address?;
            let own = udp.local_address(lp)?;
            let (address, index) = match address {
                SocketAddr::V4(v4) => (*v4.ip(), 0),
                SocketAddr::V6(_) if own.is_ipv4() => return Err(Errno::NOPROTOOPT.into()),
                SocketAddr::V6(v6) => (Ipv4Addr::UNSPECIFIED, v6.scope_id()),
            };
            udp.set_multicast_interface(lp, address, index)
        })
    });
    binding.set(ctx, "setMulticastInterface", multicast_interface)?;
    let join = ctx.function("join", |ctx, args| membership(ctx, args, Udp::join));
    binding.set(ctx, "join", join)?;
    let leave = ctx.function("leave", |ctx, args| membership(ctx, args, Udp::leave));
    binding.set(ctx, "leave", leave)?;
    binding.set(ctx, "bufferSize", ctx.function("bufferSize", buffer_size))
}

/// `create()`: a socket's number.
fn new_socket<'js>(ctx: Ctx<'js>, _args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let udp = Udp::new(&environment.lp);
    udp.set_origin(&environment.lp, environment.origin("UDPWrap"));
    Ok(ctx.number(Sockets::of(ctx).insert(udp).into()))
}

/// `open(number, fd)`: gives the number a socket over a second descriptor of what `fd` has.
fn open<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)?;
    let environment = Environment::of(ctx);
    let lp = &environment.lp;
    let number_of_fd = args.at(1).to_int32(ctx)?;
    let open =
        || Udp::open(lp, Descriptors::of(ctx).get(number_of_fd)?.as_fd().try_clone_to_owned()?);
    let udp = match open() {
        Ok(udp) => udp,
        Err(error) => return Ok(ctx.int32(-code(&error))),
    };
    let sockets = Sockets::of(ctx);
    let Some(before) = sockets.remove(number) else {
        udp.close_quietly(lp);
        return Ok(bad(ctx));
    };
    udp.set_origin(lp, environment.origin("UDPWrap"));
    before.close_quietly(lp);
    sockets.open.borrow_mut()[number as usize] = Some(udp);
    Ok(ctx.int32(0))
}

/// `bind(number, address, port, flags)`.
fn bind<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let address = address_at(ctx, args, 1)?;
    let flags = args.at(3).to_uint32(ctx)?;
    let options = UdpBind {
        ipv6_only: flags & IPV6_ONLY != 0,
        reuse_address: flags & REUSE_ADDRESS != 0,
        reuse_port: flags & REUSE_PORT != 0,
    };
    with_socket(ctx, args, |lp, udp| udp.bind_with(lp, address?, options))
}

/// `connect(number, address, port)`.
fn connect<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let address = address_at(ctx, args, 1)?;
    with_socket(ctx, args, |lp, udp| udp.connect(lp, address?))
}

fn address_at<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    index: usize,
) -> JsResult<'js, io::Result<SocketAddr>> {
    let port = args.at(index + 1).to_uint32(ctx)? as u16;
    Ok(addresses::parse(&args.at(index).to_rust_string(ctx)?, port))
}

/// `send(number, chunks, address, port, callback)`: one datagram of all chunks; to where the socket is connected if
/// `address` is undefined. How many bytes went out at once, plus 1; 0: `callback(status)` will tell; negative: an errno.
fn send<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(udp) = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return Ok(bad(ctx)) };
    let mut bytes = Vec::new();
    if let Some(list) = args.at(1).as_object(ctx) {
        for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? {
            if let Some(view) = list.get_index(ctx, index)?.as_typed_array(ctx) {
                view.with_bytes(ctx, |part| bytes.extend_from_slice(part))?;
            }
        }
    }
    let to = if args.at(2).is_undefined() {
        None
    } else {
        match address_at(ctx, args, 2)? {
            Ok(address) => Some(address),
            Err(error) => return Ok(ctx.int32(-code(&error))),
        }
    };
    let environment = Environment::of(ctx);
    let lp = &environment.lp;
    match udp.try_send(lp, &bytes, to) {
        Ok(sent) => return Ok(ctx.number(sent as f64 + 1.0)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
        Err(error) => return Ok(ctx.int32(-code(&error))),
    }
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, args.at(4));
    let sent = udp.send(lp, bytes, to, move |_, _, result| {
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let status = ctx.int32(result.err().map_or(0, |error| -code(&error)));
            if let Some(callback) = callback.get(ctx).as_function(ctx) {
                callback.call(ctx, None, &[status])?;
            }
            Ok(())
        });
    });
    Ok(ctx.int32(sent.err().map_or(0, |error| -code(&error))))
}

/// `receiveStart(number, callback)`: `callback(bytes, address, family, port)` for each datagram, `callback(status)` for
/// each error.
fn receive_start<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let weak = Rc::downgrade(&Environment::of(ctx));
    let callback = Persistent::new(ctx, args.at(1));
    let received = move |_: &EventLoop, _: Udp, datagram: io::Result<Datagram<'_>>| {
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let Some(callback) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            match datagram {
                Ok(datagram) => {
                    let from = datagram.from;
                    let bytes = TypedArray::from_vec(ctx, datagram.bytes.into_vec())?;
                    let from = [
                        bytes.as_object().into(),
                        ctx.string(&addresses::text(&from)),
                        ctx.string(addresses::family(&from)),
                        ctx.number(from.port().into()),
                    ];
                    callback.call(ctx, None, &from)?;
                }
                Err(error) => {
                    callback.call(ctx, None, &[ctx.int32(-code(&error))])?;
                }
            }
            Ok(())
        });
    };
    with_socket(ctx, args, |lp, udp| udp.receive_start(lp, received))
}

/// `close(number, callback)`: calls back in the closing phase.
fn close<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)?;
    let sockets = Sockets::of(ctx);
    let Some(udp) = sockets.remove(number) else { return Ok(bad(ctx)) };
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let sockets = Rc::downgrade(&sockets);
    let callback = Persistent::new(ctx, args.at(1));
    udp.close(&environment.lp, move |_| {
        let (Some(environment), Some(sockets)) = (weak.upgrade(), sockets.upgrade()) else {
            return;
        };
        // Nothing of this socket can come any more.
        sockets.free.borrow_mut().push(number);
        environment.callback(|ctx| {
            if let Some(callback) = callback.get(ctx).as_function(ctx) {
                callback.call(ctx, None, &[])?;
            }
            Ok(())
        });
    });
    Ok(ctx.int32(0))
}

/// `[address, family, port]`, or a negative errno.
fn address<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    ask: impl FnOnce(Udp, &EventLoop) -> io::Result<SocketAddr>,
) -> JsResult<'js, Value<'js>> {
    let Some(udp) = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return Ok(bad(ctx)) };
    match ask(udp, &Environment::of(ctx).lp) {
        Ok(address) => addresses::to_js(ctx, address),
        Err(error) => Ok(ctx.int32(-code(&error))),
    }
}

/// `join(number, group, interface, source)` and `leave`: `interface` and `source` may be undefined.
fn membership<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    change: impl FnOnce(Udp, &EventLoop, Membership) -> io::Result<()>,
) -> JsResult<'js, Value<'js>> {
    let read = |index: usize| -> JsResult<'js, Option<io::Result<SocketAddr>>> {
        let value = args.at(index);
        if value.is_undefined() {
            return Ok(None);
        }
        Ok(Some(addresses::parse(&value.to_rust_string(ctx)?, 0)))
    };
    let (group, interface, source) = (read(1)?, read(2)?, read(3)?);
    let wanted = || -> io::Result<Membership> {
        let group = group.unwrap_or_else(|| Err(Errno::INVAL.into()))?;
        let mut membership = Membership::new(group.ip());
        if let SocketAddr::V6(group) = group {
            membership.interface_index = group.scope_id();
        }
        match (interface.transpose()?, group) {
            (Some(SocketAddr::V4(interface)), SocketAddr::V4(_)) => {
                membership.interface = *interface.ip();
            }
            (Some(SocketAddr::V6(interface)), SocketAddr::V6(_)) => {
                membership.interface_index = interface.scope_id();
            }
            (None, _) => {}
            _ => return Err(Errno::INVAL.into()),
        }
        match source.transpose()?.map(|source| source.ip()) {
            Some(IpAddr::V4(source)) if group.is_ipv4() => membership.source = Some(source),
            None => {}
            Some(_) => return Err(Errno::INVAL.into()),
        }
        Ok(membership)
    };
    with_socket(ctx, args, |lp, udp| change(udp, lp, wanted()?))
}

/// `bufferSize(number, bytes, isReceiving)`: asks for a size if `bytes` is not 0. The size, or a negative errno.
fn buffer_size<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(udp) = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return Ok(bad(ctx)) };
    let bytes = args.at(1).to_uint32(ctx)? as usize;
    let lp = &Environment::of(ctx).lp;
    let size = match (args.at(2).to_bool(ctx), bytes) {
        (true, 0) => udp.receive_buffer_size(lp),
        (true, bytes) => udp.set_receive_buffer_size(lp, bytes).map(|()| bytes),
        (false, 0) => udp.send_buffer_size(lp),
        (false, bytes) => udp.set_send_buffer_size(lp, bytes).map(|()| bytes),
    };
    Ok(match size {
        Ok(size) => ctx.number(size as f64),
        Err(error) => ctx.int32(-code(&error)),
    })
}

/// Runs `body` on the socket that the first argument names: 0 or a negative errno.
fn with_socket<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    body: impl FnOnce(&EventLoop, Udp) -> io::Result<()>,
) -> JsResult<'js, Value<'js>> {
    let Some(udp) = Sockets::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return Ok(bad(ctx)) };
    let result = body(&Environment::of(ctx).lp, udp);
    Ok(ctx.int32(result.err().map_or(0, |error| -code(&error))))
}

fn bad<'js>(ctx: Ctx<'js>) -> Value<'js> {
    ctx.int32(-Errno::BADF.raw_os_error())
}

fn code(error: &io::Error) -> i32 {
    Errno::from_io_error(error).unwrap_or(Errno::IO).raw_os_error()
}
