//! `import`: specifiers to URLs.

use std::path::{Path, PathBuf};

use url::Url;

use super::error::{Detail, ResolveError};
use super::exports::{Asker, Mapped};
use super::package::Package;
use super::require::Role;
use super::{Entry, Resolver, stat};

impl Resolver {
    /// The URL that `specifier`, imported by the module at the URL `base`, stands for.
    pub fn import(&self, specifier: &str, base: &str, role: Role) -> Result<String, ResolveError> {
        let base_url = Url::parse(base).ok();
        let base_path = base_url.as_ref().and_then(|url| url.to_file_path().ok());
        let base_text =
            base_path.as_ref().map_or(base.to_owned(), |path| path.display().to_string());
        let asker = Asker {
            base: Some(&base_text),
            base_url: Some(base),
            conditions: &self.import_conditions,
        };
        let mapped =
            self.import_mapped(specifier, base_url.as_ref(), base_path.as_deref(), &asker)?;
        match mapped {
            Mapped::Builtin(id) => Ok(format!("node:{id}")),
            Mapped::Url(url) => self.finish(url, specifier, &asker, role),
        }
    }

    fn import_mapped(
        &self,
        specifier: &str,
        base: Option<&Url>,
        base_path: Option<&Path>,
        asker: &Asker,
    ) -> Result<Mapped, ResolveError> {
        let is_relative = specifier.starts_with('/')
            || specifier == "."
            || specifier == ".."
            || specifier.starts_with("./")
            || specifier.starts_with("../");
        if is_relative {
            let joined = base
                .filter(|base| !base.cannot_be_a_base())
                .and_then(|base| base.join(specifier).ok());
            return joined.map(Mapped::Url).ok_or_else(|| {
                ResolveError::new(
                    "ERR_UNSUPPORTED_RESOLVE_REQUEST",
                    [specifier.into(), asker.base_url.into()],
                )
            });
        }
        if specifier.starts_with('#')
            && let Some(file) = base_path
        {
            return self.package_imports(specifier, file, asker);
        }
        if self.is_builtin(specifier) {
            return Ok(Mapped::Builtin(specifier.to_owned()));
        }
        if let Ok(url) = Url::parse(specifier) {
            return Ok(Mapped::Url(url));
        }
        match base.filter(|base| base.scheme() == "file") {
            Some(base) => self.package_resolve(specifier, base, asker),
            None => Err(ResolveError::new(
                "ERR_UNSUPPORTED_RESOLVE_REQUEST",
                [specifier.into(), asker.base_url.into()],
            )),
        }
    }

    /// PACKAGE_RESOLVE: a bare specifier, looked for in the package itself and in node_modules upwards.
    pub(super) fn package_resolve(
        &self,
        specifier: &str,
        base: &Url,
        asker: &Asker,
    ) -> Result<Mapped, ResolveError> {
        if let Some(id) = specifier.strip_prefix("node:").or(Some(specifier))
            && self.is_builtin(id)
        {
            return Ok(Mapped::Builtin(id.to_owned()));
        }
        let Some((name, rest)) = package_name(specifier) else {
            return Err(ResolveError::new(
                "ERR_INVALID_MODULE_SPECIFIER",
                [specifier.into(), "is not a valid package name".into(), asker.base.into()],
            ));
        };
        let subpath = format!(".{rest}");
        let Ok(base_path) = base.to_file_path() else {
            return Err(not_found(name, asker, None));
        };
        if let Some(own) = self.package_scope(&base_path)?
            && own.name.as_deref() == Some(name)
            && let Some(exports) = &own.exports
        {
            return self.package_exports(&own, exports, &subpath, asker);
        }
        // A base may be a folder, whose own packages are looked at then.
        let is_file = !base.path().ends_with('/');
        for directory in base_path.ancestors().skip(usize::from(is_file)) {
            if directory.file_name().is_some_and(|name| name == "node_modules") {
                continue;
            }
            let folder = directory.join("node_modules").join(name);
            if stat(&folder) != Entry::Directory {
                continue;
            }
            let importer = asker.base.map(|base| (specifier, base));
            let package = self.package(&folder.join("package.json"), importer)?;
            if let Some(package) = &package
                && let Some(exports) = &package.exports
            {
                return self.package_exports(package, exports, &subpath, asker);
            }
            let file = if subpath == "." {
                self.legacy_main(&folder, package.as_deref(), asker)?
            } else {
                let joined = Url::from_file_path(folder.join("package.json"))
                    .ok()
                    .and_then(|url| url.join(&subpath).ok());
                return joined.map(Mapped::Url).ok_or_else(|| not_found(name, asker, None));
            };
            let url = Url::from_file_path(file).map_err(|()| not_found(name, asker, None))?;
            return Ok(Mapped::Url(url));
        }
        Err(not_found(name, asker, None))
    }

    /// The main file of a package without `exports`.
    fn legacy_main(
        &self,
        folder: &Path,
        package: Option<&Package>,
        asker: &Asker,
    ) -> Result<PathBuf, ResolveError> {
        let main = package.and_then(|package| package.main.as_deref());
        let from_main = main.into_iter().flat_map(|main| {
            ["", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"]
                .map(|ending| format!("{main}{ending}"))
        });
        let fallbacks = ["index.js", "index.json", "index.node"].map(str::to_owned);
        from_main
            .chain(fallbacks)
            .map(|name| super::normalize(&folder.join(name)))
            .find(|path| stat(path) == Entry::File)
            .ok_or_else(|| {
                let missing = super::normalize(&folder.join(main.unwrap_or("index.js")));
                not_found(&missing.display().to_string(), asker, None)
            })
    }

    /// Checks that a URL is a file that may be imported, and follows its links.
    fn finish(
        &self,
        url: Url,
        specifier: &str,
        asker: &Asker,
        role: Role,
    ) -> Result<String, ResolveError> {
        if url.scheme() != "file" {
            return Ok(url.into());
        }
        let lower = url.path().to_ascii_lowercase();
        if lower.contains("%2f") || lower.contains("%5c") {
            return Err(ResolveError::new(
                "ERR_INVALID_MODULE_SPECIFIER",
                [
                    url.path().into(),
                    "must not include encoded \"/\" or \"\\\" characters".into(),
                    asker.base.into(),
                ],
            ));
        }
        if url.host().is_some() {
            let platform = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
            let details = [platform.into(), url.as_str().into()];
            return Err(ResolveError::new("ERR_INVALID_FILE_URL_HOST", details));
        }
        if !is_decodable(url.path()) {
            return Err(ResolveError::new(
                "URIError",
                ["URI malformed".into(), url.as_str().into()],
            ));
        }
        let Ok(path) = url.to_file_path() else {
            return Err(not_found(url.path(), asker, Some(url.as_str())));
        };
        let shown = if url.path().ends_with('/') {
            format!("{}/", path.display().to_string().trim_end_matches('/'))
        } else {
            path.display().to_string()
        };
        match stat(&path) {
            Entry::Directory => {
                let hint = self.hint(specifier, &path);
                Err(ResolveError::new(
                    "ERR_UNSUPPORTED_DIR_IMPORT",
                    [shown.into(), asker.base.into(), url.as_str().into(), hint.into()],
                ))
            }
            Entry::Missing => {
                let mut error = not_found(&shown, asker, Some(url.as_str()));
                error.details.push(self.hint(specifier, &path).into());
                Err(error)
            }
            Entry::File if shown.ends_with('/') => {
                Err(not_found(&shown, asker, Some(url.as_str())))
            }
            Entry::File => {
                let real = self.real_path(&path, role);
                let mut out = file_url(&real).unwrap_or_else(|| url.clone());
                out.set_query(url.query());
                out.set_fragment(url.fragment());
                Ok(out.into())
            }
        }
    }

    /// What `require` would have found in place of a missing file or a folder.
    fn hint(&self, specifier: &str, missing: &Path) -> Option<String> {
        let extensions = [".js", ".json", ".node"].map(str::to_owned);
        let found = self
            .find(&missing.display().to_string(), &[], &extensions, Role::Dependency)
            .ok()??;
        let ending = found.to_str()?.strip_prefix(missing.to_str()?)?.to_owned();
        Some(format!("{specifier}{ending}"))
    }
}

/// Whether every `%` begins an escape, and the escapes are UTF-8: what `decodeURIComponent` asks for.
fn is_decodable(path: &str) -> bool {
    let is_escape = |rest: &str| {
        rest.len() >= 2 && rest.as_bytes()[..2].iter().all(|byte| byte.is_ascii_hexdigit())
    };
    path.split('%').skip(1).all(is_escape)
        && percent_encoding::percent_decode_str(path).decode_utf8().is_ok()
}

/// The name of the package a bare specifier begins with, and the rest.
pub(super) fn package_name(specifier: &str) -> Option<(&str, &str)> {
    let mut end = specifier.find('/');
    if specifier.starts_with('@') {
        let scope = end?;
        end = specifier[scope + 1..].find('/').map(|at| scope + 1 + at);
    }
    let (name, rest) = specifier.split_at(end.unwrap_or(specifier.len()));
    let valid = !name.starts_with('.') && !name.contains(['%', '\\']);
    valid.then_some((name, rest))
}

fn not_found(name: &str, asker: &Asker, url: Option<&str>) -> ResolveError {
    let url: Detail = url.into();
    ResolveError::new("ERR_MODULE_NOT_FOUND", [name.into(), asker.base.into(), url])
}

/// The URL of a file as Node's `pathToFileURL` writes it, which escapes more than the path of a URL must.
fn file_url(path: &Path) -> Option<Url> {
    let mut url = Url::from_file_path(path).ok()?;
    if url.path().contains(['[', ']', '^', '|', '~']) {
        let mut escaped = String::with_capacity(url.path().len() + 8);
        for character in url.path().chars() {
            match character {
                '[' => escaped.push_str("%5B"),
                ']' => escaped.push_str("%5D"),
                '^' => escaped.push_str("%5E"),
                '|' => escaped.push_str("%7C"),
                '~' => escaped.push_str("%7E"),
                other => escaped.push(other),
            }
        }
        url.set_path(&escaped);
    }
    Some(url)
}
