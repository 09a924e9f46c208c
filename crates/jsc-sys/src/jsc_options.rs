//! `jsc/JSCOptions.h`: the engine's options, which are global to the process and must be set before
//! the first virtual machine exists.

use std::ffi::{c_char, c_double, c_int, c_uint, c_void};

pub type gboolean = c_int;

pub type JSCOptionType = c_uint;
pub const JSC_OPTION_BOOLEAN: JSCOptionType = 0;
pub const JSC_OPTION_INT: JSCOptionType = 1;
pub const JSC_OPTION_UINT: JSCOptionType = 2;
pub const JSC_OPTION_SIZE: JSCOptionType = 3;
pub const JSC_OPTION_DOUBLE: JSCOptionType = 4;
pub const JSC_OPTION_STRING: JSCOptionType = 5;
pub const JSC_OPTION_RANGE_STRING: JSCOptionType = 6;

pub type JSCOptionsFunc = Option<
    unsafe extern "C" fn(
        option: *const c_char,
        option_type: JSCOptionType,
        description: *const c_char,
        user_data: *mut c_void,
    ) -> gboolean,
>;

unsafe extern "C" {
    pub fn jsc_options_set_boolean(option: *const c_char, value: gboolean) -> gboolean;
    pub fn jsc_options_get_boolean(option: *const c_char, value: *mut gboolean) -> gboolean;
    pub fn jsc_options_set_int(option: *const c_char, value: c_int) -> gboolean;
    pub fn jsc_options_get_int(option: *const c_char, value: *mut c_int) -> gboolean;
    pub fn jsc_options_set_uint(option: *const c_char, value: c_uint) -> gboolean;
    pub fn jsc_options_get_uint(option: *const c_char, value: *mut c_uint) -> gboolean;
    pub fn jsc_options_set_size(option: *const c_char, value: usize) -> gboolean;
    pub fn jsc_options_get_size(option: *const c_char, value: *mut usize) -> gboolean;
    pub fn jsc_options_set_double(option: *const c_char, value: c_double) -> gboolean;
    pub fn jsc_options_get_double(option: *const c_char, value: *mut c_double) -> gboolean;
    pub fn jsc_options_set_string(option: *const c_char, value: *const c_char) -> gboolean;
    pub fn jsc_options_get_string(option: *const c_char, value: *mut *mut c_char) -> gboolean;
    pub fn jsc_options_set_range_string(option: *const c_char, value: *const c_char) -> gboolean;
    pub fn jsc_options_get_range_string(option: *const c_char, value: *mut *mut c_char)
    -> gboolean;
    pub fn jsc_options_foreach(function: JSCOptionsFunc, user_data: *mut c_void);
}
