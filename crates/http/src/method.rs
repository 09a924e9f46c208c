//! The methods, in llhttp's order: a method travels as its index.

/// Every method that is understood, those of RTSP included.
pub const METHODS: [&str; 47] = [
    "DELETE",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "CONNECT",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "PROPFIND",
    "PROPPATCH",
    "SEARCH",
    "UNLOCK",
    "BIND",
    "REBIND",
    "UNBIND",
    "ACL",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "M-SEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "PATCH",
    "PURGE",
    "MKCALENDAR",
    "LINK",
    "UNLINK",
    "SOURCE",
    "PRI",
    "DESCRIBE",
    "ANNOUNCE",
    "SETUP",
    "PLAY",
    "PAUSE",
    "TEARDOWN",
    "GET_PARAMETER",
    "SET_PARAMETER",
    "REDIRECT",
    "RECORD",
    "FLUSH",
    "QUERY",
];

/// Those that HTTP has, by index: what `http.METHODS` lists.
pub const STANDARD_METHODS: [u8; 35] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 46,
];

pub(crate) const CONNECT: u8 = 5;
/// How a client of HTTP/2 begins.
pub(crate) const PRI: u8 = 34;
pub(crate) const SOURCE: u8 = 33;
const OPTIONS: u8 = 6;

/// The index of a method.
#[inline]
pub(crate) fn index_of(name: &[u8]) -> Option<u8> {
    match name {
        b"GET" => Some(1),
        b"POST" => Some(3),
        _ => METHODS.iter().position(|method| method.as_bytes() == name).map(|index| index as u8),
    }
}

/// Whether a method begins like this.
pub(crate) fn is_prefix(start: &[u8]) -> bool {
    METHODS.iter().any(|method| method.as_bytes().starts_with(start))
}

pub(crate) fn is_of_http(method: u8) -> bool {
    STANDARD_METHODS.contains(&method)
}

pub(crate) fn is_of_rtsp(method: u8) -> bool {
    (35..46).contains(&method) || method == OPTIONS || method == 1 || method == 3
}
