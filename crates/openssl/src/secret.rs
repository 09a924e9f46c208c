//! Bytes that are wiped when they are dropped.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::ffi;

/// A key, a password, a shared secret. It does not print itself.
#[derive(Default)]
pub struct Secret(Vec<u8>);

impl Secret {
    pub fn new(bytes: Vec<u8>) -> Secret {
        Secret(bytes)
    }

    pub fn zeros(length: usize) -> Secret {
        Secret(vec![0; length])
    }

    /// Keeps the first `length` bytes; the others are wiped.
    pub fn truncate(&mut self, length: usize) {
        if length < self.0.len() {
            wipe(&mut self.0[length..]);
            self.0.truncate(length);
        }
    }

    /// The bytes, for a place that wipes them itself or shows them to the program that asked.
    pub fn into_vec(mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

impl Clone for Secret {
    fn clone(&self) -> Secret {
        Secret(self.0.clone())
    }
}

impl Deref for Secret {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Secret {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} bytes)", self.0.len())
    }
}

fn wipe(bytes: &mut [u8]) {
    if !bytes.is_empty() && ffi::load().is_ok() {
        // SAFETY: the slice is as long as it says.
        unsafe { ffi::OPENSSL_cleanse(bytes.as_mut_ptr().cast(), bytes.len()) };
    }
}
