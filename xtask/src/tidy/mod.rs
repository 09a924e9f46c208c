//! `cargo xtask tidy`: the rules of this repository that no compiler knows, as a check.
//!
//! A rule is a function from what it looks at to its findings, in the file of its subject; each
//! has a test with a sample that breaks it. The list of rules is [`check`].

mod bindings;
mod iteration;
pub(crate) mod kept_values;
mod layout;
mod links;
mod manifests;
mod rust_code;
mod text;
mod unsafe_code;

use std::fs;
use std::path::{Path, PathBuf};

use lexopt::Arg;

use crate::error::{Context, Result, Verdict};
use crate::project::Project;

const HELP: &str = "\
cargo xtask tidy

Checks the repository's own rules: length and opening comment of files, words that must not
stay, white space, where unsafe may live, JavaScript values kept where the collector does not
look, builtins that ask iterators of the program, the arrows between crates, bindings and their
contracts, links in the documents, a reason for every dependency, names, the root's entries.
";

/// One broken rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) file: PathBuf,
    /// Counted from one; zero when it is about the file as a whole.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Finding {
    fn new(file: &Path, line: usize, message: impl Into<String>) -> Finding {
        Finding { file: file.to_owned(), line, message: message.into() }
    }
}

/// A text file of the repository.
#[derive(Debug)]
struct Source {
    /// Relative to the root.
    path: PathBuf,
    text: String,
}

impl Source {
    fn has_extension(&self, extensions: &[&str]) -> bool {
        self.path
            .extension()
            .is_some_and(|own| extensions.iter().any(|extension| own == *extension))
    }
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    if let Some(arg) = args.next()? {
        return match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                Ok(Verdict::Good)
            }
            other => Err(other.unexpected().into()),
        };
    }
    let findings = check(project)?;
    for Finding { file, line, message } in &findings {
        match line {
            0 => println!("{}: {message}", file.display()),
            line => println!("{}:{line}: {message}", file.display()),
        }
    }
    match findings.len() {
        0 => println!("tidy: clean"),
        count => println!("tidy: {count} findings"),
    }
    Ok(Verdict::of(findings.is_empty()))
}

pub(crate) fn check(project: &Project) -> Result<Vec<Finding>> {
    let files = project.files()?;
    let sources = read(project, &files)?;
    let mut findings = layout::check(&files);
    for source in &sources {
        findings.extend(text::check(source, &project.root));
        findings.extend(unsafe_code::check(source));
        findings.extend(kept_values::check(source));
        findings.extend(iteration::check(source));
    }
    findings.extend(manifests::check(&sources));
    findings.extend(bindings::check(&sources));
    findings.extend(links::check(&sources, &files));
    findings.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(findings)
}

/// The text files; what is not UTF-8 has no lines to judge.
fn read(project: &Project, files: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in files {
        let bytes =
            fs::read(project.root.join(path)).context(|| format!("reading {}", path.display()))?;
        if let Ok(text) = String::from_utf8(bytes) {
            sources.push(Source { path: path.clone(), text });
        }
    }
    Ok(sources)
}

#[cfg(test)]
fn sample(path: &str, text: &str) -> Source {
    Source { path: PathBuf::from(path), text: text.to_owned() }
}

#[cfg(test)]
fn messages(findings: &[Finding]) -> Vec<(usize, &str)> {
    findings.iter().map(|finding| (finding.line, finding.message.as_str())).collect()
}
