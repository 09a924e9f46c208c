//! HTTP/1.1 messages out of bytes: requests and responses, incrementally, as strict as llhttp is in Node 26.
//!
//! The crate has no I/O and no engine. [`Parser::next`] is given what came and tells, one by one, what is in it: a head,
//! pieces of a body, the end of a message. Between two calls the caller may do what it likes: answer, hold back, or drop
//! the parser. What is refused, the code and words of the refusal and the place in the input are llhttp's, because programs
//! see them (`clientError`); `tests/oracle` has what Node 26 says to several hundred inputs.
//!
//! It is not a store of headers: a head is handed over as its bytes, checked, and [`fields`] takes it apart for whoever
//! wants to look.

#![forbid(unsafe_code)]

mod characters;
mod chunked;
mod error;
mod head;
mod method;
mod parser;
mod transfer;

pub mod fields;
pub mod names;

pub use error::ParseError;
pub use head::{Flags, Kind, Validation};
pub use method::{METHODS, STANDARD_METHODS};
pub use parser::{Decision, Event, HeadEvent, Options, Parser};
