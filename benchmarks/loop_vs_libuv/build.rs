//! Compiles libuv from the source text that the package libuv-sys2 carries. A C compiler is all it takes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What libuv consists of on every platform, below `src`.
const COMMON: [&str; 12] = [
    "fs-poll.c",
    "idna.c",
    "inet.c",
    "random.c",
    "strscpy.c",
    "strtok.c",
    "thread-common.c",
    "threadpool.c",
    "timer.c",
    "uv-common.c",
    "uv-data-getter-setters.c",
    "version.c",
];

/// And on Linux, below `src/unix`.
const LINUX: [&str; 23] = [
    "async.c",
    "core.c",
    "dl.c",
    "fs.c",
    "getaddrinfo.c",
    "getnameinfo.c",
    "linux.c",
    "loop-watcher.c",
    "loop.c",
    "pipe.c",
    "poll.c",
    "process.c",
    "procfs-exepath.c",
    "proctitle.c",
    "random-devurandom.c",
    "random-getrandom.c",
    "random-sysctl-linux.c",
    "signal.c",
    "stream.c",
    "tcp.c",
    "thread.c",
    "tty.c",
    "udp.c",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.toml");
    let libuv = package("libuv-sys2").join("libuv");
    let source = libuv.join("src");
    cc::Build::new()
        .include(libuv.join("include"))
        .include(&source)
        .files(COMMON.map(|file| source.join(file)))
        .files(LINUX.map(|file| source.join("unix").join(file)))
        .define("_GNU_SOURCE", None)
        .define("_FILE_OFFSET_BITS", "64")
        .define("_LARGEFILE_SOURCE", None)
        .flag("-std=gnu11")
        .flag("-fno-strict-aliasing")
        .warnings(false)
        .compile("uv");
}

/// Where cargo keeps the source text of a dependency. `cargo metadata` fetches what is missing.
fn package(name: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("cargo sets CARGO for build scripts");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked"])
        .output()
        .expect("cargo starts");
    assert!(
        output.status.success(),
        "cargo metadata failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    // One string of the JSON is all that is wanted: the manifest in the package's own folder.
    let folder = format!("/{name}-");
    text.split("\"manifest_path\":\"")
        .filter_map(|rest| rest.split_once('"'))
        .map(|(manifest, _)| Path::new(manifest))
        .filter_map(Path::parent)
        .find(|parent| parent.to_string_lossy().contains(&folder))
        .unwrap_or_else(|| panic!("{name} is not among the packages"))
        .to_owned()
}
