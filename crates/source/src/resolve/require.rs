//! `require`: requests to files, through extensions, folders and node_modules.

use std::path::{Path, PathBuf};

use super::error::ResolveError;
use super::exports::{Asker, Mapped};
use super::import::package_name;
use super::{Entry, Resolver, Target, normalize, stat};

/// Whether a file is the program's entry, which has its own rule for symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Main,
    Dependency,
}

impl Resolver {
    /// What is found without looking into folders: `#imports` and the package's own name.
    ///
    /// `parent` is the requiring file. `None` means that the request has to be looked for with [`Resolver::find`].
    pub fn require_scoped(
        &self,
        request: &str,
        parent: &Path,
    ) -> Result<Option<Target>, ResolveError> {
        let base = parent.display().to_string();
        let asker = Asker {
            base: Some(&base),
            base_url: Some(&base),
            conditions: &self.require_conditions,
        };
        if request.starts_with('#') {
            let package = self.package_scope(parent)?;
            if package.as_ref().is_none_or(|package| package.imports.is_none()) {
                return Ok(None);
            }
            let mapped = self.package_imports(request, parent, &asker)?;
            return finish(mapped).map(Some);
        }
        let Some((name, rest)) = package_name(request) else { return Ok(None) };
        let Some(own) = self.package_scope(parent)? else { return Ok(None) };
        match &own.exports {
            Some(exports) if own.name.as_deref() == Some(name) => {
                let mapped = self.package_exports(&own, exports, &format!(".{rest}"), &asker)?;
                finish(mapped).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Looks for `request` in each of `paths`; an absolute request needs none.
    pub fn find(
        &self,
        request: &str,
        paths: &[String],
        extensions: &[String],
        role: Role,
    ) -> Result<Option<PathBuf>, ResolveError> {
        if request.starts_with('/') {
            return self.find_in(Path::new("/"), request, extensions, role);
        }
        // A request that leaves its folder may do so even if the folder is gone.
        let stays = !request.starts_with("..") && !request.starts_with("./..");
        for folder in paths {
            let folder = Path::new(folder);
            if folder.as_os_str().is_empty() || (stays && stat(folder) != Entry::Directory) {
                continue;
            }
            if let Some(file) = self.find_exported(folder, request)? {
                return Ok(Some(file));
            }
            if let Some(file) = self.find_in(folder, request, extensions, role)? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    /// A package of a node_modules folder that has `exports`.
    fn find_exported(&self, folder: &Path, request: &str) -> Result<Option<PathBuf>, ResolveError> {
        let Some((name, rest)) = package_name(request).filter(|(name, _)| !name.is_empty()) else {
            return Ok(None);
        };
        let Some(package) = self.package_at(&folder.join(name))? else { return Ok(None) };
        let Some(exports) = &package.exports else { return Ok(None) };
        let asker = Asker { base: None, base_url: None, conditions: &self.require_conditions };
        let mapped = self.package_exports(&package, exports, &format!(".{rest}"), &asker)?;
        match finish(mapped)? {
            Target::File(file) => Ok(Some(self.real_path(&file, Role::Dependency))),
            Target::Builtin(_) => Ok(None),
        }
    }

    fn find_in(
        &self,
        folder: &Path,
        request: &str,
        extensions: &[String],
        role: Role,
    ) -> Result<Option<PathBuf>, ResolveError> {
        let wants_folder = request.ends_with('/')
            || request == "."
            || request == ".."
            || request.ends_with("/.")
            || request.ends_with("/..");
        let base = normalize(&folder.join(request));
        let entry = stat(&base);
        if !wants_folder {
            if entry == Entry::File {
                return Ok(Some(self.real_path(&base, role)));
            }
            if let Some(file) = self.with_extension(&base, extensions, role) {
                return Ok(Some(file));
            }
        }
        if entry == Entry::Directory {
            return self.find_main(&base, request, extensions, role);
        }
        Ok(None)
    }

    /// The file a folder stands for.
    fn find_main(
        &self,
        folder: &Path,
        request: &str,
        extensions: &[String],
        role: Role,
    ) -> Result<Option<PathBuf>, ResolveError> {
        let package = self.package_at(folder)?;
        let index = self.with_extension(&folder.join("index"), extensions, role);
        let Some(main) = package.as_ref().and_then(|package| package.main.as_deref()) else {
            return Ok(index);
        };
        let file = normalize(&folder.join(main));
        let found = (stat(&file) == Entry::File)
            .then(|| self.real_path(&file, role))
            .or_else(|| self.with_extension(&file, extensions, role))
            .or_else(|| self.with_extension(&file.join("index"), extensions, role));
        if found.is_some() {
            return Ok(found);
        }
        match index {
            Some(index) => {
                *self.invalid_main.borrow_mut() =
                    Some((folder.join("package.json"), main.to_owned()));
                Ok(Some(index))
            }
            None => {
                let text = format!(
                    "Cannot find module '{}'. Please verify that the package.json has a valid \"main\" entry",
                    file.display()
                );
                let place = folder.join("package.json").display().to_string();
                Err(ResolveError::new(
                    "MODULE_NOT_FOUND",
                    [text.into(), place.into(), request.into()],
                ))
            }
        }
    }

    /// The package.json and the `main` that the last search did not find and put `index` in the place of.
    pub fn take_invalid_main(&self) -> Option<(PathBuf, String)> {
        self.invalid_main.borrow_mut().take()
    }

    fn with_extension(&self, base: &Path, extensions: &[String], role: Role) -> Option<PathBuf> {
        extensions.iter().find_map(|extension| {
            let mut name = base.as_os_str().to_owned();
            name.push(extension);
            let path = PathBuf::from(name);
            (stat(&path) == Entry::File).then(|| self.real_path(&path, role))
        })
    }

    /// The file behind symbolic links, unless the program asked to keep them.
    pub(super) fn real_path(&self, path: &Path, role: Role) -> PathBuf {
        let keep = match role {
            Role::Main => self.options.preserve_symlinks_main,
            Role::Dependency => self.options.preserve_symlinks,
        };
        if keep {
            return path.to_owned();
        }
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    }
}

/// A mapped place has to be a file.
fn finish(mapped: Mapped) -> Result<Target, ResolveError> {
    let url = match mapped {
        Mapped::Builtin(id) => return Ok(Target::Builtin(id)),
        Mapped::Url(url) => url,
    };
    let lower = url.path().to_ascii_lowercase();
    if lower.contains("%2f") || lower.contains("%5c") {
        return Err(ResolveError::new(
            "ERR_INVALID_MODULE_SPECIFIER",
            [url.path().into(), "must not include encoded \"/\" or \"\\\" characters".into()],
        ));
    }
    let path = url.to_file_path().unwrap_or_else(|()| PathBuf::from(url.path()));
    if stat(&path) == Entry::File {
        return Ok(Target::File(path));
    }
    let text = format!("Cannot find module '{}'", path.display());
    Err(ResolveError::new("MODULE_NOT_FOUND", [text.into(), path.display().to_string().into()]))
}
