//! `napi_status`: how a function of the interface ended, and what is said of it.

use std::ffi::CStr;

/// As in `js_native_api_types.h`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Some are given by other runtimes only; an addon may ask for their messages all the same.
#[allow(dead_code)]
pub(crate) enum Status {
    Ok = 0,
    InvalidArg = 1,
    ObjectExpected = 2,
    StringExpected = 3,
    NameExpected = 4,
    FunctionExpected = 5,
    NumberExpected = 6,
    BooleanExpected = 7,
    ArrayExpected = 8,
    GenericFailure = 9,
    PendingException = 10,
    Cancelled = 11,
    EscapeCalledTwice = 12,
    HandleScopeMismatch = 13,
    CallbackScopeMismatch = 14,
    QueueFull = 15,
    Closing = 16,
    BigintExpected = 17,
    DateExpected = 18,
    ArraybufferExpected = 19,
    DetachableArraybufferExpected = 20,
    WouldDeadlock = 21,
    NoExternalBuffersAllowed = 22,
    CannotRunJs = 23,
}

impl Status {
    /// What `napi_get_last_error_info` says; nothing of success.
    pub(crate) fn message(self) -> Option<&'static CStr> {
        Some(match self {
            Status::Ok => return None,
            Status::InvalidArg => c"Invalid argument",
            Status::ObjectExpected => c"An object was expected",
            Status::StringExpected => c"A string was expected",
            Status::NameExpected => c"A string or symbol was expected",
            Status::FunctionExpected => c"A function was expected",
            Status::NumberExpected => c"A number was expected",
            Status::BooleanExpected => c"A boolean was expected",
            Status::ArrayExpected => c"An array was expected",
            Status::GenericFailure => c"Unknown failure",
            Status::PendingException => c"An exception is pending",
            Status::Cancelled => c"The async work item was cancelled",
            Status::EscapeCalledTwice => c"napi_escape_handle already called on scope",
            Status::HandleScopeMismatch => c"Invalid handle scope usage",
            Status::CallbackScopeMismatch => c"Invalid callback scope usage",
            Status::QueueFull => c"Thread-safe function queue is full",
            Status::Closing => c"Thread-safe function handle is closing",
            Status::BigintExpected => c"A bigint was expected",
            Status::DateExpected => c"A date was expected",
            Status::ArraybufferExpected => c"An arraybuffer was expected",
            Status::DetachableArraybufferExpected => c"A detachable arraybuffer was expected",
            Status::WouldDeadlock => c"Main thread would deadlock",
            Status::NoExternalBuffersAllowed => c"External buffers are not allowed",
            Status::CannotRunJs => c"Cannot run JavaScript",
        })
    }
}
