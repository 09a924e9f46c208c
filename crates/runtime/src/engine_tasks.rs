//! What the engine finishes outside any script: WebAssembly compilation, clean-up callbacks of `FinalizationRegistry`,
//! `Atomics.waitAsync`.
//!
//! The engine posts it to the GLib main context that was the thread's default when it started. Asking that context costs
//! a little in every iteration and a descriptor in every poll, so it begins when a source is compiled that names one of
//! these APIs; `internal/engine_tasks.js` says how many results are being waited for.

use std::cell::{Cell, OnceCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use roundel_jsc::MainContext;
use roundel_loop::{Interest, Origin, Poll, Prepare, Timer};

use crate::environment::Environment;
use crate::options::Time;

pub(crate) struct EngineTasks {
    main_context: Rc<MainContext>,
    handles: OnceCell<Handles>,
    /// Results a program waits for: they keep the loop alive.
    awaited: Cell<u32>,
}

struct Handles {
    poll: Poll,
}

impl EngineTasks {
    /// Must be made before the engine.
    pub(crate) fn new() -> EngineTasks {
        EngineTasks {
            main_context: MainContext::of_thread(),
            handles: OnceCell::new(),
            awaited: Cell::new(0),
        }
    }
}

/// The words in a source that say it may need the engine's tasks.
const SIGNS: [&[u8]; 3] = [b"WebAssembly", b"FinalizationRegistry", b"waitAsync"];

impl Environment {
    /// Looks at a source that is about to run.
    pub(crate) fn look_for_engine_tasks(self: &Rc<Self>, source: &str) {
        let is_watching = self.engine_tasks.handles.get().is_some();
        if is_watching
            || !SIGNS.iter().any(|sign| memchr::memmem::find(source.as_bytes(), sign).is_some())
        {
            return;
        }
        self.watch_engine_tasks();
        self.install_engine_tasks();
    }

    /// Has the loop serve the engine's tasks from now on.
    pub(crate) fn watch_engine_tasks(self: &Rc<Self>) {
        self.engine_tasks.handles.get_or_init(|| {
            let lp = &self.lp;
            let poll = Poll::new(lp, self.engine_tasks.main_context.fd());
            let weak = Rc::downgrade(self);
            // If the descriptor cannot be watched, the prepare handle still serves what is due.
            let _ = poll.start(lp, Interest::READABLE, move |_, _, _| dispatch(&weak));
            poll.set_origin(lp, Origin::new("EngineTask"));
            poll.unreference(lp);

            let timer = Timer::new(lp);
            let weak = Rc::downgrade(self);
            timer.start(lp, 0, 0, move |_, _| dispatch(&weak));
            timer.stop(lp);
            timer.unreference(lp);

            let prepare = Prepare::new(lp);
            let weak = Rc::downgrade(self);
            prepare.start(lp, move |lp, _| {
                let Some(environment) = weak.upgrade() else { return };
                match environment.engine_tasks.main_context.timeout() {
                    Some(Duration::ZERO) => dispatch(&weak),
                    Some(timeout) if environment.waits_for_engine() => {
                        timer.reset(lp, timeout.as_millis() as u64, 0);
                    }
                    _ => {
                        timer.stop(lp);
                    }
                }
            });
            prepare.unreference(lp);
            Handles { poll }
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
}

fn dispatch(environment: &Weak<Environment>) {
    if let Some(environment) = environment.upgrade() {
        environment.callback(|_| {
            environment.engine_tasks.main_context.dispatch();
            Ok(())
        });
    }
}
