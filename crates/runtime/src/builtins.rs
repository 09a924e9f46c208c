//! The builtin JavaScript, by id.
//!
//! The table is made by `build.rs` from the files below `js/`. A debug build reads the file itself when it is there,
//! so that a change to a builtin needs no compiler.

use std::borrow::Cow;

use crate::primordial_plan::{GroupSet, Plan};

mod table {
    #[cfg(not(debug_assertions))]
    use std::borrow::Cow;

    use crate::primordial_plan::GroupSet;
    #[cfg(not(debug_assertions))]
    use crate::primordial_plan::{Capture, Group, Making, Owner, Place, Plan};

    /// Where a source begins and ends in the text of all of them.
    type Range = (usize, usize);

    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

/// The ids of all builtins, sorted.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = &'static str> {
    table::BUILTINS.iter().map(|&(id, ..)| id)
}

/// Whether programs may load the builtin `id`: those of `js/node`.
pub(crate) fn is_public(id: &str) -> bool {
    let inside = ["internal/", "web/", "bootstrap/"].iter().any(|folder| id.starts_with(folder));
    !inside && table::BUILTINS.binary_search_by_key(&id, |&(id, ..)| id).is_ok()
}

/// What programs find with the scheme `node:` alone, whether it is there or not.
pub(crate) const SCHEME_ONLY: [&str; 5] = ["ffi", "sea", "sqlite", "test", "test/reporters"];

/// The builtin that a program names `specifier`, with or without the scheme.
pub(crate) fn public_id(specifier: &str) -> Option<&str> {
    let (id, has_scheme) = match specifier.strip_prefix("node:") {
        Some(id) => (id, true),
        None => (specifier, false),
    };
    (is_public(id) && (has_scheme || !SCHEME_ONLY.contains(&id))).then_some(id)
}

/// The wrapped source of a builtin: an expression whose value is its function.
pub(crate) fn source(id: &str) -> Option<Cow<'static, str>> {
    #[cfg(debug_assertions)]
    if let Some(source) = from_disk(id) {
        return Some(Cow::Owned(source));
    }
    let at = table::BUILTINS.binary_search_by_key(&id, |&(id, ..)| id).ok()?;
    let (from, to) = table::BUILTINS[at].1;
    Some(Cow::Borrowed(&table::SOURCES[from..to]))
}

/// The same source as a function of one more parameter, `process`.
pub(crate) fn with_process(source: Cow<'static, str>) -> Cow<'static, str> {
    Cow::Owned(source.replacen("primordials)", "primordials, process)", 1))
}

/// How the primordials are made that builtins use.
#[cfg(not(debug_assertions))]
pub(crate) fn primordials() -> Plan {
    table::PLAN
}

#[cfg(debug_assertions)]
pub(crate) fn primordials() -> Plan {
    let mut names = std::collections::BTreeSet::new();
    for source in ids().filter_map(source) {
        crate::primordial_names::collect(&source, &mut names);
    }
    let maker = source(crate::primordial_plan::MAKER).unwrap_or_default();
    crate::primordial_names::plan(&names, &maker)
}

/// Which primordials a builtin uses.
#[cfg(not(debug_assertions))]
pub(crate) fn groups(id: &str, _plan: &Plan) -> GroupSet {
    let at = table::BUILTINS.binary_search_by_key(&id, |&(id, ..)| id);
    at.map_or(0, |at| table::BUILTINS[at].2)
}

#[cfg(debug_assertions)]
pub(crate) fn groups(id: &str, plan: &Plan) -> GroupSet {
    let mut names = std::collections::BTreeSet::new();
    crate::primordial_names::collect(&source(id).unwrap_or_default(), &mut names);
    crate::primordial_names::groups_of(&names, &plan.groups)
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

    #[test]
    fn programs_name_public_builtins() {
        assert_eq!(public_id("fs"), Some("fs"));
        assert_eq!(public_id("node:fs/promises"), Some("fs/promises"));
        assert_eq!(public_id("node:test"), Some("test"));
        for specifier in
            ["test", "node:node:fs", "internal/errors", "node:internal/errors", "./fs", ""]
        {
            assert_eq!(public_id(specifier), None, "{specifier}");
        }
    }
}
