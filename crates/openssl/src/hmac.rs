//! Message authentication by digests.

use crate::owned::HmacContext;
use crate::sha::ShaHmac;
use crate::{DigestAlgorithm, ErrorStack, check, ffi};

/// A code being made.
pub struct Hmac {
    state: State,
    size: usize,
}

#[expect(
    clippy::large_enum_variant,
    reason = "the plain state is the usual one, and another allocation a third of its cost"
)]
enum State {
    Context(HmacContext),
    Plain(ShaHmac),
    /// A plain one that was asked for its code.
    Finished,
}

impl Hmac {
    /// # Errors
    /// OpenSSL's: not every digest is fit for it.
    pub fn new(algorithm: &DigestAlgorithm, key: &[u8]) -> Result<Hmac, ErrorStack> {
        if let Some(sha) = algorithm.plain() {
            let state = State::Plain(ShaHmac::new(sha, key));
            return Ok(Hmac { state, size: algorithm.size() });
        }
        // A null pointer would mean the key of before.
        let pointer = if key.is_empty() { c"".as_ptr().cast() } else { key.as_ptr() };
        // SAFETY: a new context of ours; key and algorithm live during the call.
        let context = unsafe {
            let context = HmacContext::take(ffi::HMAC_CTX_new())?;
            check(ffi::HMAC_Init_ex(
                context.as_ptr(),
                pointer.cast(),
                key.len() as i32,
                algorithm.as_ptr(),
                std::ptr::null_mut(),
            ))?;
            context
        };
        Ok(Hmac { state: State::Context(context), size: algorithm.size() })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn update(&mut self, data: &[u8]) -> Result<(), ErrorStack> {
        match &mut self.state {
            State::Plain(state) => {
                state.update(data);
                Ok(())
            }
            State::Context(context) => {
                // SAFETY: a live context; the slice is as long as it says.
                check(unsafe { ffi::HMAC_Update(context.as_ptr(), data.as_ptr(), data.len()) })
            }
            State::Finished => Err(ErrorStack::default()),
        }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn finish(&mut self) -> Result<Vec<u8>, ErrorStack> {
        let mut out = vec![0; self.size];
        match &mut self.state {
            State::Plain(state) => {
                state.finish(&mut out);
                self.state = State::Finished;
            }
            State::Context(context) => {
                let mut length = 0;
                // SAFETY: a live context; the code is as long as the digest.
                check(unsafe { ffi::HMAC_Final(context.as_ptr(), out.as_mut_ptr(), &mut length) })?;
                out.truncate(length as usize);
            }
            State::Finished => return Err(ErrorStack::default()),
        }
        Ok(out)
    }
}
