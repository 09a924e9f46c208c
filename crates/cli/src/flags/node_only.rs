//! Node's flags that Roundel refuses, each family with the reason it gives.
//!
//! A flag that Node has is never called "bad": somebody who types it learns what is missing.
//! Flags that change what a program may do (permissions) must never be accepted without effect.

/// Names or families of names (those ending in `*`), and why they are refused.
pub(crate) const ABSENT: &[(&str, &str)] = &[
    (
        "inspect*",
        "there is no debugger protocol; --warn-blocked and stack traces are what there is",
    ),
    ("debug-port", "there is no debugger protocol"),
    ("bench*", "there is no benchmark runner"),
    ("permission*", "there is no permission system, and none is pretended"),
    ("allow-*", "there is no permission system, and engine syntax cannot be switched on"),
    ("cpu-prof*", "there is no profiler"),
    ("heap-prof*", "there is no profiler"),
    ("prof*", "there is no profiler"),
    ("heapsnapshot*", "there are no heap snapshots"),
    ("snapshot-blob", "there are no start-up snapshots"),
    ("build-snapshot*", "there are no start-up snapshots"),
    ("build-sea", "single executables are not built"),
    ("experimental-sea-config", "single executables are not built"),
    ("report-*", "there are no diagnostic reports"),
    ("trace-event*", "there are no trace events"),
    ("trace-sync-io", "synchronous I/O is not traced"),
    ("trace-exit", "exits are not traced"),
    ("trace-sigint", "interrupts are not traced"),
    ("trace-env*", "accesses to the environment are not traced"),
    ("trace-promises", "promises are not traced"),
    ("trace-require-module", "require of ES modules is not traced"),
    ("openssl-*", "OpenSSL reads the configuration of the system"),
    ("secure-heap*", "OpenSSL has no secure heap here"),
    ("enable-fips*", "OpenSSL is used without its FIPS provider"),
    ("force-fips", "OpenSSL is used without its FIPS provider"),
    ("experimental-default-type", "the type of a file follows from its name and its package.json"),
    ("experimental-config-file", "configuration files are not read"),
    ("experimental-default-config-file", "configuration files are not read"),
    ("entry-url", "the program is a file, not a URL"),
    ("disable-proto", "Object.prototype.__proto__ stays as the engine has it"),
    ("frozen-intrinsics", "the intrinsics are not frozen"),
    ("jitless", "the engine's JIT is not switched from here; see JSC_useJIT in the environment"),
    ("icu-data-dir", "the engine brings its own ICU data"),
    ("diagnostic-dir", "no diagnostic files are written"),
    ("extra-info-on-fatal-exception", "the last line of a fatal exception is always printed"),
    ("completion-bash", "use --completions=bash"),
];

/// Why a long flag is refused, if it is one that Node has. Negations are refused with it.
pub(crate) fn absence(long: &str) -> Option<&'static str> {
    let positive = long.strip_prefix("no-").unwrap_or(long);
    ABSENT.iter().find(|(pattern, _)| matches(pattern, positive)).map(|&(_, reason)| reason)
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => {
            name.len() >= before.len() + after.len()
                && name.starts_with(before)
                && name.ends_with(after)
        }
        None => pattern == name,
    }
}

#[cfg(test)]
mod tests {
    use super::absence;

    #[test]
    fn families_and_negations_are_recognised() {
        assert!(absence("inspect-brk").is_some());
        assert!(absence("no-inspect").is_some());
        assert!(absence("openssl-config").is_some());
        assert!(absence("use").is_none());
        assert!(absence("warnings").is_none());
    }
}
