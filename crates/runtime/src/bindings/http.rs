//! Parsers of HTTP, held by JavaScript by number.
//!
//! JavaScript pulls: `execute` takes bytes and gives the first event in them, `next` the one after. Nothing is called
//! back, so whatever happens between two events, a parser is in a state that makes sense. A parser that *consumes* a
//! stream is fed by `nextRead` of the streams' binding: bytes that are read go into it without becoming an object.
//!
//! A head travels as one string. Numbers about it are left in `fields`; its headers are found by `split` when somebody
//! looks at them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use roundel_http::{
    Decision, Event, HeadEvent, Kind, METHODS, Options, ParseError, Parser, STANDARD_METHODS,
    Validation, fields, names,
};
use roundel_jsc::{
    Arguments, Bytes, Characters, Ctx, JsResult, Object, SharedArray, TypedArray, Value, ValueList,
};

use super::streams::Streams;
use crate::environment::Environment;

/// What is in `fields` after a head.
mod field {
    /// The flags of `roundel_http::Flags`, and those of this file.
    pub(super) const FLAGS: usize = 0;
    /// The index of the method, or the status.
    pub(super) const METHOD: usize = 1;
    pub(super) const VERSION: usize = 2;
    /// The URL or the reason.
    pub(super) const TEXT_START: usize = 3;
    pub(super) const TEXT_END: usize = 4;
    /// How many bytes of the input have been taken.
    pub(super) const AT: usize = 5;
    /// Something of the input is left.
    pub(super) const HAS_MORE: usize = 6;
    /// How many headers `split` has found.
    pub(super) const COUNT: usize = 7;
    /// How many bytes of a body are in the slab.
    pub(super) const BODY_BYTES: usize = 8;
    /// What is known to come after a piece of a body: `AFTER_…`.
    pub(super) const AFTER: usize = 9;
    /// The string is a piece of a body and not a head.
    pub(super) const IS_BODY: usize = 10;
    pub(super) const LENGTH: usize = 11;
}

const WANTS_UPGRADE: u32 = 1 << 16;
const KEEPS_ALIVE: u32 = 1 << 17;
/// The message is over with its head.
const IS_WHOLE: u32 = 1 << 18;

/// Events that are numbers.
const NEED_MORE: i32 = 0;
const COMPLETE: i32 = 1;
const COMPLETE_WITH_TRAILERS: i32 = 2;
const STOP: i32 = 3;
const ERROR: i32 = 4;
/// A piece of a body, which is in the slab.
const IN_SLAB: i32 = 5;

/// What comes after a piece of a body has to be asked for.
const AFTER_ASK: u32 = 0;
/// The message is over, and so is the input.
const AFTER_COMPLETE: u32 = 1;
/// The input is over.
const AFTER_NOTHING: u32 = 2;

/// Pieces up to this size go into the slab: who keeps one keeps the slab.
const LARGEST_IN_SLAB: usize = 2048;

/// In the place of where a name begins: it is known, and this is its number.
const KNOWN_NAME: u32 = 1 << 31;

/// How many headers `split` gives at once.
const SPLIT_AT_ONCE: usize = 64;

/// A parser and what it has been given.
pub(super) struct Slot {
    shared: Rc<Shared>,
    inner: RefCell<Inner>,
}

struct Inner {
    parser: Parser,
    kind: Kind,
    input: Vec<u8>,
    at: usize,
    error: Option<ParseError>,
    /// What was found when looking ahead.
    ahead: Option<Result<Event, ParseError>>,
}

struct Shared {
    fields: SharedArray<u32>,
    offsets: SharedArray<u32>,
}

struct Parsers {
    shared: Rc<Shared>,
    slots: RefCell<Vec<Option<Rc<Slot>>>>,
    free: RefCell<Vec<u32>>,
    made: Cell<u32>,
}

impl Parsers {
    fn of(ctx: Ctx<'_>) -> Rc<Parsers> {
        if let Some(parsers) = ctx.data::<Parsers>() {
            return parsers;
        }
        let shared = Rc::new(Shared {
            fields: SharedArray::new(field::LENGTH),
            offsets: SharedArray::new(4 * SPLIT_AT_ONCE),
        });
        let parsers = Rc::new(Parsers {
            shared,
            // Number 0 is nobody's.
            slots: RefCell::new(vec![None]),
            free: RefCell::default(),
            made: Cell::new(0),
        });
        if let Some(context) = ctx.context() {
            context.set_data(parsers.clone());
        }
        parsers
    }

    fn insert(&self, slot: Slot) -> u32 {
        self.made.set(self.made.get() + 1);
        let slot = Some(Rc::new(slot));
        let mut slots = self.slots.borrow_mut();
        if let Some(number) = self.free.borrow_mut().pop() {
            slots[number as usize] = slot;
            return number;
        }
        slots.push(slot);
        slots.len() as u32 - 1
    }

    fn get(&self, number: u32) -> Option<Rc<Slot>> {
        self.slots.borrow().get(number as usize).cloned().flatten()
    }
}

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let shared = Parsers::of(ctx).shared.clone();
    binding.set(ctx, "fields", shared.fields.to_object(ctx)?)?;
    binding.set(ctx, "offsets", shared.offsets.to_object(ctx)?)?;
    let methods = METHODS.iter().map(|method| ctx.string(method));
    binding.set(ctx, "allMethods", ValueList::collect(ctx, methods).to_array()?)?;
    let standard = STANDARD_METHODS.iter().map(|&index| ctx.string(METHODS[index as usize]));
    binding.set(ctx, "methods", ValueList::collect(ctx, standard).to_array()?)?;
    let names = names::NAMES.iter().map(|name| ctx.string(name));
    binding.set(ctx, "knownNames", ValueList::collect(ctx, names).to_array()?)?;
    binding.set(ctx, "newParser", ctx.function("newParser", new_parser))?;
    binding.set(ctx, "freeParser", ctx.function("freeParser", free_parser))?;
    binding.set(ctx, "execute", ctx.function("execute", execute))?;
    binding.set(ctx, "next", ctx.function("next", next))?;
    binding.set(ctx, "finish", ctx.function("finish", finish))?;
    binding.set(ctx, "decide", ctx.function("decide", decide))?;
    binding.set(ctx, "error", ctx.function("error", error))?;
    binding.set(ctx, "packet", ctx.function("packet", packet))?;
    binding.set(ctx, "rest", ctx.function("rest", rest))?;
    binding.set(ctx, "trailers", ctx.function("trailers", trailers))?;
    binding.set(ctx, "split", ctx.function("split", split))?;
    binding.set(ctx, "consume", ctx.function("consume", consume))?;
    binding.set(ctx, "state", ctx.function("state", state))?;
    Ok(binding)
}

/// `newParser(isRequest, validation, maxHeaderSize, maxHeaders)`: its number. Validation is 0 strict, 1 relaxed, 2 insecure.
fn new_parser<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let kind = if args.at(0).to_bool(ctx) { Kind::Request } else { Kind::Response };
    let validation = match args.at(1).to_uint32(ctx)? {
        0 => Validation::Strict,
        1 => Validation::Relaxed,
        _ => Validation::Insecure,
    };
    let max_header_size = args.at(2).to_uint32(ctx)? as usize;
    let max_headers = args.at(3).to_uint32(ctx)? as usize;
    let parsers = Parsers::of(ctx);
    let slot = Slot {
        shared: parsers.shared.clone(),
        inner: RefCell::new(Inner {
            parser: Parser::new(Options { kind, validation, max_header_size, max_headers }),
            kind,
            input: Vec::new(),
            at: 0,
            error: None,
            ahead: None,
        }),
    };
    Ok(ctx.number(parsers.insert(slot).into()))
}

/// `freeParser(parser)`.
fn free_parser<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)?;
    let parsers = Parsers::of(ctx);
    if let Some(slot) = parsers.slots.borrow_mut().get_mut(number as usize)
        && slot.take().is_some()
    {
        parsers.free.borrow_mut().push(number);
    }
    Ok(ctx.undefined())
}

/// `consume(stream, parser)`: what is read from the stream goes into the parser; 0 for none.
fn consume<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(1).to_uint32(ctx)?);
    Streams::of(ctx).set_consumer(args.at(0).to_uint32(ctx)?, slot);
    Ok(ctx.undefined())
}

/// `execute(parser, bytes)`: the first event of what came.
fn execute<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(slot) = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?) else {
        return Ok(ctx.int32(NEED_MORE));
    };
    let Some(view) = args.at(1).as_typed_array(ctx) else { return Ok(ctx.int32(NEED_MORE)) };
    let bytes = view.with_bytes(ctx, |bytes| bytes.to_vec())?;
    slot.feed(ctx, &bytes)
}

/// `next(parser, slab, at, wantsText)`: the event after the last. A small piece of a body is put into the slab, if there is
/// room behind `at`; with `wantsText` one that is ASCII comes as a string.
fn next<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(slot) = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?) else {
        return Ok(ctx.int32(NEED_MORE));
    };
    let mut inner = slot.inner.borrow_mut();
    let input = std::mem::take(&mut inner.input);
    let mut at = inner.at;
    let event = inner.pull(&input, &mut at);
    let room = Room {
        slab: args.at(1),
        at: args.at(2).to_uint32(ctx)? as usize,
        wants_text: args.at(3).to_bool(ctx),
    };
    let value = slot.tell(ctx, &inner, &input, event, at, Some(room));
    inner.at = at;
    // What is used up is not kept: an idle connection has no buffer.
    let is_over = at == input.len() && event.ends_input();
    inner.input = if is_over { Vec::new() } else { input };
    if is_over {
        inner.at = 0;
    }
    value
}

/// `finish(parser)`: there will be no more.
fn finish<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(slot) = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?) else {
        return Ok(ctx.int32(NEED_MORE));
    };
    let mut inner = slot.inner.borrow_mut();
    Ok(ctx.int32(match inner.parser.finish() {
        Ok(Event::Complete { .. }) => COMPLETE,
        Ok(_) => NEED_MORE,
        Err(error) => {
            inner.error = Some(error);
            ERROR
        }
    }))
}

/// `decide(parser, decision)`: what is said to a head: 1 no body, 2 upgrade, 3 no upgrade.
fn decide<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let decision = match args.at(1).to_uint32(ctx)? {
        1 => Decision::NoBody,
        2 => Decision::Upgrade,
        3 => Decision::NoUpgrade,
        _ => Decision::Body,
    };
    if let Some(slot) = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?) {
        slot.inner.borrow_mut().parser.decide(decision);
    }
    Ok(ctx.undefined())
}

/// `error(parser)`: `[code, reason, bytesParsed]`.
fn error<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?);
    let Some(error) = slot.and_then(|slot| slot.inner.borrow().error) else {
        return Ok(ctx.undefined());
    };
    let parts = [ctx.string(error.code), ctx.string(error.reason), ctx.number(error.at as f64)];
    Ok(ctx.array(&parts)?.into())
}

/// `packet(parser)`: the bytes that are being parsed.
fn packet<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?);
    let bytes = slot.map_or(Vec::new(), |slot| slot.inner.borrow().input.clone());
    Ok(TypedArray::from_vec(ctx, bytes)?.as_object().into())
}

/// `rest(parser)`: what is left of them, for another protocol.
fn rest<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?);
    let bytes = slot.map_or(Vec::new(), |slot| {
        let inner = slot.inner.borrow();
        inner.input.get(inner.at..).unwrap_or_default().to_vec()
    });
    Ok(TypedArray::from_vec(ctx, bytes)?.as_object().into())
}

/// `trailers(parser)`: the headers after the body, as a head.
fn trailers<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?);
    Ok(match slot {
        Some(slot) => ctx.string_from_latin1(slot.inner.borrow().parser.head(&[])),
        None => ctx.string(""),
    })
}

/// `state(parser)`: 0 between messages, 1 in a head, 2 in a body.
fn state<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let slot = Parsers::of(ctx).get(args.at(0).to_uint32(ctx)?);
    Ok(ctx.int32(slot.map_or(0, |slot| {
        let inner = slot.inner.borrow();
        match (inner.parser.is_in_head(), inner.parser.is_in_message()) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        }
    })))
}

/// `split(head, skip)`: leaves in `offsets` where names and values are, four numbers a header, of those after `skip`;
/// `fields` has their number. True if there may be more.
fn split<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let skip = args.at(1).to_uint32(ctx)? as usize;
    let shared = Parsers::of(ctx).shared.clone();
    let mut found = [0u32; 4 * SPLIT_AT_ONCE];
    let count = args.at(0).with_characters(ctx, |characters| match characters {
        Characters::Latin1(head) => locate(head, skip, &mut found),
        Characters::Utf16(units) => {
            let head: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
            locate(&head, skip, &mut found)
        }
    })?;
    for (index, &offset) in found[..4 * count].iter().enumerate() {
        shared.offsets.set(index, offset);
    }
    shared.fields.set(field::COUNT, count as u32);
    Ok(ctx.boolean(count == SPLIT_AT_ONCE))
}

fn locate(head: &[u8], skip: usize, found: &mut [u32; 4 * SPLIT_AT_ONCE]) -> usize {
    let mut count = 0;
    for field in fields::split(head).skip(skip).take(SPLIT_AT_ONCE) {
        let place = &mut found[4 * count..4 * count + 4];
        let known = names::find(&head[field.name_start as usize..field.name_end as usize]);
        let name_start = known.map_or(field.name_start, |known| {
            KNOWN_NAME | (known.index as u32) << 1 | u32::from(known.is_lower_case)
        });
        place.copy_from_slice(&[name_start, field.name_end, field.value_start, field.value_end]);
        count += 1;
    }
    count
}

/// An event on its way to JavaScript.
#[derive(Clone, Copy)]
enum Told {
    Head(HeadEvent, bool),
    /// From, to, and what comes after it.
    Body(usize, usize, u32),
    Number(i32),
}

impl Told {
    /// Nothing of the input will be asked for after it.
    fn ends_input(self) -> bool {
        match self {
            Told::Number(number) => number == NEED_MORE,
            Told::Head(_, is_whole) => is_whole,
            Told::Body(_, _, after) => after != AFTER_ASK,
        }
    }
}

/// Where a piece of a body may be put.
struct Room<'js> {
    slab: Value<'js>,
    at: usize,
    wants_text: bool,
}

impl Inner {
    /// The next event; a request that is over with its head is told at once.
    fn pull(&mut self, input: &[u8], at: &mut usize) -> Told {
        let event = self.ahead.take().unwrap_or_else(|| self.parser.next(input, at));
        match event {
            Ok(Event::NeedMore) => Told::Number(NEED_MORE),
            Ok(Event::Stop) => Told::Number(STOP),
            Ok(Event::Body(start, end)) => {
                let after = if *at == input.len() { self.look_ahead(input, at) } else { AFTER_ASK };
                Told::Body(start, end, after)
            }
            Ok(Event::Complete { has_trailers: false }) => Told::Number(COMPLETE),
            Ok(Event::Complete { has_trailers: true }) => Told::Number(COMPLETE_WITH_TRAILERS),
            Ok(Event::Head(head)) => {
                let is_whole =
                    self.kind == Kind::Request && head.is_bodiless && !head.wants_upgrade;
                if is_whole {
                    // Its end is told with it.
                    let _ = self.parser.next(input, at);
                }
                Told::Head(head, is_whole)
            }
            Err(error) => {
                self.error = Some(error);
                Told::Number(ERROR)
            }
        }
    }

    /// What comes after a piece of a body that is the last of the input: it need not be asked for.
    fn look_ahead(&mut self, input: &[u8], at: &mut usize) -> u32 {
        match self.parser.next(input, at) {
            Ok(Event::NeedMore) => AFTER_NOTHING,
            Ok(Event::Complete { has_trailers: false }) => AFTER_COMPLETE,
            other => {
                self.ahead = Some(other);
                AFTER_ASK
            }
        }
    }
}

impl Slot {
    /// Parses what came; the first event.
    pub(super) fn feed<'js>(&self, ctx: Ctx<'js>, bytes: &[u8]) -> JsResult<'js, Value<'js>> {
        let mut inner = self.inner.borrow_mut();
        let mut at = 0;
        let event = inner.pull(bytes, &mut at);
        let value = self.tell(ctx, &inner, bytes, event, at, None);
        let is_over = at == bytes.len() && event.ends_input();
        inner.input = if is_over { Vec::new() } else { bytes.to_vec() };
        inner.at = if is_over { 0 } else { at };
        value
    }

    fn tell<'js>(
        &self,
        ctx: Ctx<'js>,
        inner: &Inner,
        input: &[u8],
        event: Told,
        at: usize,
        room: Option<Room<'js>>,
    ) -> JsResult<'js, Value<'js>> {
        let fields = &self.shared.fields;
        fields.set(field::AT, at as u32);
        fields.set(field::HAS_MORE, u32::from(at < input.len()));
        match event {
            Told::Number(number) => Ok(ctx.int32(number)),
            Told::Body(start, end, after) => {
                fields.set(field::AFTER, after);
                self.tell_body(ctx, &input[start..end], room)
            }
            Told::Head(head, is_whole) => {
                let mut flags = head.flags.0;
                flags |= if head.wants_upgrade { WANTS_UPGRADE } else { 0 };
                flags |= if head.keeps_alive { KEEPS_ALIVE } else { 0 };
                flags |= if is_whole { IS_WHOLE } else { 0 };
                fields.set(field::FLAGS, flags);
                let first =
                    if inner.kind == Kind::Request { head.method.into() } else { head.status };
                fields.set(field::METHOD, first.into());
                fields.set(field::VERSION, u32::from(head.major) << 8 | u32::from(head.minor));
                fields.set(field::TEXT_START, head.text_start as u32);
                fields.set(field::TEXT_END, head.text_end as u32);
                fields.set(field::IS_BODY, 0);
                Ok(ctx.string_from_latin1(inner.parser.head(input)))
            }
        }
    }
    fn tell_body<'js>(
        &self,
        ctx: Ctx<'js>,
        bytes: &[u8],
        room: Option<Room<'js>>,
    ) -> JsResult<'js, Value<'js>> {
        if let Some(room) = room {
            if room.wants_text && bytes.is_ascii() {
                self.shared.fields.set(field::IS_BODY, 1);
                return Ok(ctx.string_from_latin1(bytes));
            }
            if bytes.len() <= LARGEST_IN_SLAB
                && let Some(slab) = room.slab.as_typed_array(ctx)
                && slab.with_bytes_mut(ctx, |slab| copy_to(slab, room.at, bytes))?
            {
                self.shared.fields.set(field::BODY_BYTES, bytes.len() as u32);
                return Ok(ctx.int32(IN_SLAB));
            }
        }
        Ok(TypedArray::from_vec(ctx, bytes.to_vec())?.as_object().into())
    }
}

/// False if there is no room.
fn copy_to(slab: &mut [u8], at: usize, bytes: &[u8]) -> bool {
    let Some(place) = slab.get_mut(at..at + bytes.len()) else { return false };
    place.copy_from_slice(bytes);
    true
}
