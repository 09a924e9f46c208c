//! The `exports` and `imports` fields of package.json: the algorithms PACKAGE_EXPORTS_RESOLVE,
//! PACKAGE_IMPORTS_RESOLVE and PACKAGE_TARGET_RESOLVE of Node's documentation.

use std::cmp::Ordering;
use std::path::Path;

use serde_json::{Map, Value};
use url::Url;

use super::error::{Detail, ResolveError};
use super::package::Package;
use super::{Conditions, Resolver};

/// Which of the two fields is being resolved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Exports,
    Imports,
}

/// Where a target leads.
pub(super) enum Mapped {
    Url(Url),
    Builtin(String),
}

/// Who asks, and with which conditions.
pub(super) struct Asker<'a> {
    /// The importing file as error texts name it.
    pub(super) base: Option<&'a str>,
    /// The importing file as a URL, for the texts that name that.
    pub(super) base_url: Option<&'a str>,
    pub(super) conditions: &'a Conditions,
}

/// Three outcomes of a target: a place, "not this one", "explicitly nothing".
enum Outcome {
    Found(Mapped),
    Undefined,
    Null,
}

struct Target<'a> {
    package: &'a Package,
    /// The key of the field that matched.
    key: &'a str,
    /// What the star of the key stands for.
    star: Option<&'a str>,
    field: Field,
    asker: &'a Asker<'a>,
}

impl Resolver {
    /// Resolves `subpath` (`.` or `./…`) through the package's `exports`.
    pub(super) fn package_exports(
        &self,
        package: &Package,
        exports: &Value,
        subpath: &str,
        asker: &Asker,
    ) -> Result<Mapped, ResolveError> {
        let sugar;
        let map = if is_main_sugar(package, exports, asker)? {
            sugar = Map::from_iter([(".".to_owned(), exports.clone())]);
            &sugar
        } else {
            match exports {
                Value::Object(map) => map,
                _ => return Err(not_exported(package, subpath, asker)),
            }
        };
        match self.lookup(package, map, subpath, Field::Exports, asker)? {
            Some(mapped) => Ok(mapped),
            None => Err(not_exported(package, subpath, asker)),
        }
    }

    /// Resolves `#name` through the `imports` of the package that `file` belongs to.
    pub(super) fn package_imports(
        &self,
        name: &str,
        file: &Path,
        asker: &Asker,
    ) -> Result<Mapped, ResolveError> {
        if name == "#" || name.ends_with('/') {
            let reason = "is not a valid internal imports specifier name";
            return Err(ResolveError::new(
                "ERR_INVALID_MODULE_SPECIFIER",
                [name.into(), reason.into(), asker.base.into()],
            ));
        }
        let package = self.package_scope(file)?;
        if let Some(package) = &package
            && let Some(Value::Object(imports)) = &package.imports
            && let Some(mapped) = self.lookup(package, imports, name, Field::Imports, asker)?
        {
            return Ok(mapped);
        }
        let directory: Detail =
            package.map(|package| format!("{}/", package.directory().display())).into();
        Err(ResolveError::new(
            "ERR_PACKAGE_IMPORT_NOT_DEFINED",
            [name.into(), directory, asker.base.into()],
        ))
    }

    fn lookup(
        &self,
        package: &Package,
        map: &Map<String, Value>,
        wanted: &str,
        field: Field,
        asker: &Asker,
    ) -> Result<Option<Mapped>, ResolveError> {
        let exact =
            if wanted.contains('*') || wanted.ends_with('/') { None } else { map.get(wanted) };
        let outcome = if let Some(target) = exact {
            self.target(target, &Target { package, key: wanted, star: None, field, asker })?
        } else if let Some((key, star)) = best_pattern(map, wanted) {
            self.target(&map[key], &Target { package, key, star: Some(star), field, asker })?
        } else {
            return Ok(None);
        };
        Ok(match outcome {
            Outcome::Found(mapped) => Some(mapped),
            Outcome::Undefined | Outcome::Null => None,
        })
    }

    fn target(&self, value: &Value, of: &Target) -> Result<Outcome, ResolveError> {
        match value {
            Value::String(text) => self.target_text(text, of),
            Value::Array(alternatives) => {
                let mut last = Ok(Outcome::Null);
                for alternative in alternatives {
                    match self.target(alternative, of) {
                        Err(error) if error.code == "ERR_INVALID_PACKAGE_TARGET" => {
                            last = Err(error);
                        }
                        Ok(Outcome::Undefined) => {}
                        Ok(Outcome::Null) => last = Ok(Outcome::Null),
                        outcome => return outcome,
                    }
                }
                last
            }
            Value::Object(map) => {
                if map.keys().any(|key| is_array_index(key)) {
                    let text = "\"exports\" cannot contain numeric property keys.";
                    return Err(invalid_config(of.package, of.asker, text));
                }
                for (condition, value) in map {
                    if condition == "default" || of.asker.conditions.contains(condition) {
                        match self.target(value, of)? {
                            Outcome::Undefined => {}
                            outcome => return Ok(outcome),
                        }
                    }
                }
                Ok(Outcome::Undefined)
            }
            Value::Null => Ok(Outcome::Null),
            other => Err(invalid_target(&other.to_string(), of)),
        }
    }

    fn target_text(&self, text: &str, of: &Target) -> Result<Outcome, ResolveError> {
        if !text.starts_with("./") {
            let is_package = of.field == Field::Imports
                && !text.starts_with("../")
                && !text.starts_with('/')
                && Url::parse(text).map_or(true, |url| url.scheme() == "node");
            if !is_package {
                return Err(invalid_target(text, of));
            }
            let specifier = of.star.map_or_else(|| text.to_owned(), |star| text.replace('*', star));
            let base =
                Url::from_file_path(&of.package.path).map_err(|()| invalid_target(text, of))?;
            return self.package_resolve(&specifier, &base, of.asker).map(Outcome::Found);
        }
        if has_invalid_segment(&text[2..]) {
            return Err(invalid_target(text, of));
        }
        let base = Url::from_file_path(&of.package.path).map_err(|()| invalid_target(text, of))?;
        let inside = base.join(".").ok();
        let resolved = base.join(text).map_err(|_| invalid_target(text, of))?;
        if !inside.is_some_and(|inside| resolved.path().starts_with(inside.path())) {
            return Err(invalid_target(text, of));
        }
        let Some(star) = of.star else { return Ok(Outcome::Found(Mapped::Url(resolved))) };
        if has_invalid_segment(star) {
            let request = of.key.replacen('*', star, 1);
            let field = if of.field == Field::Imports { "imports" } else { "exports" };
            let reason = format!(
                "request is not a valid match in pattern \"{}\" for the \"{field}\" resolution of {}",
                of.key,
                of.package.path.display()
            );
            return Err(ResolveError::new(
                "ERR_INVALID_MODULE_SPECIFIER",
                [request.into(), reason.into(), of.asker.base.into()],
            ));
        }
        let filled = resolved.as_str().replace('*', star);
        let url = Url::parse(&filled).map_err(|_| invalid_target(text, of))?;
        Ok(Outcome::Found(Mapped::Url(url)))
    }
}

/// Whether `exports` is the target of the main entry itself and not a map of subpaths.
fn is_main_sugar(package: &Package, exports: &Value, asker: &Asker) -> Result<bool, ResolveError> {
    let map = match exports {
        Value::String(_) | Value::Array(_) => return Ok(true),
        Value::Object(map) => map,
        _ => return Ok(false),
    };
    let conditions = map.keys().filter(|key| !key.starts_with('.')).count();
    if conditions != 0 && conditions != map.len() {
        let text = "\"exports\" cannot contain some keys starting with '.' and some not. The exports object \
                    must either be an object of package subpath keys or an object of main entry condition \
                    name keys only.";
        return Err(invalid_config(package, asker, text));
    }
    Ok(conditions != 0)
}

/// The most specific key with a star that matches, and what the star stands for.
fn best_pattern<'m, 'w>(
    map: &'m Map<String, Value>,
    wanted: &'w str,
) -> Option<(&'m str, &'w str)> {
    let mut best: Option<(&'m str, &'w str)> = None;
    for key in map.keys() {
        let Some((head, tail)) = key.split_once('*') else { continue };
        let matches = !tail.contains('*')
            && wanted.len() >= key.len()
            && wanted.starts_with(head)
            && wanted.ends_with(tail)
            && wanted != head;
        if matches && best.is_none_or(|(known, _)| compare_patterns(key, known) == Ordering::Less) {
            best = Some((key, &wanted[head.len()..wanted.len() - tail.len()]));
        }
    }
    best
}

/// The more specific of two patterns comes first.
fn compare_patterns(a: &str, b: &str) -> Ordering {
    let head = |key: &str| key.find('*').map_or(key.len(), |at| at + 1);
    head(b).cmp(&head(a)).then(b.len().cmp(&a.len()))
}

/// Whether a path leaves the package or enters a node_modules.
fn has_invalid_segment(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| {
        let decoded = percent_encoding::percent_decode_str(segment).decode_utf8_lossy();
        matches!(decoded.to_ascii_lowercase().as_str(), "." | ".." | "node_modules")
    })
}

fn is_array_index(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|index| index != u32::MAX && index.to_string() == key)
}

fn not_exported(package: &Package, subpath: &str, asker: &Asker) -> ResolveError {
    let directory = format!("{}/", package.directory().display());
    ResolveError::new(
        "ERR_PACKAGE_PATH_NOT_EXPORTED",
        [directory.into(), subpath.into(), asker.base.into()],
    )
}

fn invalid_config(package: &Package, asker: &Asker, text: &str) -> ResolveError {
    ResolveError::new(
        "ERR_INVALID_PACKAGE_CONFIG",
        [package.path.display().to_string().into(), asker.base_url.into(), text.into()],
    )
}

fn invalid_target(target: &str, of: &Target) -> ResolveError {
    let directory = format!("{}/", of.package.directory().display());
    ResolveError::new(
        "ERR_INVALID_PACKAGE_TARGET",
        [
            directory.into(),
            of.key.into(),
            target.into(),
            (of.field == Field::Imports).into(),
            of.asker.base.into(),
        ],
    )
}
