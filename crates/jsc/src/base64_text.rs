//! Bytes as base64, by the engine's own encoder, which goes through sixteen of them at a time and more.
//!
//! What it takes is tried out first: both alphabets, on bytes with all lengths of a rest. Where the engine does not export it,
//! or it writes something else, there is none.

use std::sync::OnceLock;

use roundel_jsc_sys::wtf_string::{self, EncodeBase64};

use crate::fresh_string::FreshString;
use crate::options;

/// Which characters stand for 62 and 63, and whether the text is padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    Standard,
    /// Of addresses, without padding.
    Url,
}

impl Base64 {
    /// How many characters so many bytes take.
    pub fn length(self, size: usize) -> usize {
        match self {
            Base64::Standard => size.div_ceil(3) * 4,
            Base64::Url => (size * 4).div_ceil(3),
        }
    }

    /// The engine's options: the alphabet of addresses, and no padding.
    fn to_raw(self) -> u8 {
        match self {
            Base64::Standard => 0,
            Base64::Url => 1 << 0 | 1 << 1,
        }
    }
}

impl FreshString {
    /// Bytes as base64; `None` if the engine's encoder is not known.
    pub fn base64(bytes: &[u8], form: Base64) -> Option<FreshString> {
        static KNOWN: OnceLock<Option<EncodeBase64>> = OnceLock::new();
        let encode = (*KNOWN.get_or_init(find))?;
        Some(FreshString::fill_latin1(form.length(bytes.len()), |text| {
            // SAFETY: `find` tried the function out; the text has the length that it takes.
            unsafe { write(encode, bytes, form, text) };
        }))
    }
}

/// # Safety
/// The function must be what it is declared to be, and the text as long as `form` says.
unsafe fn write(encode: EncodeBase64, bytes: &[u8], form: Base64, text: &mut [u8]) -> usize {
    let (start, room) = (text.as_mut_ptr(), text.len());
    // SAFETY: the caller's; both are whole slices.
    unsafe { encode(bytes.as_ptr(), bytes.len(), start, room, form.to_raw()) }
}

fn find() -> Option<EncodeBase64> {
    const SAMPLES: [(&[u8], Base64, &[u8]); 5] = [
        (b"\xfb\xff\xfe", Base64::Standard, b"+//+"),
        (b"\xfb\xff\xfe\xfb", Base64::Standard, b"+//++w=="),
        (b"\xfb\xff\xfe\xfb\xf0", Base64::Standard, b"+//++/A="),
        (b"\xfb\xff\xfe\xfb", Base64::Url, b"-__--w"),
        (b"\xfb\xff\xfe\xfb\xf0", Base64::Url, b"-__--_A"),
    ];
    if options::uses_c_api_only() {
        return None;
    }
    let encode = wtf_string::load_base64()?;
    let is_expected = |&(bytes, form, expected): &(&[u8], Base64, &[u8])| {
        let mut text = [0; 8];
        let text = &mut text[..form.length(bytes.len())];
        // SAFETY: the name spells out what the function takes; the text has its length.
        let written = unsafe { write(encode, bytes, form, text) };
        written == expected.len() && text == expected
    };
    SAMPLES.iter().all(is_expected).then_some(encode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Release, Vm};

    #[test]
    fn texts_of_all_lengths() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            let bytes: Vec<u8> = (0..=255).collect();
            for length in 0..bytes.len() {
                for form in [Base64::Standard, Base64::Url] {
                    let Some(text) = FreshString::base64(&bytes[..length], form) else {
                        assert!(!Release::is_tried());
                        return;
                    };
                    assert_eq!(text.len(), form.length(length));
                    let text = text.into_value(ctx).to_rust_string(ctx).ok().unwrap_or_default();
                    let six_bits = |byte: u8| match byte {
                        b'A'..=b'Z' => u32::from(byte - b'A'),
                        b'a'..=b'z' => u32::from(byte - b'a') + 26,
                        b'0'..=b'9' => u32::from(byte - b'0') + 52,
                        b'+' | b'-' => 62,
                        _ => 63,
                    };
                    let symbols = text.trim_end_matches('=').as_bytes();
                    let decoded: Vec<u8> = symbols
                        .chunks(4)
                        .flat_map(|four| {
                            let bits = (0..4).fold(0, |bits, place| {
                                bits << 6 | four.get(place).map_or(0, |byte| six_bits(*byte))
                            });
                            bits.to_be_bytes()[1..four.len()].to_vec()
                        })
                        .collect();
                    assert_eq!(decoded, bytes[..length]);
                }
            }
        });
    }
}
