//! Which primordials the builtins use, read off their sources.
//!
//! The engine makes its builtin functions when they are first looked at, so capturing all of them would cost more than the
//! rest of start-up. Only the names that some builtin takes from `primordials` are captured. `build.rs` uses this file
//! for the table of a release build; a debug build, which reads builtins from disk, uses it when it starts.

use std::collections::{BTreeMap, BTreeSet};

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

/// The intrinsics that names begin with.
const OWNERS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "ArrayIterator",
    "AsyncFunction",
    "AsyncGeneratorFunction",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    "Function",
    "GeneratorFunction",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "JSON",
    "Map",
    "MapIterator",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "SetIterator",
    "SharedArrayBuffer",
    "String",
    "StringIterator",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "TypedArray",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
];

/// The names as `internal/primordials` takes them, in JSON: `{ owner: [suffixes of statics, suffixes of the prototype] }`,
/// an empty suffix being the intrinsic itself, and under `""` the names of global functions.
pub(crate) fn grouped(names: &BTreeSet<String>) -> String {
    let mut groups: BTreeMap<&str, [Vec<&str>; 2]> = BTreeMap::new();
    // The files of primordials themselves need these, whoever else does.
    let own = [
        "ArrayIteratorPrototypeNext",
        "StringIteratorPrototypeNext",
        "StringPrototypeSymbolIterator",
    ];
    let names: BTreeSet<&str> = names.iter().map(String::as_str).chain(own).collect();
    for name in names {
        let owner =
            OWNERS.iter().filter(|owner| name.starts_with(**owner)).max_by_key(|owner| owner.len());
        let (owner, rest) = owner.map_or(("", name), |owner| (*owner, &name[owner.len()..]));
        let group = groups.entry(owner).or_default();
        match rest.strip_prefix("Prototype") {
            Some(suffix) => group[1].push(suffix),
            None => group[0].push(rest),
        }
    }
    // Names are identifiers, for which Rust's quoting is JSON's.
    let entries: Vec<String> =
        groups.iter().map(|(owner, lists)| format!("{owner:?}:{lists:?}")).collect();
    format!("{{{}}}", entries.join(","))
}
