//! The builtin JavaScript, by id.
//!
//! The table is made by `build.rs` from the files below `js/`. A debug build reads the file itself when it is there,
//! so that a change to a builtin needs no compiler.

use std::borrow::Cow;

mod table {
    #![allow(dead_code, reason = "a debug build reads the primordials off the files")]
    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

/// The ids of all builtins, sorted.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = &'static str> {
    table::BUILTINS.iter().map(|&(id, _)| id)
}

/// The wrapped source of a builtin: an expression whose value is its function.
pub(crate) fn source(id: &str) -> Option<Cow<'static, str>> {
    #[cfg(debug_assertions)]
    if let Some(source) = from_disk(id) {
        return Some(Cow::Owned(source));
    }
    let at = table::BUILTINS.binary_search_by_key(&id, |&(id, _)| id).ok()?;
    Some(Cow::Borrowed(table::BUILTINS[at].1))
}

/// The names of the primordials that builtins use, as `primordial_names::grouped` writes them.
pub(crate) fn primordial_names() -> Cow<'static, str> {
    #[cfg(debug_assertions)]
    {
        let mut names = std::collections::BTreeSet::new();
        for source in ids().filter_map(source) {
            crate::primordial_names::collect(&source, &mut names);
        }
        Cow::Owned(crate::primordial_names::grouped(&names))
    }
    #[cfg(not(debug_assertions))]
    Cow::Borrowed(table::PRIMORDIALS)
}

#[cfg(debug_assertions)]
fn from_disk(id: &str) -> Option<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("js");
    let inside = ["internal/", "web/", "bootstrap/"].iter().any(|folder| id.starts_with(folder));
    let relative = if inside { format!("{id}.js") } else { format!("node/{id}.js") };
    let text = std::fs::read_to_string(root.join(relative)).ok()?;
    Some(format!(
        "(function (exports, require, module, internalBinding, primordials) {{{text}\n}})"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_knows_its_sources() {
        let ids: Vec<_> = ids().collect();
        assert!(ids.is_sorted());
        assert!(ids.contains(&"timers") && ids.contains(&"internal/primordials"));
        assert!(source("timers").is_some_and(|source| source.starts_with("(function (exports")));
        assert!(source("no/such/builtin").is_none());
    }
}
