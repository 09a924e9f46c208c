//! Whether SIGINT has come, for scripts that are to be ended by it while the program's loop stands still.
//!
//! A loop of its own hears the signal; it is turned, without waiting, whenever somebody asks.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use roundel_loop::{EventLoop, Options, RunMode, Signal};

const SIGINT: i32 = 2;

pub(crate) struct SigintWatch {
    lp: EventLoop,
    signal: Signal,
    has_come: Rc<Cell<bool>>,
}

impl SigintWatch {
    /// From here on the signal does not end the process.
    pub(crate) fn new() -> io::Result<SigintWatch> {
        let lp = EventLoop::new(Options::default())?;
        let has_come = Rc::new(Cell::new(false));
        let noted = Rc::clone(&has_come);
        let signal = Signal::new(&lp);
        signal.start(&lp, SIGINT, move |_, _| noted.set(true))?;
        Ok(SigintWatch { lp, signal, has_come })
    }

    pub(crate) fn has_come(&self) -> bool {
        self.lp.run(RunMode::NoWait);
        self.has_come.get()
    }
}

impl Drop for SigintWatch {
    fn drop(&mut self) {
        self.signal.close_quietly(&self.lp);
        self.lp.run(RunMode::NoWait);
    }
}
