//! Brotli, both ways. Parameters come by their numbers.

use brotli::enc::StandardAlloc;
use brotli::enc::encode::{
    BrotliEncoderDestroyInstance, BrotliEncoderOperation, BrotliEncoderParameter,
    BrotliEncoderStateStruct,
};
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState};

use super::engine::{Engine, Failure, Step};

/// A parameter that was not given.
pub(super) const ABSENT: u32 = u32::MAX;

const FINISH: i32 = 2;

pub(super) struct Encoder {
    params: Vec<u32>,
    dictionary: Vec<u8>,
    state: BrotliEncoderStateStruct<StandardAlloc>,
}

impl Encoder {
    /// `None` if a parameter is refused.
    pub(super) fn new(params: Vec<u32>, dictionary: Vec<u8>) -> Option<Encoder> {
        let state = encoder_state(&params, &dictionary)?;
        Some(Encoder { params, dictionary, state })
    }
}

fn encoder_state(
    params: &[u32],
    dictionary: &[u8],
) -> Option<BrotliEncoderStateStruct<StandardAlloc>> {
    use BrotliEncoderParameter::*;
    const KNOWN: [BrotliEncoderParameter; 7] = [
        BROTLI_PARAM_MODE,
        BROTLI_PARAM_QUALITY,
        BROTLI_PARAM_LGWIN,
        BROTLI_PARAM_LGBLOCK,
        BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING,
        BROTLI_PARAM_SIZE_HINT,
        BROTLI_PARAM_LARGE_WINDOW,
    ];
    let mut state = BrotliEncoderStateStruct::new(StandardAlloc::default());
    // The tail of the table (postfix bits, direct codes) tunes distances; the library chooses those itself.
    for (key, &value) in KNOWN.into_iter().zip(params) {
        if value != ABSENT && !state.set_parameter(key, value) {
            return None;
        }
    }
    if !dictionary.is_empty() {
        state.set_custom_dictionary(dictionary.len(), dictionary);
    }
    Some(state)
}

impl Drop for Encoder {
    fn drop(&mut self) {
        BrotliEncoderDestroyInstance(&mut self.state);
    }
}

impl Engine for Encoder {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let operation = match flush {
            1 => BrotliEncoderOperation::BROTLI_OPERATION_FLUSH,
            FINISH => BrotliEncoderOperation::BROTLI_OPERATION_FINISH,
            3 => BrotliEncoderOperation::BROTLI_OPERATION_EMIT_METADATA,
            _ => BrotliEncoderOperation::BROTLI_OPERATION_PROCESS,
        };
        let mut step = Step::default();
        let (mut available_in, mut available_out) = (input.len(), output.len());
        let succeeded = self.state.compress_stream(
            operation,
            &mut available_in,
            input,
            &mut step.consumed,
            &mut available_out,
            output,
            &mut step.produced,
            &mut None,
            &mut |_, _, _, _| (),
        );
        if succeeded {
            Ok(step)
        } else {
            Err(Failure::new("Compression failed", -1, "ERR_BROTLI_COMPRESSION_FAILED"))
        }
    }

    fn reset(&mut self) -> Result<(), Failure> {
        let fresh = encoder_state(&self.params, &self.dictionary).ok_or_else(|| {
            Failure::new(
                "Could not initialize Brotli instance",
                -1,
                "ERR_ZLIB_INITIALIZATION_FAILED",
            )
        })?;
        let mut old = std::mem::replace(&mut self.state, fresh);
        BrotliEncoderDestroyInstance(&mut old);
        Ok(())
    }
}

type State = BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>;

pub(super) struct Decoder {
    large_window: bool,
    dictionary: Vec<u8>,
    state: Box<State>,
}

impl Decoder {
    /// `None` if a parameter is one that a decoder does not have.
    pub(super) fn new(params: &[u32], dictionary: Vec<u8>) -> Option<Decoder> {
        if params.iter().skip(2).any(|&value| value != ABSENT) {
            return None;
        }
        let large_window = params.get(1).is_some_and(|&value| value != ABSENT && value != 0);
        let state = decoder_state(large_window, &dictionary);
        Some(Decoder { large_window, dictionary, state })
    }
}

fn decoder_state(large_window: bool, dictionary: &[u8]) -> Box<State> {
    let alloc = StandardAlloc::default;
    let mut state = if large_window {
        Box::new(State::new(alloc(), alloc(), alloc()))
    } else {
        Box::new(State::new_strict(alloc(), alloc(), alloc()))
    };
    if !dictionary.is_empty() {
        // A fresh state takes one; a dictionary that is too long makes the stream fail where it is needed.
        let _ = state.attach_dictionary(dictionary.to_vec().into());
    }
    state
}

impl Engine for Decoder {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let mut step = Step::default();
        let (mut available_in, mut available_out) = (input.len(), output.len());
        let result = BrotliDecompressStream(
            &mut available_in,
            &mut step.consumed,
            input,
            &mut available_out,
            &mut step.produced,
            output,
            &mut 0,
            &mut self.state,
        );
        match result {
            BrotliResult::ResultFailure => {
                let name = format!("{:?}", self.state.error_code);
                let short = name.trim_start_matches("BROTLI_DECODER");
                let errno = self.state.error_code as i32;
                Err(Failure::new("Decompression failed", errno, format!("ERR_{short}")))
            }
            BrotliResult::NeedsMoreInput if flush == FINISH => Err(Failure::unexpected_end()),
            _ => Ok(step),
        }
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.state = decoder_state(self.large_window, &self.dictionary);
        Ok(())
    }
}
