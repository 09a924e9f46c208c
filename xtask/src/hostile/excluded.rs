//! What is never called, and why: what reaches beyond the process and its temporary folder, and what ends or stops the
//! program by right.
//!
//! Paths that programs are given are relative and have no `..`, so the functions of `fs` stay in the folder.

use std::fmt::Write;

/// Beginnings of the ways to functions, as `surface.js` writes them, each with the reason.
const EXCLUDED: &[(&str, &str)] = &[
    (r#"require("child_process")"#, "starts processes"),
    (r#"require("cluster")["fork"]"#, "starts processes"),
    (r#"require("net")"#, "the network"),
    (r#"require("dgram")"#, "the network"),
    (r#"require("dns")"#, "the network"),
    (r#"require("dns/promises")"#, "the network"),
    (r#"require("tls")"#, "the network"),
    (r#"require("http")"#, "the network"),
    (r#"require("https")"#, "the network"),
    (r#"require("http2")"#, "the network"),
    (r#"globalThis["fetch"]"#, "the network"),
    (r#"globalThis["WebSocket"]"#, "the network"),
    (r#"globalThis["EventSource"]"#, "the network"),
    (r#"require("repl")"#, "reads standard input for ever"),
    (r#"require("os")["setPriority"]"#, "other processes"),
    (r#"process["kill"]"#, "other processes"),
    (r#"process["_kill"]"#, "other processes"),
    (r#"process["_debugProcess"]"#, "other processes"),
    (r#"process["abort"]"#, "ends by a signal, as it should"),
    (r#"process["exit"]"#, "ends the program before the other calls"),
    (r#"process["reallyExit"]"#, "ends the program before the other calls"),
    (r#"process["_rawDebug"]"#, "fills the output"),
    (r#"process["setuid"]"#, "changes who the program is"),
    (r#"process["seteuid"]"#, "changes who the program is"),
    (r#"process["setgid"]"#, "changes who the program is"),
    (r#"process["setegid"]"#, "changes who the program is"),
    (r#"process["setgroups"]"#, "changes who the program is"),
    (r#"process["initgroups"]"#, "changes who the program is"),
    (r#"globalThis["close"]"#, "ends the page before the other calls"),
];

/// Functions to which a number is an amount of memory: they get small ones only.
const ALLOCATES: &[&str] = &[
    r#"["alloc"]"#,
    r#"["allocUnsafe"]"#,
    r#"["allocUnsafeSlow"]"#,
    r#"["SlowBuffer"]"#,
    r#"["Buffer"]"#,
    r#"["concat"]"#,
];

pub(super) fn is_excluded(way: &str) -> bool {
    // The same object by another name: `require("process")` and `globalThis["process"]`.
    let way = way
        .replace(r#"require("process")"#, "process")
        .replace(r#"globalThis["process"]"#, "process");
    EXCLUDED.iter().any(|(start, _)| way.starts_with(start))
}

pub(super) fn allocates(way: &str) -> bool {
    ALLOCATES.iter().any(|end| way.ends_with(end))
}

/// What `--excluded` prints.
pub(super) fn text() -> String {
    let mut out = String::new();
    for (start, reason) in EXCLUDED {
        let _ = writeln!(out, "{start:<36} {reason}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_one_thing_are_one() {
        for way in [r#"require("process")["kill"]"#, r#"globalThis["process"]["abort"]"#] {
            assert!(is_excluded(way), "{way}");
        }
        assert!(!is_excluded(r#"require("fs")["rmSync"]"#));
    }
}
