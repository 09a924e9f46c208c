//! Decompression of zlib, gzip and raw deflate, and of zlib or gzip by what the first bytes say.

use zlib_rs::{Inflate, InflateError, InflateFlush, Status};

use super::engine::{Engine, Failure, Step};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Raw,
    Zlib,
    Gzip,
    /// Zlib or gzip.
    Detected,
}

/// What follows the end of a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Of gzip the next member; anything else is left alone.
    NextMember,
    /// Left alone, so that it can be told.
    Reported,
}

pub(super) struct Decompressor {
    format: Format,
    window_bits: i32,
    dictionary: Vec<u8>,
    rest: Rest,
    inner: Inflate,
    magic: Magic,
}

/// How much of gzip's first two bytes has been seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Magic {
    Nothing,
    First,
    IsGzip,
    IsNot,
}

const FINISH: i32 = InflateFlush::Finish as i32;

impl Decompressor {
    pub(super) fn new(
        format: Format,
        window_bits: i32,
        dictionary: Vec<u8>,
        rest: Rest,
    ) -> Decompressor {
        let magic = first_magic(format);
        let inner = inner(format, window_bits, &dictionary);
        Decompressor { format, window_bits, dictionary, rest, inner, magic }
    }

    fn look_for_magic(&mut self, input: &[u8]) {
        for &byte in input {
            self.magic = match (self.magic, byte) {
                (Magic::Nothing, 0x1f) => Magic::First,
                (Magic::First, 0x8b) => Magic::IsGzip,
                (Magic::Nothing | Magic::First, _) => Magic::IsNot,
                _ => return,
            };
        }
    }

    fn once(
        &mut self,
        flush: InflateFlush,
        input: &[u8],
        output: &mut [u8],
    ) -> (Result<Status, InflateError>, Step) {
        let (taken, given) = (self.inner.total_in(), self.inner.total_out());
        let status = self.inner.decompress(input, output, flush);
        let step = Step {
            consumed: (self.inner.total_in() - taken) as usize,
            produced: (self.inner.total_out() - given) as usize,
        };
        (status, step)
    }

    fn failure(&self, error: InflateError) -> Failure {
        let (errno, code) = match error {
            InflateError::NeedDict { .. } if self.dictionary.is_empty() => {
                return Failure::new("Missing dictionary", 2, "Z_NEED_DICT");
            }
            InflateError::NeedDict { .. } => {
                return Failure::new("Bad dictionary", 2, "Z_NEED_DICT");
            }
            InflateError::StreamError => (-2, "Z_STREAM_ERROR"),
            InflateError::DataError => (-3, "Z_DATA_ERROR"),
            InflateError::MemError => (-4, "Z_MEM_ERROR"),
        };
        Failure::new(self.inner.error_message().unwrap_or("Zlib error"), errno, code)
    }
}

impl Engine for Decompressor {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let kind = match flush {
            1 | 3 => InflateFlush::SyncFlush,
            _ => InflateFlush::try_from(flush).unwrap_or(InflateFlush::NoFlush),
        };
        if matches!(self.magic, Magic::Nothing | Magic::First) {
            self.look_for_magic(input);
        }
        let mut done = Step::default();
        loop {
            let (status, step) =
                self.once(kind, &input[done.consumed..], &mut output[done.produced..]);
            done.consumed += step.consumed;
            done.produced += step.produced;
            match status {
                Ok(Status::StreamEnd) => {
                    // Zeros are padding.
                    let goes_on = self.magic == Magic::IsGzip
                        && self.rest == Rest::NextMember
                        && input.get(done.consumed).is_some_and(|&byte| byte != 0);
                    if !goes_on {
                        return Ok(done);
                    }
                    self.inner = inner(self.format, self.window_bits, &self.dictionary);
                }
                Ok(_) if flush == FINISH && done.produced < output.len() => {
                    return Err(Failure::unexpected_end());
                }
                Ok(_) => return Ok(done),
                Err(InflateError::NeedDict { .. }) if !self.dictionary.is_empty() => {
                    if self.inner.set_dictionary(&self.dictionary).is_err() {
                        return Err(Failure::new("Bad dictionary", 2, "Z_NEED_DICT"));
                    }
                }
                Err(error) => return Err(self.failure(error)),
            }
        }
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.inner = inner(self.format, self.window_bits, &self.dictionary);
        self.magic = first_magic(self.format);
        Ok(())
    }
}

fn first_magic(format: Format) -> Magic {
    match format {
        Format::Raw | Format::Zlib => Magic::IsNot,
        Format::Gzip => Magic::IsGzip,
        Format::Detected => Magic::Nothing,
    }
}

fn inner(format: Format, window_bits: i32, dictionary: &[u8]) -> Inflate {
    // 0 stands for the window that the header names; the library fails on what is out of range.
    let bits = match window_bits {
        0 => 0,
        bits => bits.clamp(8, 15) as u8,
    };
    match format {
        Format::Raw => {
            let mut inner = Inflate::new(false, if bits == 0 { 15 } else { bits });
            if !dictionary.is_empty() {
                // A fresh raw stream takes any dictionary.
                let _ = inner.set_dictionary(dictionary);
            }
            inner
        }
        Format::Zlib => Inflate::new(true, bits),
        Format::Gzip => Inflate::new(true, 16 + bits),
        Format::Detected => Inflate::new(true, 32 + bits),
    }
}
