//! The types of `js_native_api_types.h` and `node_api_types.h`, under Rust's names.

use std::ffi::{c_char, c_void};

use crate::env::EnvPointer;
use crate::pointers::Text;
use crate::status::Status;

/// Pointers that are opaque to addons, and here are numbers: what a number stands for is looked up, so that one which
/// stands for nothing any more is an error and not an address.
macro_rules! tokens {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) usize);

        impl $name {
            #[allow(dead_code)]
            pub(crate) const NULL: $name = $name(0);
        }
    )*};
}

tokens! {
    /// `napi_value`: one more than the position of a value among the handles of an env.
    Handle,
    /// `napi_ref`
    ReferenceToken,
    /// `napi_handle_scope`, `napi_escapable_handle_scope`: the depth of a scope.
    ScopeToken,
    /// `napi_callback_info`: the depth of a call.
    InfoToken,
    /// `napi_deferred`
    DeferredToken,
    /// `napi_async_work`
    WorkToken,
    /// `napi_async_context`
    AsyncContextToken,
    /// `napi_callback_scope`: the depth of a callback scope.
    CallbackScopeToken,
}

pub(crate) type Callback = unsafe extern "C" fn(env: EnvPointer, info: InfoToken) -> Handle;
pub(crate) type Finalize =
    unsafe extern "C" fn(env: EnvPointer, data: *mut c_void, hint: *mut c_void);
pub(crate) type Execute = unsafe extern "C" fn(env: EnvPointer, data: *mut c_void);
pub(crate) type Complete = unsafe extern "C" fn(env: EnvPointer, status: Status, data: *mut c_void);
pub(crate) type CallJs = unsafe extern "C" fn(
    env: EnvPointer,
    function: Handle,
    context: *mut c_void,
    data: *mut c_void,
);
pub(crate) type CleanupHook = unsafe extern "C" fn(argument: *mut c_void);
pub(crate) type RegisterModule = unsafe extern "C" fn(env: EnvPointer, exports: Handle) -> Handle;
pub(crate) type ApiVersion = unsafe extern "C" fn() -> i32;

/// `napi_valuetype`
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueType {
    Undefined = 0,
    Null = 1,
    Boolean = 2,
    Number = 3,
    String = 4,
    Symbol = 5,
    Object = 6,
    Function = 7,
    External = 8,
    Bigint = 9,
}

/// Of `napi_property_attributes`, those that Rust looks at.
pub(crate) const ENUMERABLE: i32 = 1 << 1;
pub(crate) const STATIC: i32 = 1 << 10;

/// `napi_property_descriptor`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PropertyDescriptor {
    pub(crate) utf8_name: Text,
    pub(crate) name: Handle,
    pub(crate) method: Option<Callback>,
    pub(crate) getter: Option<Callback>,
    pub(crate) setter: Option<Callback>,
    pub(crate) value: Handle,
    pub(crate) attributes: i32,
    pub(crate) data: *mut c_void,
}

/// `napi_extended_error_info`
#[repr(C)]
pub(crate) struct ErrorInfo {
    pub(crate) message: *const c_char,
    pub(crate) engine_reserved: *mut c_void,
    pub(crate) engine_error_code: u32,
    pub(crate) code: Status,
}

/// `napi_type_tag`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeTag {
    pub(crate) lower: u64,
    pub(crate) upper: u64,
}

/// `napi_node_version`
#[repr(C)]
pub(crate) struct NodeVersion {
    pub(crate) major: u32,
    pub(crate) minor: u32,
    pub(crate) patch: u32,
    pub(crate) release: *const c_char,
}

/// `napi_module`, what a constructor of an older addon registers.
#[repr(C)]
pub(crate) struct Module {
    pub(crate) version: i32,
    pub(crate) flags: u32,
    pub(crate) filename: *const c_char,
    pub(crate) register: Option<RegisterModule>,
    pub(crate) name: *const c_char,
    pub(crate) private: *mut c_void,
    pub(crate) reserved: [*mut c_void; 4],
}
