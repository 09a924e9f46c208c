//! A body in chunks: sizes with their extensions, data, and the line ends between.

use crate::characters::{QUOTED, TOKEN};
use crate::error::{CHUNK_SIZE, CR_EXPECTED, ParseError, STRICT};
use crate::head::Validation;

/// The extensions of one chunk may be this long together.
const MAX_EXTENSIONS: usize = 16 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    FirstDigit,
    Size,
    AfterSize,
    ExtensionStart,
    ExtensionName,
    ExtensionValue,
    Quoted,
    Escaped,
    AfterQuoted,
    SizeLf,
    Data,
    DataCr,
    DataLf,
}

/// What comes next in a chunked body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// The input is used up.
    NeedMore,
    /// Data: from here up to there.
    Data(usize, usize),
    /// The last chunk has been: trailers follow from here.
    Last(usize),
}

/// Where a chunked body stands.
#[derive(Debug)]
pub(crate) struct Chunked {
    validation: Validation,
    state: State,
    left: u64,
    extensions: usize,
}

impl Chunked {
    pub(crate) fn new(validation: Validation) -> Chunked {
        Chunked { validation, state: State::FirstDigit, left: 0, extensions: 0 }
    }

    /// The next piece of `bytes` from `from` on.
    pub(crate) fn next(&mut self, bytes: &[u8], from: usize) -> Result<Piece, ParseError> {
        let mut at = from;
        while at < bytes.len() {
            if self.state == State::Data {
                let available = (bytes.len() - at) as u64;
                let length = available.min(self.left);
                self.left -= length;
                if self.left == 0 {
                    self.state = State::DataCr;
                }
                return Ok(Piece::Data(at, at + length as usize));
            }
            let taken = self.line(bytes[at], at)?;
            at += usize::from(taken);
            if self.state == State::Data && self.left == 0 {
                return Ok(Piece::Last(at));
            }
        }
        Ok(Piece::NeedMore)
    }

    fn go(&mut self, state: State) -> Result<bool, ParseError> {
        self.state = state;
        Ok(true)
    }

    /// One byte that is not data; false if it is left for the next state.
    fn line(&mut self, byte: u8, at: usize) -> Result<bool, ParseError> {
        let is_insecure = self.validation == Validation::Insecure;
        let fail = |code, reason, at| Err(ParseError::new(code, reason, at));
        match self.state {
            State::FirstDigit => {
                self.left = 0;
                self.extensions = 0;
                if !byte.is_ascii_hexdigit() {
                    return fail(CHUNK_SIZE, "Invalid character in chunk size", at);
                }
                self.state = State::Size;
                Ok(false)
            }
            State::Size => {
                let Some(digit) = (byte as char).to_digit(16) else {
                    self.state = State::AfterSize;
                    return Ok(false);
                };
                if self.left >> 60 != 0 {
                    return fail(CHUNK_SIZE, "Chunk size overflow", at + 1);
                }
                self.left = self.left << 4 | u64::from(digit);
                Ok(true)
            }
            State::AfterSize => match byte {
                b'\r' => self.go(State::SizeLf),
                b';' => self.go(State::ExtensionStart),
                b' ' | b'\t' if is_insecure => Ok(true),
                b' ' | b'\t' => fail(CHUNK_SIZE, "Invalid character in chunk size", at + 1),
                b'\n' if is_insecure => self.go(State::Data),
                b'\n' => fail(CR_EXPECTED, "Missing expected CR after chunk size", at + 1),
                _ => fail(CHUNK_SIZE, "Invalid character in chunk size", at),
            },
            State::ExtensionStart
            | State::ExtensionName
            | State::ExtensionValue
            | State::Quoted
            | State::Escaped
            | State::AfterQuoted => self.extension(byte, at),
            State::SizeLf if byte == b'\n' => self.go(State::Data),
            State::SizeLf if is_insecure => {
                self.state = State::Data;
                Ok(false)
            }
            State::SizeLf => fail(STRICT, "Expected LF after chunk size", at),
            State::DataCr if byte == b'\r' => self.go(State::DataLf),
            State::DataCr if byte == b'\n' && is_insecure => self.go(State::FirstDigit),
            State::DataCr if byte == b'\n' => {
                fail(CR_EXPECTED, "Missing expected CR after chunk data", at + 1)
            }
            State::DataLf if byte == b'\n' => self.go(State::FirstDigit),
            _ if is_insecure => {
                self.state = State::FirstDigit;
                Ok(false)
            }
            _ => fail(STRICT, "Expected LF after chunk data", at),
        }
    }

    fn extension(&mut self, byte: u8, at: usize) -> Result<bool, ParseError> {
        let is_insecure = self.validation == Validation::Insecure;
        let fail = |code, reason, at| Err(ParseError::new(code, reason, at));
        let next = match (self.state, byte) {
            (State::Escaped, 0..=8 | 10..=31 | 127) => {
                let reason = "Invalid quoted-pair in chunk extensions quoted value";
                return fail(STRICT, reason, at + 1);
            }
            (State::Escaped, _) => State::Quoted,
            (State::Quoted, b'"') => State::AfterQuoted,
            (State::Quoted, b'\\') => State::Escaped,
            (State::Quoted, _) if QUOTED[byte as usize] => State::Quoted,
            (State::Quoted, _) => {
                return fail(STRICT, "Invalid character in chunk extensions quoted value", at + 1);
            }
            (State::ExtensionStart, b'\r' | b' ') => {
                return fail(STRICT, "Invalid character in chunk extensions", at + 1);
            }
            (_, b'\r') => {
                if self.extensions > MAX_EXTENSIONS {
                    let reason = "Chunk extensions overflow";
                    return fail("HPE_CHUNK_EXTENSIONS_OVERFLOW", reason, at + 1);
                }
                State::SizeLf
            }
            (_, b';') => State::ExtensionStart,
            (_, b'\n') if is_insecure => State::Data,
            (State::AfterQuoted | State::ExtensionValue, b'\n') => {
                return fail(CR_EXPECTED, "Missing expected CR after chunk extension value", at);
            }
            (State::AfterQuoted, _) => {
                return fail(STRICT, "Invalid character in chunk extensions quote value", at);
            }
            (State::ExtensionValue, b'"') => State::Quoted,
            (State::ExtensionValue, _) if TOKEN[byte as usize] => State::ExtensionValue,
            (State::ExtensionValue, _) => {
                return fail(STRICT, "Invalid character in chunk extensions value", at + 1);
            }
            (_, b'=') => State::ExtensionValue,
            (_, b'\n') => {
                return fail(CR_EXPECTED, "Missing expected CR after chunk extension name", at);
            }
            (_, _) if TOKEN[byte as usize] => State::ExtensionName,
            (_, _) => return fail(STRICT, "Invalid character in chunk extensions name", at + 1),
        };
        self.extensions += 1;
        if self.extensions > 2 * MAX_EXTENSIONS {
            return fail("HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow", at);
        }
        self.go(next)
    }
}
