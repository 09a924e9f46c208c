//! What an addon passes by pointer, behind types that look before they touch.
//!
//! They appear in the signatures of the exported functions only, so that every one of them comes from C, where the rule of
//! the interface is: a pointer is null, or good for what its parameter says until the function returns. That rule is the
//! safety of all that is here; nothing else makes these types.

use std::ffi::{CStr, c_char, c_void};

use crate::status::Status;

/// Where a result goes.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Out<T> {
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// For results that must be asked for.
    pub(crate) fn check(self) -> Result<(), Status> {
        if self.is_null() { Err(Status::InvalidArg) } else { Ok(()) }
    }

    pub(crate) fn set(self, value: T) -> Result<(), Status> {
        self.check()?;
        self.set_if(value);
        Ok(())
    }

    /// For results that need not be asked for.
    pub(crate) fn set_if(self, value: T) {
        if !self.is_null() {
            // SAFETY: not null, so it is good for a `T`: see the top. What is there may be uninitialised and is not read.
            unsafe { self.0.write_unaligned(value) };
        }
    }

    /// For parameters that are read first and written later.
    pub(crate) fn get(self) -> Option<T>
    where
        T: Copy,
    {
        // SAFETY: not null, so it is good for a `T` that the addon has set.
        (!self.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }

    /// Writes a row of results; the caller knows how many the addon made room for.
    pub(crate) fn set_all(self, values: impl Iterator<Item = T>) {
        for (index, value) in values.enumerate() {
            // SAFETY: the addon said with another parameter how many there may be, and the caller gives no more.
            unsafe { self.0.add(index).write_unaligned(value) };
        }
    }
}

/// One thing, or a row of them, that an addon passes.
#[repr(transparent)]
pub(crate) struct In<T>(*const T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T: Copy> In<T> {
    pub(crate) fn get(self) -> Result<T, Status> {
        if self.0.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: not null, so it is good for a `T`: see the top.
        Ok(unsafe { self.0.read_unaligned() })
    }

    /// A copy of `count` of them.
    pub(crate) fn all(self, count: usize) -> Result<Vec<T>, Status> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.0.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: not null, so it is good for as many as the addon says.
        Ok((0..count).map(|index| unsafe { self.0.add(index).read_unaligned() }).collect())
    }
}

impl<T> In<T> {
    /// Looks at what must not be copied.
    pub(crate) fn map<R>(self, look: impl FnOnce(&T) -> R) -> Result<R, Status> {
        // SAFETY: null, or good for a `T` that nobody changes during the call.
        unsafe { self.0.as_ref() }.map(look).ok_or(Status::InvalidArg)
    }
}

/// The length that stands for "up to the terminator".
pub(crate) const AUTO_LENGTH: usize = usize::MAX;

/// Characters that come with a length, or with a terminator.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Text<T = c_char>(*const T);

impl<T: Copy + Default + PartialEq> Text<T> {
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The same pointer, for whoever is to give the memory back.
    pub(crate) fn as_data(self) -> *mut c_void {
        self.0.cast_mut().cast()
    }

    /// The characters. None at all may be at the null address.
    pub(crate) fn with<R>(self, length: usize, read: impl FnOnce(&[T]) -> R) -> Result<R, Status> {
        if self.0.is_null() {
            return if length == 0 { Ok(read(&[])) } else { Err(Status::InvalidArg) };
        }
        let length = match length {
            AUTO_LENGTH => {
                let mut length = 0;
                // SAFETY: not null and terminated, as the addon says with this length.
                while unsafe { *self.0.add(length) } != T::default() {
                    length += 1;
                }
                length
            }
            length if length > i32::MAX as usize => return Err(Status::InvalidArg),
            length => length,
        };
        // SAFETY: not null, so it is good for `length` characters, which nobody changes during the call.
        Ok(read(unsafe { std::slice::from_raw_parts(self.0, length) }))
    }
}

impl Text {
    /// UTF-8 as a string; what is not UTF-8 in it is replaced.
    pub(crate) fn to_string(self, length: usize) -> Result<String, Status> {
        self.with(length, |characters| String::from_utf8_lossy(as_bytes(characters)).into_owned())
    }

    /// A name that ends at its terminator.
    pub(crate) fn to_name(self) -> Result<String, Status> {
        if self.0.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: not null and terminated: see the top.
        Ok(unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned())
    }

    /// The same of one that may be missing.
    pub(crate) fn to_name_if(self) -> Option<String> {
        self.to_name().ok()
    }
}

/// The bytes of C characters.
pub(crate) fn as_bytes(characters: &[c_char]) -> &[u8] {
    // SAFETY: a `c_char` is a byte.
    unsafe { std::slice::from_raw_parts(characters.as_ptr().cast(), characters.len()) }
}
