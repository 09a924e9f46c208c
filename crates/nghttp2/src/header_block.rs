//! Headers on their way to nghttp2: one run of bytes, in which each is a name, NUL, a value, NUL and a byte of flags.

use crate::ffi::{NV_FLAG_NO_INDEX, nghttp2_nv};

/// The flag of a header that must never be put into a compression table.
const SENSITIVE: u8 = 1;

/// Points into `block`; what is cut off at its end is left out.
pub(crate) fn parse(block: &[u8]) -> Vec<nghttp2_nv> {
    let mut headers = Vec::new();
    let mut rest = block;
    while let Some((name, after)) = take(rest) {
        let Some((value, after)) = take(after) else { break };
        let Some((&flags, after)) = after.split_first() else { break };
        headers.push(nghttp2_nv {
            name: name.as_ptr().cast_mut(),
            value: value.as_ptr().cast_mut(),
            namelen: name.len(),
            valuelen: value.len(),
            flags: if flags == SENSITIVE { NV_FLAG_NO_INDEX } else { 0 },
        });
        rest = after;
    }
    headers
}

/// What stands before the next NUL, and what after it.
fn take(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == 0)?;
    Some((&bytes[..end], &bytes[end + 1..]))
}
