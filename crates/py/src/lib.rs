//! The asyncio loop: `import roundel` in Python.
//!
//! Here is what every callback passes through: the queue of ready handles, timers, descriptors, and the streams of
//! sockets and pipes. What happens once per connection or more rarely is Python, in `python/roundel`, on
//! `asyncio.BaseEventLoop`.
//!
//! **The interpreter's lock guards everything.** The loop below is not `Send`; what is here says it is, because nothing
//! touches it without the interpreter's lock, which is given up in one place, the blocking wait (`sleep.rs`). From
//! this follow two rules: no cell stays borrowed while Python code may run, and dropping an object may run Python code.

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
mod ready;
mod scheduling;
mod sleep;
mod stream;
mod streams;
mod timers;
mod transport;
mod watches;

use pyo3::prelude::*;

#[pymodule]
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
