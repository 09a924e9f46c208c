//! The native half of `zlib`: engines of all formats behind one kind of handle.
//!
//! `engine.rs` says what an engine is, one file per format has them, `handle.rs` runs them for JavaScript: a step at
//! once, a step on the pool, or all of a buffer at once (`whole.rs`). Which flush comes when, what is an error of the
//! stream and what its events are is JavaScript's (`internal/zlib`).

mod brotli;
mod deflate;
mod engine;
mod handle;
mod inflate;
mod whole;
mod zstd;

use std::rc::Rc;

use roundel_jsc::{
    Arguments, Bytes, Class, Ctx, Exception, JsResult, Object, Persistent, SharedArray, TypedArray,
    Value,
};

use self::engine::{Engine, Failure};
use self::handle::{Handle, Room, part};
use self::inflate::{Format, Rest};
use self::whole::{Allowance, Outcome};
use crate::environment::Environment;

/// Where a step leaves how much room for output and how much input is left.
const ROOM_LEFT: usize = 0;
const INPUT_LEFT: usize = 1;

struct Binding {
    class: Class<Handle>,
    fields: SharedArray<f64>,
}

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = Rc::new(Binding { class: Class::new("Zlib"), fields: SharedArray::new(2) });
    let object = ctx.object();
    object.set(ctx, "fields", binding.fields.to_object(ctx)?)?;
    type Body = for<'a> fn(&Rc<Binding>, Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>>;
    let functions: [(&str, Body); 10] = [
        ("createZlib", create_zlib),
        ("createBrotli", create_brotli),
        ("createZstd", create_zstd),
        ("write", write),
        ("writeSync", write_sync),
        ("process", process),
        ("params", params),
        ("reset", reset),
        ("close", close),
        ("crc32", crc32),
    ];
    for (name, body) in functions {
        let binding = binding.clone();
        object.set(ctx, name, ctx.function(name, move |ctx, args| body(&binding, ctx, args)))?;
    }
    Ok(object)
}

impl Binding {
    fn handle<'js>(&self, ctx: Ctx<'js>, engine: impl Engine + 'static) -> Value<'js> {
        self.class.instantiate(ctx, Handle::new(Box::new(engine))).into()
    }
}

/// `createZlib(mode, windowBits, level, memLevel, strategy, dictionary, rejectsRest)`; modes are Node's.
fn create_zlib<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let window_bits = args.at(1).to_int32(ctx)?;
    let settings = deflate::Settings {
        window_bits: window_bits.clamp(9, 15),
        level: args.at(2).to_int32(ctx)?,
        mem_level: args.at(3).to_int32(ctx)?,
        strategy: args.at(4).to_int32(ctx)?,
        dictionary: bytes(ctx, args.at(5))?,
    };
    let rest = if args.at(6).to_bool(ctx) { Rest::Reported } else { Rest::NextMember };
    let wrapping =
        |wrapping| binding.handle(ctx, deflate::Compressor::new(wrapping, settings.clone()));
    let format = |format| {
        let dictionary = settings.dictionary.clone();
        binding.handle(ctx, inflate::Decompressor::new(format, window_bits, dictionary, rest))
    };
    Ok(match args.at(0).to_int32(ctx)? {
        1 => wrapping(deflate::Wrapping::Zlib),
        2 => format(Format::Zlib),
        3 => wrapping(deflate::Wrapping::Gzip),
        4 => format(Format::Gzip),
        5 => wrapping(deflate::Wrapping::None),
        6 => format(Format::Raw),
        7 => format(Format::Detected),
        _ => return Err(Exception::type_error(ctx, "Bad argument")),
    })
}

/// `createBrotli(isEncoder, params, dictionary)`: the handle, or `undefined` if a parameter is refused.
fn create_brotli<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let params: Vec<u32> = numbers(ctx, args.at(1))?.into_iter().map(i32::cast_unsigned).collect();
    let dictionary = bytes(ctx, args.at(2))?;
    if !args.at(0).to_bool(ctx) {
        return Ok(match brotli::Decoder::new(&params, dictionary) {
            Some(decoder) => binding.handle(ctx, decoder),
            None => ctx.undefined(),
        });
    }
    Ok(match brotli::Encoder::new(&params, dictionary) {
        Some(encoder) => binding.handle(ctx, encoder),
        None => ctx.undefined(),
    })
}

/// `createZstd(isCompressor, params, pledgedSize, dictionary)`: the handle, or what is wrong as a text. The parameters
/// are pairs of key and value; a negative size was not given.
fn create_zstd<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let flat = numbers(ctx, args.at(1))?;
    let params: Vec<(i32, i32)> = flat.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let size = args.at(2).to_number(ctx)?;
    let dictionary = bytes(ctx, args.at(3))?;
    let made = if args.at(0).to_bool(ctx) {
        let size = (size >= 0.0).then_some(size as u64);
        zstd::Compressor::new(&params, size, &dictionary).map(|engine| binding.handle(ctx, engine))
    } else {
        zstd::Decompressor::new(&params, &dictionary).map(|engine| binding.handle(ctx, engine))
    };
    Ok(made.unwrap_or_else(|message| ctx.string(message)))
}

/// `write(handle, flush, input, offset, length, output, offset, length, callback)`: a step on the pool, which calls
/// `callback(failure)`. Without an input it goes on with the one before.
fn write<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let handle = Handle::of(ctx, args.at(0))?;
    let flush = args.at(1).to_int32(ctx)?;
    let room = room(ctx, args)?;
    let length = room.length;
    if let Some(view) = args.at(2).as_typed_array(ctx) {
        let (from, count) = (index(ctx, args.at(3))?, index(ctx, args.at(4))?);
        handle.set_input(view.with_bytes(ctx, |bytes| part(bytes, from, count).to_vec())?);
    }
    let callback = Persistent::new(ctx, args.at(8));
    let binding = binding.clone();
    handle.start(ctx, flush, room, move |ctx, result| {
        let failure = match result {
            Ok((step, left)) => {
                binding.fields.set(ROOM_LEFT, (length - step.produced) as f64);
                binding.fields.set(INPUT_LEFT, left as f64);
                ctx.undefined()
            }
            Err(failure) => failure_array(ctx, &failure)?,
        };
        if let Some(callback) = callback.get(ctx).as_function(ctx) {
            callback.call(ctx, None, &[failure])?;
        }
        Ok(())
    })?;
    Ok(ctx.undefined())
}

/// `writeSync(handle, flush, input, offset, length, output, offset, length)`: a step at once; `undefined` or a failure.
fn write_sync<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let handle = Handle::of(ctx, args.at(0))?;
    let flush = args.at(1).to_int32(ctx)?;
    let room = room(ctx, args)?;
    let space = room.length;
    let input = match args.at(2).as_typed_array(ctx) {
        Some(view) => view,
        None => TypedArray::from_vec(ctx, Vec::new())?,
    };
    let (offset, length) = (index(ctx, args.at(3))?, index(ctx, args.at(4))?);
    let length = length.min(input.byte_length(ctx)?.saturating_sub(offset));
    let result = handle.step(ctx, flush, (input, offset, length), room)?;
    Environment::of(ctx).waited(ctx);
    match result {
        Ok(step) => {
            binding.fields.set(ROOM_LEFT, (space - step.produced) as f64);
            binding.fields.set(INPUT_LEFT, (length - step.consumed) as f64);
            Ok(ctx.undefined())
        }
        Err(failure) => failure_array(ctx, &failure),
    }
}

/// `process(handle, flush, input, limit, chunkSize)`: the whole output; `null` if there is more than `limit`; or a failure.
fn process<'js>(
    binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let handle = Handle::of(ctx, args.at(0))?;
    let flush = args.at(1).to_int32(ctx)?;
    let Some(input) = args.at(2).as_typed_array(ctx) else {
        return Err(Exception::type_error(ctx, "Bad argument"));
    };
    let allowance =
        Allowance { limit: index(ctx, args.at(3))?, chunk_size: index(ctx, args.at(4))? };
    let outcome = handle.process(ctx, flush, input, allowance)?;
    Environment::of(ctx).waited(ctx);
    match outcome {
        Outcome::Done(output, taken) => {
            let left = input.byte_length(ctx)?.saturating_sub(taken);
            binding.fields.set(INPUT_LEFT, left as f64);
            Ok(TypedArray::from_vec(ctx, output)?.into())
        }
        Outcome::TooLarge => Ok(ctx.null()),
        Outcome::Failed(failure) => failure_array(ctx, &failure),
    }
}

/// `params(handle, level, strategy)`
fn params<'js>(
    _binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let handle = Handle::of(ctx, args.at(0))?;
    let (level, strategy) = (args.at(1).to_int32(ctx)?, args.at(2).to_int32(ctx)?);
    let result = handle.set_params(ctx, level, strategy)?;
    nothing_or_failure(ctx, result)
}

/// `reset(handle)`
fn reset<'js>(
    _binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let handle = Handle::of(ctx, args.at(0))?;
    if handle.is_busy() {
        let message = "Cannot reset zlib stream while a write is in progress";
        return Err(Exception::error(ctx, message));
    }
    let result = handle.with_engine(ctx, |engine| engine.reset())?;
    nothing_or_failure(ctx, result)
}

/// `close(handle)`
fn close<'js>(
    _binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    Handle::of(ctx, args.at(0))?.close();
    Ok(ctx.undefined())
}

/// `crc32(bytes, value)`
fn crc32<'js>(
    _binding: &Rc<Binding>,
    ctx: Ctx<'js>,
    args: Arguments<'js>,
) -> JsResult<'js, Value<'js>> {
    let start = args.at(1).to_uint32(ctx)?;
    let Some(view) = args.at(0).as_typed_array(ctx) else { return Ok(ctx.number(start.into())) };
    let sum = view.with_bytes(ctx, |bytes| zlib_rs::crc32::crc32(start, bytes))?;
    Ok(ctx.number(sum.into()))
}

fn room<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Room<'js>> {
    let Some(view) = args.at(5).as_typed_array(ctx) else {
        return Err(Exception::type_error(ctx, "Bad argument"));
    };
    let (offset, length) = (index(ctx, args.at(6))?, index(ctx, args.at(7))?);
    // Never more memory than the script has itself.
    let length = length.min(view.byte_length(ctx)?.saturating_sub(offset));
    Ok(Room { view, offset, length })
}

fn index<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, usize> {
    // A cast of what is negative or no number gives 0.
    Ok(value.to_number(ctx)? as usize)
}

fn bytes<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<u8>> {
    match value.as_typed_array(ctx) {
        Some(view) => view.to_vec(ctx),
        None => Ok(Vec::new()),
    }
}

/// The elements of an Int32Array or a Uint32Array.
fn numbers<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<i32>> {
    let words = bytes(ctx, value)?;
    let (words, _) = words.as_chunks::<4>();
    Ok(words.iter().map(|word| i32::from_ne_bytes(*word)).collect())
}

fn nothing_or_failure<'js>(
    ctx: Ctx<'js>,
    result: Result<(), Failure>,
) -> JsResult<'js, Value<'js>> {
    match result {
        Ok(()) => Ok(ctx.undefined()),
        Err(failure) => failure_array(ctx, &failure),
    }
}

/// `[message, errno, code]`
fn failure_array<'js>(ctx: Ctx<'js>, failure: &Failure) -> JsResult<'js, Value<'js>> {
    let parts = [ctx.string(&failure.message), ctx.int32(failure.errno), ctx.string(&failure.code)];
    Ok(ctx.array(&parts)?.into())
}
