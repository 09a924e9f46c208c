//! OpenSSL's streams over memory.

use std::ffi::{c_char, c_int, c_long, c_void};
use std::marker::PhantomData;

use crate::owned::Bio;
use crate::{ErrorStack, Secret, ffi};

const BIO_CTRL_INFO: c_int = 3;

/// A stream that reads a slice.
pub(crate) struct Reader<'a> {
    bio: Bio,
    bytes: PhantomData<&'a [u8]>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Reader<'a>, ErrorStack> {
        let length = c_int::try_from(bytes.len()).unwrap_or(c_int::MAX);
        // SAFETY: the slice is as long as it says and outlives the stream.
        let bio = unsafe { Bio::take(ffi::BIO_new_mem_buf(bytes.as_ptr().cast(), length)) }?;
        Ok(Reader { bio, bytes: PhantomData })
    }

    pub(crate) fn as_ptr(&self) -> *mut ffi::BIO {
        self.bio.as_ptr()
    }
}

/// A stream that gathers what is written.
pub(crate) struct Writer(Bio);

impl Writer {
    pub(crate) fn new() -> Result<Writer, ErrorStack> {
        // SAFETY: a new stream of ours.
        unsafe { Bio::take(ffi::BIO_new(ffi::BIO_s_mem())) }.map(Writer)
    }

    pub(crate) fn as_ptr(&self) -> *mut ffi::BIO {
        self.0.as_ptr()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut data: *mut c_char = std::ptr::null_mut();
        // SAFETY: gives the memory of the stream and its length; it is copied before anything else happens.
        unsafe {
            let length = ffi::BIO_ctrl(
                self.0.as_ptr(),
                BIO_CTRL_INFO,
                0 as c_long,
                (&raw mut data).cast::<c_void>(),
            );
            if data.is_null() || length <= 0 {
                return Vec::new();
            }
            std::slice::from_raw_parts(data.cast::<u8>(), length as usize).to_vec()
        }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }
}

/// A password for a function that asks for it: its argument is a pointer to [`Password`].
pub(crate) struct Password<'a> {
    pub(crate) given: Option<&'a Secret>,
}

/// # Safety
/// `argument` must point to a [`Password`].
pub(crate) unsafe extern "C" fn password(
    buffer: *mut c_char,
    size: c_int,
    _is_writing: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise; the library calls this while the function that was given the pointer runs.
    let password = unsafe { &*argument.cast::<Password<'_>>() };
    let Some(given) = password.given else { return -1 };
    if given.len() > size as usize {
        return -1;
    }
    // SAFETY: the buffer has `size` bytes.
    unsafe { std::ptr::copy_nonoverlapping(given.as_ptr(), buffer.cast(), given.len()) };
    given.len() as c_int
}
