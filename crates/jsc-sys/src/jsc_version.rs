//! `jsc/JSCVersion.h`: the release of the library that is loaded.

use std::ffi::c_uint;

unsafe extern "C" {
    pub fn jsc_get_major_version() -> c_uint;
    pub fn jsc_get_minor_version() -> c_uint;
    pub fn jsc_get_micro_version() -> c_uint;
}
