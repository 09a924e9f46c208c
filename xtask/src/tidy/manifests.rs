//! Rules about the `Cargo.toml` files: the arrows between crates, a reason for each dependency,
//! and a lock file that names the public registry only.

use std::collections::BTreeSet;
use std::path::Path;

use super::text::contains_word;
use super::{Finding, Source};

/// The arrows of ARCHITECTURE.md: which of our crates a crate may depend on.
const ARROWS: [(&str, &[&str]); 13] = [
    ("roundel", &["roundel-runtime", "roundel-trace"]),
    (
        "roundel-runtime",
        &[
            "roundel-brotli",
            "roundel-http",
            "roundel-jsc",
            "roundel-loop",
            "roundel-napi",
            "roundel-nghttp2",
            "roundel-openssl",
            "roundel-source",
            "roundel-trace",
        ],
    ),
    ("roundel-brotli", &[]),
    ("roundel-http", &[]),
    ("roundel-jsc", &["roundel-jsc-sys"]),
    ("roundel-jsc-sys", &[]),
    ("roundel-loop", &[]),
    ("roundel-napi", &["roundel-jsc", "roundel-loop"]),
    ("roundel-nghttp2", &[]),
    ("roundel-openssl", &[]),
    ("roundel-source", &[]),
    ("roundel-trace", &["roundel-loop"]),
    ("roundel-py", &["roundel-loop"]),
];

const PUBLIC_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(sources: &[Source]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let reasons = sources.iter().find(|source| source.path == Path::new("ARCHITECTURE.md"));
    let mut without_reason = BTreeSet::new();
    for source in sources {
        match source.path.file_name().and_then(|name| name.to_str()) {
            Some("Cargo.toml") => {
                let manifest = Manifest::parse(&source.text);
                findings.extend(arrows(source, &manifest));
                for (line, name) in manifest.foreign() {
                    let explained =
                        reasons.is_some_and(|reasons| contains_word(&reasons.text, name));
                    if !explained && without_reason.insert(name.to_owned()) {
                        let message = format!("`{name}` has no line of reason in ARCHITECTURE.md");
                        findings.push(Finding::new(&source.path, line, message));
                    }
                }
            }
            Some("Cargo.lock") => findings.extend(registries(source)),
            _ => {}
        }
    }
    findings
}

/// What the rules need of a manifest.
struct Manifest<'a> {
    package: Option<&'a str>,
    dependencies: Vec<Dependency<'a>>,
}

struct Dependency<'a> {
    line: usize,
    name: &'a str,
    for_tests: bool,
}

impl<'a> Manifest<'a> {
    fn parse(text: &'a str) -> Manifest<'a> {
        let mut manifest = Manifest { package: None, dependencies: Vec::new() };
        let mut section = "";
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
                // `[dependencies.name]` is an entry by itself.
                if let Some((head, name)) = section.rsplit_once('.')
                    && head.ends_with("dependencies")
                {
                    manifest.add(index + 1, name, head);
                }
                continue;
            }
            let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            // `name.workspace = true` is the same entry as `name = { workspace = true }`.
            let key = key.trim().split('.').next().unwrap_or_default().trim_matches('"');
            if section == "package" && key == "name" {
                manifest.package = Some(value.trim().trim_matches('"'));
            } else if section.ends_with("dependencies") {
                manifest.add(index + 1, key, section);
            }
        }
        manifest
    }

    fn add(&mut self, line: usize, name: &'a str, section: &str) {
        let for_tests = section.ends_with("dev-dependencies");
        self.dependencies.push(Dependency { line, name, for_tests });
    }

    /// Dependencies that others write.
    fn foreign(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let foreign = self.dependencies.iter().filter(|one| !is_ours(one.name));
        foreign.map(|one| (one.line, one.name))
    }
}

fn is_ours(name: &str) -> bool {
    name == "roundel" || name.starts_with("roundel-")
}

fn arrows(source: &Source, manifest: &Manifest<'_>) -> Vec<Finding> {
    let Some(package) = manifest.package.filter(|name| is_ours(name)) else { return Vec::new() };
    let allowed = ARROWS.iter().find(|(name, _)| *name == package).map(|(_, allowed)| *allowed);
    let Some(allowed) = allowed else {
        // Benchmarks stand outside the picture: nothing depends on them.
        if source.path.starts_with("benchmarks") {
            return Vec::new();
        }
        return vec![Finding::new(&source.path, 0, format!("`{package}` is not in the picture"))];
    };
    manifest
        .dependencies
        .iter()
        .filter(|one| is_ours(one.name) && !one.for_tests && !allowed.contains(&one.name))
        .map(|one| {
            let message = format!("`{package}` must not depend on `{}`", one.name);
            Finding::new(&source.path, one.line, message)
        })
        .collect()
}

fn registries(source: &Source) -> Vec<Finding> {
    source
        .text
        .lines()
        .enumerate()
        .filter_map(|(index, line)| {
            let registry = line.strip_prefix("source = ")?.trim_matches('"');
            (registry != PUBLIC_REGISTRY)
                .then(|| Finding::new(&source.path, index + 1, "not from the public registry"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::*;

    #[test]
    fn arrows_that_point_the_wrong_way() {
        let text = "[package]\nname = \"roundel-loop\"\n[dependencies]\nroundel-jsc.workspace = true\n\
                    [dev-dependencies]\nroundel-source = { path = \"x\" }\n";
        let found = check(&[sample("crates/loop/Cargo.toml", text)]);
        assert_eq!(messages(&found), [(4, "`roundel-loop` must not depend on `roundel-jsc`")]);
    }

    #[test]
    fn dependencies_without_a_reason() {
        let manifest = "[package]\nname = \"roundel-loop\"\n[dependencies]\nrustix = \"1\"\n\
                        [target.'cfg(unix)'.dependencies.libc]\nversion = \"0.2\"\n";
        let found = check(&[
            sample("crates/loop/Cargo.toml", manifest),
            sample("ARCHITECTURE.md", "- `rustix`: system calls.\n"),
        ]);
        assert_eq!(messages(&found), [(5, "`libc` has no line of reason in ARCHITECTURE.md")]);
    }

    #[test]
    fn a_crate_outside_the_picture() {
        let found = check(&[sample("crates/x/Cargo.toml", "[package]\nname = \"roundel-x\"\n")]);
        assert_eq!(messages(&found), [(0, "`roundel-x` is not in the picture")]);
    }

    #[test]
    fn other_registries() {
        let found =
            check(&[sample("Cargo.lock", "source = \"registry+https://mirror.example\"\n")]);
        assert_eq!(messages(&found), [(1, "not from the public registry")]);
    }
}
