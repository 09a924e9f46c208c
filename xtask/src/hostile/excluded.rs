//! What is never called, and why: what reaches beyond the process and its temporary folder, and what ends or stops the
//! program by right.
//!
//! Paths that programs are given are relative and have no `..`, so the functions of `fs` stay in the folder.

use std::fmt::Write;

use super::sandbox::Network;

/// Beginnings of the ways to functions, as `surface.js` writes them, each with the reason.
const EXCLUDED: &[(&str, &str)] = &[
    (r#"require("child_process")"#, "starts processes"),
    (r#"require("cluster")["fork"]"#, "starts processes"),
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

/// The same where a program has no network of its own.
const NETWORK: &[&str] = &[
    r#"require("net")"#,
    r#"require("dgram")"#,
    r#"require("dns")"#,
    r#"require("dns/promises")"#,
    r#"require("tls")"#,
    r#"require("http")"#,
    r#"require("https")"#,
    r#"require("http2")"#,
    r#"globalThis["fetch"]"#,
    r#"globalThis["WebSocket"]"#,
    r#"globalThis["EventSource"]"#,
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

pub(super) fn is_excluded(way: &str, network: Network) -> bool {
    // The same object by another name: `require("process")` and `globalThis["process"]`.
    let way = way
        .replace(r#"require("process")"#, "process")
        .replace(r#"globalThis["process"]"#, "process");
    EXCLUDED.iter().any(|(start, _)| way.starts_with(start))
        || (network == Network::Shared && NETWORK.iter().any(|start| way.starts_with(start)))
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
    for start in NETWORK {
        let _ = writeln!(out, "{start:<36} the network, if programs can not have one of their own");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_one_thing_are_one() {
        for way in [r#"require("process")["kill"]"#, r#"globalThis["process"]["abort"]"#] {
            assert!(is_excluded(way, Network::Own), "{way}");
        }
        assert!(!is_excluded(r#"require("fs")["rmSync"]"#, Network::Shared));
    }

    #[test]
    fn the_network_is_called_where_nothing_is_reached() {
        let way = r#"require("net")["connect"]"#;
        assert!(is_excluded(way, Network::Shared) && !is_excluded(way, Network::Own));
    }
}
