//! What all compressors and decompressors have in common: bytes in, bytes out, a step at a time.

use std::borrow::Cow;

/// One stream of one format, in one direction. It lives on the loop's thread or, during a job, on a thread of the pool.
pub(super) trait Engine: Send {
    /// Takes from `input` and puts into `output` what it can. `flush` is a number of the format's own table, as it
    /// came from the script: numbers that the format does not know are its most harmless one.
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure>;

    /// Begins a new stream with the same settings.
    fn reset(&mut self) -> Result<(), Failure>;

    /// Changes level and strategy from here on; only formats of zlib have them.
    fn set_params(&mut self, _level: i32, _strategy: i32) -> Result<(), Failure> {
        Ok(())
    }
}

/// How far a step went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) consumed: usize,
    pub(super) produced: usize,
}

/// An error as Node tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) message: Cow<'static, str>,
    pub(super) errno: i32,
    pub(super) code: Cow<'static, str>,
}

impl Failure {
    pub(super) fn new(
        message: impl Into<Cow<'static, str>>,
        errno: i32,
        code: impl Into<Cow<'static, str>>,
    ) -> Failure {
        Failure { message: message.into(), errno, code: code.into() }
    }

    /// The input ended in the middle of a stream.
    pub(super) fn unexpected_end() -> Failure {
        Failure::new("unexpected end of file", -5, "Z_BUF_ERROR")
    }
}
