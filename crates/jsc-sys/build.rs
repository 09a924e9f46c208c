//! Finds JavaScriptCore, or says which package brings it.
//!
//! The library is Debian's `javascriptcoregtk-4.1`; GLib comes along as its own dependency, which
//! is why `src/glib.rs` needs no second probe. The include paths are handed to the tests, which
//! compile the installed headers against the mirror. The names of the variables do not begin with
//! `JSC_`, as the engine takes every such variable for one of its options.

const LIBRARY: &str = "javascriptcoregtk-4.1";

/// The first release with the BigInt half of the API, which the mirror declares.
const OLDEST: &str = "2.46";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match pkg_config::Config::new().atleast_version(OLDEST).probe(LIBRARY) {
        Ok(library) => {
            let paths = std::env::join_paths(&library.include_paths).unwrap_or_default();
            println!("cargo:rustc-env=ROUNDEL_ENGINE_INCLUDE_PATHS={}", paths.to_string_lossy());
        }
        Err(error) => {
            eprintln!(
                "JavaScriptCore {OLDEST} or later was not found by pkg-config ({LIBRARY}).\n\
                 \n\
                 \x20   scripts/setup                                    installs what is missing\n\
                 \x20   apt install libjavascriptcoregtk-4.1-dev         Debian, Ubuntu\n\
                 \x20   dnf install javascriptcoregtk4.1-devel           Fedora\n\
                 \x20   elsewhere: WebKitGTK's JavaScriptCore, its .pc file on PKG_CONFIG_PATH\n\
                 \n\
                 pkg-config said: {error}"
            );
            std::process::exit(1);
        }
    }
}
