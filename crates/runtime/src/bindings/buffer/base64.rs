//! Base64 as Node reads and writes it: decoding takes both alphabets, skips what is in neither and stops at `=`.

use roundel_jsc::FreshString;

pub(in crate::bindings) use roundel_jsc::Base64 as Alphabet;

const COMMON: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

pub(in crate::bindings) fn text(bytes: &[u8], alphabet: Alphabet) -> FreshString {
    FreshString::base64(bytes, alphabet).unwrap_or_else(|| {
        FreshString::fill_latin1(alphabet.length(bytes.len()), |text| encode(bytes, alphabet, text))
    })
}

/// The two symbols of every twelve bits.
type Pairs = [[u8; 2]; 1 << 12];

static STANDARD: Pairs = pairs(*b"+/");
static URL: Pairs = pairs(*b"-_");

const fn pairs(last: [u8; 2]) -> Pairs {
    let mut pairs = [[0; 2]; 1 << 12];
    let mut bits = 0;
    while bits < pairs.len() {
        let values = [bits >> 6, bits & 63];
        let mut place = 0;
        while place < 2 {
            let value = values[place];
            pairs[bits][place] = if value < 62 { COMMON[value] } else { last[value - 62] };
            place += 1;
        }
        bits += 1;
    }
    pairs
}

/// As ASCII, into as many bytes as `length` says.
fn encode(bytes: &[u8], alphabet: Alphabet, text: &mut [u8]) {
    let pairs = match alphabet {
        Alphabet::Standard => &STANDARD,
        Alphabet::Url => &URL,
    };
    let four = |bits: u32| {
        let [a, b] = pairs[(bits >> 12 & 0xfff) as usize];
        let [c, d] = pairs[(bits & 0xfff) as usize];
        [a, b, c, d]
    };
    let (threes, rest) = bytes.as_chunks::<3>();
    let (fours, tail) = text.split_at_mut(threes.len() * 4);
    let (fours, _) = fours.as_chunks_mut::<4>();
    for (place, &[a, b, c]) in fours.iter_mut().zip(threes) {
        *place = four(u32::from_be_bytes([0, a, b, c]));
    }
    if !rest.is_empty() {
        let third = |place: usize| rest.get(place).copied().unwrap_or(0);
        let symbols = four(u32::from_be_bytes([0, third(0), third(1), 0]));
        tail.fill(b'=');
        tail[..=rest.len()].copy_from_slice(&symbols[..=rest.len()]);
    }
}

/// The value of every byte that stands for six bits; of the others one that none has.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < 62 {
        values[COMMON[value as usize] as usize] = value;
        value += 1;
    }
    values[b'+' as usize] = 62;
    values[b'-' as usize] = 62;
    values[b'/' as usize] = 63;
    values[b'_' as usize] = 63;
    values
};
const NONE: u8 = 0xff;

/// Decodes into `target` until either ends; how many bytes were written. `text` holds one character a byte.
pub(super) fn decode(text: &[u8], target: &mut [u8]) -> usize {
    let mut written = 0;
    let mut rest = text;
    // Four symbols at a time, as long as there are four and nothing is between them.
    while let (Some((four, after)), Some(bytes)) =
        (rest.split_first_chunk::<4>(), target.get_mut(written..written + 3))
    {
        let [a, b, c, d] = four.map(|byte| VALUES[usize::from(byte)]);
        if a | b | c | d == NONE {
            break;
        }
        let bits = u32::from(a) << 18 | u32::from(b) << 12 | u32::from(c) << 6 | u32::from(d);
        bytes.copy_from_slice(&bits.to_be_bytes()[1..]);
        written += 3;
        rest = after;
    }
    written + decode_slowly(rest, &mut target[written..])
}

fn decode_slowly(text: &[u8], target: &mut [u8]) -> usize {
    let (mut bits, mut count, mut written) = (0_u32, 0_u32, 0);
    for &byte in text.iter().take_while(|&&byte| byte != b'=') {
        let value = VALUES[usize::from(byte)];
        if value == NONE {
            continue;
        }
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count < 8 {
            continue;
        }
        let Some(byte) = target.get_mut(written) else { break };
        count -= 8;
        *byte = (bits >> count) as u8;
        written += 1;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(bytes: &[u8], alphabet: Alphabet) -> String {
        let mut text = vec![0; alphabet.length(bytes.len())];
        encode(bytes, alphabet, &mut text);
        String::from_utf8(text).expect("ASCII")
    }

    fn decoded(text: &str) -> Vec<u8> {
        let mut target = vec![0; text.len()];
        let written = decode(text.as_bytes(), &mut target);
        target.truncate(written);
        target
    }

    #[test]
    fn encodes_with_and_without_padding() {
        for (bytes, standard, url) in [
            (&b""[..], "", ""),
            (b"f", "Zg==", "Zg"),
            (b"fo", "Zm8=", "Zm8"),
            (b"foo", "Zm9v", "Zm9v"),
            (&[0xfb, 0xff], "+/8=", "-_8"),
        ] {
            assert_eq!(encoded(bytes, Alphabet::Standard), standard);
            assert_eq!(encoded(bytes, Alphabet::Url), url);
            assert_eq!(decoded(standard), bytes);
            assert_eq!(decoded(url), bytes);
        }
    }

    #[test]
    fn forgives_what_is_not_base64() {
        assert_eq!(decoded("Zm\n9 v"), b"foo");
        assert_eq!(decoded("Zg==Zg=="), b"f");
        // A character outside Latin-1 comes as a byte that stands for nothing.
        assert_eq!(decoded("Zm9v\u{4e00}Zg"), b"foof");
        assert_eq!(decoded("A"), b"");
        assert_eq!(
            decoded("Zm9v-_8 Zm9v Zm9v"),
            [0x66, 0x6f, 0x6f, 0xfb, 0xff, 0x19, 0x9b, 0xdb, 0xd9, 0x9b, 0xdb]
        );
    }

    #[test]
    fn stops_at_the_end_of_the_target() {
        let mut target = [0; 2];
        assert_eq!(decode(b"Zm9v", &mut target), 2);
        assert_eq!(&target, b"fo");
    }
}
