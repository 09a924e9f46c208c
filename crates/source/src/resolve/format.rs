//! What a file is, by its extension and its package.

use std::path::Path;

use super::Resolver;
use super::error::ResolveError;
use super::package::PackageType;

/// How a file is to be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    CommonJs,
    Module,
    /// JavaScript whose syntax decides.
    Ambiguous,
    CommonJsTypeScript,
    ModuleTypeScript,
    AmbiguousTypeScript,
    Json,
    Wasm,
    Addon,
}

impl Format {
    /// The name the loaders use.
    pub fn name(self) -> &'static str {
        match self {
            Self::CommonJs => "commonjs",
            Self::Module => "module",
            Self::Ambiguous => "ambiguous",
            Self::CommonJsTypeScript => "commonjs-typescript",
            Self::ModuleTypeScript => "module-typescript",
            Self::AmbiguousTypeScript => "ambiguous-typescript",
            Self::Json => "json",
            Self::Wasm => "wasm",
            Self::Addon => "addon",
        }
    }
}

impl Resolver {
    /// The format of a file, or `None` where its extension is not known.
    pub fn format(&self, file: &Path) -> Result<Option<Format>, ResolveError> {
        let by_package = |module, commonjs, ambiguous| {
            let package = self.package_scope(file)?;
            Ok(Some(match package.map_or(PackageType::None, |package| package.r#type) {
                PackageType::Module => module,
                PackageType::CommonJs => commonjs,
                PackageType::None => ambiguous,
            }))
        };
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("cjs") => Ok(Some(Format::CommonJs)),
            Some("mjs") => Ok(Some(Format::Module)),
            Some("cts") => Ok(Some(Format::CommonJsTypeScript)),
            Some("mts") => Ok(Some(Format::ModuleTypeScript)),
            Some("json") => Ok(Some(Format::Json)),
            Some("wasm") => Ok(Some(Format::Wasm)),
            Some("node") => Ok(Some(Format::Addon)),
            Some("js") | None => by_package(Format::Module, Format::CommonJs, Format::Ambiguous),
            Some("ts") => by_package(
                Format::ModuleTypeScript,
                Format::CommonJsTypeScript,
                Format::AmbiguousTypeScript,
            ),
            Some(_) => Ok(None),
        }
    }
}
