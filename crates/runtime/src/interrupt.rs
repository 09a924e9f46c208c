//! Ending a program from another thread.
//!
//! A request is a flag. Whoever sets it wakes the loop, in which a callback ends the program; and a script that does not
//! return to the loop is asked by the engine's watchdog, which looks at the flag again and again while it runs.

use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use roundel_jsc::Verdict;
use roundel_loop::{Wakeup, WakeupSender};

use crate::environment::Environment;
use crate::exit::Exit;

/// How long a script runs, in its own time, before the flag is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// The way to a program for other threads.
///
/// ```
/// use roundel_runtime::{Entry, Exit, Options, PrintResult, Runtime};
///
/// let entry = Entry::Eval { source: "while (true);".to_owned(), print: PrintResult::No };
/// let runtime = Runtime::new(Options::new(entry))?;
/// let handle = runtime.handle()?;
/// std::thread::spawn(move || handle.interrupt());
/// assert_eq!(runtime.run(), Exit::Interrupted);
/// # Ok::<(), roundel_runtime::StartError>(())
/// ```
#[derive(Clone)]
pub struct Handle {
    flag: Arc<AtomicBool>,
    bell: WakeupSender,
}

impl Handle {
    /// Ends the program as soon as it can be: a loop that waits, a script that never returns, an endless chain of ticks
    /// or promises. Nothing of the program runs after it, no listener of `exit` either. What blocks outside JavaScript
    /// (`Atomics.wait`, a child that is waited for) is waited for.
    ///
    /// Without effect on a program that has ended.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.bell.send();
    }
}

#[derive(Default)]
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn is_requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The watchdog's answer.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.is_requested() { Verdict::Terminate } else { Verdict::Continue }
    }
}

impl Environment {
    /// Fails if the loop cannot be woken.
    pub(crate) fn handle(self: &Rc<Self>) -> io::Result<Handle> {
        let weak = Rc::downgrade(self);
        let wakeup = Wakeup::new(&self.lp, move |_, _| {
            if let Some(environment) = weak.upgrade().filter(|it| it.interrupt.is_requested()) {
                environment.end(Exit::Interrupted);
            }
        });
        wakeup.unreference(&self.lp);
        let bell = wakeup.sender(&self.lp)?;
        // Who watches for blocking asks for the flag as well.
        if self.causes.as_ref().and_then(|causes| causes.blocked()).is_none() {
            let weak = Rc::downgrade(self);
            self.context.vm().set_time_limit(PERIOD, move |_| {
                weak.upgrade()
                    .map_or(Verdict::Terminate, |environment| environment.interrupt.verdict())
            });
        }
        Ok(Handle { flag: Arc::clone(&self.interrupt.flag), bell })
    }
}
