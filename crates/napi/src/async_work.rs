//! Async work: a function of the addon's on a thread of the pool, and one on the loop's thread when it is done.

use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

use roundel_jsc::Persistent;
use roundel_loop::{Lane, RunMode, WorkError, WorkId, cancel, work};

use crate::async_context::Stores;
use crate::entry;
use crate::env::{Env, EnvPointer, Opaque};
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Complete, Execute, Handle, WorkToken};

pub(crate) struct Work {
    execute: Execute,
    complete: Option<Complete>,
    data: Opaque,
    resource: Persistent,
    /// Where it is, once it is queued.
    id: Cell<Option<WorkId>>,
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_async_work(
    env: EnvPointer,
    resource: Handle,
    name: Handle,
    execute: Option<Execute>,
    complete: Option<Complete>,
    data: *mut c_void,
    result: Out<WorkToken>,
) -> Status {
    entry::call(env, |call| {
        let execute = execute.ok_or(Status::InvalidArg)?;
        result.check()?;
        let resource = call.async_resource(resource, name)?;
        let made = Work { execute, complete, data: Opaque(data), resource, id: Cell::new(None) };
        Ok(result.set(WorkToken(call.env.works.insert(Rc::new(made))))?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_delete_async_work(env: EnvPointer, work: WorkToken) -> Status {
    entry::call(env, |call| {
        let work = call.env.works.remove(work.0).ok_or(Status::InvalidArg)?;
        call.env.destroy_resource(call.ctx, &work.resource);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_queue_async_work(env: EnvPointer, work: WorkToken) -> Status {
    entry::basic(env, |env| {
        let work = env.works.with(work.0, |work| work.clone()).ok_or(Status::InvalidArg)?;
        env.queue(work)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_cancel_async_work(env: EnvPointer, work: WorkToken) -> Status {
    entry::basic(env, |env| {
        let id = env.works.with(work.0, |work| work.id.get()).ok_or(Status::InvalidArg)?;
        let is_taken = id.is_some_and(|id| cancel(env.host().event_loop(), id));
        if is_taken { Ok(()) } else { Err(Status::GenericFailure) }
    })
}

impl Env {
    fn queue(self: &Rc<Env>, item: Rc<Work>) -> Result<(), Status> {
        if item.id.get().is_some() {
            return Err(Status::GenericFailure);
        }
        let (env, execute, data) = (self.pointer(), item.execute, item.data);
        let job = move || {
            // All of it goes to the thread.
            let (env, data) = (env, data);
            // SAFETY: the addon's own function, called as the interface says: once, on a thread that is not the env's.
            unsafe { execute(env, data.0) };
        };
        // Until it has come back: `end_works` waits for that.
        let keep = self.clone();
        let lp = self.host().event_loop();
        let queued = item.clone();
        let id = work(lp, Lane::Fast, job, move |_, finished| {
            queued.id.set(None);
            keep.queued.set(keep.queued.get() - 1);
            let status = match finished {
                Ok(()) => Status::Ok,
                Err(WorkError::Cancelled) => Status::Cancelled,
                Err(_) => Status::GenericFailure,
            };
            keep.complete(&queued, status);
        });
        self.queued.set(self.queued.get() + 1);
        id.set_origin(lp, self.host().origin("AsyncWork"));
        item.id.set(Some(id));
        Ok(())
    }

    fn complete(&self, work: &Work, status: Status) {
        let Some(complete) = work.complete else { return };
        // SAFETY: the addon's own function, called as the interface says, on the thread of its env.
        let tell = |env: EnvPointer| unsafe { complete(env, status, work.data.0) };
        if self.shared.is_stopping.get() {
            // The door is closed, and no script runs; the addon still frees what is its own.
            let _ = self.context.enter(|ctx| self.tell(ctx, tell).is_ok());
            return;
        }
        self.host().callback(Box::new(|ctx| {
            self.run_in(ctx, &work.resource, Stores::None, || self.tell(ctx, tell))
        }));
    }

    /// The environment ends: what is queued is taken back, what runs is waited for, as it works on memory of the addon's.
    pub(crate) fn end_works(&self) {
        let lp = self.host().event_loop();
        self.works.each(|work| {
            if let Some(id) = work.id.get() {
                cancel(lp, id);
            }
        });
        while self.queued.get() > 0 {
            lp.run(RunMode::Once);
        }
    }
}
