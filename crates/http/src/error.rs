//! What is wrong with a message.

/// A refusal, in llhttp's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// `HPE_…`.
    pub code: &'static str,
    /// For people.
    pub reason: &'static str,
    /// How many bytes of the input had been taken.
    pub at: usize,
}

impl ParseError {
    pub(crate) fn new(code: &'static str, reason: &'static str, at: usize) -> ParseError {
        ParseError { code, reason, at }
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.code, self.reason)
    }
}

impl std::error::Error for ParseError {}

pub(crate) const TOKEN: &str = "HPE_INVALID_HEADER_TOKEN";
pub(crate) const STRICT: &str = "HPE_STRICT";
pub(crate) const CR_EXPECTED: &str = "HPE_CR_EXPECTED";
pub(crate) const CHUNK_SIZE: &str = "HPE_INVALID_CHUNK_SIZE";
pub(crate) const CONTENT_LENGTH: &str = "HPE_INVALID_CONTENT_LENGTH";
pub(crate) const TRANSFER_ENCODING: &str = "HPE_INVALID_TRANSFER_ENCODING";
