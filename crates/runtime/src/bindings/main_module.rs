//! The program's own file in one call, if it is plain CommonJS: found, read, prepared and compiled.
//!
//! The loader in JavaScript does the same in steps, each of which a program may replace. No program has run yet here,
//! and what an empty one costs is mostly those steps.

use std::path::{Component, Path, PathBuf};

use roundel_jsc::{Ctx, JsResult, Object, Value};
use roundel_source::Language;
use roundel_source::resolve::Role;

use super::modules::{compile_commonjs, source_of};
use super::options::strings;
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let load = ctx.function("load", |ctx, args| {
        let path = args.at(0).to_rust_string(ctx)?;
        Ok(load(ctx, &path)?.unwrap_or_else(|| ctx.undefined()))
    });
    binding.set(ctx, "load", load)?;
    Ok(binding)
}

/// `None` for whatever is not as simple as that, failures included.
fn load<'js>(ctx: Ctx<'js>, path: &str) -> JsResult<'js, Option<Value<'js>>> {
    let Some((main, file, language, detects)) = find(&Environment::of(ctx), path) else {
        return Ok(None);
    };
    let Ok(source) = source_of(ctx, &file, ctx.undefined())? else { return Ok(None) };
    let compiled = compile_commonjs(ctx, &file, source, language, detects)?;
    // An array that begins with a string tells of a failure.
    let Some(compiled) = compiled.as_object(ctx) else { return Ok(None) };
    let wrapper = compiled.get_index(ctx, 0)?;
    if !wrapper.is_function(ctx) {
        return Ok(None);
    }
    let folder = Path::new(&file).parent().map_or("/".into(), |folder| folder.to_string_lossy());
    let found = [
        ctx.string(&main),
        ctx.string(&file),
        ctx.string(&folder),
        strings(ctx, &package_folders(&folder))?.into(),
        wrapper,
        compiled.get_index(ctx, 1)?,
    ];
    Ok(Some(ctx.array(&found)?.into()))
}

/// The path without dots, the file it leads to, its language, and whether it may turn out to be an ES module.
fn find(environment: &Environment, path: &str) -> Option<(String, String, Language, bool)> {
    let main = without_dots(Path::new(path)).to_str()?.to_owned();
    let resolver = environment.resolver();
    let extensions = EXTENSIONS.map(str::to_owned);
    let file = resolver.find(&main, &[], &extensions, Role::Main).ok()??;
    // The loader warns.
    if resolver.take_invalid_main().is_some() {
        return None;
    }
    let file = file.to_str()?.to_owned();
    if file.ends_with(".json") || file.ends_with(".node") {
        return None;
    }
    let format = environment.format_of(&file).ok()?.unwrap_or("ambiguous");
    let (language, format) = match format.strip_suffix("-typescript") {
        Some(format) => (Language::TypeScript, format),
        None => (Language::JavaScript, format),
    };
    match format {
        "commonjs" => Some((main, file, language, false)),
        "ambiguous" => Some((main, file, language, true)),
        _ => None,
    }
}

/// As `Module._extensions` has them before a program adds to it.
const EXTENSIONS: [&str; 3] = [".js", ".json", ".node"];

/// `path.resolve` of an absolute path.
fn without_dots(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            other => result.push(other),
        }
    }
    result
}

/// `Module._nodeModulePaths`: the folders a bare request is looked for in.
fn package_folders(folder: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut at = Some(Path::new(folder));
    while let Some(folder) = at {
        if folder.file_name().is_none_or(|name| name != "node_modules") {
            folders.push(folder.join("node_modules").to_string_lossy().into_owned());
        }
        at = folder.parent();
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_go() {
        assert_eq!(without_dots(Path::new("/a/./b/../c.js")), Path::new("/a/c.js"));
        assert_eq!(without_dots(Path::new("/../a")), Path::new("/a"));
    }

    #[test]
    fn packages_are_looked_for_upwards() {
        assert_eq!(package_folders("/"), ["/node_modules"]);
        assert_eq!(
            package_folders("/a/node_modules/b"),
            ["/a/node_modules/b/node_modules", "/a/node_modules", "/node_modules"]
        );
    }
}
