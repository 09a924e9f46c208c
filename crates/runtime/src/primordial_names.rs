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

/// The builtin `internal/primordials_table`: one assignment for each name, without a loop or a look-up, because it runs
/// at every start.
pub(crate) fn table(names: &BTreeSet<String>) -> String {
    // The file of primordials itself needs this, whoever else does.
    let own = ["ArrayIteratorPrototypeNext"];
    let names: BTreeSet<&str> = names.iter().map(String::as_str).chain(own).collect();
    let mut groups: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for name in names {
        let owner =
            OWNERS.iter().filter(|owner| name.starts_with(**owner)).max_by_key(|owner| owner.len());
        let (owner, suffix) = owner.map_or(("", name), |owner| (*owner, &name[owner.len()..]));
        groups.entry(owner).or_default().push((name, suffix));
    }
    let mut code = String::from(
        "'use strict';const{getter:g,hidden:h}=primordials;const{apply:r}=Reflect;let o,p;",
    );
    for (owner, members) in groups {
        if owner.is_empty() {
            // Global functions and classes. What is neither is made by the file of primordials.
            for (name, _) in members {
                code += &format!("if('{name}' in globalThis)primordials.{name}=globalThis.{name};");
            }
            continue;
        }
        code += &format!("o=h.{owner}===undefined?globalThis.{owner}:h.{owner}();p=o.prototype;");
        for (name, suffix) in members {
            let value = match suffix.strip_prefix("Prototype") {
                Some("") => "p".to_owned(),
                Some(member) if is_method(owner, member) => {
                    // A literal for each, so that the engine can inline each by itself.
                    let method = property(member);
                    code += &format!("{{const f=p{method};primordials.{name}=(s,...a)=>r(f,s,a)}}");
                    continue;
                }
                Some(member) => prototype_member(owner, member),
                None if suffix.is_empty() => "o".to_owned(),
                None if matches!(owner, "Promise" | "Array") => {
                    // These look at their receiver.
                    format!("o{0}?.bind(o)", property(suffix))
                }
                None => format!("o{}", property(suffix)),
            };
            code += &format!("primordials.{name}={value};");
        }
    }
    code
}

/// Whether `member` is a function of the prototype, and neither an accessor nor the constructor.
fn is_method(owner: &str, member: &str) -> bool {
    member != "Constructor" && accessor(owner, member).is_none()
}

fn prototype_member(owner: &str, member: &str) -> String {
    match accessor(owner, member) {
        Some((half, name)) => format!("g(p,{},'{half}')", key(name)),
        None => format!("p{}", property(member)),
    }
}

/// `GetSize` is the getter of `size`, but `Date`'s `GetTime` is a method.
fn accessor<'a>(owner: &str, member: &'a str) -> Option<(&'static str, &'a str)> {
    let has_verb_methods = matches!(owner, "Date" | "DataView" | "Map" | "WeakMap" | "Set");
    for (verb, half) in [("Get", "get"), ("Set", "set")] {
        let Some(name) = member.strip_prefix(verb) else { continue };
        let is_name = name.starts_with(char::is_uppercase);
        let is_data = name == "Size" || name == "Buffer" || name.starts_with("Byte");
        if is_name && (is_data || !has_verb_methods) {
            return Some((half, name));
        }
    }
    None
}

/// How a member is read: `.push`, `[Symbol.iterator]`.
fn property(suffix: &str) -> String {
    match symbol(suffix) {
        Some(symbol) => format!("[{symbol}]"),
        None => format!(".{}", lower_first(suffix)),
    }
}

fn key(suffix: &str) -> String {
    symbol(suffix).unwrap_or_else(|| format!("'{}'", lower_first(suffix)))
}

fn symbol(suffix: &str) -> Option<String> {
    let name = suffix.strip_prefix("Symbol").filter(|name| !name.is_empty())?;
    Some(format!("Symbol.{}", lower_first(name)))
}

/// `Push` is `push`; `PI`, `UTC` and `MAX_SAFE_INTEGER` stay.
fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    let (Some(first), second) = (characters.next(), characters.next()) else {
        return String::new();
    };
    if second.is_none_or(|second| second.is_uppercase() || second == '_') && text.len() > 1 {
        return text.to_owned();
    }
    format!("{}{}", first.to_lowercase(), &text[first.len_utf8()..])
}
