//! What can go wrong outside JavaScript.

use std::fmt;

/// A failure of the engine as a library; what a script throws is an [`crate::Exception`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The installed library represents values in a way this crate does not know.
    UnknownValueEncoding,
    /// The installed library does not export `JSC::VM::drainMicrotasks`.
    NoMicrotaskControl,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoMicrotaskControl => formatter.write_str(
                "the installed JavaScriptCore does not let its host run microtasks (JSC::VM::drainMicrotasks); \
                 releases 2.46 to 2.50 do",
            ),
            Error::UnknownValueEncoding => formatter.write_str(
                "the installed JavaScriptCore packs values in an unknown way; \
                 this build knows the 64-bit layout of releases 2.28 and later",
            ),
        }
    }
}

impl std::error::Error for Error {}
