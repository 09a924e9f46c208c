//! What `napi_get_last_error_info` tells: how the last call of an env ended.

use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::ptr;

use crate::entry;
use crate::env::EnvPointer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::ErrorInfo;

/// The addon reads the record through a pointer that stays good as long as its env.
pub(crate) struct LastError {
    status: Cell<Status>,
    record: UnsafeCell<ErrorInfo>,
}

impl LastError {
    pub(crate) fn new() -> LastError {
        let record = ErrorInfo {
            message: ptr::null(),
            engine_reserved: ptr::null_mut::<c_void>(),
            engine_error_code: 0,
            code: Status::Ok,
        };
        LastError { status: Cell::new(Status::Ok), record: UnsafeCell::new(record) }
    }

    #[inline]
    pub(crate) fn set(&self, status: Status) {
        self.status.set(status);
    }

    fn record(&self) -> *const ErrorInfo {
        let record = self.record.get();
        let status = self.status.get();
        // SAFETY: of the env's thread, which is the only one that gets here; nothing in Rust holds a reference to it.
        unsafe {
            (*record).message = status.message().map_or(ptr::null(), |message| message.as_ptr());
            (*record).code = status;
        }
        record
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_last_error_info(
    env: EnvPointer,
    result: Out<*const ErrorInfo>,
) -> Status {
    // The question does not change the answer.
    entry::unrecorded(env, |env| result.set(env.last_error.record()))
}
