//! The crate's integration tests, with the engine as it comes, but for an option that a runtime sets.

use std::sync::Once;

mod suite;

/// Whether everything goes the way of the C API.
const C_API_ONLY: bool = false;

/// Called before any machine of the process is made.
fn prepare_engine() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let set =
            roundel_jsc::options::configure(|engine| engine.set_bool("useSharedArrayBuffer", true));
        set.and_then(|set| set).expect("an option of the engine");
    });
}
