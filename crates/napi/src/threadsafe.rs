//! Thread-safe functions: how other threads have the loop's thread call the addon.
//!
//! Calls are queued under a lock and the loop is woken; in the poll phase each call is a callback of its own, with ticks and
//! microtasks after it. The states, in order: open; closing, when the last thread has let go or one has aborted, so that
//! calls are refused; closed, when the closing phase has called the finalizer. A thread holds the address until it has let
//! go, so the memory stays until the function is closed and no thread is left.
//!
//! What belongs to the loop's thread is in [`Local`], what threads share in [`Threadsafe`].

use std::collections::VecDeque;
use std::ffi::c_void;
use std::rc::{Rc, Weak};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use roundel_jsc::{Ctx, JsResult, Persistent};
use roundel_loop::{Wakeup, WakeupSender};

use crate::async_context::Stores;
use crate::entry;
use crate::env::{Env, EnvPointer, Opaque};
use crate::finalizers::Finalizer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{CallJs, Finalize, Handle};

/// What `napi_threadsafe_function` points to.
pub(crate) struct Threadsafe {
    state: Mutex<State>,
    /// Told when there is room in the queue, or will never be.
    room: Condvar,
    /// How many calls may wait; 0 for any number.
    max_queued: usize,
    context: Opaque,
    sender: WakeupSender,
    wakeup: Wakeup,
}

struct State {
    queue: VecDeque<Opaque>,
    threads: usize,
    is_closing: bool,
    is_closed: bool,
}

/// What an addon holds. The one pointer that is followed without being looked up, as any thread may call with it and the
/// interface says how long it is good.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct ThreadsafePointer(*const Threadsafe);

impl ThreadsafePointer {
    fn get<'a>(self) -> Result<&'a Threadsafe, Status> {
        // SAFETY: null, or the address given by `napi_create_threadsafe_function` to a thread that has not let go of it yet,
        // as the interface demands of the addon: until then one count of the `Arc` is the addon's.
        unsafe { self.0.as_ref() }.ok_or(Status::InvalidArg)
    }

    /// Gives back the addon's count, when no thread is left and the function is closed.
    fn release_if(self, is_over: bool) {
        if is_over {
            // SAFETY: made by `Arc::into_raw`; the state in which this is called is reached once.
            drop(unsafe { Arc::from_raw(self.0) });
        }
    }
}

/// One that is not closed, as its env knows it.
#[derive(Clone)]
pub(crate) struct Open {
    shared: Arc<Threadsafe>,
    local: Rc<Local>,
}

/// The loop's side.
struct Local {
    env: Weak<Env>,
    function: Option<Persistent>,
    resource: Persistent,
    call_js: Option<CallJs>,
    finalizer: Finalizer,
}

/// `napi_threadsafe_function_release_mode`
const ABORT: i32 = 1;
/// `napi_threadsafe_function_call_mode`
const BLOCKING: i32 = 1;
/// How many calls are made before the rest of the loop has its turn.
const MAX_CALLS: usize = 1000;

impl Threadsafe {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, data: Opaque, mode: i32) -> Result<(), Status> {
        let mut state = self.lock();
        while self.max_queued > 0 && state.queue.len() >= self.max_queued && !state.is_closing {
            if mode != BLOCKING {
                return Err(Status::QueueFull);
            }
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closing {
            return Err(Status::Closing);
        }
        state.queue.push_back(data);
        drop(state);
        self.sender.send();
        Ok(())
    }

    /// Takes the next call. `None` and a state that is closing: nothing more comes.
    fn pop(&self) -> (Option<Opaque>, Next) {
        let mut state = self.lock();
        if state.is_closing {
            return (None, Next::Close);
        }
        let was_full = self.max_queued > 0 && state.queue.len() >= self.max_queued;
        let data = state.queue.pop_front();
        if was_full {
            self.room.notify_one();
        }
        let next = match (state.queue.is_empty(), state.threads) {
            (true, 0) => {
                state.is_closing = true;
                self.room.notify_all();
                Next::Close
            }
            (true, _) => Next::Wait,
            (false, _) => Next::More,
        };
        (data, next)
    }
}

enum Next {
    More,
    Wait,
    Close,
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_threadsafe_function(
    env: EnvPointer,
    function: Handle,
    resource: Handle,
    name: Handle,
    max_queued: usize,
    threads: usize,
    finalize_data: *mut c_void,
    finalize: Option<Finalize>,
    context: *mut c_void,
    call_js: Option<CallJs>,
    result: Out<ThreadsafePointer>,
) -> Status {
    entry::call(env, |call| {
        call.value(name)?;
        if threads == 0 {
            return Err(Status::InvalidArg.into());
        }
        result.check()?;
        let function = match function {
            Handle::NULL if call_js.is_none() => return Err(Status::InvalidArg.into()),
            Handle::NULL => None,
            function => Some(Persistent::new(call.ctx, call.value(function)?)),
        };
        if let Some(function) = &function
            && !function.get(call.ctx).is_function(call.ctx)
        {
            return Err(Status::InvalidArg.into());
        }
        let resource = call.async_resource(resource, name)?;
        let finalizer = Finalizer::new(finalize, finalize_data, context);
        let local = Local { env: call.env.me(), function, resource, call_js, finalizer };
        let local = Rc::new(local);
        let made = open(call.env, local.clone(), (max_queued, threads), Opaque(context))?;
        call.env.threadsafe.borrow_mut().push(Open { shared: made.clone(), local });
        Ok(result.set(ThreadsafePointer(Arc::into_raw(made)))?)
    })
}

fn open(
    env: &Env,
    local: Rc<Local>,
    (max_queued, threads): (usize, usize),
    context: Opaque,
) -> Result<Arc<Threadsafe>, Status> {
    let lp = env.host().event_loop();
    let shared: Rc<std::cell::OnceCell<std::sync::Weak<Threadsafe>>> = Rc::default();
    let known = shared.clone();
    let wakeup = Wakeup::new(lp, move |_, _| {
        if let Some(function) = known.get().and_then(std::sync::Weak::upgrade) {
            local.dispatch(&function);
        }
    });
    wakeup.set_origin(lp, env.host().origin("ThreadSafeFunction"));
    let sender = wakeup.sender(lp).map_err(|_| Status::GenericFailure)?;
    let state = State { queue: VecDeque::new(), threads, is_closing: false, is_closed: false };
    let made = Arc::new(Threadsafe {
        state: Mutex::new(state),
        room: Condvar::new(),
        max_queued,
        context,
        sender,
        wakeup,
    });
    // Set once, here.
    let _ = shared.set(Arc::downgrade(&made));
    Ok(made)
}

impl Local {
    /// In the poll phase: makes the calls that wait.
    fn dispatch(self: &Rc<Local>, function: &Arc<Threadsafe>) {
        let Some(env) = self.env.upgrade() else { return };
        for _ in 0..MAX_CALLS {
            if env.host().has_ended() {
                return;
            }
            let (data, next) = function.pop();
            if matches!(next, Next::Close) {
                self.close(&env, function);
            }
            if let Some(data) = data {
                env.host().callback(Box::new(|ctx| {
                    env.run_in(ctx, &self.resource, Stores::None, || {
                        self.call(ctx, &env, function, data)
                    })
                }));
            }
            if !matches!(next, Next::More) {
                return;
            }
        }
        function.sender.send();
    }

    fn call<'js>(
        &self,
        ctx: Ctx<'js>,
        env: &Env,
        shared: &Threadsafe,
        data: Opaque,
    ) -> JsResult<'js, ()> {
        let function = self.function.as_ref().map(|function| function.get(ctx));
        let Some(call_js) = self.call_js else {
            if let Some(function) = function.and_then(|function| function.as_function(ctx)) {
                function.call(ctx, None, &[])?;
            }
            return Ok(());
        };
        env.tell(ctx, |pointer| {
            let function = function.map_or(Handle::NULL, |function| env.handle(ctx, function));
            // SAFETY: the addon's own function, called as the interface says, on the thread of its env.
            unsafe { call_js(pointer, function, shared.context.0, data.0) };
        })
    }

    /// No call comes any more: the closing phase calls the finalizer.
    fn close(self: &Rc<Local>, env: &Rc<Env>, function: &Arc<Threadsafe>) {
        let (local, env, closed) = (self.clone(), env.clone(), function.clone());
        function.wakeup.close(env.clone().host().event_loop(), move |_| {
            env.host().callback(Box::new(|ctx| {
                env.run_in(ctx, &local.resource, Stores::None, || {
                    env.tell(ctx, |pointer| local.finalizer.call(pointer))
                })
            }));
            local.empty(&closed);
            forget(&env, &closed);
            finish(&closed);
        });
    }

    /// Has the addon free the data of calls that were never made.
    fn empty(&self, function: &Threadsafe) {
        loop {
            let data = function.lock().queue.pop_front();
            let Some(data) = data else { return };
            if let Some(call_js) = self.call_js {
                // SAFETY: as in `call`; without an env the addon knows that there is nothing to call.
                unsafe { call_js(EnvPointer::NULL, Handle::NULL, function.context.0, data.0) };
            }
        }
    }
}

fn forget(env: &Env, function: &Arc<Threadsafe>) {
    let mut list = env.threadsafe.borrow_mut();
    let at = list.iter().position(|other| Arc::ptr_eq(&other.shared, function));
    let gone = at.map(|at| list.swap_remove(at));
    drop(list);
    drop(gone);
}

/// The function is closed: the memory goes with the last thread.
fn finish(function: &Arc<Threadsafe>) {
    let mut state = function.lock();
    let is_over = !state.is_closed && state.threads == 0;
    state.is_closed = true;
    drop(state);
    ThreadsafePointer(Arc::as_ptr(function)).release_if(is_over);
}

impl Env {
    /// The environment ends: threads are told, and no script runs.
    pub(crate) fn close_threadsafe(&self, ctx: Ctx<'_>) {
        for Open { shared, local } in self.threadsafe.take() {
            shared.lock().is_closing = true;
            shared.room.notify_all();
            shared.wakeup.close_quietly(self.host().event_loop());
            self.finalize(ctx, local.finalizer);
            local.empty(&shared);
            finish(&shared);
        }
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_threadsafe_function_context(
    function: ThreadsafePointer,
    result: Out<*mut c_void>,
) -> Status {
    let given = function.get().and_then(|function| result.set(function.context.0));
    given.err().unwrap_or(Status::Ok)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_call_threadsafe_function(
    function: ThreadsafePointer,
    data: *mut c_void,
    mode: i32,
) -> Status {
    let shared = match function.get() {
        Ok(shared) => shared,
        Err(status) => return status,
    };
    match shared.push(Opaque(data), mode) {
        Ok(()) => Status::Ok,
        // Who hears that has let go.
        Err(Status::Closing) => let_go(function, shared),
        Err(status) => status,
    }
}

fn let_go(function: ThreadsafePointer, shared: &Threadsafe) -> Status {
    let mut state = shared.lock();
    if state.threads == 0 {
        return Status::InvalidArg;
    }
    state.threads -= 1;
    let is_over = state.threads == 0 && state.is_closed;
    drop(state);
    function.release_if(is_over);
    Status::Closing
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_acquire_threadsafe_function(function: ThreadsafePointer) -> Status {
    let shared = match function.get() {
        Ok(shared) => shared,
        Err(status) => return status,
    };
    let mut state = shared.lock();
    if state.is_closing {
        return Status::Closing;
    }
    state.threads += 1;
    Status::Ok
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_release_threadsafe_function(
    function: ThreadsafePointer,
    mode: i32,
) -> Status {
    let shared = match function.get() {
        Ok(shared) => shared,
        Err(status) => return status,
    };
    let mut state = shared.lock();
    if state.threads == 0 {
        return Status::InvalidArg;
    }
    state.threads -= 1;
    let is_last = state.threads == 0;
    if (is_last || mode == ABORT) && !state.is_closing {
        state.is_closing = mode == ABORT;
        if state.is_closing {
            shared.room.notify_all();
        }
        shared.sender.send();
    }
    let is_over = is_last && state.is_closed;
    drop(state);
    function.release_if(is_over);
    Status::Ok
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_unref_threadsafe_function(
    env: EnvPointer,
    function: ThreadsafePointer,
) -> Status {
    entry::basic(env, |env| {
        function.get()?.wakeup.unreference(env.host().event_loop());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_ref_threadsafe_function(
    env: EnvPointer,
    function: ThreadsafePointer,
) -> Status {
    entry::basic(env, |env| {
        function.get()?.wakeup.reference(env.host().event_loop());
        Ok(())
    })
}
