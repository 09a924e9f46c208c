//! A package.json of any content, and what is imported and required through it.

use roundel_source::resolve::{ResolveOptions, Resolver, Role};

pub(crate) fn check(data: &[u8]) {
    let folder = std::env::temp_dir().join(format!("roundel_package_json_{}", std::process::id()));
    let package = folder.join("node_modules/package");
    std::fs::create_dir_all(&package).expect("a folder");
    std::fs::write(package.join("index.js"), "").expect("a file");
    std::fs::write(package.join("package.json"), data).expect("a file");
    let resolver = Resolver::new(ResolveOptions::default());
    let base = format!("file://{}/main.mjs", folder.display());
    for specifier in ["package", "package/index.js", "package/a/b.js", "package/"] {
        let _ = resolver.import(specifier, &base, Role::Dependency);
    }
    let inside = format!("file://{}/index.js", package.display());
    for specifier in ["#own", "#a/b", "package", "package/x", "./index"] {
        let _ = resolver.import(specifier, &inside, Role::Dependency);
    }
    let _ = resolver.package_at(&package);
    let _ = resolver.package_scope(&package.join("index.js"));
}
