//! Message ports, as far as the loop knows them, and the channels that lead out of the environment.

use roundel_jsc::{
    Arguments, Bytes, Characters, Ctx, Exception, JsResult, MovedBytes, Object, Persistent,
    SharedMemory, TypedArray, Value,
};

use super::fs::descriptors::Descriptors;
use crate::environment::Environment;
use crate::message::Message;
use crate::outside::Taken;
use crate::ports::WORKER;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let install = ctx.function("install", |ctx, args| {
        if (0..5).any(|index| args.at(index).as_function(ctx).is_none()) {
            return Err(Exception::error(ctx, "ports are served with functions"));
        }
        let take = |index| Persistent::new(ctx, args.at(index));
        Environment::of(ctx).ports.install([0, 1, 2, 3, 4].map(take));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "install", install)?;
    let open = ctx.function("open", |ctx, args| {
        let label = if args.at(0).to_bool(ctx) { WORKER } else { "MessagePort" };
        match Environment::of(ctx).open_port(label) {
            Ok(number) => Ok(ctx.number(number.into())),
            Err(error) => Err(Exception::error(ctx, &error.to_string())),
        }
    });
    binding.set(ctx, "open", open)?;
    let set_ref = ctx.function("setRef", |ctx, args| {
        let wanted = args.at(1).to_bool(ctx);
        Environment::of(ctx).reference_port(number(ctx, args)?, wanted);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setRef", set_ref)?;
    let ring = ctx.function("ring", |ctx, args| {
        let waiting = args.at(1).to_number(ctx)? as usize;
        Environment::of(ctx).ring_with(number(ctx, args)?, waiting);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "ring", ring)?;
    let close = ctx.function("close", |ctx, args| {
        Environment::of(ctx).close_port(number(ctx, args)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "close", close)?;
    channels(ctx, binding)?;
    messages(ctx, binding)?;
    family(ctx, binding)?;
    Ok(binding)
}

fn channels<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let open = ctx
        .function("openParent", |ctx, _| Ok(ctx.number(Environment::of(ctx).open_parent().into())));
    binding.set(ctx, "openParent", open)?;
    let make = ctx.function("makeChannel", |ctx, _| {
        let (one, other) = Environment::of(ctx).ports.outside.make();
        Ok(ctx.array(&[ctx.number(one.into()), ctx.number(other.into())])?.into())
    });
    binding.set(ctx, "makeChannel", make)?;
    let listen =
        ctx.function("listen", |ctx, args| match Environment::of(ctx).listen(number(ctx, args)?) {
            Ok(()) => Ok(ctx.undefined()),
            Err(error) => Err(Exception::error(ctx, &error.to_string())),
        });
    binding.set(ctx, "listen", listen)?;
    let close = ctx.function("closeChannel", |ctx, args| {
        Environment::of(ctx).ports.outside.close(number(ctx, args)?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "closeChannel", close)
}

fn messages<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let post = ctx.function("postOutside", |ctx, args| {
        let mut message = message(ctx, args, 1)?;
        let environment = Environment::of(ctx);
        message.stamp = environment.stamp();
        Ok(ctx.boolean(environment.ports.outside.post(number(ctx, args)?, message)))
    });
    binding.set(ctx, "postOutside", post)?;
    let give_back = ctx.function("giveBack", |ctx, args| {
        let mut message = message(ctx, args, 1)?;
        let environment = Environment::of(ctx);
        message.stamp = environment.stamp();
        environment.ports.outside.give_back(number(ctx, args)?, vec![message]);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "giveBack", give_back)?;
    let take = ctx.function("take", |ctx, args| {
        let environment = Environment::of(ctx);
        let mut message = match environment.ports.outside.take(number(ctx, args)?) {
            Taken::Message(message) => message,
            Taken::Nothing => return Ok(ctx.null()),
            Taken::Ended => return Ok(ctx.undefined()),
        };
        environment.lift(message.stamp.take());
        let message = match read_alone(ctx, message)? {
            Ok(list) => return Ok(list.into()),
            Err(message) => message,
        };
        let bytes = TypedArray::from_vec(ctx, message.bytes)?;
        let is_plain = message.ports.is_empty()
            && message.memories.is_empty()
            && message.files.is_empty()
            && message.blocks.is_empty();
        if is_plain {
            return Ok(bytes.as_object().into());
        }
        let ports = ctx.array(&[])?;
        for (index, port) in message.ports.into_iter().enumerate() {
            let number = environment.ports.outside.keep(port);
            ports.set_index(ctx, index as u32, ctx.number(number.into()))?;
        }
        let memories = memories(ctx, message.memories, args.at(1))?;
        let files = ctx.array(&[])?;
        let descriptors = Descriptors::of(ctx);
        for (index, file) in message.files.into_iter().enumerate() {
            let number = ctx.int32(descriptors.insert(file));
            files.set_index(ctx, index as u32, number)?;
        }
        let blocks = ctx.array(&[])?;
        for (index, block) in message.blocks.into_iter().enumerate() {
            let block = block.into_buffer(ctx)?;
            blocks.set_index(ctx, index as u32, block.as_object())?;
        }
        let bytes = bytes.as_object().into();
        let parts = [bytes, ports.into(), memories.into(), files.into(), blocks.into()];
        Ok(ctx.array(&parts)?.into())
    });
    binding.set(ctx, "take", take)?;
    let note_moved = ctx.function("noteMoved", |ctx, args| {
        if let Some(buffer) = args.at(0).as_array_buffer(ctx) {
            buffer.note_moved(ctx);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "noteMoved", note_moved)
}

fn family<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let join = ctx.function("joinBroadcast", |ctx, args| {
        let environment = Environment::of(ctx);
        let (member, port) = environment.options.family.join(&args.at(0).to_rust_string(ctx)?);
        let channel = environment.ports.outside.keep(port);
        Ok(ctx.array(&[ctx.number(member.into()), ctx.number(channel.into())])?.into())
    });
    binding.set(ctx, "joinBroadcast", join)?;
    let leave = ctx.function("leaveBroadcast", |ctx, args| {
        let name = args.at(0).to_rust_string(ctx)?;
        let member = args.at(1).to_number(ctx)? as u32;
        Environment::of(ctx).options.family.leave(&name, member);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "leaveBroadcast", leave)?;
    let broadcast = ctx.function("broadcast", |ctx, args| {
        let name = args.at(0).to_rust_string(ctx)?;
        let member = args.at(1).to_number(ctx)? as u32;
        let Some(bytes) = args.at(2).as_typed_array(ctx) else { return Ok(ctx.undefined()) };
        let bytes = bytes.to_vec(ctx)?;
        let buffers = args.at(3).to_object(ctx)?;
        let memories = || shares(ctx, buffers).unwrap_or_default();
        let environment = Environment::of(ctx);
        let stamp = || environment.stamp();
        environment.options.family.broadcast(&name, member, &bytes, memories, stamp);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "broadcast", broadcast)?;
    let introduce = ctx.function("introduceThread", |ctx, args| {
        let environment = Environment::of(ctx);
        let channel = environment.ports.outside.release(args.at(0).to_number(ctx)? as u32);
        if let Some(port) = channel {
            environment.options.family.introduce(environment.options.thread_id, port);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "introduceThread", introduce)?;
    let post = ctx.function("postToThread", |ctx, args| {
        let message = message(ctx, args, 1)?;
        let family = &Environment::of(ctx).options.family;
        Ok(ctx.boolean(family.post_to_thread(number(ctx, args)?, message)))
    });
    binding.set(ctx, "postToThread", post)
}

/// A primitive value or a buffer by itself, in the form of `internal/messaging/serializer.js`; `None` for anything else.
fn alone<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<Message>> {
    let mut message = Message::default();
    let bytes = &mut message.bytes;
    if let Some(number) = value.as_number() {
        bytes.push(b'n');
        bytes.extend(number.to_le_bytes());
    } else if let Some(boolean) = value.as_bool() {
        bytes.push(if boolean { b't' } else { b'f' });
    } else if value.is_nullish() {
        bytes.push(if value.is_null() { b'0' } else { b'u' });
    } else if value.is_string(ctx) {
        value.with_characters(ctx, |characters| write_text(bytes, characters))?;
    } else if let Some(buffer) = value.as_array_buffer(ctx) {
        bytes.extend(LONE_BLOCK);
        let ports = &Environment::of(ctx).ports;
        let detach = |buffer| ports.detach(ctx, buffer);
        message.blocks.push(MovedBytes::take_buffer(ctx, buffer, detach)?);
    } else {
        return Ok(None);
    }
    Ok(Some(message))
}

/// A message that is the first of its blocks.
const LONE_BLOCK: [u8; 5] = *b"B\0\0\0\0";

fn write_text(bytes: &mut Vec<u8>, characters: Characters<'_>) {
    // Whatever is longer has no room in the engine.
    let write_length = |bytes: &mut Vec<u8>, length| {
        bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    };
    match characters {
        Characters::Latin1(text) => {
            bytes.push(b'"');
            write_length(bytes, text.len());
            bytes.extend(text);
        }
        Characters::Utf16(units) => {
            bytes.push(b'w');
            write_length(bytes, units.len() * 2);
            bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        }
    }
}

/// What [`alone`] has written, but for text that is not Latin-1, as a list of its own; else the message.
fn read_alone<'js>(
    ctx: Ctx<'js>,
    mut message: Message,
) -> JsResult<'js, Result<Object<'js>, Message>> {
    if !message.ports.is_empty() || !message.memories.is_empty() || !message.files.is_empty() {
        return Ok(Err(message));
    }
    let value = match message.bytes.split_first() {
        Some((b'n', number)) => number.try_into().ok().map(|n| ctx.number(f64::from_le_bytes(n))),
        Some((b't', [])) => Some(ctx.boolean(true)),
        Some((b'f', [])) => Some(ctx.boolean(false)),
        Some((b'0', [])) => Some(ctx.null()),
        Some((b'u', [])) => Some(ctx.undefined()),
        Some((b'"', rest)) if rest.len() >= 4 => Some(ctx.string_from_latin1(&rest[4..])),
        Some((b'B', _)) if message.bytes == LONE_BLOCK && message.blocks.len() == 1 => None,
        _ => return Ok(Err(message)),
    };
    let value = match (value, message.blocks.pop()) {
        (Some(value), None) => value,
        (None, Some(block)) => block.into_buffer(ctx)?.into(),
        (_, block) => {
            message.blocks.extend(block);
            return Ok(Err(message));
        }
    };
    Ok(Ok(ctx.array(&[value])?))
}

/// One argument that is a message [`alone`], or five: bytes, the numbers of channels that travel, shared buffers, the numbers of files, large buffers,
/// whose bytes are taken.
fn message<'js>(ctx: Ctx<'js>, args: Arguments<'js>, first: usize) -> JsResult<'js, Message> {
    let Some(bytes) = args.at(first).as_typed_array(ctx) else {
        let message = alone(ctx, args.at(first))?;
        return message.ok_or_else(|| Exception::error(ctx, "a message is bytes"));
    };
    let bytes = bytes.to_vec(ctx)?;
    let Some(channels) = args.at(first + 1).as_object(ctx) else {
        return Ok(Message { bytes, ..Message::default() });
    };
    let environment = Environment::of(ctx);
    let memories = shares(ctx, args.at(first + 2).to_object(ctx)?)?;
    let mut ports = Vec::new();
    for index in 0..length(ctx, channels)? {
        let number = channels.get_index(ctx, index)?.to_number(ctx)? as u32;
        ports.extend(environment.ports.outside.release(number));
    }
    let mut files = Vec::new();
    if let Some(numbers) = args.at(first + 3).as_object(ctx) {
        let descriptors = Descriptors::of(ctx);
        for index in 0..length(ctx, numbers)? {
            let number = numbers.get_index(ctx, index)?.to_int32(ctx)?;
            files.extend(descriptors.take(number).ok());
        }
    }
    let mut blocks = Vec::new();
    if let Some(buffers) = args.at(first + 4).as_object(ctx) {
        for index in 0..length(ctx, buffers)? {
            let Some(buffer) = buffers.get_index(ctx, index)?.as_array_buffer(ctx) else {
                return Err(Exception::error(ctx, "a block is a buffer"));
            };
            let detach = |buffer| environment.ports.detach(ctx, buffer);
            blocks.push(MovedBytes::take_buffer(ctx, buffer, detach)?);
        }
    }
    Ok(Message { bytes, ports, memories, files, blocks, stamp: None })
}

fn shares<'js>(ctx: Ctx<'js>, buffers: Object<'js>) -> JsResult<'js, Vec<SharedMemory>> {
    let mut shares = Vec::new();
    for index in 0..length(ctx, buffers)? {
        let buffer = buffers.get_index(ctx, index)?.to_object(ctx)?;
        let share = SharedMemory::of(ctx, buffer);
        shares.push(share.ok_or_else(|| {
            Exception::error(ctx, "this engine does not let shared memory leave its thread")
        })?);
    }
    Ok(shares)
}

/// The buffers of a message, each made by `make(length)`.
fn memories<'js>(
    ctx: Ctx<'js>,
    memories: Vec<SharedMemory>,
    make: Value<'js>,
) -> JsResult<'js, Object<'js>> {
    let buffers = ctx.array(&[])?;
    let Some(make) = make.as_function(ctx) else { return Ok(buffers) };
    for (index, memory) in memories.into_iter().enumerate() {
        let length = ctx.number(memory.byte_length() as f64);
        let buffer = make.call(ctx, None, &[length])?.to_object(ctx)?;
        memory.put_into(ctx, buffer)?;
        buffers.set_index(ctx, index as u32, buffer)?;
    }
    Ok(buffers)
}

fn length<'js>(ctx: Ctx<'js>, list: Object<'js>) -> JsResult<'js, u32> {
    Ok(list.get(ctx, "length")?.to_number(ctx)? as u32)
}

fn number<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, u32> {
    Ok(args.at(0).to_number(ctx)? as u32)
}
