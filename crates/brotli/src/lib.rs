//! Google's Brotli library behind safe functions: streams of bytes, both ways.
//!
//! It is the library that Node has, in the same version, so what is compressed is the same to the byte, and so are the
//! parameters that are refused and the names of errors. Its C sources come with the crate that binds it.
//!
//! Not here: JavaScript, and when a stream is flushed.

mod decoder;
mod encoder;

use compu_brotli_sys as ffi;

pub use decoder::{DecodeError, Decoder};
pub use encoder::{Encoder, Operation};

/// How far a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the input that are done with.
    pub consumed: usize,
    /// Bytes of the output that were written.
    pub produced: usize,
}

/// The two buffers of a step, as the library moves along them.
struct Buffers {
    available_in: usize,
    next_in: *const u8,
    available_out: usize,
    next_out: *mut u8,
}

impl Buffers {
    fn of(input: &[u8], output: &mut [u8]) -> Buffers {
        Buffers {
            available_in: input.len(),
            next_in: input.as_ptr(),
            available_out: output.len(),
            next_out: output.as_mut_ptr(),
        }
    }

    /// How far the library went, which began with `input` and `output` of these lengths.
    fn progress(&self, input: usize, output: usize) -> Progress {
        Progress { consumed: input - self.available_in, produced: output - self.available_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compressed(params: &[(u32, u32)], dictionary: &[u8], input: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(params, dictionary.into()).expect("known parameters");
        let mut output = vec![0; input.len() + 64];
        let progress = encoder.step(Operation::Finish, input, &mut output).expect("it compresses");
        assert_eq!(progress.consumed, input.len());
        output.truncate(progress.produced);
        output
    }

    /// All of `input`, through an output of a few bytes at a time.
    fn decompressed(dictionary: &[u8], mut input: &[u8]) -> Result<Vec<u8>, DecodeError> {
        let mut decoder = Decoder::new(&[], dictionary.into()).expect("no parameters");
        let (mut output, mut room) = (Vec::new(), [0; 7]);
        loop {
            let (progress, _) = decoder.step(input, &mut room)?;
            input = &input[progress.consumed..];
            output.extend_from_slice(&room[..progress.produced]);
            if progress.consumed + progress.produced == 0 {
                return Ok(output);
            }
        }
    }

    const TEXT: &[u8] =
        b"the quick brown fox jumps over the lazy dog, and over the quick brown fox";

    #[test]
    fn what_is_compressed_comes_back() {
        for quality in 0..=11 {
            let packed = compressed(&[(1, quality)], b"", TEXT);
            assert_eq!(decompressed(b"", &packed).as_deref(), Ok(TEXT), "quality {quality}");
        }
    }

    #[test]
    fn a_dictionary_is_needed_to_read_what_was_written_with_it() {
        let packed = compressed(&[(1, 11)], TEXT, TEXT);
        assert!(packed.len() < compressed(&[(1, 11)], b"", TEXT).len());
        assert_eq!(decompressed(TEXT, &packed).as_deref(), Ok(TEXT));
        assert!(decompressed(b"", &packed).is_err());
    }

    #[test]
    fn errors_have_the_names_of_the_library() {
        let error = decompressed(b"", &[0xff; 8]).expect_err("no stream begins so");
        assert_eq!(error, DecodeError { number: -15, name: "_ERROR_FORMAT_PADDING_2".into() });
    }

    #[test]
    fn parameters_that_are_unknown_are_refused() {
        assert!(Encoder::new(&[(77, 1)], Box::default()).is_none());
        assert!(Decoder::new(&[(77, 1)], Box::default()).is_none());
    }

    #[test]
    fn a_stream_is_flushed_and_goes_on() {
        let mut encoder = Encoder::new(&[], Box::default()).expect("no parameters");
        let mut output = [0; 256];
        let first = encoder.step(Operation::Flush, TEXT, &mut output).expect("it flushes");
        assert_eq!(decompressed(b"", &output[..first.produced]).as_deref(), Ok(TEXT));
        let (_, room) = output.split_at_mut(first.produced);
        let last = encoder.step(Operation::Finish, b".", room).expect("it ends");
        let whole = decompressed(b"", &output[..first.produced + last.produced]);
        assert_eq!(whole, Ok([TEXT, b"."].concat()));
    }
}
