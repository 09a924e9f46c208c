//! Hexadecimal text. Decoding stops at the first pair that is not two digits.

pub(super) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for &byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

pub(super) fn decode(mut units: impl Iterator<Item = u16>, target: &mut [u8]) -> usize {
    let mut digit =
        || units.next().and_then(|unit| char::from_u32(unit.into())?.to_digit(16)).map(|digit| digit as u8);
    for (written, byte) in target.iter_mut().enumerate() {
        match (digit(), digit()) {
            (Some(high), Some(low)) => *byte = high << 4 | low,
            _ => return written,
        }
    }
    target.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        assert_eq!(encode(&[0, 0x7f, 0xff]), "007fff");
        let mut target = [0; 4];
        assert_eq!(decode("007fFFzz".encode_utf16(), &mut target), 3);
        assert_eq!(target, [0, 0x7f, 0xff, 0]);
        assert_eq!(decode("1".encode_utf16(), &mut target), 0);
    }
}
