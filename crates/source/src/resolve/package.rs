//! package.json: the fields resolution reads, and the package a file belongs to.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::Value;

use super::Resolver;
use super::error::ResolveError;

/// A package.json that was read.
#[derive(Debug)]
pub struct Package {
    /// The path of the package.json itself.
    pub path: PathBuf,
    pub name: Option<String>,
    pub main: Option<String>,
    pub r#type: PackageType,
    pub(super) exports: Option<Value>,
    pub(super) imports: Option<Value>,
}

/// The `type` field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageType {
    CommonJs,
    Module,
    /// Absent, or something else.
    None,
}

impl Package {
    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    fn parse(path: PathBuf, text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let Value::Object(mut fields) = serde_json::from_slice(text).ok()? else { return None };
        let mut text_field = |name: &str| match fields.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let (name, main) = (text_field("name"), text_field("main"));
        let r#type = match text_field("type").as_deref() {
            Some("commonjs") => PackageType::CommonJs,
            Some("module") => PackageType::Module,
            _ => PackageType::None,
        };
        let exports = fields.remove("exports").filter(|value| !value.is_null());
        let imports = fields.remove("imports").filter(Value::is_object);
        Some(Self { path, name, main, r#type, exports, imports })
    }
}

impl Resolver {
    /// The package.json at `path`, if there is one. `importer` completes the text of the error.
    pub(super) fn package(
        &self,
        path: &Path,
        importer: Option<(&str, &str)>,
    ) -> Result<Option<Rc<Package>>, ResolveError> {
        if let Some(known) = self.packages.borrow().get(path) {
            return Ok(Some(known.clone()));
        }
        let Ok(text) = std::fs::read(path) else { return Ok(None) };
        let Some(package) = Package::parse(path.to_owned(), &text) else {
            let place = path.display();
            let text = match importer {
                Some((specifier, base)) => {
                    format!("{place} while importing \"{specifier}\" from {base}.")
                }
                None => format!("{place}."),
            };
            return Err(ResolveError::new("ERR_INVALID_PACKAGE_CONFIG", [text.into()]));
        };
        let package = Rc::new(package);
        self.packages.borrow_mut().insert(path.to_owned(), package.clone());
        Ok(Some(package))
    }

    /// The package a file belongs to: the nearest package.json above it, not beyond a node_modules.
    pub fn package_scope(&self, file: &Path) -> Result<Option<Rc<Package>>, ResolveError> {
        let mut directory = file.parent();
        while let Some(at) = directory {
            if at.file_name().is_some_and(|name| name == "node_modules") {
                return Ok(None);
            }
            if let Some(package) = self.package(&at.join("package.json"), None)? {
                return Ok(Some(package));
            }
            directory = at.parent();
        }
        Ok(None)
    }

    /// The package.json beside a directory's files: `module.findPackageJSON` and the like.
    pub fn package_at(&self, directory: &Path) -> Result<Option<Rc<Package>>, ResolveError> {
        self.package(&directory.join("package.json"), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_wrong_type_are_ignored() {
        let parse = |text: &str| Package::parse("/p/package.json".into(), text.as_bytes());
        let package = parse(r#"{"name":5,"main":{},"type":"weird","exports":null,"imports":[]}"#);
        let package = package.expect("an object parses");
        assert!(package.name.is_none() && package.main.is_none());
        assert_eq!(package.r#type, PackageType::None);
        assert!(package.exports.is_none() && package.imports.is_none());
        assert!(parse("[]").is_none());
        assert!(parse("{").is_none());
    }
}
