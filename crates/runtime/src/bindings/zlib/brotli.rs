//! Brotli, both ways. Parameters come by their numbers.

use roundel_brotli::{DecodeError, Operation};

use super::engine::{Engine, Failure, Step};

/// A parameter that was not given.
const ABSENT: u32 = u32::MAX;

const FINISH: i32 = 2;

/// The parameters that were given, with their numbers.
fn given(params: &[u32]) -> Vec<(u32, u32)> {
    (0..).zip(params.iter().copied()).filter(|&(_, value)| value != ABSENT).collect()
}

pub(super) struct Encoder {
    params: Vec<(u32, u32)>,
    dictionary: Vec<u8>,
    encoder: roundel_brotli::Encoder,
}

impl Encoder {
    /// `None` if a parameter or the dictionary is refused.
    pub(super) fn new(params: &[u32], dictionary: Vec<u8>) -> Option<Encoder> {
        let params = given(params);
        let encoder = roundel_brotli::Encoder::new(&params, dictionary.clone().into())?;
        Some(Encoder { params, dictionary, encoder })
    }
}

impl Engine for Encoder {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let operation = match flush {
            1 => Operation::Flush,
            FINISH => Operation::Finish,
            3 => Operation::EmitMetadata,
            _ => Operation::Process,
        };
        let progress = self.encoder.step(operation, input, output).ok_or_else(|| {
            Failure::new("Compression failed", -1, "ERR_BROTLI_COMPRESSION_FAILED")
        })?;
        Ok(Step { consumed: progress.consumed, produced: progress.produced })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.encoder = roundel_brotli::Encoder::new(&self.params, self.dictionary.clone().into())
            .ok_or_else(not_initialized)?;
        Ok(())
    }
}

pub(super) struct Decoder {
    params: Vec<(u32, u32)>,
    dictionary: Vec<u8>,
    decoder: roundel_brotli::Decoder,
}

impl Decoder {
    /// `None` if a parameter is one that a decoder does not have, or the dictionary is refused.
    pub(super) fn new(params: &[u32], dictionary: Vec<u8>) -> Option<Decoder> {
        let params = given(params);
        let decoder = roundel_brotli::Decoder::new(&params, dictionary.clone().into())?;
        Some(Decoder { params, dictionary, decoder })
    }
}

impl Engine for Decoder {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        match self.decoder.step(input, output) {
            Err(DecodeError { number, name }) => {
                Err(Failure::new("Decompression failed", number, format!("ERR_{name}")))
            }
            Ok((_, false)) if flush == FINISH => Err(Failure::unexpected_end()),
            Ok((progress, _)) => {
                Ok(Step { consumed: progress.consumed, produced: progress.produced })
            }
        }
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.decoder = roundel_brotli::Decoder::new(&self.params, self.dictionary.clone().into())
            .ok_or_else(not_initialized)?;
        Ok(())
    }
}

fn not_initialized() -> Failure {
    Failure::new("Could not initialize Brotli instance", -1, "ERR_ZLIB_INITIALIZATION_FAILED")
}
