//! The integration tests once more, with Rust functions made by the C API alone: what an engine
//! gets that does not export more. A process of its own, as the choice is global.

use std::sync::Once;

mod suite;

/// Whether everything goes the way of the C API.
const C_API_ONLY: bool = true;

/// Called before any machine of the process is made.
fn prepare_engine() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let set = roundel_jsc::options::configure(|engine| {
            engine.use_c_api_only();
            engine.set_bool("useSharedArrayBuffer", true)
        });
        set.and_then(|set| set).expect("an option of the engine");
    });
}
