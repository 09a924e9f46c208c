//! The GLib main context to which the engine posts what finishes outside any script: WebAssembly
//! compilation, `FinalizationRegistry` callbacks, `Atomics.waitAsync`, and the collector's own
//! timers.
//!
//! The engine keeps the one that was the thread's default when its first machine was made on the
//! thread, so there is one for each thread, made by [`MainContext::of_thread`] *before* that, and it
//! lives as long as the thread. A foreign event loop then
//!
//! 1. watches its descriptor ([`AsFd`]) for reading, which other threads use to wake it,
//! 2. before it blocks, asks [`MainContext::timeout`] and waits no longer than that,
//! 3. after it woke, calls [`MainContext::dispatch`].
//!
//! Work posted on the engine's own thread does not signal the descriptor, which is why step 2
//! cannot be left out.

use std::ffi::c_int;
use std::marker::PhantomData;
use std::os::fd::{AsFd, BorrowedFd, RawFd};
use std::rc::Rc;
use std::sync::Once;
use std::time::Duration;

use roundel_jsc_sys::cxx;
use roundel_jsc_sys::glib::*;

use crate::{bytes, context};

/// Makes the first thread that starts a machine the one whose run loop is the engine's main one. A timer of the collector
/// asks for that, and it is a null reference until somebody has said which it is; WebKit does, a program of the C API
/// does not. From release 2.54 on the engine aborts when another thread says so than the first it has ever run on.
pub(crate) fn name_main_thread() {
    static MAIN_RUN_LOOP: Once = Once::new();
    MAIN_RUN_LOOP.call_once(cxx::initialize_main_thread);
}

/// Room for the descriptors of a query. The engine adds none of its own; GLib has one for wake-ups.
const FD_ROOM: usize = 8;

thread_local! {
    static OF_THREAD: Rc<MainContext> = Rc::new(MainContext::new());
}

/// The main context of a thread.
pub struct MainContext {
    raw: *mut GMainContext,
    fd: RawFd,
    one_thread: PhantomData<*mut ()>,
}

impl MainContext {
    /// The context of this thread, made and pushed as its default by the first call.
    pub fn of_thread() -> Rc<MainContext> {
        OF_THREAD.with(Rc::clone)
    }

    fn new() -> MainContext {
        // SAFETY: a new context with one reference, released in `drop`; owned by this thread until
        // then, so that work posted here needs no wake-up call to the kernel.
        let raw = unsafe {
            let raw = g_main_context_new();
            g_main_context_push_thread_default(raw);
            g_main_context_acquire(raw);
            raw
        };
        let mut context = MainContext { raw, fd: -1, one_thread: PhantomData };
        context.fd = context.query().1;
        assert!(context.fd >= 0, "a main context has a descriptor for wake-ups");
        context
    }

    /// How long until there is something to dispatch: zero if there is now, `None` if nothing is
    /// scheduled.
    pub fn timeout(&self) -> Option<Duration> {
        u64::try_from(self.query().0).ok().map(Duration::from_millis)
    }

    /// Runs what is due, without blocking, until nothing is. True if anything ran. Each callback
    /// that enters JavaScript is an entry of its own, with its microtasks.
    ///
    /// # Panics
    /// Inside the closure of [`crate::Bytes::with_bytes`].
    pub fn dispatch(&self) -> bool {
        bytes::assert_no_look();
        // Functions that are called have their realms' handles as long as this lasts.
        let _contexts = context::all();
        let mut ran = false;
        // SAFETY: the context is alive and owned by this thread.
        while unsafe { g_main_context_iteration(self.raw, 0) } != 0 {
            ran = true;
        }
        ran
    }

    /// The timeout in milliseconds, -1 for none, and the first descriptor.
    fn query(&self) -> (c_int, RawFd) {
        let mut priority: c_int = 0;
        let mut timeout_ms: c_int = -1;
        let mut fds = [GPollFD::default(); FD_ROOM];
        // SAFETY: the context is alive and owned by this thread; the engine writes at most
        // `FD_ROOM` entries.
        unsafe {
            if g_main_context_prepare(self.raw, &mut priority) != 0 {
                timeout_ms = 0;
            }
            let mut queried_ms: c_int = -1;
            g_main_context_query(
                self.raw,
                priority,
                &mut queried_ms,
                fds.as_mut_ptr(),
                FD_ROOM as c_int,
            );
            if timeout_ms != 0 {
                timeout_ms = queried_ms;
            }
        }
        (timeout_ms, fds[0].fd)
    }
}

/// The descriptor that becomes readable when another thread has posted work.
impl AsFd for MainContext {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // SAFETY: the context has it from `new` on, as checked there, and closes it when it goes.
        unsafe { BorrowedFd::borrow_raw(self.fd) }
    }
}

impl Drop for MainContext {
    fn drop(&mut self) {
        // SAFETY: undoes `new`, on the same thread, as the handle is not `Send`.
        unsafe {
            g_main_context_release(self.raw);
            g_main_context_pop_thread_default(self.raw);
            g_main_context_unref(self.raw);
        }
    }
}
