//! Data of the addon's that belongs to one env, and the name of its file.

use std::ffi::{c_char, c_void};

use crate::entry;
use crate::env::EnvPointer;
use crate::finalizers::Finalizer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::Finalize;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_set_instance_data(
    env: EnvPointer,
    data: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
) -> Status {
    entry::basic(env, |env| {
        env.instance_data.set(Some(Finalizer::new(function, data, hint)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_instance_data(
    env: EnvPointer,
    result: Out<*mut c_void>,
) -> Status {
    entry::basic(env, |env| {
        let data = env.instance_data.get();
        result.set(data.map_or(std::ptr::null_mut(), |data| data.data.0))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_get_module_file_name(
    env: EnvPointer,
    result: Out<*const c_char>,
) -> Status {
    entry::basic(env, |env| result.set(env.filename.as_ptr()))
}
