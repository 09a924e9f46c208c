//! Collects the builtin JavaScript into one table: id, wrapped source.
//!
//! Files are found by scanning `js/`; the id follows from the path (see ARCHITECTURE.md). Each source is wrapped
//! in its function here, on its own first line, so that line numbers are the file's. Lines that are only a comment
//! are emptied: the engine would skip them at every start.

#[path = "src/primordial_names.rs"]
mod primordial_names;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const HEAD: &str =
    "(function (exports, require, module, internalBinding, primordials) {'use strict';";
const TAIL: &str = "\n})";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("js");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed=js");
    println!("cargo:rerun-if-changed=build.rs");

    let mut files = Vec::new();
    for folder in ["node", "internal", "web", "bootstrap"] {
        collect(&root.join(folder), &mut files)?;
    }
    let mut builtins: Vec<(String, PathBuf)> =
        files.into_iter().map(|path| (id_of(&root, &path), path)).collect();
    builtins.sort();

    let mut names = BTreeSet::new();
    let mut table = String::from("pub(super) const BUILTINS: &[(&str, &str)] = &[\n");
    for (index, (id, path)) in builtins.iter().enumerate() {
        let source = fs::read_to_string(path)?;
        primordial_names::collect(&source, &mut names);
        let wrapped = out.join(format!("builtin_{index}.js"));
        fs::write(&wrapped, format!("{HEAD}{}{TAIL}", without_comment_lines(&source)))?;
        writeln!(table, "    ({id:?}, include_str!({wrapped:?})),").expect("writing to a string");
    }
    table.push_str("];\n");
    let primordials = format!("{HEAD}{}{TAIL}", primordial_names::table(&names));
    writeln!(
        table,
        "#[cfg(not(debug_assertions))]\npub(super) const PRIMORDIALS: &str = {primordials:?};"
    )
    .expect("writing to a string");
    fs::write(out.join("builtins.rs"), table)
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
