//! The crate's integration tests, with the engine as it comes.

mod suite;

/// Called before any machine of the process is made.
fn prepare_engine() {}
