//! Cleanup hooks: what runs when the environment ends, the last one first.
//!
//! An env itself is among them, from its beginning, so that the hooks an addon adds run before its finalizers. Scripts do
//! not run any more.

use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

use roundel_jsc::Ctx;
use roundel_loop::RunMode;

use crate::entry;
use crate::env::{Env, EnvPointer, Opaque, any};
use crate::pointers::Out;
use crate::shared::Shared;
use crate::status::Status;
use crate::types::CleanupHook;

pub(crate) enum Hook {
    /// The end of an env.
    Env(Rc<Env>),
    Plain {
        function: CleanupHook,
        argument: Opaque,
    },
    /// Its handle is removed when what it began is done.
    Waited {
        function: AsyncCleanupHook,
        argument: Opaque,
        handle: HookHandle,
        is_running: bool,
    },
}

/// `napi_async_cleanup_hook_handle`: a number of the thread's.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HookHandle(usize);

pub(crate) type AsyncCleanupHook = unsafe extern "C" fn(handle: HookHandle, argument: *mut c_void);

thread_local! {
    static LAST_HANDLE: Cell<usize> = const { Cell::new(0) };
}

impl Hook {
    fn is_running(&self) -> bool {
        matches!(self, Hook::Waited { is_running: true, .. })
    }
}

impl Shared {
    /// Runs all hooks, and what they add.
    pub(crate) fn clean_up(&self, ctx: Ctx<'_>) {
        self.is_stopping.set(true);
        while let Some(hook) = self.next_hook() {
            match hook {
                Hook::Env(env) => env.end(ctx),
                // SAFETY: the addon's own function, called once, on the thread of its env.
                Hook::Plain { function, argument } => unsafe { function(argument.0) },
                Hook::Waited { function, argument, handle, .. } => {
                    let running = Hook::Waited { function, argument, handle, is_running: true };
                    self.hooks.borrow_mut().insert(0, running);
                    // SAFETY: as above.
                    unsafe { function(handle, argument.0) };
                }
            }
        }
        if self.hooks.borrow().iter().any(Hook::is_running) {
            // What they wait for comes through the loop, or never.
            self.host.event_loop().run(RunMode::Default);
        }
        self.hooks.take();
    }

    fn next_hook(&self) -> Option<Hook> {
        let mut hooks = self.hooks.borrow_mut();
        if hooks.last().is_none_or(Hook::is_running) { None } else { hooks.pop() }
    }
}

impl Env {
    fn end(&self, ctx: Ctx<'_>) {
        self.end_works();
        self.close_threadsafe(ctx);
        self.finalize_all(ctx);
        if let Some(wakeup) = self.due.wakeup() {
            wakeup.close_quietly(self.host().event_loop());
        }
        self.retire();
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_add_env_cleanup_hook(
    env: EnvPointer,
    function: Option<CleanupHook>,
    argument: *mut c_void,
) -> Status {
    entry::unrecorded(env, |env| {
        let function = function.ok_or(Status::InvalidArg)?;
        let hook = Hook::Plain { function, argument: Opaque(argument) };
        env.shared.hooks.borrow_mut().push(hook);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_remove_env_cleanup_hook(
    env: EnvPointer,
    function: Option<CleanupHook>,
    argument: *mut c_void,
) -> Status {
    entry::unrecorded(env, |env| {
        let removed = function.ok_or(Status::InvalidArg)?;
        let is_it = |hook: &Hook| match hook {
            Hook::Plain { function, argument: own } => {
                std::ptr::fn_addr_eq(*function, removed) && std::ptr::eq(own.0, argument)
            }
            _ => false,
        };
        let mut hooks = env.shared.hooks.borrow_mut();
        if let Some(at) = hooks.iter().rposition(is_it) {
            hooks.remove(at);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_add_async_cleanup_hook(
    env: EnvPointer,
    function: Option<AsyncCleanupHook>,
    argument: *mut c_void,
    result: Out<HookHandle>,
) -> Status {
    entry::basic(env, |env| {
        let function = function.ok_or(Status::InvalidArg)?;
        LAST_HANDLE.set(LAST_HANDLE.get() + 1);
        let handle = HookHandle(LAST_HANDLE.get());
        let argument = Opaque(argument);
        let hook = Hook::Waited { function, argument, handle, is_running: false };
        env.shared.hooks.borrow_mut().push(hook);
        result.set_if(handle);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_remove_async_cleanup_hook(removed: HookHandle) -> Status {
    let is_it = |hook: &Hook| matches!(hook, Hook::Waited { handle, .. } if *handle == removed);
    let found = any(|env| {
        let mut hooks = env.shared.hooks.borrow_mut();
        let at = hooks.iter().position(is_it);
        at.map(|at| hooks.remove(at)).is_some()
    });
    if found { Status::Ok } else { Status::InvalidArg }
}
