//! The few functions of `glib.h` that serve a main context from a foreign event loop: the engine
//! posts the completions of WebAssembly compilation, `FinalizationRegistry` and `Atomics.waitAsync`
//! to the main context that was the thread's default when the virtual machine was created.

use std::ffi::{c_int, c_ushort, c_void};

use crate::jsbase::opaque;

pub type gboolean = c_int;

opaque!(GMainContext);

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GPollFD {
    pub fd: c_int,
    pub events: c_ushort,
    pub revents: c_ushort,
}

unsafe extern "C" {
    pub fn g_main_context_new() -> *mut GMainContext;
    pub fn g_main_context_ref(context: *mut GMainContext) -> *mut GMainContext;
    pub fn g_main_context_unref(context: *mut GMainContext);
    pub fn g_main_context_push_thread_default(context: *mut GMainContext);
    pub fn g_main_context_pop_thread_default(context: *mut GMainContext);
    pub fn g_main_context_acquire(context: *mut GMainContext) -> gboolean;
    pub fn g_main_context_release(context: *mut GMainContext);
    pub fn g_main_context_prepare(context: *mut GMainContext, priority: *mut c_int) -> gboolean;
    pub fn g_main_context_query(
        context: *mut GMainContext,
        max_priority: c_int,
        timeout: *mut c_int,
        fds: *mut GPollFD,
        n_fds: c_int,
    ) -> c_int;
    pub fn g_main_context_check(
        context: *mut GMainContext,
        max_priority: c_int,
        fds: *mut GPollFD,
        n_fds: c_int,
    ) -> gboolean;
    pub fn g_main_context_dispatch(context: *mut GMainContext);
    pub fn g_main_context_iteration(context: *mut GMainContext, may_block: gboolean) -> gboolean;
    pub fn g_main_context_pending(context: *mut GMainContext) -> gboolean;
    pub fn g_main_context_wakeup(context: *mut GMainContext);
    pub fn g_free(mem: *mut c_void);
}
