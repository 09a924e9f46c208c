//! Functions that the library exports and declares in no installed header. Their declarations are
//! in WebKit's own `*Private.h` headers, which distributions do not ship; the names and signatures
//! have not changed for years, and `tests/mirror.rs` notices when one disappears.

use std::ffi::{c_char, c_int, c_uint, c_void};

use crate::jsbase::*;

opaque!(OpaqueJSScript, OpaqueJSWeak);

pub type JSScriptRef = *mut OpaqueJSScript;
pub type JSWeakRef = *mut OpaqueJSWeak;
pub type JSShouldTerminateCallback =
    Option<unsafe extern "C" fn(ctx: JSContextRef, context: *mut c_void) -> bool>;

unsafe extern "C" {
    // JSLockRefPrivate.h: the API lock. It is recursive; microtasks run when the last level is
    // released.
    pub fn JSLock(ctx: JSContextRef);
    pub fn JSUnlock(ctx: JSContextRef);

    // JSContextRefPrivate.h
    pub fn JSContextCreateBacktrace(ctx: JSContextRef, max_stack_size: c_uint) -> JSStringRef;
    pub fn JSContextGroupSetExecutionTimeLimit(
        group: JSContextGroupRef,
        limit_seconds: f64,
        callback: JSShouldTerminateCallback,
        context: *mut c_void,
    );
    pub fn JSContextGroupClearExecutionTimeLimit(group: JSContextGroupRef);
    pub fn JSContextGroupEnableSamplingProfiler(group: JSContextGroupRef) -> bool;
    pub fn JSContextGroupDisableSamplingProfiler(group: JSContextGroupRef);
    pub fn JSContextGroupTakeSamplesFromSamplingProfiler(group: JSContextGroupRef) -> JSStringRef;
    pub fn JSGlobalContextSetUnhandledRejectionCallback(
        ctx: JSGlobalContextRef,
        function: JSObjectRef,
        exception: *mut JSValueRef,
    );
    pub fn JSGlobalContextSetEvalEnabled(
        ctx: JSGlobalContextRef,
        enabled: bool,
        message: JSStringRef,
    );

    // JSBasePrivate.h
    pub fn JSReportExtraMemoryCost(ctx: JSContextRef, size: usize);
    pub fn JSDisableGCTimer();
    pub fn JSConfigureSignalForGC(signal: c_int) -> bool;
    pub fn JSGetMemoryUsageStatistics(ctx: JSContextRef) -> JSObjectRef;
    pub fn JSSynchronousGarbageCollectForDebugging(ctx: JSContextRef);
    pub fn JSSynchronousEdenCollectForDebugging(ctx: JSContextRef);

    // JSObjectRefPrivate.h
    pub fn JSObjectGetProxyTarget(object: JSObjectRef) -> JSObjectRef;
    pub fn JSObjectGetGlobalContext(object: JSObjectRef) -> JSGlobalContextRef;

    // JSStringRefPrivate.h: the characters must outlive every string made from this one.
    pub fn JSStringCreateWithCharactersNoCopy(chars: *const u16, num_chars: usize) -> JSStringRef;

    // JSWeakPrivate.h
    pub fn JSWeakCreate(group: JSContextGroupRef, object: JSObjectRef) -> JSWeakRef;
    pub fn JSWeakRelease(group: JSContextGroupRef, weak: JSWeakRef);
    pub fn JSWeakGetObject(weak: JSWeakRef) -> JSObjectRef;

    // JSScriptRefPrivate.h
    pub fn JSScriptCreateReferencingImmortalASCIIText(
        group: JSContextGroupRef,
        url: JSStringRef,
        starting_line_number: c_int,
        source: *const c_char,
        length: usize,
        error_message: *mut JSStringRef,
        error_line: *mut c_int,
    ) -> JSScriptRef;
    pub fn JSScriptCreateFromString(
        group: JSContextGroupRef,
        url: JSStringRef,
        starting_line_number: c_int,
        source: JSStringRef,
        error_message: *mut JSStringRef,
        error_line: *mut c_int,
    ) -> JSScriptRef;
    pub fn JSScriptRelease(script: JSScriptRef);
    pub fn JSScriptEvaluate(
        ctx: JSContextRef,
        script: JSScriptRef,
        this_value: JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
}
