//! The functions of the interface, by name.
//!
//! Nothing in Rust calls most of them: addons do, through the executable's table of symbols. This list keeps them in the
//! executable, and `exports.list`, which the command is linked with, lets the system's loader see them.

/// The address of a function that addons call by its name.
struct Symbol(#[allow(dead_code)] *const ());

// SAFETY: an address of code.
unsafe impl Sync for Symbol {}

macro_rules! symbols {
    ($($module:ident::{$($name:ident),* $(,)?},)*) => {
        static SYMBOLS: &[Symbol] = &[$($(Symbol(crate::$module::$name as *const ()),)*)*];

        #[cfg(test)]
        const NAMES: &[&str] = &[$($(stringify!($name),)*)*];
    };
}

symbols! {
    array_buffers::{
        napi_create_arraybuffer,
        napi_create_external_arraybuffer,
        napi_detach_arraybuffer,
        napi_get_arraybuffer_info,
        napi_is_arraybuffer,
        napi_is_detached_arraybuffer,
        node_api_create_sharedarraybuffer,
        node_api_is_sharedarraybuffer,
    },
    async_context::{
        napi_async_destroy,
        napi_async_init,
        napi_close_callback_scope,
        napi_make_callback,
        napi_open_callback_scope,
    },
    async_work::{
        napi_cancel_async_work,
        napi_create_async_work,
        napi_delete_async_work,
        napi_queue_async_work,
    },
    bigints::{
        napi_create_bigint_int64,
        napi_create_bigint_uint64,
        napi_create_bigint_words,
        napi_get_value_bigint_int64,
        napi_get_value_bigint_uint64,
        napi_get_value_bigint_words,
    },
    buffers::{
        napi_create_buffer,
        napi_create_buffer_copy,
        napi_create_external_buffer,
        napi_get_buffer_info,
        napi_is_buffer,
        node_api_create_buffer_from_arraybuffer,
    },
    classes::{
        napi_define_class,
    },
    cleanup::{
        napi_add_async_cleanup_hook,
        napi_add_env_cleanup_hook,
        napi_remove_async_cleanup_hook,
        napi_remove_env_cleanup_hook,
    },
    dates::{
        napi_create_date,
        napi_get_date_value,
        napi_is_date,
    },
    descriptors::{
        napi_define_properties,
    },
    errors::{
        napi_create_error,
        napi_create_range_error,
        napi_create_type_error,
        napi_fatal_exception,
        napi_get_and_clear_last_exception,
        napi_is_error,
        napi_is_exception_pending,
        napi_throw,
        napi_throw_error,
        napi_throw_range_error,
        napi_throw_type_error,
        node_api_create_syntax_error,
        node_api_throw_syntax_error,
    },
    externals::{
        napi_create_external,
        napi_get_value_external,
    },
    fatal::{
        napi_fatal_error,
    },
    finalizers::{
        napi_add_finalizer,
        napi_adjust_external_memory,
        node_api_post_finalizer,
    },
    functions::{
        napi_call_function,
        napi_create_function,
        napi_get_cb_info,
        napi_get_new_target,
        napi_new_instance,
    },
    handles::{
        napi_close_escapable_handle_scope,
        napi_close_handle_scope,
        napi_escape_handle,
        napi_open_escapable_handle_scope,
        napi_open_handle_scope,
    },
    instance::{
        napi_get_instance_data,
        napi_set_instance_data,
        node_api_get_module_file_name,
    },
    last_error::{
        napi_get_last_error_info,
    },
    loader::{
        napi_module_register,
    },
    objects::{
        napi_create_array,
        napi_create_array_with_length,
        napi_create_object,
        napi_delete_element,
        napi_delete_property,
        napi_get_all_property_names,
        napi_get_array_length,
        napi_get_element,
        napi_get_named_property,
        napi_get_property,
        napi_get_property_names,
        napi_get_prototype,
        napi_has_element,
        napi_has_named_property,
        napi_has_own_property,
        napi_has_property,
        napi_is_array,
        napi_object_freeze,
        napi_object_seal,
        napi_set_element,
        napi_set_named_property,
        napi_set_property,
        node_api_set_prototype,
    },
    promises::{
        napi_create_promise,
        napi_is_promise,
        napi_reject_deferred,
        napi_resolve_deferred,
    },
    references::{
        napi_create_reference,
        napi_delete_reference,
        napi_get_reference_value,
        napi_reference_ref,
        napi_reference_unref,
    },
    scripts::{
        napi_run_script,
    },
    strings::{
        napi_create_string_latin1,
        napi_create_string_utf16,
        napi_create_string_utf8,
        napi_create_symbol,
        napi_get_value_string_latin1,
        napi_get_value_string_utf16,
        napi_get_value_string_utf8,
        node_api_create_external_string_latin1,
        node_api_create_external_string_utf16,
        node_api_create_property_key_latin1,
        node_api_create_property_key_utf16,
        node_api_create_property_key_utf8,
        node_api_symbol_for,
    },
    threadsafe::{
        napi_acquire_threadsafe_function,
        napi_call_threadsafe_function,
        napi_create_threadsafe_function,
        napi_get_threadsafe_function_context,
        napi_ref_threadsafe_function,
        napi_release_threadsafe_function,
        napi_unref_threadsafe_function,
    },
    type_tags::{
        napi_check_object_type_tag,
        napi_type_tag_object,
    },
    values::{
        napi_coerce_to_bool,
        napi_coerce_to_number,
        napi_coerce_to_object,
        napi_coerce_to_string,
        napi_create_double,
        napi_create_int32,
        napi_create_int64,
        napi_create_uint32,
        napi_get_boolean,
        napi_get_global,
        napi_get_null,
        napi_get_undefined,
        napi_get_value_bool,
        napi_get_value_double,
        napi_get_value_int32,
        napi_get_value_int64,
        napi_get_value_uint32,
        napi_instanceof,
        napi_strict_equals,
        napi_typeof,
    },
    versions::{
        napi_get_node_version,
        napi_get_uv_event_loop,
        napi_get_version,
    },
    views::{
        napi_create_dataview,
        napi_create_typedarray,
        napi_get_dataview_info,
        napi_get_typedarray_info,
        napi_is_dataview,
        napi_is_typedarray,
    },
    wraps::{
        napi_remove_wrap,
        napi_unwrap,
        napi_wrap,
    },
}

/// Has the linker keep all of them.
pub(crate) fn keep() {
    std::hint::black_box(SYMBOLS.as_ptr());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The declarations that addons are compiled with, of all versions up to 10.
    const DECLARED: &str = include_str!("../../../tests/napi/fixtures/node_api.h");

    #[test]
    fn every_declared_function_is_there() {
        let words = DECLARED.split(|char: char| !char.is_alphanumeric() && char != '_');
        let calls = |name: &&str| DECLARED.contains(&format!(" {name}("));
        let functions: Vec<&str> = words
            .filter(|word| word.starts_with("napi_") || word.starts_with("node_api_"))
            .filter(calls)
            .filter(|name| !name.ends_with("_v1"))
            .collect();
        assert!(functions.len() > 150, "{}", functions.len());
        for function in functions {
            assert!(NAMES.contains(&function), "{function} is missing");
        }
    }
}
