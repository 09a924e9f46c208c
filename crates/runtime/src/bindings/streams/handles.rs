//! Streams that travel: a pipe that sends them along with its messages, and takes those that come with what it reads.

use std::io;
use std::os::fd::AsFd;

use roundel_jsc::{Arguments, Ctx, JsResult, Object, Value};
use roundel_loop::{Pipe, Stream, Tcp};
use rustix::io::Errno;

use super::super::fs::descriptors::Descriptors;
use super::super::stdio::handle_type;
use super::{Streams, bad, code, completion, gather, number_of, with_stream};
use crate::environment::Environment;

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let pass = ctx.function("passHandles", |ctx, args| {
        with_stream(ctx, args, |lp, stream, _| {
            pipe(stream)?.set_passes_fds(lp, true);
            Ok(())
        })
    });
    binding.set(ctx, "passHandles", pass)?;
    binding.set(ctx, "openTcp", ctx.function("openTcp", open_tcp))?;
    binding.set(ctx, "writeWith", ctx.function("writeWith", write_with))?;
    binding.set(ctx, "takeHandle", ctx.function("takeHandle", take_handle))
}

fn pipe(stream: Stream) -> io::Result<Pipe> {
    Pipe::try_from(stream).map_err(|_| Errno::INVAL.into())
}

/// `openTcp(fd)`: a stream that owns the socket; its number or a negative errno.
fn open_tcp<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let fd = Descriptors::of(ctx).take(args.at(0).to_int32(ctx)?).map_err(io::Error::from);
    let opened = fd.and_then(|fd| Tcp::open(&Environment::of(ctx).lp, fd));
    Ok(number_of(ctx, opened.map(Stream::from), "TCPSocketWrap"))
}

/// `writeWith(number, bytes, stream, fd, callback)`: writes bytes, and with them a second descriptor of `stream` or, if
/// that is 0, of the file `fd`. 1: `callback(status)` will tell; negative: an errno.
fn write_with<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let lp = &environment.lp;
    let streams = Streams::of(ctx);
    let Some(stream) = streams.get(args.at(0).to_uint32(ctx)?) else { return Ok(bad(ctx)) };
    let mut bytes = Vec::new();
    gather(ctx, args.at(1), &mut bytes)?;
    let fd = match args.at(2).to_uint32(ctx)? {
        0 => Descriptors::of(ctx)
            .get(args.at(3).to_int32(ctx)?)
            .map_err(io::Error::from)
            .and_then(|file| file.as_fd().try_clone_to_owned()),
        number => streams.duplicate(lp, number),
    };
    let done = completion(ctx, args.at(4));
    let written = fd.and_then(|fd| {
        pipe(stream)?.write_with_fds(lp, bytes, vec![fd], move |_, _, result| done(result))
    });
    Ok(ctx.int32(written.map_or_else(|error| -code(&error), |()| 1)))
}

/// `takeHandle(number)`: what came along first and nobody has taken: `[type, number]`, the number of a stream or, for
/// anything but streams, of a descriptor. `undefined` if nothing came.
fn take_handle<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let lp = &Environment::of(ctx).lp;
    let channel = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
    let Some(channel) = channel.and_then(|stream| pipe(stream).ok()) else {
        return Ok(ctx.undefined());
    };
    let Some(fd) = channel.take_fd(lp) else { return Ok(ctx.undefined()) };
    let kind = handle_type(fd.as_fd());
    let number = match kind {
        "TCP" => number_of(ctx, Tcp::receive(lp, fd).map(Stream::from), "TCPSocketWrap"),
        "PIPE" => number_of(ctx, Pipe::open(lp, fd).map(Stream::from), "PipeWrap"),
        _ => ctx.int32(Descriptors::of(ctx).insert(fd)),
    };
    Ok(ctx.array(&[ctx.string(kind), number])?.into())
}
