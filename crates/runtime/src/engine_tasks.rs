//! What the engine finishes outside any script: WebAssembly compilation, clean-up callbacks of `FinalizationRegistry`,
//! `Atomics.waitAsync`.
//!
//! The engine posts it to the GLib main context that was the thread's default when it started. Asking that context costs
//! a little in every iteration and a descriptor in every poll, so it begins when a source is compiled that names one of
//! these APIs.
//!
//! None of a program's callbacks is called by the engine: `internal/engine_tasks.js` notes what there is to deliver and
//! announces it here, and it is delivered through the door. All promises that are settled come in one pass, and one
//! registry in an iteration; when the loop has nothing left to do, all that is left.

use std::cell::{Cell, OnceCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use roundel_jsc::{MainContext, Persistent};
use roundel_loop::{Idle, Interest, Origin, Poll, Prepare, Timer};

use crate::environment::Environment;
use crate::options::Time;

/// What its handles are called.
pub(crate) const ENGINE_TASK: &str = "EngineTask";

pub(crate) struct EngineTasks {
    main_context: Rc<MainContext>,
    handles: OnceCell<Handles>,
    /// Results a program waits for: they keep the loop alive.
    awaited: Cell<u32>,
    /// The APIs have been replaced by those of `internal/engine_tasks.js`.
    is_installed: Cell<bool>,
    deliver: OnceCell<Persistent>,
    settled: Cell<u32>,
    unclean: Cell<u32>,
    /// The iteration in which a registry was last delivered.
    cleaned_in: Cell<u64>,
}

struct Handles {
    poll: Poll,
    /// Keeps the loop from waiting while something is left to deliver.
    idle: Idle,
}

/// What there is to deliver. The numbers are JavaScript's as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// A promise that the engine has settled.
    Settled = 0,
    /// A registry of which objects were collected.
    Unclean = 1,
}

impl EngineTasks {
    /// Must be made before the engine.
    pub(crate) fn new() -> EngineTasks {
        EngineTasks {
            main_context: MainContext::of_thread(),
            handles: OnceCell::new(),
            awaited: Cell::new(0),
            is_installed: Cell::new(false),
            deliver: OnceCell::new(),
            settled: Cell::new(0),
            unclean: Cell::new(0),
            cleaned_in: Cell::new(u64::MAX),
        }
    }

    /// Gives the function that delivers one thing of the kind it is called with.
    pub(crate) fn install(&self, deliver: Persistent) {
        let _ = self.deliver.set(deliver);
    }

    pub(crate) fn announce(&self, delivery: Delivery) {
        let count = self.count(delivery);
        count.set(count.get() + 1);
    }

    fn count(&self, delivery: Delivery) -> &Cell<u32> {
        match delivery {
            Delivery::Settled => &self.settled,
            Delivery::Unclean => &self.unclean,
        }
    }

    fn has_deliveries(&self) -> bool {
        self.settled.get() + self.unclean.get() > 0
    }
}

/// The words in a source that say it may need the engine's tasks.
const SIGNS: [&[u8]; 3] = [b"WebAssembly", b"FinalizationRegistry", b"Atomics"];

impl Environment {
    /// Looks at a source that is about to run.
    pub(crate) fn look_for_engine_tasks(self: &Rc<Self>, source: &str) {
        let is_installed = self.engine_tasks.is_installed.get();
        if is_installed
            || !SIGNS.iter().any(|sign| memchr::memmem::find(source.as_bytes(), sign).is_some())
        {
            return;
        }
        self.engine_tasks.is_installed.set(true);
        self.watch_engine_tasks();
        self.install_engine_tasks();
    }

    /// Has the loop serve the engine's tasks from now on.
    pub(crate) fn watch_engine_tasks(self: &Rc<Self>) {
        self.engine_tasks.handles.get_or_init(|| {
            let lp = &self.lp;
            let poll = Poll::sharing(lp, Rc::clone(&self.engine_tasks.main_context));
            let weak = Rc::downgrade(self);
            // If the descriptor cannot be watched, the prepare handle still serves what is due.
            let _ = poll.start(lp, Interest::READABLE, move |_, _, _| serve(&weak));
            poll.set_origin(lp, Origin::new(ENGINE_TASK));
            poll.unreference(lp);

            let timer = Timer::new(lp);
            let weak = Rc::downgrade(self);
            timer.start(lp, 0, 0, move |_, _| serve(&weak));
            timer.stop(lp);
            timer.unreference(lp);

            let prepare = Prepare::new(lp);
            let weak = Rc::downgrade(self);
            prepare.start(lp, move |lp, _| {
                let Some(environment) = weak.upgrade() else { return };
                let tasks = &environment.engine_tasks;
                match tasks.main_context.timeout() {
                    _ if tasks.has_deliveries() => environment.serve_engine_tasks(),
                    Some(Duration::ZERO) => environment.serve_engine_tasks(),
                    Some(timeout) if environment.waits_for_engine() => {
                        timer.reset(lp, timeout.as_millis() as u64, 0);
                    }
                    _ => {
                        timer.stop(lp);
                    }
                }
            });
            prepare.unreference(lp);
            let idle = Idle::new(lp);
            idle.unreference(lp);
            Handles { poll, idle }
        });
    }

    /// Whether the engine's own timers, which are real ones, are worth waiting for. In virtual time the loop would jump
    /// from one to the next without ever reaching it.
    fn waits_for_engine(&self) -> bool {
        self.options.time == Time::Real || self.engine_tasks.awaited.get() > 0
    }

    /// A program waits for one more result, or for one fewer.
    pub(crate) fn await_engine_task(self: &Rc<Self>, change: i32) {
        self.watch_engine_tasks();
        let tasks = &self.engine_tasks;
        tasks.awaited.set(tasks.awaited.get().saturating_add_signed(change));
        if let Some(handles) = tasks.handles.get() {
            if tasks.awaited.get() > 0 {
                handles.poll.reference(&self.lp);
            } else {
                handles.poll.unreference(&self.lp);
            }
        }
    }

    /// Lets the engine finish what it can, then delivers: every settled promise, and one registry.
    fn serve_engine_tasks(&self) {
        let tasks = &self.engine_tasks;
        // The engine drains microtasks between its tasks. None is due then but those that note a delivery.
        self.enter(|_| {
            tasks.main_context.dispatch();
            Ok(())
        });
        for _ in 0..tasks.settled.get() {
            self.deliver(Delivery::Settled);
        }
        let iteration = self.lp.metrics().iterations;
        if tasks.unclean.get() > 0 && tasks.cleaned_in.replace(iteration) != iteration {
            self.deliver(Delivery::Unclean);
        }
        if let Some(handles) = tasks.handles.get() {
            if tasks.has_deliveries() {
                handles.idle.hold(&self.lp);
            } else {
                handles.idle.stop(&self.lp);
            }
        }
    }

    fn deliver(&self, delivery: Delivery) {
        let tasks = &self.engine_tasks;
        let count = tasks.count(delivery);
        count.set(count.get().saturating_sub(1));
        self.callback(|ctx| {
            let deliver = tasks.deliver.get().and_then(|deliver| deliver.get(ctx).as_function(ctx));
            if let Some(deliver) = deliver {
                deliver.call(ctx, None, &[ctx.int32(delivery as i32)])?;
            }
            Ok(())
        });
    }

    /// When the loop has run out of everything else: what the engine has left, as Node drains its platform's tasks.
    pub(crate) fn finish_engine_tasks(&self) {
        let tasks = &self.engine_tasks;
        while !self.has_ended()
            && tasks.handles.get().is_some()
            && (tasks.has_deliveries() || tasks.main_context.timeout() == Some(Duration::ZERO))
        {
            tasks.cleaned_in.set(u64::MAX);
            self.serve_engine_tasks();
        }
    }
}

fn serve(environment: &Weak<Environment>) {
    if let Some(environment) = environment.upgrade() {
        environment.serve_engine_tasks();
    }
}
