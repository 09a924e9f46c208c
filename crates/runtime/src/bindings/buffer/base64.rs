//! Base64 as Node reads and writes it: decoding takes both alphabets, skips what is in neither and stops at `=`.

/// Which characters stand for 62 and 63, and whether the text is padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    Standard,
    Url,
}

const COMMON: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

pub(super) fn encode(bytes: &[u8], alphabet: Alphabet) -> String {
    let mut symbols = [0_u8; 64];
    symbols[..62].copy_from_slice(COMMON);
    symbols[62..].copy_from_slice(match alphabet {
        Alphabet::Standard => b"+/",
        Alphabet::Url => b"-_",
    });
    let symbol = |bits: u32| char::from(symbols[(bits & 63) as usize]);
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            text.push(symbol(bits >> (18 - 6 * place)));
        }
        if alphabet == Alphabet::Standard {
            text.extend(std::iter::repeat_n('=', 3 - group.len()));
        }
    }
    text
}

/// Decodes into `target` until either ends; how many bytes were written.
pub(super) fn decode(units: impl Iterator<Item = u16>, target: &mut [u8]) -> usize {
    let (mut bits, mut count, mut written) = (0_u32, 0_u32, 0);
    for unit in units {
        if unit == u16::from(b'=') {
            break;
        }
        let Some(value) = value_of(unit) else { continue };
        bits = bits << 6 | value;
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

fn value_of(unit: u16) -> Option<u32> {
    let byte = u8::try_from(unit).ok()?;
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Vec<u8> {
        let mut target = vec![0; text.len()];
        let written = decode(text.encode_utf16(), &mut target);
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
            assert_eq!(encode(bytes, Alphabet::Standard), standard);
            assert_eq!(encode(bytes, Alphabet::Url), url);
            assert_eq!(decoded(standard), bytes);
            assert_eq!(decoded(url), bytes);
        }
    }

    #[test]
    fn forgives_what_is_not_base64() {
        assert_eq!(decoded("Zm\n9 v"), b"foo");
        assert_eq!(decoded("Zg==Zg=="), b"f");
        assert_eq!(decoded("Zm9v\u{4e00}Zg"), b"foof");
        assert_eq!(decoded("A"), b"");
    }

    #[test]
    fn stops_at_the_end_of_the_target() {
        let mut target = [0; 2];
        assert_eq!(decode("Zm9v".encode_utf16(), &mut target), 2);
        assert_eq!(&target, b"fo");
    }
}
