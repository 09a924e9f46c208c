//! Strings and symbols, in the three encodings of the interface.

use std::ffi::{c_char, c_void};

use roundel_jsc::{Characters, FreshString, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::finalizers::Finalizer;
use crate::operations::Operation;
use crate::pointers::{Out, Text, as_bytes};
use crate::status::Status;
use crate::types::{Finalize, Handle};

fn from_latin1<'js>(call: Call<'js>, text: Text, length: usize) -> Outcome<'js, Value<'js>> {
    let string = text.with(length, |text| FreshString::from_latin1(as_bytes(text)))?;
    Ok(string.into_value(call.ctx))
}

fn from_utf8<'js>(call: Call<'js>, text: Text, length: usize) -> Outcome<'js, Value<'js>> {
    let string = text.with(length, |text| FreshString::from_utf8_lossy(as_bytes(text)))?;
    Ok(string.into_value(call.ctx))
}

fn from_utf16<'js>(call: Call<'js>, text: Text<u16>, length: usize) -> Outcome<'js, Value<'js>> {
    let string = text.with(length, FreshString::from_utf16)?;
    Ok(string.into_value(call.ctx))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_string_latin1(
    env: EnvPointer,
    text: Text,
    length: usize,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, from_latin1(call, text, length)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_string_utf8(
    env: EnvPointer,
    text: Text,
    length: usize,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, from_utf8(call, text, length)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_string_utf16(
    env: EnvPointer,
    text: Text<u16>,
    length: usize,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, from_utf16(call, text, length)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_property_key_latin1(
    env: EnvPointer,
    text: Text,
    length: usize,
    result: Out<Handle>,
) -> Status {
    napi_create_string_latin1(env, text, length, result)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_property_key_utf8(
    env: EnvPointer,
    text: Text,
    length: usize,
    result: Out<Handle>,
) -> Status {
    napi_create_string_utf8(env, text, length, result)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_property_key_utf16(
    env: EnvPointer,
    text: Text<u16>,
    length: usize,
    result: Out<Handle>,
) -> Status {
    napi_create_string_utf16(env, text, length, result)
}

/// The characters are copied, which the interface allows, and so the addon's memory is given back at once.
fn give_back(
    call: Call<'_>,
    text: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
    copied: Out<bool>,
) {
    copied.set_if(true);
    if function.is_some() {
        Finalizer::new(function, text, hint).call(call.env.pointer());
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_external_string_latin1(
    env: EnvPointer,
    text: Text,
    length: usize,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<Handle>,
    copied: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, from_latin1(call, text, length)?)?;
        give_back(call, text.as_data(), function, hint, copied);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_create_external_string_utf16(
    env: EnvPointer,
    text: Text<u16>,
    length: usize,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<Handle>,
    copied: Out<bool>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        call.give(result, from_utf16(call, text, length)?)?;
        give_back(call, text.as_data(), function, hint, copied);
        Ok(())
    })
}

impl<'js> Call<'js> {
    pub(crate) fn string(self, handle: Handle) -> Result<Value<'js>, Status> {
        let value = self.value(handle)?;
        if value.is_string(self.ctx) { Ok(value) } else { Err(Status::StringExpected) }
    }
}

/// Gives a string to the addon: how long it is, or as much of it as there is room for, with a terminator.
fn write<'js, T: Copy + Default + Send>(
    call: Call<'js>,
    value: Handle,
    (buffer, room): (Out<T>, usize),
    result: Out<usize>,
    encode: fn(Characters<'_>, usize) -> Vec<T>,
    length: fn(Characters<'_>) -> usize,
) -> Outcome<'js> {
    call.value(value)?;
    let value = call.string(value)?;
    if buffer.is_null() {
        result.check()?;
        let length = value.with_characters(call.ctx, length)?;
        return Ok(result.set(length)?);
    }
    if room == 0 {
        result.set_if(0);
        return Ok(());
    }
    let text = value.with_characters(call.ctx, |characters| encode(characters, room - 1))?;
    let count = text.len();
    buffer.set_all(text.into_iter().chain([T::default()]));
    result.set_if(count);
    Ok(())
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_string_latin1(
    env: EnvPointer,
    value: Handle,
    buffer: Out<c_char>,
    room: usize,
    result: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let encode = |characters: Characters<'_>, room: usize| -> Vec<c_char> {
            match characters {
                Characters::Latin1(bytes) => {
                    bytes.iter().take(room).map(|byte| *byte as c_char).collect()
                }
                Characters::Utf16(units) => {
                    units.iter().take(room).map(|unit| *unit as u8 as c_char).collect()
                }
            }
        };
        write(call, value, (buffer, room), result, encode, |characters| characters.len())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_string_utf8(
    env: EnvPointer,
    value: Handle,
    buffer: Out<c_char>,
    room: usize,
    result: Out<usize>,
) -> Status {
    entry::call(env, |call| write(call, value, (buffer, room), result, encode_utf8, utf8_length))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_value_string_utf16(
    env: EnvPointer,
    value: Handle,
    buffer: Out<u16>,
    room: usize,
    result: Out<usize>,
) -> Status {
    entry::call(env, |call| {
        let encode = |characters: Characters<'_>, room: usize| -> Vec<u16> {
            match characters {
                Characters::Latin1(bytes) => {
                    bytes.iter().take(room).map(|byte| u16::from(*byte)).collect()
                }
                Characters::Utf16(units) => units[..room.min(units.len())].to_vec(),
            }
        };
        write(call, value, (buffer, room), result, encode, |characters| characters.len())
    })
}

/// As many whole characters as there is room for.
fn encode_utf8(characters: Characters<'_>, room: usize) -> Vec<c_char> {
    let mut text = match characters {
        Characters::Latin1(bytes) if bytes.is_ascii() => bytes[..room.min(bytes.len())].to_vec(),
        _ => characters.to_rust_string().into_bytes(),
    };
    if text.len() > room {
        let mut end = room;
        // Not in the middle of a character.
        while end > 0 && text[end] & 0b1100_0000 == 0b1000_0000 {
            end -= 1;
        }
        text.truncate(end);
    }
    text.into_iter().map(|byte| byte as c_char).collect()
}

fn utf8_length(characters: Characters<'_>) -> usize {
    match characters {
        Characters::Latin1(bytes) => {
            bytes.len() + bytes.iter().filter(|byte| !byte.is_ascii()).count()
        }
        Characters::Utf16(_) => characters.to_rust_string().len(),
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_symbol(
    env: EnvPointer,
    description: Handle,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let description = match description {
            Handle::NULL => call.ctx.undefined(),
            handle => call.string(handle)?,
        };
        let symbol = call.perform(Operation::Symbol, &[description])?;
        call.give(result, symbol)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_symbol_for(
    env: EnvPointer,
    description: Text,
    length: usize,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let description = from_utf8(call, description, length)?;
        let symbol = call.perform(Operation::SymbolFor, &[description])?;
        call.give(result, symbol)
    })
}
