//! One connection's messages, one after the other.

use crate::chunked::{Chunked, Piece};
use crate::error::{ParseError, TRANSFER_ENCODING};
use crate::fields;
use crate::head::{Flags, Kind, Scanner, Validation};
use crate::method::{CONNECT, PRI};

/// What a parser is made with.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// What is parsed.
    pub kind: Kind,
    /// How closely.
    pub validation: Validation,
    /// How much URL, names and values may be together.
    pub max_header_size: usize,
    /// How many headers there may be; 0 for any number.
    pub max_headers: usize,
}

/// What the caller says to a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Go on: the body is as the headers say.
    Body,
    /// There is no body, whatever the headers say: the answer to a HEAD.
    NoBody,
    /// What follows is not HTTP.
    Upgrade,
    /// The message asks for another protocol, and the caller stays with this one.
    NoUpgrade,
}

/// A head, whole and checked. Its bytes are [`Parser::head`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadEvent {
    /// What the headers say.
    pub flags: Flags,
    /// The index of the method, of a request.
    pub method: u8,
    /// The status, of a response.
    pub status: u16,
    /// The version.
    pub major: u8,
    /// The version.
    pub minor: u8,
    /// Where the URL of a request or the reason of a response is in the head.
    pub text_start: usize,
    /// Where it ends.
    pub text_end: usize,
    /// What follows may not be HTTP.
    pub wants_upgrade: bool,
    /// The connection may carry another message.
    pub keeps_alive: bool,
    /// There will be no body, and the next event is [`Event::Complete`].
    pub is_bodiless: bool,
}

/// What is in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The input is used up.
    NeedMore,
    /// A head.
    Head(HeadEvent),
    /// A piece of a body: this part of the input.
    Body(usize, usize),
    /// The end of a message; if it had trailers they are [`Parser::head`].
    Complete {
        /// There are trailers.
        has_trailers: bool,
    },
    /// What follows in the input is not HTTP.
    Stop,
}

#[derive(Debug)]
enum State {
    /// Before a message: line ends are passed over.
    Start,
    Head(Box<Scanner>),
    /// A head has been told; the caller decides.
    Decide(HeadEvent, u64),
    Length(u64),
    Chunks(Chunked),
    Trailers(Box<Scanner>),
    UntilEnd,
    Complete {
        has_trailers: bool,
    },
    /// After a request with the method of HTTP/2's preface and what came in one piece with it: nothing more is read. If it
    /// was whole, that is told at the end of the connection.
    Silent {
        is_whole: bool,
        has_trailers: bool,
    },
    Upgraded,
    /// After a message that was the last.
    Closed,
    Failed(ParseError),
}

/// A parser of one connection.
///
/// ```
/// use roundel_http::{Event, Kind, Options, Parser, Validation};
/// let options = Options { kind: Kind::Request, validation: Validation::Strict, max_header_size: 16384, max_headers: 0 };
/// let mut parser = Parser::new(options);
/// let input = b"GET /a HTTP/1.1\r\nHost: b\r\n\r\n";
/// let mut at = 0;
/// let Ok(Event::Head(head)) = parser.next(input, &mut at) else { panic!() };
/// assert_eq!(&parser.head(input)[head.text_start..head.text_end], b"/a");
/// assert!(matches!(parser.next(input, &mut at), Ok(Event::Complete { .. })));
/// assert!(matches!(parser.next(input, &mut at), Ok(Event::NeedMore)));
/// ```
#[derive(Debug)]
pub struct Parser {
    options: Options,
    state: State,
    /// What came earlier of a head that was not whole, or the whole of it.
    carried: Vec<u8>,
    /// Where the last head is in the input, if it is not in `carried`.
    head_start: usize,
    head_end: usize,
    flags: Flags,
    /// The version of the present message.
    major: u8,
    minor: u8,
    keeps_alive: bool,
    /// The method is that of HTTP/2's preface, which this is not: only what comes in one piece with its head is read.
    is_preface: bool,
    decision: Decision,
}

impl Parser {
    /// A parser before the first message.
    pub fn new(options: Options) -> Parser {
        Parser {
            options,
            state: State::Start,
            carried: Vec::new(),
            head_start: 0,
            head_end: 0,
            flags: Flags::NONE,
            major: 0,
            minor: 0,
            keeps_alive: false,
            is_preface: false,
            decision: Decision::Body,
        }
    }

    /// The bytes of the head, or the trailers, that were told last. `input` is what they were told from.
    pub fn head<'a>(&'a self, input: &'a [u8]) -> &'a [u8] {
        if self.carried.is_empty() {
            input.get(self.head_start..self.head_end).unwrap_or_default()
        } else {
            &self.carried
        }
    }

    /// A message has begun and is not over.
    pub fn is_in_message(&self) -> bool {
        !matches!(self.state, State::Start | State::Closed | State::Upgraded | State::Failed(_))
    }

    /// The head of the present message is not whole.
    pub fn is_in_head(&self) -> bool {
        matches!(self.state, State::Head(_))
    }

    /// What the caller says to the head that it was told.
    pub fn decide(&mut self, decision: Decision) {
        self.decision = decision;
    }

    /// The next event of `input` from `at` on, which is moved behind it.
    pub fn next(&mut self, input: &[u8], at: &mut usize) -> Result<Event, ParseError> {
        let result = self.advance(input, at);
        match result {
            Err(error) => self.state = State::Failed(error),
            Ok(Event::NeedMore) if self.is_preface => self.fall_silent(),
            Ok(_) => {}
        }
        result
    }

    fn advance(&mut self, input: &[u8], at: &mut usize) -> Result<Event, ParseError> {
        loop {
            match &mut self.state {
                State::Start => {
                    self.carried = Vec::new();
                    while *at < input.len() && matches!(input[*at], b'\r' | b'\n') {
                        *at += 1;
                    }
                    if *at == input.len() {
                        return Ok(Event::NeedMore);
                    }
                    let Options { kind, validation, max_header_size, max_headers } = self.options;
                    let scanner = Scanner::new(kind, validation, max_header_size);
                    self.state = State::Head(Box::new(scanner.limit_fields(max_headers)));
                }
                State::Head(_) => return self.scan_head(input, at),
                State::Decide(head, length) => {
                    let (head, length) = (*head, *length);
                    self.begin_body(head, length, *at)?;
                }
                State::Length(left) => {
                    if *at == input.len() {
                        return Ok(Event::NeedMore);
                    }
                    let start = *at;
                    let length = (*left).min((input.len() - start) as u64);
                    *left -= length;
                    *at += length as usize;
                    if *left == 0 {
                        self.state = State::Complete { has_trailers: false };
                    }
                    return Ok(Event::Body(start, *at));
                }
                State::Chunks(chunked) => {
                    let start = *at;
                    match chunked.next(input, start)? {
                        Piece::NeedMore => {
                            *at = input.len();
                            return Ok(Event::NeedMore);
                        }
                        Piece::Data(start, end) => {
                            *at = end;
                            return Ok(Event::Body(start, end));
                        }
                        Piece::Last(end) => {
                            *at = end;
                            self.carried = b"\r\n".to_vec();
                            let Options { validation, max_header_size, .. } = self.options;
                            let scanner =
                                Scanner::trailers(self.flags, validation, max_header_size, 2);
                            self.state = State::Trailers(Box::new(scanner));
                        }
                    }
                }
                State::Trailers(scanner) => {
                    if *at == input.len() {
                        return Ok(Event::NeedMore);
                    }
                    let before = self.carried.len();
                    self.carried.extend_from_slice(&input[*at..]);
                    let found = scanner.scan(&self.carried);
                    let found = found.map_err(|error| relative(error, before, *at))?;
                    let Some(end) = found else {
                        *at = input.len();
                        self.check_carried(*at)?;
                        return Ok(Event::NeedMore);
                    };
                    *at += end - before;
                    // What trailers say of the connection counts.
                    self.keeps_alive = may_keep_alive(scanner.flags, self.major, self.minor);
                    self.carried.truncate(end);
                    self.normalize_head(&[]);
                    self.state = State::Complete { has_trailers: self.carried.len() > 4 };
                }
                State::UntilEnd => {
                    if *at == input.len() {
                        return Ok(Event::NeedMore);
                    }
                    let start = *at;
                    *at = input.len();
                    return Ok(Event::Body(start, *at));
                }
                State::Complete { .. } if self.is_preface && *at == input.len() => {
                    return Ok(Event::NeedMore);
                }
                State::Silent { .. } => {
                    *at = input.len();
                    return Ok(Event::NeedMore);
                }
                State::Complete { has_trailers } => {
                    let has_trailers = *has_trailers;
                    self.is_preface = false;
                    let goes_on =
                        self.keeps_alive || self.options.validation == Validation::Insecure;
                    self.state = if self.decision == Decision::Upgrade {
                        State::Upgraded
                    } else if goes_on {
                        State::Start
                    } else {
                        State::Closed
                    };
                    return Ok(Event::Complete { has_trailers });
                }
                State::Upgraded => return Ok(Event::Stop),
                State::Closed => {
                    while *at < input.len() {
                        if !matches!(input[*at], b'\r' | b'\n') {
                            let reason = "Data after `Connection: close`";
                            return Err(ParseError::new("HPE_CLOSED_CONNECTION", reason, *at + 1));
                        }
                        *at += 1;
                    }
                    return Ok(Event::NeedMore);
                }
                // It is told again of every further input, with the place where it was found.
                State::Failed(error) => return Err(*error),
            }
        }
    }

    /// There will be no more input.
    pub fn finish(&mut self) -> Result<Event, ParseError> {
        match self.state {
            State::Start | State::Closed | State::Upgraded => Ok(Event::NeedMore),
            State::Silent { is_whole: false, .. } => Ok(Event::NeedMore),
            State::UntilEnd => {
                self.state = State::Closed;
                Ok(Event::Complete { has_trailers: false })
            }
            State::Silent { has_trailers, .. } => {
                self.state = State::Closed;
                Ok(Event::Complete { has_trailers })
            }
            // It has been told.
            State::Failed(_) => Ok(Event::NeedMore),
            _ => {
                let error = ParseError::new("HPE_INVALID_EOF_STATE", "Invalid EOF state", 0);
                self.state = State::Failed(error);
                Err(error)
            }
        }
    }

    fn fall_silent(&mut self) {
        self.state = match self.state {
            State::Complete { has_trailers } => State::Silent { is_whole: true, has_trailers },
            State::Silent { is_whole, has_trailers } => State::Silent { is_whole, has_trailers },
            _ => State::Silent { is_whole: false, has_trailers: false },
        };
    }

    fn scan_head(&mut self, input: &[u8], at: &mut usize) -> Result<Event, ParseError> {
        let State::Head(scanner) = &mut self.state else { return Ok(Event::NeedMore) };
        let start = *at;
        let before = self.carried.len();
        let found = if before == 0 {
            scanner.scan(&input[start..])
        } else {
            self.carried.extend_from_slice(&input[start..]);
            scanner.scan(&self.carried)
        };
        let Some(end) = found.map_err(|error| relative(error, before, start))? else {
            if before == 0 {
                self.carried = input[start..].to_vec();
            }
            *at = input.len();
            self.check_carried(*at)?;
            return Ok(Event::NeedMore);
        };
        *at = start + end - before;
        if before == 0 {
            self.head_start = start;
            self.head_end = *at;
        } else {
            self.carried.truncate(end);
        }
        let event = Parser::head_event(scanner, self.options.kind);
        let length = scanner.content_length;
        self.flags = scanner.flags;
        (self.major, self.minor) = (event.major, event.minor);
        self.keeps_alive = event.keeps_alive;
        self.decision = Decision::Body;
        self.state = State::Decide(event, length);
        self.normalize_head(input);
        Ok(Event::Head(event))
    }

    /// Blanks are not among what `max_header_size` counts, but they are kept: there is an end to them as well.
    fn check_carried(&self, at: usize) -> Result<(), ParseError> {
        let limit = self.options.max_header_size.saturating_mul(8).saturating_add(1024);
        if self.carried.len() > limit {
            return Err(ParseError::new("HPE_HEADER_OVERFLOW", "Header overflow", at));
        }
        Ok(())
    }

    /// A lenient parser takes lines that [`fields`] would not understand.
    fn normalize_head(&mut self, input: &[u8]) {
        if self.options.validation == Validation::Insecure {
            let normal = fields::normalize(self.head(input));
            self.carried = normal;
        }
    }

    fn head_event(scanner: &Scanner, kind: Kind) -> HeadEvent {
        let Scanner { flags, method, status, major, minor, .. } = *scanner;
        let asks_upgrade = flags.has(Flags::UPGRADE) && flags.has(Flags::CONNECTION_UPGRADE);
        let is_request = kind == Kind::Request;
        let wants_upgrade = if is_request {
            method == CONNECT || asks_upgrade
        } else {
            status == 101 && asks_upgrade
        };
        let never_has_body = !is_request && (status / 100 == 1 || status == 204 || status == 304);
        let is_encoded = flags.has(Flags::TRANSFER_ENCODING) && !flags.has(Flags::CHUNKED);
        let has_end = flags.has(Flags::CHUNKED) || flags.has(Flags::CONTENT_LENGTH);
        let needs_end = !is_request && !never_has_body && (is_encoded || !has_end);
        let is_bodiless = if flags.has(Flags::TRANSFER_ENCODING) {
            never_has_body
        } else if is_request || flags.has(Flags::CONTENT_LENGTH) {
            scanner.content_length == 0 || never_has_body
        } else {
            never_has_body
        };
        HeadEvent {
            flags,
            method,
            status,
            major,
            minor,
            text_start: scanner.text_start,
            text_end: scanner.text_end,
            wants_upgrade,
            keeps_alive: may_keep_alive(flags, major, minor) && !needs_end,
            is_bodiless: is_bodiless && !(is_request && method == PRI),
        }
    }

    fn begin_body(&mut self, head: HeadEvent, length: u64, at: usize) -> Result<(), ParseError> {
        let is_request = self.options.kind == Kind::Request;
        let is_connect = is_request && head.method == CONNECT;
        let is_encoded = head.flags.has(Flags::TRANSFER_ENCODING);
        let stops = match self.decision {
            Decision::Upgrade => true,
            Decision::NoUpgrade => false,
            _ if !is_request => head.status == 101,
            _ => {
                let has_body = head.flags.has(Flags::CHUNKED) || length > 0;
                head.wants_upgrade && (is_connect || !has_body)
            }
        };
        if !stops && head.wants_upgrade && self.decision == Decision::Body {
            // The body comes first, then the other protocol.
            self.decision = Decision::Upgrade;
        }
        if self.decision == Decision::NoBody {
            self.keeps_alive = may_keep_alive(head.flags, head.major, head.minor);
        }
        self.is_preface = is_request && head.method == PRI;
        let is_bodiless = head.is_bodiless || (self.is_preface && !is_encoded && length == 0);
        self.state = if stops {
            self.decision = Decision::Upgrade;
            State::Complete { has_trailers: false }
        } else if self.decision == Decision::NoBody || is_bodiless {
            State::Complete { has_trailers: false }
        } else if head.flags.has(Flags::CHUNKED) {
            State::Chunks(Chunked::new(self.options.validation))
        } else if is_encoded {
            if is_request && self.options.validation != Validation::Insecure {
                let reason = "Request has invalid `Transfer-Encoding`";
                return Err(ParseError::new(TRANSFER_ENCODING, reason, at));
            }
            State::UntilEnd
        } else if head.flags.has(Flags::CONTENT_LENGTH) {
            State::Length(length)
        } else {
            State::UntilEnd
        };
        Ok(())
    }
}

/// Whether version and `Connection` allow for another message.
fn may_keep_alive(flags: Flags, major: u8, minor: u8) -> bool {
    if major > 0 && minor > 0 { !flags.has(Flags::CLOSE) } else { flags.has(Flags::KEEP_ALIVE) }
}

/// An error at a place in the carried bytes, as a place in the input.
fn relative(error: ParseError, carried: usize, start: usize) -> ParseError {
    ParseError { at: (error.at + start).saturating_sub(carried), ..error }
}
