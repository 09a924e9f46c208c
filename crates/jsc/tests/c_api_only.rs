//! The integration tests once more, with Rust functions made by the C API alone: what an engine
//! gets that does not export more. A process of its own, as the choice is global.

use std::sync::Once;

mod suite;

/// Called before any machine of the process is made.
fn prepare_engine() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        roundel_jsc::options::disable_host_calls().expect("before the engine starts")
    });
}
