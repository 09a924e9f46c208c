//! How a program ends, and what an embedder wants to happen then.
//!
//! `process.exit` must stop the script in the middle of what it does. There are two ways: the engine is told to end the
//! script, which no handler of the program can catch, the loop stops and everything is given back; or, for a process
//! that has nothing else to do, a function of the embedder's ends the process on the spot.

use crate::environment::Environment;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It ran to its end, called `process.exit`, or died of an exception that nobody caught: its exit code.
    Code(i32),
    /// It called `process.abort`.
    Abort,
    /// [`crate::Handle::interrupt`] ended it.
    Interrupted,
}

impl Exit {
    /// The exit code; for what has none, what a shell or Node gives in its place.
    pub fn code(self) -> i32 {
        match self {
            Exit::Code(code) => code,
            Exit::Abort => ABORTED,
            Exit::Interrupted => INTERRUPTED,
        }
    }
}

/// What a shell calls the end by SIGABRT.
const ABORTED: i32 = 128 + 6;

/// The code of a worker that was terminated.
const INTERRUPTED: i32 = 1;

/// What happens when a program has ended, its `exit` listeners called and its output written.
#[derive(Clone, Copy, Debug, Default)]
pub enum Ending {
    /// Everything is given back, and [`crate::run`] returns.
    #[default]
    Returns,
    /// The function is called where the program ends, perhaps deep inside JavaScript. It is quicker, and nothing is
    /// given back but by the end of the process.
    Calls(fn(Exit) -> !),
}

impl Environment {
    /// Ends the program. The script that runs is still to be ended, if there is one: see `Ctx::terminate`.
    pub(crate) fn end(&self, exit: Exit) {
        let exit = if self.has_ended() { exit } else { self.hold_to_record(exit) };
        if let Ending::Calls(end) = self.options.ending {
            self.workers.end();
            self.record_end(exit);
            end(exit);
        }
        // The first one counts.
        if self.exit.get().is_none() {
            self.exit.set(Some(exit));
        }
        self.lp.stop();
    }

    /// Whether the program has ended: none of its code runs any more.
    #[inline]
    pub(crate) fn has_ended(&self) -> bool {
        self.exit.get().is_some()
    }
}
