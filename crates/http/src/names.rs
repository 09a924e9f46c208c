//! Names of headers that are met again and again, so that whoever holds a head need not make a string of each.

/// The names as they are usually written, by length.
pub const NAMES: [&str; 76] = [
    "TE",
    "Age",
    "DNT",
    "Via",
    "Date",
    "ETag",
    "From",
    "Host",
    "Link",
    "Vary",
    "Allow",
    "Range",
    "Accept",
    "Cookie",
    "Expect",
    "Origin",
    "Pragma",
    "Server",
    "Alt-Svc",
    "Expires",
    "Referer",
    "Trailer",
    "Upgrade",
    "If-Match",
    "If-Range",
    "Location",
    "Priority",
    "Sec-Ch-Ua",
    "Forwarded",
    "X-Real-Ip",
    "Connection",
    "Keep-Alive",
    "Set-Cookie",
    "User-Agent",
    "Retry-After",
    "Traceparent",
    "Content-Type",
    "X-Powered-By",
    "X-Request-Id",
    "Accept-Ranges",
    "Authorization",
    "Cache-Control",
    "Content-Range",
    "If-None-Match",
    "Last-Modified",
    "Accept-Charset",
    "Content-Length",
    "Sec-Fetch-Dest",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Site",
    "Sec-Fetch-User",
    "Accept-Encoding",
    "Accept-Language",
    "X-Forwarded-For",
    "Content-Encoding",
    "Content-Language",
    "Content-Location",
    "Proxy-Connection",
    "Sec-Ch-Ua-Mobile",
    "WWW-Authenticate",
    "X-Forwarded-Host",
    "X-Requested-With",
    "If-Modified-Since",
    "Sec-WebSocket-Key",
    "Transfer-Encoding",
    "X-Forwarded-Proto",
    "Sec-Ch-Ua-Platform",
    "Content-Disposition",
    "If-Unmodified-Since",
    "Proxy-Authorization",
    "Sec-WebSocket-Accept",
    "Sec-WebSocket-Version",
    "Sec-WebSocket-Protocol",
    "Content-Security-Policy",
    "Strict-Transport-Security",
    "Upgrade-Insecure-Requests",
];

const LONGEST: usize = 25;

/// By length: where its names begin in [`NAMES`].
const STARTS: [u8; LONGEST + 2] = starts();

const fn starts() -> [u8; LONGEST + 2] {
    let mut starts = [0; LONGEST + 2];
    let mut length = 0;
    let mut index = 0;
    while length < starts.len() {
        while index < NAMES.len() && NAMES[index].len() < length {
            index += 1;
        }
        starts[length] = index as u8;
        length += 1;
    }
    starts
}

/// A known name, by its place in [`NAMES`], and how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Its place.
    pub index: usize,
    /// All in lower case, and not as it usually is.
    pub is_lower_case: bool,
}

/// The known name that these bytes are, in one of the two ways it is written.
///
/// ```
/// use roundel_http::names;
/// let known = names::find(b"content-type").unwrap();
/// assert_eq!((names::NAMES[known.index], known.is_lower_case), ("Content-Type", true));
/// assert_eq!(names::find(b"CONTENT-TYPE"), None);
/// ```
pub fn find(name: &[u8]) -> Option<Known> {
    if name.len() > LONGEST {
        return None;
    }
    let range = STARTS[name.len()] as usize..STARTS[name.len() + 1] as usize;
    let start = range.start;
    NAMES[range].iter().enumerate().find_map(|(at, known)| {
        let known = known.as_bytes();
        if !name.eq_ignore_ascii_case(known) {
            return None;
        }
        let is_lower_case = name != known;
        let is_plain = !is_lower_case || !name.iter().any(u8::is_ascii_uppercase);
        is_plain.then_some(Known { index: start + at, is_lower_case })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_lie_by_length_and_are_found() {
        assert!(NAMES.is_sorted_by_key(|name| name.len()));
        assert_eq!(NAMES.last().map(|name| name.len()), Some(LONGEST));
        for (index, name) in NAMES.iter().enumerate() {
            assert_eq!(find(name.as_bytes()), Some(Known { index, is_lower_case: false }));
            let lower = name.to_ascii_lowercase();
            assert_eq!(find(lower.as_bytes()), Some(Known { index, is_lower_case: true }));
        }
    }

    #[test]
    fn others_are_not() {
        for name in ["", "X", "Hose", "HOST", "hOST", "Upgrade-Insecure-Requestss"] {
            assert_eq!(find(name.as_bytes()), None, "{name}");
        }
    }
}
