//! The native half of `http2`: sessions of nghttp2, by object.
//!
//! A session over a stream of the loop takes its bytes in where they are read (`streams::Layer`) and sends its own through
//! `flush`: frames do not come to JavaScript, which asks for what happened (`events`). A session over TLS or a stream of
//! JavaScript is fed by it. Blocks of headers travel as one string, a header being a name, NUL, a value and NUL.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use roundel_jsc::{
    Arguments, Bytes, Characters, Class, Ctx, Exception, JsResult, Object, SharedArray, TypedArray,
    Value, ValueList,
};
use roundel_nghttp2::{
    Event, Options, Padding, Priority, Role, Session, Side, StreamState, error_text, pieces,
    version,
};

use super::streams::{Layer, Streams, gather, send};
use crate::environment::Environment;

/// What is in `fields` after a call that sends.
mod field {
    /// There are events to ask for.
    pub(super) const HAS_EVENTS: usize = 0;
    /// How many bytes went out.
    pub(super) const SENT: usize = 1;
    /// 1: the session wants to read; 2: to write.
    pub(super) const WANTS: usize = 2;
    pub(super) const LENGTH: usize = 3;
}

/// How much is taken from a session at once.
const OUTPUT_LIMIT: usize = 1 << 20;

/// The kinds of events, as JavaScript knows them.
mod kind {
    pub(super) const HEADERS: i32 = 0;
    pub(super) const DATA: i32 = 1;
    pub(super) const END: i32 = 2;
    pub(super) const CLOSED: i32 = 3;
    pub(super) const WRITTEN: i32 = 4;
    pub(super) const WANTS_TRAILERS: i32 = 5;
    pub(super) const SETTINGS: i32 = 6;
    pub(super) const SETTINGS_ACK: i32 = 7;
    pub(super) const PING: i32 = 8;
    pub(super) const PING_ACK: i32 = 9;
    pub(super) const GOAWAY: i32 = 10;
    pub(super) const PRIORITY: i32 = 11;
    pub(super) const ALT_SVC: i32 = 12;
    pub(super) const ORIGINS: i32 = 13;
    pub(super) const FRAME_ERROR: i32 = 14;
    pub(super) const FAILED: i32 = 15;
    pub(super) const TOO_MANY_INVALID_FRAMES: i32 = 16;
}

struct Connection {
    session: Session,
    /// What receiving failed with, until it is told.
    failure: Cell<i32>,
    /// Nobody asks any more: what still comes is dropped.
    is_over: Cell<bool>,
}

impl Layer for Connection {
    fn feed(&self, bytes: &[u8]) {
        if !self.is_over.get()
            && let Err(code) = self.session.receive(bytes)
        {
            self.failure.set(code);
        }
    }
}

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    roundel_nghttp2::load().or_else(|words| ctx.throw(&words))?;
    let binding = ctx.object();
    let fields = Rc::new(SharedArray::<u32>::new(field::LENGTH));
    binding.set(ctx, "fields", fields.to_object(ctx)?)?;
    binding.set(ctx, "version", ctx.string(&version()))?;
    let class = Class::<Connection>::new("Http2SessionHandle");
    // createSession(isServer, options)
    let create = ctx.function("createSession", move |ctx, args| {
        let role = if args.at(0).to_bool(ctx) { Role::Server } else { Role::Client };
        let options = options(ctx, args.at(1).to_object(ctx)?)?;
        let session = Session::new(role, options).or_else(|words| ctx.throw(&words))?;
        Ok(class
            .instantiate(
                ctx,
                Connection { session, failure: Cell::new(0), is_over: Cell::new(false) },
            )
            .into())
    });
    binding.set(ctx, "createSession", create)?;

    let after = fields.clone();
    let flush = ctx.function("flush", move |ctx, args| flush(ctx, args, &after));
    binding.set(ctx, "flush", flush)?;
    let after = fields.clone();
    let pieces = ctx.function("takePieces", move |ctx, args| take_pieces(ctx, args, &after));
    binding.set(ctx, "takePieces", pieces)?;
    let take = ctx.function("takeOutput", move |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let output = output(&connection, &fields);
        if output.is_empty() { Ok(ctx.undefined()) } else { array(ctx, output) }
    });
    binding.set(ctx, "takeOutput", take)?;

    let functions: [(&str, Native); 31] = [
        ("attach", attach),
        ("receive", receive),
        ("events", events),
        ("wants", wants),
        ("finish", finish),
        ("request", request),
        ("respond", respond),
        ("info", |ctx, args| headers(ctx, args, |session, id, block| session.info(id, block))),
        ("trailers", |ctx, args| {
            headers(ctx, args, |session, id, block| session.trailers(id, block))
        }),
        ("push", |ctx, args| headers(ctx, args, |session, id, block| session.push(id, block))),
        ("write", write),
        ("end", |ctx, args| stream(ctx, args, |session, id, _| i32::from(session.end(id)))),
        ("hasOutgoing", |ctx, args| {
            stream(ctx, args, |session, id, _| i32::from(session.has_outgoing(id)))
        }),
        ("reset", |ctx, args| stream(ctx, args, |session, id, code| session.reset(id, code))),
        ("setReading", |ctx, args| {
            stream(ctx, args, |session, id, wanted| {
                session.set_reading(id, wanted != 0);
                0
            })
        }),
        ("release", |ctx, args| {
            stream(ctx, args, |session, id, _| {
                session.release(id);
                0
            })
        }),
        ("priority", priority),
        ("settings", settings),
        ("ping", ping),
        ("goaway", goaway),
        ("terminate", |ctx, args| stream(ctx, args, |session, _, code| session.terminate(code))),
        ("shutdownNotice", |ctx, args| {
            stream(ctx, args, |session, _, _| session.shutdown_notice())
        }),
        ("altsvc", alt_svc),
        ("origins", origins),
        ("setLocalWindowSize", |ctx, args| {
            stream(ctx, args, |session, size, _| session.set_local_window_size(size))
        }),
        ("setNextStreamID", |ctx, args| {
            stream(ctx, args, |session, id, _| session.set_next_stream_id(id))
        }),
        ("currentSettings", current_settings),
        ("sessionState", session_state),
        ("streamState", stream_state),
        ("sessionStatistics", session_statistics),
        ("streamStatistics", stream_statistics),
    ];
    for (name, function) in functions {
        binding.set(ctx, name, ctx.function(name, function))?;
    }
    let text = ctx
        .function("errorText", |ctx, args| Ok(ctx.string(&error_text(args.at(0).to_int32(ctx)?))));
    binding.set(ctx, "errorText", text)?;
    Ok(binding)
}

type Native = for<'js> fn(Ctx<'js>, Arguments<'js>) -> JsResult<'js, Value<'js>>;

/// The session that a script passes.
fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Connection>> {
    value
        .as_object(ctx)
        .and_then(Object::private::<Connection>)
        .ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

/// A list of numbers: padding, size of the deflate table, longest header block, the peer's concurrent streams, reserved
/// streams, settings, header pairs, memory, invalid frames, rejected streams, resets at once, resets a second, strict
/// white space. What is undefined is nghttp2's own.
fn options<'js>(ctx: Ctx<'js>, list: Object<'js>) -> JsResult<'js, Options> {
    let at = |index| -> JsResult<'js, Option<f64>> {
        let value = list.get_index(ctx, index)?;
        if value.is_nullish() { Ok(None) } else { value.to_number(ctx).map(Some) }
    };
    let whole = |index| at(index).map(|value| value.map(|value| value as u32));
    let default = Options::default();
    Ok(Options {
        padding: match whole(0)? {
            Some(1) => Padding::Aligned,
            Some(2) => Padding::Max,
            _ => Padding::None,
        },
        max_deflate_dynamic_table_size: whole(1)?,
        max_send_header_block_length: whole(2)?,
        peer_max_concurrent_streams: whole(3)?.unwrap_or(default.peer_max_concurrent_streams),
        max_reserved_remote_streams: whole(4)?,
        max_settings: whole(5)?,
        max_header_pairs: at(6)?.map_or(default.max_header_pairs, |value| value as usize),
        max_memory: at(7)?.map_or(default.max_memory, |value| value as usize),
        max_invalid_frames: whole(8)?.unwrap_or(default.max_invalid_frames),
        max_rejected_streams: whole(9)?.unwrap_or(default.max_rejected_streams),
        stream_reset_limit: at(10)?.zip(at(11)?).map(|(burst, rate)| (burst as u64, rate as u64)),
        strict_whitespace: list.get_index(ctx, 12)?.to_bool(ctx),
    })
}

/// `attach(session, stream)`: what the stream reads is the session's.
fn attach<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    Streams::of(ctx).set_layer(args.at(1).to_uint32(ctx)?, of(ctx, args.at(0))?);
    Ok(ctx.undefined())
}

fn receive<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    if let Some(view) = args.at(1).as_typed_array(ctx) {
        connection.feed(&view.to_vec(ctx)?);
    }
    Ok(ctx.undefined())
}

/// `events(session)`: what happened, four values an event: its kind, a stream, two parts. Undefined if nothing did.
fn events<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let events = connection.session.take_events();
    let failure = connection.failure.replace(0);
    if events.is_empty() && failure == 0 {
        return Ok(ctx.undefined());
    }
    let mut list = ValueList::new(ctx);
    for event in events {
        add_event(ctx, &mut list, event)?;
    }
    if failure != 0 {
        add_event(ctx, &mut list, Event::Failed { code: failure })?;
    }
    Ok(list.to_array()?.into())
}

fn add_event<'js>(ctx: Ctx<'js>, list: &mut ValueList<'js>, event: Event) -> JsResult<'js, ()> {
    let none = ctx.undefined();
    let latin1 = |bytes: &[u8]| ctx.string_from_latin1(bytes);
    let number = |number: u32| ctx.number(number.into());
    let (kind, stream, first, second) = match event {
        Event::Headers { stream, category, flags, headers } => {
            let sensitive =
                if headers.sensitive.is_empty() { none } else { latin1(&headers.sensitive) };
            let parts = ctx.array(&[ctx.int32(category), ctx.int32(flags.into()), sensitive])?;
            (kind::HEADERS, stream, latin1(&headers.flat), parts.into())
        }
        Event::Data { stream, bytes } => (kind::DATA, stream, array(ctx, bytes)?, none),
        Event::End { stream } => (kind::END, stream, none, none),
        Event::Closed { stream, code } => (kind::CLOSED, stream, number(code), none),
        Event::Written { stream } => (kind::WRITTEN, stream, none, none),
        Event::WantsTrailers { stream } => (kind::WANTS_TRAILERS, stream, none, none),
        Event::Settings(values) => (kind::SETTINGS, 0, numbers(ctx, values)?, none),
        Event::SettingsAck(values) => (kind::SETTINGS_ACK, 0, numbers(ctx, values)?, none),
        Event::Ping(payload) => (kind::PING, 0, array(ctx, payload.to_vec())?, none),
        Event::PingAck(payload) => (kind::PING_ACK, 0, array(ctx, payload.to_vec())?, none),
        Event::Goaway { code, last_stream, data } => {
            let data = if data.is_empty() { none } else { array(ctx, data)? };
            (kind::GOAWAY, last_stream, number(code), data)
        }
        Event::Priority { stream, parent, weight, exclusive } => {
            let parts = ctx.array(&[ctx.int32(weight), ctx.boolean(exclusive)])?;
            (kind::PRIORITY, stream, ctx.int32(parent), parts.into())
        }
        Event::AltSvc { stream, origin, value } => {
            (kind::ALT_SVC, stream, latin1(&origin), latin1(&value))
        }
        Event::Origins(flat) => (kind::ORIGINS, 0, latin1(&flat), none),
        Event::FrameError { stream, kind, code } => {
            (kind::FRAME_ERROR, stream, ctx.int32(kind.into()), number(code))
        }
        Event::Failed { code } => (kind::FAILED, 0, ctx.int32(code), none),
        Event::TooManyInvalidFrames => (kind::TOO_MANY_INVALID_FRAMES, 0, none, none),
    };
    list.push(ctx.int32(kind));
    list.push(ctx.int32(stream));
    list.push(first);
    list.push(second);
    Ok(())
}

/// What a session has to say; `fields` is told about it.
fn output(connection: &Connection, fields: &SharedArray<u32>) -> Vec<u8> {
    let mut output = Vec::new();
    if let Err(code) = connection.session.take_output(&mut output, OUTPUT_LIMIT) {
        connection.failure.set(code);
    }
    let has_events = connection.session.has_events() || connection.failure.get() != 0;
    fields.set(field::HAS_EVENTS, has_events.into());
    fields.set(field::SENT, output.len() as u32);
    fields.set(field::WANTS, wanted(&connection.session));
    output
}

/// `takePieces(session)`: as `takeOutput`, in the pieces that nghttp2 makes of it.
fn take_pieces<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    fields: &SharedArray<u32>,
) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let output = output(&connection, fields);
    if output.is_empty() {
        return Ok(ctx.undefined());
    }
    let mut list = ValueList::new(ctx);
    let mut rest = &output[..];
    for length in pieces(&output) {
        let (piece, others) = rest.split_at(length);
        list.push(array(ctx, piece.to_vec())?);
        rest = others;
    }
    Ok(list.to_array()?.into())
}

/// `flush(session, stream, callback)`: sends what there is; as `write` of a stream.
fn flush<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    fields: &SharedArray<u32>,
) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let output = output(&connection, fields);
    if output.is_empty() {
        return Ok(ctx.int32(0));
    }
    send(ctx, args.at(1).to_uint32(ctx)?, output, args.at(2))
}

fn wanted(session: &Session) -> u32 {
    u32::from(session.wants_read()) | u32::from(session.wants_write()) << 1
}

fn wants<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    Ok(ctx.number(wanted(&of(ctx, args.at(0))?.session).into()))
}

/// `finish(session)`: nobody will ask about it again.
fn finish<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    connection.is_over.set(true);
    connection.session.take_events();
    Ok(ctx.undefined())
}

/// Text as bytes, one for each character.
fn latin1<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<u8>> {
    value.with_characters(ctx, |characters| match characters {
        Characters::Latin1(bytes) => bytes.to_vec(),
        Characters::Utf16(units) => units.iter().map(|&unit| unit as u8).collect(),
    })
}

/// Flags of a message: it has a body; trailers follow it.
const HAS_BODY: u32 = 1;
const HAS_TRAILERS: u32 = 2;

/// `request(session, headers, flags, parent, weight, exclusive)`: the stream's number, or negative.
fn request<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let block = latin1(ctx, args.at(1))?;
    let flags = args.at(2).to_uint32(ctx)?;
    let priority = if args.at(3).is_nullish() {
        None
    } else {
        Some(Priority {
            parent: args.at(3).to_int32(ctx)?,
            weight: args.at(4).to_int32(ctx)?,
            exclusive: args.at(5).to_bool(ctx),
        })
    };
    let id = connection.session.request(
        &block,
        priority,
        flags & HAS_BODY != 0,
        flags & HAS_TRAILERS != 0,
    );
    Ok(ctx.int32(id))
}

/// `respond(session, stream, headers, flags)`
fn respond<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let flags = args.at(3).to_uint32(ctx)?;
    headers(ctx, args, |session, id, block| {
        session.respond(id, block, flags & HAS_BODY != 0, flags & HAS_TRAILERS != 0)
    })
}

/// `(session, stream, headers)`
fn headers<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    submit: impl FnOnce(&Session, i32, &[u8]) -> i32,
) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let id = args.at(1).to_int32(ctx)?;
    let block = latin1(ctx, args.at(2))?;
    Ok(ctx.int32(submit(&connection.session, id, &block)))
}

/// `(session, stream, number)`
fn stream<'js>(
    ctx: Ctx<'js>,
    args: Arguments<'js>,
    act: impl FnOnce(&Session, i32, u32) -> i32,
) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let id = args.at(1).to_int32(ctx)?;
    let number = args.at(2).to_uint32(ctx)?;
    Ok(ctx.int32(act(&connection.session, id, number)))
}

/// `write(session, stream, chunks)`
fn write<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let id = args.at(1).to_int32(ctx)?;
    let mut bytes = Vec::new();
    gather(ctx, args.at(2), &mut bytes)?;
    Ok(ctx.boolean(connection.session.write(id, bytes)))
}

/// `priority(session, stream, parent, weight, exclusive)`
fn priority<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let priority = Priority {
        parent: args.at(2).to_int32(ctx)?,
        weight: args.at(3).to_int32(ctx)?,
        exclusive: args.at(4).to_bool(ctx),
    };
    Ok(ctx.int32(connection.session.priority(args.at(1).to_int32(ctx)?, priority)))
}

/// `settings(session, list)`: numbers and values in turns.
fn settings<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let list = args.at(1).to_object(ctx)?;
    let mut entries = Vec::new();
    for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? / 2 {
        let id = list.get_index(ctx, index * 2)?.to_int32(ctx)?;
        entries.push((id, list.get_index(ctx, index * 2 + 1)?.to_uint32(ctx)?));
    }
    Ok(ctx.int32(connection.session.settings(&entries)))
}

/// `ping(session, payload)`
fn ping<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let mut bytes = Vec::new();
    gather(ctx, args.at(1), &mut bytes)?;
    let mut payload = [0; 8];
    for (to, from) in payload.iter_mut().zip(bytes) {
        *to = from;
    }
    Ok(ctx.int32(connection.session.ping(&payload)))
}

/// `goaway(session, code, lastStream, data)`
fn goaway<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let mut data = Vec::new();
    gather(ctx, args.at(3), &mut data)?;
    let (code, last) = (args.at(1).to_uint32(ctx)?, args.at(2).to_int32(ctx)?);
    Ok(ctx.int32(connection.session.goaway(code, last, &data)))
}

/// `altsvc(session, stream, origin, value)`
fn alt_svc<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let (origin, value) = (latin1(ctx, args.at(2))?, latin1(ctx, args.at(3))?);
    Ok(ctx.int32(connection.session.alt_svc(args.at(1).to_int32(ctx)?, &origin, &value)))
}

/// `origins(session, text)`: each followed by NUL.
fn origins<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let text = latin1(ctx, args.at(1))?;
    let list: Vec<&[u8]> =
        text.split(|&byte| byte == 0).filter(|origin| !origin.is_empty()).collect();
    Ok(ctx.int32(connection.session.origins(&list)))
}

/// `currentSettings(session, isLocal)`: values in the order of nghttp2's `SETTINGS`.
fn current_settings<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let side = if args.at(1).to_bool(ctx) { Side::Local } else { Side::Remote };
    numbers(ctx, connection.session.settings_of(side))
}

/// `sessionStatistics(session)`: frames received and sent, bytes received and sent, streams, the most of them at once.
fn session_statistics<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let statistics = of(ctx, args.at(0))?.session.statistics();
    numbers(
        ctx,
        [
            statistics.frames_received as f64,
            statistics.frames_sent as f64,
            statistics.bytes_received as f64,
            statistics.bytes_sent as f64,
            statistics.stream_count as f64,
            statistics.max_concurrent_streams as f64,
        ],
    )
}

/// `streamStatistics(session, stream)`: bytes received and sent; how many milliseconds it has been there; after how many
/// its first header and the first byte of what was sent came, negative if they did not. Undefined of one that is gone.
fn stream_statistics<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let Some(statistics) = connection.session.stream_statistics(args.at(1).to_int32(ctx)?) else {
        return Ok(ctx.undefined());
    };
    let created = statistics.created;
    let after = |time: Option<Instant>| {
        time.map_or(-1.0, |time| time.saturating_duration_since(created).as_secs_f64() * 1e3)
    };
    numbers(
        ctx,
        [
            statistics.bytes_received as f64,
            statistics.bytes_sent as f64,
            created.elapsed().as_secs_f64() * 1e3,
            after(statistics.first_header),
            after(statistics.first_byte_sent),
        ],
    )
}

fn session_state<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let state = of(ctx, args.at(0))?.session.session_state();
    Ok(ctx
        .array(&[
            ctx.int32(state.effective_local_window_size),
            ctx.int32(state.effective_recv_data_length),
            ctx.number(state.next_stream_id.into()),
            ctx.int32(state.local_window_size),
            ctx.int32(state.last_proc_stream_id),
            ctx.int32(state.remote_window_size),
            ctx.number(state.outbound_queue_size as f64),
            ctx.number(state.deflate_dynamic_table_size as f64),
            ctx.number(state.inflate_dynamic_table_size as f64),
        ])?
        .into())
}

/// nghttp2's state of a stream before its first frame.
const IDLE: StreamState = StreamState {
    state: 1,
    weight: 0,
    sum_dependency_weight: 0,
    local_close: 0,
    remote_close: 0,
    local_window_size: 0,
};

/// `streamState(session, stream)`: one that nghttp2 does not have, as it is not sent yet or is gone, is idle.
fn stream_state<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let connection = of(ctx, args.at(0))?;
    let state = connection.session.stream_state(args.at(1).to_int32(ctx)?).unwrap_or(IDLE);
    Ok(ctx
        .array(&[
            ctx.int32(state.state),
            ctx.int32(state.weight),
            ctx.int32(state.sum_dependency_weight),
            ctx.int32(state.local_close),
            ctx.int32(state.remote_close),
            ctx.int32(state.local_window_size),
        ])?
        .into())
}

fn numbers<'js, const COUNT: usize>(
    ctx: Ctx<'js>,
    values: [impl Into<f64>; COUNT],
) -> JsResult<'js, Value<'js>> {
    Ok(ctx.array(&values.map(|value| ctx.number(value.into())))?.into())
}

fn array<'js>(ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, Value<'js>> {
    Ok(TypedArray::from_vec(ctx, bytes)?.into())
}
