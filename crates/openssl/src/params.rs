//! Lists of parameters by name, for algorithms that take them so.

use std::ffi::{CStr, c_uint};

use crate::ffi::OSSL_PARAM;

const UNSIGNED_INTEGER: c_uint = 2;
const UTF8_STRING: c_uint = 4;
const OCTET_STRING: c_uint = 5;

/// A list being made. The values are copied and live as long as the list.
#[derive(Default)]
pub(crate) struct Params {
    entries: Vec<(&'static CStr, c_uint, crate::Secret)>,
}

impl Params {
    pub(crate) fn text(mut self, name: &'static CStr, value: &str) -> Params {
        // The length does not count the NUL that some readers want.
        let mut bytes = value.as_bytes().to_vec();
        bytes.push(0);
        self.entries.push((name, UTF8_STRING, crate::Secret::new(bytes)));
        self
    }

    pub(crate) fn bytes(mut self, name: &'static CStr, value: &[u8]) -> Params {
        self.entries.push((name, OCTET_STRING, crate::Secret::new(value.to_vec())));
        self
    }

    /// A number of any size, most significant byte first.
    pub(crate) fn big(mut self, name: &'static CStr, value: &[u8]) -> Params {
        let mut bytes: Vec<u8> = value.iter().rev().copied().collect();
        if bytes.is_empty() {
            bytes.push(0);
        }
        self.entries.push((name, UNSIGNED_INTEGER, crate::Secret::new(bytes)));
        self
    }

    pub(crate) fn int(mut self, name: &'static CStr, value: u32) -> Params {
        self.entries.push((
            name,
            UNSIGNED_INTEGER,
            crate::Secret::new(value.to_ne_bytes().to_vec()),
        ));
        self
    }

    /// Calls with the list as OpenSSL wants it.
    pub(crate) fn with<R>(&mut self, call: impl FnOnce(*mut OSSL_PARAM) -> R) -> R {
        let mut list: Vec<OSSL_PARAM> = self
            .entries
            .iter_mut()
            .map(|(name, data_type, value)| OSSL_PARAM {
                key: name.as_ptr(),
                data_type: *data_type,
                data: value.as_mut_ptr().cast(),
                data_size: if *data_type == UTF8_STRING { value.len() - 1 } else { value.len() },
                return_size: usize::MAX,
            })
            .collect();
        list.push(OSSL_PARAM {
            key: std::ptr::null(),
            data_type: 0,
            data: std::ptr::null_mut(),
            data_size: 0,
            return_size: 0,
        });
        call(list.as_mut_ptr())
    }
}
