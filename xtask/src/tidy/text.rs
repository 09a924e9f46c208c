//! Rules about one file as text: length, white space, words, opening comment, machine paths.

use std::path::Path;

use super::{Finding, Source};

const LINE_LIMIT: usize = 1000;

/// Words that mark unfinished work. Written in halves so that this file passes its own rule.
const UNFINISHED: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("for", " now")];

/// Files people write: the rules for text hold in these.
const WRITTEN: [&str; 13] =
    ["rs", "js", "mjs", "cjs", "ts", "mts", "cts", "md", "toml", "py", "c", "html", "txt"];

pub(super) fn check(source: &Source, root: &Path) -> Vec<Finding> {
    let script = source.path.extension().is_none();
    if !(source.has_extension(&WRITTEN) || script) || is_sample_input(&source.path) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    findings.extend(length(source));
    findings.extend(white_space(source));
    findings.extend(unfinished(source));
    findings.extend(opening_comment(source));
    findings.extend(machine_paths(source, root));
    findings
}

/// Inputs of tests may be as ugly as the test needs.
fn is_sample_input(path: &Path) -> bool {
    path.iter().any(|part| part == "fixtures" || part == "node_modules")
}

fn length(source: &Source) -> Option<Finding> {
    let count = source.text.lines().count();
    (count > LINE_LIMIT).then(|| {
        Finding::new(&source.path, 0, format!("has {count} lines, {LINE_LIMIT} is the limit"))
    })
}

fn white_space(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in source.text.split('\n').enumerate() {
        if line.contains('\t') && source.path.extension().is_some() {
            findings.push(Finding::new(&source.path, index + 1, "a tab"));
        }
        if line.ends_with(' ') || line.ends_with('\r') {
            findings.push(Finding::new(&source.path, index + 1, "white space at the line's end"));
        }
    }
    if !source.text.is_empty() && !source.text.ends_with('\n') {
        findings.push(Finding::new(&source.path, 0, "no newline at the end"));
    }
    findings
}

fn unfinished(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        for word in UNFINISHED {
            if contains_word(line, word) {
                findings.push(Finding::new(&source.path, index + 1, format!("says `{word}`")));
            }
        }
    }
    findings
}

pub(super) fn contains_word(line: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word)
    })
}

/// A Rust module and a builtin say what they are before anything else.
fn opening_comment(source: &Source) -> Option<Finding> {
    let path = source.path.to_string_lossy();
    let first = source
        .text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && line.trim_end_matches(';') != "'use strict'")?;
    if source.has_extension(&["rs"]) && !first.starts_with("//!") && !is_compile_test(&path) {
        return Some(Finding::new(&source.path, 1, "does not open with a `//!` comment"));
    }
    let builtin = path.starts_with("crates/runtime/js/");
    if builtin && !(first.starts_with("//") || first.starts_with("/*")) {
        return Some(Finding::new(&source.path, 1, "does not open with a comment"));
    }
    None
}

/// Programs that a test compiles, or that must not compile.
fn is_compile_test(path: &str) -> bool {
    path.contains("/tests/") && (path.contains("compile_fail") || path.contains("/ui/"))
}

/// A path of the machine where something was written has no meaning anywhere else.
fn machine_paths(source: &Source, root: &Path) -> Vec<Finding> {
    let root = root.to_string_lossy();
    if root.len() < 4 {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    lines
        .filter(|(_, line)| line.contains(&*root))
        .map(|(index, _)| Finding::new(&source.path, index + 1, "names a path of this machine"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::*;

    fn lint(path: &str, text: &str) -> Vec<(usize, String)> {
        let findings = check(&sample(path, text), Path::new("/builds/roundel"));
        messages(&findings).into_iter().map(|(line, text)| (line, text.to_owned())).collect()
    }

    #[test]
    fn a_good_file_has_no_findings() {
        assert!(lint("crates/a/src/b.rs", "//! A thing.\n\nfn main() {}\n").is_empty());
        assert!(lint("crates/runtime/js/node/a.js", "'use strict';\n// A thing.\n").is_empty());
    }

    #[test]
    fn long_files() {
        let long = format!("//! Long.\n{}", "x();\n".repeat(LINE_LIMIT));
        assert_eq!(
            lint("crates/a/src/b.rs", &long),
            [(0, "has 1001 lines, 1000 is the limit".to_owned())]
        );
    }

    #[test]
    fn white_space_at_ends() {
        let found = lint("docs/a.md", "one \ntwo\tthree\nfour");
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 0]);
    }

    #[test]
    fn unfinished_words() {
        for word in UNFINISHED {
            let found = lint("tests/order/a.js", &format!("// {word}: more\n"));
            assert_eq!(found, [(1, format!("says `{word}`"))]);
        }
        assert!(lint("tests/order/a.js", "// mkdtemp-XXXXXX, TODOS\n").is_empty());
    }

    #[test]
    fn modules_without_an_opening_comment() {
        assert_eq!(lint("crates/a/src/b.rs", "fn main() {}\n").len(), 1);
        assert_eq!(lint("crates/runtime/js/node/a.js", "let x;\n").len(), 1);
        assert!(lint("tests/order/a.js", "let x;\n").is_empty());
    }

    #[test]
    fn paths_of_the_machine() {
        let found = lint("docs/a.md", "see /builds/roundel/docs\n");
        assert_eq!(found, [(1, "names a path of this machine".to_owned())]);
    }
}
