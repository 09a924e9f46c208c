//! Where `unsafe` may live, and that each use says why it is sound.

use std::path::Path;

use super::rust_code::code_only;
use super::text::contains_word;
use super::{Finding, Source};

/// The places that face a C interface or the kernel.
const ALLOWED: [&str; 9] = [
    "crates/brotli/",
    "crates/jsc-sys/",
    "crates/jsc/",
    "crates/loop/src/sys/",
    "crates/napi/",
    "crates/nghttp2/",
    "crates/openssl/",
    "crates/py/",
    "benchmarks/loop_vs_libuv/",
];

/// How far above a use its reason may stand: a statement can be long.
const REASON_WITHIN_LINES: usize = 8;

pub(super) fn check(source: &Source) -> Vec<Finding> {
    if !source.has_extension(&["rs"]) {
        return Vec::new();
    }
    let code = code_only(&source.text);
    let lines: Vec<&str> = source.text.lines().collect();
    let mut findings: Vec<Finding> = code
        .lines()
        .enumerate()
        .filter(|(_, line)| contains_word(line, "unsafe"))
        .filter_map(|(index, line)| {
            let message = if !is_allowed(&source.path) {
                "unsafe outside the crates that face C or the kernel"
            } else if needs_reason(line) && !has_reason(&lines, index) {
                "unsafe without a `// SAFETY:` comment"
            } else {
                return None;
            };
            Some(Finding::new(&source.path, index + 1, message))
        })
        .collect();
    if is_crate_root(&source.path)
        && !ALLOWED.iter().any(|allowed| source.path.starts_with(allowed))
        && !source.path.starts_with("crates/loop")
        && !code.contains("#![forbid(unsafe_code)]")
    {
        findings.push(Finding::new(&source.path, 0, "does not forbid unsafe_code"));
    }
    findings
}

fn is_allowed(path: &Path) -> bool {
    ALLOWED.iter().any(|allowed| path.starts_with(allowed))
}

/// `src/lib.rs` and `src/main.rs` of a crate.
fn is_crate_root(path: &Path) -> bool {
    path.ends_with("src/lib.rs") || path.ends_with("src/main.rs")
}

/// Blocks and impls are claims; a declaration (`unsafe fn`, `unsafe extern`) states a duty of the
/// caller, in its documentation.
fn needs_reason(line: &str) -> bool {
    let after = line.split("unsafe").nth(1).unwrap_or("").trim_start();
    after.starts_with('{') || after.starts_with("impl") || after.is_empty()
}

fn has_reason(lines: &[&str], index: usize) -> bool {
    let from = index.saturating_sub(REASON_WITHIN_LINES);
    lines[from..=index].iter().any(|line| line.contains("SAFETY:"))
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::*;

    #[test]
    fn unsafe_in_the_wrong_crate() {
        let text = "//! x\nfn f() {\n    // SAFETY: none.\n    unsafe { g() }\n}\n";
        let found = check(&sample("crates/cli/src/a.rs", text));
        assert_eq!(messages(&found), [(4, "unsafe outside the crates that face C or the kernel")]);
        assert!(check(&sample("crates/jsc/src/a.rs", text)).is_empty());
        assert!(check(&sample("crates/loop/src/sys/a.rs", text)).is_empty());
        assert_eq!(check(&sample("crates/loop/src/a.rs", text)).len(), 1);
    }

    #[test]
    fn unsafe_without_a_reason() {
        let text = "//! x\nfn f() {\n    unsafe { g() }\n}\nunsafe impl Send for X {}\n";
        let found = check(&sample("crates/jsc/src/a.rs", text));
        assert_eq!(found.iter().map(|finding| finding.line).collect::<Vec<_>>(), [3, 5]);
        assert!(
            check(&sample("crates/jsc/src/a.rs", "//! x\nunsafe extern \"C\" {}\n")).is_empty()
        );
    }

    #[test]
    fn prose_is_not_code() {
        let text = "//! An unsafe word.\nconst A: &str = \"unsafe {\";\n";
        assert!(check(&sample("crates/cli/src/a.rs", text)).is_empty());
    }

    #[test]
    fn crate_roots_forbid_it() {
        let found = check(&sample("crates/cli/src/main.rs", "//! x\nfn main() {}\n"));
        assert_eq!(messages(&found), [(0, "does not forbid unsafe_code")]);
        let good = "//! x\n#![forbid(unsafe_code)]\nfn main() {}\n";
        assert!(check(&sample("crates/cli/src/main.rs", good)).is_empty());
    }
}
