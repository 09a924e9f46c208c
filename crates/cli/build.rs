//! Links the command so that the system's loader has little to read.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Addresses that are adjusted at every start, packed: a hundredth of the bytes, read in less time. glibc knows them
    // since 2.36.
    if std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|environment| environment == "gnu") {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // Addons find the functions of Node-API in the executable; nothing else of it is for others.
    let exports = concat!(env!("CARGO_MANIFEST_DIR"), "/../napi/exports.list");
    println!("cargo:rerun-if-changed={exports}");
    println!("cargo:rustc-link-arg-bins=-Wl,--dynamic-list={exports}");
}
