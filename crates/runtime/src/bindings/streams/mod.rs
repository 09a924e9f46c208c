//! Native streams: sockets, pipes and terminals of the loop, held by JavaScript by number.
//!
//! Reads come in batches: when streams are ready, the loop calls the read sink, which enters JavaScript once; the reader
//! there (`internal/streams/handle`) pulls read after read with `nextRead` and drains ticks and microtasks between two of
//! them, exactly as if each had come alone. Everything else, the end of a write or of a connect, a connection, a close, is
//! a callback of its own.
//!
//! `mod.rs` has what all streams do, `connections.rs` what only sockets and listeners do, `handles.rs` how streams travel to
//! other processes, `lines.rs` those whose bytes are lines of text.

mod connections;
mod handles;
mod lines;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;

use roundel_jsc::{
    Arguments, Bytes, Characters, Ctx, JsResult, Object, Persistent, SharedArray, Value,
};
use roundel_loop::{EventLoop, Pipe, Read, Stream, Tty};
use rustix::io::Errno;

use self::lines::Lines;
use super::fs::descriptors::Descriptors;
use super::http::Slot;
use crate::environment::Environment;

/// Where `nextRead` leaves the number of the stream that was read, and of how many bytes.
const STREAM: usize = 0;
const BYTES: usize = 1;

/// A chunk up to this length goes into memory that JavaScript brings. The engine keeps the elements of an array of at most that
/// many bytes beside its other objects, which costs a tenth of a buffer of its own with somebody to free it.
const LARGEST_SMALL: usize = 1000;

/// What `nextRead` gives for such a chunk; none of the numbers that parsers give.
const WAITS: i32 = 0x10000;

/// More than this is not kept for the next write.
const KEPT_SCRATCH: usize = 256 * 1024;

/// What stands between a stream and JavaScript and takes the bytes that are read: TLS.
pub(super) trait Layer {
    fn feed(&self, bytes: &[u8]);
}

/// The open streams of an environment.
pub(crate) struct Streams {
    open: RefCell<Vec<Option<Stream>>>,
    free: RefCell<Vec<u32>>,
    reader: RefCell<Option<Persistent>>,
    fields: SharedArray<u32>,
    /// The read sink is in place.
    has_sink: Cell<bool>,
    layers: RefCell<HashMap<u32, Rc<dyn Layer>>>,
    /// A small chunk, until `takeRead` fetches it.
    small: RefCell<Vec<u8>>,
    /// Where the bytes of a write are gathered.
    scratch: Cell<Vec<u8>>,
    /// What `write` could not write at once, until `writeRest` hands it to the loop.
    rest: Cell<Vec<u8>>,
    /// By the number of a stream: the parser that its bytes go into.
    consumers: RefCell<Vec<Option<Rc<Slot>>>>,
    lines: Lines,
    /// How many connections are under way, those among them whose callback is running.
    connecting: Rc<Cell<usize>>,
}

/// How many connections are under way.
pub(super) fn connecting(ctx: Ctx<'_>) -> usize {
    ctx.data::<Streams>().map_or(0, |streams| streams.connecting.get())
}

impl Streams {
    pub(super) fn of(ctx: Ctx<'_>) -> Rc<Streams> {
        if let Some(streams) = ctx.data::<Streams>() {
            return streams;
        }
        let streams = Rc::new(Streams {
            // Number 0 is nobody's, so that a number is always true.
            open: RefCell::new(vec![None]),
            free: RefCell::default(),
            reader: RefCell::default(),
            fields: SharedArray::new(2),
            has_sink: Cell::new(false),
            layers: RefCell::default(),
            small: RefCell::default(),
            scratch: Cell::default(),
            rest: Cell::default(),
            consumers: RefCell::default(),
            lines: Lines::default(),
            connecting: Rc::default(),
        });
        if let Some(context) = ctx.context() {
            context.set_data(streams.clone());
        }
        streams
    }

    pub(super) fn insert(&self, stream: Stream) -> u32 {
        let mut open = self.open.borrow_mut();
        if let Some(number) = self.free.borrow_mut().pop() {
            open[number as usize] = Some(stream);
            return number;
        }
        open.push(Some(stream));
        open.len() as u32 - 1
    }

    /// A second descriptor of what a stream has.
    pub(super) fn duplicate(&self, lp: &EventLoop, number: u32) -> io::Result<OwnedFd> {
        self.get(number).ok_or(io::Error::from(Errno::BADF))?.duplicate(lp)
    }

    fn get(&self, number: u32) -> Option<Stream> {
        self.open.borrow().get(number as usize).copied().flatten()
    }

    /// Gives the bytes that are read to a layer, until the stream is closed.
    pub(super) fn set_layer(&self, number: u32, layer: Rc<dyn Layer>) {
        self.layers.borrow_mut().insert(number, layer);
    }

    fn layer(&self, number: u32) -> Option<Rc<dyn Layer>> {
        self.layers.borrow().get(&number).cloned()
    }

    fn remove(&self, number: u32) -> Option<Stream> {
        self.layers.borrow_mut().remove(&number);
        self.open.borrow_mut().get_mut(number as usize)?.take()
    }

    /// Writes what the stream takes; the rest, if there is one.
    fn write_at_once(
        &self,
        lp: &EventLoop,
        number: u32,
        mut bytes: Vec<u8>,
    ) -> io::Result<Option<Vec<u8>>> {
        let stream = self.get(number).ok_or(io::Error::from(Errno::BADF))?;
        let written = match stream.try_write(lp, &bytes) {
            Ok(written) if written == bytes.len() => {
                if bytes.capacity() <= KEPT_SCRATCH {
                    self.scratch.set(bytes);
                }
                return Ok(None);
            }
            Ok(written) => written,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(error) => return Err(error),
        };
        bytes.drain(..written);
        Ok(Some(bytes))
    }

    /// From now on what is read from the stream goes into a parser, or into none.
    pub(super) fn set_consumer(&self, number: u32, slot: Option<Rc<Slot>>) {
        let mut consumers = self.consumers.borrow_mut();
        if consumers.len() <= number as usize {
            if slot.is_none() {
                return;
            }
            consumers.resize(number as usize + 1, None);
        }
        consumers[number as usize] = slot;
    }

    fn consumer(&self, number: u32) -> Option<Rc<Slot>> {
        self.consumers.borrow().get(number as usize).cloned().flatten()
    }

    /// A number is used again only when nothing of its stream can come any more.
    fn release(&self, number: u32) {
        self.set_consumer(number, None);
        self.lines.end(number);
        self.free.borrow_mut().push(number);
    }
}

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "fields", Streams::of(ctx).fields.to_object(ctx)?)?;
    binding.set(ctx, "setReader", ctx.function("setReader", set_reader))?;
    binding.set(ctx, "nextRead", ctx.function("nextRead", next_read))?;
    binding.set(ctx, "takeRead", ctx.function("takeRead", take_read))?;
    binding.set(ctx, "WAITS", ctx.int32(WAITS))?;
    binding.set(ctx, "openPipe", ctx.function("openPipe", open_pipe))?;
    binding.set(ctx, "openTty", ctx.function("openTty", open_tty))?;
    let read_start = ctx.function("readStart", |ctx, args| {
        with_stream(ctx, args, |lp, stream, number| stream.read_start_batched(lp, number.into()))
    });
    binding.set(ctx, "readStart", read_start)?;
    let read_stop = ctx.function("readStop", |ctx, args| {
        with_stream(ctx, args, |lp, stream, _| {
            stream.read_stop(lp);
            Ok(())
        })
    });
    binding.set(ctx, "readStop", read_stop)?;
    binding.set(ctx, "write", ctx.function("write", write))?;
    binding.set(ctx, "writeRest", ctx.function("writeRest", write_rest))?;
    binding.set(ctx, "shutdown", ctx.function("shutdown", shutdown))?;
    binding.set(ctx, "close", ctx.function("close", close))?;
    let set_ref = ctx.function("setRef", |ctx, args| {
        let held = args.at(1).to_bool(ctx);
        with_stream(ctx, args, |lp, stream, _| {
            if held {
                stream.reference(lp);
            } else {
                stream.unreference(lp);
            }
            Ok(())
        })
    });
    binding.set(ctx, "setRef", set_ref)?;
    let adopt = ctx.function("adopt", |ctx, args| {
        let origin = Environment::of(ctx).origin("");
        with_stream(ctx, args, |lp, stream, _| {
            stream.set_origin(lp, origin);
            Ok(())
        })
    });
    binding.set(ctx, "adopt", adopt)?;
    let has_ref = ctx.function("hasRef", |ctx, args| {
        let environment = Environment::of(ctx);
        let stream = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
        Ok(ctx.boolean(stream.is_some_and(|stream| stream.has_ref(&environment.lp))))
    });
    binding.set(ctx, "hasRef", has_ref)?;
    let set_blocking = ctx.function("setBlocking", |ctx, args| {
        let blocking = args.at(1).to_bool(ctx);
        with_stream(ctx, args, |lp, stream, _| {
            stream.set_blocking_writes(lp, blocking);
            Ok(())
        })
    });
    binding.set(ctx, "setBlocking", set_blocking)?;
    let descriptor = ctx.function("fd", |ctx, args| {
        let environment = Environment::of(ctx);
        let stream = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
        Ok(ctx.int32(stream.and_then(|stream| stream.fd(&environment.lp)).unwrap_or(-1)))
    });
    binding.set(ctx, "fd", descriptor)?;
    let queue_size = ctx.function("writeQueueSize", |ctx, args| {
        let environment = Environment::of(ctx);
        let stream = Streams::of(ctx).get(args.at(0).to_uint32(ctx)?);
        let size = stream.map_or(0, |stream| stream.write_queue_size(&environment.lp));
        Ok(ctx.number(size as f64))
    });
    binding.set(ctx, "writeQueueSize", queue_size)?;
    let read_size = ctx.function("setReadSize", |ctx, args| {
        let bytes = args.at(1).to_uint32(ctx)? as usize;
        with_stream(ctx, args, |lp, stream, _| {
            stream.set_read_size(lp, bytes);
            Ok(())
        })
    });
    binding.set(ctx, "setReadSize", read_size)?;
    connections::add(ctx, environment, binding)?;
    handles::add(ctx, binding)?;
    lines::add(ctx, binding)?;
    Ok(binding)
}

/// `setReader(reader)`: what is called, once a poll round, when streams are ready.
fn set_reader<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let streams = Streams::of(ctx);
    *streams.reader.borrow_mut() = Some(Persistent::new(ctx, args.at(0)));
    if !streams.has_sink.replace(true) {
        let environment = Environment::of(ctx);
        let weak = Rc::downgrade(&environment);
        let streams = Rc::downgrade(&streams);
        environment.lp.set_read_sink(Some(Box::new(move |_| {
            let (Some(environment), Some(streams)) = (weak.upgrade(), streams.upgrade()) else {
                return;
            };
            environment.callback(|ctx| {
                let reader = streams.reader.borrow().as_ref().map(|reader| reader.get(ctx));
                if let Some(reader) = reader.and_then(|reader| reader.as_function(ctx)) {
                    reader.call(ctx, None, &[])?;
                }
                Ok(())
            });
        })));
    }
    Ok(ctx.undefined())
}

/// `nextRead()`: bytes, `WAITS`, `null` at a stream's end, a negative errno; `undefined` when the loop has to go on. `fields`
/// says which stream it was. A stream that a parser consumes gives the first event of its bytes in their place, one of lines the
/// lines that they complete.
fn next_read<'js>(ctx: Ctx<'js>, _args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let streams = Streams::of(ctx);
    let Some(batched) = environment.lp.next_read() else { return Ok(ctx.undefined()) };
    let number = batched.tag as u32;
    streams.fields.set(STREAM, number);
    let bytes = if let Read::Data(chunk) = &batched.read { chunk.len() } else { 0 };
    streams.fields.set(BYTES, bytes as u32);
    if let Read::Data(chunk) = &batched.read
        && let Some(parser) = streams.consumer(number)
    {
        return parser.feed(ctx, chunk);
    }
    if let Read::Data(chunk) = &batched.read
        && let Some(lines) = streams.lines.feed(ctx, number, chunk)
    {
        return lines;
    }
    // What became of the bytes is asked of the layer.
    if let Read::Data(chunk) = &batched.read
        && let Some(layer) = streams.layer(number)
    {
        layer.feed(chunk);
        return Ok(ctx.boolean(true));
    }
    Ok(match batched.read {
        Read::Data(chunk) if chunk.len() <= LARGEST_SMALL => {
            let mut small = streams.small.borrow_mut();
            small.clear();
            small.extend_from_slice(&chunk);
            ctx.int32(WAITS)
        }
        Read::Data(chunk) => {
            let array = environment.blocks.lend(ctx, chunk.into_vec())?;
            environment.lp.lend_read_buffer(|| environment.blocks.take());
            array.as_object().into()
        }
        Read::End => ctx.null(),
        Read::Error(error) => ctx.int32(-code(&error)),
    })
}

/// `takeRead(bytes)`: fills an array of as many bytes as `fields` says with the chunk that waits.
fn take_read<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    if let Some(view) = args.at(0).as_typed_array(ctx) {
        let streams = Streams::of(ctx);
        let small = streams.small.borrow();
        let small: &[u8] = &small;
        view.with_bytes_mut(ctx, |bytes| {
            let length = bytes.len().min(small.len());
            bytes[..length].copy_from_slice(&small[..length]);
        })?;
    }
    Ok(ctx.undefined())
}

/// `openPipe(fd)`: a stream that owns the descriptor, or a second one of the standard three; its number or a negative
/// errno.
fn open_pipe<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let fd = Descriptors::of(ctx).take(args.at(0).to_int32(ctx)?).map_err(io::Error::from);
    let opened = fd.and_then(|fd| Pipe::open(&environment.lp, fd));
    Ok(number_of(ctx, opened.map(Stream::from), "PipeWrap"))
}

/// `openTty(fd)`: a stream over a second descriptor of what `fd` has, a terminal.
fn open_tty<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let opened = second_descriptor(ctx, args.at(0).to_int32(ctx)?)
        .and_then(|fd| Tty::open(&environment.lp, fd));
    Ok(number_of(ctx, opened.map(Stream::from), "TTYWrap"))
}

fn second_descriptor(ctx: Ctx<'_>, number: i32) -> io::Result<OwnedFd> {
    Descriptors::of(ctx).get(number)?.as_fd().try_clone_to_owned()
}

/// Keeps a stream under a number.
pub(super) fn number_of<'js>(
    ctx: Ctx<'js>,
    stream: io::Result<Stream>,
    label: &'static str,
) -> Value<'js> {
    match stream {
        Ok(stream) => {
            let environment = Environment::of(ctx);
            stream.set_origin(&environment.lp, environment.origin(label));
            ctx.number(Streams::of(ctx).insert(stream).into())
        }
        Err(error) => ctx.int32(-code(&error)),
    }
}

/// `write(number, chunks)`: writes one buffer or several, or Latin-1 text. 0: all is written; 1: not all, and `writeRest` has
/// to be called next; negative: an errno. Nearly all is written at once, and then nobody has to make a callback.
///
/// The bytes are copied once, out of the engine's reach: into memory that is used again when all of them went out, and
/// that is handed to the loop when they did not.
fn write<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let mut bytes = Streams::of(ctx).scratch.take();
    bytes.clear();
    gather(ctx, args.at(1), &mut bytes)?;
    write_gathered(ctx, args.at(0).to_uint32(ctx)?, bytes)
}

fn write_gathered(ctx: Ctx<'_>, number: u32, bytes: Vec<u8>) -> JsResult<'_, Value<'_>> {
    let streams = Streams::of(ctx);
    Ok(match streams.write_at_once(&Environment::of(ctx).lp, number, bytes) {
        Ok(None) => ctx.int32(0),
        Ok(Some(rest)) => {
            streams.rest.set(rest);
            ctx.int32(1)
        }
        Err(error) => ctx.int32(-code(&error)),
    })
}

/// `writeRest(number, callback)`: writes what `write` has left; `callback(status)` will tell. 0 or a negative errno.
fn write_rest<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let rest = Streams::of(ctx).rest.take();
    let done = completion(ctx, args.at(1));
    with_stream(ctx, args, |lp, stream, _| stream.write(lp, rest, move |_, _, result| done(result)))
}

/// Writes bytes that have been gathered already; as `write`.
pub(super) fn send<'js>(
    ctx: Ctx<'js>,
    number: u32,
    bytes: Vec<u8>,
    callback: Value<'js>,
) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let lp = &environment.lp;
    let streams = Streams::of(ctx);
    let Some(stream) = streams.get(number) else { return Ok(bad(ctx)) };
    let result = streams.write_at_once(lp, number, bytes).and_then(|rest| {
        let Some(rest) = rest else { return Ok(0) };
        let done = completion(ctx, callback);
        stream.write(lp, rest, move |_, _, result| done(result)).map(|()| 1)
    });
    Ok(ctx.int32(result.unwrap_or_else(|error| -code(&error))))
}

/// Appends the bytes of a buffer, of Latin-1 text, or of a list of such.
pub(super) fn gather<'js>(
    ctx: Ctx<'js>,
    chunks: Value<'js>,
    bytes: &mut Vec<u8>,
) -> JsResult<'js, ()> {
    if gather_one(ctx, chunks, bytes)? {
        return Ok(());
    }
    let Some(list) = chunks.as_object(ctx) else { return Ok(()) };
    for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? {
        gather_one(ctx, list.get_index(ctx, index)?, bytes)?;
    }
    Ok(())
}

/// False if it is neither bytes nor text.
fn gather_one<'js>(ctx: Ctx<'js>, chunk: Value<'js>, bytes: &mut Vec<u8>) -> JsResult<'js, bool> {
    if let Some(view) = chunk.as_typed_array(ctx) {
        view.with_bytes(ctx, |part| bytes.extend_from_slice(part))?;
        return Ok(true);
    }
    if !chunk.is_string(ctx) {
        return Ok(false);
    }
    chunk.with_characters(ctx, |characters| match characters {
        Characters::Latin1(part) => bytes.extend_from_slice(part),
        Characters::Utf16(units) => bytes.extend(units.iter().map(|&unit| unit as u8)),
    })?;
    Ok(true)
}

/// `shutdown(number, callback)`: no more will be written; `callback(status)` when the other side has been told.
fn shutdown<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let done = completion(ctx, args.at(1));
    with_stream(ctx, args, |lp, stream, _| stream.shutdown(lp, move |_, _, result| done(result)))
}

/// `close(number, callback)`: calls back in the closing phase.
fn close<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)?;
    let streams = Streams::of(ctx);
    let Some(stream) = streams.remove(number) else { return Ok(bad(ctx)) };
    let closed = closed(ctx, number, args.at(1));
    stream.close(&Environment::of(ctx).lp, move |_| closed());
    Ok(ctx.int32(0))
}

/// What a close callback does: the number is free, JavaScript hears of it.
pub(super) fn closed<'js>(
    ctx: Ctx<'js>,
    number: u32,
    callback: Value<'js>,
) -> impl FnOnce() + 'static {
    let streams = Rc::downgrade(&Streams::of(ctx));
    let done = completion(ctx, callback);
    move || {
        if let Some(streams) = streams.upgrade() {
            streams.release(number);
        }
        done(Ok(()));
    }
}

/// Calls `callback(status)` through the door: 0 or a negative errno.
pub(super) fn completion<'js>(
    ctx: Ctx<'js>,
    callback: Value<'js>,
) -> impl FnOnce(io::Result<()>) + 'static {
    let environment = Rc::downgrade(&Environment::of(ctx));
    let callback = Persistent::new(ctx, callback);
    move |result| {
        let Some(environment) = environment.upgrade() else { return };
        environment.callback(|ctx| {
            let status = ctx.int32(result.err().map_or(0, |error| -code(&error)));
            if let Some(callback) = callback.get(ctx).as_function(ctx) {
                callback.call(ctx, None, &[status])?;
            }
            Ok(())
        });
    }
}

/// Runs `body` on the stream that the first argument names: 0 or a negative errno.
pub(super) fn with_stream<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    body: impl FnOnce(&EventLoop, Stream, u32) -> io::Result<()>,
) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)?;
    let Some(stream) = Streams::of(ctx).get(number) else { return Ok(bad(ctx)) };
    let result = body(&Environment::of(ctx).lp, stream, number);
    Ok(ctx.int32(result.err().map_or(0, |error| -code(&error))))
}

fn bad<'js>(ctx: Ctx<'js>) -> Value<'js> {
    ctx.int32(-Errno::BADF.raw_os_error())
}

pub(super) fn code(error: &io::Error) -> i32 {
    Errno::from_io_error(error).unwrap_or(Errno::IO).raw_os_error()
}
