//! What travels between environments: a value as bytes, in the form that `internal/messaging/serializer.js` describes.
//!
//! An embedder writes and reads the plain part of it: primitives, arrays, objects, bytes. What else a program may send
//! (maps, dates, errors, cycles) goes from one environment to another untouched.

use std::fmt;
use std::os::fd::OwnedFd;

use roundel_jsc::{MovedBytes, SharedMemory};

use crate::activity::Stamp;
use crate::channel::Port;

/// A message on its way.
///
/// ```
/// use roundel_runtime::{Data, Message};
///
/// let message = Message::from(Data::from("hello"));
/// assert_eq!(message.data(), Ok(Data::String("hello".to_owned())));
/// ```
#[derive(Debug, Default)]
pub struct Message {
    pub(crate) bytes: Vec<u8>,
    /// The ends of channels that travel in it.
    pub(crate) ports: Vec<Port>,
    /// The memory of its `SharedArrayBuffer`s.
    pub(crate) memories: Vec<SharedMemory>,
    /// The bytes of its large `ArrayBuffer`s.
    pub(crate) blocks: Vec<MovedBytes>,
    /// The open files of its `FileHandle`s.
    pub(crate) files: Vec<OwnedFd>,
    /// Of messages between the threads of a page.
    pub(crate) stamp: Option<Stamp>,
}

/// Plain data, as a structured clone makes it.
///
/// A number that is a whole one of 32 bits or any other is the same to JavaScript, and so it is here. Text with lone
/// surrogates is read with replacement characters.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(String),
    /// The holes of an array are read as undefined.
    Array(Vec<Data>),
    /// In the order of the properties.
    Object(Vec<(String, Data)>),
    /// An `ArrayBuffer`; a view of one is read as the bytes it shows, too.
    Bytes(Vec<u8>),
}

/// A message holds what [`Data`] cannot: a `Map`, a `Date`, an object that is there twice, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPlain;

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the message is not plain data")
    }
}

impl std::error::Error for NotPlain {}

impl Message {
    /// The value, if it is plain data.
    pub fn data(&self) -> Result<Data, NotPlain> {
        let mut reader = Reader { rest: &self.bytes, blocks: &self.blocks };
        reader.value(0)
    }
}

impl From<Data> for Message {
    fn from(data: Data) -> Message {
        let mut bytes = Vec::new();
        write(&mut bytes, &data);
        Message { bytes, ..Message::default() }
    }
}

impl From<&str> for Data {
    fn from(text: &str) -> Data {
        Data::String(text.to_owned())
    }
}

impl From<f64> for Data {
    fn from(number: f64) -> Data {
        Data::Number(number)
    }
}

impl From<bool> for Data {
    fn from(boolean: bool) -> Data {
        Data::Boolean(boolean)
    }
}

impl Data {
    /// The property called `name`, of an object that has one.
    pub fn get(&self, name: &str) -> Option<&Data> {
        let Data::Object(properties) = self else { return None };
        properties.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

fn write(bytes: &mut Vec<u8>, data: &Data) {
    match data {
        Data::Undefined => bytes.push(b'u'),
        Data::Null => bytes.push(b'0'),
        Data::Boolean(true) => bytes.push(b't'),
        Data::Boolean(false) => bytes.push(b'f'),
        Data::Number(number) => {
            bytes.push(b'n');
            bytes.extend(number.to_le_bytes());
        }
        Data::String(text) => write_text(bytes, text),
        Data::Array(values) => {
            bytes.push(b'a');
            write_length(bytes, values.len());
            write_length(bytes, values.len());
            for (index, value) in values.iter().enumerate() {
                write_text(bytes, &index.to_string());
                write(bytes, value);
            }
        }
        Data::Object(properties) => {
            bytes.push(b'o');
            write_length(bytes, properties.len());
            for (name, value) in properties {
                write_text(bytes, name);
                write(bytes, value);
            }
        }
        Data::Bytes(content) => {
            bytes.push(b'b');
            write_length(bytes, content.len());
            write_length(bytes, 0);
            bytes.extend(content);
        }
    }
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    if text.is_ascii() {
        bytes.push(b'"');
        write_length(bytes, text.len());
        bytes.extend(text.as_bytes());
    } else {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.push(b'w');
        write_length(bytes, units.len());
        bytes.extend(units);
    }
}

/// Whatever is longer has no room in a JavaScript engine either.
fn write_length(bytes: &mut Vec<u8>, length: usize) {
    bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
}

/// How deep data may be nested that is read into a tree.
const MAX_DEPTH: usize = 500;

struct Reader<'a> {
    rest: &'a [u8],
    blocks: &'a [MovedBytes],
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Data, NotPlain> {
        if depth > MAX_DEPTH {
            return Err(NotPlain);
        }
        let tag = self.take(1)?[0];
        Ok(match tag {
            b'u' => Data::Undefined,
            b'0' => Data::Null,
            b't' => Data::Boolean(true),
            b'f' => Data::Boolean(false),
            b'i' => Data::Number(i32::from_le_bytes(self.array()?).into()),
            b'n' => Data::Number(f64::from_le_bytes(self.array()?)),
            b'"' | b'w' => Data::String(self.text(tag)?),
            b'a' => self.elements(depth)?,
            b'o' => Data::Object(self.properties(depth)?),
            b'b' => Data::Bytes(self.buffer()?),
            b'B' => {
                let index = self.length()?;
                Data::Bytes(self.blocks.get(index).ok_or(NotPlain)?.to_vec())
            }
            b'v' => self.view(depth)?,
            _ => return Err(NotPlain),
        })
    }

    fn elements(&mut self, depth: usize) -> Result<Data, NotPlain> {
        let length = self.length()?;
        let mut values = Vec::new();
        for (name, value) in self.properties(depth)? {
            let index: usize = name.parse().map_err(|_| NotPlain)?;
            // Properties come in order; a hole costs a tag, so that a short message is not a long array.
            if index < values.len() || index > values.len() + self.rest.len() + MAX_DEPTH {
                return Err(NotPlain);
            }
            values.resize(index, Data::Undefined);
            values.push(value);
        }
        if length > values.len() + MAX_DEPTH {
            return Err(NotPlain);
        }
        values.resize(length, Data::Undefined);
        Ok(Data::Array(values))
    }

    fn properties(&mut self, depth: usize) -> Result<Vec<(String, Data)>, NotPlain> {
        let count = self.length()?;
        let mut properties = Vec::new();
        for _ in 0..count {
            let tag = self.take(1)?[0];
            let name = self.text(tag)?;
            properties.push((name, self.value(depth + 1)?));
        }
        Ok(properties)
    }

    fn buffer(&mut self) -> Result<Vec<u8>, NotPlain> {
        let length = self.length()?;
        self.length()?;
        Ok(self.take(length)?.to_vec())
    }

    fn view(&mut self, depth: usize) -> Result<Data, NotPlain> {
        let tag = self.take(1)?[0];
        let class = self.text(tag)?;
        let Data::Bytes(buffer) = self.value(depth + 1)? else { return Err(NotPlain) };
        let (offset, length) = (self.length()?, self.length()?);
        let size = match class.as_str() {
            "Int8Array" | "Uint8Array" | "Uint8ClampedArray" | "DataView" => 1,
            "Int16Array" | "Uint16Array" | "Float16Array" => 2,
            "Int32Array" | "Uint32Array" | "Float32Array" => 4,
            "Float64Array" | "BigInt64Array" | "BigUint64Array" => 8,
            _ => return Err(NotPlain),
        };
        let end = length.checked_mul(size).and_then(|bytes| bytes.checked_add(offset));
        let shown = end.and_then(|end| buffer.get(offset..end)).ok_or(NotPlain)?;
        Ok(Data::Bytes(shown.to_vec()))
    }

    fn text(&mut self, tag: u8) -> Result<String, NotPlain> {
        let length = self.length()?;
        let bytes = self.take(length)?;
        match tag {
            b'"' => Ok(bytes.iter().map(|&byte| char::from(byte)).collect()),
            b'w' => {
                let units =
                    bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                Ok(char::decode_utf16(units)
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect())
            }
            _ => Err(NotPlain),
        }
    }

    fn length(&mut self) -> Result<usize, NotPlain> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NotPlain> {
        self.take(N)?.try_into().map_err(|_| NotPlain)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], NotPlain> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(NotPlain)?;
        self.rest = rest;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_data_comes_back() {
        let data = Data::Object(vec![
            ("text".to_owned(), "ä\u{1f600}".into()),
            ("list".to_owned(), Data::Array(vec![1.5.into(), true.into(), Data::Null])),
            ("bytes".to_owned(), Data::Bytes(vec![1, 2])),
            ("nothing".to_owned(), Data::Undefined),
        ]);
        assert_eq!(Message::from(data.clone()).data(), Ok(data));
    }

    fn of(bytes: Vec<u8>) -> Message {
        Message { bytes, ..Message::default() }
    }

    #[test]
    fn bytes_that_are_no_message_are_no_data() {
        for bytes in [
            &b""[..],
            b"o\xff\xff\xff\xff",
            b"\"\x05\0\0\0abc",
            b"m\0\0\0\0",
            b"a\xff\xff\xff\xff\0\0\0\0",
        ] {
            assert_eq!(of(bytes.to_vec()).data(), Err(NotPlain), "{bytes:?}");
        }
        let nested = of(b"o\x01\0\0\0\"\0\0\0\0".repeat(100_000));
        assert_eq!(nested.data(), Err(NotPlain));
    }
}
