//! The builtin JavaScript, by id.
//!
//! The table is made by `build.rs` from the files below `js/`. A debug build reads the file itself when it is there,
//! so that a change to a builtin needs no compiler.

use std::borrow::Cow;

mod table {
    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

/// The ids of all builtins, sorted.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = &'static str> {
    table::BUILTINS.iter().map(|&(id, _)| id)
}

/// Whether programs may load the builtin `id`: those of `js/node`.
pub(crate) fn is_public(id: &str) -> bool {
    let inside = ["internal/", "web/", "bootstrap/"].iter().any(|folder| id.starts_with(folder));
    !inside && table::BUILTINS.binary_search_by_key(&id, |&(id, _)| id).is_ok()
}

/// The wrapped source of a builtin: an expression whose value is its function.
pub(crate) fn source(id: &str) -> Option<Cow<'static, str>> {
    if id == PRIMORDIALS_TABLE {
        return Some(primordials_table());
    }
    #[cfg(debug_assertions)]
    if let Some(source) = from_disk(id) {
        return Some(Cow::Owned(source));
    }
    let at = table::BUILTINS.binary_search_by_key(&id, |&(id, _)| id).ok()?;
    Some(Cow::Borrowed(table::BUILTINS[at].1))
}

/// The same source as a function of one more parameter, `process`.
pub(crate) fn with_process(source: Cow<'static, str>) -> Cow<'static, str> {
    Cow::Owned(source.replacen("primordials)", "primordials, process)", 1))
}

/// The one builtin that is not a file: `primordial_names::table` writes it.
const PRIMORDIALS_TABLE: &str = "internal/primordials_table";

#[cfg(not(debug_assertions))]
fn primordials_table() -> Cow<'static, str> {
    Cow::Borrowed(table::PRIMORDIALS)
}

#[cfg(debug_assertions)]
fn primordials_table() -> Cow<'static, str> {
    let mut names = std::collections::BTreeSet::new();
    for source in ids().filter_map(source) {
        crate::primordial_names::collect(&source, &mut names);
    }
    Cow::Owned(wrap(&crate::primordial_names::table(&names)))
}

#[cfg(debug_assertions)]
fn from_disk(id: &str) -> Option<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("js");
    let inside = ["internal/", "web/", "bootstrap/"].iter().any(|folder| id.starts_with(folder));
    let relative = if inside { format!("{id}.js") } else { format!("node/{id}.js") };
    Some(wrap(&std::fs::read_to_string(root.join(relative)).ok()?))
}

/// As `build.rs` wraps it.
#[cfg(debug_assertions)]
fn wrap(text: &str) -> String {
    format!(
        "(function (exports, require, module, internalBinding, primordials) {{'use strict';{text}\n}})"
    )
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
