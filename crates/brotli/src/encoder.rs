//! Compression.

use std::ptr::{self, NonNull};

use crate::{Buffers, Progress, ffi};

/// What a step is to come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Takes input; output comes when there is enough of it.
    Process,
    /// All that was taken can be read from the output.
    Flush,
    /// The end of the stream.
    Finish,
    /// The input is not compressed: readers skip it.
    EmitMetadata,
}

/// One stream that is being compressed.
pub struct Encoder {
    raw: NonNull<ffi::BrotliEncoderState>,
    prepared: *mut ffi::BrotliEncoderPreparedDictionary,
    /// The prepared form points into it.
    _dictionary: Box<[u8]>,
}

// SAFETY: what the library allocates belongs to no thread, and it is only used through `&mut`.
unsafe impl Send for Encoder {}

impl Encoder {
    /// Parameters are pairs of the library's number and a value. An empty dictionary is none. `None` if something is
    /// refused, or there is no memory.
    pub fn new(params: &[(u32, u32)], dictionary: Box<[u8]>) -> Option<Encoder> {
        // SAFETY: an object of our own, with the library's allocator.
        let raw = unsafe { ffi::BrotliEncoderCreateInstance(None, None, ptr::null_mut()) };
        let mut encoder =
            Encoder { raw: NonNull::new(raw)?, prepared: ptr::null_mut(), _dictionary: dictionary };
        for &(key, value) in params {
            let key = i32::try_from(key).ok()?;
            // SAFETY: a live encoder; a number that it does not know is refused.
            if unsafe { ffi::BrotliEncoderSetParameter(raw, key, value) } == 0 {
                return None;
            }
        }
        encoder.attach_dictionary().then_some(encoder)
    }

    fn attach_dictionary(&mut self) -> bool {
        const MOST_QUALITY: i32 = 11;
        let dictionary = &self._dictionary;
        if dictionary.is_empty() {
            return true;
        }
        // SAFETY: as long as it says. The bytes stay where they are for as long as the prepared form is there, and that for
        // as long as the encoder: `drop` frees them in this order.
        unsafe {
            self.prepared = ffi::BrotliEncoderPrepareDictionary(
                ffi::BrotliSharedDictionaryType_BROTLI_SHARED_DICTIONARY_RAW,
                dictionary.len(),
                dictionary.as_ptr(),
                MOST_QUALITY,
                None,
                None,
                ptr::null_mut(),
            );
            let raw = self.raw.as_ptr();
            !self.prepared.is_null()
                && ffi::BrotliEncoderAttachPreparedDictionary(raw, self.prepared) != 0
        }
    }

    /// Takes from `input` and writes to `output` what it can. `None` if the stream can not go on like this.
    pub fn step(
        &mut self,
        operation: Operation,
        input: &[u8],
        output: &mut [u8],
    ) -> Option<Progress> {
        let operation = match operation {
            Operation::Process => ffi::BrotliEncoderOperation_BROTLI_OPERATION_PROCESS,
            Operation::Flush => ffi::BrotliEncoderOperation_BROTLI_OPERATION_FLUSH,
            Operation::Finish => ffi::BrotliEncoderOperation_BROTLI_OPERATION_FINISH,
            Operation::EmitMetadata => ffi::BrotliEncoderOperation_BROTLI_OPERATION_EMIT_METADATA,
        };
        let mut buffers = Buffers::of(input, output);
        // SAFETY: both buffers are as long as they say.
        let succeeded = unsafe {
            ffi::BrotliEncoderCompressStream(
                self.raw.as_ptr(),
                operation,
                &mut buffers.available_in,
                &mut buffers.next_in,
                &mut buffers.available_out,
                &mut buffers.next_out,
                ptr::null_mut(),
            )
        };
        (succeeded != 0).then(|| buffers.progress(input.len(), output.len()))
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // SAFETY: both are ours; of a dictionary that is null nothing is freed.
        unsafe {
            ffi::BrotliEncoderDestroyInstance(self.raw.as_ptr());
            ffi::BrotliEncoderDestroyPreparedDictionary(self.prepared);
        }
    }
}
