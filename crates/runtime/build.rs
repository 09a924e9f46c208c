//! Collects the builtin JavaScript into one text and a table of it: id, place in the text, the primordials that it uses.
//!
//! What every program loads stands together at the beginning of the text (`start.txt`): the system maps a file in
//! pieces of many pages, and what is scattered over it takes the memory of all its neighbours.
//!
//! Files are found by scanning `js/`; the id follows from the path (see ARCHITECTURE.md). Each source is wrapped
//! in its function here, on its own first line, so that line numbers are the file's. Lines that are only a comment
//! are emptied: the engine would skip them at every start.

#[path = "src/primordial_names.rs"]
mod primordial_names;
#[path = "src/primordial_plan.rs"]
mod primordial_plan;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use primordial_plan::{Capture, Group, Making, Plan};

const HEAD: &str =
    "(function (exports, require, module, internalBinding, primordials) {'use strict';";
const TAIL: &str = "\n})";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("js");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed=js");
    println!("cargo:rerun-if-changed=start.txt");
    println!("cargo:rerun-if-changed=build.rs");

    let mut files = Vec::new();
    for folder in ["node", "internal", "web", "bootstrap"] {
        collect(&root.join(folder), &mut files)?;
    }
    let mut builtins: Vec<(String, PathBuf)> =
        files.into_iter().map(|path| (id_of(&root, &path), path)).collect();
    builtins.sort();

    let mut sources = Vec::new();
    let mut names = BTreeSet::new();
    for (id, path) in builtins {
        let source = fs::read_to_string(path)?;
        primordial_names::collect(&source, &mut names);
        sources.push((id, source));
    }
    let maker = sources.iter().find(|(id, _)| id == primordial_plan::MAKER);
    let plan = primordial_names::plan(&names, &maker.expect("it is a builtin").1);

    let start = fs::read_to_string("start.txt")?;
    let start: Vec<&str> = start.lines().filter(|line| !line.starts_with('#')).collect();
    let places = write_sources(&sources, &start, &out.join("builtins.js"))?;
    let mut table =
        String::from("pub(super) static SOURCES: &str = include_str!(\"builtins.js\");\n");
    table.push_str("pub(super) const BUILTINS: &[(&str, Range, GroupSet)] = &[\n");
    for ((id, source), (from, to)) in sources.iter().zip(places) {
        let mut names = BTreeSet::new();
        primordial_names::collect(source, &mut names);
        let groups = primordial_names::groups_of(&names, &plan.groups);
        writeln!(table, "    ({id:?}, ({from}, {to}), {groups}),").expect(WRITES);
    }
    table.push_str("];\n");
    write_plan(&plan, &mut table);
    fs::write(out.join("builtins.rs"), table)
}

/// Writes the wrapped sources one after the other, those of the list `start` first, and says where each begins and ends.
fn write_sources(
    sources: &[(String, String)],
    start: &[&str],
    file: &Path,
) -> io::Result<Vec<(usize, usize)>> {
    let first = |id: &str| start.iter().position(|line| *line == id).unwrap_or(usize::MAX);
    for id in start {
        assert!(sources.iter().any(|source| source.0 == *id), "start.txt: no builtin {id}");
    }
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_by_key(|&at| first(&sources[at].0));
    let mut text = String::new();
    let mut places = vec![(0, 0); sources.len()];
    for at in order {
        let from = text.len();
        write!(text, "{HEAD}{}{TAIL}", without_comment_lines(&sources[at].1)).expect(WRITES);
        places[at] = (from, text.len());
    }
    fs::write(file, text)?;
    Ok(places)
}

const WRITES: &str = "writing to a string";

/// The plan as a constant, which a release build uses as it is.
fn write_plan(plan: &Plan, table: &mut String) {
    table.push_str("#[cfg(not(debug_assertions))]\npub(super) const PLAN: Plan = Plan {\n");
    table.push_str("    captures: Cow::Borrowed(&[\n");
    for Capture { owner, place, key } in plan.captures.iter() {
        let place = format!("Place::{place:?}");
        let line = format!(
            "Capture {{ owner: Owner::{owner:?}, place: {place}, key: Cow::Borrowed({key:?}) }}"
        );
        writeln!(table, "        {line},").expect(WRITES);
    }
    table.push_str("    ]),\n    groups: Cow::Borrowed(&[\n");
    for Group { owner, making } in plan.groups.iter() {
        let making = match making {
            Making::Plain(values) => {
                let value = |(name, at)| format!("(Cow::Borrowed({name:?}), {at})");
                let values: Vec<String> = values.iter().cloned().map(value).collect();
                format!("Plain(Cow::Borrowed(&[{}]))", values.join(", "))
            }
            Making::Script(source) => format!("Script(Cow::Borrowed({source:?}))"),
            Making::Maker(source) => format!("Maker(Cow::Borrowed({source:?}))"),
        };
        let owner = format!("Cow::Borrowed({owner:?})");
        writeln!(table, "        Group {{ owner: {owner}, making: Making::{making} }},")
            .expect(WRITES);
    }
    table.push_str("    ]),\n};\n");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            files.push(path);
        }
    }
    Ok(())
}

/// `js/node/timers/promises.js` is `timers/promises`; everything else keeps its folder.
fn id_of(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).expect("it was found below the root").with_extension("");
    let id = relative.to_string_lossy().replace('\\', "/");
    id.strip_prefix("node/").map(str::to_owned).unwrap_or(id)
}

/// Builtins keep no line that starts with `//` inside a template literal, where it would be text.
fn without_comment_lines(source: &str) -> String {
    let mut lines = Vec::new();
    for line in source.lines() {
        lines.push(if line.trim_start().starts_with("//") { "" } else { line });
    }
    lines.join("\n")
}
