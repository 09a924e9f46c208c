//! Finalizers: what an addon has called when an object of JavaScript's is gone.
//!
//! They are rows of a table of their env. What dies, on whichever thread and perhaps while the collector runs, says only
//! which row is due ([`Due`]); the loop is woken, and the finalizers are called in a callback, where they may run scripts.
//! Those of what is still alive when the environment ends are called then, the last one first.

use std::ffi::c_void;
use std::rc::Weak;
use std::sync::{Arc, Mutex, PoisonError};

use roundel_jsc::{ArrayBuffer, Ctx};
use roundel_loop::{Origin, Wakeup, WakeupSender};

use crate::entry::{self, Call};
use crate::env::{Env, EnvPointer, Opaque};
use crate::host::Host;
use crate::operations::Operation;
use crate::pointers::Out;
use crate::references::Reference;
use crate::status::Status;
use crate::types::{Finalize, Handle, ReferenceToken};

/// A function of the addon's and what it is called with.
#[derive(Clone, Copy)]
pub(crate) struct Finalizer {
    pub(crate) function: Option<Finalize>,
    pub(crate) data: Opaque,
    pub(crate) hint: Opaque,
}

impl Finalizer {
    pub(crate) fn new(
        function: Option<Finalize>,
        data: *mut c_void,
        hint: *mut c_void,
    ) -> Finalizer {
        Finalizer { function, data: Opaque(data), hint: Opaque(hint) }
    }

    pub(crate) fn call(self, env: EnvPointer) {
        if let Some(function) = self.function {
            // SAFETY: the addon's own function, called as the interface says, on the thread of its env.
            unsafe { function(env, self.data.0, self.hint.0) };
        }
    }
}

/// Which finalizers of an env are due, from any thread.
pub(crate) struct Due {
    state: Mutex<State>,
}

struct State {
    keys: Vec<usize>,
    /// The way to the loop, until the env is over.
    bell: Option<(Wakeup, WakeupSender)>,
}

impl Due {
    pub(crate) fn new(host: &dyn Host, env: Weak<Env>) -> Arc<Due> {
        let lp = host.event_loop();
        let wakeup = Wakeup::new(lp, move |_, _| {
            if let Some(env) = env.upgrade() {
                env.finalize_due();
            }
        });
        wakeup.set_origin(lp, Origin::new("Finalizers"));
        wakeup.unreference(lp);
        // Without a way to the loop the finalizers wait for the end of the environment.
        let bell = wakeup.sender(lp).ok().map(|sender| (wakeup, sender));
        Arc::new(Due { state: Mutex::new(State { keys: Vec::new(), bell }) })
    }

    fn push(&self, key: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sender)) = &state.bell {
            let sender = sender.clone();
            state.keys.push(key);
            sender.send();
        }
    }

    fn take(&self) -> Vec<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.keys)
    }

    pub(crate) fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).bell = None;
    }

    pub(crate) fn wakeup(&self) -> Option<Wakeup> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.bell.as_ref().map(|(wakeup, _)| *wakeup)
    }
}

/// Says that a finalizer is due when it is dropped.
pub(crate) struct Ending {
    key: usize,
    due: Arc<Due>,
}

impl Ending {
    pub(crate) fn key(&self) -> usize {
        self.key
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.due.push(self.key);
    }
}

/// What sits inside an external, or beside an object that an addon has wrapped.
pub(crate) struct Carried {
    pub(crate) data: Opaque,
    /// There to be dropped.
    pub(crate) ending: Option<Ending>,
}

impl Env {
    /// Notes a finalizer that the end of the result makes due. Without a function there is none.
    pub(crate) fn watch(&self, finalizer: Finalizer) -> Option<Ending> {
        finalizer.function?;
        Some(Ending { key: self.finalizers.insert(finalizer), due: self.due.clone() })
    }

    /// The addon does not want to hear of it any more.
    pub(crate) fn forget(&self, ending: Option<&Ending>) {
        if let Some(ending) = ending {
            self.finalizers.remove(ending.key());
        }
    }

    fn finalize_due(&self) {
        // What is left then is called when the environment ends.
        if self.host().has_ended() {
            return;
        }
        let keys = self.due.take();
        let due: Vec<Finalizer> =
            keys.into_iter().filter_map(|key| self.finalizers.remove(key)).collect();
        if due.is_empty() {
            return;
        }
        self.host().callback(Box::new(|ctx| {
            for finalizer in due {
                self.finalize(ctx, finalizer);
            }
            Ok(())
        }));
    }

    /// Calls one. What it throws is nobody's.
    pub(crate) fn finalize(&self, ctx: Ctx<'_>, finalizer: Finalizer) {
        if let Err(exception) = self.tell(ctx, |env| finalizer.call(env))
            && self.can_run_script()
        {
            self.host().report_uncaught(ctx, exception);
        }
    }

    /// Calls those of all that is still alive.
    pub(crate) fn finalize_all(&self, ctx: Ctx<'_>) {
        while let Some(finalizer) = self.finalizers.pop() {
            self.finalize(ctx, finalizer);
        }
        if let Some(data) = self.instance_data.take() {
            self.finalize(ctx, data);
        }
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_add_finalizer(
    env: EnvPointer,
    object: Handle,
    data: *mut c_void,
    function: Option<Finalize>,
    hint: *mut c_void,
    result: Out<ReferenceToken>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(object)?;
        if function.is_none() {
            return Err(Status::InvalidArg.into());
        }
        let object = value.as_object(call.ctx).ok_or(Status::InvalidArg)?;
        let ending = call.env.watch(Finalizer::new(function, data, hint));
        let carried = Carried { data: Opaque(data), ending };
        let carrier = call.carry(&call.env.shared.wraps, carried);
        call.perform(Operation::Attach, &[object.into(), carrier.into()])?;
        if !result.is_null() {
            let reference = Reference::new(call, value, 0);
            result.set_if(ReferenceToken(call.env.references.insert(reference)));
        }
        Ok(())
    })
}

/// The addon has a finalizer called later, from one that may not run scripts itself.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn node_api_post_finalizer(
    env: EnvPointer,
    function: Option<Finalize>,
    data: *mut c_void,
    hint: *mut c_void,
) -> Status {
    entry::basic(env, |env| {
        if function.is_none() {
            return Err(Status::InvalidArg);
        }
        drop(env.watch(Finalizer::new(function, data, hint)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_adjust_external_memory(
    env: EnvPointer,
    change_bytes: i64,
    result: Out<i64>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let total = call.env.external_bytes.get().saturating_add(change_bytes).max(0);
        call.env.external_bytes.set(total);
        if let Ok(bytes @ 1..) = usize::try_from(change_bytes) {
            call.ctx.report_extra_memory(bytes);
        }
        Ok(result.set(total)?)
    })
}

/// A buffer over memory of the addon's.
pub(crate) fn foreign_buffer<'js>(
    call: Call<'js>,
    data: *mut c_void,
    byte_length: usize,
    finalizer: Finalizer,
) -> entry::Outcome<'js, ArrayBuffer<'js>> {
    let ending = call.env.watch(finalizer);
    // SAFETY: the addon says that the memory is good until its finalizer is called, which is after the end of `ending`.
    Ok(unsafe { ArrayBuffer::from_foreign(call.ctx, data.cast(), byte_length, ending)? })
}
