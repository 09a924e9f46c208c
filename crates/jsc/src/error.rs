//! What can go wrong outside JavaScript.

use std::fmt;

/// A failure of the engine as a library; what a script throws is an [`crate::Exception`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The installed library represents values in a way this crate does not know.
    UnknownValueEncoding,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownValueEncoding => formatter.write_str(
                "the installed JavaScriptCore packs values in an unknown way; \
                 this build knows the 64-bit layout of releases 2.28 and later",
            ),
        }
    }
}

impl std::error::Error for Error {}
