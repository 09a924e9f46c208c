//! A native half and its contract: `src/bindings/<name>.rs` and `js/bindings/<name>.d.ts` come in
//! pairs, and every member the contract declares is named in the Rust half.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Finding, Source};

const CONTRACTS: &str = "crates/runtime/js/bindings";
const HALVES: &str = "crates/runtime/src/bindings";

pub(super) fn check(sources: &[Source]) -> Vec<Finding> {
    let contracts: BTreeMap<&str, &Source> = sources
        .iter()
        .filter(|source| source.path.starts_with(CONTRACTS))
        .filter_map(|source| Some((file_name(&source.path)?.strip_suffix(".d.ts")?, source)))
        .collect();
    let halves = native_halves(sources);
    let mut findings = Vec::new();
    for (name, contract) in &contracts {
        match halves.get(name) {
            Some(files) => findings.extend(members(contract, files)),
            None => {
                let message = format!("has no native half {HALVES}/{name}.rs");
                findings.push(Finding::new(&contract.path, 0, message));
            }
        }
        if !contract.text.contains("interface ") {
            findings.push(Finding::new(&contract.path, 0, "declares no interface"));
        }
    }
    for (name, files) in &halves {
        if !contracts.contains_key(name) {
            let message = format!("has no contract {CONTRACTS}/{name}.d.ts");
            findings.push(Finding::new(&files[0].path, 0, message));
        }
    }
    findings
}

fn file_name(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

/// The Rust files of each binding: one file, or a folder of the binding's name.
fn native_halves(sources: &[Source]) -> BTreeMap<&str, Vec<&Source>> {
    let mut halves: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        let Ok(inside) = source.path.strip_prefix(HALVES) else { continue };
        let Some(first) = inside.iter().next().and_then(|part| part.to_str()) else { continue };
        let name = first.strip_suffix(".rs").unwrap_or(first);
        if name != "mod" {
            halves.entry(name).or_default().push(source);
        }
    }
    halves
}

fn members(contract: &Source, halves: &[&Source]) -> Vec<Finding> {
    declared(&contract.text)
        .into_iter()
        .filter(|(_, member)| {
            let literal = format!("\"{member}\"");
            !halves.iter().any(|half| half.text.contains(&literal))
        })
        .map(|(line, member)| {
            let message = format!("`{member}` is not named in the native half");
            Finding::new(&contract.path, line, message)
        })
        .collect()
}

/// The members of the interface whose name ends in `Binding`, with their lines. Other interfaces
/// of a contract are shapes of arguments.
fn declared(text: &str) -> Vec<(usize, String)> {
    let mut members = Vec::new();
    let mut depth = 0usize;
    let mut inside = false;
    let mut in_comment = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if in_comment || line.starts_with("/*") {
            in_comment = !line.contains("*/");
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        if depth == 0 {
            inside = code.contains("interface ")
                && code
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| word.len() > 7 && word.ends_with("Binding"));
        } else if depth == 1 && inside {
            let code = code.trim_start_matches("readonly ");
            let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let name = &code[..end.unwrap_or(code.len())];
            let follows = code[name.len()..].trim_start();
            if !name.is_empty() && follows.starts_with([':', '(', '?', '<']) {
                members.push((index + 1, name.to_owned()));
            }
        }
        let deeper = code.matches(['{', '(']).count();
        depth = (depth + deeper).saturating_sub(code.matches(['}', ')']).count());
    }
    members
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::*;

    const CONTRACT: &str = "// Clocks.\nexport interface Pair { a: number }\n\
        export interface ClockBinding {\n  /** Milliseconds. */\n  now(): number;\n\
        \x20 readonly base: {\n    inner: number;\n  };\n}\n";

    #[test]
    fn members_the_native_half_lacks() {
        let found = check(&[
            sample("crates/runtime/js/bindings/clock.d.ts", CONTRACT),
            sample("crates/runtime/src/bindings/clock.rs", "//! x\nbind(\"now\");\n"),
        ]);
        assert_eq!(messages(&found), [(6, "`base` is not named in the native half")]);
    }

    #[test]
    fn halves_without_their_other() {
        let found = check(&[
            sample("crates/runtime/js/bindings/clock.d.ts", CONTRACT),
            sample("crates/runtime/src/bindings/fs/mod.rs", "//! x\n"),
            sample("crates/runtime/src/bindings/mod.rs", "//! x\n"),
        ]);
        let files: Vec<String> = found.iter().map(|f| f.file.display().to_string()).collect();
        assert_eq!(
            files,
            ["crates/runtime/js/bindings/clock.d.ts", "crates/runtime/src/bindings/fs/mod.rs"]
        );
    }
}
