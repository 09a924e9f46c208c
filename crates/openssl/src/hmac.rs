//! Message authentication by digests.

use crate::owned::{HmacContext, Mac, MacContext};
use crate::params::Params;
use crate::{DigestAlgorithm, ErrorStack, c_name, check, ffi};

/// A code being made.
pub struct Hmac {
    context: HmacContext,
    size: usize,
}

impl Hmac {
    /// # Errors
    /// OpenSSL's: not every digest is fit for it.
    pub fn new(algorithm: &DigestAlgorithm, key: &[u8]) -> Result<Hmac, ErrorStack> {
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
        Ok(Hmac { context, size: algorithm.size() })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn update(&mut self, data: &[u8]) -> Result<(), ErrorStack> {
        // SAFETY: a live context; the slice is as long as it says.
        check(unsafe { ffi::HMAC_Update(self.context.as_ptr(), data.as_ptr(), data.len()) })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn finish(&mut self) -> Result<Vec<u8>, ErrorStack> {
        let mut out = vec![0; self.size];
        let mut length = 0;
        // SAFETY: a live context; the code is as long as the digest.
        check(unsafe { ffi::HMAC_Final(self.context.as_ptr(), out.as_mut_ptr(), &mut length) })?;
        out.truncate(length as usize);
        Ok(out)
    }
}

/// KMAC128 or KMAC256 of `data`.
///
/// # Errors
/// OpenSSL's.
pub fn kmac(
    name: &str,
    key: &[u8],
    custom: &[u8],
    length: usize,
    data: &[u8],
) -> Result<Vec<u8>, ErrorStack> {
    let name = c_name(name);
    let mut params = Params::default().bytes(c"custom", custom).long(c"size", length as u64);
    let mut out = vec![0; length];
    // SAFETY: objects of ours, slices that are as long as they say.
    unsafe {
        let mac =
            Mac::take(ffi::EVP_MAC_fetch(std::ptr::null_mut(), name.as_ptr(), std::ptr::null()))?;
        let context = MacContext::take(ffi::EVP_MAC_CTX_new(mac.as_ptr()))?;
        params.with(|list| {
            check(ffi::EVP_MAC_init(context.as_ptr(), key.as_ptr(), key.len(), list))
        })?;
        check(ffi::EVP_MAC_update(context.as_ptr(), data.as_ptr(), data.len()))?;
        let mut written = 0;
        check(ffi::EVP_MAC_final(context.as_ptr(), out.as_mut_ptr(), &mut written, length))?;
    }
    Ok(out)
}
