//! Functions of the engine's own kind, for the few calls that are too frequent for the C API.
//!
//! A C API callback costs about 110 ns, most of it for leaving and retaking the engine's lock. A host function keeps
//! the lock and costs 4. It gets no arguments and returns `undefined`; what it works on is shared memory
//! ([`crate::SharedArray`]). The engine passes it nothing but its realm, so its state is found by realm and slot
//! in a table of the thread; there are as many slots as [`SLOTS`] for each context. Where the engine does not
//! export what is needed, the function is an ordinary one.

use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::Rc;

use roundel_jsc_sys::cxx::HostFunction;
use roundel_jsc_sys::private::{JSLock, JSUnlock};
use roundel_jsc_sys::{JSContextGetGroup, JSContextRef};

use crate::ctx::Ctx;
use crate::engine;
use crate::function::Function;
use crate::trampoline::call_host;

type Body = Rc<dyn for<'js> Fn(Ctx<'js>)>;

const SLOTS: usize = 8;

static TRAMPOLINES: [HostFunction; SLOTS] = [
    call_host::<0>,
    call_host::<1>,
    call_host::<2>,
    call_host::<3>,
    call_host::<4>,
    call_host::<5>,
    call_host::<6>,
    call_host::<7>,
];

struct Realm {
    global: JSContextRef,
    bodies: Vec<Body>,
}

thread_local! {
    static REALMS: RefCell<Vec<Realm>> = const { RefCell::new(Vec::new()) };
}

impl<'js> Ctx<'js> {
    /// A function without arguments and without a result, called at the least possible cost.
    pub fn host_function(
        self,
        name: &str,
        body: impl for<'a> Fn(Ctx<'a>) + 'static,
    ) -> Function<'js> {
        let body: Body = Rc::new(body);
        let slot = REALMS.with_borrow_mut(|realms| {
            let at = match realms.iter().position(|realm| realm.global == self.raw()) {
                Some(at) => at,
                None => {
                    realms.push(Realm { global: self.raw(), bodies: Vec::new() });
                    realms.len() - 1
                }
            };
            let bodies = &mut realms[at].bodies;
            (bodies.len() < SLOTS).then(|| {
                bodies.push(body.clone());
                bodies.len() - 1
            })
        });
        match (slot, engine::functions().create_function) {
            (Some(slot), Some(create)) => {
                let no_name: *const c_void = std::ptr::null();
                // SAFETY: the lock is held; a null string is an empty name; visibility 0 is public and intrinsic 0
                // is none; the function is a live object of this realm.
                unsafe {
                    JSLock(self.raw());
                    let function = create(
                        JSContextGetGroup(self.raw()),
                        self.raw(),
                        0,
                        &raw const no_name,
                        TRAMPOLINES[slot],
                        0,
                        0,
                        TRAMPOLINES[slot],
                        std::ptr::null(),
                    );
                    JSUnlock(self.raw());
                    Function::from_raw(function)
                }
            }
            _ => self.function(name, move |ctx, _| {
                body(ctx);
                Ok(ctx.undefined())
            }),
        }
    }

    /// [`Ctx::run_microtasks`] as a host function, which holds the lock already.
    pub fn microtask_runner(self) -> Function<'js> {
        match engine::functions().create_function {
            Some(_) => self.host_function("runMicrotasks", |ctx| {
                // SAFETY: a host function runs under the lock.
                unsafe { ctx.run_microtasks_locked() }
            }),
            None => self.host_function("runMicrotasks", |ctx| ctx.run_microtasks()),
        }
    }
}

/// The body in a realm's slot. The clone keeps it alive whatever it does to its realm.
pub(crate) fn body_of(global: JSContextRef, slot: usize) -> Option<Body> {
    REALMS.with_borrow(|realms| {
        realms.iter().find(|realm| realm.global == global)?.bodies.get(slot).cloned()
    })
}

/// A context is gone, and with it its functions.
pub(crate) fn forget_realm(global: JSContextRef) {
    let gone = REALMS.try_with(|realms| {
        let mut realms = realms.borrow_mut();
        let at = realms.iter().position(|realm| realm.global == global)?;
        Some(realms.swap_remove(at))
    });
    // Dropped outside the borrow: a body's state may reach back here.
    drop(gone);
}
