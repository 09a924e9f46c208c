//! Mutated sources: files of the repository with lines and pieces moved about, to be read and compiled.
//!
//! A mutated program could do anything, so it is not run: its first statement throws.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Program, files_below};
use crate::error::{Context, Result};
use crate::project::Project;
use crate::rng::Rng;

/// Larger files only take longer.
const LARGEST: usize = 20_000;
const MOST_CHANGES: usize = 12;

/// Pieces that parsers and transforms care about.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "`",
    "${",
    "'",
    "\"",
    "/",
    "/*",
    "*/",
    "//",
    "\\",
    "=>",
    "...",
    "?.",
    "??=",
    "#x",
    "@",
    "<",
    ">",
    "await ",
    "async ",
    "yield ",
    "import ",
    "export default ",
    "import.meta",
    "import(",
    "using ",
    "enum ",
    "as any",
    ": number",
    "class A { static {",
    "\u{2028}",
    "\u{feff}",
    "\u{1f600}",
    "\\u{110000}",
    "\u{0}",
];

pub(super) struct Source {
    extension: &'static str,
    text: String,
}

pub(super) fn collect(project: &Project, files: &[PathBuf]) -> Result<Vec<Source>> {
    let folders = ["tests", "examples", "crates/runtime/js", "crates/source/tests"];
    let mut sources = Vec::new();
    for path in files_below(files, &folders, &["js", "cjs", "mjs", "ts", "cts", "mts"]) {
        let whole = project.root.join(path);
        let bytes = fs::read(&whole).context(|| format!("reading {}", whole.display()))?;
        if bytes.len() <= LARGEST {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            sources.push(Source { extension: extension(path), text });
        }
    }
    Ok(sources)
}

fn extension(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mjs") => "mjs",
        Some("cjs") => "cjs",
        Some("ts") => "ts",
        Some("cts") => "cts",
        Some("mts") => "mts",
        _ => "js",
    }
}

pub(super) fn program(sources: &[Source], seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let source = &sources[rng.below(sources.len())];
    let other = &sources[rng.below(sources.len())];
    let mut text: Vec<char> = source.text.chars().collect();
    let foreign: Vec<char> = other.text.chars().collect();
    for _ in 0..rng.between(1, MOST_CHANGES) {
        change(&mut text, &foreign, &mut rng);
    }
    let text: String = text.into_iter().collect();
    Program {
        extension: if rng.percent(10) { "mts" } else { source.extension },
        // Hoisted names and imports are all that a program has before its first statement.
        head: "throw 0;".to_owned(),
        lines: text.split('\n').map(str::to_owned).collect(),
        flags: Vec::new(),
        environment: Vec::new(),
        folder: None,
    }
}

fn change(text: &mut Vec<char>, foreign: &[char], rng: &mut Rng) {
    let range = |length: usize, rng: &mut Rng| {
        let start = rng.below(length + 1);
        start..(start + rng.below(40)).min(length)
    };
    let at = rng.below(text.len() + 1);
    match rng.below(6) {
        0 => {
            let range = range(text.len(), rng);
            text.drain(range);
        }
        1 => {
            let piece: Vec<char> = text[range(text.len(), rng)].to_vec();
            text.splice(at..at, piece);
        }
        2 => {
            let piece: Vec<char> = foreign[range(foreign.len(), rng)].to_vec();
            text.splice(at..at, piece);
        }
        3 => {
            let piece = rng.pick(&PIECES);
            let many = if rng.percent(10) { 3000 } else { 1 };
            text.splice(at..at, piece.repeat(many).chars().collect::<Vec<_>>());
        }
        4 => text.truncate(at),
        _ => {
            if let Some(character) = text.get_mut(at) {
                *character = char::from_u32(rng.below(0x300) as u32).unwrap_or('?');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_throw_before_they_do_anything() {
        let sources = [Source { extension: "js", text: "a();\nb();\n".to_owned() }];
        for seed in 0..200 {
            let program = program(&sources, seed);
            assert!(program.text().starts_with("throw 0;"));
        }
        assert_ne!(program(&sources, 1).text(), program(&sources, 2).text());
    }
}
