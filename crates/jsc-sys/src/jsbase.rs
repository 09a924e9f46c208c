//! `JavaScriptCore/JSBase.h`: the opaque types, evaluation, collection.

use std::ffi::{c_int, c_void};

macro_rules! opaque {
    ($($name:ident),* $(,)?) => {$(
        /// An engine type seen only behind a pointer.
        #[repr(C)]
        pub struct $name {
            _opaque: [u8; 0],
            _not_send_sync_unpin: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
        }
    )*};
}
pub(crate) use opaque;

opaque!(
    OpaqueJSContextGroup,
    OpaqueJSContext,
    OpaqueJSString,
    OpaqueJSClass,
    OpaqueJSPropertyNameArray,
    OpaqueJSPropertyNameAccumulator,
    OpaqueJSValue,
);

pub type JSContextGroupRef = *const OpaqueJSContextGroup;
pub type JSContextRef = *const OpaqueJSContext;
pub type JSGlobalContextRef = *mut OpaqueJSContext;
pub type JSStringRef = *mut OpaqueJSString;
pub type JSClassRef = *mut OpaqueJSClass;
pub type JSPropertyNameArrayRef = *mut OpaqueJSPropertyNameArray;
pub type JSPropertyNameAccumulatorRef = *mut OpaqueJSPropertyNameAccumulator;
pub type JSTypedArrayBytesDeallocator =
    Option<unsafe extern "C" fn(bytes: *mut c_void, deallocator_context: *mut c_void)>;
pub type JSValueRef = *const OpaqueJSValue;
pub type JSObjectRef = *mut OpaqueJSValue;

unsafe extern "C" {
    pub fn JSEvaluateScript(
        ctx: JSContextRef,
        script: JSStringRef,
        this_object: JSObjectRef,
        source_url: JSStringRef,
        starting_line_number: c_int,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSCheckScriptSyntax(
        ctx: JSContextRef,
        script: JSStringRef,
        source_url: JSStringRef,
        starting_line_number: c_int,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSGarbageCollect(ctx: JSContextRef);
}
