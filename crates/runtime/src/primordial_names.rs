//! Which primordials the builtins use, read off their sources, and the plan that makes them.
//!
//! `build.rs` uses this file for the tables of a release build; a debug build, which reads builtins from disk, uses it
//! when it starts.

use std::collections::{BTreeMap, BTreeSet};

use crate::primordial_plan::{Capture, Group, GroupSet, MADE, Owner, Place, Plan};

/// The names that `source` takes: `const { A, B: c } = primordials` and `primordials.A`.
pub(crate) fn collect(source: &str, names: &mut BTreeSet<String>) {
    collect_from("primordials", source, names);
}

fn collect_from(object: &str, source: &str, names: &mut BTreeSet<String>) {
    for (at, _) in source.match_indices(&format!("= {object};")) {
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
    for (at, found) in source.match_indices(&format!("{object}.")) {
        let rest = &source[at + found.len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .unwrap_or(rest.len());
        if end > 0 {
            names.insert(rest[..end].to_owned());
        }
    }
}

/// The other names of that group.
const ALSO_MADE: &[&str] = &["originals", "uncurryThis"];

/// The intrinsics that names begin with.
const OWNERS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "ArrayIterator",
    "AsyncFunction",
    "AsyncGeneratorFunction",
    "AsyncIterator",
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

/// The owners that have no global name, and what they are in a fresh realm.
const HIDDEN: &[(&str, &str)] = &[
    ("ArrayIterator", "{prototype:Object.getPrototypeOf([].values())}"),
    ("AsyncFunction", "(async()=>{}).constructor"),
    ("AsyncGeneratorFunction", "(async function*(){}).constructor"),
    (
        "AsyncIterator",
        "{prototype:Object.getPrototypeOf(Object.getPrototypeOf((async function*(){}).prototype))}",
    ),
    ("GeneratorFunction", "(function*(){}).constructor"),
    ("MapIterator", "{prototype:Object.getPrototypeOf(new Map().entries())}"),
    ("SetIterator", "{prototype:Object.getPrototypeOf(new Set().values())}"),
    ("StringIterator", "{prototype:Object.getPrototypeOf(''[Symbol.iterator]())}"),
    ("TypedArray", "Object.getPrototypeOf(Uint8Array)"),
];

/// What has to be done for `names`. `maker` is the source of [`MAKER`].
pub(crate) fn plan(mut names: BTreeSet<String>, maker: &str) -> Plan {
    collect(maker, &mut names);
    let mut originals = BTreeSet::new();
    collect_from("originals", maker, &mut originals);
    let mut captured = Captured::default();
    // The captures of one owner follow each other, so that it is looked up once.
    let mut sorted: Vec<&String> = names.union(&originals).collect();
    sorted.sort_by_key(|name| split(name));
    for name in sorted.into_iter().filter(|name| split(name).0 != MADE) {
        captured.original(name);
    }
    let mut groups: BTreeMap<&str, String> = BTreeMap::new();
    for name in &names {
        let (owner, _) = split(name);
        let text = groups.entry(owner).or_default();
        if owner != MADE {
            *text += &captured.primordial(name);
        }
    }
    let list: Vec<String> =
        originals.iter().map(|name| format!("{name}:c[{}]", captured.original(name))).collect();
    groups.insert(MADE, format!("primordials.originals={{__proto__:null,{}}};", list.join(",")));
    let groups: Vec<Group> = groups
        .into_iter()
        .map(|(owner, text)| Group {
            owner: owner.to_owned().into(),
            source: format!("(function(primordials,c,r){{'use strict';{text}}})").into(),
        })
        .collect();
    assert!(groups.len() <= GroupSet::BITS as usize, "a set of groups has a bit for each");
    Plan {
        captures: captured.list.into(),
        groups: groups.into(),
        hidden: format!("[{}]", captured.hidden.join(",")).into(),
    }
}

/// The groups that `names` are in.
pub(crate) fn groups_of(names: &BTreeSet<String>, groups: &[Group]) -> GroupSet {
    let mut set = 0;
    for name in names {
        let (owner, _) = split(name);
        // A name of a file that has changed since the plan was made has no group: it is undefined.
        if let Some(at) = groups.iter().position(|group| group.owner == owner) {
            set |= 1 << at;
        }
    }
    set
}

/// `ArrayPrototypePush` is `PrototypePush` of `Array`. A global function has an owner without a name.
fn split(name: &str) -> (&str, &str) {
    if name.starts_with(MADE) || ALSO_MADE.contains(&name) {
        return (MADE, name);
    }
    let owner =
        OWNERS.iter().filter(|owner| name.starts_with(**owner)).max_by_key(|owner| owner.len());
    name.split_at(owner.map_or(0, |owner| owner.len()))
}

#[derive(Default)]
struct Captured {
    list: Vec<Capture>,
    hidden: Vec<&'static str>,
    hidden_owners: Vec<&'static str>,
}

impl Captured {
    /// The statement that makes a primordial. A literal for each function, so that the engine can inline each by itself,
    /// and a closure and not `call.bind(fn)`, which the engine calls a tenth as fast.
    fn primordial(&mut self, name: &str) -> String {
        let at = self.original(name);
        let (owner, suffix) = split(name);
        match self.list[at].place {
            Place::Member if suffix != "PrototypeConstructor" => {
                format!("{{const f=c[{at}];primordials.{name}=(s,...a)=>r(f,s,a)}}")
            }
            Place::Getter => {
                format!("{{const f=c[{at}];primordials.{name}=f===undefined?f:(s,...a)=>r(f,s,a)}}")
            }
            // These look at their receiver.
            Place::Static if matches!(owner, "Promise" | "Array") && suffix != "IsArray" => {
                let of = self.original(owner);
                format!("{{const f=c[{at}],o=c[{of}];primordials.{name}=(...a)=>r(f,o,a)}}")
            }
            _ => format!("primordials.{name}=c[{at}];"),
        }
    }

    /// Where the intrinsic called `name` is captured.
    fn original(&mut self, name: &str) -> usize {
        let (owner, suffix) = split(name);
        let (place, key) = match suffix.strip_prefix("Prototype") {
            Some("") => (Place::Prototype, String::new()),
            Some(member) => match accessor(owner, member) {
                Some(name) => (Place::Getter, key(name)),
                None => (Place::Member, key(member)),
            },
            None if suffix.is_empty() => (Place::Itself, String::new()),
            None if owner.is_empty() => (Place::Static, suffix.to_owned()),
            None => (Place::Static, key(suffix)),
        };
        let owner = self.owner(owner);
        let known =
            |known: &Capture| known.owner == owner && known.place == place && known.key == key;
        if let Some(at) = self.list.iter().position(known) {
            return at;
        }
        self.list.push(Capture { owner, place, key: key.into() });
        self.list.len() - 1
    }

    fn owner(&mut self, name: &str) -> Owner {
        if name.is_empty() {
            return Owner::Realm;
        }
        if let Some(&(name, text)) = HIDDEN.iter().find(|hidden| hidden.0 == name) {
            let known = self.hidden_owners.iter().position(|owner| *owner == name);
            let at = known.unwrap_or_else(|| {
                self.hidden_owners.push(name);
                self.hidden.push(text);
                self.hidden.len() - 1
            });
            return Owner::Hidden(at as u32);
        }
        let owner = OWNERS.iter().find(|owner| **owner == name);
        Owner::Global(owner.expect("`split` found it in the list"))
    }
}

/// `GetSize` is the getter of `size`, but `Date`'s `GetTime` is a method.
fn accessor<'a>(owner: &str, member: &'a str) -> Option<&'a str> {
    let name = member.strip_prefix("Get").filter(|name| name.starts_with(char::is_uppercase))?;
    let has_verb_methods = matches!(owner, "Date" | "DataView" | "Map" | "WeakMap" | "Set");
    let is_data = name == "Size" || name == "Buffer" || name.starts_with("Byte");
    (is_data || !has_verb_methods).then_some(name)
}

/// `Push` is `push`, `SymbolIterator` is `@@iterator`.
fn key(suffix: &str) -> String {
    match suffix.strip_prefix("Symbol").filter(|name| !name.is_empty()) {
        Some(symbol) => format!("@@{}", lower_first(symbol)),
        None => lower_first(suffix),
    }
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
