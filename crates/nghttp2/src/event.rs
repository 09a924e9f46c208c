//! What happened to a session.

use crate::settings::SETTINGS;

/// A block of headers: names and values, each followed by NUL, which neither can have in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    pub flat: Vec<u8>,
    /// The names of those that must never be put into a compression table, each followed by NUL.
    pub sensitive: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// `category` is nghttp2's: 0 a request, 1 a response, 2 the response to a push, 3 others. A push promise has that of
    /// a request and the number of the promised stream.
    Headers {
        stream: i32,
        category: i32,
        flags: u8,
        headers: Headers,
    },
    Data {
        stream: i32,
        bytes: Vec<u8>,
    },
    /// The peer has said all it has to say on the stream.
    End {
        stream: i32,
    },
    Closed {
        stream: i32,
        code: u32,
    },
    /// All that was written to the stream so far is in the output.
    Written {
        stream: i32,
    },
    /// The body is out, and trailers may follow.
    WantsTrailers {
        stream: i32,
    },
    /// The peer's, as they are from here on: the values of `SETTINGS`.
    Settings([u32; SETTINGS.len()]),
    /// This side's own, as the peer has acknowledged them.
    SettingsAck([u32; SETTINGS.len()]),
    Ping([u8; 8]),
    PingAck([u8; 8]),
    Goaway {
        code: u32,
        last_stream: i32,
        data: Vec<u8>,
    },
    Priority {
        stream: i32,
        parent: i32,
        weight: i32,
        exclusive: bool,
    },
    AltSvc {
        stream: i32,
        origin: Vec<u8>,
        value: Vec<u8>,
    },
    /// Each followed by NUL.
    Origins(Vec<u8>),
    /// A frame could not be sent; the code is one of HTTP/2's.
    FrameError {
        stream: i32,
        kind: u8,
        code: u32,
    },
    /// The peer did what ends the connection; the code is nghttp2's.
    Failed {
        code: i32,
    },
    /// The peer sent more invalid frames than are put up with.
    TooManyInvalidFrames,
}
