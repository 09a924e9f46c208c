//! The entry of `cargo fuzz` for the target of this name.

#![no_main]

#[path = "../targets/package_json.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
