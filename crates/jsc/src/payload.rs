//! The Rust value inside an object, from the object's making to the value's drop.
//!
//! Every private-data pointer that this crate gives to the engine is a `Box<Carrier>`: so the private data of any object
//! is either null or ours, and [`of`] can look into it whatever the object is.
//!
//! A payload's life: carried, until the collector's finaliser takes the box; finalised, in the queue of its machine;
//! dropped, when an entry of the machine ends, or a Rust function called by a script, or a context, or the machine
//! itself. In a finaliser the engine
//! allows no call at all, and the engine does not say on which thread it runs one; a payload's `Drop` is anybody's code
//! and belongs to the machine's thread. So the finaliser only moves the value, without touching it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use roundel_jsc_sys::JSObjectGetPrivate;

use crate::ctx::Ctx;
use crate::live;
use crate::object::Object;

/// What [`Object::private`] looks into.
pub(crate) type Payload = Rc<dyn Any>;

/// An object's private data.
pub(crate) struct Carrier {
    payload: Payload,
    queue: Arc<Queue>,
}

impl Carrier {
    pub(crate) fn new(payload: Payload, queue: &Arc<Queue>) -> Carrier {
        queue.alive.fetch_add(1, Ordering::Relaxed);
        live::add(&live::PAYLOADS);
        Carrier { payload, queue: queue.clone() }
    }

    /// The object is gone. Any thread, and no call into the engine.
    pub(crate) fn finalize(self) {
        let Carrier { payload, queue } = self;
        queue.push(payload);
    }
}

thread_local! {
    /// Whether a machine of this thread may have payloads that are due.
    static ANY_DUE: Cell<bool> = const { Cell::new(false) };
}

/// Drops what is due when a Rust function that a script called has done its work: a script that never ends an entry
/// does not keep what it lost.
#[inline]
pub(crate) fn after_call(ctx: Ctx<'_>) {
    if ANY_DUE.get() {
        drop_due_of(ctx);
    }
}

#[cold]
fn drop_due_of(ctx: Ctx<'_>) {
    ANY_DUE.set(false);
    ctx.vm_inner().payloads.drop_finalised();
}

/// The payload of an object, if it has one.
pub(crate) fn of(object: Object<'_>) -> Option<Payload> {
    // SAFETY: the object is live; the private data of any object is null or a `Box<Carrier>` of
    // ours, which only the finaliser takes back, after the object's death.
    let carrier = unsafe { JSObjectGetPrivate(object.raw()).cast::<Carrier>().as_ref() };
    carrier.map(|carrier| carrier.payload.clone())
}

/// The payloads of one machine: how many are alive, and those whose objects are gone.
pub(crate) struct Queue {
    thread: ThreadId,
    alive: AtomicUsize,
    finalised: Mutex<Finalised>,
    /// Whether `finalised` has any, to be asked without the lock.
    is_due: AtomicBool,
    is_dropping: AtomicBool,
}

#[derive(Default)]
struct Finalised {
    payloads: Vec<Foreign>,
    /// The machine is gone, and nobody will come for what is added.
    is_closed: bool,
}

/// A payload that may be on a thread not its own, where it is moved and nothing else.
struct Foreign(Payload);

// SAFETY: `Queue` looks into one only on the machine's thread, where the payload was made.
unsafe impl Send for Foreign {}

impl Queue {
    /// A queue for a machine of this thread.
    pub(crate) fn new() -> Queue {
        Queue {
            thread: thread::current().id(),
            alive: AtomicUsize::new(0),
            finalised: Mutex::default(),
            is_due: AtomicBool::new(false),
            is_dropping: AtomicBool::new(false),
        }
    }

    /// How many payloads have not been dropped.
    pub(crate) fn alive(&self) -> usize {
        self.alive.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Finalised> {
        self.finalised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, payload: Payload) {
        let mut finalised = self.lock();
        if !finalised.is_closed {
            finalised.payloads.push(Foreign(payload));
            self.is_due.store(true, Ordering::Release);
            if thread::current().id() == self.thread {
                ANY_DUE.set(true);
            }
            return;
        }
        drop(finalised);
        // The engine kept its heap beyond the machine's last handle. There is no engine left to
        // enter, and on a thread that is not its own the payload can only be left alone.
        if thread::current().id() == self.thread {
            self.drop_one(payload);
        } else {
            std::mem::forget(payload);
        }
    }

    /// Drops what is due. Outside any finaliser, on the machine's thread; the destructors may enter
    /// the engine and come back here, where they find that somebody is at it.
    #[inline]
    pub(crate) fn drop_finalised(&self) {
        if self.is_due.load(Ordering::Acquire) {
            self.drop_due();
        }
    }

    #[cold]
    fn drop_due(&self) {
        debug_assert_eq!(thread::current().id(), self.thread);
        if self.is_dropping.swap(true, Ordering::Relaxed) {
            return;
        }
        loop {
            let due = {
                let mut finalised = self.lock();
                self.is_due.store(false, Ordering::Release);
                std::mem::take(&mut finalised.payloads)
            };
            if due.is_empty() {
                break;
            }
            for Foreign(payload) in due {
                self.drop_one(payload);
            }
        }
        self.is_dropping.store(false, Ordering::Relaxed);
    }

    fn drop_one(&self, payload: Payload) {
        self.alive.fetch_sub(1, Ordering::Relaxed);
        live::remove(&live::PAYLOADS);
        // A destructor's panic has nobody to go to; the value is gone either way.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
    }

    /// The machine has run its last finaliser.
    pub(crate) fn close(&self) {
        self.drop_finalised();
        self.lock().is_closed = true;
    }
}
