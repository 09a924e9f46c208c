//! The values that say where a message ends and whether the connection goes on: read byte by byte, as they come, because
//! what is wrong in them is told at its place.

use crate::error::{CONTENT_LENGTH, ParseError, TRANSFER_ENCODING};
use crate::head::{Flags, Validation};

/// A `Content-Length` being read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Length {
    pub(crate) value: u64,
    is_over: bool,
}

impl Length {
    /// One more byte of the value, at `at`.
    pub(crate) fn push(&mut self, byte: u8, at: usize) -> Result<(), ParseError> {
        match byte {
            b' ' | b'\t' => self.is_over = true,
            b'0'..=b'9' if !self.is_over => {
                let digit = u64::from(byte - b'0');
                let next = self.value.checked_mul(10).and_then(|value| value.checked_add(digit));
                self.value =
                    next.ok_or(ParseError::new(CONTENT_LENGTH, "Content-Length overflow", at + 1))?;
            }
            _ => {
                return Err(ParseError::new(
                    CONTENT_LENGTH,
                    "Invalid character in Content-Length",
                    at,
                ));
            }
        }
        Ok(())
    }
}

/// The word of a `Transfer-Encoding` or `Connection` list that is being read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Word {
    start: usize,
    end: usize,
}

impl Word {
    pub(crate) fn begin(&mut self, at: usize) {
        self.start = at;
        self.end = at;
    }

    pub(crate) fn text<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.start.min(self.end)..self.end]
    }

    /// One more byte; true at a comma.
    pub(crate) fn push(&mut self, byte: u8, at: usize, is_blank: impl Fn(u8) -> bool) -> bool {
        if byte == b',' {
            return true;
        }
        if is_blank(byte) {
            // Blanks before a word are not of it, and blanks after it neither.
            if self.end == self.start {
                self.begin(at + 1);
            }
        } else {
            self.end = at + 1;
        }
        false
    }
}

/// What a whole word of `Connection` says.
pub(crate) fn connection_word(word: &[u8]) -> Flags {
    if word.eq_ignore_ascii_case(b"close") {
        Flags::CLOSE
    } else if word.eq_ignore_ascii_case(b"keep-alive") {
        Flags::KEEP_ALIVE
    } else if word.eq_ignore_ascii_case(b"upgrade") {
        Flags::CONNECTION_UPGRADE
    } else {
        Flags::NONE
    }
}

pub(crate) fn is_chunked(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"chunked")
}

/// Nothing may come after `chunked`.
pub(crate) fn check_last(
    is_chunked: bool,
    validation: Validation,
    at: usize,
) -> Result<(), ParseError> {
    if is_chunked && validation != Validation::Insecure {
        let reason = "Invalid `Transfer-Encoding` header value";
        return Err(ParseError::new(TRANSFER_ENCODING, reason, at));
    }
    Ok(())
}
