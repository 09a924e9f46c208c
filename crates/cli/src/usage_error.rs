//! Everything that can be wrong with a command line, in Node's words where Node has words for it.
//!
//! Every one of them ends the process with code 9 ("invalid argument") before any JavaScript runs.

use std::fmt;
use std::process::ExitCode;

/// Node's exit code for a command line it does not understand.
pub(crate) const INVALID_ARGUMENT: u8 = 9;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UsageError {
    /// Flags that no table knows, each with the nearest known one.
    BadOptions(Vec<BadOption>),
    MissingArgument(String),
    InvalidNegation(String),
    InvalidValue(String),
    /// A flag that Node has and Roundel does not.
    Absent {
        given: String,
        reason: &'static str,
    },
    NotAllowedIn {
        given: String,
        variable: &'static str,
    },
    UnterminatedString(&'static str),
    EnvFileNotFound(String),
    EnvFileUnreadable(String),
    CheckAndEval,
    /// Two flags that contradict each other.
    Exclusive {
        one: &'static str,
        other: &'static str,
    },
    /// Nothing to run, and standard input is a terminal.
    NoProgram,
    StandardInput(String),
    /// A page, and none of the loops of pages.
    Page(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadOption {
    pub(crate) given: String,
    pub(crate) hint: Option<String>,
}

/// A usage error together with the name the command was started by, which begins each line.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) argv0: String,
    pub(crate) error: UsageError,
}

impl Failure {
    /// Writes the message to standard error and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        for line in self.error.to_string().lines() {
            eprintln!("{}: {line}", self.argv0);
        }
        ExitCode::from(INVALID_ARGUMENT)
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadOptions(options) => {
                for (index, option) in options.iter().enumerate() {
                    if index > 0 {
                        writeln!(f)?;
                    }
                    write!(f, "bad option: {}", option.given)?;
                    if let Some(hint) = &option.hint {
                        write!(f, " (did you mean {hint}?)")?;
                    }
                }
                Ok(())
            }
            Self::MissingArgument(given) => write!(f, "{given} requires an argument"),
            Self::InvalidNegation(given) => {
                write!(f, "{given} is an invalid negation because it is not a boolean option")
            }
            Self::InvalidValue(message) => f.write_str(message),
            Self::Absent { given, reason } => write!(f, "{given} is not available: {reason}"),
            Self::NotAllowedIn { given, variable } => {
                write!(f, "{given} is not allowed in {variable}")
            }
            Self::UnterminatedString(variable) => {
                write!(f, "invalid value for {variable} (unterminated string)")
            }
            Self::EnvFileNotFound(path) => write!(f, "{path}: not found"),
            Self::EnvFileUnreadable(path) => write!(f, "{path}: invalid format"),
            Self::CheckAndEval => f.write_str("either --check or --eval can be used, not both"),
            Self::Exclusive { one, other } => {
                write!(f, "either {one} or {other} can be used, not both")
            }
            Self::NoProgram => f.write_str(
                "no program given, and a page has no interactive mode\n\
                 give a file, -e TEXT, or a program on standard input; --help lists the options",
            ),
            Self::Page(path) => write!(
                f,
                "{path} is a page, and Node runs no pages: give --loop chrome or --loop firefox before it"
            ),
            Self::StandardInput(message) => write!(f, "cannot read standard input: {message}"),
        }
    }
}
