//! Text as UTF-8: how long it is, and writing it. A surrogate without its other half becomes U+FFFD.

use roundel_jsc::Characters;

/// Characters of four bytes are two units, so a unit takes three at most.
const UNIT_BYTES: usize = 3;

pub(super) fn length(text: Characters<'_>) -> usize {
    match text {
        Characters::Latin1(bytes) if bytes.is_ascii() => bytes.len(),
        Characters::Latin1(bytes) => {
            bytes.len() + bytes.iter().filter(|byte| !byte.is_ascii()).count()
        }
        Characters::Utf16(units) => characters(units).map(char::len_utf8).sum(),
    }
}

/// Writes as many whole characters as there is room for; how many bytes that is.
pub(super) fn write(text: Characters<'_>, target: &mut [u8]) -> usize {
    match text {
        Characters::Latin1(bytes) => write_latin1(bytes, target),
        Characters::Utf16(units) => {
            let mut written = 0;
            let has_room = units.len().saturating_mul(UNIT_BYTES) <= target.len();
            for character in characters(units) {
                if !has_room && target.len() - written < character.len_utf8() {
                    break;
                }
                written += character.encode_utf8(&mut target[written..]).len();
            }
            written
        }
    }
}

fn write_latin1(mut bytes: &[u8], target: &mut [u8]) -> usize {
    let mut written = 0;
    loop {
        // Mostly there is nothing else, which is quicker to find out than where it begins.
        let plain = match bytes.is_ascii() {
            true => bytes.len(),
            false => bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len()),
        };
        let count = plain.min(target.len() - written);
        target[written..written + count].copy_from_slice(&bytes[..count]);
        written += count;
        let Some((&byte, rest)) = bytes[plain..].split_first() else { return written };
        let Some(two) = target.get_mut(written..written + 2).filter(|_| count == plain) else {
            return written;
        };
        two.copy_from_slice(&[0xc0 | byte >> 6, 0x80 | byte & 0x3f]);
        written += 2;
        bytes = rest;
    }
}

fn characters(units: &[u16]) -> impl Iterator<Item = char> {
    char::decode_utf16(units.iter().copied())
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: Characters<'_>, room: usize, expected: &[u8]) {
        let mut target = vec![0; room];
        let written = write(text, &mut target);
        assert_eq!(&target[..written], expected);
        assert!(target[written..].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn whole_characters_only() {
        let latin1 = Characters::Latin1(b"a\xe9b\xff");
        assert_eq!(length(latin1), 6);
        check(latin1, 10, "aébÿ".as_bytes());
        check(latin1, 6, "aébÿ".as_bytes());
        check(latin1, 5, "aéb".as_bytes());
        check(latin1, 2, b"a");
        check(latin1, 0, b"");
        let wide: Vec<u16> = "a€😀".encode_utf16().collect();
        assert_eq!(length(Characters::Utf16(&wide)), 8);
        check(Characters::Utf16(&wide), 8, "a€😀".as_bytes());
        check(Characters::Utf16(&wide), 7, "a€".as_bytes());
        check(Characters::Utf16(&wide), 3, b"a");
    }

    #[test]
    fn halves_of_pairs() {
        check(Characters::Utf16(&[0xd83d, 0x61, 0xde00]), 9, "\u{fffd}a\u{fffd}".as_bytes());
        assert_eq!(length(Characters::Utf16(&[0xd83d])), 3);
    }
}
