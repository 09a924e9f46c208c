//! `napi_env`: one addon in one environment, and all that belongs to it there.
//!
//! An addon holds the address of its env and uses it on the thread of its environment. So the address is looked for among
//! the envs of the calling thread before it is used: one that is over, or of another thread, is an invalid argument.
//!
//! No `RefCell` here is borrowed while a script or the addon runs.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_void};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use roundel_jsc::{Context, Ctx, Exception, JsResult, Persistent, Roots, Value};

use crate::async_context::AsyncContext;
use crate::async_work::Work;
use crate::finalizers::{Due, Finalizer};
use crate::functions::CallbackInfo;
use crate::handles::Scope;
use crate::host::Host;
use crate::last_error::LastError;
use crate::promises::Settlers;
use crate::references::Reference;
use crate::shared::Shared;
use crate::table::Table;
use crate::threadsafe::Open;
use crate::types::{Handle, InfoToken};

/// What an addon has for its env.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnvPointer(*const Env);

impl EnvPointer {
    /// What a callback is told that comes too late for JavaScript.
    pub(crate) const NULL: EnvPointer = EnvPointer(std::ptr::null());
}

// SAFETY: an address that is never followed but by `find`, which compares it with those of the calling thread.
unsafe impl Send for EnvPointer {}

pub(crate) struct Env {
    pub(crate) context: Context,
    pub(crate) shared: Rc<Shared>,
    /// What the addon was built for, or says it was.
    pub(crate) api_version: i32,
    /// The addon's file as a URL.
    pub(crate) filename: CString,
    pub(crate) last_error: LastError,
    /// How many calls of the addon are on the stack.
    pub(crate) entered: Cell<u32>,
    pub(crate) handles: RefCell<Roots>,
    pub(crate) scopes: RefCell<Vec<Scope>>,
    pub(crate) infos: RefCell<Vec<CallbackInfo>>,
    pending: RefCell<Option<Persistent>>,
    pub(crate) references: Table<Reference>,
    pub(crate) finalizers: Table<Finalizer>,
    pub(crate) due: Arc<Due>,
    pub(crate) settlers: Table<Settlers>,
    pub(crate) works: Table<Rc<Work>>,
    /// How many pieces of work are queued or on a thread.
    pub(crate) queued: Cell<usize>,
    pub(crate) threadsafe: RefCell<Vec<Open>>,
    pub(crate) async_contexts: Table<AsyncContext>,
    pub(crate) callback_scopes: RefCell<Vec<Persistent>>,
    pub(crate) instance_data: Cell<Option<Finalizer>>,
    pub(crate) external_bytes: Cell<i64>,
    me: Weak<Env>,
}

thread_local! {
    /// The envs of the environments of this thread.
    static ENVS: RefCell<Vec<Rc<Env>>> = const { RefCell::new(Vec::new()) };
}

/// The env at an address, if it is one of this thread's that is not over.
pub(crate) fn find(pointer: EnvPointer) -> Option<Rc<Env>> {
    // A destructor of the addon's may call when the thread's storage is gone.
    let find = |envs: &RefCell<Vec<Rc<Env>>>| {
        envs.borrow().iter().rev().find(|env| std::ptr::eq(Rc::as_ptr(env), pointer.0)).cloned()
    };
    ENVS.try_with(find).ok().flatten()
}

/// Whether it is so for any env of this thread.
pub(crate) fn any(ask: impl Fn(&Env) -> bool) -> bool {
    let envs = ENVS.try_with(|envs| envs.borrow().clone()).unwrap_or_default();
    envs.iter().any(|env| ask(env))
}

impl Env {
    pub(crate) fn new(
        ctx: Ctx<'_>,
        context: Context,
        shared: &Rc<Shared>,
        api_version: i32,
        filename: CString,
    ) -> Rc<Env> {
        let env = Rc::new_cyclic(|me: &Weak<Env>| Env {
            context,
            shared: shared.clone(),
            api_version,
            filename,
            last_error: LastError::new(),
            entered: Cell::new(0),
            handles: RefCell::new(Roots::new(ctx)),
            scopes: RefCell::default(),
            infos: RefCell::default(),
            pending: RefCell::default(),
            references: Table::default(),
            finalizers: Table::default(),
            due: Due::new(shared.host.as_ref(), me.clone()),
            settlers: Table::default(),
            works: Table::default(),
            queued: Cell::new(0),
            threadsafe: RefCell::default(),
            async_contexts: Table::default(),
            callback_scopes: RefCell::default(),
            instance_data: Cell::new(None),
            external_bytes: Cell::new(0),
            me: me.clone(),
        });
        ENVS.with_borrow_mut(|envs| envs.push(env.clone()));
        env
    }

    pub(crate) fn pointer(&self) -> EnvPointer {
        EnvPointer(self)
    }

    pub(crate) fn host(&self) -> &dyn Host {
        self.shared.host.as_ref()
    }

    pub(crate) fn me(&self) -> Weak<Env> {
        self.me.clone()
    }

    /// The addon can not call any more.
    pub(crate) fn retire(&self) {
        self.due.close();
        let mine: *const Env = self;
        let gone = ENVS.try_with(|envs| {
            let mut envs = envs.borrow_mut();
            let at = envs.iter().position(|env| std::ptr::eq(Rc::as_ptr(env), mine));
            at.map(|at| envs.swap_remove(at))
        });
        // Dropped when the list is free again.
        drop(gone);
    }

    pub(crate) fn handle<'js>(&self, ctx: Ctx<'js>, value: Value<'js>) -> Handle {
        Handle(self.handles.borrow_mut().push(ctx, value) + 1)
    }

    pub(crate) fn value<'js>(&self, ctx: Ctx<'js>, handle: Handle) -> Option<Value<'js>> {
        self.handles.borrow().get(ctx, handle.0.checked_sub(1)?)
    }

    pub(crate) fn has_pending(&self) -> bool {
        self.pending.borrow().is_some()
    }

    pub(crate) fn set_pending<'js>(&self, ctx: Ctx<'js>, exception: Exception<'js>) {
        let kept = Persistent::new(ctx, exception.value());
        self.pending.replace(Some(kept));
    }

    pub(crate) fn take_pending<'js>(&self, ctx: Ctx<'js>) -> Option<Exception<'js>> {
        let pending = self.pending.take()?;
        Some(Exception::new(pending.get(ctx)))
    }

    pub(crate) fn can_run_script(&self) -> bool {
        !self.shared.is_stopping.get() && !self.host().has_ended()
    }

    /// Calls the addon: `body` does, `take` looks at what came back while its handles are still there. What the addon has
    /// thrown is thrown.
    pub(crate) fn visit<'js, R, T>(
        &self,
        ctx: Ctx<'js>,
        body: impl FnOnce(EnvPointer) -> R,
        take: impl FnOnce(R) -> T,
    ) -> JsResult<'js, T> {
        // The addon may end its own environment.
        let keep = self.me.upgrade();
        let (handles, scopes) = (self.handles.borrow().len(), self.scopes.borrow().len());
        self.entered.set(self.entered.get() + 1);
        let result = take(body(self.pointer()));
        self.entered.set(self.entered.get() - 1);
        self.scopes.borrow_mut().truncate(scopes);
        self.handles.borrow_mut().truncate(ctx, handles);
        let pending = self.take_pending(ctx);
        drop(keep);
        match pending {
            Some(exception) => Err(exception),
            None => Ok(result),
        }
    }

    /// Calls a function of the addon's that gives nothing back.
    pub(crate) fn tell<'js>(
        &self,
        ctx: Ctx<'js>,
        body: impl FnOnce(EnvPointer),
    ) -> JsResult<'js, ()> {
        self.visit(ctx, body, |()| ())
    }

    /// The token of the innermost call.
    pub(crate) fn push_info(&self, info: CallbackInfo) -> InfoToken {
        let mut infos = self.infos.borrow_mut();
        infos.push(info);
        InfoToken(infos.len())
    }

    pub(crate) fn pop_info(&self) {
        self.infos.borrow_mut().pop();
    }
}

/// Data that an addon passes through and nobody here looks at.
#[derive(Clone, Copy)]
pub(crate) struct Opaque(pub(crate) *mut c_void);

// SAFETY: an address that is only given back to the addon, which made it for that.
unsafe impl Send for Opaque {}
// SAFETY: as above.
unsafe impl Sync for Opaque {}
