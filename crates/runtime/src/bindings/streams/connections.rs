//! What only sockets and listeners do: connecting, listening, addresses, options.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use roundel_jsc::{Arguments, Ctx, JsResult, Object, Persistent, Value};
use roundel_loop::{EventLoop, Origin, Pipe, Stream, Tcp, TcpBind};
use rustix::io::Errno;

use super::{Streams, closed, code, completion, number_of, with_stream};
use crate::addresses;
use crate::environment::Environment;

pub(super) fn add<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
    binding: Object<'js>,
) -> JsResult<'js, ()> {
    let new_tcp = ctx.function("newTcp", |ctx, args| {
        let stream = Tcp::new(&Environment::of(ctx).lp);
        Ok(number_of(
            ctx,
            Ok(stream.into()),
            label(ctx, args.at(0), "TCPSocketWrap", "TCPServerWrap"),
        ))
    });
    binding.set(ctx, "newTcp", new_tcp)?;
    let new_pipe = ctx.function("newPipe", |ctx, args| {
        let stream = Pipe::new(&Environment::of(ctx).lp);
        Ok(number_of(ctx, Ok(stream.into()), label(ctx, args.at(0), "PipeWrap", "PipeServerWrap")))
    });
    binding.set(ctx, "newPipe", new_pipe)?;
    binding.set(ctx, "connectTcp", ctx.function("connectTcp", connect_tcp))?;
    binding.set(ctx, "connectPipe", ctx.function("connectPipe", connect_pipe))?;
    binding.set(ctx, "bindTcp", ctx.function("bindTcp", bind_tcp))?;
    binding.set(ctx, "bindPipe", ctx.function("bindPipe", bind_pipe))?;
    binding.set(ctx, "listen", ctx.function("listen", listen))?;
    binding.set(ctx, "closeReset", ctx.function("closeReset", close_reset))?;
    let local = ctx.function("localAddress", |ctx, args| address(ctx, args, Tcp::local_address));
    binding.set(ctx, "localAddress", local)?;
    let peer = ctx.function("peerAddress", |ctx, args| address(ctx, args, Tcp::peer_address));
    binding.set(ctx, "peerAddress", peer)?;
    let no_delay = ctx.function("setNoDelay", |ctx, args| {
        let wanted = args.at(1).to_bool(ctx);
        with_stream(ctx, args, |lp, stream, _| tcp(stream)?.set_nodelay(lp, wanted))
    });
    binding.set(ctx, "setNoDelay", no_delay)?;
    let keep_alive = ctx.function("setKeepAlive", |ctx, args| {
        let seconds = args.at(2).to_uint32(ctx)?;
        let idle = args.at(1).to_bool(ctx).then(|| Duration::from_secs(seconds.into()));
        with_stream(ctx, args, |lp, stream, _| tcp(stream)?.set_keepalive(lp, idle))
    });
    binding.set(ctx, "setKeepAlive", keep_alive)?;
    let set_type_of_service = ctx.function("setTypeOfService", |ctx, args| {
        let value = args.at(1).to_uint32(ctx)? as u8;
        with_stream(ctx, args, |lp, stream, _| tcp(stream)?.set_type_of_service(lp, value))
    });
    binding.set(ctx, "setTypeOfService", set_type_of_service)?;
    let type_of_service = ctx.function("typeOfService", |ctx, args| {
        let stream = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let lp = &Environment::of(ctx).lp;
        let found = stream
            .ok_or_else(|| io::Error::from(Errno::BADF))
            .and_then(|stream| tcp(stream)?.type_of_service(lp));
        Ok(ctx.int32(found.map_or_else(|error| -code(&error), i32::from)))
    });
    binding.set(ctx, "typeOfService", type_of_service)
}

/// How `getActiveResourcesInfo` calls it: a listener if the first argument says so.
fn label<'js>(
    ctx: Ctx<'js>,
    is_server: Value<'js>,
    socket: &'static str,
    server: &'static str,
) -> &'static str {
    if is_server.to_bool(ctx) { server } else { socket }
}

fn tcp(stream: Stream) -> io::Result<Tcp> {
    Tcp::try_from(stream).map_err(|_| Errno::INVAL.into())
}

fn pipe(stream: Stream) -> io::Result<Pipe> {
    Pipe::try_from(stream).map_err(|_| Errno::INVAL.into())
}

/// `connectTcp(number, address, port, callback)`.
fn connect_tcp<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let address =
        addresses::parse(&args.at(1).to_rust_string(ctx)?, args.at(2).to_uint32(ctx)? as u16);
    let done = counted(ctx, completion(ctx, args.at(3)));
    with_stream(ctx, args, |lp, stream, _| {
        tcp(stream)?.connect(lp, address?, move |_, _, result| done(result))
    })
}

/// Counts a connection as under way until its callback has returned, or is dropped.
fn counted(
    ctx: Ctx<'_>,
    done: impl FnOnce(io::Result<()>) + 'static,
) -> impl FnOnce(io::Result<()>) + 'static {
    let under_way = UnderWay::new(Streams::of(ctx).connecting.clone());
    move |result| {
        done(result);
        drop(under_way);
    }
}

struct UnderWay(Rc<Cell<usize>>);

impl UnderWay {
    fn new(count: Rc<Cell<usize>>) -> UnderWay {
        count.set(count.get() + 1);
        UnderWay(count)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// `connectPipe(number, name, callback)`.
fn connect_pipe<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(1).to_rust_string(ctx)?;
    let done = counted(ctx, completion(ctx, args.at(2)));
    with_stream(ctx, args, |lp, stream, _| {
        pipe(stream)?.connect(lp, name, move |_, _, result| done(result))
    })
}

/// `bindTcp(number, address, port, ipv6Only, reusePort)`.
fn bind_tcp<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let address =
        addresses::parse(&args.at(1).to_rust_string(ctx)?, args.at(2).to_uint32(ctx)? as u16);
    let options =
        TcpBind { ipv6_only: args.at(3).to_bool(ctx), reuse_port: args.at(4).to_bool(ctx) };
    with_stream(ctx, args, |lp, stream, _| tcp(stream)?.bind_with(lp, address?, options))
}

/// `bindPipe(number, name)`.
fn bind_pipe<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(1).to_rust_string(ctx)?;
    with_stream(ctx, args, |lp, stream, _| pipe(stream)?.bind(lp, name))
}

/// `listen(number, backlog, callback)`: `callback(status)` for each connection: its number, or a negative errno.
fn listen<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let backlog = args.at(1).to_int32(ctx)?;
    let environment = Rc::downgrade(&Environment::of(ctx));
    let callback = Persistent::new(ctx, args.at(2));
    let connected = move |lp: &EventLoop, connection: io::Result<Stream>, label| {
        let Some(environment) = environment.upgrade() else { return };
        environment.callback(|ctx| {
            let status = match connection {
                Ok(stream) => {
                    stream.set_origin(lp, Origin::new(label));
                    ctx.number(Streams::of(ctx).insert(stream).into())
                }
                Err(error) => ctx.int32(-code(&error)),
            };
            if let Some(callback) = callback.get(ctx).as_function(ctx) {
                callback.call(ctx, None, &[status])?;
            }
            Ok(())
        });
    };
    with_stream(ctx, args, |lp, stream, _| match Tcp::try_from(stream) {
        Ok(tcp) => tcp.listen(lp, backlog, move |lp, _, connection| {
            connected(lp, connection.map(Stream::from), "TCPSocketWrap");
        }),
        Err(stream) => pipe(stream)?.listen(lp, backlog, move |lp, _, connection| {
            connected(lp, connection.map(Stream::from), "PipeWrap");
        }),
    })
}

/// `closeReset(number, callback)`: as `close`, and the other side hears of a reset.
fn close_reset<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let closed = closed(ctx, args.at(0).to_uint32(ctx)?, args.at(1));
    let streams = Streams::of(ctx);
    with_stream(ctx, args, |lp, stream, number| {
        tcp(stream)?.close_reset(lp, move |_| closed())?;
        streams.remove(number);
        Ok(())
    })
}

/// `[address, family, port]`, or a negative errno.
fn address<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    ask: impl FnOnce(Tcp, &EventLoop) -> io::Result<SocketAddr>,
) -> JsResult<'js, Value<'js>> {
    let stream = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
    let lp = &Environment::of(ctx).lp;
    let found =
        stream.ok_or_else(|| io::Error::from(Errno::BADF)).and_then(|stream| ask(tcp(stream)?, lp));
    match found {
        Ok(address) => addresses::to_js(ctx, address),
        Err(error) => Ok(ctx.int32(-code(&error))),
    }
}
