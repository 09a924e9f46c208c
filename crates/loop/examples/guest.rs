//! A guest loop: a small interpreter's event loop, built on roundel-loop as asyncio's is.
//!
//! The interpreter has one lock, which the thread that runs the loop holds except while it waits; handles that its users
//! keep and drop where they like; callbacks that may fail, which ends the run at once; and an order of its own: exactly
//! what was ready at the start of a pass runs in it.
//!
//! `cargo run -p roundel-loop --example guest`

use roundel_loop::{
    CallId, EventLoop, Options, Profile, RunMode, Shell, WaitEdge, Wakeup, WakeupSender,
};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// The interpreter's lock: whoever runs its code has it.
static INTERPRETER: Mutex<()> = Mutex::new(());

type Callback = Box<dyn FnOnce(&Guest) -> Result<(), String>>;
type ForeignCallback = Box<dyn FnOnce() + Send>;

/// The loop as the interpreter's users see it.
struct Guest {
    lp: EventLoop,
    /// What a callback failed with, for the run that it ended.
    failure: Cell<Option<String>>,
    from_threads: Arc<Mutex<VecDeque<ForeignCallback>>>,
    waker: WakeupSender,
}

/// What other threads may have of a guest.
#[derive(Clone)]
struct Remote {
    queue: Arc<Mutex<VecDeque<ForeignCallback>>>,
    waker: WakeupSender,
}

impl Remote {
    fn call_soon_threadsafe(&self, callback: impl FnOnce() + Send + 'static) {
        self.queue.lock().unwrap().push_back(Box::new(callback));
        self.waker.send();
    }
}

impl Guest {
    fn new() -> io::Result<Rc<Guest>> {
        let lp = EventLoop::new(Options { profile: Profile::ASYNCIO, ..Options::default() })?;
        let from_threads = Arc::new(Mutex::new(VecDeque::<ForeignCallback>::new()));
        let queue = Arc::clone(&from_threads);
        // Keeps the loop going when nothing is scheduled: a guest runs until it is stopped.
        let wakeup = Wakeup::new(&lp, move |_, _| {
            let callbacks = std::mem::take(&mut *queue.lock().unwrap());
            callbacks.into_iter().for_each(|callback| callback());
        });
        let waker = wakeup.sender(&lp)?;
        Ok(Rc::new(Guest { lp, failure: Cell::new(None), from_threads, waker }))
    }

    fn call_soon(self: &Rc<Guest>, callback: Callback) {
        let guest = Rc::downgrade(self);
        self.lp.defer(move |lp| {
            if let Some(guest) = guest.upgrade()
                && guest.step(callback).is_break()
            {
                lp.break_run();
            }
        });
    }

    fn call_later(self: &Rc<Guest>, delay: Duration, callback: Callback) -> CallId {
        let guest = Rc::downgrade(self);
        let at_ns = self.lp.hrtime() + delay.as_nanos() as u64;
        self.lp.call_at(at_ns, move |_| match guest.upgrade() {
            Some(guest) => guest.step(callback),
            None => ControlFlow::Continue(()),
        })
    }

    fn step(&self, callback: Callback) -> ControlFlow<()> {
        match callback(self) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure.set(Some(failure));
                ControlFlow::Break(())
            }
        }
    }

    /// Runs until somebody stops the loop or a callback fails.
    fn run_forever(&self) -> Result<(), String> {
        let held = Rc::new(Cell::new(Some(INTERPRETER.lock().unwrap())));
        let mine: Rc<Cell<Option<MutexGuard<'static, ()>>>> = Rc::clone(&held);
        self.lp.set_wait_hook(Some(Box::new(move |edge| match edge {
            WaitEdge::Begin => drop(mine.take()),
            WaitEdge::End => mine.set(Some(INTERPRETER.lock().unwrap())),
        })));
        let end = self.lp.try_run(RunMode::Default);
        self.lp.set_wait_hook(None);
        match end {
            ControlFlow::Break(()) => Err(self.failure.take().unwrap_or_default()),
            ControlFlow::Continue(_) => Ok(()),
        }
    }

    fn remote(&self) -> Remote {
        Remote { queue: Arc::clone(&self.from_threads), waker: self.waker.clone() }
    }
}

fn main() -> io::Result<()> {
    // Users hold shells: they may drop them on any thread.
    let shell = Shell::new(Guest::new()?);
    let log = Rc::new(RefCell::new(Vec::new()));
    let say = |text: &'static str| -> Callback {
        let log = Rc::clone(&log);
        Box::new(move |_| {
            log.borrow_mut().push(text);
            Ok(())
        })
    };

    let remote = shell.with(|guest| {
        let cancelled = guest.call_later(Duration::ZERO, say("never"));
        guest.lp.cancel_call(cancelled);
        guest.call_later(Duration::from_micros(300), say("after 0.3 ms"));
        guest.call_soon(say("soon"));
        guest.call_soon(Box::new(|_| Err("a callback failed".to_owned())));
        guest.call_soon(say("after the failure"));
        guest.remote()
    });
    let remote = remote.expect("this thread made the shell");

    let failure = shell.with(|guest| guest.run_forever()).expect("at home");
    println!("the run ended: {}", failure.unwrap_err());
    println!("so far: {:?}", log.borrow());

    // The interpreter's lock is free while the loop waits, so the other thread gets it and stops the loop.
    let other = std::thread::spawn(move || {
        let interpreter = INTERPRETER.lock().unwrap();
        remote.call_soon_threadsafe(|| println!("called from another thread"));
        drop(interpreter);
    });
    let stop: Callback = Box::new(|guest| {
        guest.lp.stop();
        Ok(())
    });
    shell.with(|guest| guest.call_later(Duration::from_millis(50), stop)).expect("at home");
    shell.with(|guest| guest.run_forever()).expect("at home").expect("nothing fails any more");
    other.join().expect("the other thread is done");
    println!("in the end: {:?}", log.borrow());
    assert_eq!(*log.borrow(), ["soon", "after the failure", "after 0.3 ms"]);

    std::thread::spawn(move || drop(shell)).join().expect("a shell may be dropped anywhere");
    roundel_loop::sweep();
    Ok(())
}
