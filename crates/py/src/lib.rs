//! The asyncio loop: `import roundel` in Python.
//!
//! Here is what every callback passes through: the queue of ready handles, timers, descriptors, and the streams of
//! sockets and pipes. What happens once per connection or more rarely is Python, in `python/roundel`, on
//! `asyncio.BaseEventLoop`.
//!
//! **The interpreter's lock guards everything.** The loop below is not `Send`; what is here says it is, because nothing
//! touches it without the interpreter's lock, which is given up in one place, the blocking wait (`sleep.rs`). From
//! this follow two rules: no cell stays borrowed while Python code may run, and dropping an object may run Python code.
//! A free-threaded interpreter is told that the lock is needed, and takes it back when it imports the module.

mod calls;
mod context;
mod errno;
mod event_loop;
mod guarded;
mod handle;
mod input;
mod inside;
mod instances;
mod methods;
mod observing;
mod operation;
mod output;
mod reader;
mod ready;
mod scheduling;
mod sleep;
mod slot;
mod stream;
mod streams;
mod task;
mod timers;
mod transport;
mod turn;
mod watches;

use pyo3::prelude::*;

// Without being asked for it, a free-threaded interpreter would go on without its lock.
#[pymodule(gil_used = true)]
mod _roundel {
    #[pymodule_export]
    use crate::event_loop::Loop;
    #[pymodule_export]
    use crate::handle::setup_handles;
    #[pymodule_export]
    use crate::scheduling::setup_loop;
    #[pymodule_export]
    use crate::stream::Stream;
    #[pymodule_export]
    use crate::transport::setup_transports;
}
