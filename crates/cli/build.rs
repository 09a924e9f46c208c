//! Links the command so that the system's loader has little to read.

use std::path::Path;
use std::{env, fs, io};

const EXPORTS: &str = "../napi/exports.list";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // Addresses that are adjusted at every start, packed: a hundredth of the bytes, read in less time. glibc knows them
    // since 2.36.
    if env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|environment| environment == "gnu") {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // Addons find the functions of Node-API in the executable; nothing else of it is for others.
    // The linker reads a copy: a build folder that several checkouts share outlives the checkout it was made from.
    println!("cargo:rerun-if-changed={EXPORTS}");
    let list = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("exports.list");
    fs::copy(EXPORTS, &list)?;
    println!("cargo:rustc-link-arg-bins=-Wl,--dynamic-list={}", list.display());
    Ok(())
}
