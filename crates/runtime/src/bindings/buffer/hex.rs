//! Hexadecimal text. Decoding stops at the first pair that is not two digits.

use roundel_jsc::FreshString;

/// The two digits of every byte: one look-up a byte.
static DIGITS: [[u8; 2]; 256] = {
    const SYMBOLS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [SYMBOLS[byte >> 4], SYMBOLS[byte & 15]];
        byte += 1;
    }
    digits
};

/// The value of every byte that is a digit; of the others one that no digit has.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < 16 {
        let digit = DIGITS[value as usize][1];
        values[digit as usize] = value;
        values[digit.to_ascii_uppercase() as usize] = value;
        value += 1;
    }
    values
};
const NONE: u8 = 0xff;

pub(in crate::bindings) fn text(bytes: &[u8]) -> FreshString {
    FreshString::fill_latin1(bytes.len() * 2, |text| encode(bytes, text))
}

/// As ASCII, into twice as many bytes.
fn encode(bytes: &[u8], text: &mut [u8]) {
    let (pairs, _) = text.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(bytes) {
        *pair = DIGITS[usize::from(*byte)];
    }
}

/// `text` holds one character a byte.
pub(super) fn decode(text: &[u8], target: &mut [u8]) -> usize {
    let mut written = 0;
    for (pair, byte) in text.chunks_exact(2).zip(target) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        if (high | low) == NONE {
            break;
        }
        *byte = high << 4 | low;
        written += 1;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let mut text = [0; 6];
        encode(&[0, 0x7f, 0xff], &mut text);
        assert_eq!(&text, b"007fff");
        let mut target = [0; 4];
        assert_eq!(decode(b"007fFFzz", &mut target), 3);
        assert_eq!(target, [0, 0x7f, 0xff, 0]);
        assert_eq!(decode(b"1", &mut target), 0);
        assert_eq!(decode(b"1g", &mut target), 0);
        assert_eq!(decode(b"0102030405", &mut target), 4);
    }
}
