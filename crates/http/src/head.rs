//! The head of a message, byte by byte: start line, headers, and what they say of the body and the connection.
//!
//! A [`Scanner`] is given all bytes of a head that there are, again with more until it is whole, and goes on where it was.

use crate::characters::{ANY_VALUE, PATH, RELAXED_VALUE, SERVER, TOKEN, VALUE, skip};
use crate::error::{self, CONTENT_LENGTH, CR_EXPECTED, ParseError, STRICT, TRANSFER_ENCODING};
use crate::method;
use crate::transfer::{Length, Word, check_last, connection_word, is_chunked};

/// What is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What a server reads.
    Request,
    /// What a client reads.
    Response,
}

/// How closely it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validation {
    /// As the standard has it.
    Strict,
    /// Values of headers may have control characters.
    Relaxed,
    /// Whatever can be made sense of: `insecureHTTPParser`.
    Insecure,
}

/// What the headers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(pub u32);

impl Flags {
    /// Nothing.
    pub const NONE: Flags = Flags(0);
    /// `Connection: keep-alive`.
    pub const KEEP_ALIVE: Flags = Flags(1);
    /// `Connection: close`.
    pub const CLOSE: Flags = Flags(1 << 1);
    /// `Connection: upgrade`.
    pub const CONNECTION_UPGRADE: Flags = Flags(1 << 2);
    /// There is an `Upgrade`.
    pub const UPGRADE: Flags = Flags(1 << 3);
    /// The last transfer encoding is `chunked`.
    pub const CHUNKED: Flags = Flags(1 << 4);
    /// There is a `Transfer-Encoding`.
    pub const TRANSFER_ENCODING: Flags = Flags(1 << 5);
    /// There is a `Content-Length`.
    pub const CONTENT_LENGTH: Flags = Flags(1 << 6);
    /// There is a `Host`.
    pub const HOST: Flags = Flags(1 << 7);
    /// There is an `Expect`.
    pub const EXPECT: Flags = Flags(1 << 8);

    /// Whether all of `other` are there.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    fn add(&mut self, other: Flags) {
        self.0 |= other.0;
    }

    fn remove(&mut self, other: Flags) {
        self.0 &= !other.0;
    }
}

/// The headers whose values are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Other,
    Connection,
    ContentLength,
    TransferEncoding,
    Upgrade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Method,
    BeforeUrl,
    UrlStart,
    Schema,
    SchemaSlash,
    SchemaSlashSlash,
    Server,
    Path,
    Query,
    Fragment,
    NoVersionLf,
    AfterUrl,
    Protocol,
    Major,
    Dot,
    Minor,
    AfterVersion,
    Preface,
    VersionLf,
    Status,
    AfterStatus,
    Reason,
    StatusLf,
    FirstField,
    Field,
    FieldName,
    BeforeValue,
    EmptyValueLf,
    AfterEmptyValue,
    Value,
    ValueLf,
    AfterValue,
    EndLf,
}

/// Where a head stands.
#[derive(Debug)]
pub(crate) struct Scanner {
    kind: Kind,
    validation: Validation,
    max_size: usize,
    /// How many headers there may be; 0 for any number.
    max_fields: usize,
    field_count: usize,
    state: State,
    at: usize,
    /// Where the part that is being read began.
    mark: usize,
    /// The bytes of URL, names and values so far.
    counted: usize,
    name: Name,
    length: Length,
    word: Word,
    is_trailer: bool,
    pub(crate) flags: Flags,
    pub(crate) method: u8,
    pub(crate) status: u16,
    pub(crate) major: u8,
    pub(crate) minor: u8,
    pub(crate) text_start: usize,
    pub(crate) text_end: usize,
    pub(crate) content_length: u64,
}

type Step = Result<(), ParseError>;

impl Scanner {
    pub(crate) fn new(kind: Kind, validation: Validation, max_size: usize) -> Scanner {
        Scanner {
            kind,
            validation,
            max_size,
            max_fields: 0,
            field_count: 0,
            state: if kind == Kind::Request { State::Method } else { State::Protocol },
            at: 0,
            mark: 0,
            counted: 0,
            name: Name::Other,
            length: Length::default(),
            word: Word::default(),
            is_trailer: false,
            flags: Flags::NONE,
            method: 0,
            status: 0,
            major: 0,
            minor: 9,
            text_start: 0,
            text_end: 0,
            content_length: 0,
        }
    }

    pub(crate) fn limit_fields(mut self, max_fields: usize) -> Scanner {
        self.max_fields = max_fields;
        self
    }

    /// The headers after a chunked body, of a message with these flags. `start` bytes come before them.
    pub(crate) fn trailers(
        flags: Flags,
        validation: Validation,
        max_size: usize,
        start: usize,
    ) -> Scanner {
        let mut scanner = Scanner::new(Kind::Request, validation, max_size);
        scanner.state = State::Field;
        scanner.at = start;
        scanner.is_trailer = true;
        scanner.flags = flags;
        scanner
    }

    fn is_insecure(&self) -> bool {
        self.validation == Validation::Insecure
    }

    /// Where the head ends, if all of it is there.
    pub(crate) fn scan(&mut self, bytes: &[u8]) -> Result<Option<usize>, ParseError> {
        while self.at < bytes.len() {
            if self.state == State::EndLf {
                if bytes[self.at] == b'\n' {
                    return Ok(Some(self.at + 1));
                }
                if self.is_insecure() {
                    return Ok(Some(self.at));
                }
                return Err(ParseError::new(STRICT, "Expected LF after headers", self.at));
            }
            self.step(bytes)?;
        }
        let is_counting = matches!(
            self.state,
            State::Schema
                | State::Server
                | State::Path
                | State::Query
                | State::Fragment
                | State::Reason
                | State::FieldName
                | State::Value
        );
        if is_counting && self.counted + (self.at - self.mark) >= self.max_size {
            return Err(overflow(self.at));
        }
        Ok(None)
    }

    fn step(&mut self, bytes: &[u8]) -> Step {
        match self.state {
            State::FieldName => self.field_name(bytes),
            State::BeforeValue => self.before_value(bytes),
            State::Value => self.value(bytes),
            State::FirstField
            | State::Field
            | State::EmptyValueLf
            | State::AfterEmptyValue
            | State::ValueLf
            | State::AfterValue => self.around_value(bytes),
            State::EndLf => Ok(()),
            State::Method
            | State::BeforeUrl
            | State::UrlStart
            | State::Schema
            | State::SchemaSlash
            | State::SchemaSlashSlash
            | State::Server
            | State::Path
            | State::Query
            | State::Fragment
            | State::NoVersionLf => self.target(bytes),
            _ => self.version_or_status(bytes),
        }
    }

    /// Goes on behind the present byte.
    fn take(&mut self, state: State) -> Step {
        self.at += 1;
        self.state = state;
        Ok(())
    }

    /// The part that began at the mark ends before the present byte.
    fn count(&mut self, end: usize, at: usize) -> Step {
        self.counted += end - self.mark;
        if self.counted >= self.max_size { Err(overflow(at)) } else { Ok(()) }
    }

    fn fail(&self, code: &'static str, reason: &'static str) -> Step {
        Err(ParseError::new(code, reason, self.at))
    }

    fn fail_after(&self, code: &'static str, reason: &'static str) -> Step {
        Err(ParseError::new(code, reason, self.at + 1))
    }

    // The start line: method and target.

    fn target(&mut self, bytes: &[u8]) -> Step {
        let byte = bytes[self.at];
        match self.state {
            State::Method => self.method(bytes),
            State::BeforeUrl if byte == b' ' => self.take(State::BeforeUrl),
            State::BeforeUrl => {
                self.mark = self.at;
                self.text_start = self.at;
                self.state =
                    if self.method == method::CONNECT { State::Server } else { State::UrlStart };
                Ok(())
            }
            State::UrlStart => match byte {
                b'/' | b'*' => self.take(State::Path),
                _ if byte.is_ascii_alphabetic() => self.take(State::Schema),
                _ => self.no_url(byte, "Unexpected start char in url"),
            },
            State::Schema => match byte {
                b':' => self.take(State::SchemaSlash),
                _ if byte.is_ascii_alphabetic() => self.take(State::Schema),
                _ => self.no_url(byte, "Unexpected char in url schema"),
            },
            State::SchemaSlash | State::SchemaSlashSlash if byte == b'/' => {
                let next = if self.state == State::SchemaSlash {
                    State::SchemaSlashSlash
                } else {
                    State::Server
                };
                self.take(next)
            }
            State::SchemaSlash | State::SchemaSlashSlash => {
                self.no_url(byte, "Unexpected char in url schema")
            }
            State::Server => match byte {
                b'/' => self.take(State::Path),
                b'?' => self.take(State::Query),
                _ if SERVER[byte as usize] => self.take(State::Server),
                _ => self.end_of_url(byte, "Unexpected char in url server"),
            },
            State::Path => {
                self.at = skip(&PATH, bytes, self.at);
                match bytes.get(self.at) {
                    None => Ok(()),
                    Some(b'?') => self.take(State::Query),
                    Some(b'#') => self.take(State::Fragment),
                    Some(&byte) => self.end_of_url(byte, "Invalid char in url path"),
                }
            }
            State::Query => match byte {
                b'#' => self.take(State::Fragment),
                _ if byte == b'?' || PATH[byte as usize] => self.take(State::Query),
                _ => self.end_of_url(byte, "Invalid char in url query"),
            },
            State::Fragment => match byte {
                _ if matches!(byte, b'?' | b'#') || PATH[byte as usize] => {
                    self.take(State::Fragment)
                }
                _ => self.end_of_url(byte, "Invalid char in url fragment start"),
            },
            // A request of HTTP/0.9: a method and a URL.
            _ if byte == b'\n' => self.take(State::FirstField),
            _ => self.fail("HPE_INVALID_URL", "Expected CRLF"),
        }
    }

    fn method(&mut self, bytes: &[u8]) -> Step {
        let name = &bytes[..self.at];
        let byte = bytes[self.at];
        if byte == b' '
            && let Some(method) = method::index_of(name)
        {
            self.method = method;
            return self.take(State::BeforeUrl);
        }
        if method::is_prefix(&bytes[..self.at + 1]) {
            return self.take(State::Method);
        }
        let is_whole = method::index_of(name).is_some();
        let reason =
            if is_whole { "Expected space after method" } else { "Invalid method encountered" };
        self.fail("HPE_INVALID_METHOD", reason)
    }

    fn no_url(&self, byte: u8, reason: &'static str) -> Step {
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0c) {
            return self.fail_after("HPE_INVALID_URL", "Invalid characters in url");
        }
        self.fail("HPE_INVALID_URL", reason)
    }

    fn end_of_url(&mut self, byte: u8, reason: &'static str) -> Step {
        let next = match byte {
            b' ' => State::AfterUrl,
            b'\r' => State::NoVersionLf,
            b'\n' => State::FirstField,
            _ => return self.no_url(byte, reason),
        };
        self.text_end = self.at;
        self.count(self.at, self.at)?;
        self.take(next)
    }

    // Protocol, version, status.

    fn version_or_status(&mut self, bytes: &[u8]) -> Step {
        let byte = bytes[self.at];
        match self.state {
            State::AfterUrl if byte == b' ' => self.take(State::AfterUrl),
            State::AfterUrl => {
                self.mark = self.at;
                self.state = State::Protocol;
                Ok(())
            }
            State::Protocol => self.protocol(bytes),
            State::Major if byte.is_ascii_digit() => {
                self.major = byte - b'0';
                self.take(State::Dot)
            }
            State::Major => self.fail("HPE_INVALID_VERSION", "Invalid major version"),
            State::Dot if byte == b'.' => self.take(State::Minor),
            State::Dot => self.fail("HPE_INVALID_VERSION", "Expected dot"),
            State::Minor if byte.is_ascii_digit() => {
                self.minor = byte - b'0';
                let is_known =
                    matches!((self.major, self.minor), (0, 9) | (1, 0) | (1, 1) | (2, 0));
                if !is_known && !self.is_insecure() {
                    return self.fail_after("HPE_INVALID_VERSION", "Invalid HTTP version");
                }
                self.take(State::AfterVersion)
            }
            State::Minor => self.fail("HPE_INVALID_VERSION", "Invalid minor version"),
            State::AfterVersion if self.kind == Kind::Response => {
                if byte != b' ' {
                    return self.fail("HPE_INVALID_VERSION", "Expected space after version");
                }
                self.mark = self.at + 1;
                self.take(State::Status)
            }
            State::AfterVersion if self.method == method::PRI => {
                self.mark = self.at;
                self.state = State::Preface;
                Ok(())
            }
            State::Preface => self.preface(byte),
            State::AfterVersion => match byte {
                b'\r' => self.take(State::VersionLf),
                b'\n' if self.is_insecure() => self.take(State::FirstField),
                b'\n' => self.fail_after("HPE_INVALID_VERSION", "Expected CRLF after version"),
                _ => self.fail("HPE_INVALID_VERSION", "Expected CRLF after version"),
            },
            State::VersionLf => {
                self.line_feed(byte, State::FirstField, "Expected CRLF after version")
            }
            State::StatusLf => self.line_feed(byte, State::FirstField, "Expected LF after CR"),
            State::Status if byte.is_ascii_digit() => {
                self.status = self.status * 10 + u16::from(byte - b'0');
                let is_whole = self.at - self.mark == 2;
                self.take(if is_whole { State::AfterStatus } else { State::Status })
            }
            State::Status => self.fail("HPE_INVALID_STATUS", "Invalid status code"),
            State::AfterStatus => {
                self.mark = self.at + 1;
                self.text_start = self.at + 1;
                self.text_end = self.at + 1;
                match byte {
                    b' ' => self.take(State::Reason),
                    b'\r' => self.take(State::StatusLf),
                    b'\n' if self.is_insecure() => self.take(State::FirstField),
                    b'\n' => self.fail_after("HPE_INVALID_STATUS", "Invalid response status"),
                    _ => self.fail("HPE_INVALID_STATUS", "Invalid response status"),
                }
            }
            _ => {
                self.at = skip(&ANY_VALUE, bytes, self.at);
                let Some(&byte) = bytes.get(self.at) else { return Ok(()) };
                self.text_end = self.at;
                self.count(self.at, self.at + 1)?;
                if byte == b'\n' && !self.is_insecure() {
                    return self.fail_after(CR_EXPECTED, "Missing expected CR after response line");
                }
                self.take(if byte == b'\n' { State::FirstField } else { State::StatusLf })
            }
        }
    }

    /// `HTTP/`, or the name of a protocol that looks like it. Whether the method is one of its own is asked at the last letter.
    fn protocol(&mut self, bytes: &[u8]) -> Step {
        let start = &bytes[self.mark..self.at + 1];
        let names: [&[u8]; 3] = [b"HTTP/", b"RTSP/", b"ICE/"];
        let Some(name) = names.iter().find(|name| name.starts_with(start)) else {
            return self.fail("HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/");
        };
        if start.len() == name.len() {
            return self.take(State::Major);
        }
        let is_named = start.len() == name.len() - 1;
        if is_named && self.kind == Kind::Request {
            let problem = match start[0] {
                b'H' if !method::is_of_http(self.method) && self.method != method::PRI => {
                    Some("Invalid method for HTTP/x.x request")
                }
                b'R' if !method::is_of_rtsp(self.method) => {
                    Some("Invalid method for RTSP/x.x request")
                }
                b'I' if self.method != method::SOURCE => {
                    Some("Expected SOURCE method for ICE/x.x request")
                }
                _ => None,
            };
            if let Some(reason) = problem {
                return self.fail_after("HPE_INVALID_CONSTANT", reason);
            }
        }
        self.take(State::Protocol)
    }

    /// What a client of HTTP/2 begins with, after its version. There is nothing to read behind it.
    fn preface(&mut self, byte: u8) -> Step {
        let expected = b"\r\n\r\nSM\r\n\r\n";
        let index = self.at - self.mark;
        if expected.get(index) != Some(&byte) {
            return self.fail("HPE_INVALID_VERSION", "Expected HTTP/2 Connection Preface");
        }
        if index + 1 == expected.len() {
            return self.fail_after("HPE_PAUSED_H2_UPGRADE", "Pause on PRI/Upgrade");
        }
        self.take(State::Preface)
    }

    fn line_feed(&mut self, byte: u8, next: State, reason: &'static str) -> Step {
        if byte == b'\n' {
            return self.take(next);
        }
        if self.is_insecure() {
            self.state = next;
            return Ok(());
        }
        self.fail(STRICT, reason)
    }

    // Headers.

    fn field_name(&mut self, bytes: &[u8]) -> Step {
        self.at = skip(&TOKEN, bytes, self.at);
        match bytes.get(self.at) {
            None => Ok(()),
            Some(b':') => {
                let name = bytes[self.mark..self.at].trim_ascii_end();
                self.count(self.at, self.at + 1)?;
                self.field_count += 1;
                if self.max_fields > 0 && self.field_count > self.max_fields {
                    return Err(overflow(self.at + 1));
                }
                self.begin_value(name)?;
                self.take(State::BeforeValue)
            }
            // Blanks are looked for only behind the names whose values matter.
            Some(b' ') if matters(bytes[self.mark..self.at].trim_ascii_end()) => {
                if self.is_insecure() {
                    return self.take(State::FieldName);
                }
                self.fail_after(error::TOKEN, "Invalid header field char")
            }
            Some(_) => self.fail(error::TOKEN, "Invalid header token"),
        }
    }

    fn begin_value(&mut self, name: &[u8]) -> Step {
        let is = |other: &[u8]| name.eq_ignore_ascii_case(other);
        self.name = Name::Other;
        match name.len() {
            4 if is(b"host") => self.flags.add(Flags::HOST),
            6 if is(b"expect") => self.flags.add(Flags::EXPECT),
            7 if is(b"upgrade") => self.name = Name::Upgrade,
            10 if is(b"connection") => self.name = Name::Connection,
            16 if is(b"proxy-connection") => self.name = Name::Connection,
            14 if is(b"content-length") => {
                self.name = Name::ContentLength;
                if self.flags.has(Flags::TRANSFER_ENCODING) && !self.is_insecure() {
                    let reason = "Content-Length can't be present with Transfer-Encoding";
                    return self.fail_after(CONTENT_LENGTH, reason);
                }
            }
            17 if is(b"transfer-encoding") => {
                self.name = Name::TransferEncoding;
                if self.flags.has(Flags::CONTENT_LENGTH) && !self.is_insecure() {
                    let reason = "Transfer-Encoding can't be present with Content-Length";
                    return self.fail_after(TRANSFER_ENCODING, reason);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn before_value(&mut self, bytes: &[u8]) -> Step {
        match bytes[self.at] {
            b' ' | b'\t' => self.take(State::BeforeValue),
            b'\r' => self.take(State::EmptyValueLf),
            b'\n' if self.is_insecure() => self.take(State::AfterEmptyValue),
            b'\n' => self.fail_after(error::TOKEN, "Invalid header value char"),
            _ => {
                self.mark = self.at;
                self.word.begin(self.at);
                self.state = State::Value;
                match self.name {
                    // An empty value asks for nothing.
                    Name::Upgrade => {
                        self.flags.add(Flags::UPGRADE);
                        self.name = Name::Other;
                        Ok(())
                    }
                    Name::ContentLength => self.begin_length(),
                    Name::TransferEncoding => {
                        let was_chunked = self.flags.has(Flags::CHUNKED);
                        check_last(was_chunked, self.validation, self.at + 1)?;
                        self.flags.add(Flags::TRANSFER_ENCODING);
                        self.flags.remove(Flags::CHUNKED);
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn begin_length(&mut self) -> Step {
        if self.flags.has(Flags::CONTENT_LENGTH) {
            return self.fail("HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length");
        }
        self.length = Length::default();
        self.flags.add(Flags::CONTENT_LENGTH);
        Ok(())
    }

    fn value(&mut self, bytes: &[u8]) -> Step {
        let set = match self.validation {
            Validation::Strict => &VALUE,
            Validation::Relaxed => &RELAXED_VALUE,
            Validation::Insecure => &ANY_VALUE,
        };
        if self.name == Name::Other {
            self.at = skip(set, bytes, self.at);
        }
        let Some(&byte) = bytes.get(self.at) else { return Ok(()) };
        let is_length = self.name == Name::ContentLength && !matches!(byte, b'\r' | b'\n');
        if set[byte as usize] || is_length {
            self.value_byte(bytes, byte)?;
            return self.take(State::Value);
        }
        match byte {
            b'\r' => {
                self.count(self.at, self.at + 1)?;
                self.end_value(bytes);
                self.take(State::ValueLf)
            }
            b'\n' if self.is_insecure() => {
                self.count(self.at, self.at + 1)?;
                self.end_value(bytes);
                self.take(State::AfterValue)
            }
            // What came before a wrong character counts, and may be too much already.
            b'\n' => {
                self.count(self.at, self.at)?;
                self.fail(CR_EXPECTED, "Missing expected CR after header value")
            }
            _ => {
                self.count(self.at, self.at)?;
                self.fail(error::TOKEN, "Invalid header value char")
            }
        }
    }

    /// A byte of a value that matters.
    fn value_byte(&mut self, bytes: &[u8], byte: u8) -> Step {
        match self.name {
            Name::ContentLength => {
                if let Err(error) = self.length.push(byte, self.at) {
                    self.count(self.at, self.at)?;
                    return Err(error);
                }
                self.content_length = self.length.value;
            }
            Name::Connection => {
                if self.word.push(byte, self.at, |byte| byte == b' ' || byte == b'\t') {
                    self.flags.add(connection_word(self.word.text(bytes)));
                    self.word.begin(self.at + 1);
                }
            }
            Name::TransferEncoding => {
                if self.word.push(byte, self.at, |byte| byte == b' ') {
                    check_last(is_chunked(self.word.text(bytes)), self.validation, self.at + 1)?;
                    self.word.begin(self.at + 1);
                }
            }
            Name::Upgrade | Name::Other => {}
        }
        Ok(())
    }

    fn end_value(&mut self, bytes: &[u8]) {
        match self.name {
            Name::Connection => self.flags.add(connection_word(self.word.text(bytes))),
            Name::TransferEncoding if is_chunked(self.word.text(bytes)) => {
                self.flags.add(Flags::CHUNKED)
            }
            _ => {}
        }
    }

    /// Between two headers.
    fn around_value(&mut self, bytes: &[u8]) -> Step {
        let byte = bytes[self.at];
        match self.state {
            State::EmptyValueLf => {
                self.line_feed(byte, State::AfterEmptyValue, "Expected LF after CR")
            }
            State::AfterEmptyValue if byte == b' ' || byte == b'\t' => {
                if self.is_insecure() {
                    return self.take(State::BeforeValue);
                }
                self.fail_after(error::TOKEN, "Invalid header value char")
            }
            State::AfterEmptyValue => match self.name {
                Name::ContentLength => self.fail(CONTENT_LENGTH, "Empty Content-Length"),
                Name::TransferEncoding => self.fail(TRANSFER_ENCODING, "Empty Transfer-Encoding"),
                _ => {
                    self.state = State::Field;
                    Ok(())
                }
            },
            State::ValueLf if byte == b'\n' => self.take(State::AfterValue),
            State::ValueLf => {
                self.fail("HPE_LF_EXPECTED", "Missing expected LF after header value")
            }
            State::AfterValue if byte == b' ' || byte == b'\t' => {
                if self.is_insecure() {
                    if self.name == Name::ContentLength {
                        return self
                            .fail("HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length");
                    }
                    // What follows is more of a value, but none that is looked at again.
                    self.name = Name::Other;
                    self.mark = self.at;
                    return self.take(State::Value);
                }
                self.fail(error::TOKEN, "Unexpected whitespace after header value")
            }
            State::AfterValue => {
                self.state = State::Field;
                Ok(())
            }
            State::FirstField if byte == b' ' => {
                if self.is_insecure() {
                    return self.take(State::Field);
                }
                self.fail_after("HPE_UNEXPECTED_SPACE", "Unexpected space after start line")
            }
            _ => match byte {
                b'\r' => self.take(State::EndLf),
                b'\n' if self.is_insecure() => {
                    self.state = State::EndLf;
                    Ok(())
                }
                b'\n' => self.fail_after(error::TOKEN, "Invalid header field char"),
                _ if TOKEN[byte as usize] => {
                    self.mark = self.at;
                    self.take(State::FieldName)
                }
                _ => self.fail(error::TOKEN, "Invalid header token"),
            },
        }
    }
}

/// The names of headers that say where a message ends or what becomes of the connection.
fn matters(name: &[u8]) -> bool {
    let names: [&[u8]; 5] =
        [b"connection", b"content-length", b"proxy-connection", b"transfer-encoding", b"upgrade"];
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}

fn overflow(at: usize) -> ParseError {
    ParseError::new("HPE_HEADER_OVERFLOW", "Header overflow", at)
}
