//! Which bytes may stand where.

/// A set of bytes, as a table.
pub(crate) type Set = [bool; 256];

macro_rules! set {
    ($byte:ident => $test:expr) => {{
        let mut table = [false; 256];
        let mut index = 0;
        while index < 256 {
            let $byte = index as u8;
            table[index] = $test;
            index += 1;
        }
        table
    }};
}

/// The bytes of a token: names of headers, of chunk extensions.
pub(crate) static TOKEN: Set = set!(byte => byte.is_ascii_alphanumeric()
    || matches!(byte, b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'));

/// The bytes of the value of a header.
pub(crate) static VALUE: Set = set!(byte => byte == b'\t' || (byte >= 0x20 && byte != 0x7f));

/// The bytes of a value where a program asked to be lenient: all but the ends of lines.
pub(crate) static ANY_VALUE: Set = set!(byte => byte != b'\r' && byte != b'\n');

/// The bytes of a value that is checked loosely: no control that could end it.
pub(crate) static RELAXED_VALUE: Set = set!(byte => byte != b'\r' && byte != b'\n' && byte != 0);

/// The bytes of a path: what can be seen, but `#` and `?`, which begin something else.
pub(crate) static PATH: Set =
    set!(byte => byte > 0x20 && byte < 0x7f && byte != b'#' && byte != b'?');

/// The bytes of a URL between `//` and the path.
pub(crate) static SERVER: Set = set!(byte => byte.is_ascii_alphanumeric()
    || matches!(byte, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' | b'%' | b';' | b':' | b'&' | b'='
        | b'+' | b'$' | b',' | b'[' | b']' | b'@'));

/// The bytes of a quoted string, but the quote and the backslash.
pub(crate) static QUOTED: Set =
    set!(byte => byte == b'\t' || (byte >= 0x20 && byte != 0x7f && byte != b'"' && byte != b'\\'));

/// The first index from `from` on whose byte is not in the set.
#[inline]
pub(crate) fn skip(set: &Set, bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && set[bytes[at] as usize] {
        at += 1;
    }
    at
}
