//! Which primordials the builtins use, read off their sources.
//!
//! The engine makes its builtin functions when they are first looked at, so capturing all of them would cost more than the
//! rest of start-up. Only the names that some builtin takes from `primordials` are captured. `build.rs` uses this file
//! for the table of a release build; a debug build, which reads builtins from disk, uses it when it starts.

use std::collections::BTreeSet;

/// The names that `source` takes: `const { A, B: c } = primordials` and `primordials.A`.
pub(crate) fn collect(source: &str, names: &mut BTreeSet<String>) {
    for (at, _) in source.match_indices("= primordials") {
        let head = &source[..at];
        let Some(open) = head.rfind('{') else { continue };
        let Some(list) = head[open + 1..].trim_end().strip_suffix('}') else { continue };
        for item in list
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""))
            .flat_map(|line| line.split(','))
        {
            let name = item.split([':', '=']).next().unwrap_or("").trim();
            if !name.is_empty() {
                names.insert(name.to_owned());
            }
        }
    }
    for (at, found) in source.match_indices("primordials.") {
        let rest = &source[at + found.len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .unwrap_or(rest.len());
        if end > 0 {
            names.insert(rest[..end].to_owned());
        }
    }
}
