//! A checked head, taken apart: where names and values are.

/// One header: the name is `head[name_start..name_end]`, and so the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Where the name begins.
    pub name_start: u32,
    /// Where it ends: at the colon.
    pub name_end: u32,
    /// Where the value begins, blanks left out.
    pub value_start: u32,
    /// Where it ends, blanks left out.
    pub value_end: u32,
}

/// The headers of a head that [`crate::Parser`] has handed over.
///
/// ```
/// let head = b"GET / HTTP/1.1\r\nHost: a \r\n\r\n";
/// let field = roundel_http::fields::split(head).next().unwrap();
/// assert_eq!(&head[field.value_start as usize..field.value_end as usize], b"a");
/// ```
pub fn split(head: &[u8]) -> impl Iterator<Item = Field> + '_ {
    let mut at = memchr::memchr(b'\n', head).map_or(head.len(), |end| end + 1);
    std::iter::from_fn(move || {
        let line = &head[at..];
        let end = memchr::memchr(b'\n', line)?;
        let colon = memchr::memchr(b':', &line[..end])?;
        let content = if end > 0 && line[end - 1] == b'\r' { end - 1 } else { end };
        let mut start = colon + 1;
        while start < content && is_blank(line[start]) {
            start += 1;
        }
        let mut stop = content.max(start);
        while stop > start && is_blank(line[stop - 1]) {
            stop -= 1;
        }
        let field = Field {
            name_start: at as u32,
            name_end: (at + colon) as u32,
            value_start: (at + start) as u32,
            value_end: (at + stop) as u32,
        };
        at += end + 1;
        Some(field)
    })
}

/// A head as it would be if its sender were strict: every line ends in CR LF, none is folded.
pub(crate) fn normalize(head: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut at = 0;
    while at < head.len() {
        let end = memchr::memchr2(b'\r', b'\n', &head[at..]).map_or(head.len(), |end| at + end);
        let line = &head[at..end];
        at = (end + 1).min(head.len());
        if head.get(end) == Some(&b'\r') && head.get(at) == Some(&b'\n') {
            at += 1;
        }
        let is_folded = lines.len() > 1 && line.first().is_some_and(|&byte| is_blank(byte));
        let is_first = lines.len() == 1;
        match lines.last_mut() {
            Some(last) if is_folded => last.extend_from_slice(line),
            // Blanks after the start line are passed over.
            Some(_) if is_first => lines.push(line.trim_ascii_start().to_vec()),
            _ => lines.push(line.to_vec()),
        }
    }
    let mut normal = Vec::with_capacity(head.len() + 2);
    for (index, line) in lines.iter().enumerate() {
        // The first line of trailers is empty.
        if index == 0 || !line.is_empty() {
            normal.extend_from_slice(line);
            normal.extend_from_slice(b"\r\n");
        }
    }
    normal.extend_from_slice(b"\r\n");
    normal
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
