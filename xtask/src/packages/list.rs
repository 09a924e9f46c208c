//! The list of packages: `tests/packages/packages.json`, one entry per program.
//!
//! An entry names the program, the packages it imports with their exact versions, and perhaps
//! servers that must run beside it. Versions live nowhere else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::servers::Kind;
use crate::error::{Context, Error, Result};
use crate::project::Project;

/// Bundlers and test runners start a dozen processes; on a busy machine that takes its time.
const LIMIT: Duration = Duration::from_secs(90);

/// One program and what it needs.
#[derive(Debug)]
pub(super) struct Entry {
    /// The program's file name without its extension.
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// Package to version; the first is the one the program is about.
    pub(super) packages: Vec<(String, String)>,
    pub(super) servers: Vec<Kind>,
    /// Whether `ci` runs it.
    pub(super) short: bool,
    pub(super) limit: Duration,
    /// What the program does: its first comment.
    pub(super) claim: String,
}

/// Where the list and the programs are.
pub(super) fn folder(project: &Project) -> PathBuf {
    project.root.join("tests/packages")
}

pub(super) fn load(project: &Project) -> Result<Vec<Entry>> {
    let folder = folder(project);
    let file = folder.join("packages.json");
    let text = fs::read_to_string(&file).context(|| file.display().to_string())?;
    let entries = parse(&text, &folder).context(|| file.display().to_string())?;
    same_versions(&entries)?;
    Ok(entries)
}

/// All packages of some entries, each once.
pub(super) fn packages<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
) -> BTreeMap<String, String> {
    entries.into_iter().flat_map(|entry| entry.packages.iter().cloned()).collect()
}

fn parse(text: &str, folder: &Path) -> Result<Vec<Entry>> {
    let list: Value = serde_json::from_str(text).context(|| "not JSON".to_owned())?;
    let list = list.as_array().ok_or_else(|| Error::new("not a list"))?;
    list.iter().map(|value| entry(value, folder)).collect()
}

fn entry(value: &Value, folder: &Path) -> Result<Entry> {
    let program = value["program"].as_str().ok_or_else(|| Error::new("an entry has no program"))?;
    let because = |why: &str| Error::new(format!("{program}: {why}"));
    let (name, _) = program.split_once('.').ok_or_else(|| because("has no extension"))?;
    let packages = value["packages"].as_array().ok_or_else(|| because("has no packages"))?;
    let packages = packages
        .iter()
        .map(|text| {
            let text = text.as_str().unwrap_or_default();
            match text.rsplit_once('@') {
                Some((package, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
                    Ok((package.to_owned(), version.to_owned()))
                }
                _ => Err(because(&format!("`{text}` is not a package and its exact version"))),
            }
        })
        .collect::<Result<Vec<_>>>()?;
    if packages.is_empty() {
        return Err(because("has no packages"));
    }
    let servers = match &value["servers"] {
        Value::Null => Vec::new(),
        Value::Array(names) => names
            .iter()
            .map(|name| {
                let name = name.as_str().unwrap_or_default();
                Kind::by_name(name).ok_or_else(|| because(&format!("no server `{name}`")))
            })
            .collect::<Result<_>>()?,
        _ => return Err(because("servers is not a list")),
    };
    let file = folder.join(program);
    let source = fs::read_to_string(&file).context(|| file.display().to_string())?;
    let claim = source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// "))
        .ok_or_else(|| because("does not open with a comment that says what it does"))?;
    Ok(Entry {
        name: name.to_owned(),
        claim: claim.trim_end_matches('.').to_owned(),
        file,
        packages,
        servers,
        short: value["short"].as_bool().unwrap_or(false),
        limit: value["limit_s"].as_u64().map_or(LIMIT, Duration::from_secs),
    })
}

/// They are installed into one folder, which has room for one version of each.
fn same_versions(entries: &[Entry]) -> Result<()> {
    let mut seen: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for entry in entries {
        for (package, version) in &entry.packages {
            let (known, elsewhere) = *seen.entry(package).or_insert((version, &entry.name));
            if known != version {
                let name = &entry.name;
                return Err(Error::new(format!(
                    "{name} wants {package} {version}, {elsewhere} wants {known}"
                )));
            }
        }
    }
    Ok(())
}
