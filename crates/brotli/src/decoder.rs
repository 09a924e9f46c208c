//! Decompression.

use std::ffi::CStr;
use std::ptr::{self, NonNull};

use crate::{Buffers, Progress, ffi};

/// What is wrong with a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The library's number, which is negative.
    pub number: i32,
    /// Its name without what all of them begin with: `_ERROR_FORMAT_PADDING_1`.
    pub name: String,
}

/// One stream that is being opened.
pub struct Decoder {
    raw: NonNull<ffi::BrotliDecoderState>,
    /// The decoder points into it.
    _dictionary: Box<[u8]>,
}

// SAFETY: what the library allocates belongs to no thread, and it is only used through `&mut`.
unsafe impl Send for Decoder {}

impl Decoder {
    /// Parameters are pairs of the library's number and a value. An empty dictionary is none. `None` if something is
    /// refused, or there is no memory.
    pub fn new(params: &[(u32, u32)], dictionary: Box<[u8]>) -> Option<Decoder> {
        // SAFETY: an object of our own, with the library's allocator.
        let raw = unsafe { ffi::BrotliDecoderCreateInstance(None, None, ptr::null_mut()) };
        let decoder = Decoder { raw: NonNull::new(raw)?, _dictionary: dictionary };
        for &(key, value) in params {
            let key = i32::try_from(key).ok()?;
            // SAFETY: a live decoder; a number that it does not know is refused.
            if unsafe { ffi::BrotliDecoderSetParameter(raw, key, value) } == 0 {
                return None;
            }
        }
        let dictionary = &decoder._dictionary;
        if !dictionary.is_empty() {
            // SAFETY: as long as it says; the bytes stay where they are until the decoder is gone.
            let is_attached = unsafe {
                ffi::BrotliDecoderAttachDictionary(
                    raw,
                    ffi::BrotliSharedDictionaryType_BROTLI_SHARED_DICTIONARY_RAW,
                    dictionary.len(),
                    dictionary.as_ptr(),
                )
            };
            if is_attached == 0 {
                return None;
            }
        }
        Some(decoder)
    }

    /// Takes from `input` and writes to `output` what it can. `true` if more input is no help: the stream is at its end, or
    /// there is no room.
    ///
    /// # Errors
    /// When the input is no stream of Brotli's.
    pub fn step(
        &mut self,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<(Progress, bool), DecodeError> {
        let mut buffers = Buffers::of(input, output);
        // SAFETY: both buffers are as long as they say.
        let result = unsafe {
            ffi::BrotliDecoderDecompressStream(
                self.raw.as_ptr(),
                &mut buffers.available_in,
                &mut buffers.next_in,
                &mut buffers.available_out,
                &mut buffers.next_out,
                ptr::null_mut(),
            )
        };
        let progress = buffers.progress(input.len(), output.len());
        match result {
            ffi::BrotliDecoderResult_BROTLI_DECODER_RESULT_ERROR => Err(self.error()),
            ffi::BrotliDecoderResult_BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT => {
                Ok((progress, false))
            }
            _ => Ok((progress, true)),
        }
    }

    fn error(&self) -> DecodeError {
        // SAFETY: a live decoder; a static text for any number.
        unsafe {
            let number = ffi::BrotliDecoderGetErrorCode(self.raw.as_ptr());
            let name = CStr::from_ptr(ffi::BrotliDecoderErrorString(number));
            DecodeError { number, name: name.to_string_lossy().into_owned() }
        }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: ours.
        unsafe { ffi::BrotliDecoderDestroyInstance(self.raw.as_ptr()) };
    }
}
