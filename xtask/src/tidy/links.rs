//! Links between the documents: a relative link names a file that exists, and its anchor a
//! heading of that file.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::{Finding, Source};

pub(super) fn check(sources: &[Source], files: &[PathBuf]) -> Vec<Finding> {
    let known = known_paths(files);
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.has_extension(&["md"])) {
        for (line, target) in targets(&source.text) {
            if let Some(message) = broken(source, target, sources, &known) {
                findings.push(Finding::new(&source.path, line, message));
            }
        }
    }
    findings
}

/// Every file and every folder that holds one.
fn known_paths(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    files.iter().flat_map(|file| file.ancestors()).map(Path::to_owned).collect()
}

/// The targets of `[text](target)` outside code, with their lines.
fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let quoted = line[..at].matches('`').count() % 2 == 1;
            let target = line[at + 2..].split([')', ' ']).next().unwrap_or_default();
            if !quoted && !target.is_empty() {
                found.push((index + 1, target));
            }
        }
    }
    found
}

fn broken(
    source: &Source,
    target: &str,
    sources: &[Source],
    known: &BTreeSet<PathBuf>,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => source.path.clone(),
        file => resolve(&source.path, file),
    };
    if !known.contains(&path) {
        return Some(format!("links to `{target}`, which does not exist"));
    }
    if anchor.is_empty() {
        return None;
    }
    let linked = sources.iter().find(|other| other.path == path)?;
    let is_document = linked.has_extension(&["md"]);
    (is_document && !headings(&linked.text).any(|heading| heading == anchor))
        .then(|| format!("links to `{target}`, but there is no such heading"))
}

fn resolve(from: &Path, link: &str) -> PathBuf {
    let mut path = from.parent().map(Path::to_owned).unwrap_or_default();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// The anchors of the headings, as a code host makes them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        title
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::*;

    #[test]
    fn links_that_lead_nowhere() {
        let text = "[a](loop.md) [b](../README.md#the-start) [c](gone.md)\n\
                    [d](https://example.org/x) [e](#missing) `[f](code.md)`\n\
                    ```\n[g](code.md)\n```\n[h](../README.md#no)\n";
        let sources = [sample("docs/index.md", text), sample("README.md", "# R\n## The start!\n")];
        let files = ["docs/index.md", "docs/loop.md", "README.md"].map(PathBuf::from);
        assert_eq!(
            messages(&check(&sources, &files)),
            [
                (1, "links to `gone.md`, which does not exist"),
                (2, "links to `#missing`, but there is no such heading"),
                (6, "links to `../README.md#no`, but there is no such heading"),
            ]
        );
    }
}
