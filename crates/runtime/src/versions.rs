//! The versions a program is told.

/// Node's version whose behaviour this follows: `process.version` without the `v`.
pub(crate) const NODE: &str = "26.10.0";

/// Roundel's own: `process.versions.roundel`.
pub(crate) const ROUNDEL: &str = env!("CARGO_PKG_VERSION");

/// What a command says about itself: Roundel's version, the Node it follows, its engine.
pub fn summary() -> String {
    format!("roundel {ROUNDEL} (Node.js {NODE}, JavaScriptCore {})", roundel_jsc::engine_version())
}

/// `process.versions`: what a program may decide by. Libraries of Node's that are not in this build are not listed.
pub(crate) fn all() -> [(&'static str, &'static str); 6] {
    [
        ("node", NODE),
        ("roundel", ROUNDEL),
        ("jsc", roundel_jsc::engine_version()),
        ("uv", "1.52.1"),
        ("modules", "147"),
        ("napi", "10"),
    ]
}
