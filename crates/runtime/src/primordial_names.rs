//! Which primordials the builtins use, read off their sources, and the plan that makes them.
//!
//! `build.rs` uses this file for the tables of a release build; a debug build, which reads builtins from disk, uses it
//! when it starts.

use std::collections::{BTreeMap, BTreeSet};

use crate::primordial_plan::{Capture, Group, GroupSet, Making, Owner, Place, Plan};

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

/// What stands for the owner of primordials that the builtin of [`Making::Maker`] makes: their names begin so.
const MADE: &str = "Safe";

/// The others that it makes or is given.
const ALSO_MADE: &[&str] = &["AsyncIteratorPrototype", "originals", "uncurryThis"];

/// The intrinsics that names begin with.
const OWNERS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "ArrayIterator",
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

/// What has to be done for `names`. `maker` is the source of the builtin that makes some of them.
pub(crate) fn plan(names: &BTreeSet<String>, maker: &str) -> Plan {
    let mut originals = BTreeSet::new();
    collect_from("originals", maker, &mut originals);
    let mut captured = Captured::default();
    // The captures of one owner follow each other, so that it is looked up once.
    let mut sorted: Vec<&String> = names.union(&originals).collect();
    sorted.sort_by_key(|name| split(name));
    for name in sorted.into_iter().filter(|name| split(name).0 != MADE) {
        captured.original(name);
    }

    let mut plain: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    let mut scripts: BTreeMap<&str, String> = BTreeMap::new();
    for name in names.iter().filter(|name| split(name).0 != MADE) {
        let (owner, _) = split(name);
        match form(name) {
            Form::Plain => {
                let value = (name.clone().into(), captured.original(name) as u32);
                plain.entry(owner).or_default().push(value);
            }
            form => *scripts.entry(owner).or_default() += &captured.statement(name, form),
        }
    }
    let list: Vec<String> =
        originals.iter().map(|name| format!("{name}:c[{}]", captured.original(name))).collect();
    let originals = format!("primordials.originals={{__proto__:null,{}}};", list.join(","));

    let mut groups: Vec<Group> = Vec::new();
    let mut add =
        |owner: &str, making| groups.push(Group { owner: owner.to_owned().into(), making });
    plain.into_iter().for_each(|(owner, values)| add(owner, Making::Plain(values.into())));
    scripts
        .into_iter()
        .for_each(|(owner, text)| add(owner, Making::Script(function(&text).into())));
    add(MADE, Making::Maker(function(&originals).into()));
    assert!(groups.len() <= GroupSet::BITS as usize, "a set of groups has a bit for each");
    Plan { captures: captured.list.into(), groups: groups.into() }
}

fn function(text: &str) -> String {
    format!("(function(primordials,c,r){{'use strict';{text}}})")
}

/// The groups that `names` are in.
pub(crate) fn groups_of(names: &BTreeSet<String>, groups: &[Group]) -> GroupSet {
    let mut set = 0;
    for name in names {
        let (owner, _) = split(name);
        let is_plain = owner != MADE && form(name) == Form::Plain;
        let is_it = |group: &Group| {
            group.owner == owner && matches!(group.making, Making::Plain(_)) == is_plain
        };
        // A name of a file that has changed since the plan was made has no group: it is undefined.
        if let Some(at) = groups.iter().position(is_it) {
            set |= 1 << at;
        }
    }
    set
}

/// What becomes of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    /// The receiver is the first argument.
    Uncurried,
    /// The same, where the engine may not have it.
    UncurriedIfThere,
    /// The receiver is always its owner.
    Bound,
}

fn form(name: &str) -> Form {
    let (owner, suffix) = split(name);
    match place(owner, suffix).0 {
        Place::Member if suffix != "PrototypeConstructor" => Form::Uncurried,
        Place::Getter => Form::UncurriedIfThere,
        // These look at their receiver.
        Place::Static if matches!(owner, "Promise" | "Array") && suffix != "IsArray" => Form::Bound,
        _ => Form::Plain,
    }
}

/// Where an intrinsic is found, and by which key.
fn place(owner: &str, suffix: &str) -> (Place, String) {
    match suffix.strip_prefix("Prototype") {
        Some("") => (Place::Prototype, String::new()),
        Some(member) => match accessor(owner, member) {
            Some(name) => (Place::Getter, key(name)),
            None => (Place::Member, key(member)),
        },
        None if suffix.is_empty() => (Place::Itself, String::new()),
        None if owner.is_empty() => (Place::Static, suffix.to_owned()),
        None => (Place::Static, key(suffix)),
    }
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
}

impl Captured {
    /// The statement that makes a primordial. A literal for each function, so that the engine can inline each by itself,
    /// and a closure and not `call.bind(fn)`, which the engine calls a tenth as fast.
    fn statement(&mut self, name: &str, form: Form) -> String {
        let at = self.original(name);
        match form {
            Form::Plain => format!("primordials.{name}=c[{at}];"),
            // Through the engine's `call` each call would collect its arguments twice, which takes eight times as long.
            Form::Uncurried if name == "FunctionPrototypeCall" => {
                format!("primordials.{name}=(f,s,...a)=>r(f,s,a);")
            }
            Form::Uncurried => {
                format!("{{const f=c[{at}];primordials.{name}=(s,...a)=>r(f,s,a)}}")
            }
            Form::UncurriedIfThere => {
                let function = "f===undefined?f:(s,...a)=>r(f,s,a)";
                format!("{{const f=c[{at}];primordials.{name}={function}}}")
            }
            Form::Bound => {
                let owner = self.original(split(name).0);
                format!("{{const f=c[{at}],o=c[{owner}];primordials.{name}=(...a)=>r(f,o,a)}}")
            }
        }
    }

    /// Where the intrinsic called `name` is captured.
    fn original(&mut self, name: &str) -> usize {
        let (owner, suffix) = split(name);
        let (place, key) = place(owner, suffix);
        let owner = owner_of(owner);
        let is_it =
            |known: &Capture| (known.owner, known.place) == (owner, place) && known.key == key;
        if let Some(at) = self.list.iter().position(is_it) {
            return at;
        }
        self.list.push(Capture { owner, place, key: key.into() });
        self.list.len() - 1
    }
}

fn owner_of(name: &str) -> Owner {
    match name {
        "" => Owner::Realm,
        "ArrayIterator" => Owner::IteratorOver("Array"),
        "MapIterator" => Owner::IteratorOver("Map"),
        "SetIterator" => Owner::IteratorOver("Set"),
        "TypedArray" => Owner::Parent("Uint8Array"),
        _ => {
            let owner = OWNERS.iter().find(|owner| **owner == name);
            Owner::Global(owner.expect("`split` found it in the list"))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> BTreeSet<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn names_are_read_off_a_source() {
        let mut found = BTreeSet::new();
        let source = "const {\n  ArrayIsArray, // no\n  MathMax: max,\n} = primordials;\nprimordials.JSONParse(x);";
        collect(source, &mut found);
        assert_eq!(found, names(&["ArrayIsArray", "JSONParse", "MathMax"]));
    }

    #[test]
    fn a_name_says_where_its_intrinsic_is() {
        let plan = plan(&names(&["DatePrototypeGetTime", "MapPrototypeGetSize", "MathPI"]), "");
        let found: Vec<_> =
            plan.captures.iter().map(|it| (it.owner, it.place, it.key.to_string())).collect();
        let expected = [
            (Owner::Global("Date"), Place::Member, "getTime".to_owned()),
            (Owner::Global("Map"), Place::Getter, "size".to_owned()),
            (Owner::Global("Math"), Place::Static, "PI".to_owned()),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn values_and_functions_of_an_owner_are_two_groups() {
        let all = names(&["Array", "ArrayIsArray", "ArrayPrototypeMap", "SafeMap"]);
        let groups = plan(&all, "").groups;
        assert_eq!(groups_of(&all, &groups).count_ones(), 3);
        let plain = groups_of(&names(&["Array"]), &groups);
        assert_eq!(plain, groups_of(&names(&["ArrayIsArray"]), &groups));
        assert_ne!(plain, groups_of(&names(&["ArrayPrototypeMap"]), &groups));
    }
}
